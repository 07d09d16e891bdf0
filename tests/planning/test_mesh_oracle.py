"""Every mesh planner, over all its options, against shapely: degenerate levels, degenerate ends, points and discs.

For points the truth is the visibility graph; for discs it lies between those of two free spaces, eroded a little too
little and a little too much. No answer is shorter than the truth, none that is called proven longer, no lower bound
above it; "no path" is said where there is none, and nowhere else.
"""

import math
from collections import Counter

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.level.edits.paint import PaintCells
from sandbox.level.edits.reshape import AddPolygon, MovePolygon, RemovePolygon
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.mesh.check import problems
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.planning.check.mesh import ROUNDING, MeshChecker
from tests.oracles.visibility import Sight, room_for
from tests.planning.levels import GRASS
from tests.planning.touching import add_shape, off_grid, places, touching_level
from tests.planning.worlds import mixed

seeds = st.integers(0, 2**32 - 1)
ALL = {
    "naive-triangles": {}, "waypoint": {}, "ta": {}, "ta, first": {"effort": 0}, "ta, long": {"effort": 20_000},
    "tra": {}, "tra, first": {"effort": 0}, "tra, long": {"effort": 20_000}, "polyanya": {}, "visibility": {},
    "visibility, kept": {"edges": "kept"},
}  # fmt: skip
DISCS = [name for name in ALL if planners[name.split(",")[0]].info["radius"]]
ALWAYS_PROVEN = [name for name in ALL if planners[name.split(",")[0]].info["optimal"]]
PARTS = ([1 / 512, 0.1, 0.125, 0.25, 1 / 3, 0.49, 0.5, 0.7071], [1e-12, 1e-6])  # radii in cells: usual ones, tiny ones
NEAR = 1e-9
QUARTER = 6  # steps of a quarter of a circle
TOUCH = 1e-4  # cells: discs that fit by less than that may fit or not


def prepared_all(level, names=ALL):
    return {name: planners[name.split(",")[0]].create(ALL[name]).prepare(level) for name in names}


def faults(name, query, plan, checker, least, most):
    """What is wrong with an answer, where the shortest way has a length from `least` to `most`."""
    wrong = {
        checker.check(query, plan): True,
        f"{plan.status} ({plan.message}) where there is a way": math.isfinite(most) and plan.status is not Status.FOUND,
        f"{plan.status} where there is no way": math.isinf(least) and plan.status is not Status.NO_PATH,
    }
    if plan.status is Status.FOUND:
        wrong |= {
            f"{plan.cost}: the shortest is {least}": plan.cost < least - NEAR,
            f"bound {plan.lower_bound}: the shortest is {most}": plan.lower_bound > most + NEAR,
            f"{plan.cost} proven: the shortest is {most}": plan.proven and plan.cost > most + NEAR,
            "not proven": name in ALWAYS_PROVEN and not plan.proven,
        }
    return [what for what, so in wrong.items() if so and what]


def judged(what, planner_of, query, checker, truth, names=ALL):
    """Every planner's answer to a query: how many there were; raises for the first wrong one."""
    for name in names:
        found = faults(name, query, planner_of[name].plan(query, Limits()), checker, *truth)
        assert found == [], (what, name, query)
    return len(names)


def pairs(level, free, r, count):
    ends = places(level, free, r, 2 * count)
    return list(zip(ends[::2], ends[1::2], strict=True))


def covers(free, *points):
    return all(free.covers(shapely.Point(p)) for p in points)


def points_agree(seed, queries):
    """Answers to points' queries on one level."""
    level, r = touching_level(seed), np.random.default_rng(seed)
    checker, answers = MeshChecker(level), 0
    sight, planner_of = Sight(checker.free), prepared_all(level)
    for a, b in pairs(level, checker.free, r, queries):
        length = sight.distance(a, b) if covers(checker.free, a, b) else math.inf
        answers += judged(f"level {seed}", planner_of, Query(a, b), checker, (length, length))
    return answers


def discs_agree(seed, queries):
    """Answers to discs' queries on one level."""
    level, r = touching_level(seed), np.random.default_rng(seed)
    checker, answers = MeshChecker(level), 0
    planner_of = prepared_all(level, DISCS)
    radius = float(r.choice(PARTS[int(r.random() < 0.2)]))
    wide = Sight(room_for(checker.free, radius * (1 - 1e-6) - min(TOUCH, radius / 100), QUARTER, outside=False))
    narrow = Sight(room_for(checker.free, radius * (1 + 1e-6) + TOUCH, QUARTER, outside=True))
    for a, b in pairs(level, wide.free if wide.corners else checker.free, r, queries):
        least = wide.distance(a, b) if covers(wide.free, a, b) else math.inf
        most = narrow.distance(a, b) if covers(narrow.free, a, b) else math.inf
        answers += judged(f"level {seed}", planner_of, Query(a, b, radius), checker, (least, most), DISCS)
    return answers


