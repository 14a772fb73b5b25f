import json
import math
from dataclasses import replace

import pytest
from comparisons import BLAS, SELU, compared
from folders import commits, device

from jaxvelocity.report.document import document, dumps
from jaxvelocity.report.evaluation import evaluate
from jaxvelocity.report.explanation import explanations
from jaxvelocity.report.summary import summarise
from jaxvelocity.report.text import markdown, text

WINS = {"quickstart.Selu 1000000": SELU}

NEVER = "never: a steady call takes 5e-06 s, NumPy 1e-06 s"

BATCH = {
    "quickstart.MatrixOnBatchByLoop": {"steady": [36e-6, 1e-7], "eager": 1e-3},
    "quickstart.MatrixOnBatchByVmap": {"steady": [12e-6, 0.0], "eager": 5e-4},
}


@pytest.fixture
def section(folder):
    """Give the lines of the section in the report's text that hold words, of one table of figures a commit."""

    def make(*tables, **other):
        lines = [
            line for line in text(summarise(compared(folder, *tables, **other))).splitlines() if set(line) - set("=-")
        ]
        starts = [number for number, line in enumerate(lines) if line.startswith("A first evaluation")]
        return lines[starts[0] :] if starts else []

    return make


def line_of(lines, *words):
    [found] = [line for line in lines if all(word in line for word in words)]
    return found


def row_of(lines, *words):
    """Give a table's row with single spaces."""
    return " ".join(line_of(lines, *words).split())


def test_device_and_backend_come_first(section):
    assert section(WINS)[:2] == [
        "A first evaluation: JAX r0 on cpu:cpu, Example 9000, 2 threads",
        "NumPy 2.5.5 on scipy-openblas 0.3.34 (SkylakeX kernels, 2 threads; OPENBLAS_CORETYPE taken out of the "
        "environment)",
    ]


@pytest.mark.parametrize(
    ("blas", "said"),
    [
        ({}, "NumPy 2.5.5"),
        ({"name": "accelerate", "unset": ""}, "NumPy 2.5.5 on accelerate"),
        ({"name": "mkl", "threads": "1"}, "NumPy 2.5.5 on mkl (1 thread)"),
        ({"name": "b", "unset": "A, B"}, "NumPy 2.5.5 on b (A, B taken out of the environment)"),
    ],
)
def test_of_blas_as_much_as_is_known_is_said(section, blas, said):
    assert section(WINS, on=[device("r0", blas=blas)])[1] == said


def test_another_numpy_at_the_other_release_is_said(section):
    on = [device("r0", versions={"jax": "r0", "numpy": "2.0.2"}), device("r1", versions={"jax": "r1"}, threads=4)]
    assert section(WINS, WINS, on=on)[:3] == [
        "A first evaluation: JAX r0 and r1 on cpu:cpu, Example 9000, 2 and 4 threads",
        "at r0: NumPy 2.0.2",
        "at r1: NumPy of unknown version",
    ]


def test_the_first_and_the_last_release_that_have_figures_are_compared(folder):
    other = {"loops.Walk": {"steady": 1e-3}}
    found = evaluate(compared(folder, other, WINS, WINS, WINS, other))
    assert [commit.label for commit in found.commits] == ["r1", "r3"]


def test_main_s_newest_is_shown_only_where_no_release_has_figures(folder, section):
    along = [*commits(1), *commits(2, "main")]
    on = [device(jax="0.9", blas=BLAS)] * 3
    assert [commit.label for commit in evaluate(compared(folder, WINS, WINS, WINS, along=along, on=on)).commits] == [
        "r0"
    ]
    other = {"loops.Walk": {"steady": 1e-3}}
    assert section(other, WINS, WINS, along=along, on=on)[0].startswith("A first evaluation: m1 (JAX 0.9) on cpu:cpu")


def test_one_line_a_function_and_release(section):
    lines = section(WINS, WINS)
    # 3 ms / 1 ms and 3 ms / 1.5 ms
    expected = "quickstart.Selu 1000000 r1 3 ms 4 ms 80 ms 1 ms 3× faster 1.5 ms 2× faster 27 40"
    assert row_of(lines, " r1 ", "80 ms") == expected
    assert line_of(lines, " r0 ", "80 ms")


