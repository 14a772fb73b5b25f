from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from subprocess import CompletedProcess
from typing import Any, Self

import pytest
from made_releases import CATALOGUE, SECOND
from pypi_simple import DistributionPackage

from jaxvelocity.errors import CatalogueError
from jaxvelocity.releases import sync
from jaxvelocity.releases.catalogue import Catalogue, Companions

_JAXLIB = "jaxlib-{}-cp312-cp312-manylinux_2_27_x86_64.whl"


@dataclass
class _Page:
    packages: list[DistributionPackage]


class _Index:
    """A package index whose pages are given."""

    def __init__(self, **pages: list[DistributionPackage]) -> None:
        self._pages = pages

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        pass

    def get_project_page(self, project: str, timeout: float) -> _Page:
        assert timeout > 0
        return _Page(self._pages[project])


def _file(filename: str, date: str = "2025-01-01T00:00:00+00:00", **more: Any) -> DistributionPackage:
    project, version = filename.removesuffix(".tar.gz").split("-")[:2]
    return DistributionPackage(
        filename=filename,
        url="",
        project=project,
        version=version,
        package_type="wheel" if filename.endswith(".whl") else "sdist",
        digests={},
        requires_python=more.pop("requires_python", ">=3.10"),
        has_sig=None,
        upload_time=datetime.fromisoformat(date),
        **more,
    )


def _jax(version: str, date: str = "2025-01-01T00:00:00+00:00", **more: Any) -> DistributionPackage:
    return _file(f"jax-{version}-py3-none-any.whl", date, **more)


def _jaxlib(version: str, **more: Any) -> DistributionPackage:
    return _file(_JAXLIB.format(version), **more)


# What the index holds of the made-up catalogue.
_KNOWN_JAX = [_jax("1.0.0"), _jax("2.0.0"), _jax("3.0.0")]
_KNOWN_JAXLIB = [_jaxlib("1.0.0"), _jaxlib("2.0.0"), _jaxlib("3.0.0")]


@pytest.fixture
def refreshed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Catalogue]:
    """Refresh the made-up catalogue from an index of it and more, with a solver that takes any set by default."""

    def refresh(
        jax: Iterable[DistributionPackage] = (),
        jaxlib: Iterable[DistributionPackage] = (),
        solve: Callable[[tuple[str, ...]], dict[str, str] | None] | None = None,
        known: Catalogue = CATALOGUE,
    ) -> Catalogue:
        index = _Index(jax=[*_KNOWN_JAX, *jax], jaxlib=[*_KNOWN_JAXLIB, *jaxlib])
        monkeypatch.setattr(sync, "PyPISimple", lambda: index)
        monkeypatch.setattr(sync, "_solve", solve or (lambda wanted: dict(pin.split("==") for pin in wanted)))
        return sync.refresh(known)

    return refresh


def test_nothing_new_changes_nothing(refreshed: Callable[..., Catalogue]) -> None:
    assert refreshed() == CATALOGUE


def test_new_releases_are_appended_by_date_with_the_newest_set(refreshed: Callable[..., Catalogue]) -> None:
    # 3.1.0 came before the backport 3.0.1; the fraction of the second is cut off, the hour given in UTC.
    got = refreshed(
        jax=[_jax("3.0.1", "2025-03-01T00:00:00+00:00"), _jax("3.1.0", "2025-02-01T01:00:00.999+01:00")],
        jaxlib=[_jaxlib("3.0.1"), _jaxlib("3.1.0")],
    )
    assert got.releases[:3] == CATALOGUE.releases
    assert got.companions == CATALOGUE.companions
    assert [(each.version, each.jaxlib, each.companions) for each in got.releases[3:]] == [
        ("3.1.0", "3.1.0", "3.0.0"),
        ("3.0.1", "3.0.1", "3.0.0"),
    ]
    # By its text: equal moments of two zones compare equal, but are written differently.
    assert got.releases[3].date.isoformat() == "2025-02-01T00:00:00+00:00"


def test_a_late_release_never_moves_a_known_one(refreshed: Callable[..., Catalogue]) -> None:
    got = refreshed(jax=[_jax("2.5.0", "2024-08-01T00:00:00+00:00")], jaxlib=[_jaxlib("2.5.0")])
    assert [each.version for each in got.releases] == ["1.0.0", "2.0.0", "3.0.0", "2.5.0"]


def test_a_yanked_mark_is_the_only_thing_that_changes(refreshed: Callable[..., Catalogue]) -> None:
    # The index now gives another date and Python bound too: neither may reach the catalogue.
    got = refreshed(jax=[_jax("2.0.0", "2026-01-01T00:00:00+00:00", requires_python=">=3.13", is_yanked=True)])
    first, second, third = CATALOGUE.releases
    assert got == replace(CATALOGUE, releases=(first, replace(second, yanked=True), third))


def test_a_release_gone_from_the_index_stays(refreshed: Callable[..., Catalogue]) -> None:
    releases = (replace(CATALOGUE.releases[0], version="0.9.0", yanked=True), *CATALOGUE.releases)
    known = replace(CATALOGUE, releases=releases)
    assert refreshed(known=known) == known


@pytest.mark.parametrize(
    "jax",
    [
        _jax("4.0.0rc1"),
        _jax("4.0.0.dev20250101"),
        _jax("0.4.29"),
        _jax("4.0.0", requires_python=">=3.13"),
        _file("jax-4.0.0.tar.gz"),
    ],
    ids=lambda file: f"{file.filename} {file.requires_python}",
)
def test_what_is_not_of_the_history(refreshed: Callable[..., Catalogue], jax: DistributionPackage) -> None:
    assert refreshed(jax=[jax], jaxlib=[_jaxlib(jax.version)]) == CATALOGUE


