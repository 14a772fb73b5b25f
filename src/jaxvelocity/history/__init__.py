"""Recorded results become series, series become changes, duets verdicts. Never JAX.

Pure functions, but for folder.py, which reads, and confirmations.py and calibration.py, which read and write.
"""

from jaxvelocity.history.changes import (
    EVERYTHING,
    NOT_JUDGED,
    Change,
    changes,
    find,
    geometric_mean,
    ratio,
    still_holds,
)
from jaxvelocity.history.folder import load
from jaxvelocity.history.noise import Control, controls, spread, spreads, threshold
from jaxvelocity.history.records import UNKNOWN, Device, Install, Record, RecordFile, dump, merge, read
from jaxvelocity.history.series import (
    Axis,
    BrokenInstall,
    Commit,
    History,
    Key,
    Point,
    Series,
    combinations,
    only,
    since,
    stale,
)

__all__ = [
    "EVERYTHING",
    "NOT_JUDGED",
    "UNKNOWN",
    "Axis",
    "BrokenInstall",
    "Change",
    "Commit",
    "Control",
    "Device",
    "History",
    "Install",
    "Key",
    "Point",
    "Record",
    "RecordFile",
    "Series",
    "changes",
    "combinations",
    "controls",
    "dump",
    "find",
    "geometric_mean",
    "load",
    "merge",
    "only",
    "ratio",
    "read",
    "since",
    "spread",
    "spreads",
    "stale",
    "still_holds",
    "threshold",
]
