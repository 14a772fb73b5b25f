import pytest

from jaxvelocity.report import spending

CASES = [
    (200.0, (60.0, 50.0, 30.0), "took 3 min 20 s: timed calls 30 %, compiling 25 %, warming 15 %, {rest} 30 %"),
    (59.7, (0.0, 0.0, 0.0), "took 1 min 0 s: timed calls 0 %, compiling 0 %, warming 0 %, {rest} 100 %"),
    # What is kept to three digits may add up to more than there was.
    (2.0, (1.5, 1.0, 0.0), "took 2 s: timed calls 75 %, compiling 50 %, warming 0 %, {rest} 0 %"),
]


@pytest.mark.parametrize(("seconds", "spent", "said"), CASES)
def test_what_a_run_took_and_where_it_went(seconds, spent, said):
    kinds = dict(zip(("timed", "compiled", "warmed"), spent, strict=True))
    assert spending.said(seconds, kinds) == said.format(rest=spending._REST)
