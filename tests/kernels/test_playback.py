"""Playback against going through all events from the beginning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.playback import NEVER, Playback, State
from sandbox.kernels.recording import (
    CLOSE,
    EXPAND,
    GENERATE,
    LEVEL,
    NONE,
    PRUNE,
    RELAX,
    REOPEN,
    STAGE,
    Recording,
)
from tests.oracles.playback import states_at

pytestmark = pytest.mark.small
SIZE = 6
kinds = st.sampled_from([GENERATE, GENERATE, EXPAND, EXPAND, RELAX, REOPEN, CLOSE, PRUNE, STAGE, LEVEL])
subjects = st.integers(NONE, SIZE - 1)
searches = st.lists(st.tuples(kinds, subjects, subjects, st.integers(0, 99)), max_size=40)


def _recorded(events):
    recording = Recording(max(len(events), 1), unit=4.0)
    for kind, subject, parent, g in events:
        recording.add(kind, subject, parent, g)
    return Playback(recording)


@given(searches, st.integers(0, 2**30))
def test_every_moment_is_as_if_played_from_the_beginning(events, offset):
    """Big subject numbers are looked up another way, with the same outcome."""
    moved = [(k, s + offset if s >= 0 else s, p, g) for k, s, p, g in events]
    playback = _recorded(moved)
    for time in range(-1, len(events) + 1):
        act = playback.act_at(time)
        shown = dict(zip(act.subjects.tolist(), act.states_at(time).tolist(), strict=True))
        assert {s: v for s, v in shown.items() if v} == states_at(moved, time)


@given(searches)
def test_fields_and_numbers_agree_with_the_states(events):
    playback = _recorded(events)
    for time in range(len(events)):
        act = playback.act_at(time)
        expected = [states_at(events, time).get(s, State.UNSEEN) for s in range(SIZE - 2)]
        assert playback.field_at(time, SIZE - 2).tolist() == expected
        opened, closed = act.numbers(SIZE)
        if len(act.flips.at) == 0:
            assert ((opened <= time).astype(int) + (closed <= time)).tolist()[: SIZE - 2] == expected


@given(searches)
def test_acts_cover_the_recording_without_gap(events):
    playback = _recorded(events)
    acts = [playback.act(n) for n in range(len(playback.act_starts))]
    bounds = [(a.start, a.stop) for a in acts]
    assert bounds == sorted(bounds)
    assert [n for start, stop in bounds for n in range(start, stop)] == list(range(len(events)))


@given(searches, st.integers(-1, 40), kinds)
def test_the_next_and_the_last_event_of_a_kind(events, time, kind):
    playback = _recorded(events)
    after = [n for n, e in enumerate(events) if e[0] == kind and n > time]
    before = [n for n, e in enumerate(events) if e[0] == kind and n < time]
    assert playback.next_of(kind, time) == min(after, default=None)
    assert playback.previous_of(kind, time) == max(before, default=None)


def test_acts_know_their_stage_and_level():
    recording = Recording(20)
    recording.stage("abstract search")
    recording.level(2)
    recording.add(EXPAND, 7)
    recording.level(1)
    recording.add(EXPAND, 7)
    recording.stage("smooth")
    recording.add(EXPAND, 7)
    playback = Playback(recording)
    acts = [(playback.act_at(t).stage, playback.act_at(t).level) for t in range(len(playback))]
    first, second, third = ("abstract search", 2), ("abstract search", 1), ("smooth", 1)
    assert acts == [first, first, first, second, second, third, third]


def test_nothing_recorded_shows_nothing():
    playback = _recorded([])
    assert playback.field_at(5, 3).tolist() == [0, 0, 0]
    assert playback.act_at(0).numbers(2)[0].tolist() == [NEVER, NEVER]
    assert playback.next_of(EXPAND, -1) is None