def test_the_transfer(section):
    assert row_of(section(WINS), "1.4 ms") == "quickstart.Selu 1000000 r0 1 ms 1.4 ms 1.5 ms 300 µs 1 µs"


def test_what_was_not_measured_is_not_what_never_pays(section):
    lines = section({"a.B": {"numpy": 1e-6, "steady": 5e-6, "break_even_calls_numpy": NEVER, "eager": "crash"}})
    assert row_of(lines, "a.B ", " r0 ") == "a.B r0 1 µs broken – 5 µs 5× slower – – – never"
    assert not any(NEVER in line for line in lines)  # the cell says it
    assert not any("The transfer" in line for line in lines)


def test_what_was_skipped_for_another_reason_does_not_say_never(section):
    lines = section({"a.B": {"numpy": 1e-6, "steady": 5e-6, "end_to_end": "needs two devices"}})
    assert "skipped" in line_of(lines, "a.B ", "5× slower")
    assert "a.B at r0, end to end: needs two devices" in lines


@pytest.mark.parametrize(
    ("numpy", "said"), [(1.15, "even"), (1 / 1.15, "even"), (1.2, "1.2× faster"), (0.41, "2.4× slower")]
)
def test_ratios_as_words(section, numpy, said):
    assert said in line_of(section({"a.B": {"numpy": numpy, "steady": 1.0}}), "a.B ", " r0 ")


@pytest.mark.parametrize(
    ("older", "newer", "said"),
    [
        ({}, 2413.0, "crossover.Selu: from 2,400 elements on"),
        (900.0, 2400.0, "crossover.Selu: from 2,400 elements on (at r0: from 900 elements on)"),
        (900.0, "none up to 4,194,304", "crossover.Selu: none up to 4,194,304 (at r0: from 900 elements on)"),
        ("none up to 4,194,304", 900.0, "crossover.Selu: from 900 elements on (at r0: none up to 4,194,304)"),
        (900.0, {}, "crossover.Selu at r0: from 900 elements on"),
        (900.0, "hang", "crossover.Selu: broken: hang: because hang (at r0: from 900 elements on)"),
        ({}, "wrong", "crossover.Selu: wrong: because wrong"),
        ({}, 1.0, "crossover.Selu: from the first size tried on"),
    ],
)
def test_crossovers(section, older, newer, said):
    tables = [WINS | ({} if size == {} else {"crossover.Selu": {"crossover_size": size}}) for size in (older, newer)]
    assert line_of(section(*tables), "crossover.Selu").startswith(said)


