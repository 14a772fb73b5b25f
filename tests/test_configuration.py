"""asv.conf.json and pyproject.toml say what they mean to: asv takes any key, and an import rule may never bite."""

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from asv.config import Config

from jaxvelocity.measure.suite import ASV_VERSION
from jaxvelocity.releases import catalogue

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SETTINGS = json.loads((ROOT / "asv.conf.json").read_text())

NOT_ATTRIBUTES = {"version", "build_cache_size"}
"""Keys that asv reads without an attribute of Config: the file's own version; and one by getattr, in build_cache.py."""


def test_every_key_is_one_that_asv_knows():
    unknown = set(SETTINGS) - set(vars(Config())) - NOT_ATTRIBUTES
    assert not unknown


def test_one_asv_runner_on_both_sides():
    (runner,) = SETTINGS["matrix"]["req"]["pip+asv_runner"]
    tools = PROJECT["project"]["optional-dependencies"]["tools"]
    assert f"asv_runner=={runner}" in tools
    assert f"asv=={ASV_VERSION}" in tools


def test_the_pins_are_exact_and_those_of_a_release():
    """HEAD and the release with its pins are a control: they differ in nothing that is measured."""
    pins = dict(pin.split("==") for pin in PROJECT["project"]["dependencies"])
    known = catalogue.load()
    release = known.find(pins["jax"])
    assert {f"{name}=={version}" for name, version in pins.items()} == set(
        catalogue.requirements(release, known.companions_of(release))
    )


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("src/jaxvelocity/history/noise.py", "import jax"),
        ("src/jaxvelocity/history/noise.py", "from jaxvelocity.releases import git"),
        ("src/jaxvelocity/report/units.py", "from jaxvelocity.measure import plan"),
        ("src/jaxvelocity/releases/git.py", "from jaxvelocity.report import units"),
        ("src/jaxvelocity/kernels/loops.py", "from jaxvelocity import errors"),
        ("benchmarks/loops.py", "from jaxvelocity.releases import git"),
        ("src/jaxvelocity/kernels/loops.py", "import benchmarks"),
        ("", ""),
    ],
)
def test_an_import_across_the_layers_is_seen(tmp_path, file, line):
    for name in ("src", "benchmarks"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    if file:
        path = tmp_path / file
        path.write_text(f"{path.read_text()}\n{line}\n")
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path / 'src'}:{tmp_path}", "PATH": "/usr/bin"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == (1 if file else 0), done.stdout + done.stderr


def test_no_file_beside_the_installing_script_hides_one_of_pythons_own():
    """asv runs it as a script, and then its folder comes first on the path."""
    beside = {path.stem for path in (ROOT / "src" / "jaxvelocity" / "measure").glob("*.py")}
    assert not beside & sys.stdlib_module_names
