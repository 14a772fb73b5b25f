import json

import pytest
from folders import device, record

from jaxvelocity.errors import ResultsError
from jaxvelocity.history import UNKNOWN, Install, RecordFile, dump, merge, read


def filed(*records, devices=None):
    return RecordFile("ab" * 20, "env", tuple(devices or [device()]), None, records)


def written(tmp_path, text):
    path = tmp_path / "file.jsonl"
    path.write_text(text)
    return path


def test_reads_back_what_it_wrote(tmp_path):
    # 0.1 + 0.2 has no short decimal: only repr brings it back.
    file = filed(
        record(rounds=(0.1 + 0.2, 1e-9)),
        record("a.B.time_c", (), outcome="wrong", error=0.013, reason="off\nby much", stderr="last\u2028line"),
        record("a.B.time_d", deviation=1.2e-7),
        devices=[device(blas={"name": "scipy-openblas", "core": "SkylakeX", "unset": "OPENBLAS_CORETYPE"})],
    )
    file = RecordFile(file.commit, file.env, file.devices, Install("no wheel", "2026-12-01T13:00:00Z"), file.records)
    assert read(written(tmp_path, dump(file))) == file


def test_one_record_a_line_with_sorted_keys(tmp_path):
    head, line = dump(filed(record())).splitlines()
    assert list(json.loads(line)) == sorted(json.loads(line))
    assert list(json.loads(head)) == ["commit", "devices", "env", "format", "install"]


@pytest.mark.parametrize("name", ["error", "deviation"])
def test_an_error_that_is_not_finite_survives_without_leaving_json(tmp_path, name):
    text = dump(filed(record(**{name: float("inf")})))
    json.loads(text.splitlines()[1], parse_constant=pytest.fail)
    assert getattr(read(written(tmp_path, text)).records[0], name) == float("inf")


def test_format_1_is_read_without_what_it_did_not_have(tmp_path):
    head, line = map(json.loads, dump(filed(record())).splitlines())
    head["format"] = 1
    del head["devices"][0]["blas"]
    assert read(written(tmp_path, f"{json.dumps(head)}\n{json.dumps(line)}\n")) == filed(record())


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda text: text[:-20], "line 2"),
        (lambda text: "", "line 1"),
        (lambda text: "[]\n", "line 1"),
        (lambda text: text.replace('"format": 5', '"format": 7'), "record format 7, this jaxvelocity knows 1 to 5"),
        (lambda text: text.replace('"outcome": "ok"', '"outcome": "fine"'), "'fine' is none of ok"),
        (lambda text: text.replace('"device": 0', '"device": 1'), "device 1 of 1"),
        (lambda text: text.replace('"params": []', '"params": "64"'), "no list of strings"),
        (lambda text: text.replace('"visit": "v1"', '"visit": null'), "is no string"),
        (lambda text: text.replace('"rounds": [0.001]', '"rounds": ["x"]'), "could not convert"),
        (lambda text: text.replace('"device": 0', '"device": 0, "deviation": "x"'), "could not convert"),
        (lambda text: text.replace('"visit"', '"visited"'), "visited"),
    ],
)
def test_a_damaged_file_is_named_in_one_line_and_kept(tmp_path, damage, says):
    text = dump(filed(record()))
    assert damage(text) != text
    path = written(tmp_path, damage(text))
    with pytest.raises(ResultsError, match=says) as caught:
        read(path)
    assert f"{path.parent.name}/{path.name}" in str(caught.value)
    assert str(path.parent.parent) not in str(caught.value)  # it goes into what is published
    assert "\n" not in str(caught.value)
    assert path.read_text() == damage(text)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ResultsError, match=r"none\.jsonl"):
        read(tmp_path / "none.jsonl")


def test_the_same_visit_adds_rounds():
    first, second = record(rounds=(1.0,)), record(rounds=(2.0,), started="2026-12-01T13:00:05Z")
    [merged] = merge(filed(first), [second]).records
    assert merged.rounds == (1.0, 2.0)
    assert merged.started == first.started


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [(1e-7, 3e-7, 3e-7), (3e-7, 1e-7, 3e-7), (None, 1e-7, 1e-7), (1e-7, None, 1e-7), (None, None, None)],
)
def test_the_same_visit_keeps_the_larger_deviation(first, second, kept):
    rounds = [record(rounds=(1.0,), deviation=first), record(rounds=(2.0,), deviation=second)]
    [merged] = merge(filed(), rounds).records
    assert merged.deviation == kept


def test_the_same_visit_adds_up_what_its_processes_spent():
    spent = [{"timed": 0.25, "compiled": 0.5}, {"timed": 0.5, "warmed": 0.125}, None]
    rounds = [record(rounds=(float(place),), spent=one) for place, one in enumerate(spent)]
    [merged] = merge(filed(), rounds).records
    assert merged.spent == {"timed": 0.75, "compiled": 0.5, "warmed": 0.125}


def test_what_is_not_known_takes_no_room():
    assert "null" not in dump(filed(record())).splitlines()[1]


def test_another_visit_replaces():
    [merged] = merge(filed(record(rounds=(1.0,))), [record(rounds=(2.0,), visit="v2")]).records
    assert merged.rounds == (2.0,)


def test_another_device_in_the_same_visit_replaces():
    file = filed(record(rounds=(1.0,)), devices=[device(), device(platform="gpu")])
    [merged] = merge(file, [record(rounds=(2.0,), device=1)]).records
    assert merged.rounds == (2.0,)


@pytest.mark.parametrize("failed_first", [True, False])
def test_a_round_that_failed_makes_the_visit_fail(failed_first):
    rounds = [record(rounds=(), outcome="crash", reason="signal"), record(rounds=(2.0,))]
    [merged] = merge(filed(), rounds if failed_first else rounds[::-1]).records
    assert (merged.outcome, merged.reason, merged.rounds) == ("crash", "signal", (2.0,))


def test_a_round_that_died_before_it_had_a_device_makes_the_visit_fail():
    file = filed(record(rounds=(), outcome="crash"), devices=[UNKNOWN, device()])
    [merged] = merge(file, [record(rounds=(2.0,), device=1)]).records
    assert merged.outcome == "crash"


def test_parameters_keep_apart_and_come_sorted():
    merged = merge(filed(record(params=("b",))), [record(params=("a",)), record("a.A.time_a")]).records
    assert [(one.benchmark, one.params) for one in merged] == [
        ("a.A.time_a", ()),
        ("loops.Walk.time_steady", ("a",)),
        ("loops.Walk.time_steady", ("b",)),
    ]
