"""Encounters in words, the future they had, and the numbers of a run, against what a run says itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.agents.api import Settings, policies
from sandbox.agents.layers import conflicts, density, discs, ghosts, reservations, trails, way_of, ways
from sandbox.agents.muster import Muster
from sandbox.agents.record.encounters import NONE, How
from sandbox.agents.record.film import Film
from sandbox.agents.record.series import ALL, ARRIVED, DELAY, LOOKED, MET, Series
from sandbox.agents.record.telling import HORIZON, SAID, TITLES, Encounter, briefly, described, unresolved
from sandbox.level.model import Level
from sandbox.planning.api import planners

number = st.integers(-40, 40).map(lambda n: n / 8)


def run(policy, ticks, agents=30):
    level = Level.empty(14, 9)
    film = Film(
        level, Muster(agents=agents).gather(level, 2), Settings(policies[policy].create(), planners["astar"].create())
    )
    film.prepare()
    series = Series()
    series.note(film.world)
    for _ in range(ticks):
        film.step()
        series.note(film.world)
    return film, series


@given(st.lists(number, min_size=8, max_size=8), st.integers(1, 8).map(lambda n: n / 8))
def test_the_unresolved_future_is_the_deepest_overlap_there_would_be(scene, radius):
    future = unresolved(np.array(scene), (radius, radius))
    px, py, pvx, pvy, qx, qy, qvx, qvy = scene
    times = np.linspace(0, HORIZON, 2001)
    apart = np.hypot(qx - px + (qvx - pvx) * times, qy - py + (qvy - pvy) * times)
    assert future.deepest == pytest.approx(max(2 * radius - apart.min(), 0.0), abs=0.02)
    assert 0.0 <= future.after <= HORIZON


@pytest.mark.parametrize("how", list(How))
def test_every_way_to_resolve_has_its_words(how):
    met = Encounter(3, 7, how, 60, 75, 4, 0.01, 0.5, np.array([1.0, 1.0, 1.0, 0.0, 1.6, 1.0, -1.0, 0.0]))
    words = described(met, 1 / 30, (0.3, 0.3))
    assert "agent 3 and agent 7" in words
    assert "0.50 s" in words
    assert ("Unresolved" in words) is (how is not How.OVERLAPPED)
    assert TITLES[how].lower() in briefly(met, 1 / 30)
    assert how in SAID


def met(**facts):
    usual = Encounter(3, 7, How.SLID, 60, 75, 4, 0.01, 0.5, np.array([1.0, 1.0, 1.0, 0.0, 1.6, 3.0, -1.0, 0.0]))
    return usual._replace(**facts)


def test_an_encounter_is_told_with_its_time_its_place_and_its_length():
    assert briefly(met(), 0.1) == "6.01 s: agents 3 and 7, slid, 0.50 s lost"
    words = described(met(), 0.1, (0.3, 0.3))
    assert words.startswith("6.01 s: agent 3 and agent 7 touched at (1.3, 2.0), 4 times in 1.5 s; they slid")
    assert ", once; " in described(met(contacts=1), 0.1, (0.3, 0.3))
    assert ", 2 times in " in described(met(contacts=2), 0.1, (0.3, 0.3))
    waited = described(met(how=How.WAITED, contacts=0), 0.1, (0.3, 0.3))
    assert "were in each other's way at (1.3, 2.0), once; agent 3 waited until agent 7 had passed" in waited


def test_only_an_overlap_that_can_be_seen_is_foretold():
    """Two that go against each other side by side, so far apart."""
    for apart, told in ((0.594, True), (0.596, False), (0.7, False)):
        scene = np.array([1.0, 1.0, 1.0, 0.0, 1.6, 1.0 + apart, -1.0, 0.0])
        assert ("Unresolved" in described(met(scene=scene), 0.1, (0.3, 0.3))) is told
    head_on = np.array([1.0, 1.0, 1.0, 0.0, 1.6, 1.0, -1.0, 0.0])
    assert "overlap by 0.60 cells 0.3 s later" in described(met(scene=head_on), 0.1, (0.3, 0.3))


@pytest.mark.parametrize(
    ("scene", "found"),
    [
        ((0, 0, 1, 0, 2, 0, -1, 0), (1.0, 1.0, 1.5)),  # head on: through each other, and out on the other side
        ((0, 0, 0, 0, 2, 0, 0, 0), (0.0, 0.0, HORIZON)),  # neither moves
        ((0, 0, 1, 0, 0.5, 0, 1, 0), (0.5, 0.0, HORIZON)),  # side by side for ever
        ((0, 0, -1, 0, 0.5, 0, 1, 0), (0.5, 0.0, 0.25)),  # they part
        ((0, 0, 0.5, 0, 2, 0, 0, 0), (0.0, HORIZON, HORIZON)),  # they just meet
        ((0, 0, 1, 0, 2, 3, -1, 0), (0.0, 1.0, 0.0)),  # they pass
    ],
)
def test_what_would_have_become_of_two(scene, found):
    assert unresolved(np.array(scene, float), (0.5, 0.5)) == pytest.approx(found)


def test_the_series_of_a_run():
    film, series = run("push", 120)
    world, rows = film.world, series.rows
    assert len(rows) == 121
    assert rows[-1, ARRIVED] == np.count_nonzero(world.arrived != NONE)
    assert rows[-1, DELAY] == pytest.approx(world.delay.mean())
    assert rows[-1, MET] == world.book.count
    assert (np.diff(rows[:, [ARRIVED, MET, LOOKED, ALL]], axis=0) >= 0).all()
    assert (rows[1:, LOOKED] <= rows[1:, ALL]).all()
    series.cut(40)
    assert len(series.rows) == 41


def test_a_long_run_has_a_row_for_every_tick():
    film, series = run("alone", 0, agents=2)
    film.step()
    for _ in range(600):
        series.note(film.world)
    assert len(series.rows) == 601
    assert (series.rows[:, ALL] == np.arange(601)).all()  # one pair a tick
    series.cut(10_000)
    assert len(series.rows) == 601
    series.cut(0)
    assert len(series.rows) == 1


def test_layers_of_a_run():
    film, _ = run("push", 40)
    frame, world = film.frame(40), film.world
    radius, group = world.agents.radius, world.agents.group
    assert sum(len(layer.xyr) for layer in discs(frame, radius, group)) == 30
    shown = ways(world, frame, np.arange(30))
    assert len(shown.ends) >= np.count_nonzero(world.walking)
    assert len(trails([film.frame(20), frame]).ends) > 0
    free = np.ones((9, 14), np.bool_)
    free[:, :7] = False
    cells = density(frame, radius, free).values
    assert np.isnan(cells[:, :7]).all()
    assert np.nansum(cells) > 0
    table = world.book.table
    assert len(conflicts(table.scene[: world.book.count]).xy) == world.book.count > 0
    spheres, lines = ghosts(table.scene[0], (0.3, 0.3))
    assert (len(spheres.xyr), len(lines.ends)) == (6, 2)
    assert reservations(world) is None


def test_what_is_reserved_can_be_seen():
    film, _ = run("whca", 150, 8)
    seen = 0
    for tick in range(60, 150, 10):
        world = film.world_at(tick)
        layer = reservations(world)
        if layer is not None:
            seen += 1
            assert len(layer.xy) == len(layer.values)
            assert max(len(way_of(world, agent)) for agent in range(8)) >= 1
    assert seen