@pytest.mark.parametrize(
    ("figures", "why"),
    [
        (
            {"numpy": 1e-6, "steady": 20e-6, "one_thread": 5e-6},
            "NumPy is 20× faster (JAX 20 µs, NumPy 1 µs): a jitted call costs 4 µs here whatever it computes; and "
            "JAX's threads cost more than they gain; on one thread it takes 5 µs, still 5× NumPy's time by the code "
            "that XLA makes of it.",
        ),
        (
            {"numpy": 3e-6, "steady": 7e-6},
            "NumPy is 2.33× faster (JAX 7 µs, NumPy 3 µs): a jitted call costs 4 µs here whatever it computes.",
        ),
        (
            {"numpy": 10e-6, "steady": 15e-6},
            "NumPy is 1.5× faster (JAX 15 µs, NumPy 10 µs): a jitted call costs 4 µs here whatever it computes.",
        ),
        (
            {"numpy": 10e-6, "steady": 16e-6},
            "NumPy is 1.6× faster (JAX 16 µs, NumPy 10 µs): the code that XLA makes of it is slower.",
        ),
        (
            {"numpy": 10e-6, "steady": 39e-6, "one_thread": 30e-6},
            "NumPy is 3.9× faster (JAX 39 µs, NumPy 10 µs): JAX's threads cost more than they gain; on one thread it "
            "takes 30 µs, still 3× NumPy's time by the code that XLA makes of it.",
        ),
        (
            {"numpy": 10e-6, "steady": 39e-6, "one_thread": 11e-6},
            "NumPy is 3.9× faster (JAX 39 µs, NumPy 10 µs): JAX's threads cost more than they gain; on one thread it "
            "takes 11 µs, no more than NumPy.",
        ),
        (
            {"numpy": 10e-6, "steady": 38e-6, "one_thread": 30e-6},
            "NumPy is 3.8× faster (JAX 38 µs, NumPy 10 µs): the code that XLA makes of it is slower; its threads are "
            "not the reason (on one it takes 30 µs).",
        ),
        (
            {"numpy": 3e-6, "steady": 4.4e-6},
            "NumPy is 1.47× faster (JAX 4.4 µs, NumPy 3 µs): it takes no longer than the smallest jitted call here "
            "(4 µs).",
        ),
        (
            {"numpy": 3e-3, "steady": 1e-3, "eager": 1.31e-3},
            "JAX is 3× faster (JAX 1 ms, NumPy 3 ms): its operations are faster, 2.29× op by op, and compiled as one "
            "they are 1.31× faster again.",
        ),
        (
            {"numpy": 3e-3, "steady": 1e-3, "eager": 4e-3},
            "JAX is 3× faster (JAX 1 ms, NumPy 3 ms): its steps are compiled as one; op by op it takes 4× as long.",
        ),
        (
            {"numpy": 3e-3, "steady": 1e-3, "eager": 1.2e-3},
            "JAX is 3× faster (JAX 1 ms, NumPy 3 ms): its operations are faster, and op by op it takes hardly longer.",
        ),
        (
            {"numpy": 3e-3, "steady": 1e-3},
            "JAX is 3× faster (JAX 1 ms, NumPy 3 ms); op by op was not measured, so it is not known what compiling "
            "does for it.",
        ),
        (
            {"numpy": 3e-3, "steady": 1e-3, "eager": 4e-3, "end_to_end": 5e-3},
            "JAX is 3× faster (JAX 1 ms, NumPy 3 ms): its steps are compiled as one; op by op it takes 4× as long; but "
            "with host arrays in and out NumPy is faster (5 ms against 3 ms).",
        ),
        ({"numpy": 1.1e-3, "steady": 1e-3}, "JAX and NumPy are even (JAX 1 ms, NumPy 1.1 ms)."),
    ],
)
def test_why(folder, figures, why):
    tables = {"a.B 64": figures, "floor.SmallestCall": {"steady": 4e-6}}
    assert explanations(evaluate(compared(folder, tables)))[-1] == f"a.B 64: {why}"


def test_what_moved_numpy_was_the_machine(folder):
    def table(numpy):
        return {"a.B": {"numpy": numpy, "steady": 1.0}}

    on = [
        device("r0", versions={"jax": "r0", "numpy": "2.5.5"}),
        device("r1", versions={"jax": "r1", "numpy": "2.5.5"}),
    ]
    said = "NumPy, the same at both, takes 0.5× as long (up to 2× apart): that is the machine."
    assert said in explanations(evaluate(compared(folder, table(2.0), table(1.0), on=on)))
    on[0] = device("r0", versions={"jax": "r0", "numpy": "2.0.2"})
    assert not any(
        "the same" in line for line in explanations(evaluate(compared(folder, table(2.0), table(1.0), on=on)))
    )


# (9 - 1.05) / (3.05 - 1.05) = 4 calls of NumPy, (9 - 1.05) / (2.05 - 1.05) = 8 op by op
PAYS = {"numpy": (3.0, 3.1), "eager": (2.0, 2.1), "steady": (1.0, 1.1), "first_call_seconds": 9.0}


