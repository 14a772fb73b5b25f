"""Which edits make a point stale, and which do not."""

import pytest

from benchmarks import _fingerprint

KERNELS = {
    "__init__.py": '"""Kernels."""\n',
    "waves.py": """
import jax.numpy as jnp
from jaxvelocity.kernels import shared
from .shared import LIMIT as BOUND

SCALE = 2.0

def wave(x):
    "A wave."
    return SCALE * helper(x)

def helper(x):
    return jnp.sin(x) + shared.offset(x) + BOUND

def unrelated(x):
    return x
""",
    "shared.py": """
LIMIT = 3

def offset(x):
    return x + 1

def bystander(x):
    return x
""",
}

BENCHMARKS = {
    "__init__.py": "",
    "_harness.py": "class _JaxBenchmark:\n    pass\n",
    "_references.py": "def wave(x):\n    return x\n",
    "_inputs/__init__.py": "from benchmarks._inputs.arrays import other, vector\n",
    "_inputs/arrays.py": "def vector(size):\n    return size\n\ndef other(size):\n    return size\n",
    "sound.py": """
from jaxvelocity import kernels
from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark


class Wave(_JaxBenchmark):
    "Why it is there."

    params = [["8"]]

    def setup(self):
        self.prepare(kernels.waves.wave, lambda: _inputs.vector(8), reference=_references.wave)


class Other(_JaxBenchmark):
    def setup(self):
        self.prepare(kernels.waves.unrelated, lambda: _inputs.other(8), reference=_references.wave)
""",
}


@pytest.fixture
def fingerprints(tmp_path):
    """Give a function that writes the two packages with one text replaced, and returns Wave's and Other's marks."""
    count = iter(range(100))

    def marks(file="", old="", new=""):
        folder = tmp_path / str(next(count))
        for package, files in (("kernels", KERNELS), ("benchmarks", BENCHMARKS)):
            (folder / package).mkdir(parents=True)
            for name, text in files.items():
                if f"{package}/{name}" == file:
                    assert old in text
                    text = text.replace(old, new)
                (folder / package / name).parent.mkdir(exist_ok=True)
                (folder / package / name).write_text(text)
        roots = {"benchmarks": folder / "benchmarks", "jaxvelocity.kernels": folder / "kernels"}
        return [_fingerprint.fingerprint("benchmarks.sound", name, roots) for name in ("Wave", "Other")]

    return marks


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("kernels/waves.py", "SCALE * helper", "SCALE + helper"),
        ("kernels/waves.py", "SCALE = 2.0", "SCALE = 2.5"),
        ("kernels/waves.py", "jnp.sin", "jnp.cos"),
        ("kernels/shared.py", "x + 1", "x + 2"),
        ("kernels/shared.py", "LIMIT = 3", "LIMIT = 4"),
    ],
    ids=["itself", "a constant", "a helper", "another file's function", "another file's constant"],
)
def test_what_a_function_uses_changes_its_functions_mark_alone(fingerprints, file, old, new):
    wave, other = fingerprints()
    changed, other_changed = fingerprints(file, old, new)
    assert changed.functions != wave.functions
    assert changed.inputs == wave.inputs
    assert other_changed == other


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (
            "benchmarks/_inputs/arrays.py",
            "def vector(size):\n    return size",
            "def vector(size):\n    return size + 1",
        ),
        ("benchmarks/sound.py", "vector(8)", "vector(9)"),
    ],
    ids=["the builder", "its argument"],
)
def test_an_input_changes_the_inputs_mark_alone(fingerprints, file, old, new):
    wave, other = fingerprints()
    changed, other_changed = fingerprints(file, old, new)
    assert changed.inputs != wave.inputs
    assert changed.functions == wave.functions
    assert other_changed == other


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("kernels/waves.py", "def unrelated", "def added(x):\n    return x\n\ndef unrelated"),
        ("kernels/waves.py", "def unrelated", "def x(y):\n    return y\n\ndef unrelated"),
        ("kernels/shared.py", "def bystander(x):\n    return x", "def bystander(x):\n    return -x"),
        ("kernels/waves.py", '"A wave."', '"A better word."'),
        ("kernels/waves.py", "SCALE * helper(x)", "(SCALE  *  helper(x))  # a comment"),
        ("benchmarks/sound.py", '"Why it is there."', '"Why else."'),
        ("benchmarks/_references.py", "return x", "return x + 1"),
        (
            "benchmarks/sound.py",
            "vector(8), reference=_references.wave",
            "vector(8), reference=_references.other, rtol=1",
        ),
        ("benchmarks/sound.py", 'params = [["8"]]', 'params = [["8", "16"]]'),
        ("benchmarks/_harness.py", "pass", "number = 1"),
    ],
    ids=[
        "a new function",
        "one called as a parameter is",
        "a function it does not use",
        "docstring",
        "format",
        "its own docstring",
        "reference",
        "tolerance",
        "one more size",
        "harness",
    ],
)
def test_what_does_not_matter_changes_nothing(fingerprints, file, old, new):
    assert fingerprints(file, old, new)[0] == fingerprints()[0]


def test_the_method_is_part_of_the_inputs_mark(fingerprints, monkeypatch):
    before = fingerprints()[0]
    monkeypatch.setattr(_fingerprint, "METHOD", "next")
    assert fingerprints()[0].inputs != before.inputs
    assert fingerprints()[0].functions == before.functions
