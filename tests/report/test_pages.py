"""The pages in a real browser, from disk and from a plain server, with the network refused."""

import concurrent.futures
import functools
import http.server
import json
import shutil
import threading

import pytest

from jaxvelocity.report import document
from jaxvelocity.report.site import build
from jaxvelocity.report.site_check import _ARGUMENTS, check
from jaxvelocity.report.summary import summarise

BROWSER = shutil.which("chromium")

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium: apt-get install chromium")


@pytest.fixture(scope="module")
def context(tmp_path_factory):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"), executable_path=BROWSER, headless=True, args=list(_ARGUMENTS)
        )
        opened.set_default_timeout(20_000)
        yield opened
        opened.close()


@pytest.fixture
def html(eventful, tmp_path):
    return build(eventful, tmp_path / "html").parent


@pytest.fixture(params=["disk", "server"])
def address(request, html):
    if request.param == "disk":
        yield html.as_uri()
        return
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(html))
    handler.log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page(context):
    """A page that fails the test at the first error in its console, or the first request that leaves this machine."""
    opened = context.new_page()
    wrong = []
    opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on(
        "request",
        lambda request: (
            None if request.url.startswith(("file:", "http://127.0.0.1", "data:")) else wrong.append(request.url)
        ),
    )
    yield opened
    opened.close()
    assert not wrong


def cells(page):
    return page.eval_on_selector_all(
        "#heat td[data-id]",
        "all => all.map(one => ({...one.dataset, words: one.textContent, kind: one.className}))",
    )


def test_the_heat_map_is_the_reports_changes(page, address, eventful):
    page.goto(f"{address}/index.html")
    for metric in ("steady", "temp_bytes"):
        page.select_option("#metric", metric)
        shown = {(one["id"], one["params"], one["commit"]): one for one in cells(page)}
        wanted = [
            change
            for change in document.document(eventful)["changes"]
            if change["metric"] == metric and change["to"].startswith("r")
        ]
        assert wanted
        for change in wanted:
            cell = shown[change["benchmark"], ", ".join(change["params"]), change["to"]]
            assert cell["state"] == change["state"]
            if change["ratio"] is not None:
                assert float(cell["ratio"]) == pytest.approx(change["ratio"], rel=1e-3)
        marked = {place for place, one in shown.items() if "changed" in one["kind"].split() and one["commit"] != "r2"}
        assert marked == {(one["benchmark"], ", ".join(one["params"]), one["to"]) for one in wanted}


def test_a_release_that_does_not_install_and_a_gap_have_marks_of_their_own(page, address):
    page.goto(f"{address}/index.html")
    assert {one["words"] for one in cells(page) if one["commit"] == "r2"} == {"⊘"}
    assert {one["words"] for one in cells(page) if one["id"] == "hostile.Name" and one["commit"] == "r3"} == {"✗"}


def test_hover_tells_and_click_opens_the_benchmark(page, address):
    page.goto(f"{address}/index.html")
    cell = page.locator('#heat td[data-id="loops.Walk"][data-commit="r1"]')
    cell.hover()
    assert "loops.Walk (64) at r1: 49 ms" in page.inner_text("#said")
    assert "153×, suspected" in page.inner_text("#said").replace("; ", ", ")
    cell.click()
    page.wait_for_selector("#chart .main-svg")
    assert page.inner_text("#title") == "loops.Walk"


def test_arrow_keys_move_and_enter_opens(page, address):
    page.goto(f"{address}/index.html")
    page.focus("#heat td[tabindex='0']")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.commit") == "r1"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.id") == "loops.Walk"
    page.keyboard.press("Enter")
    page.wait_for_selector("#chart .main-svg")


def test_the_address_holds_the_state_of_the_overview(page, address):
    page.goto(f"{address}/index.html")
    page.select_option("#against", "r0")
    page.fill("#find", "walk")
    assert {one["id"] for one in cells(page)} == {"loops.Walk"}
    kept = page.evaluate("location.href")
    page.goto("about:blank")
    page.goto(kept)
    assert page.input_value("#against") == "r0"
    assert {one["id"] for one in cells(page)} == {"loops.Walk"}
    assert {one["commit"]: one["words"] for one in cells(page)}["r1"] == "153"