@pytest.mark.parametrize(
    ("other", "cells"),
    [
        ({"break_even_calls": (9.0, 17.4), "break_even_calls_numpy": (4.0, 4.0)}, ["9–17", "4"]),
        ({"break_even_calls": NEVER, "break_even_calls_numpy": (5.0, 7.9)}, ["unclear", "5–7.9"]),
        ({"break_even_calls": (17.0, 18.0), "break_even_calls_numpy": (1.0, 1.9)}, ["unclear", "unclear"]),
        # The clocks beside it say that JAX gains nothing.
        ({"numpy": (1.0, 1.0), "break_even_calls": "crash", "break_even_calls_numpy": (40.0,)}, ["broken", "unclear"]),
        ({"eager": (0.9, 2.2), "break_even_calls": NEVER}, ["unclear", "–"]),
        ({"eager": (0.5, 0.5), "break_even_calls": NEVER, "break_even_calls_numpy": "crash"}, ["never", "broken"]),
        ({}, ["–", "–"]),
    ],
)
def test_when_it_pays_never_says_other_than_the_clocks_beside_it(section, other, cells):
    row = line_of(section({"a.B": PAYS | other}), "a.B ", " 9 s ").split()
    assert row[-2:] == cells


def test_each_function_is_said_with_its_dtypes(folder):
    history = replace(compared(folder, WINS), about={"quickstart.Selu": "An activation."})
    first, *others = history.series
    points = tuple(replace(point, record=replace(point.record, dtypes="float32")) for point in first.points)
    history = replace(history, series=(replace(first, points=points), *others))
    assert "quickstart.Selu (float32): An activation." in text(summarise(history)).splitlines()


def test_who_is_faster_is_counted_and_told_best_first(folder):
    tables = {
        "a.Lost": {"numpy": 1e-3, "steady": 2e-3},
        "a.Won": {"numpy": 3e-3, "steady": 1e-3},
        "a.LostToo": {"numpy": 1e-3, "steady": 3e-3},
        "a.Level": {"numpy": 1e-3, "steady": 1e-3},
    }
    tables["a.Won"]["end_to_end"] = 9e-3
    counted, end_to_end, *told = explanations(evaluate(compared(folder, tables)))
    assert counted == "Who is faster at r0, steady calls, inputs on the device: JAX in 1 of 4, NumPy in 2, even in 1."
    assert end_to_end == "Who is faster at r0, host arrays in and out: JAX in 0 of 1, NumPy in 1."
    assert [line.partition(":")[0] for line in told] == ["a.Won", "a.Level", "a.Lost", "a.LostToo"]


def test_where_rounds_overlap_no_one_is_said_to_be_faster(folder, section):
    # Medians of 2 and 1, but one round of NumPy's lies between those of the steady call.
    lines = section({"a.B": {"numpy": (0.5, 1.6), "steady": (1.5, 2.5), "end_to_end": (1.7, 2.3)}})
    assert row_of(lines, "a.B ", " unclear ") == "a.B r0 ~1.05 s – – ~2 s unclear ~2 s 1.9× slower – –"
    assert line_of(lines, "Who is faster", "steady").endswith("JAX in 0 of 1, NumPy in 0, unclear in 1.")
    assert "a.B: which is faster was not shown, as their rounds overlap (JAX 2 s, NumPy 1.05 s)." in lines


def test_two_releases_are_held_against_each_other_by_the_median(folder):
    def table(*seconds):
        return {f"a.B {number}": {"numpy": 1.0, "steady": each} for number, each in enumerate(seconds)}

    said = explanations(evaluate(compared(folder, table(1.0, 1.0, 2.0), table(0.5, 3.0, 4.0, 9.0))))
    # 0.5, 3 and 2; the fourth has no older one.
    assert said[1] == "Against r0 a steady call takes 2× as long (the median of these 3; from 0.5× to 3×)."


def test_why_is_told_of_the_newest_release_alone(folder):
    lost = {"quickstart.Selu 1000000": {"numpy": 1e-3, "steady": 2e-3}}
    counted, *_, found = explanations(evaluate(compared(folder, WINS, lost)))
    assert counted.startswith("Who is faster at r1")
    assert "NumPy is 2× faster" in found


def test_without_the_smallest_call_nothing_is_laid_on_the_call(folder):
    tables = {"a.B": {"numpy": 1e-6, "steady": 5e-6}}
    _, found = explanations(evaluate(compared(folder, tables)))
    assert found == "a.B: NumPy is 5× faster (JAX 5 µs, NumPy 1 µs): the code that XLA makes of it is slower."


