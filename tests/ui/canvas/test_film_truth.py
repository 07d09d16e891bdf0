"""The picture at any event is the truth: a naive search that stops there holds the same cells open and closed, at the
same costs; and a planner whose budget ends there has done what the picture shows, and nothing more."""

import math

import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.kernels.playback import State
from sandbox.kernels.recording import EXPAND, STAGE, Recording
from sandbox.planning import search as text
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.planning.grid import best_first as exact
from sandbox.planning.grid.distances import shift_for
from sandbox.planning.grid.estimates import estimate
from sandbox.planning.planners.astar import AStar
from sandbox.planning.planners.bfs import BreadthFirst
from sandbox.planning.planners.dijkstra import Dijkstra
from sandbox.planning.planners.greedy import Greedy
from sandbox.ui.canvas.colours import palette
from sandbox.ui.canvas.film import Film
from sandbox.ui.canvas.searched.playback import PlaybackRaster
from sandbox.ui.maps.overlays.figures import figures_at
from tests.oracles.playback import states_at
from tests.oracles.stopped import BestFirst, Cells, in_buckets
from tests.planning.levels import random_cells, random_level

seeds = st.integers(0, 2**32 - 1)
ROOM = 1 << 16
TIES = {exact.LARGER_G: "larger g", exact.SMALLER_G: "smaller g", exact.NEWEST: "newest", exact.OLDEST: "oldest"}
ORDERS = {exact.BY_COST: "cost", exact.BY_GUESS: "guess", exact.BY_STEPS: "steps"}
STOPPED = [
    AStar(),
    AStar(pruning=False),
    AStar(moves=4),
    AStar(queue="heap"),
    AStar(queue="heap", ties="smaller g"),
    AStar(ties="newest"),
    AStar(ties="oldest", moves=4),
    AStar(weight=2.5),
    AStar(heuristic="squared"),
    AStar(heuristic="patchy"),
    AStar(heuristic="patchy", reopen=False),
    Dijkstra(),
    Dijkstra(queue="heap"),
    BreadthFirst(),
    Greedy(),
]


def centre(cell):
    return cell[0] + 0.5, cell[1] + 0.5


def recorded(planner, level, a, b, limits=None):
    """An answer, with every event."""
    prepared, recording = planner.prepare(level), Recording(ROOM)
    plan = prepared.plan(Query(centre(a), centre(b)), limits or Limits(), recording)
    assert not recording.truncated
    return prepared, plan, recording


