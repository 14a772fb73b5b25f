"""A fresh Python that runs a short program with the JAX that this process has, and dies with this process."""

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import jax

from benchmarks import _process

_PRELUDE = f"""
import ctypes, os, sys
ctypes.CDLL(None).prctl({_process._PR_SET_PDEATHSIG}, {signal.SIGKILL:d})
if os.getppid() != int(sys.argv.pop(1)):
    os._exit(1)
"""
"""Not a preexec_fn: with one, Python forks this process, threads and all, and JAX warns."""

_EPILOGUE = """
import json
print(json.dumps([jax.__file__, answer]))
"""


def ask(program: str, *words: str) -> tuple[float, Any]:
    """Run a program in a fresh Python; give when it was started, by `time.perf_counter`, and its `answer`.

    program: imports jax and leaves a value that JSON knows in `answer`; `sys.argv[1:]` are the words. Its clock
    `time.perf_counter` is this process's: on Linux all processes share it. Neither the folder nor Python's environment
    variables reach it, nor those of JAX that say whether and where compiled programs are kept. Raises RuntimeError
    where it fails or has another JAX, and subprocess.TimeoutExpired.
    """
    environment = {
        name: value for name, value in os.environ.items() if not (name.startswith("JAX_") and "CACHE" in name)
    }
    command = [sys.executable, "-I", "-c", _PRELUDE + program + _EPILOGUE, str(os.getpid()), *words]
    started = time.perf_counter()
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=_process.LIMIT_SECONDS, check=False
    )
    if done.returncode:
        said = done.stderr.strip().rpartition("\n")[2] or "nothing"
        raise RuntimeError(f"a fresh Python ended with {done.returncode} and said: {said}")
    file, answer = json.loads(done.stdout.splitlines()[-1])
    if file != jax.__file__:
        raise RuntimeError(f"a fresh Python has the JAX of {file}, wanted {jax.__file__}")
    return started, answer
