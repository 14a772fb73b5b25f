"""Makes series without files."""

import statistics

from folders import MACHINE, commits, device, record

from jaxvelocity.history import History, Key, Point, Series


def key(unit="seconds", metric="steady", benchmark="loops.Walk"):
    return Key(MACHINE, device().label, benchmark, (), metric, unit)


def series(values, axis="releases", unit="seconds", metric="steady", pins=None, functions="f1", companions=None):
    """One value a commit: a number, a tuple of rounds, an outcome's name, or None for a gap.

    pins: the version of jax at each commit; unlike at each unless given. companions: of NumPy; the same unless given.
    """
    found = []
    for number, (commit, value) in enumerate(zip(commits(len(values), axis), values, strict=True)):
        if value is None:
            continue
        rounds = value if isinstance(value, tuple) else () if isinstance(value, str) else (value,)
        outcome = value if isinstance(value, str) else "ok"
        jax = pins[number] if pins else commit.label
        numpy = companions[number] if companions else "2.5.5"
        on = device(versions={"jax": jax, "jaxlib": jax, "numpy": numpy})
        found.append(
            Point(
                commit=commit,
                value=statistics.median(rounds) if rounds else None,
                rounds=rounds,
                low=None,
                high=None,
                outcome=outcome,
                reason="exception" if outcome == "broken" else None,
                error=None,
                device=on,
                record=record(rounds=rounds, functions=functions),
            )
        )
    return Series(key(unit, metric), axis, tuple(found))


def history(*lines):
    seen = {point.commit: None for line in lines for point in line.points}
    return History(MACHINE, (MACHINE,), tuple(seen), lines, (device().label,))
