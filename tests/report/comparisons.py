"""Makes histories in which ways are compared: one table of figures a commit."""

from folders import commits, device, entry, record

from jaxvelocity.history import load

UNITS = {
    "break_even_calls": "calls",
    "break_even_calls_numpy": "calls",
    "crossover_size": "elements",
    "compilations": "compilations",
    "traces": "traces",
    "best_step": "step",
    "least_error": "relative error",
}
"""metric → unit; the others are clocks"""

WAYS = ("steady", "eager", "numpy", "host_input", "transfer", "transfer_back", "end_to_end")

BLAS = {"name": "scipy-openblas", "version": "0.3.34", "core": "SkylakeX", "threads": "2", "unset": "OPENBLAS_CORETYPE"}

SELU = {
    "numpy": 3e-3,
    "eager": 4e-3,
    "first_call_seconds": 80e-3,
    "steady": 1e-3,
    "end_to_end": 1.5e-3,
    "host_input": 1.4e-3,
    "transfer": 0.3e-3,
    "transfer_back": 1e-6,
    "break_even_calls": 27.0,
    "break_even_calls_numpy": 40.0,
}
"""JAX wins: NumPy ÷ steady is 3, eager ÷ steady 4."""


def compared(folder, *tables, along=None, on=None):
    """Load what tables of {"module.Class params": {metric: value}} leave, one a commit, on a device each.

    A value: a number, a tuple of rounds, [number, deviation], an outcome's name, or why it was skipped.
    """
    along = along or commits(len(tables))
    on = on or [device(commit.label, blas=BLAS) for commit in along]
    params = {}
    for table in tables:
        for place in table:
            name, *words = place.split(" ", 1)
            params.setdefault(name, {})[tuple(words)] = None
    methods = {(place.split(" ")[0], metric) for table in tables for place, row in table.items() for metric in row}
    for name, metric in methods:
        axes = [[words[0] for words in params[name]]] if any(params[name]) else []
        full = method(name, metric)
        folder.entries[full] = entry(full, axes, unit=UNITS.get(metric, "seconds"))
    folder.__post_init__()
    for number, (commit, table) in enumerate(zip(along, tables, strict=True)):
        records = []
        for place, row in table.items():
            name, *words = place.split(" ", 1)
            common = {"params": tuple(words), "started": f"2026-12-01T13:00:{number:02}Z"}
            records += [record(method(name, metric), **common | outcome(value)) for metric, value in row.items()]
        folder.put(commit, *records, on=[on[number]])
    return load(folder.path, None, along)


def method(name, metric):
    return f"{name}.{'time' if metric in WAYS else 'track'}_{metric}"


def outcome(value):
    if value in ("crash", "wrong", "hang"):
        return {"outcome": value, "rounds": (), "reason": f"because {value}"}
    if isinstance(value, str):
        return {"outcome": "skipped", "rounds": (), "reason": value}
    if isinstance(value, tuple):
        return {"rounds": value}
    number, deviation = value if isinstance(value, list) else (value, None)
    return {"rounds": (number,), "deviation": deviation}
