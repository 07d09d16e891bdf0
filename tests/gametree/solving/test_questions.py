"""Which question a driver of null windows asks next."""

from __future__ import annotations

import pytest

from sandbox.gametree.solving.drivers import BISECTION, MTDF, SIGN_FIRST, halved, next_alpha

pytestmark = pytest.mark.small
MOST = 64


@pytest.mark.parametrize(
    ("low", "high", "last", "asked"),
    [
        (-MOST, MOST, 0, 0),  # is it a win?
        (-MOST, MOST, 12, 0),
        (-MOST, MOST, -12, -1),  # a loss is expected: is it one?
        (0, MOST, -12, 0),  # it is none
        (-MOST, 0, 0, -1),  # no win: a draw?
        (-MOST, 0, -3, -1),
        (0, 1, 5, 0),
    ],
)
def test_the_sign_is_asked_first_the_likelier_one_before_the_other(low: int, high: int, last: int, asked: int) -> None:
    assert next_alpha(low, high, last, SIGN_FIRST) == asked


@pytest.mark.parametrize(("low", "high"), [(1, MOST), (-MOST, -1), (3, 4), (-8, -7)])
def test_once_the_sign_is_known_what_is_left_is_halved(low: int, high: int) -> None:
    for last in (-5, 0, 5):
        assert next_alpha(low, high, last, SIGN_FIRST) == halved(low, high) == next_alpha(low, high, last, BISECTION)


@pytest.mark.parametrize("last", range(-70, 71, 7))
def test_every_question_leaves_less(last: int) -> None:
    for low in range(-6, 6):
        for high in range(low + 1, 7):
            for driver in (BISECTION, SIGN_FIRST, MTDF):
                assert low <= next_alpha(low, high, last, driver) < high


def test_mtdf_asks_beside_the_last_answer() -> None:
    assert [next_alpha(-4, 4, last, MTDF) for last in (-9, -4, -3, 0, 4, 9)] == [-4, -4, -4, -1, 3, 3]
