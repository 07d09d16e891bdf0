"""Numbers as people read them: at the edges between units, and what they never become."""

import math

import pytest

from sandbox import figures

pytestmark = pytest.mark.small


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0"), (1234567, "1,234,567"), (12.7, "13"), (None, "–"), (2**70 + 1, f"{2**70 + 1:,}")],
)
def test_counts(number, words):
    assert figures.count(number) == words


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0"), (999, "999"), (1000, "1 k"), (920_000, "920 k"), (1.84e6, "1.84 M"), (3e9, "3 G")]
)
def test_short_counts(number, words):
    assert figures.short(number) == words


@pytest.mark.parametrize(("cost", "words"), [(7.125, "7.12"), (1234.56, "1234.6"), (23456.7, "23,457")])
def test_costs_fit_their_column(cost, words):
    assert figures.cost(cost) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "0 µs"), (2.4e-6, "2 µs"), (999e-6, "999 µs"), (1e-3, "1 ms"), (0.01234, "12.3 ms"), (0.9994, "999 ms"),
        (0.9996, "1 s"), (12.34, "12.3 s"), (999.4, "999 s"), (999.6, "1,000 s"), (86400.0, "86,400 s"),
    ],
)  # fmt: skip
def test_times_take_the_unit_that_reads_best(seconds, words):
    assert figures.seconds(seconds) == words
    assert figures.micro(1e6 * seconds) == figures.milli(1e3 * seconds) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "0.000"), (1, "1.000"), (12.3456, "12.35"), (1234.5678, "1235"), (0.00123456, "0.001235"), (1e-5, "1e-05"),
        (2.5e7, "2.5e+07"), (-12.3456, "-12.35"), (math.nan, "–"), (math.inf, "∞"), (-math.inf, "−∞"),
    ],
)  # fmt: skip
def test_significant_digits(value, words):
    assert figures.significant(value) == words


def test_shares():
    assert figures.percent(0.123) == "12 %"
    assert figures.percent(0.12345, 2) == "12.35 %"
    assert figures.above(0.0) == figures.above(1e-6) == "best"
    assert figures.above(0.052) == "+5.2 %"
    assert figures.times(1.254) == "1.25×"


def test_places():
    assert figures.place(3.0, 4.5) == "3, 4.5"


def test_one_of_a_thing_is_one():
    assert figures.mean_of(1.0, "action") == "1 action on average"
    assert figures.mean_of(3.993, "action") == "3.99 actions on average"