def test_a_function_that_failed_is_not_explained(folder):
    assert explanations(evaluate(compared(folder, {"a.B": {"numpy": "crash", "steady": 1.0}}))) == ()


def test_a_question_shows_its_sides_with_their_ratios(section):
    lines = section(BATCH)
    # 36 / 12 µs, 1000 / 500 µs
    loop = "Python loop quickstart.MatrixOnBatchByLoop r0 36 µs 3× 1 ms 2× within 1e-07 of the reference"
    assert row_of(lines, "Python loop ") == loop
    vmap = "vmap quickstart.MatrixOnBatchByVmap r0 12 µs 1× 500 µs 1× equal to the reference"
    assert row_of(lines, "vmap  ") == vmap


def test_ratios_are_to_the_least_of_the_same_parameters_and_release(section):
    first = {"pipelines.Whole 10": {"steady": 1.0}, "pipelines.ByStep 10": {"steady": 2.0}}
    last = {
        **{"pipelines.Whole 10": {"steady": 1.0}, "pipelines.ByStep 10": {"steady": 4.0}},
        **{"pipelines.Whole 99": {"steady": 6.0}, "pipelines.ByStep 99": {"steady": 3.0}},
    }
    lines = [line.split() for line in section(first, last) if "pipelines." in line]
    assert [[*line[-5:-3], line[-1]] for line in lines] == [
        *(["10", "r0", "1×"], ["10", "r0", "2×"], ["10", "r1", "1×"], ["10", "r1", "4×"]),
        *(["99", "r1", "2×"], ["99", "r1", "1×"]),
    ]


def test_a_metric_of_one_side_alone_has_no_ratio(section):
    sides = {"retracing.RequestsAsTheyCome": {"compilations": 35.0, "total_seconds": 2.0}}
    lines = section(sides | {"retracing.RequestsPadded": {"compilations": 7.0}})
    assert row_of(lines, "as they come ") == "as they come retracing.RequestsAsTheyCome r0 35 5× 2 s –"


def test_a_side_alone_answers_nothing_but_where_there_is_only_one(section):
    assert section({"retracing.PowerStatic": {"traces": 5.0}}) == []
    lines = section({"gradients.CentralDifferences float64": {"best_step": 1e-5, "least_error": 1.2e-11}})
    assert line_of(lines, "central differences ").split()[-2:] == ["1e-05", "1.2e-11"]


def test_a_side_that_failed_is_shown_beside_two_that_did_not(section):
    lines = section(BATCH | {"quickstart.MatrixOnBatchByHand": {"steady": "wrong"}})
    assert row_of(lines, "by hand  ") == "by hand quickstart.MatrixOnBatchByHand r0 wrong – – – –"


def test_it_ends_with_what_not_to_conclude(section):
    assert section(WINS)[-2:] == [
        "What not to conclude: a CPU figure says nothing about a GPU, and one size is no verdict on another.",
        "Each figure comes from one visit, on a machine that others may have used at the same time.",
    ]


def test_it_stands_between_the_failures_and_the_closing_lines(folder):
    report = summarise(compared(folder, WINS | {"a.B": {"steady": "crash"}}, along=commits(1)))
    written = text(report)
    assert written.index("because crash") < written.index("A first evaluation")


@pytest.mark.parametrize(("first", "last"), [("gpu", "cpu"), ("cpu", "gpu")])
def test_of_several_devices_the_one_measured_last_is_shown(section, first, last):
    on = [device("r0", platform=first, kind="K1"), device("r1", platform=last, kind="K1")]
    lines = section(WINS, WINS, on=on)
    assert lines[0] == f"A first evaluation: JAX r1 on {last}:K1, Example 9000, 2 threads"
    assert lines[2] == f"This is the device measured last; left out: {first}:K1 on Example 9000"
    assert not any(" r0 " in line for line in lines)


def test_a_device_without_figures_is_not_missed(section):
    on = [device("r0"), device("r1", platform="gpu", kind="G1")]
    lines = section(WINS, {"loops.Walk": {"steady": 1.0}}, on=on)
    assert lines[0].startswith("A first evaluation: JAX r0 on cpu:cpu")
    assert not any("left out" in line for line in lines)


