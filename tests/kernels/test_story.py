"""What is told of one subject, against going through all events from the beginning."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.playback import Playback, State
from sandbox.kernels.recording import CLOSE, EXPAND, GENERATE, LEVEL, NONE, PRUNE, RELAX, REOPEN, STAGE, Recording
from sandbox.kernels.story import Latest, Story, story_at
from tests.oracles.playback import story_of

pytestmark = pytest.mark.small
SIZE = 5
kinds = st.sampled_from([GENERATE, GENERATE, EXPAND, RELAX, REOPEN, CLOSE, PRUNE, STAGE, LEVEL])
subjects = st.integers(NONE, SIZE - 1)
searches = st.lists(st.tuples(kinds, subjects, subjects, st.integers(0, 99), st.integers(0, 99)), max_size=40)


def recorded(events):
    recording = Recording(max(len(events), 1), unit=4.0)
    for kind, subject, parent, g, f in events:
        recording.add(kind, subject, parent, g, f)
    return recording, Playback(recording)


@given(searches)
def test_every_subject_at_every_moment(events):
    recording, playback = recorded(events)
    for time in range(len(events)):
        act = playback.act_at(time)
        for subject in range(SIZE):
            story, naive = story_at(recording, act, subject, time), story_of(events, subject, time)
            assert story.state == naive["state"]
            assert (list(story.relaxed), list(story.closed), list(story.reopened)) == (
                naive["relaxed"],
                naive["closed"],
                naive["reopened"],
            )
            if naive["costs"] is None:
                assert story == Story() or math.isnan(story.g)
                continue
            g, f, parent = naive["costs"]
            assert (story.g, story.f, story.parent) == (g / 4, f / 4, parent)
            if naive["generated"] is not None:
                assert story.generated == naive["generated"]


@given(searches, st.lists(st.integers(0, 40), max_size=12))
def test_the_table_says_the_same_in_whatever_order_it_is_asked(events, times):
    recording, playback = recorded(events)
    for number in range(len(playback.act_starts)):
        act = playback.act(number)
        latest = Latest(recording, act, SIZE)
        for time in (t for t in times if act.start <= t < act.stop):
            table = latest.at(time).tolist()
            for subject in range(SIZE):
                story = story_at(recording, act, subject, time)
                event = table[subject]
                if event == NONE:
                    assert story.state is State.UNSEEN or math.isnan(story.g)
                else:
                    assert (float(recording.g[event]), int(recording.parent[event])) == (story.g, story.parent)
