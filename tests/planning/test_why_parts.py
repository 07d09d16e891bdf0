"""What ledgers are made of, and planted faults: each is found by who judges ledgers (`test_why`)."""

import math
from dataclasses import replace

import numpy as np
import pytest

from sandbox.level.edits import PaintCells
from sandbox.level.model import FLOOR, Level
from sandbox.planning.api import Limits, Query, planners
from sandbox.planning.grid.graph import space_of
from sandbox.planning.grid.optimum import confined, cutting_corners
from sandbox.planning.why import chain, referees
from sandbox.planning.why.ledger import Term
from sandbox.planning.why.pieces import cells_of, parting, shortened, weighed
from sandbox.planning.why.referees import referees_of
from sandbox.planning.why.work import explain_work
from sandbox.planning.worlds import NO_CELLS, NOWHERE, Way, length_of
from tests.planning.levels import SWAMP, drawn

pytestmark = pytest.mark.small


def test_pieces_cells_and_prices():
    points = np.array([[0.5, 0.5], [2.5, 1.5], [2.5, 2.5]])
    assert cells_of(points).tolist() == [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2]]
    assert cells_of(NOWHERE).tolist() == []
    assert cells_of(points[:1]).tolist() == [[0, 0]]
    assert parting(points, points).tolist() == []
    cost = np.array([[1.0, 2.0, 4.0], [1.0, 2.0, 4.0], [1.0, 0.0, 4.0]])
    assert weighed(np.array([[0.5, 0.5], [2.5, 0.5]]), cost) == pytest.approx(0.5 + 2 + 2)
    assert weighed(np.array([[1.0, 0.5], [1.0, 1.5]]), cost) == pytest.approx(1.0)
    assert math.isinf(weighed(np.array([[0.5, 2.5], [1.5, 2.5]]), cost))
    assert weighed(np.array([[1.0, 2.0], [1.0, 3.0]]), cost) == pytest.approx(1.0)
    assert length_of(points) == pytest.approx(math.sqrt(5) + 1)


def test_the_best_way_known_over_terrain_may_cut_corners():
    level = drawn("##ww.", ".ww..", "w#.w.")
    found = chain.Chain(referees_of(level), Query((0.5, 1.5), (4.5, 1.5)), Limits()).over_terrain()
    assert found.cost == pytest.approx(3 + 3 * math.sqrt(2))
    assert [2.5, 2.5] in found.points.tolist()


def test_no_way_over_terrain_squeezes_between_two_corners():
    cost = np.array([[1.0, 0.0], [0.0, 1.0]])
    assert math.isinf(weighed(np.array([[0.5, 0.5], [1.5, 1.5]]), cost))


def test_a_way_over_terrain_is_shortened_where_that_is_cheaper():
    cost = np.ones((3, 6))
    points = np.array([[0.5, 0.5], [1.5, 0.5], [2.5, 1.5], [3.5, 1.5], [4.5, 2.5]])
    way = shortened(Way(length_of(points), points), cost)
    assert way.cost == pytest.approx(math.dist(points[0], points[-1]))
    cost[:, 2] = 0
    assert shortened(Way(math.inf, points[:2]), cost).cost == math.inf


def test_confined_steps_stay_inside():
    level = drawn("....", "....")
    grid = level.derived.grid
    space = space_of(grid, 8)
    inside = np.zeros(space.moves.shape[0], bool)
    inside[[grid.cell(0, 0), grid.cell(1, 1), grid.cell(2, 0)]] = True
    moves = confined(space, inside).moves
    assert [int(moves[grid.cell(*c)]).bit_count() for c in ((0, 0), (1, 1), (2, 0), (1, 0))] == [1, 2, 1, 0]


# Planted faults: each is found by who judges ledgers.

CASE = (drawn("..#...", ".#..#.", "......", ".#..#."), "astar", (0, 2), (5, 0))


def judged(level, key, start, goal, **options):
    why = pytest.importorskip("tests.planning.test_why", reason="SciPy is not installed", exc_type=ImportError)
    why.Case(level, why.others.Worlds(level), planners[key], options, Query(start, goal)).judge()


def test_the_judge_accepts_what_is_right():
    judged(*CASE)
    judged(*CASE, moves=4)


@pytest.mark.parametrize("wrong", ["corners", "angle", "sum", "steps"])
def test_a_planted_fault_is_found(wrong, monkeypatch):
    level = CASE[0]
    if wrong == "corners":
        monkeypatch.setattr(chain, "cutting_corners", lambda space: space)
    elif wrong == "angle":
        there = referees.Referees.in_open_cells
        monkeypatch.setattr(
            referees.Referees, "in_open_cells", lambda *a: there(*a)._replace(cost=there(*a).cost + 1e-6)
        )
    elif wrong == "sum":
        monkeypatch.setattr(Term, "__post_init__", lambda term: None, raising=False)
        original = chain.Chain.beyond
        monkeypatch.setattr(
            chain.Chain, "beyond", lambda *a: [replace(s, way=s.way._replace(cost=5.0)) for s in original(*a)]
        )
    else:
        original = chain.best_way
        monkeypatch.setattr(chain, "best_way", lambda space, *a, **k: original(cutting_corners(space), *a, **k))
    assert referees_of(level).level is level
    with pytest.raises(AssertionError):
        judged(*CASE)


def test_work_is_told_in_cells():
    level = Level(np.full((20, 20), FLOOR, np.uint8))
    level.apply(PaintCells.one(10, 10, SWAMP))
    query = Query((2, 10), (17, 9))
    work = explain_work(planners["dijkstra"].cls().prepare(level), query, planner="dijkstra")
    by_name = {share.name: share for share in work.shares}
    assert work.more == sum(share.value for share in work.shares) > 0
    assert by_name["behind"].value == len(by_name["behind"].cells) > 0
    assert NO_CELLS.shape == (0, 2)
    more_of_less = explain_work(planners["polyanya"].cls().prepare(level), query)
    assert more_of_less.adds_up