@pytest.mark.parametrize(
    "filename",
    [
        "jaxlib-3.1.0-cp313-cp313-manylinux_2_27_x86_64.whl",
        "jaxlib-3.1.0-cp312-cp312-manylinux_2_27_aarch64.whl",
        "jaxlib-3.1.0-cp312-cp312-musllinux_1_2_x86_64.whl",
        "jaxlib-3.1.0-cp312-cp312-win_amd64.whl",
    ],
)
def test_without_a_jaxlib_of_its_own_the_newest_below_serves(
    refreshed: Callable[..., Catalogue], filename: str
) -> None:
    others = [_file(filename), _jaxlib("3.0.1"), _jaxlib("3.0.5", is_yanked=True), _jaxlib("3.2.0")]
    got = refreshed(jax=[_jax("3.1.0")], jaxlib=others)
    assert got.releases[-1].jaxlib == "3.0.1"


def test_without_any_jaxlib_wheel_it_is_left_out(refreshed: Callable[..., Catalogue]) -> None:
    assert refreshed(jax=[_jax("0.5.0")]) == CATALOGUE


def test_a_yanked_release_keeps_its_own_jaxlib(refreshed: Callable[..., Catalogue]) -> None:
    got = refreshed(jax=[_jax("3.1.0", is_yanked=True)], jaxlib=[_jaxlib("3.1.0", is_yanked=True)])
    assert (got.releases[-1].jaxlib, got.releases[-1].yanked) == ("3.1.0", True)


@pytest.mark.parametrize("own_commit", [True, False])
def test_where_the_set_does_not_fit_one_is_solved(refreshed: Callable[..., Catalogue], own_commit: bool) -> None:
    new = {"numpy": "3.0.0", "scipy": "2.0.0"}

    def solve(wanted: tuple[str, ...]) -> dict[str, str] | None:
        pins = dict(pin.split("==") for pin in wanted)
        if pins["jax"] == "3.0.0":  # the old JAX with the new set
            return pins if own_commit else None
        if len(pins) == 2:  # free to choose
            return {**pins, **new}
        return None if pins["numpy"] == SECOND.pins["numpy"] else pins

    got = refreshed(jax=[_jax("4.0.0")], jaxlib=[_jaxlib("4.0.0")], solve=solve)
    assert got.releases[:3] == CATALOGUE.releases
    assert got.releases[3].companions == "4.0.0"
    assert got.companions == (*CATALOGUE.companions, Companions("4.0.0", own_commit, new))


def test_a_set_that_leaves_something_unpinned_does_not_fit(refreshed: Callable[..., Catalogue]) -> None:
    def solve(wanted: tuple[str, ...]) -> dict[str, str]:
        return {"newcomer": "1.0", **dict(pin.split("==") for pin in wanted)}

    got = refreshed(jax=[_jax("4.0.0")], jaxlib=[_jaxlib("4.0.0")], solve=solve)
    assert got.companions[-1].pins["newcomer"] == "1.0"


def test_what_nothing_fits_is_left_out(refreshed: Callable[..., Catalogue]) -> None:
    got = refreshed(jax=[_jax("4.0.0")], jaxlib=[_jaxlib("4.0.0")], solve=lambda _wanted: None)
    assert got == CATALOGUE


def test_an_index_without_dates_is_refused(refreshed: Callable[..., Catalogue]) -> None:
    with pytest.raises(CatalogueError, match=r"does not say when jax 4\.0\.0 was uploaded"):
        refreshed(jax=[replace(_jax("4.0.0"), upload_time=None)], jaxlib=[_jaxlib("4.0.0")])


# OSError is what requests' errors are; ValueError what an answer that is no JSON raises.
@pytest.mark.parametrize("problem", [ConnectionError("no route\nto host"), ValueError("no JSON")])
def test_a_failed_network_is_one_line(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    class Unreachable(_Index):
        def get_project_page(self, project: str, timeout: float) -> _Page:
            raise problem

    monkeypatch.setattr(sync, "PyPISimple", Unreachable)
    with pytest.raises(CatalogueError, match=r"could not be reached.*unchanged; try again with a network") as caught:
        sync.refresh(CATALOGUE)
    assert "\n" not in str(caught.value)


def _uv_ends(monkeypatch: pytest.MonkeyPatch, code: int, stdout: str, stderr: str) -> None:
    """Let uv end so; the texts are what uv 0.13.9 printed."""
    monkeypatch.setattr(sync.subprocess, "run", lambda *_, **__: CompletedProcess([], code, stdout, stderr))


def test_uvs_pins_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    _uv_ends(monkeypatch, 0, "jax==0.4.30\nml-dtypes==0.7.0\n", "")
    assert sync._solve(["jax==0.4.30"]) == {"jax": "0.4.30", "ml_dtypes": "0.7.0"}


def test_uvs_conflict_is_no_set(monkeypatch: pytest.MonkeyPatch) -> None:
    _uv_ends(monkeypatch, 1, "", "error: No solution found when resolving dependencies\n  cause: Because …\n")
    assert sync._solve(["jax==0.4.30"]) is None


def test_uvs_failed_network_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    _uv_ends(monkeypatch, 2, "", "error: Failed to fetch: simple/jax/\n  cause: client error (Connect)\n")
    with pytest.raises(CatalogueError, match=r"Failed to fetch.*the catalogue is unchanged") as caught:
        sync._solve(["jax==0.4.30"])
    assert "\n" not in str(caught.value)
