"""The environments of duets: one for each release, kept for the next command, and a second where both are the same."""

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from jaxvelocity.errors import EnvironmentUnavailableError
from jaxvelocity.files import write_whole
from jaxvelocity.measure.children import die_with_parent
from jaxvelocity.measure.suite import cause
from jaxvelocity.releases import catalogue
from jaxvelocity.releases.catalogue import Catalogue

_ALWAYS = ("asv_runner==0.3.2",)
"""What a side needs beside the release's pins: it finds the benchmarks."""

_PYTHON = "3.12"


def environment(root: Path, known: Catalogue, version: str, say: Callable[[str], None], *, twin: bool = False) -> Path:
    """Give the Python of an environment that holds a release's pins, made where it is not there yet.

    twin: a second one of the same release. Raises EnvironmentUnavailableError where the pins do not install.
    """
    release = known.find(version)
    pins = (*catalogue.requirements(release, known.companions_of(release)), *_ALWAYS)
    folder = root / ".asv" / "duets" / (f"{version}-twin" if twin else version)
    python = folder / "bin" / "python"
    held = folder / "pins.txt"
    if held.exists() and held.read_text().splitlines() == list(pins) and python.exists():
        return python
    say(f"{version}: installing")
    _uv(version, ["venv", "--quiet", "--clear", "--python", _PYTHON, str(folder)])
    install = ["pip", "install", "--quiet", "--python", str(python), *pins]
    try:
        _uv(version, [*install, "--offline"])  # the pins are exact: what the cache holds is what the index would give
    except EnvironmentUnavailableError:
        _uv(version, install)
    write_whole(held, "\n".join(pins))
    return python


def _uv(version: str, words: Sequence[str]) -> None:
    try:
        subprocess.run(["uv", *words], check=True, capture_output=True, text=True, preexec_fn=die_with_parent)
    except (subprocess.CalledProcessError, OSError) as error:
        raise EnvironmentUnavailableError(
            f"JAX {version} could not be installed for a duet: {cause(error)}; "
            "name another release, or see to the network"
        ) from None
