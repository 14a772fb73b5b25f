"""Numbers as people write them."""

import math

NOTHING = "–"

_TIMES = "\N{MULTIPLICATION SIGN}"

_SECONDS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))

_BYTES = ((2.0**40, "TiB"), (2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"), (1.0, "B"))

_SCALES = {"seconds": _SECONDS, "bytes": _BYTES}
"""unit → (its multiples, largest first); what is not here is a plain number."""

_SMALL = frozenset({"step", "relative error"})
"""Units whose numbers are far below 1, and are read by their power of ten."""


def value(number: float | None, unit: str) -> str:
    """Write a value in its unit to three digits: 3.6 µs, 64 MiB; counts in full: 12,345; small ones as 5e-06."""
    if number is None:
        return NOTHING
    if unit in _SMALL:
        return f"{number:.2g}"
    if unit not in _SCALES:
        return f"{number:,.0f}" if number == round(number) else _digits(number)
    scale = _SCALES[unit]
    # What rounds up to 1,000 is the next unit's: 999.9 µs is 1 ms.
    size, name = next((row for row in scale if abs(number) >= 0.9995 * row[0]), scale[-1])
    return f"{_digits(number / size)} {name}"


def ratio(number: float | None) -> str:
    """Write a ratio: 153×, 9.8×, 1.34×, 0.42×."""
    return NOTHING if number is None else f"{_digits(number)}{_TIMES}"


def percent(log_ratio: float) -> str:
    """Write how far apart a log ratio's two sides lie: 1.2 %."""
    return f"{100 * math.expm1(abs(log_ratio)):.1f} %"


def _digits(number: float) -> str:
    """Three digits, or two below 1; no exponent; no zeros at the end."""
    if number == 0:
        return "0"
    places = max(0, (2 if abs(number) >= 0.9995 else 1) - math.floor(math.log10(abs(number))))
    written = f"{number:,.{places}f}"
    return written.rstrip("0").rstrip(".") if "." in written else written
