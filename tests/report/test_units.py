import math

import pytest

from jaxvelocity.report import units


@pytest.mark.parametrize(
    ("number", "unit", "written"),
    [
        (3.6e-6, "seconds", "3.6 µs"),
        (1.2e-3, "seconds", "1.2 ms"),
        (1.234e-3, "seconds", "1.23 ms"),
        (0.123, "seconds", "123 ms"),
        (61.0, "seconds", "61 s"),
        (1234.0, "seconds", "1,234 s"),
        (999.9e-6, "seconds", "1 ms"),
        (99.99e-6, "seconds", "100 µs"),
        (3e-10, "seconds", "0.3 ns"),
        (0.0, "seconds", "0 ns"),
        (67108864, "bytes", "64 MiB"),
        (196, "bytes", "196 B"),
        (1023 * 1024, "bytes", "1,023 KiB"),
        (0, "bytes", "0 B"),
        (12345.0, "instructions", "12,345"),
        (3.3e-16, "error", "0.00000000000000033"),
        (5e-6, "step", "5e-06"),
        (0.1, "step", "0.1"),
        (1.23e-11, "relative error", "1.2e-11"),
        (0.0, "relative error", "0"),
        (4012.0, "calls", "4,012"),
        (None, "seconds", "–"),
    ],
)
def test_values(number, unit, written):
    assert units.value(number, unit) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (153.1, "153×"),
        (9.8, "9.8×"),
        (1.34, "1.34×"),
        (0.42, "0.42×"),
        (0.0051, "0.0051×"),
        (1.0, "1×"),
        (0, "0×"),
        (None, "–"),
    ],
)
def test_ratios(number, written):
    assert units.ratio(number) == written


def test_percent_is_the_same_from_either_side():
    assert units.percent(math.log(1.05)) == units.percent(-math.log(1.05)) == "5.0 %"
