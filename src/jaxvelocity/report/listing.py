"""The known JAX releases as a table."""

from collections import Counter
from collections.abc import Iterator

from tabulate import tabulate

from jaxvelocity.history import Axis, History
from jaxvelocity.releases.catalogue import Catalogue, Release

_AXIS: Axis = "releases"


def text(catalogue: Catalogue, history: History) -> str:
    """List every release, newest first: date, whether it installs here, how many points it has."""
    measured = Counter(
        point.commit.label for series in history.series if series.axis == _AXIS for point in series.points
    )
    broken = {one.commit.label: one.install.reason for one in history.broken_installs}

    def row(release: Release) -> Iterator[str]:
        yield release.version
        yield f"{release.date:%Y-%m-%d}"
        if release.version in broken:
            yield f"no: {broken[release.version]}"
        else:
            yield "yes" if measured[release.version] else "not tried"
        yield f"{measured[release.version]} points" if measured[release.version] else "no"
        yield "yanked" if release.yanked else ""

    table = tabulate(
        [list(row(release)) for release in reversed(catalogue.releases)],
        ["release", "date", "installs here", "measured", ""],
        disable_numparse=True,
    )
    return f"machine {history.machine or 'none yet'}, device {'; '.join(history.devices) or 'none measured'}\n\n{table}"
