import json
from dataclasses import replace

import pytest
from folders import MACHINE, STEADY, Folder, commits, device, entry, line, record

from jaxvelocity.errors import ResultsError
from jaxvelocity.history import UNKNOWN, changes, load, since, spreads, stale


def one(history):
    [series] = history.series
    return series


def test_reads_values_that_asv_saved_in_the_order_of_the_commits(folder):
    along = line(folder, [1e-3, (2e-3, 4e-3), 5e-3])
    history = load(folder.path, None, along)
    series = one(history)
    assert [point.value for point in series.points] == [1e-3, 3e-3, 5e-3]  # 3 is the median of 2 and 4
    assert series.points[1].rounds == (2e-3, 4e-3)
    assert (series.key.benchmark, series.key.metric, series.key.unit) == ("loops.Walk", "steady", "seconds")
    assert series.key.device == "cpu:cpu on Example 9000"
    assert history.machine == MACHINE
    assert history.commits == tuple(along)
    assert one(load(folder.path, None, along[::-1])).points == series.points[::-1]


def test_takes_the_interval_that_asv_gives(folder):
    # asv's interval of the median of many equal samples is that sample.
    along = line(folder, [(1e-3,) * 20, 2e-3])
    wide, lone = one(load(folder.path, None, along)).points
    assert (wide.low, wide.high) == (1e-3, 1e-3)
    assert (lone.low, lone.high) == (None, None)  # one sample: asv says minus to plus infinity


def test_parameters_find_their_values(tmp_path):
    folder = Folder(tmp_path, {STEADY: entry(STEADY, [["a", "it's"], ["1", "2"]])})
    [commit] = commits(1)
    values = {("a", "1"): 1.0, ("a", "2"): 2.0, ("it's", "1"): 3.0}
    folder.put(commit, *(record(params=params, rounds=(value,)) for params, value in values.items()))
    found = {series.key.params: series.points[0].value for series in load(tmp_path, None, [commit]).series}
    assert found == values


@pytest.mark.parametrize(
    ("axis", "mark", "is_stale"),
    [
        ("releases", {"version": "2"}, True),
        ("releases", {"inputs": "i2"}, True),
        ("releases", {"functions": "f2"}, True),
        ("main", {"version": "2"}, True),
        ("main", {"inputs": "i2"}, True),
        ("main", {"functions": "f2"}, False),
        ("releases", {}, False),
    ],
)
def test_stale(folder, axis, mark, is_stale):
    assert stale(record(**mark), entry(STEADY), axis) is is_stale
    along = commits(1, axis)
    folder.put(along[0], record(**mark))
    history = load(folder.path, None, along)
    assert (history.stale, len(history.series)) == ((1, 0) if is_stale else (0, 1))


def test_without_a_record_it_is_stale(folder):
    assert stale(None, entry(STEADY), "releases")
    along = line(folder, [1e-3])
    folder.file(along[0]).unlink()
    assert load(folder.path, None, along).series == ()


def test_only_todays_benchmarks_and_parameters(tmp_path):
    folder = Folder(
        tmp_path, {STEADY: entry(STEADY, [["a", "b"]]), "old.Gone.time_steady": entry("old.Gone.time_steady")}
    )
    along = commits(1)
    folder.put(along[0], record(params=("a",)), record(params=("b",)), record("old.Gone.time_steady"))
    Folder(tmp_path, {STEADY: entry(STEADY, [["b"]])})
    assert [series.key.params for series in load(tmp_path, None, along).series] == [("b",)]


def test_commits_that_are_not_asked_for_are_left_out(folder):
    along = line(folder, [1e-3, 2e-3])
    assert len(one(load(folder.path, None, along[1:])).points) == 1


def test_failures_say_what_they_are(folder):
    along = line(folder, [1e-3, "hang", "crash", "exception", "skipped"])
    points = one(load(folder.path, None, along)).points
    assert [(point.outcome, point.reason) for point in points[1:]] == [
        ("broken", "hang"),
        ("broken", "crash"),
        ("broken", "exception"),
        ("skipped", "because skipped"),
    ]
    assert [point.value for point in points[1:]] == [None] * 4


def test_a_wrong_result_is_never_a_time(folder):
    along = commits(1)
    folder.put(along[0], record(outcome="wrong", error=0.5, rounds=(1e-3,)))
    [point] = one(load(folder.path, None, along)).points
    assert (point.outcome, point.value, point.error) == ("wrong", None, 0.5)


def test_a_value_in_asvs_file_does_not_mend_a_wrong_result(folder):
    along = commits(1)
    folder.put(along[0], record(outcome="wrong"))
    path = folder.file(along[0], ".json")
    saved = json.loads(path.read_text())
    saved["results"][STEADY][0] = [1e-3]
    path.write_text(json.dumps(saved))
    assert one(load(folder.path, None, along)).points[0].value is None


@pytest.mark.parametrize("later", ["13:00:01", "12:59:59"])
def test_of_two_environments_the_one_measured_last_counts(folder, later):
    along = commits(1)
    folder.put(along[0], record(rounds=(1.0,), started=f"2026-12-01T{later}Z"))
    for suffix in (".json", ".jsonl"):
        path = folder.file(along[0], suffix)
        path.rename(path.with_name(f"{along[0].hash[:8]}-a-first-one{suffix}"))
    folder.put(along[0], record(rounds=(2.0,), started="2026-12-01T13:00:00Z"))
    [point] = one(load(folder.path, None, along)).points
    assert point.value == (1.0 if later > "13:00:00" else 2.0)


