from html.parser import HTMLParser
from pathlib import Path

import pytest
from folders import STEADY, Folder, commits, entry, record

from jaxvelocity.errors import ResultsError
from jaxvelocity.history import History, load
from jaxvelocity.report.site import build
from jaxvelocity.report.summary import summarise


class Page(HTMLParser):
    """What a browser would make of it: every element with its attributes, its cells, and the text."""

    def __init__(self, path):
        super().__init__()
        self.elements, self.cells, self.words = [], [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag == "td":
            self.cells.append((dict(attrs), ""))

    def handle_data(self, data):
        self.words.append(data)
        if self.elements and self.elements[-1][0] == "td":
            attributes, words = self.cells[-1]
            self.cells[-1] = (attributes, words + data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())

    def kinds(self):
        return [(attributes["class"], words.strip()) for attributes, words in self.cells if "class" in attributes]


def test_each_point_as_its_ratio_to_the_first(reported, tmp_path):
    page = Page(build(reported([1e-3, 2e-3, 0.25e-3, "hang", "wrong", "skipped"]), tmp_path / "html"))
    assert page.kinds() == [
        ("first", "1 ms"),
        ("slower", "2×"),
        ("faster", "0.25×"),
        ("broken", "✗ hang"),
        ("wrong", "≠ wrong"),
        ("skipped", "skipped"),
    ]


def test_what_was_not_measured_is_a_gap_that_says_so(folder, tmp_path):
    along = commits(2)
    other = "loops.Run.time_steady"
    Folder(folder.path, {name: entry(name) for name in (STEADY, other)})
    folder.put(along[0], record(), record(other))
    folder.put(along[1], record())
    page = Page(build(summarise(load(folder.path, None, along)), tmp_path / "html"))
    assert page.kinds() == [("first", "1 ms"), ("gap", ""), ("first", "1 ms"), ("same", "1×")]
    [gap] = [attributes for attributes, _ in page.cells if attributes.get("class") == "gap"]
    assert gap["title"] == "not measured"


def test_colour_grows_with_the_logarithm(reported, tmp_path):
    # log 2 / log 4 = 50 %; 16 is past the full colour; 1/4 is full on the other side.
    page = Page(build(reported([1e-3, 2e-3, 16e-3, 0.25e-3, 1e-3]), tmp_path / "html"))
    assert [attributes.get("style") for attributes, _ in page.cells if "class" in attributes] == [
        None,
        "--s:50",
        "--s:100",
        "--s:100",
        None,
    ]


def test_says_machine_device_when_and_what_changed(eventful, tmp_path):
    page = Page(build(eventful, tmp_path / "html"))
    assert "machine test-2, device cpu:cpu on Example 9000" in page.text
    assert "measured from 2026-12-01T13:00:00Z to 2026-12-01T13:00:00Z" in page.text
    assert "153×" in page.text
    assert "hold the same pins" in page.text
    assert ("broken", "✗ install") in page.kinds()


def test_every_metric_has_a_section_and_a_link_and_none_is_hidden_without_a_script(eventful, tmp_path):
    page = Page(build(eventful, tmp_path / "html"))
    sections = [attributes["id"] for tag, attributes in page.elements if tag == "section"]
    links = [attributes["href"] for tag, attributes in page.elements if tag == "a"]
    assert sections == ["metric-1", "metric-2"]
    assert links == ["asv/index.html", "#metric-1", "#metric-2"]
    assert not any("hidden" in attributes for _, attributes in page.elements)


def test_steady_comes_first(folder, tmp_path):
    [commit] = commits(1)
    other = "loops.Walk.track_compile_seconds"
    Folder(folder.path, {name: entry(name) for name in (other, STEADY)})
    folder.put(commit, record(), record(other))
    path = build(summarise(load(folder.path, None, [commit])), tmp_path / "html")
    written = path.read_text()
    assert written.index(">steady<") < written.index(">compile_seconds<")


def test_opens_without_a_network(eventful, tmp_path):
    path = build(eventful, tmp_path / "html")
    sources = [
        value for _, attributes in Page(path).elements for name, value in attributes.items() if name in ("src", "href")
    ]
    assert all(not source.startswith(("http", "//")) for source in sources)
    assert "url(" not in path.read_text()
    assert "@import" not in path.read_text()


def test_hostile_names_stay_text(eventful, tmp_path):
    page = Page(build(eventful, tmp_path / "html"))
    assert [tag for tag, _ in page.elements].count("script") == 1  # ours
    assert "<script>alert(1)</script>|*" in page.text


def test_nothing_measured(tmp_path):
    page = Page(build(summarise(History(None, ())), tmp_path / "html"))
    assert "nothing measured yet" in page.text
    assert not any(tag == "table" for tag, _ in page.elements)


def test_one_release(reported, tmp_path):
    page = Page(build(reported([1e-3]), tmp_path / "html"))
    assert "One commit is measured so far" in page.text
    assert page.kinds() == [("first", "1 ms")]


def test_grown_from_nothing_shows_the_value(eventful, tmp_path):
    page = Page(build(eventful, tmp_path / "html"))
    assert ("slower", "64 MiB") in page.kinds()


def test_written_whole_or_not_at_all(reported, tmp_path, monkeypatch):
    html = tmp_path / "html"
    report = reported([1e-3])
    build(report, html)
    before = (html / "index.html").read_text()

    def full(path, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ResultsError, match="No space left on device"):
        build(report, html)
    assert [path.name for path in html.iterdir()] == ["index.html"]
    assert (html / "index.html").read_text() == before
