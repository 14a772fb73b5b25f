import itertools
import json
import os
from pathlib import Path

import pytest
from made_releases import CATALOGUE, FIRST, SECOND, release

from jaxvelocity.errors import CatalogueError, UnknownRevisionError
from jaxvelocity.releases import catalogue


def test_what_is_written_is_read_back() -> None:
    assert catalogue.parse(catalogue.dump(CATALOGUE)) == CATALOGUE


def test_text_is_the_same_whatever_the_order_of_the_pins() -> None:
    turned = catalogue.Companions("first", own_commit=False, pins=dict(reversed(FIRST.pins.items())))
    other = catalogue.Catalogue(CATALOGUE.releases, (turned, SECOND))
    assert catalogue.dump(other) == catalogue.dump(CATALOGUE)


def test_one_more_release_is_one_more_line() -> None:
    longer = catalogue.Catalogue(
        (*CATALOGUE.releases, release("3.0.1", "2024-10-01T00:00:00", "3.0.0")), CATALOGUE.companions
    )
    before, after = (set(catalogue.dump(each).splitlines()) for each in (CATALOGUE, longer))
    # The line itself, and the comma at the end of the one above.
    assert len(after - before) == 2


def test_another_format_is_refused() -> None:
    text = catalogue.dump(CATALOGUE).replace(f'"format": {catalogue.FORMAT}', '"format": 99')
    with pytest.raises(CatalogueError, match="format 99, this jaxvelocity reads 1"):
        catalogue.parse(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("}\n]\n}", ""),
        ('"jaxlib"', '"jaxlub"'),
        ('"companions": "first"', '"companions": "third"'),
        ("2024-06-18T14:47:10Z", "yesterday"),
        ('"format": 1,', ""),
    ],
)
def test_damage_is_said_in_one_line(old: str, new: str) -> None:
    text = catalogue.dump(CATALOGUE)
    assert old in text
    with pytest.raises(CatalogueError, match="damaged") as caught:
        catalogue.parse(text.replace(old, new))
    assert "\n" not in str(caught.value)


def test_a_release_is_found() -> None:
    assert CATALOGUE.find("2.0.0") is CATALOGUE.releases[1]


@pytest.mark.parametrize(("asked", "offered"), [("2.0.1", "2.0.0"), ("xyz", "1.0.0, 2.0.0, 3.0.0")])
def test_an_unknown_release_names_the_nearest(asked: str, offered: str) -> None:
    with pytest.raises(UnknownRevisionError, match=f"'{asked}' is not in the catalogue; the nearest are .*{offered}"):
        CATALOGUE.find(asked)


def test_requirements_are_exact_and_sorted() -> None:
    pins = catalogue.requirements(CATALOGUE.releases[0], FIRST)
    assert pins == ("jax==1.0.0", "jaxlib==1.0.0", "numpy==2.0.0", "scipy==1.13.0")


def test_saving_replaces_the_packaged_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue.importlib.resources, "files", lambda _package: tmp_path)
    catalogue.save(CATALOGUE)
    assert catalogue.load() == CATALOGUE
    assert [path.name for path in tmp_path.iterdir()] == ["catalogue.json"]


def test_where_it_cannot_be_written_the_old_one_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue.importlib.resources, "files", lambda _package: tmp_path)
    catalogue.save(CATALOGUE)
    # A folder in the way of the new file: it fails for root as well, whom no permission stops.
    (tmp_path / f"catalogue.json.{os.getpid()}.new").mkdir()
    with pytest.raises(CatalogueError, match="could not be written"):
        catalogue.save(catalogue.Catalogue((), ()))
    assert catalogue.load() == CATALOGUE


def test_the_shipped_catalogue() -> None:
    shipped = catalogue.load()
    # The first release that reports the bytes of temporaries, and runs with NumPy 2.
    assert shipped.releases[0].version == "0.4.30"
    assert all(before.date < after.date for before, after in itertools.pairwise(shipped.releases))
    versions = [each.version for each in shipped.releases]
    assert len(set(versions)) == len(versions)
    # Withdrawn by its makers; and two that had no jaxlib of their own.
    assert shipped.find("0.4.32").yanked
    assert (shipped.find("0.4.37").jaxlib, shipped.find("0.5.2").jaxlib) == ("0.4.36", "0.5.1")
    for each in shipped.companions:
        assert set(each.pins) >= {"numpy", "scipy", "ml_dtypes", "opt_einsum"}


def test_the_shipped_text_is_what_would_be_written() -> None:
    text = Path(catalogue.__file__).with_name("catalogue.json").read_text("utf-8")
    assert catalogue.dump(catalogue.load()) == text
    assert json.loads(text)["format"] == catalogue.FORMAT
