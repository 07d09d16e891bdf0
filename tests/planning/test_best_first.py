"""Breadth-first, Dijkstra, greedy and A* in all their variants, against a naive twin."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.level.model import Level, Palette, Terrain
from sandbox.planning.api import Limits, Query, Status
from sandbox.planning.check.grid import Checker, Steps
from sandbox.planning.grid.graph import STRAIGHT, TURN
from sandbox.planning.grid.heuristics import heuristics
from sandbox.planning.planners.astar import AStar
from sandbox.planning.planners.bfs import BreadthFirst
from sandbox.planning.planners.bidirectional.planner import Bidirectional
from sandbox.planning.planners.dijkstra import Dijkstra
from sandbox.planning.planners.greedy import Greedy
from tests.oracles import grid as oracle
from tests.planning.levels import drawn, random_cells, random_level

seeds = st.integers(0, 2**32 - 1)
VARIANTS = [
    AStar(),
    AStar(pruning=False),
    AStar(moves=4),
    AStar(queue="heap"),
    AStar(queue="heap", ties="smaller g"),
    AStar(ties="newest"),
    AStar(ties="oldest", moves=4),
    AStar(heuristic="euclid"),
    AStar(heuristic="chebyshev"),
    AStar(heuristic="zero"),
    AStar(heuristic="manhattan", moves=4),
    AStar(heuristic="landmarks"),
    AStar(heuristic="landmarks", moves=4),
    AStar(heuristic="patchy"),
    Dijkstra(),
    Dijkstra(moves=4),
    Dijkstra(queue="heap"),
    Bidirectional(),
    Bidirectional(moves=4),
    Bidirectional(informed=False),
    Bidirectional(pruning=False),
    Bidirectional(informed=False, pruning=False),
]


@pytest.mark.small
@pytest.mark.parametrize("cheapest", [1.0, 1.125, 2.5])
def test_estimates_count_the_cheapest_cell_all_the_way(cheapest):
    """What they promise of straight steps is what these cost there: less is slow, more is wrong."""
    codes = np.zeros((3, 5), np.uint8)
    codes[2, 4] = 1
    level = Level(
        codes, palette=Palette((Terrain("road", "#808080", cost=cheapest), Terrain("bog", "#404040", cost=9)))
    )
    prepared = AStar().prepare(level)
    ground = prepared.ground(0.0)
    scale = prepared.scale(ground)
    assert STRAIGHT * scale == prepared.unit * cheapest
    octile, landmarks = (heuristics[key].cls().guess(ground.space, scale, 8, True) for key in ("octile", "landmarks"))
    assert (landmarks.along, landmarks.across) == (octile.along, octile.across) == (STRAIGHT * scale, TURN * scale)


def centre(cell):
    return cell[0] + 0.5, cell[1] + 0.5


def answers(planner, level, pairs):
    """Every answer, judged on the way."""
    prepared, checker = planner.prepare(level), Checker(level)
    for a, b in pairs:
        query = Query(centre(a), centre(b))
        plan = prepared.plan(query, Limits())
        assert checker.check(query, plan, Steps(moves=getattr(planner, "moves", 8))) == ""
        yield a, b, plan


def compare(planner, level, pairs):
    """Costs equal to the naive twin's; no path exactly where there is none."""
    cost = oracle.costs(level)
    for a, b, plan in answers(planner, level, pairs):
        reach = oracle.distances(cost, a, getattr(planner, "moves", 8)) if a in cost and b in cost else {}
        if b in reach:
            assert plan.status is Status.FOUND
            expected = reach[b] / cost[a] if level.uniform else reach[b]
            assert plan.cost == pytest.approx(expected, rel=1e-6)
        else:
            assert plan.status is Status.NO_PATH
            assert plan.message


@pytest.mark.parametrize("planner", VARIANTS, ids=str)
@given(seed=seeds, weighted=st.booleans())
def test_optimal_planners_equal_the_naive_twin(planner, seed, weighted):
    level = random_level(seed, weighted=weighted)
    compare(planner, level, random_cells(level, seed, 6))


@pytest.mark.small
@pytest.mark.parametrize("planner", [AStar(), AStar(heuristic="landmarks"), Dijkstra(), Bidirectional()], ids=str)
def test_a_few_levels_by_hand(planner):
    for seed in range(40):
        level = random_level(seed, weighted=seed % 2 == 1, longest=9, fill=0.25)
        compare(planner, level, random_cells(level, seed, 3))


@given(seed=seeds)
def test_breadth_first_takes_the_fewest_steps(seed):
    level = random_level(seed, weighted=True)
    cost = oracle.costs(level)
    for a, b, plan in answers(BreadthFirst(), level, random_cells(level, seed, 6)):
        if plan.status is Status.FOUND:
            assert len(plan.points) - 1 == oracle.fewest_steps(cost, a)[b]


@given(seed=seeds, weight=st.sampled_from([1.5, 2.0, 5.0]))
def test_weighted_astar_keeps_its_bound(seed, weight):
    level = random_level(seed, weighted=True)
    cost = oracle.costs(level)
    planner = AStar(weight=weight)
    for a, b, plan in answers(planner, level, random_cells(level, seed, 6)):
        if plan.status is Status.FOUND:
            best = oracle.distances(cost, a)[b] / (cost[a] if level.uniform else 1)
            assert best * (1 - 1e-6) <= plan.cost <= best * weight * (1 + 1e-6)
            assert plan.lower_bound <= best * (1 + 1e-6)
            assert not plan.proven or plan.cost == pytest.approx(best, rel=1e-6)


