"""The 4-ary heap against a list that is searched."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.heap import heap_pop, heap_push, new_heap
from tests.oracles.queues import SortedList

pytestmark = pytest.mark.small
keys = st.floats(0, 10) | st.integers(0, 5).map(float)
operations = st.lists(st.none() | keys, max_size=120)  # None: pop


@given(operations)
def test_what_comes_out_is_the_least_of_what_is_in(steps):
    heap, naive = new_heap(128), SortedList()
    for item, key in enumerate(steps):
        if key is not None:
            assert heap_push(heap, key, item)
            naive.push(key, item)
        elif naive.entries:
            least = heap.key[0]
            assert least == naive.least()
            naive.remove(least, heap_pop(heap))
        assert heap.size[0] == len(naive.entries)


@given(st.lists(st.integers(-(2**62), 2**62), min_size=1, max_size=60))
def test_integer_keys_are_compared_exactly(numbers):
    heap = new_heap(len(numbers), np.int64)
    for item, key in enumerate(numbers):
        heap_push(heap, key, item)
    assert [numbers[heap_pop(heap)] for _ in numbers] == sorted(numbers)


def test_a_full_heap_refuses_and_keeps_what_it_has():
    heap = new_heap(2)
    assert heap_push(heap, 2.0, 20)
    assert heap_push(heap, 1.0, 10)
    assert not heap_push(heap, 0.0, 0)
    assert [heap_pop(heap), heap_pop(heap)] == [10, 20]
