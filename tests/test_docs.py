"""What the README and the pages tell a reader to type works as they say."""

import importlib
import re
import shlex
import sys
from pathlib import Path

import click
import pytest

from jaxvelocity import cli
from jaxvelocity.releases import catalogue

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMANDS = sorted({line for page in PAGES for line in re.findall(r"^\$ (.*)$", page.read_text(), re.MULTILINE)})
OURS = [line.partition("uv run jaxvelocity")[2] for line in COMMANDS if "uv run jaxvelocity" in line]


def test_the_two_commands_stand_first_in_the_readme():
    assert re.findall(r"^\$ (.*)$", (ROOT / "README.md").read_text(), re.MULTILINE)[:2] == [
        "pip install uv && uv run jaxvelocity run",
        "pip install uv && uv run pytest",
    ]


@pytest.mark.parametrize("line", OURS)
def test_a_command_line_parses(line):
    command: click.Command = cli.cli
    words = shlex.split(line)
    while isinstance(command, click.Group) and words:
        command, words = command.commands[words[0]], words[1:]
    command.make_context("jaxvelocity", words)


@pytest.mark.parametrize("line", OURS)
def test_the_releases_it_names_exist(line):
    known = {release.version for release in catalogue.load().releases}
    assert set(re.findall(r"\b\d+\.\d+\.\d+\b", line)) <= known


def test_every_command_says_what_it_does():
    for command in cli.cli.commands.values():
        assert command.help


def test_the_example_benchmark_runs_as_it_stands(tmp_path):
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "add-a-benchmark.md").read_text(), re.DOTALL)
    (tmp_path / "example_of_the_docs.py").write_text(block)
    sys.path.insert(0, str(tmp_path))
    try:
        module = importlib.import_module("example_of_the_docs")
    finally:
        sys.path.remove(str(tmp_path))
    for (size,) in zip(*module.StandingWave.params, strict=True):
        benchmark = module.StandingWave()
        benchmark.setup(size)
        benchmark.timer()
        benchmark.time_steady(size)
        assert benchmark.timer() > 0


def test_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
