"""Ledgers where there is little to add up, or much: no path, one place, outlines, discs, budgets; planted faults."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.level.edits import AddPolygon, PaintCells
from sandbox.level.model import WALL
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.planning.api import Limits, Metric, Plan, Query, Status, planners
from sandbox.planning.grid.best_first_planner import BestFirst, BestFirstPrepared, Recipe
from sandbox.planning.why import referees
from sandbox.planning.why.explain import explain
from sandbox.planning.why.marks import term_layers
from sandbox.planning.why.referees import best_known
from sandbox.planning.why.work import explain_work
from sandbox.planning.worlds import NOWHERE, Way, WorldStep
from tests.planning.levels import drawn

pytestmark = pytest.mark.small
ROOT2 = math.sqrt(2)
GRID = [entry.key for entry in planners if entry.info["world"] == "grid"]
MESH = [entry.key for entry in planners if entry.info["world"] == "mesh"]


def ledger_of(level, key, start, goal, *, radius=0.0, limits=None, **options):
    return explain(planners[key].create(options).prepare(level), Query(start, goal, radius), limits, planner=key)


def values(ledger):
    return {term.name: term.value for term in ledger.terms}


def with_polygon(level, *corners):
    level.apply(AddPolygon(Obstacle(0, np.round(np.array(corners) * UNITS).astype(np.int32))))
    return level


def strip():
    """Every cell of the third column is covered in part; below, half a cell stays free."""
    return with_polygon(drawn(*["....."] * 3), (2.4, 0), (2.6, 0), (2.6, 2.5), (2.4, 2.5))


def test_a_knights_move_around_one_corner():
    level = drawn(".#...", ".....")
    ledger = ledger_of(level, "astar", (0, 0), (2, 0))
    expected = {
        "search": 0.0,
        "corners not cut": 4 - 2 * ROOT2,
        "grid moves": ROOT2 - 1,
        "clearance": 0.0,
        "polygons as cells": 0.0,
    }
    assert ledger.terms[1].cells.tolist() == [[1, 0]]
    assert values(ledger) == pytest.approx(expected)
    assert (ledger.cost, ledger.optimum, ledger.loss) == (4.0, pytest.approx(1 + ROOT2), pytest.approx(3 - ROOT2))
    assert ledger.exact
    assert ledger.main.name == "corners not cut"
    marked, freer = term_layers(ledger.terms[1], 5, 2, level.version)
    assert np.argwhere(marked.values == 1).tolist() == [[0, 1]]
    assert (freer.chained, freer.dashed) == (True, True)
    assert np.array_equal(freer.ends, ledger.terms[1].points)


@pytest.mark.parametrize("key", GRID)
def test_on_the_grid_the_first_term_says_what_closes_the_way(key):
    ledger = ledger_of(strip(), key, (0, 1), (4, 1))
    assert ledger.status is Status.NO_PATH
    assert [(term.name, term.value) for term in ledger.terms] == [("polygons as cells", math.inf)]
    assert math.isfinite(ledger.optimum)
    assert math.isinf(ledger.loss)
    assert ledger.adds_up
    assert len(ledger.terms[0].cells) > 0
    assert "closes the way" in ledger.says


def test_a_diagonal_gap_with_one_side_open_is_told_of_with_what_follows_from_it():
    level = drawn("..#", ".#.", "...")
    level.apply(PaintCells.one(1, 2, WALL))
    ledger = ledger_of(level, "astar", (0, 0), (2, 2))
    assert (ledger.status, ledger.terms, ledger.loss) == (Status.NO_PATH, (), 0.0)
    assert "no way in any" in ledger.says


def test_four_moves_are_closed_where_eight_are_open_or_not_at_all():
    ledger = ledger_of(drawn("...", "..."), "astar", (0, 0), (2, 1), moves=4)
    assert values(ledger)["four moves"] == pytest.approx(3 - 1 - ROOT2)


@pytest.mark.parametrize("key", planners.keys())
def test_where_nothing_leads_everybody_says_so(key):
    ledger = ledger_of(drawn("..#..", "..#.."), key, (0, 0), (4, 1))
    assert (ledger.status, ledger.terms) == (Status.NO_PATH, ())
    assert math.isinf(ledger.cost)
    assert math.isinf(ledger.optimum)
    assert ledger.loss == 0
    assert "no way in any" in ledger.says


@pytest.mark.parametrize("key", planners.keys())
def test_start_and_goal_in_one_place(key):
    ledger = ledger_of(drawn("...", "..."), key, (1, 1), (1, 1))
    assert (ledger.status, ledger.cost, ledger.optimum, ledger.loss) == (Status.FOUND, 0.0, 0.0, 0.0)
    assert ledger.terms == ()
    assert "one place" in ledger.says


@pytest.mark.parametrize("key", GRID)
def test_two_points_of_one_cell_are_one_place_on_the_grid(key):
    ledger = ledger_of(drawn("...", "..."), key, (1.2, 1.1), (1.9, 1.3))
    assert (ledger.start, ledger.goal, ledger.loss) == ((1.5, 1.5), (1.5, 1.5), 0.0)


def test_ends_off_the_centres_are_moved_on_the_grid_and_only_there():
    level = drawn("......", "......")
    grid, mesh = (ledger_of(level, key, (0.25, 0.25), (5.1, 1.9)) for key in ("astar", "polyanya"))
    assert ((grid.start, grid.goal), "centres" in grid.says) == (((0.5, 0.5), (5.5, 1.5)), True)
    assert (mesh.start, mesh.goal, mesh.says) == ((0.25, 0.25), (5.1, 1.9), "")
    assert mesh.cost == pytest.approx(math.dist((0.25, 0.25), (5.1, 1.9)))


@pytest.mark.parametrize("key", MESH)
def test_ends_on_outlines_and_corners(key):
    level = with_polygon(drawn(*["......"] * 4), (2, 1), (4, 1), (4, 3), (2, 3))
    ledger = ledger_of(level, key, (2.0, 1.0), (4.0, 3.0))
    assert ledger.status is Status.FOUND
    assert ledger.optimum == pytest.approx(4.0)
    assert ledger.adds_up


@pytest.mark.parametrize("key", GRID)
def test_an_end_in_a_covered_cell(key):
    for start, terms in (((2, 1), []), ((2, 2), [("polygons as cells", math.inf)])):  # inside, and on the outline
        ledger = ledger_of(strip(), key, start, (4, 1))
        assert ledger.status is Status.NO_PATH
        assert [(term.name, term.value) for term in ledger.terms] == terms
        assert "no room for anyone at the start" in ledger.says


def test_an_end_in_a_covered_cell_that_is_free_itself():
    level = with_polygon(drawn(*["....."] * 3), (2.0, 0), (2.2, 0), (2.2, 3), (2.0, 3))
    ledger = ledger_of(level, "astar", (2, 2), (4, 1))
    assert [(term.name, term.value) for term in ledger.terms] == [("polygons as cells", math.inf)]
    assert ledger.optimum == pytest.approx(math.dist((2, 2), (4, 1)))


def test_what_cannot_be_asked_has_no_ledger():
    swamp = drawn("..w", "...")
    for key, query, options in (("jps", Query((0, 0), (2, 1)), {}), ("polyanya", Query((0, 0), (2, 1), 0.3), {})):
        ledger = explain(planners[key].create(options).prepare(swamp), query)
        assert (ledger.status, ledger.terms) == (Status.UNSUPPORTED, ())
        assert ledger.says
        assert math.isnan(ledger.loss)
        work = explain_work(planners[key].create(options).prepare(swamp), query)
        assert (work.status, work.shares) == (Status.UNSUPPORTED, ())
    with pytest.raises(BadInput):
        ledger_of(swamp, "astar", (0, 0), (7, 7))


def test_budgets_and_cancelling_are_said():
    level = drawn(*["." * 30] * 30)
    ledger = ledger_of(level, "dijkstra", (0, 0), (29, 29), limits=Limits(expansions=3))
    assert (ledger.status, ledger.terms) == (Status.BUDGET, ())
    stopped = Limits()
    stopped.stop[0] = 1
    for key in ("dijkstra", "polyanya"):
        ledger = ledger_of(level, key, (0, 0), (29, 29), limits=stopped)
        assert (ledger.status, ledger.terms) == (Status.CANCELLED, ())


@pytest.mark.parametrize("key", planners.keys())
def test_a_budget_is_the_planners_and_not_the_referees(key):
    needed = planners[key].cls().prepare(LAB).plan(Query((5, 2), (5, 5)), Limits()).expanded
    whole, ledger = (ledger_of(LAB, key, (5, 2), (5, 5), limits=Limits(expansions=n)) for n in (0, needed + 1))
    assert (ledger.status, ledger.loss) == (Status.FOUND, whole.loss)


def test_cancelling_between_the_worlds(monkeypatch):
    limits = Limits()

    def stop_here(*_):
        limits.stop[0] = 1
        return ()

    monkeypatch.setattr(BestFirstPrepared, "worlds", stop_here)
    ledger = ledger_of(drawn("....", "...."), "astar", (0, 0), (3, 1), limits=limits)
    assert (ledger.status, ledger.terms) == (Status.CANCELLED, ())
    assert ledger.says


def test_a_ledger_follows_edits():
    level = drawn(*["......"] * 5)
    prepared = planners["astar"].cls().prepare(level)
    query = Query((0, 2), (5, 2))
    assert explain(prepared, query).loss == 0
    level.apply(PaintCells.one(3, 2, WALL))
    assert explain(prepared, query).loss > 0.3
    with_polygon(level, (2.9, 0), (4.1, 0), (4.1, 4.5), (2.9, 4.5))
    ledger = explain(prepared, query)
    assert math.isinf(values(ledger)["polygons as cells"])


def test_a_disc_that_grid_and_walls_measure_differently():
    level = drawn("......", "......", "..##..", "......", "......")
    ledger = ledger_of(level, "astar", (0, 3), (5, 1), radius=0.4)
    assert ledger.exact
    assert ledger.adds_up
    assert values(ledger)["clearance"] != 0
    assert ledger.optimum == pytest.approx(ledger_of(level, "tra", (0, 3), (5, 1), radius=0.4).cost)


@pytest.mark.parametrize("radius", [0.0, 0.4])
def test_a_polygon_that_is_in_nobodys_way_changes_no_term(radius):
    rows = "......", "......", "..##..", "......", "......", "......", "......", "......"
    bare, beside = drawn(*rows), with_polygon(drawn(*rows), (0.2, 7.2), (0.8, 7.2), (0.8, 7.8))
    expected, found = (ledger_of(level, "astar", (0, 3), (5, 1), radius=radius) for level in (bare, beside))
    assert found.exact
    assert values(found) == pytest.approx(values(expected))
    assert (values(found)["clearance"] != 0) == (radius > 0)  # or one world would do as well as the other


def plan(cost, *, bound=0.0, proven=False, status=Status.FOUND):
    return Plan(status, NOWHERE, cost, lower_bound=bound, proven=proven)


def test_what_is_not_proven_is_an_interval():
    way = best_known([plan(5.0, bound=3.0), plan(4.5, bound=3.5)], 2.0)
    assert (way.cost, way.least) == (4.5, 3.5)
    proven = best_known([plan(5.0, bound=3.0), plan(4.5, proven=True)], 2.0)
    assert (proven.cost, proven.least) == (4.5, 4.5)
    assert math.isinf(best_known([plan(math.inf, status=Status.NO_PATH)], 2.0).cost)
    with pytest.raises(referees.Stopped):
        best_known([plan(math.inf, status=Status.CANCELLED)], 2.0)


def test_a_disc_without_a_proof_gets_terms_that_lie_between(monkeypatch):
    monkeypatch.setattr(referees, "EFFORT", 0)
    level = drawn("......", "..#...", "..##..", "...#..", "......")
    ledger = ledger_of(level, "astar", (0, 3), (5, 1), radius=0.3)
    assert not ledger.exact
    assert ledger.optimum_low < ledger.optimum
    assert ledger.adds_up
    assert "between" in ledger.says
    inexact = [term for term in ledger.terms if not term.exact]
    assert all(term.low <= term.value <= term.high for term in inexact)


def test_over_terrain_the_last_term_is_an_interval():
    level = drawn("..........", ".wwwwwwww.", "..........")
    ledger = ledger_of(level, "astar", (0, 1), (9, 1))
    last = ledger.terms[-1]
    assert (ledger.metric, last.name, last.exact) == (Metric.WEIGHTED, "grid moves over terrain", False)
    assert last.low <= last.value <= last.high
    assert ledger.optimum_low <= ledger.optimum <= ledger.cost
    assert ledger.adds_up


@pytest.mark.parametrize("key", MESH)
def test_who_ignores_terrain_is_told_what_it_costs(key):
    level = drawn("..........", ".wwwwwwww.", "..........")
    ledger = ledger_of(level, key, (0, 1), (9, 1))
    assert (ledger.metric, ledger.optimum) == (Metric.LENGTH, pytest.approx(9.0))
    weighed_ledger = ledger.over_terrain
    assert weighed_ledger.metric is Metric.WEIGHTED
    assert weighed_ledger.adds_up
    assert weighed_ledger.terms[0].name == "terrain ignored"
    assert weighed_ledger.cost > 20
    assert weighed_ledger.terms[0].value > 10


# Planners of one file, with and without terms of their own.


@dataclass(frozen=True)
class Stray(BestFirst):
    """Goes astray, and does not say why."""

    @property
    def recipe(self):
        return Recipe(weight=10.0)

    def prepare(self, level):
        return StrayPrepared(level, self)


class StrayPrepared(BestFirstPrepared):
    def worlds(self, query, plan):
        return ()


@dataclass(frozen=True)
class Telling(Stray):
    """The same, and says it: a term of its own, and then its last one."""

    def prepare(self, level):
        return TellingPrepared(level, self)


class TellingPrepared(BestFirstPrepared):
    def worlds(self, query, plan):
        return [WorldStep("a detour for the view", "It goes by the lake.", Way(plan.cost - 0.125, plan.points))]


LAB = drawn("..........", ".########.", ".#......#.", ".#......#.", "...####...", "..........")


def test_a_planner_without_a_word_gets_the_chain_of_its_promises():
    ledger = explain(Stray().prepare(LAB), Query((5, 2), (5, 5)))
    assert next(term.name for term in ledger.terms) == "search"
    assert ledger.adds_up


def test_a_planner_may_state_terms_of_its_own():
    ledger = explain(Telling().prepare(LAB), Query((5, 2), (5, 5)))
    assert [term.name for term in ledger.terms][:3] == ["a detour for the view", "search", "corners not cut"]
    assert ledger.terms[0].value == pytest.approx(0.125)
    assert ledger.adds_up
    assert ledger.loss == pytest.approx(explain(Stray().prepare(LAB), Query((5, 2), (5, 5))).loss)


def test_a_step_without_a_way_is_none(monkeypatch):
    monkeypatch.setattr(StrayPrepared, "worlds", lambda *_: [WorldStep("nothing", "It says nothing.", Way())])
    ledger = explain(Stray().prepare(LAB), Query((5, 2), (5, 5)))
    assert next(term.name for term in ledger.terms) == "search"
    assert ledger.adds_up


@pytest.mark.parametrize(
    ("wrong", "names"),
    [
        ({"heuristic": "squared", "weight": 3.0, "reopen": False}, ["heuristic weight", "heuristic claims too much"]),
        ({"heuristic": "patchy", "weight": 3.0, "reopen": False}, ["heuristic weight", "closed cells stay closed"]),
        ({"heuristic": "patchy", "reopen": False}, ["closed cells stay closed"]),
        ({"heuristic": "manhattan"}, ["heuristic claims too much"]),
        ({"weight": 2.0, "moves": 4}, ["heuristic weight", "four moves"]),
        ({"reopen": False}, ["search"]),
    ],
)
def test_every_wrong_option_has_its_term(wrong, names):
    ledger = explain(planners["astar"].create(wrong).prepare(LAB), Query((5, 2), (5, 5)))
    assert [term.name for term in ledger.terms][: len(names)] == names
    assert len(ledger.terms) == len(names) + 4
    assert ledger.adds_up
