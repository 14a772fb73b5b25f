"""What is planted must be seen in the program and not in the values; what it costs is another matter: `calibrate`."""

import jax
import numpy as np
import pytest

from benchmarks import _plant

VALUES = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)


def function(x):
    return {"sum": (x * x).sum(axis=0), "twice": 2 * x}


@pytest.mark.parametrize(
    ("kind", "number"), [("steps", 0), ("steps", 100), ("turns", 0), ("turns", 100), ("sorts", 0), ("sorts", 2)]
)
@pytest.mark.parametrize("wrap", [jax.jit, lambda planted: planted], ids=["jitted", "op by op"])
def test_the_values_stay(kind, number, wrap):
    given, plain = wrap(_plant.planted(function, kind, number))(VALUES), function(VALUES)
    assert given.keys() == plain.keys()
    for name, values in plain.items():
        np.testing.assert_allclose(given[name], values, rtol=1e-6)
        assert given[name].dtype == values.dtype


def program(kind, number):
    return jax.jit(_plant.planted(function, kind, number)).lower(VALUES).compile()


def test_the_steps_are_in_the_program_and_their_form_is_in_both_sides():
    form, longer = program("steps", 0).as_text(), program("steps", 100).as_text()
    assert form.count(" sqrt(") == 64
    assert longer.count(" sqrt(") == 164
    assert form.count(" fusion(") == longer.count(" fusion(")
    assert " while(" not in longer


def test_turns_differ_in_their_number_alone():
    form, longer = program("turns", 0).as_text(), program("turns", 100).as_text()
    assert form.count(" while(") == longer.count(" while(") == 1
    assert form.count(" sqrt(") == longer.count(" sqrt(") == 64


def test_a_sort_takes_a_buffer_and_no_sort_is_the_function_itself():
    assert _plant.planted(function, "sorts", 0) is function
    assert program("sorts", 1).as_text().count(" sort(") == 1
    assert program("sorts", 1).memory_analysis().temp_size_in_bytes > 0


@pytest.mark.parametrize(
    ("step", "turn", "found"),
    [
        (0.01, None, ("steps", 10)),
        (20.0, None, ("steps", 1)),
        (1e-5, 1e-4, ("turns", 1000)),
        (1e-7, 1e-6, ("turns", 100_000)),
        (1e-4, 5.0, ("turns", 1)),
    ],
)
def test_what_is_planted_follows_from_what_much_of_it_costs(monkeypatch, step, turn, found):
    """step, turn: what one costs, as a share of a call; a tenth of a call is wanted."""
    monkeypatch.setattr(_plant, "_bursts", lambda function, placed: function)
    monkeypatch.setattr(_plant.jax, "jit", lambda function: function)
    monkeypatch.setattr(_plant, "planted", lambda plain, kind, number: number * (step if kind == "steps" else turn))
    monkeypatch.setattr(_plant, "_cost", lambda bare, longer: longer - bare)
    assert _plant.sized(function, (), 0.1) == found


def test_turns_that_cost_nothing_are_an_error(monkeypatch):
    monkeypatch.setattr(_plant, "_bursts", lambda function, placed: None)
    monkeypatch.setattr(_plant, "_cost", lambda bare, longer: 0.0)
    with pytest.raises(RuntimeError, match="cost no time"):
        _plant.sized(function, (), 0.1)