def crossings_agree(seed, queries):
    """Answers where outlines cross between points of the grid, and are bent there: by two units at most."""
    level = mixed(seed, longest=9) if seed % 2 else touching_level(seed, exact=False)
    checker, r, answers = MeshChecker(level), np.random.default_rng(seed), 0
    bent, planner_of = checker.bent.buffer(ROUNDING, quad_segs=2), prepared_all(level)
    roomy = checker.free.buffer(NEAR, join_style="mitre")  # shapely rounds where it unites
    wide, narrow = Sight(roomy.union(bent)), Sight(checker.free.difference(bent))
    for a, b in pairs(level, checker.free, r, queries):
        least = wide.distance(a, b) if covers(wide.free, a, b) else math.inf
        most = narrow.distance(a, b) if covers(narrow.free, a, b) else math.inf
        answers += judged(f"level {seed}", planner_of, Query(a, b), checker, (least, most))
    return answers


def repairs_agree(seed, edits):
    """Answers of planners that followed every edit, against the truth; the mesh stays sound."""
    level, r = touching_level(seed), np.random.default_rng(seed)
    planner_of, answers = prepared_all(level), 0
    for _ in range(edits):
        edit(level, r)
        checker = MeshChecker(level)
        sight = Sight(checker.free)
        for a, b in pairs(level, checker.free, r, 2):
            length = sight.distance(a, b) if covers(checker.free, a, b) else math.inf
            answers += judged(f"level {seed}", planner_of, Query(a, b), checker, (length, length))
        assert problems(planner_of["ta"].mesh) == []
    return answers


def edit(level, r):
    """Paint a cell, or add, move, take away a polygon; outlines go on crossing at points of the grid only."""
    kind = r.integers(4)
    if kind == 0 or not level.polygons:
        x, y = int(r.integers(level.width)), int(r.integers(level.height))
        level.apply(PaintCells.one(x, y, int(r.choice([FLOOR, WALL, GRASS]))))
    elif kind == 1:
        add_shape(level, r)
    elif kind == 2:
        level.apply(RemovePolygon(int(r.choice(list(level.polygons)))))
    else:
        move(level, int(r.choice(list(level.polygons))), (r.integers(-2, 3, 2) * UNITS // 2).tolist())
    if off_grid(MeshChecker(level).free):
        for polygon in list(level.polygons):
            level.apply(RemovePolygon(polygon))


def move(level, polygon, by):
    try:
        level.apply(MovePolygon(polygon, *by))
    except BadInput:  # out of the level
        level.apply(RemovePolygon(polygon))


CHECKS = {"points": points_agree, "discs": discs_agree, "crossings": crossings_agree, "repairs": repairs_agree}


@pytest.mark.parametrize("what", CHECKS)
@given(seed=seeds)
@settings(max_examples=12)
def test_answers_are_those_of_shapely(what, seed):
    CHECKS[what](seed, 3)


def mirrored(level):
    """The same level, seen from the other side: left is right."""
    other = Level(level.terrain[:, ::-1].copy())
    for obstacle in level.polygons.values():
        ring = (obstacle.outer * (-1, 1) + (level.width * UNITS, 0))[::-1]
        other.apply(AddPolygon(Obstacle(0, ring.astype(np.int32))))
    return other


@pytest.mark.parametrize("mirror", [False, True])
def test_a_way_along_a_wall_that_ends_within_a_face_turns_there(mirror):
    """The root sees the edge beyond edge-on, past a wall, and its nearer end is no end of the edge entered."""
    level, start, goal = touching_level(169), (1.5, 3.5), (5.0, 0.5)
    if mirror:
        level, start, goal = mirrored(level), (7 - 1.5, 3.5), (7 - 5.0, 0.5)
    checker = MeshChecker(level)
    length = Sight(checker.free).distance(start, goal)
    assert length == pytest.approx(7.0811388)
    judged("level 169", prepared_all(level), Query(start, goal), checker, (length, length))
    judged("level 169, there and back", prepared_all(level), Query(goal, start), checker, (length, length))


@pytest.mark.slow
@pytest.mark.parametrize("what", CHECKS)
def test_tens_of_thousands_of_answers_are_those_of_shapely(what):
    answers = Counter()
    for seed in range(10**9):
        answers[what] += CHECKS[what](seed, 5)
        if answers[what] >= 100_000:
            break
