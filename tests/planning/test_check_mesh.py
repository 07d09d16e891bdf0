"""The judge of the mesh world itself: one broken path per rule, and none of them gets by."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from sandbox.level.edits.reshape import AddPolygon
from sandbox.level.obstacles import Obstacle
from sandbox.planning.api import Plan, Query, Status
from sandbox.planning.check.mesh import MeshChecker, _rounded
from tests.planning.levels import drawn

pytestmark = pytest.mark.small

LEVEL = drawn("......", "......", "..##..", "..##..", "......", "......")
QUERY = Query((1.0, 3.0), (5.0, 3.0))
AROUND = [(1.0, 3.0), (2.0, 2.0), (4.0, 2.0), (5.0, 3.0)]
COST = 2 + 2 * math.sqrt(2)


def plan(points=AROUND, cost=COST, **changes):
    return replace(Plan(Status.FOUND, np.array(points, float), cost, lower_bound=4.0), **changes)


def judged(points=AROUND, query=QUERY, cost=COST, **changes):
    return MeshChecker(LEVEL).check(query, plan(points, cost, **changes))


def test_a_good_path_passes():
    assert judged() == ""
    assert judged(lower_bound=COST, proven=True) == ""
    assert judged([(1.0, 1.0)], Query((1.0, 1.0), (1.0, 1.0)), 0.0, lower_bound=0.0) == ""


BROKEN = {
    "leaves the free space": [(1, 3), (5, 3)],
    "leaves the free space near (2, 2.02)": [(1, 3), (2.01, 2.01), (4, 2), (5, 3)],
    "leaves the free space near (6": [(1, 3), (1, 0.5), (6.5, 0.5), (5, 3)],
    "the start is": AROUND[1:],
    "the goal is": AROUND[:-1],
    "finite": [(1, 3), (2, math.nan), (4, 2), (5, 3)],
    "without points": np.zeros((0, 2)),
}


@pytest.mark.parametrize("reason", BROKEN)
def test_a_broken_path_is_refused(reason):
    assert reason in judged(BROKEN[reason])


def test_polygons_are_obstacles_too():
    level = drawn("......", "......", "......")
    query, straight = Query((0.5, 1.5), (5.5, 1.5)), plan([(0.5, 1.5), (5.5, 1.5)], 5.0)
    assert MeshChecker(level).check(query, straight) == ""
    level.apply(AddPolygon(Obstacle.of_cells([(2.0, 1.4), (3.0, 1.4), (3.0, 2.0)])))
    assert "leaves the free space near (2.1" in MeshChecker(level).check(query, straight)


def test_wrong_numbers_are_refused():
    assert "claimed 4.7" in judged(cost=4.7)
    assert "claimed" in judged(cost=4.9)
    assert "lower bound" in judged(lower_bound=5.0)
    assert "proven" in judged(proven=True)


def test_no_path_comes_without_one():
    assert "with a path" in judged(status=Status.NO_PATH)
    assert judged(np.zeros((0, 2)), status=Status.BUDGET, cost=math.inf) == ""


# -- discs -------------------------------------------------------------------------------------------------

RADIUS = 0.5
DISC = replace(QUERY, radius=RADIUS)


def rounded(radius=RADIUS, squeeze=0.0):
    """The way of a disc around the block's upper corners: tangents, and two arcs of `radius - squeeze`."""
    r = radius - squeeze
    reach = math.sqrt(2 - r * r)  # from an end to where it touches a circle
    turn = math.pi / 4 + math.asin(r / math.sqrt(2))
    arcs = np.array([[2, 2, r, -math.pi / 2 - turn, turn], [4, 2, r, -math.pi / 2, turn]])
    points = [(1.0, 3.0)]
    for x, y, _, first, sweep in arcs.tolist():
        points += [(x + r * math.cos(a), y + r * math.sin(a)) for a in np.linspace(first, first + sweep, 60)]
    return [*points, (5.0, 3.0)], arcs, 2 * reach + 2 + 2 * r * turn


def judged_disc(points, arcs, cost, query=DISC, **changes):
    return judged(points, query, cost, arcs=arcs, **changes)


def test_a_good_path_of_a_disc_passes():
    points, arcs, cost = rounded()
    assert judged_disc(points, arcs, cost) == ""


def test_a_disc_needs_room():
    points, arcs, cost = rounded()
    assert "within" in judged(query=DISC)
    assert "within" in judged_disc(points, None, cost)  # between its points the polyline is nearer than the arcs
    assert "of a wall" in judged([(1, 3), (1, 1.75), (1.75, 1.6), (5, 1.5), (5, 3)], DISC)
    assert "arc of radius 0.499" in judged_disc(*rounded(squeeze=0.001))
    inside = arcs.copy()
    inside[:, :2] += [0.0, 0.01]  # arcs of the right radius, around the wrong place
    assert "within 0.489" in judged_disc(
        np.add(points, [0, 0.01]), inside, cost, Query((1.0, 3.01), (5.0, 3.01), RADIUS)
    )


