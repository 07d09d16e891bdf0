"""Random numbers against Python's own integers, published values and the laws of chance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.rng import new_rng, next_below, next_float, next_word, scramble, shuffle, word_at
from tests.oracles import random_numbers
from tests.oracles.random_numbers import SplitMix

words = st.integers(0, 2**64 - 1)


@pytest.mark.small
def test_published_values():
    """The first outputs of SplitMix64 for the seed 1234567, as found in many places."""
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    key = np.uint64(1234567)
    assert [int(word_at(key, np.uint64(n))) for n in range(4)] == expected


@pytest.mark.small
@given(words)
def test_scrambling(word):
    assert int(scramble(np.uint64(word))) == random_numbers.scramble(word)


@pytest.mark.small
@given(words, st.integers(1, 2**32), st.integers(0, 30))
def test_draws_follow_the_authors_generator(key, bound, length):
    rng, naive = np.array([key, 0], np.uint64), SplitMix(key)
    assert int(next_word(rng)) == naive.word()
    assert next_float(rng) == (naive.word() >> 11) / 2**53
    assert [next_below(rng, bound) for _ in range(3)] == [naive.below(bound) for _ in range(3)]
    items = np.arange(length)
    shuffle(rng, items)
    assert items.tolist() == naive.shuffled(range(length))


@pytest.mark.small
def test_an_unlucky_bound_is_drawn_again():
    """Just over half of 2^32: about every second draw must be refused to stay fair."""
    rng = new_rng(1)
    for _ in range(50):
        assert 0 <= next_below(rng, 2**31 + 1) <= 2**31
    assert rng[1] > 60


@pytest.mark.small
def test_seeds_and_streams_differ_and_repeat():
    firsts = {int(next_word(new_rng(seed, stream))) for seed in range(-5, 20) for stream in range(8)}
    assert len(firsts) == 25 * 8
    assert int(next_word(new_rng(3, 2))) == int(next_word(new_rng(3, 2)))


def test_a_die_is_fair():
    rng = new_rng(6)
    counts = np.bincount([next_below(rng, 6) for _ in range(60_000)], minlength=6)
    chi_squared = ((counts - 10_000) ** 2 / 10_000).sum()
    assert chi_squared < 20.5  # 5 degrees of freedom: one seed in a thousand is worse


def test_every_order_is_equally_likely():
    rng, counts = new_rng(4), {}
    for _ in range(24_000):
        items = np.arange(4)
        shuffle(rng, items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 24
    assert sum((c - 1000) ** 2 / 1000 for c in counts.values()) < 49.8  # 23 degrees of freedom, 1 in 1000
