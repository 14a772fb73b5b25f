"""The site opened in a headless browser, from disk: what a reader would stumble over."""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

from jaxvelocity.errors import EnvironmentUnavailableError
from jaxvelocity.report.site import PAGES

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")

_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

_CHARTS = 12
"""So many benchmarks' pages are opened: they differ in nothing but the data."""

_PATIENCE_MS = 20_000


def check(html_dir: Path, say: Callable[[str], None]) -> list[str]:
    """Open every page, follow every link and look at every chart; give a line for each thing that is wrong.

    Raises EnvironmentUnavailableError where there is no browser to open them in.
    """
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise EnvironmentUnavailableError(
            "playwright is not installed, with which --check opens the pages: "
            "run `uv sync`, or `pip install playwright`"
        ) from None
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise EnvironmentUnavailableError(
            f"none of {', '.join(_BROWSERS)} is installed, which --check opens the pages in: "
            "run `apt-get install chromium`"
        )
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=browser, headless=True, args=list(_ARGUMENTS), offline=True
        )
        try:
            page = context.new_page()
            page.set_default_timeout(_PATIENCE_MS)
            for address in _addresses(html_dir):
                say(address)
                problems += _opened(page, html_dir, address)
        except Error as error:
            problems.append(f"the browser gave up: {' '.join(str(error).split())[:300]}")
        finally:
            context.close()
    return problems


def _addresses(html_dir: Path) -> Iterator[str]:
    yield from (f"{name}.html" for name in PAGES)
    text = (html_dir / "data.js").read_text(encoding="utf-8").partition("=")[2].rstrip(";\n")
    for name in list(json.loads(text)["benchmarks"])[:_CHARTS]:
        yield f"benchmark.html?{urlencode({'id': name})}"


def _opened(page: Any, html_dir: Path, address: str) -> list[str]:
    said: list[str] = []
    heard = {
        "console": lambda message: said.append(message.text) if message.type == "error" else None,
        "pageerror": lambda error: said.append(str(error)),
        "requestfailed": lambda request: said.append(f"{request.url}: {request.failure}"),
    }
    for event, listener in heard.items():
        page.on(event, listener)
    name, _, query = address.partition("?")
    page.goto(f"{(html_dir / name).resolve().as_uri()}{'?' if query else ''}{query}")
    problems = [f"{address}: {line}" for line in said]
    for event, listener in heard.items():
        page.remove_listener(event, listener)
    for link in page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)"):
        parts = urlsplit(link)
        if parts.scheme == "file" and not Path(unquote(parts.path)).exists():
            problems.append(f"{address}: a dead link to {Path(unquote(parts.path)).name}")
        elif parts.scheme == "file" and not _holds(html_dir, Path(unquote(parts.path)), unquote(parts.fragment)):
            problems.append(f"{address}: a link to {parts.fragment}, which {Path(parts.path).name} does not hold")
    if name == "benchmark.html" and page.locator("#chart").count():
        page.wait_for_selector("#chart .main-svg")
        if not page.locator("#chart .scatterlayer .trace").count():
            problems.append(f"{address}: an empty chart")
    if name == "index.html" and page.locator("#heat").count() and not page.locator("#heat td[data-id]").count():
        problems.append(f"{address}: an empty table")
    return problems


def _holds(html_dir: Path, page: Path, fragment: str) -> bool:
    """Whether one of our pages has the place that a link means; asv's make theirs as they are opened."""
    ours = page.parent == html_dir.resolve() and page.suffix == ".html"
    return not fragment or not ours or f'id="{fragment}"' in page.read_text(encoding="utf-8")
