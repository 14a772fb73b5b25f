"""Real runs: real asv, real processes, real releases; the faults are planted."""

import json
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from planted_project import BIN, NEWEST, OLDER, commit, git, run_tool

from jaxvelocity.history import records


def filed(project: Path, release: str) -> records.RecordFile:
    tip = git(project, "rev-parse", f"jax-{release}")
    (path,) = (project / "results").glob(f"*/{tip[:8]}-*.jsonl")
    return records.read(path)


def record(project: Path, name: str, *params: str) -> records.Record:
    (found,) = [one for one in filed(project, NEWEST).records if (one.benchmark, one.params) == (name, params)]
    return found


def test_a_run_with_failures_ends_with_2_and_names_them(planted):
    assert planted.returncode == 2, planted.stderr
    assert "broken: 0.12.0.1: planted.Raises.time_steady(): exception: RuntimeError: planted" in planted.stderr
    assert "Traceback" not in planted.stderr


def test_a_fine_one_has_two_rounds_a_device_and_a_value(project, planted):
    fine = record(project, "planted.Fine.time_steady", "16")
    assert fine.outcome == "ok"
    assert len(fine.rounds) == 2
    assert fine.calls_per_sample > 1
    assert {"build", "transfer", "trace", "lower", "compile", "first_call", "transfer_back"} <= set(fine.stages)
    device = filed(project, NEWEST).devices[fine.device]
    assert device.platform == "cpu"
    assert device.versions["jax"] == NEWEST


def test_where_the_time_went_is_on_record_and_said(project, planted):
    timed = record(project, "planted.Fine.time_steady", "16").spent
    assert timed["timed"] > 0
    assert timed["compiled"] > 0
    assert timed["warmed"] > 0
    # Four compilations at the least, of which only the reading of them is the harness's.
    compiled = record(project, "planted.Fine.track_compile_seconds", "16").spent
    assert compiled["compiled"] > 3 * min(record(project, "planted.Fine.track_compile_seconds", "16").rounds)
    assert planted.stderr.count("timed calls") == 1


def test_the_three_numbers_come_from_one_size(project, planted):
    named = [one for one in filed(project, NEWEST).records if one.benchmark.startswith("planted.Fine.track_")]
    left = {tuple(one.rounds) for one in named if one.benchmark.endswith("compile_seconds")}
    assert len(left) == 1
    assert len(left.pop()) == 3  # compilations
    assert {(one.benchmark.rpartition("_")[2], one.params, one.outcome) for one in named} == {
        ("seconds", ("16",), "ok"),
        ("bytes", ("16",), "ok"),
        ("instructions", ("16",), "ok"),
    }


def test_an_exception_keeps_its_reason_and_the_last_lines(project, planted):
    raises = record(project, "planted.Raises.time_steady")
    assert (raises.outcome, raises.reason) == ("exception", "RuntimeError: planted")
    assert "the last words" in raises.stderr


def test_a_wrong_result_keeps_the_size_of_its_error_and_no_time(project, planted):
    wrong = record(project, "planted.Wrong.time_steady")
    assert wrong.outcome == "wrong"
    assert wrong.error == pytest.approx(0.5)  # 3 x against 2 x
    assert wrong.rounds == ()


def test_a_retrace_in_the_clock_is_refused(project, planted):
    retraces = record(project, "planted.Retraces.time_steady")
    assert retraces.outcome == "exception"
    assert retraces.reason.startswith("CompiledInClockError: compile inside the timed window")


def test_a_skip_is_a_skip_with_its_reason(project, planted):
    skips = record(project, "planted.Skips.time_steady")
    assert (skips.outcome, skips.reason) == ("skipped", "NotImplementedError: this release has no such thing")


def test_a_crash_is_named(project, planted):
    crashes = record(project, "planted.Crashes.time_steady")
    assert crashes.outcome == "crash"
    assert crashes.reason.startswith("Fatal Python error: Segmentation fault in string_at")


def test_a_hang_that_holds_the_interpreter_lock_is_ended_and_not_waited_for_again(project, planted):
    hangs = record(project, "planted.Hangs.time_steady")
    assert hangs.outcome == "hang"
    assert hangs.reason.startswith("no end within 0:00:20 in match (")
    for metric in ("compile_seconds", "temp_bytes", "hlo_instructions"):
        sibling = record(project, f"planted.Hangs.track_{metric}")
        assert sibling.outcome == "hang"
        assert "hung in this visit" in sibling.reason