@given(
    seed=seeds,
    planner=st.sampled_from(
        [Greedy(), Greedy(moves=4), AStar(heuristic="squared"), AStar(reopen=False, heuristic="patchy")]
    ),
)
def test_what_is_not_optimal_finds_a_legal_way_and_does_not_boast(seed, planner):
    level = random_level(seed, weighted=True)
    cost = oracle.costs(level)
    for a, b, plan in answers(planner, level, random_cells(level, seed, 6)):
        reach = oracle.distances(cost, a, getattr(planner, "moves", 8)) if a in cost else {}
        assert (plan.status is Status.FOUND) == (b in reach and b in cost)
        if plan.status is Status.FOUND:
            best = reach[b] / (cost[a] if level.uniform else 1)
            assert plan.lower_bound <= best * (1 + 1e-6)
            assert not plan.proven or plan.cost == pytest.approx(best, rel=1e-6)


@pytest.mark.parametrize("moves", [4, 8])
@pytest.mark.parametrize("entry", list(heuristics), ids=lambda e: e.key)
@given(seed=seeds, weighted=st.booleans())
def test_heuristics_are_what_they_say(entry, moves, seed, weighted):
    """Admissible ones never exceed the distance; consistent ones never fall by more than a step costs."""
    level = random_level(seed, weighted=weighted, longest=9)
    (pair,) = random_cells(level, seed)
    cost = oracle.costs(level)
    if pair[0] not in cost:
        return
    estimates = _estimates(entry.cls(), level, moves, pair[0])
    distance = oracle.distances(cost, pair[0], moves)
    uniform = 1 / cost[pair[0]] if level.uniform else 1
    if moves in entry.info["admissible"]:
        assert all(estimates[c] <= distance[c] * uniform * (1 + 1e-6) + 1e-6 for c in distance)
    if entry.info["consistent"]:
        for c in distance:
            for other, length in oracle.neighbours(cost, c, moves):
                step = length * (cost[c] + cost[other]) / 2 * uniform
                assert (
                    estimates[c] <= step * (1 + 1e-6) + estimates[other] + 1e-6 or moves not in entry.info["admissible"]
                )


def _estimates(heuristic, level, moves, goal):
    from sandbox.planning.grid.estimates import estimate
    from sandbox.planning.grid.graph import STRAIGHT, id_of, space_of

    weighted = not level.uniform
    space = space_of(level.derived.grid, level.derived.lowest8)
    guess = heuristic.guess(space, 2 * space.lowest8 if weighted else 1, moves, weighted)
    unit = STRAIGHT * (16 if weighted else 1)
    at = id_of(goal, space.stride)
    return {
        (x, y): estimate(guess, id_of((x, y), space.stride), at, abs(x - goal[0]), abs(y - goal[1])) / unit
        for x in range(level.width)
        for y in range(level.height)
    }


def test_the_patchy_heuristic_makes_astar_open_cells_again():
    level = random_level(3, weighted=True, longest=60, fill=0.2)
    query = Query((0.5, 0.5), centre((level.width - 1, level.height - 1)))
    patchy = AStar(heuristic="patchy").prepare(level).plan(query, Limits())
    octile = AStar(queue="heap").prepare(level).plan(query, Limits())
    assert patchy.reopened > 0
    assert octile.reopened == 0
    assert patchy.cost == octile.cost


@pytest.mark.small
def test_larger_g_first_expands_least_on_open_ground():
    level = drawn(*["." * 40] * 40)
    query = Query((0.5, 0.5), (30.5, 20.5))
    counts = {
        t: AStar(queue="heap", ties=t).prepare(level).plan(query, Limits()).expanded for t in ("larger g", "smaller g")
    }
    assert counts["larger g"] == 31
    assert counts["smaller g"] > 200


def test_dijkstra_shows_the_field_and_the_tree():
    level = random_level(5, weighted=True, longest=20, fill=0.2)
    cost = oracle.costs(level)
    start = next(iter(cost))
    goal = max(oracle.distances(cost, start), key=lambda c: c)
    plan = Dijkstra(field=True).prepare(level).plan(Query(centre(start), centre(goal)), Limits())
    field, tree = plan.layers
    reach = oracle.distances(cost, start)
    for y in range(level.height):
        for x in range(level.width):
            found = field.values[y, x]
            assert math.isnan(found) if (x, y) not in reach else found == pytest.approx(reach[x, y], rel=1e-6)
    assert len(tree.ends) == len(reach) - 1
    drops = [field.values[int(y), int(x)] for x, y in tree.ends[:, 0]] > np.array(
        [field.values[int(y), int(x)] for x, y in tree.ends[:, 1]]
    )
    assert drops.all()


@pytest.mark.small
@pytest.mark.parametrize("planner", [AStar(), AStar(queue="heap"), Dijkstra(), Bidirectional()], ids=str)
def test_the_first_way_to_the_goal_need_not_be_the_best(planner):
    """The swamp looks nearer than the sand, and reaches the goal first."""
    compare(planner, drawn("..w.", "~~~~"), [((0, 0), (3, 0)), ((3, 0), (0, 0))])
