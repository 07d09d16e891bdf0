"""Which planners are ticked, everywhere: as long as there are colours for all of them, no two look alike."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.planning.api import planners
from sandbox.settings import Settings
from sandbox.ui.chosen import SERIES, Chosen

pytestmark = pytest.mark.small

KEYS = [entry.key for entry in planners]


def colours(chosen):
    return {key: chosen.mark(key) for key in chosen.ticked}


@given(st.lists(st.sampled_from(KEYS), min_size=20, max_size=60))
def test_those_ticked_look_different_whatever_was_ticked_before(pressed):
    chosen = Chosen(Settings(Path("nowhere")))
    for key in pressed:
        before = colours(chosen)
        chosen.tick(key, on=key not in chosen.ticked)
        after = colours(chosen)
        assert len(set(after.values())) == min(len(after), SERIES)
        if len(before) <= SERIES:
            assert all(after[other] == mark for other, mark in before.items() if other in after), "nobody else changes"


def test_of_all_ticked_the_eight_that_stay_look_different():
    for first in range(len(KEYS) - SERIES + 1):
        chosen = Chosen(Settings(Path("nowhere")))
        for key in KEYS:
            chosen.tick(key, on=True)
        for key in KEYS[:first] + KEYS[first + SERIES :]:
            chosen.tick(key, on=False)
        assert len(set(colours(chosen).values())) == SERIES