def test_arcs_are_part_of_the_path():
    points, arcs, cost = rounded()
    assert "claimed" in judged_disc(points, arcs, cost - 0.01)
    assert "away from its arcs" in judged_disc(points[:30] + points[70:], arcs, cost)
    assert "away from its arcs" in judged_disc(points, arcs[:1], cost)
    halfway = np.insert(points, -1, np.mean(points[-2:], axis=0), axis=0)
    way = _rounded(halfway, arcs)
    assert np.allclose(way[[0, -2, -1]], [points[0], points[-2], points[-1]]), "its arcs alone are between the ends"
    wide = arcs.copy()
    wide[:, 2] = 0.6
    assert "arc of radius 0.6" in judged_disc(points, wide, cost)


# -- where obstacles touch ---------------------------------------------------------------------------------

TIP = [(3, 2), (3, 3), (2, 1)]
"""A polygon whose tip touches the corner of a wall at (1, 1)."""


def touching(polygon=TIP, rows=("...", ".#.", "...")):
    level = drawn(*rows)
    level.apply(AddPolygon(Obstacle.of_cells(polygon)))
    return MeshChecker(level)


def way(*points, **changes):
    cost = float(np.hypot(*np.diff(points, axis=0).T).sum())
    return Query(points[0], points[-1]), plan(points, cost, lower_bound=0.0, **changes)


def test_nothing_passes_a_gap_without_width():
    checker = touching()
    assert "obstacles touch, at (2, 1)" in checker.check(*way((1.5, 0.5), (2.0, 1.0), (2.5, 2.5)))
    assert "obstacles touch, at (2, 1)" in checker.check(*way((1.5, 0.5), (2.0 + 1e-7, 1.0), (2.5, 2.5)))
    assert checker.check(*way((1.5, 0.5), (2.0, 1.0), (2.6, 1.2))) == ""  # past it, on one side
    assert checker.check(*way((1.5, 0.5), (1.0, 1.0), (1.0, 2.0), (2.0, 2.0), (2.5, 2.5))) == ""
    diagonal = MeshChecker(drawn("#..", ".#.", "..."))
    assert "touch, at (1, 1)" in diagonal.check(*way((1.5, 0.5), (0.5, 1.5)))
    assert "touch, at (1, 1)" in diagonal.check(*way((1.5, 0.5), (1.25, 0.75), (0.5, 1.5)))


def test_a_tip_on_an_outline_leaves_no_gap_either():
    checker = touching([(1, 2), (2, 2), (1.5, 1.0)], ("...", "...", "..."))
    assert checker.check(*way((1.0, 0.5), (2.0, 0.5))) == ""
    border = touching([(1, 1), (2, 1), (1.5, 0.0)], ("...", "..."))
    assert "touch, at (1.5, 0)" in border.check(*way((1.0, 0.0), (2.0, 0.0)))
    assert border.check(*way((1.0, 0.0), (1.5, 0.0))) == ""


def test_a_way_may_begin_and_end_where_obstacles_touch_on_every_side():
    checker = touching()
    for towards in ((1.5, 0.5), (2.6, 1.2), (2.5, 2.5), (2.0, 1.5)):
        assert checker.check(*way((2.0, 1.0), towards)) == ""
        assert checker.check(*way(towards, (2.0, 1.0))) == ""


NOTHING = np.zeros((0, 2))


def test_no_path_is_not_believed_where_there_is_one():
    open_level, parted = MeshChecker(drawn("....", "....")), MeshChecker(drawn("..#.", "..#."))
    query = Query((0.5, 0.5), (3.5, 1.5))
    none = plan(NOTHING, math.inf, status=Status.NO_PATH, lower_bound=math.inf)
    assert "one part of the free space" in open_level.check(query, none)
    assert "one part" in open_level.check(replace(query, radius=0.4), none)
    assert open_level.check(replace(query, radius=0.51), none) == ""
    assert parted.check(query, none) == ""
    corner_to_corner = MeshChecker(drawn("#..", ".#.", "..#"))
    assert corner_to_corner.check(Query((1.5, 0.5), (0.5, 1.5)), none) == ""
    assert "one part" in corner_to_corner.check(Query((1.5, 0.5), (1.0, 1.0)), none)


def test_crossings_are_rounded_to_the_grid():
    """Outlines that cross between its points may be bent there by a unit, and are believed nowhere else."""
    level = drawn("......", "......", "......")
    for ring in ([(1, 1), (5, 2), (1, 2)], [(2, 3), (3.1, 0.7), (4, 3)]):
        level.apply(AddPolygon(Obstacle.of_cells(ring)))
    checker = MeshChecker(level)
    x, y = min((p for p in shapely.get_coordinates(checker.free).tolist() if p[0] * 512 % 1), key=lambda p: p[1])
    assert checker.check(*way((x, 0.1), (x, y + 1 / 512))) == ""
    assert "leaves" in checker.check(*way((x, 0.1), (x, y + 4 / 512)))