def test_tables_stay_within_165_columns(section):
    long = {"application.ClassProbabilities 1000000": SELU | {"break_even_calls_numpy": 12345.0}}
    lines = section(long, along=[replace(commits(1)[0], label="0.12.0.1")])
    assert max(len(line) for line in lines if line.startswith("application.") and "first call" not in line) <= 165
    assert len(line_of(lines, "vs NumPy")) <= 165


def test_markdown_keeps_names_text(folder):
    hostile = "<script>alert(1)</script>|*\x1b[31m"
    names = {f"a.B {hostile}": SELU | {"break_even_calls": f"never: {hostile}", "end_to_end": "crash"}}
    report = summarise(compared(folder, names, on=[device("r0", cpu="<b>|", blas={"name": hostile})]))
    written = markdown(report)
    assert "<script>" not in written
    assert "<b>" not in written
    assert "\x1b" not in written + text(report)
    assert "\\<script\\>alert(1)\\</script\\>\\|\\*" in written


def test_markdown_says_the_same(folder):
    report = summarise(compared(folder, WINS | BATCH))
    written = markdown(report)
    assert "A first evaluation: JAX r0 on cpu:cpu, Example 9000, 2 threads" in written
    [row] = [line for line in written.splitlines() if line.startswith("| quickstart.Selu") and "80 ms" in line]
    assert [cell.strip() for cell in row.strip("|").split("|")][-5:] == ["3× faster", "1.5 ms", "2× faster", "27", "40"]


def test_json_holds_seconds_and_reasons(folder):
    tables = {
        "a.B 64": {"numpy": 1e-6, "steady": [5e-6, 1e-7], "break_even_calls_numpy": NEVER},
        "crossover.Gram": {"crossover_size": "none up to 2,048"},
        **BATCH,
    }
    read = json.loads(dumps(summarise(compared(folder, tables))), parse_constant=pytest.fail)["evaluation"]
    assert list(read) == ["releases", "device", "blas", "functions", "crossovers", "questions"]
    assert (read["releases"], read["device"], read["blas"]) == (["r0"], "cpu:cpu on Example 9000", BLAS)
    assert read["functions"] == [
        {
            "benchmark": "a.B",
            "params": ["64"],
            "release": "r0",
            **{"numpy": 1e-6, "eager": None, "first_call_seconds": None, "steady": 5e-6, "end_to_end": None},
            **{"one_thread": None},
            **{"host_input": None, "transfer": None, "transfer_back": None},
            **{"break_even_calls": None, "break_even_calls_numpy": None},
            "units": {"numpy": "seconds", "steady": "seconds", "break_even_calls_numpy": "calls"},
            "notes": {"break_even_calls_numpy": NEVER},
            "deviation": 1e-7,
            "vs_numpy": {"steady": "5× slower", "end_to_end": "–"},
            "pays": {"break_even_calls": "–", "break_even_calls_numpy": "never"},
        }
    ]
    assert read["crossovers"] == [
        {
            **{"benchmark": "crossover.Gram", "params": [], "release": "r0"},
            **{"size": None, "unit": "elements", "reason": "none up to 2,048"},
        }
    ]
    [question] = read["questions"]
    assert question["title"] == "One matrix on a batch of ten"
    assert [(side["side"], side["steady"], side["deviation"]) for side in question["sides"]] == [
        ("Python loop", 36e-6, 1e-7),
        ("vmap", 12e-6, 0.0),
    ]


def test_a_deviation_that_is_not_finite_stays_out_of_json(folder):
    history = compared(folder, {"a.B": {"numpy": 1.0, "steady": [1.0, math.inf]}})
    [found] = document(summarise(history))["evaluation"]["functions"]
    assert found["deviation"] is None


def test_nothing_to_compare_is_no_section(folder):
    report = summarise(compared(folder, {"loops.Walk 64": {"steady": 1.0}, "a.B": {"numpy": 1.0}}))
    assert report.evaluation is None
    assert document(report)["evaluation"] is None
    assert text(report).splitlines()[-1] == markdown(report).splitlines()[-1] == "no change found"
