"""The site: static pages that open from disk, without a server and without a network; asv's own lie beside them."""

import importlib.resources
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import plotly.offline
from jinja2 import Environment, PackageLoader, StrictUndefined

from jaxvelocity.errors import ResultsError
from jaxvelocity.files import write_whole
from jaxvelocity.history import EVERYTHING, Change, Commit, Device
from jaxvelocity.report import section, site_data, text, units
from jaxvelocity.report.summary import Report

PAGES = {
    "index": "Overview",
    "upgrade": "Upgrade",
    "benchmark": "Benchmark",
    "changes": "Changes",
    "method": "Method",
}
"""page → its name in the navigation"""

_ASSETS = ("style.css", "common.js", "overview.js", "upgrade.js", "benchmark.js")


@dataclass(frozen=True)
class Verdict:
    """What became of the suite at one commit.

    worst: what got slower most of steady calls, else of anything, or broke. mean: the geometric mean of the steady
    calls' ratios, in words.
    """

    label: str
    date: str
    counts: Counter[str]
    worst: Change | None
    mean: str
    fate: str


def build(report: Report, html_dir: Path) -> Path:
    """Write the pages into `html_dir`, each whole or not at all; give the first one's path. Raises ResultsError."""
    environment = Environment(
        loader=PackageLoader("jaxvelocity.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    data = site_data.data(report)
    content = {
        "pages": PAGES,
        "opening": list(text.opening(report)),
        "closing": list(text.closing(report)),
        "verdicts": list(_verdicts(report)),
        "changes": _newest_first(report),
        "devices": list(_devices(report)),
        "evaluation": list(section.blocks(report.evaluation)) if report.evaluation else [],
        "measured": bool(report.history.series),
        "units": units,
        "is_heading": lambda block: isinstance(block, section.Heading),
        "is_table": lambda block: isinstance(block, section.Table),
    }
    written = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    files = {"data.js": f"window.JAXVELOCITY={written};\n", "plotly.js": plotly.offline.get_plotlyjs()}
    files |= {name: _asset(name) for name in _ASSETS}
    for page in PAGES:
        files[f"{page}.html"] = environment.get_template(f"{page}.html.j2").render(page=page, **content)
    for name, words in files.items():
        target = html_dir / name
        try:
            if name == "plotly.js" and target.exists() and target.stat().st_size == len(words.encode()):
                continue  # 5 MB that do not change
            write_whole(target, words)
        except OSError as error:
            raise ResultsError(
                f"{target} can't be written ({error.strerror}): make room or choose a folder that can be written"
            ) from error
    return html_dir / "index.html"


def _asset(name: str) -> str:
    return (importlib.resources.files("jaxvelocity.report") / "assets" / name).read_text("utf-8")


def _verdicts(report: Report) -> Iterator[Verdict]:
    """Give what became of the suite at each release, newest first; of commits where no release is measured."""
    means = site_data.means(report)
    broken = {one.commit for one in report.history.broken_installs}
    several = len(report.history.devices) > 1
    along: list[Commit] = [commit for commit in report.history.commits if commit.axis == "releases"]
    for commit in reversed(along or report.history.commits):
        here = [change for change in report.changes if change.to == commit.label and change.axis == commit.axis]
        counts = Counter(map(_kind, here))
        mean = "; ".join(
            units.ratio(one) + (f" on {device}" if several else "") for device, one in means.get(commit, {}).items()
        )
        fate = "does not install" if commit in broken else ""
        yield Verdict(commit.label, f"{commit.date:%Y-%m-%d}", counts, _worst(here), mean or units.NOTHING, fate)


def _kind(change: Change) -> str:
    if change.state in ("suspected", "confirmed"):
        return "faster" if change.ratio is not None and change.ratio < 1 else "slower"
    return change.state


def _worst(changes: Sequence[Change]) -> Change | None:
    """Give what a reader should see first of the changes at one commit, which come worst first; None for no harm."""
    harm = [one for one in changes if _kind(one) in ("broken", "wrong", "slower") and one.key.benchmark != EVERYTHING]
    failing = [one for one in harm if _kind(one) != "slower"]
    steady = [one for one in harm if one.key.metric == "steady"]
    return next(iter([*failing, *steady, *harm]), None)


def _newest_first(report: Report) -> list[tuple[Change, Sequence[str]]]:
    """Give every change with the cells of its row; the newest release first, the worst of each first."""
    order = {(commit.axis, commit.label): number for number, commit in enumerate(report.history.commits)}
    rows = list(zip(report.changes, text.rows(report), strict=True))
    return sorted(rows, key=lambda row: -order.get((row[0].axis, row[0].to), -1))


def _devices(report: Report) -> Iterator[tuple[str, tuple[tuple[str, str, bool], ...]]]:
    """Give what each commit's points were measured on: (name, value, whether it differs from the commit before's)."""
    # By identity: a device's hash leaves its mappings out, and thousands would collide.
    found: dict[Commit, dict[int, Device]] = defaultdict(dict)
    for series in report.history.series:
        for point in series.points:
            found[point.commit][id(point.device)] = point.device
    last: dict[str, str] = {}
    for commit in report.history.commits:
        devices = found[commit].values()
        fields: dict[str, set[str]] = {}
        for device in devices:
            for name, value in _fields(device).items():
                fields.setdefault(name, set()).add(value)
        if fields:
            now = {name: " | ".join(sorted(values)) for name, values in sorted(fields.items())}
            cells = tuple((name, value, bool(last) and last.get(name) != value) for name, value in now.items())
            yield commit.label, cells
            last = now


def _fields(device: Device) -> dict[str, str]:
    return {
        "cpu": device.cpu,
        "threads": str(device.threads),
        "device": f"{device.platform}:{device.kind}",
        **device.versions,
        **device.flags,
        **{f"NumPy's BLAS {name}": value for name, value in device.blas.items()},
    }