def test_any_two_releases_and_a_threshold_of_ones_own(page, address):
    page.goto(f"{address}/upgrade.html?from=r0&to=r1")
    assert "loops.Walk" in page.inner_text("#rows")
    assert "153×" in page.inner_text("#rows")
    assert "| loops.Walk | 64 | steady | 320 µs | 49 ms | 153× | suspected |" in page.input_value("#text")
    page.fill("#threshold", "20000")
    assert page.inner_text("#rows") == ""
    page.select_option("#state", "every")
    assert "loops.Walk" in page.inner_text("#rows")
    kept = page.evaluate("location.href")
    page.goto("about:blank")
    page.goto(kept)
    assert page.input_value("#threshold") == "20000"
    assert page.input_value("#state") == "every"


def test_a_pair_is_summed_up_and_held_against_the_newest_release(page, address):
    page.goto(f"{address}/upgrade.html?from=r0&to=r1")
    assert page.inner_text("#summary").split("\n") == ["steady\t1\t153×\t153×\t\t\t\t"]
    assert page.inner_text("#today") == "at r3"
    assert page.inner_text("#rows td:last-child") == "0.78×"  # mended
    page.fill("#find", "no such name")
    assert page.inner_text("#rows") == ""
    assert "find=no" in page.evaluate("location.href")
    page.fill("#find", "WALK")
    assert "loops.Walk" in page.inner_text("#rows")


def test_a_pair_moves_from_release_to_release(page, address):
    page.goto(f"{address}/upgrade.html?from=r0&to=r1")
    assert page.is_disabled("#earlier")
    page.click("#later")
    assert (page.input_value("#from"), page.input_value("#to")) == ("r1", "r2")
    page.click("#later")
    assert page.is_disabled("#later")
    assert page.inner_text("#today") == ""
    page.click("#earlier")
    assert (page.input_value("#from"), page.input_value("#to")) == ("r1", "r2")


def test_a_benchmarks_page_draws_every_metric_and_its_steps(page, address):
    page.goto(f"{address}/benchmark.html?id=loops.Walk")
    page.wait_for_selector("#chart .main-svg")
    assert page.locator("#chart .scatterlayer .trace").count() == 2
    assert page.locator("#chart .shapelayer path").count() == 3
    assert "r0 → r1" in page.inner_text("#changes")
    page.select_option("#y", "linear")
    page.select_option("#x", "date")
    assert "y=linear" in page.evaluate("location.href")


def test_markup_in_a_name_stays_text(page, address):
    page.on("dialog", lambda dialog: pytest.fail("a name became a script"))
    for name in ("index", "upgrade", "changes"):
        page.goto(f"{address}/{name}.html")
        assert "<script>alert(1)</script>|*" in page.inner_text("body")
    page.goto(f"{address}/benchmark.html?id=hostile.Name")
    page.wait_for_selector("#chart .main-svg")
    assert "<script>alert(1)</script>|*" in page.inner_text("body")


@pytest.mark.parametrize("width", [420, 1600])
def test_no_page_is_wider_than_its_window(page, html, width):
    page.set_viewport_size({"width": width, "height": 900})
    for name in ("index", "upgrade", "changes", "method", "benchmark"):
        page.goto(f"{html.as_uri()}/{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_one_release_and_nothing_at_all_are_pages_too(page, reported, tmp_path):
    from jaxvelocity.history import History

    for number, report in enumerate((reported([1e-3]), summarise(History(None, ())))):
        folder = build(report, tmp_path / f"html{number}").parent
        for name in ("index", "upgrade", "changes", "method", "benchmark"):
            page.goto(f"{folder.as_uri()}/{name}.html")


def checked(html):
    """Run the check in a thread of its own: these tests' browser has taken this one."""
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        return pool.submit(check, html, lambda line: None).result()


def test_the_check_finds_nothing_here_and_whatever_is_planted(html):
    (html / "asv").mkdir()
    (html / "asv" / "index.html").write_text("")
    assert checked(html) == []
    (html / "asv" / "index.html").unlink()
    assert any("dead link to index.html" in line for line in checked(html))
    (html / "asv" / "index.html").write_text("")
    script = html / "common.js"
    script.write_text(script.read_text() + "\nthrow new Error('planted');")
    assert any("planted" in line for line in checked(html))


def test_the_check_finds_an_empty_chart(html):
    (html / "asv").mkdir()
    (html / "asv" / "index.html").write_text("")
    path = html / "data.js"
    given = json.loads(path.read_text().partition("=")[2].rstrip(";\n"))
    for series in given["series"]:
        series["points"] = []
    path.write_text(f"window.JAXVELOCITY={json.dumps(given)};")
    assert any("empty chart" in line for line in checked(html))
