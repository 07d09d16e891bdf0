"""Any tick of a run is shown again as it was, also after edits, and a run that is cut goes on as if it had not been."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.agents.api import Settings, policies
from sandbox.agents.muster import Muster
from sandbox.agents.record.film import CHUNK, EVERY, Film
from sandbox.level.edits import MovePolygon, Rectangle
from sandbox.level.model import FLOOR, WALL
from sandbox.level.rect import Rect
from sandbox.planning.api import planners
from tests.agents.yard import yard

POLICIES = policies.keys()


def film_of(policy, seed, agents=24):
    level = yard()
    crowd = Muster(agents=agents, mixed=True).gather(level, seed)
    settings = Settings(policies[policy].create(), planners["astar"].create(), seed=seed)
    return Film(level, crowd, settings)


def shown(frame):
    return [np.array(part) for part in frame]


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("policy", POLICIES)
def test_every_tick_is_shown_again_as_it_was(policy):
    film = film_of(policy, 3)
    edits = {
        37: Rectangle(Rect(5, 2, 6, 4), WALL),
        150: MovePolygon(1, 0, -100),
        200: Rectangle(Rect(5, 2, 6, 4), FLOOR),
    }
    seen = [shown(film.frame(0))]
    while film.length < 3 * EVERY:
        if film.length in edits:
            film.edit(edits[film.length])
        film.step()
        seen.append(shown(film.frame(film.length)))
    film._chunks.clear()
    for tick in (0, 1, CHUNK, EVERY - 1, EVERY, EVERY + 1, 300, 38, 151, 3 * EVERY, 199, 201, 5):
        assert same(shown(film.frame(tick)), seen[tick]), tick


@given(policy=st.sampled_from(POLICIES), seed=st.integers(0, 99), at=st.integers(0, 200), on=st.integers(1, 60))
def test_a_run_that_is_cut_goes_on_as_before(policy, seed, at, on):
    film = film_of(policy, seed, 12)
    for _ in range(at + on):
        film.step()
    seen, log, met = shown(film.frame(film.length)), film.world.log.rows.copy(), film.world.book.count
    film.cut(at)
    assert film.length == at
    for _ in range(on):
        film.step()
    assert np.array_equal(film.world.log.rows, log)
    assert film.world.book.count == met
    assert same(shown(film.frame(film.length)), seen)


def test_a_long_run_keeps_fewer_checkpoints_and_shows_the_same(monkeypatch):
    film = film_of("push", 5, 8)
    monkeypatch.setattr("sandbox.agents.record.film.MOST_CHECKED", 1)
    monkeypatch.setattr("sandbox.agents.record.film.LEAST_POINTS", 4)
    seen = {0: shown(film.frame(0))}
    while film.length < 9 * EVERY:
        film.step()
        seen[film.length] = shown(film.frame(film.length))
    assert len(film._points) <= 5
    film._chunks.clear()
    for tick in (0, 2 * EVERY + 3, 5 * EVERY, 9 * EVERY):
        assert same(shown(film.frame(tick)), seen[tick]), tick
