"""The window's copy of encounters: tallied by ticks, told in pieces, cut, and told anew."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sandbox.agents.record.encounters import How
from sandbox.ui.crowds.details import in_ms
from sandbox.ui.crowds.run.engine import Rows
from sandbox.ui.crowds.run.meetings import KINDS, Meetings


def rows_of(begin, how, first):
    n = len(begin)
    ints = [np.zeros(n, np.int32) for _ in range(6)]
    ints[3][:] = ints[4][:] = begin
    columns = (ints[0], ints[1], np.array(how, np.uint8), ints[3], ints[4], ints[5], np.zeros(n), np.zeros(n))
    columns = (*columns, np.zeros((n, 8)))
    return Rows(columns, first, np.zeros(0, np.int64), tuple(column[:0] for column in columns))


@given(
    ticks=st.lists(st.integers(0, 40), max_size=30).map(sorted),
    hows=st.lists(st.integers(0, KINDS - 1), min_size=30, max_size=30),
    cuts=st.lists(st.integers(1, 7), max_size=8),
    back=st.integers(0, 30),
    again=st.lists(st.integers(40, 60), max_size=9).map(sorted),
)
def test_tallies_are_those_of_all_rows_however_they_came(ticks, hows, cuts, back, again):
    met, at = Meetings(), 0
    for size in [*cuts, len(ticks)]:
        part = ticks[at : at + size]
        met.take(rows_of(part, hows[at : at + len(part)], at))
        at += len(part)
    kept = min(back, len(ticks))
    told = (ticks[:kept] + again)[:30]
    met.take(rows_of(told, hows[: len(told)], 0))
    assert met.count == len(told)
    edges = np.array([0, 1, 5, 5, 20, 41, 70])
    expected = np.zeros((len(edges) - 1, KINDS), int)
    for tick, how in zip(told, hows, strict=False):
        for column in range(len(edges) - 1):
            expected[column, how] += edges[column] <= tick < edges[column + 1]
    assert np.array_equal(met.binned(edges), expected)


def test_next_and_last():
    met = Meetings()
    met.take(rows_of([3, 3, 8], [0, 1, 2], 0))
    assert met.next_after(0) == 0
    assert met.next_after(4) == 2
    assert met.next_after(9) is None
    assert met.last_before(4) is None
    assert met.last_before(9) == 1
    assert met.active(4).tolist() == [0, 1]
    assert met.active(9).tolist() == [2]


@given(
    ticks=st.lists(st.integers(0, 20), min_size=2, max_size=20).map(sorted),
    told=st.integers(1, 20),
    touched=st.sets(st.integers(0, 19), min_size=1),
)
def test_a_wait_that_became_a_contact_is_counted_as_one(ticks, told, touched):
    told = min(told, len(ticks) - 1)
    rows = np.array([row for row in sorted(touched) if row < told], int)
    how = np.full(len(ticks), int(How.WAITED))
    met, once = Meetings(), Meetings()
    met.take(rows_of(ticks[:told], how[:told], 0))
    how[rows] = How.SLID
    once.take(rows_of(ticks, how, 0))
    fresh, whole = rows_of(ticks[told:], how[told:], told), rows_of(ticks, how, 0).fresh
    met.take(replace(fresh, open=rows, changed=tuple(column[rows] for column in whole)))
    edges = np.arange(22)
    assert np.array_equal(met.binned(edges), once.binned(edges))
    assert np.array_equal(met.table.how[: met.count], how)


def test_what_rounding_leaves_is_no_delay_in_the_chart():
    assert [str(delay) for delay in in_ms(np.array([1e-13, -1e-13, 0.0004, 1.23456]))] == ["0.0", "0.0", "0.0", "1.235"]