def test_two_devices_are_two_histories(folder):
    along = commits(2)
    folder.put(along[0], record(rounds=(1.0,)))
    folder.put(along[1], record(rounds=(9.0,)), on=[device(platform="gpu", kind="Example G1")])
    history = load(folder.path, None, along)
    assert len(history.series) == 2
    assert history.devices == ("cpu:cpu on Example 9000", "gpu:Example G1 on Example 9000")
    assert changes(history, spreads(history)) == ()


def test_other_versions_and_threads_are_one_history(folder):
    along = commits(2)
    folder.put(along[0], record(), on=[device("0.8.0")])
    folder.put(along[1], record(), on=[device("0.9.0", x64=True)])
    assert len(load(folder.path, None, along).series) == 1


def test_a_process_that_died_before_it_had_a_device_broke_the_series_of_the_known_one(folder):
    along = commits(2)
    folder.put(along[0], record())
    folder.put(along[1], record(outcome="crash", rounds=()), on=[UNKNOWN])
    history = load(folder.path, None, along)
    assert [point.outcome for point in one(history).points] == ["ok", "broken"]


def test_two_machines_never_mix_and_the_last_one_measured_is_taken(folder):
    along = commits(2)
    folder.put(along[0], record(started="2026-12-01T13:00:00Z"), machine="early")
    folder.put(along[1], record(started="2026-12-02T13:00:00Z"), machine="later")
    history = load(folder.path, None, along)
    assert (history.machine, history.machines) == ("later", ("early", "later"))
    assert [point.commit.label for point in one(history).points] == ["r1"]
    assert [point.commit.label for point in one(load(folder.path, "early", along)).points] == ["r0"]


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
@pytest.mark.parametrize("damage", ["", "{", '{"version": 2, "results": []}', '{"version": 99}', "\x00\x00"])
def test_a_corrupt_file_is_named_left_aside_and_kept(folder, suffix, damage):
    along = line(folder, [1e-3, 2e-3])
    path = folder.file(along[0], suffix)
    path.write_text(damage)
    history = load(folder.path, None, along)
    [problem] = history.problems
    assert f"{path.parent.name}/{path.name}" in problem
    assert "\n" not in problem
    assert path.read_text() == damage
    assert [point.commit.label for point in one(history).points] == ["r1"]


def test_an_unknown_format_of_records_is_a_problem(folder):
    along = line(folder, [1e-3])
    path = folder.file(along[0])
    path.write_text(path.read_text().replace('"format": 5', '"format": 6'))
    [problem] = load(folder.path, None, along).problems
    assert "record format 6, this jaxvelocity knows 1 to 5" in problem


def test_a_corrupt_list_of_benchmarks_is_an_error_that_names_it(folder):
    along = line(folder, [1e-3])
    (folder.path / "benchmarks.json").write_text("{")
    with pytest.raises(ResultsError, match=r"benchmarks\.json"):
        load(folder.path, None, along)


@pytest.mark.parametrize("value", [None, float("nan")])
def test_what_asv_wrote_over_is_still_on_record(folder, value):
    along = line(folder, [(1e-3, 3e-3)])
    path = folder.file(along[0], ".json")
    saved = json.loads(path.read_text())
    saved["results"][STEADY][0] = [value]
    path.write_text(json.dumps(saved))
    assert one(load(folder.path, None, along)).points[0].value == 2e-3  # the median of the rounds


def test_what_was_removed_from_asvs_file_is_gone(folder):
    along = line(folder, [1e-3])
    path = folder.file(along[0], ".json")
    saved = json.loads(path.read_text())
    del saved["results"][STEADY]
    path.write_text(json.dumps(saved))
    assert load(folder.path, None, along).series == ()


def test_a_release_that_does_not_install_is_one_broken_install(folder):
    along = commits(3)
    folder.put(along[0], record())
    folder.put(along[1], record(), install="no wheel for jaxlib")
    folder.put(along[2], record())
    history = load(folder.path, None, along)
    assert [(one.commit.label, one.install.reason) for one in history.broken_installs] == [
        ("r1", "no wheel for jaxlib")
    ]
    assert history.commits == tuple(along)
    assert [point.commit.label for point in one(history).points] == ["r0", "r2"]


def test_nothing_measured(tmp_path):
    history = load(tmp_path / "none", None, commits(2))
    assert (history.machine, history.series, history.commits, history.problems) == (None, (), (), ())
    assert load(tmp_path / "none", "named", commits(2)).machine == "named"


def test_when_it_was_measured(folder):
    along = commits(2)
    folder.put(along[0], record(started="2026-12-01T13:00:00Z"))
    folder.put(along[1], record(started="2026-12-01T14:00:00Z"))
    assert load(folder.path, None, along).measured_at == ("2026-12-01T13:00:00Z", "2026-12-01T14:00:00Z")


def test_since_keeps_the_commit_itself(folder):
    along = line(folder, [1e-3, 2e-3, 3e-3])
    later = since(load(folder.path, None, along), along[1])
    assert [point.commit.label for point in one(later).points] == ["r1", "r2"]
    assert later.commits == tuple(along[1:])


def test_since_a_release_that_was_not_measured(folder):
    along = line(folder, [1e-3, None, 3e-3])
    later = since(load(folder.path, None, along), replace(along[1], label="other"))
    assert [point.commit.label for point in one(later).points] == ["r2"]
