"""Bit operations, compiled and as their Python twins, against strings of binary digits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.bits import clz, ctz, lowest, nth_set, popcount, without_lowest
from sandbox.kernels.jit import JIT_OFF, kernel

pytestmark = pytest.mark.small
words = st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**63, 2**64 - 1])


@kernel
def _all_of(word, into):
    into[0] = popcount(word)
    into[1] = ctz(word)
    into[2] = clz(word)


def _naive(word):
    digits = f"{word:064b}"
    return [digits.count("1"), 64 - len(digits.rstrip("0")), 64 - len(digits.lstrip("0"))]


@given(words)
def test_counting_inside_kernels(word):
    into = np.zeros(3, np.int64)
    for as_seen in (np.uint64(word), np.uint64(word).astype(np.int64)):
        _all_of(as_seen, into)
        assert into.tolist() == _naive(word)


@given(words)
def test_the_twins_answer_python(word):
    for as_seen in (word, np.uint64(word), np.uint64(word).astype(np.int64)):
        assert [popcount(as_seen), ctz(as_seen), clz(as_seen)] == _naive(word)


@kernel
def _nth(word, number):
    return nth_set(word, number)


@given(words.filter(bool), st.data())
def test_the_nth_set_bit(word, data):
    bits = [1 << i for i in range(64) if word >> i & 1]
    number = data.draw(st.integers(0, len(bits) - 1))
    assert _nth(np.uint64(word), number) == bits[number]
    assert nth_set(np.uint64(word), number) == bits[number]


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_the_nth_set_bit_without_the_instruction_for_it(monkeypatch):
    from numba import njit

    from sandbox.kernels.compiling import llvm

    monkeypatch.setattr(llvm, "deposits_fast", lambda: False)
    nth = llvm.intrinsic_of("nth_set", "uint64(uint64, int64)", "nth")
    found = njit(lambda word, number: nth(word, number))  # noqa: PLW0108  (an instruction is not a function)
    word = 0x8000_0F00_0010_0001
    bits = [1 << i for i in range(64) if word >> i & 1]
    assert [found(np.uint64(word), n) for n in range(len(bits))] == bits


@given(words)
def test_lowest_bit(word):
    assert int(lowest(np.uint64(word))) == word & -word
    assert int(without_lowest(np.uint64(word))) == word & (word - 1) % 2**64