def twin_at(prepared, recording, level, a, b, most):
    """The naive search of the same recipe, after so many events."""
    ground = prepared.ground(0.0)
    cells = Cells(level, prepared.recipe.moves)
    start, goal, stride = cells.id(a), cells.id(b), cells.stride
    rule = prepared.engine(ground, Limits()).rule

    def ahead(v):
        away = abs(v % stride - goal % stride), abs(v // stride - goal // stride)
        return int(estimate(ground.tables, v, goal, *away))

    if prepared.recipe.plain:
        shift = shift_for(ground.space, weighted=cells.weighted)
        canonical = bool(rule.canonical)
        return cells, in_buckets(cells, ahead, start, goal, shift, text.BUCKETS, most, canonical=canonical)
    taken = recording.subject[recording.kind == EXPAND].tolist()
    order, ties = ORDERS[rule.order], TIES[rule.ties]
    search = BestFirst(
        cells, ahead, order=order, weight=rule.weight / 64, ties=ties, reopen=bool(rule.reopen), taken=taken
    )
    return cells, search.run(start, goal, most)


def shown_at(film, time):
    """The state of every cell as its pixel says."""
    raster = PlaybackRaster(palette("dark"), film.layers(time)[0])
    raster.move_to(time)
    pixels = pygame.surfarray.array2d(raster.surface).astype(np.uint32)
    opened = pixels == raster._open_word
    return np.where(pixels >> 24 == 0, State.UNSEEN, np.where(opened, State.OPEN, State.CLOSED))


@pytest.mark.parametrize("planner", STOPPED, ids=str)
@given(seed=seeds, weighted=st.booleans(), when=st.floats(0, 1))
@settings(max_examples=12)
def test_open_closed_and_figures_are_those_of_a_naive_search_stopped_there(planner, seed, weighted, when):
    level = random_level(seed, weighted=weighted, longest=12, fill=0.2)
    ((a, b),) = random_cells(level, seed)
    prepared, plan, recording = recorded(planner, level, a, b)
    if not recording.count:
        return
    film = Film(recording, level.width, level.height, {}, title="it")
    for time in sorted({1, recording.count, max(1, math.ceil(when * recording.count))}):
        cells, twin = twin_at(prepared, recording, level, a, b, time)
        assert len(twin.events) == time
        expected = {v: State.CLOSED if v in twin.closed else State.OPEN for v in twin.g}
        act = film.act_of(time)
        states = dict(zip(act.subjects.tolist(), act.states_at(time - 1).tolist(), strict=True))
        assert {v: State(s) for v, s in states.items() if s} == expected
        check_pixels(shown_at(film, time), expected, cells, level)
        check_figures(film, time, twin, cells)
    if plan.status is Status.FOUND:
        assert film.at(*centre(b), recording.count).story.g == pytest.approx(plan.cost, rel=1e-6)


def check_pixels(shown, expected, cells, level):
    for y in range(level.height):
        for x in range(level.width):
            assert shown[x, y] == expected.get(cells.id((x, y)), State.UNSEEN), (x, y)


def check_figures(film, time, twin, cells):
    """What is written into the cells, and what the inspector's line says of each."""
    written = {cell: (g, f) for cell, g, f in figures_at(film, time, np.array(sorted(cells.price)))}
    assert written.keys() == twin.g.keys()
    for v, units in twin.g.items():
        assert written[v] == pytest.approx((units / cells.unit, twin.f[v] / cells.unit), rel=1e-6)
        found = film.at(v % cells.stride - 0.5, v // cells.stride - 0.5, time)
        assert found is not None
        assert found.subject == v
        g, f = written[v]
        assert f"  ·  g {g:.2f}  ·  h {f - g:.2f}  ·  f {f:.2f}" in film.described(found)


@pytest.mark.parametrize("entry", list(planners), ids=lambda e: e.key)
@given(seed=seeds, when=st.floats(0, 1))
@settings(max_examples=8)
def test_a_planner_whose_budget_ends_has_done_what_the_picture_shows(entry, seed, when):
    level = random_level(seed, longest=16, fill=0.2)
    ((a, b),) = random_cells(level, seed)
    planner = entry.create({"near": 0} if any(option.name == "near" for option in entry.options) else {})
    _, plan, whole = recorded(planner, level, a, b)
    if not whole.count or plan.expanded < 2:
        return
    budget = max(1, math.ceil(when * (plan.expanded - 1)))
    _, ended, part = recorded(planner, level, a, b, Limits(expansions=budget))
    same = events_of(part)[: searched(part)]
    assert same == events_of(whole)[: len(same)]
    assert ended.expanded == np.count_nonzero(part.kind == EXPAND)
    assert ended.expanded <= budget
    film, time = Film(whole, level.width, level.height, {}), len(same)
    act = film.act_of(time)
    states = dict(zip(act.subjects.tolist(), act.states_at(time - 1).tolist(), strict=True))
    assert {v: s for v, s in states.items() if s} == states_at(same, time - 1)


def searched(recording):
    """How many events there are until it is made the best of what was found: the funnel is pulled, whatever ended."""
    pulled = np.flatnonzero(recording.kind == STAGE)
    last = [number for number in pulled.tolist() if recording.stages[recording.subject[number]] == "funnel"]
    return last[-1] if last else recording.count


def events_of(recording):
    columns = (getattr(recording, name).tolist() for name in ("kind", "subject", "parent", "g", "f"))
    return list(zip(*columns, strict=True))
