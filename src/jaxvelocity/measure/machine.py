"""The machine that points are recorded under: a slug of CPU model and core count, never the host's name.

asv splits a graph in two wherever one of a machine's fields differs, so they say only what makes another machine:
no kernel version, no memory size.
"""

import multiprocessing
import os
import platform
import re

from asv import machine as asv_machine
from asv import util

from jaxvelocity.errors import RequestError

_VARIABLE = "JAXVELOCITY_MACHINE"
"""Tells the benchmark processes, and through their side records the filing, which machine's folder is meant."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


def default_name() -> str:
    """Name this machine, for example `amd-epyc-2`."""
    model = re.sub(r"\((?:r|tm)\)|\bcpu\b|@.*|\b\d+-core processor\b", " ", util.get_cpu_info().lower())
    slug = re.sub(r"[^a-z0-9]+", "-", model or platform.machine()).strip("-")
    # "reference-…" is the history that ships with the project; nobody's own points may mix with it unasked.
    return f"{slug.removeprefix('reference-') or 'unknown'}-{multiprocessing.cpu_count()}"


def fields(name: str) -> dict[str, str]:
    """asv's description of the machine called `name`."""
    return {
        "machine": name,
        "os": platform.system(),
        "arch": platform.machine(),
        "cpu": util.get_cpu_info() or "unknown",
        "num_cpu": str(multiprocessing.cpu_count()),
        "ram": "",
    }


def use(name: str | None = None) -> str:
    """Make asv in this process record under `name` (default: this machine's), with our fields; returns the name.

    asv would ask at a terminal, keep the answer in the user's home and give up where there is no terminal.
    """
    chosen = default_name() if name is None else checked(name)

    def load(machine_name: str | None, _path: str | None = None) -> dict[str, str]:
        asked = chosen if machine_name is None else checked(machine_name)
        os.environ[_VARIABLE] = asked
        return fields(asked)

    os.environ[_VARIABLE] = chosen
    asv_machine.Machine.hardcoded_machine_name = chosen
    asv_machine.MachineCollection.load = staticmethod(load)
    asv_machine.MachineCollection.save = staticmethod(lambda *_, **__: None)
    return chosen


def checked(name: str) -> str:
    """Return `name` if it can be a folder's; raises RequestError."""
    if not _NAME.fullmatch(name):
        raise RequestError(
            f"machine name {name!r}: wanted letters, digits, '.', '_' and '-', starting with a letter or digit, "
            "80 at most; give another --machine"
        )
    return name
