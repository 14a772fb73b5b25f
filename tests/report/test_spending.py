import pytest

from jaxvelocity.report import spending


@pytest.mark.parametrize(
    ("seconds", "spent", "said"),
    [
        (
            200.0,
            {"timed": 60.0, "compiled": 50.0, "warmed": 30.0},
            "took 3 min 20 s: timed calls 30 %, compiling 25 %, warming 15 %, {rest} 30 %",
        ),
        (59.7, {"timed": 0.0}, "took 1 min 0 s: timed calls 0 %, compiling 0 %, warming 0 %, {rest} 100 %"),
        # Processes that overlap the clock's ends may add up to more than there was.
        (
            2.0,
            {"timed": 1.5, "compiled": 1.0, "warmed": 0.0},
            "took 2 s: timed calls 75 %, compiling 50 %, warming 0 %, {rest} 0 %",
        ),
    ],
)
def test_what_a_run_took_and_where_it_went(seconds, spent, said):
    assert spending.said(seconds, spent) == said.format(rest=spending._REST)