def test_one_that_prints_without_end_is_ended(project, planted):
    prints = record(project, "planted.Prints.time_steady")
    assert prints.outcome in ("hang", "exception")  # whichever comes first: the time, or the size of its output


def test_no_time_is_stored_for_a_failure(project, planted):
    tip = git(project, "rev-parse", f"jax-{NEWEST}")
    (path,) = (project / "results").glob(f"*/{tip[:8]}-*.json")
    results = json.loads(path.read_text())["results"]
    for name in ("Raises", "Wrong", "Retraces", "Crashes", "Hangs", "Prints"):
        assert results[f"planted.{name}.time_steady"][0] in (None, [None])


def test_the_report_shows_failures_with_their_last_lines(planted):
    assert planted.stdout.startswith("machine ")
    assert "planted.Raises steady at 0.12.0.1: exception: RuntimeError: planted" in planted.stdout
    assert "the last words" in planted.stdout


def quiet(project: Path) -> None:
    """Have it that nothing else ran meanwhile, as other tests did: what was disturbed is measured again too."""
    tip = git(project, "rev-parse", f"jax-{NEWEST}")
    for path in (project / "results").glob(f"*/{tip[:8]}-*.jsonl"):
        kept = records.read(path)
        path.write_text(
            records.dump(replace(kept, records=tuple(replace(one, disturbed=None) for one in kept.records)))
        )


def test_a_second_run_measures_nothing_and_retry_only_the_failures(project, planted):
    quiet(project)
    again = run_tool(project, "run", NEWEST, "--bench", "planted.(Fine|Raises|Skips)")
    assert "\n0 benchmarks measured" in again.stderr
    retried = run_tool(project, "run", NEWEST, "--bench", "planted.(Fine|Raises|Skips)", "--retry")
    assert "1 benchmark measured" in retried.stderr


def test_a_new_function_costs_nothing_and_a_changed_one_only_its_own_points(project, planted):
    before = {(one.benchmark, one.params): one.started for one in filed(project, NEWEST).records}
    path = project / "benchmarks" / "planted.py"
    text = path.read_text()
    try:
        added = text.replace("class Raises", 'class Added(Fine):\n    """New."""\n\n\nclass Raises')
        path.write_text(added)
        run = run_tool(project, "run", NEWEST, "--bench", "planted.(Fine|Added|Skips)")
        assert "4 benchmarks measured, 8 were there already" in run.stderr, run.stderr
        path.write_text(added.replace('raise NotImplementedError("this', 'raise NotImplementedError("that'))
        run = run_tool(project, "run", NEWEST, "--bench", "planted.(Fine|Added|Skips)")
        assert "4 benchmarks measured, 8 were there already" in run.stderr, run.stderr
    finally:
        path.write_text(text)
    after = {(one.benchmark, one.params): one.started for one in filed(project, NEWEST).records}
    fine = [key for key in before if key[0].startswith("planted.Fine")]
    assert fine
    assert all(after[key] == before[key] for key in fine)


def test_pins_that_do_not_install_are_broken_with_the_reason_and_not_tried_again(project, planted):
    path = project / "pyproject.toml"
    text = path.read_text()
    path.write_text(text.replace("jax==0.12.0.1", "jax==9.9.9"))
    bad = commit(project, "pins that do not exist")
    path.write_text(text)
    commit(project, "pins that do")
    run = run_tool(project, "run", bad, "--bench", "planted.Fine")
    assert run.returncode == 2
    assert f"{bad[:8]}: does not install" in run.stderr
    assert "jax==9.9.9" in run.stderr
    again = run_tool(project, "run", bad, "--bench", "planted.Fine")
    assert "installing" not in again.stderr
    assert again.returncode == 2


def test_pins_under_which_jax_does_not_import_are_on_record_too(project, planted):
    path = project / "pyproject.toml"
    text = path.read_text()
    path.write_text(text.replace("jax==0.12.0.1", "jax==0.0"))  # the name's first upload, an empty package
    bad = commit(project, "pins without a jax in them")
    path.write_text(text)
    commit(project, "pins that do")
    run = run_tool(project, "run", bad, "--bench", "planted.Fine.time")
    assert run.returncode == 2
    assert f"broken: {bad[:8]}: planted.Fine.time_steady(16): exception: " in run.stderr, run.stderr
    assert "\n0 benchmarks measured" in run_tool(project, "run", bad, "--bench", "planted.Fine.time").stderr


