from dataclasses import replace

from folders import MACHINE, commits, device, record

from jaxvelocity.history import History, calibration, load
from jaxvelocity.history.calibration import Calibration, Control
from jaxvelocity.report.summary import summarise
from jaxvelocity.report.text import markdown, text


def test_machine_and_device_come_first(eventful):
    first = f"machine {MACHINE}, device cpu:cpu on Example 9000"
    assert text(eventful).splitlines()[0] == first
    assert markdown(eventful).splitlines()[0] == first


def test_the_worst_comes_first_and_every_change_is_there(eventful):
    lines = [line for line in text(eventful).splitlines() if " → r" in line]
    assert [line.split()[0] for line in lines] == [
        "everything",
        "hostile.Name",
        "loops.Walk",
        "loops.Walk",
        "loops.Walk",
    ]
    assert "broken: install" in lines[0]
    assert lines[0].endswith("r3")
    assert "broken: crash" in lines[1]
    assert all(part in lines[2] for part in ("temp_bytes", "r1 → r3", "0 B", "64 MiB"))
    assert all(part in lines[3] for part in ("r0 → r1", "320 µs", "49 ms", "153×", "suspected", "r3"))
    assert "0.0051×" in lines[4]


def test_counts(eventful):
    assert "5 changes: 2 broken, 2 slower or larger, 1 faster or smaller; still slower or larger: 1" in text(eventful)
    assert "2 benchmarks at 5 commits, r0 to r3" in text(eventful)


def test_failures_say_why_with_the_last_lines_of_stderr(eventful):
    written = text(eventful)
    assert "everything at r2: does not install: no wheel for jaxlib 0.8.2" in written
    assert "at r3: crash: exit code -11\n    one\n    [31m```\n    <b>two</b>" in written
    assert "\x1b" not in written


def test_the_control_says_how_far_apart(eventful):
    # 0.25 against 0.26 ms is 4.0 %; the other clock crashed at r3, bytes are no clock.
    assert (
        "control: m0 and r3 hold the same pins; 1 pair of clocks came out 4.0 % apart (median), 4.0 % at most"
        in text(eventful)
    )


def test_the_last_lines_say_what_duets_can_show_and_what_was_disturbed(folder):
    [commit] = commits(1)
    folder.put(commit, record(disturbed=0.84))
    calibration.write(
        folder.path,
        MACHINE,
        Calibration("cpu", "r0", "2026-12-03T08:00:00Z", (Control("loops.Walk", (), "steady", 0.01, 9, "same"),)),
    )
    *_, calibrated, disturbed = text(summarise(load(folder.path, None, [commit]))).split("\n\n")
    assert calibrated.startswith("calibrated 2026-12-03 at JAX r0: duets can show 2.4 %")
    assert disturbed.startswith("1 point measured while the machine was busy with other things or its clock slow: ")


def test_markdown_keeps_names_text(eventful):
    written = markdown(eventful)
    assert "\\<script\\>alert(1)\\</script\\>\\|\\*" in written
    assert "<script>" not in written
    assert "\n    [31m```\n    <b>two</b>" in written  # indented by four: a code block


def test_nothing_found(reported):
    assert "no change found" in text(reported([1e-3, 1e-3]))


def test_one_commit(reported):
    assert "1 benchmark at 1 commit, r0\n" in text(reported([1e-3]))


def test_nothing_measured():
    written = text(summarise(History(None, ())))
    assert written.splitlines() == [
        "machine none yet, device none measured",
        "nothing measured yet: run `jaxvelocity run`",
    ]


def test_nothing_measured_on_this_machine_names_the_others():
    assert "(measured machines: other-8)" in text(summarise(History("here-2", ("other-8",))))


def test_problems_are_said(eventful):
    damaged = replace(eventful, history=replace(eventful.history, problems=("file is left aside",)))
    assert text(damaged).splitlines()[-1] == "file is left aside"
    assert markdown(damaged).splitlines()[-1] == "file is left aside"


def test_stale_records_are_counted(reported):
    assert "2 stale records left out" in text(reported([1e-3, 1e-3], version="0"))


def test_two_devices_have_a_column(folder):
    along = commits(4)
    for commit, value, kind in zip(along, [1.0, 2.0, 1.0, 2.0], ["cpu", "cpu", "gpu", "gpu"], strict=True):
        folder.put(commit, record(rounds=(value,)), on=[device(commit.label, platform=kind, kind=kind)])
    written = text(summarise(load(folder.path, None, along)))
    assert sum(line.endswith("gpu:gpu on Example 9000") for line in written.splitlines()[4:]) == 1
    assert sum(line.endswith("cpu:cpu on Example 9000") for line in written.splitlines()[4:]) == 1
