"""Where the time of a run went."""

from collections.abc import Mapping

_KINDS = {"timed": "timed calls", "compiled": "compiling", "warmed": "warming"}
"""kind of `Record.spent` → its name"""

_REST = "the rest (processes, inputs, references, installing)"


def said(seconds: float, spent: Mapping[str, float]) -> str:
    """Say what share of a run's seconds went where.

    `took 5 min 26 s: timed calls 31 %, compiling 33 %, warming 9 %, the rest (…) 27 %`
    """
    named = {name: spent.get(kind, 0.0) for kind, name in _KINDS.items()}
    rest = max(0.0, seconds - sum(named.values()))
    parts = [*named.items(), (_REST, rest)]
    shares = ", ".join(f"{name} {round(100 * part / seconds)} %" for name, part in parts)
    return f"took {_duration(seconds)}: {shares}"


def _duration(seconds: float) -> str:
    minutes, left = divmod(round(seconds), 60)
    return f"{minutes} min {left} s" if minutes else f"{left} s"
