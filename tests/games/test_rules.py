"""Scores, the work array, and the defaults every game may keep."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.games.two_words import rules

pytestmark = pytest.mark.small

utilities = st.integers(-rules.LARGEST_UTILITY, rules.LARGEST_UTILITY)
words = st.integers(0, 2**64 - 1).map(np.uint64)


@given(utilities)
def test_scores_and_utilities_are_inverse(utility: int) -> None:
    score = int(rules.exact_score(utility))
    assert rules.utility_of(score) == utility
    assert abs(score) < rules.INFINITE < 2**15
    assert (abs(score) >= rules.WIN) == (utility != 0)
    assert int(rules.exact_score(-utility)) == -score


@given(utilities, utilities)
def test_scores_keep_the_order_and_leave_room_for_estimates(low: int, high: int) -> None:
    assert (low < high) == (int(rules.exact_score(low)) < int(rules.exact_score(high)))
    assert rules.utility_of(rules.WIN - 1) == rules.utility_of(1 - rules.WIN) == 0


def test_the_work_array_has_weights_then_data_then_room() -> None:
    weights, data = np.array([7, 8], np.uint64), np.array([1, 2, 3], np.uint64)
    work = rules.work_array(data, weights, extra=10)
    assert work.size == rules.HEADER + 2 + 3 + 10
    assert work[int(work[rules.WEIGHTS_AT])] == 7
    assert list(work[int(work[rules.GAME_AT]) :][:3]) == [1, 2, 3]
    assert rules.work_array().size == rules.HEADER


@given(words, words, words)
def test_the_default_key_is_never_zero_and_feels_every_word(a: np.uint64, b: np.uint64, c: np.uint64) -> None:
    data = rules.work_array()
    assert int(rules.key(a, b, data)) != 0
    if b != c:
        assert int(rules.key(a, b, data)) != int(rules.key(a, c, data))
        assert int(rules.key(b, a, data)) != int(rules.key(c, a, data))