def test_what_one_commit_brings_along_is_gone_at_the_next(project, planted):
    path = project / "pyproject.toml"
    text = path.read_text()
    path.write_text(text.replace('"jax==0.12.0.1",', '"jax==0.12.0.1",\n  "six==1.17.0",'))
    more = commit(project, "one more package")
    path.write_text(text)
    commit(project, "and no more")
    (six,) = [*(project / ".asv" / "env").glob("*/lib/python3.12/site-packages/asv_runner")]
    six = six.with_name("six.py")
    assert run_tool(project, "run", more, "--bench", "planted.Fine.track_temp").returncode == 0
    assert six.exists()
    assert run_tool(project, "run", OLDER, "--bench", "planted.Fine.track_temp", "--machine", "less").returncode == 0
    assert not six.exists()


def processes_of(project: Path) -> list[str]:
    found = []
    for process in psutil.process_iter(["pid", "cmdline", "cwd"]):
        words = " ".join(process.info["cmdline"] or ())
        if str(project) in words or str(project) == process.info["cwd"]:
            found.append(f"{process.info['pid']} {words}")
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_a_signal_loses_only_the_slice_in_hand_and_leaves_nothing_running(project, planted, number):
    """The fine benchmark is measured anew at a release each, one slice; the signal comes in the slow one after it."""
    release = {signal.SIGINT: "0.10.0", signal.SIGTERM: "0.10.1", signal.SIGKILL: "0.10.2"}[number]
    command = [BIN / "jaxvelocity", "run", release, NEWEST, "--bench", "planted.(Fine|Hangs)", "--machine", "signalled"]
    with subprocess.Popen(command, cwd=project, stderr=subprocess.PIPE, text=True) as tool:
        side = project / ".asv" / "side"
        tip = git(project, "rev-parse", f"jax-{release}")
        _wait_for(lambda: any(side.glob(f"{tip[:8]}-*planted.Hangs*.trace")), tool)
        tool.send_signal(number)
        said = tool.communicate(timeout=30)[1]
    assert tool.returncode == (-number if number == signal.SIGKILL else 128 + number), said
    _wait_for(lambda: not processes_of(project), None)
    assert "Traceback" not in said
    (path,) = (project / "results" / "signalled").glob(f"{git(project, 'rev-parse', f'jax-{NEWEST}')[:8]}-*.jsonl")
    kept = records.read(path)
    assert any(one.benchmark == "planted.Fine.time_steady" for one in kept.records)
    run_tool(project, "report")  # files what the stopped run has left, and must not take it for a crash
    again = run_tool(project, "run", release, NEWEST, "--bench", "planted.Fine", "--machine", "signalled")
    assert "4 benchmarks measured, 4 were there already" in again.stderr, again.stderr
    assert records.read(path).records == kept.records
    unmeasured = records.read(path.parent / path.name.replace(path.name[:8], tip[:8]))
    assert not [one for one in unmeasured.records if one.benchmark.startswith("planted.Hangs")]


def _wait_for(condition, tool, seconds=90):
    end = time.monotonic() + seconds
    while not condition():
        assert tool is None or tool.poll() is None, tool.stderr.read()
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_second_run_names_the_holder_and_stops(project, planted):
    command = [BIN / "jaxvelocity", "run", OLDER, "--bench", "planted.Fine"]
    with subprocess.Popen(command, cwd=project, stderr=subprocess.PIPE, text=True) as first:
        _wait_for(lambda: (project / ".asv" / "run.holder").exists(), first)
        second = run_tool(project, "run", OLDER, "--bench", "planted.Fine")
        assert second.returncode == 4
        assert f"process {first.pid}" in second.stderr
        assert "--wait" in second.stderr
        waiting = run_tool(project, "run", OLDER, "--bench", "planted.Fine", "--wait")
        first.communicate()
    assert waiting.returncode == 0, waiting.stderr
    assert "\n0 benchmarks measured" in waiting.stderr
