"""What the pages hold, read without a browser; test_pages.py opens them in one."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from folders import MACHINE, STEADY, Folder, commits, entry, record

from jaxvelocity.errors import ResultsError
from jaxvelocity.history import History, calibration, load
from jaxvelocity.history.calibration import Calibration, Control
from jaxvelocity.report import document
from jaxvelocity.report.site import PAGES, build
from jaxvelocity.report.summary import summarise


class Page(HTMLParser):
    """What a browser would make of it before any script: every element with its attributes, and the text."""

    def __init__(self, path):
        super().__init__()
        self.elements, self.words = [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def data(html):
    written = (html / "data.js").read_text()
    assert written.startswith("window.JAXVELOCITY=")
    return json.loads(written.partition("=")[2].rstrip(";\n"))


@pytest.fixture
def html(eventful, tmp_path):
    return build(eventful, tmp_path / "html").parent


@pytest.fixture
def pages(html):
    return {name: Page(html / f"{name}.html") for name in PAGES}


def test_every_page_names_machine_and_device_and_links_to_the_others(pages):
    for page in pages.values():
        assert "machine test-2, device cpu:cpu on Example 9000" in page.text
        links = {attributes.get("href") for tag, attributes in page.elements if tag == "a"}
        assert {f"{name}.html" for name in PAGES} | {"asv/index.html"} <= links


def test_nothing_is_asked_of_a_network(html, pages):
    sources = [
        attributes[name]
        for page in pages.values()
        for _, attributes in page.elements
        for name in ("src", "href")
        if name in attributes
    ]
    assert all(not source.startswith(("http", "//")) for source in sources)
    assert all((html / source).exists() for source in sources if source.endswith((".js", ".css")))
    style = (html / "style.css").read_text()
    assert "url(" not in style
    assert "@import" not in style


def test_the_data_holds_every_change_of_the_report(eventful, html):
    given = data(html)
    reported = document.document(eventful)["changes"]
    kept = [{name: change[name] for name in reported[0]} for change in given["changes"]]
    assert kept == reported
    assert [change["holds"] for change in given["changes"]] == [
        change in eventful.holding for change in eventful.changes
    ]


def test_the_data_holds_every_point_with_its_failure(eventful, html):
    given = data(html)
    assert [commit["label"] for commit in given["commits"]] == ["r0", "r1", "r2", "r3", "m0"]
    assert given["broken"] == [{"commit": 2, "reason": "no wheel for jaxlib 0.8.2"}]
    steady = next(
        one
        for one in given["series"]
        if (one["benchmark"], one["metric"], one["axis"]) == ("loops.Walk", "steady", "releases")
    )
    assert [point[:2] for point in steady["points"]] == [[0, 0.32e-3], [1, 49e-3], [3, 0.25e-3]]
    crashed = next(one for one in given["series"] if one["benchmark"] == "hostile.Name" and one["axis"] == "releases")
    assert crashed["points"][-1] == [3, None, None, None, "crash", "exit code -11"]
    points = sum(len(series.points) for series in eventful.history.series)
    assert sum(len(series["points"]) for series in given["series"]) == points


def test_a_public_report_that_is_named_becomes_a_link(folder, tmp_path):
    [commit] = commits(1)
    Folder(folder.path, {STEADY: entry(STEADY, about="Slow since (jax-ml/jax#25190).", code="class Walk: ...")})
    folder.put(commit, record())
    given = data(build(summarise(load(folder.path, None, [commit])), tmp_path / "html").parent)
    walk = given["benchmarks"]["loops.Walk"]
    assert walk["reports"] == [{"name": "jax-ml/jax#25190", "address": "https://github.com/jax-ml/jax/issues/25190"}]
    assert walk["code"] == "class Walk: ..."
    assert walk["asv"] == STEADY


def test_what_was_calibrated_stands_by_its_series(folder, reported, tmp_path):
    calibration.write(
        folder.path,
        MACHINE,
        Calibration("cpu", "r0", "2026-12-03T08:00:00Z", (Control("loops.Walk", (), "steady", 0.01, 9, "same"),)),
    )
    html = build(reported([1e-3, 1e-3]), tmp_path / "html").parent
    assert data(html)["series"][0]["shows"] == pytest.approx(0.0243, abs=1e-3)  # 1 % and 1.4 spreads of 1 %
    assert "calibrated 2026-12-03 at JAX r0" in Page(html / "index.html").text


@pytest.mark.parametrize(
    ("disturbance", "said"),
    [
        ({"disturbed": 0.84}, "measured while others kept 0.8 CPUs busy"),
        ({"slowed": 1.52}, "measured while the same work took the CPU 1.5 times as long"),
        (
            {"disturbed": 0.84, "slowed": 1.52},
            "measured while others kept 0.8 CPUs busy and the same work took the CPU 1.5 times as long",
        ),
    ],
)
def test_a_disturbed_point_says_so(folder, tmp_path, disturbance, said):
    [commit] = commits(1)
    folder.put(commit, record(**disturbance))
    html = build(summarise(load(folder.path, None, [commit])), tmp_path / "html").parent
    assert data(html)["series"][0]["points"][0][-1] == said


def test_each_release_has_its_verdict_newest_first(pages, html):
    written = (html / "index.html").read_text()
    rows = written.partition("<tbody>")[2].partition("</tbody>")[0].split("<tr>")[1:]
    assert [row.partition("#")[2].partition('"')[0] for row in rows] == ["r3", "r2", "r1", ""]  # nothing at r0
    assert "does not install" in rows[1]
    assert ">1</td>" in rows[2]  # slower at r1
    assert (
        'href="benchmark.html?id=loops.Walk&amp;metric=steady&amp;at=r1">loops.Walk</a> 153×, mended in r3' in rows[2]
    )
    assert "12.4×" in rows[2]  # the geometric mean of 153 and of the other benchmark's 1


def test_changes_stand_newest_first_with_links(pages, html):
    headings = [attributes["id"] for tag, attributes in pages["changes"].elements if tag == "h2"]
    assert headings == ["r3", "r2", "r1"]
    links = [attributes["href"] for tag, attributes in pages["changes"].elements if tag == "a"]
    assert "benchmark.html?id=loops.Walk&metric=steady&at=r1" in links
    assert "mended" in pages["changes"].text


def test_the_method_page_says_what_differs_between_two_points(pages):
    bold = [number for number, (tag, _) in enumerate(pages["method"].elements) if tag == "b"]
    assert bold
    assert "jax 0.9" in pages["method"].text


def test_hostile_names_stay_text(html, pages):
    for page in pages.values():
        assert all("src" in attributes for tag, attributes in page.elements if tag == "script")
    assert "<script>alert(1)</script>|*" in pages["changes"].text


@pytest.mark.parametrize("page", PAGES)
def test_an_empty_history_says_so_on_every_page(page, tmp_path):
    html = build(summarise(History(None, ())), tmp_path / "html").parent
    words = Page(html / f"{page}.html").text
    assert "nothing" in words.lower() or page == "method"
    assert data(html)["series"] == []


def test_written_whole_or_not_at_all(reported, tmp_path, monkeypatch):
    html = tmp_path / "html"
    report = reported([1e-3])
    build(report, html)
    before = {path.name: path.read_bytes() for path in html.iterdir()}

    def full(path, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ResultsError, match="No space left on device"):
        build(report, html)
    assert {path.name: path.read_bytes() for path in html.iterdir()} == before
