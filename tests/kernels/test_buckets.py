"""The bucket queue against a dictionary of stacks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.buckets import NONE, buckets_clear, buckets_lowest, buckets_pop, buckets_push, new_buckets
from tests.oracles.queues import Stacks

pytestmark = pytest.mark.small
BUCKETS, ROOM = 12, 5
pushes = st.tuples(st.integers(0, BUCKETS - 1), st.integers(0, 2**40), st.integers(0, 2**31 - 1))
operations = st.lists(st.sampled_from(["pop", "pop", "clear"]) | pushes | pushes | pushes, max_size=120)


@given(operations)
def test_it_does_what_stacks_in_a_dictionary_do(steps):
    queue, naive = new_buckets(BUCKETS, ROOM), Stacks()
    for step in steps:
        if step == "clear":
            buckets_clear(queue)
            naive = Stacks()
        elif step == "pop":
            _pop_both(queue, naive)
        else:
            _push_both(queue, naive, step)
        assert buckets_lowest(queue) == naive.lowest()


def _push_both(queue, naive, step):
    fits = len(naive) < ROOM
    assert buckets_push(queue, *step) == fits
    if fits:
        naive.push(*step)


def _pop_both(queue, naive):
    entry = buckets_pop(queue)
    if entry == NONE:
        assert len(naive) == 0
    else:
        assert (queue.cost[entry], queue.item[entry]) == naive.pop()


@pytest.mark.parametrize("bucket", [-1, BUCKETS, 2**40])
def test_a_bucket_that_is_not_there_is_refused(bucket):
    queue = new_buckets(BUCKETS, ROOM)
    assert not buckets_push(queue, bucket, 1, 1)
    assert buckets_pop(queue) == NONE


def test_room_is_used_again():
    queue = new_buckets(BUCKETS, ROOM)
    for _ in range(3):
        assert [buckets_push(queue, 2, 0, i) for i in range(ROOM + 1)] == [True] * ROOM + [False]
        assert [queue.item[buckets_pop(queue)] for _ in range(ROOM)] == [4, 3, 2, 1, 0]
