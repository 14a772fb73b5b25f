"""The benchmark process, seen from the fork server that asv runs."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

FORKS = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
from benchmarks import _process
os.register_at_fork(after_in_parent=_process._wait_quietly)
server = {"__name__": sys.argv[2]}
exec('''
import os, time
def serve(benchmark_id):
    child = os.fork()
    if child == 0:
        time.sleep(0.3)
        os._exit(7)
    return os.waitpid(child, os.WNOHANG)
''', server)
print(server["serve"]("area.Subject.time_steady-0"))
"""


LOADS = """
import os, sys
sys.path.insert(0, sys.argv[1])
import jax, numpy
from benchmarks import _process
threads = len(os.listdir("/proc/self/task"))
_process._load_compiler()
print((_process.backend_runs(), len(os.listdir("/proc/self/task")) - threads))
if os.fork() == 0:
    print(float(jax.jit(lambda x: x + 1)(1.0)))
    os._exit(0)
os.wait()
"""


def test_the_compiler_is_loaded_before_the_fork_without_the_backend_or_a_thread():
    done = subprocess.run([sys.executable, "-c", LOADS, ROOT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["(False, 0)", "2.0"]


TAKES = """
import os, resource, sys
sys.path.insert(0, sys.argv[1])
import numpy
from benchmarks import _process
os.sysconf = {"SC_PHYS_PAGES": 2**20, "SC_PAGE_SIZE": 1024}.get  # a machine of 1 GiB
_process._identifier = lambda: "area.Subject.time_steady-0"
os.environ["ASV_CONF_DIR"] = sys.argv[2]
_process._arm()
taken = numpy.zeros(2**29, numpy.uint8)
try:
    numpy.zeros(2**29, numpy.uint8)
except MemoryError:
    print("MemoryError", open("/proc/self/oom_score_adj").read().strip())
_process.disarm()
"""


def test_a_process_that_takes_too_much_memory_fails_by_itself_and_would_be_the_first_to_go(tmp_path):
    done = subprocess.run([sys.executable, "-c", TAKES, ROOT, tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout == "MemoryError 1000\n"


def forked_from(module):
    done = subprocess.run([sys.executable, "-c", FORKS, ROOT, module], capture_output=True, text=True, check=True)
    return ast.literal_eval(done.stdout)


def test_the_fork_server_sleeps_until_its_child_has_ended_and_can_still_reap_it():
    pid, status = forked_from("asv_runner.server")
    assert pid > 0
    assert status == 7 << 8


def test_a_benchmark_that_forks_goes_on_at_once():
    assert forked_from("benchmarks.area") == (0, 0)
