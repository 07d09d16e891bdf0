"""The judge of crowds: fine runs pass, and a run broken by each rule is caught, inside a tick too."""

import numpy as np
import pytest

from sandbox.agents.check import FaultKind, Judge
from sandbox.agents.check.judge import ground_of
from sandbox.agents.crowd import new_crowd
from sandbox.agents.resolver import Contacts
from sandbox.level.edits import AddPolygon, Rectangle
from sandbox.level.model import WALL, Level, Obstacle
from sandbox.level.rect import Rect
from sandbox.level.terrain import DEFAULT_PALETTE

TICK = 0.5
pytestmark = pytest.mark.small


def place():
    """Eight by six cells with a wall of two cells, and a triangle."""
    level = Level.empty(8, 6)
    level.apply(Rectangle(Rect(4, 4, 6, 5), WALL))
    level.apply(AddPolygon(Obstacle.of_cells([(5, 1), (7, 1), (6, 2.5)])))
    return level


def discs(*rows, speed=4.0, radius=0.3):
    crowd = new_crowd(np.array([row[:2] for row in rows], float), np.full(len(rows), radius), np.full(len(rows), speed))
    crowd.vx[:], crowd.vy[:] = np.array([row[2:] for row in rows], float).T
    return crowd


def moved(crowd, *ends):
    after = crowd.copy()
    after.x[:], after.y[:] = np.array(ends, float).T
    return after


def straight(crowd, seconds=TICK):
    return moved(crowd, *zip(crowd.x + crowd.vx * seconds, crowd.y + crowd.vy * seconds, strict=True))


def contacts(*rows):
    """Rows of time, first, second, then where each was and how it went on."""
    count = len(rows)
    return Contacts(
        np.array([r[0] for r in rows], float), np.array([r[1] for r in rows], np.int32),
        np.array([r[2] for r in rows], np.int32), np.zeros((count, 4)), np.array([r[3] for r in rows], float),
        np.array([count]),
    )  # fmt: skip


def judged(before, after, table=None, level=None, seconds=TICK):
    judge = Judge(level or place())
    judge.tick(before, table, after, seconds)
    return judge


def kinds(judge):
    return set(judge.counts)


def test_a_fine_run_passes():
    before = discs((1, 1, 2, 0), (3, 3, 0, -1), (1, 5, 0, 0))
    judge = judged(before, straight(before))
    assert judge.ok
    assert judge.agent_seconds == 1.5
    assert judge.least_gap == pytest.approx(np.hypot(1, 1.5) - 0.6)  # at the end: (2, 1) and (3, 2.5)
    assert judge.least_room == pytest.approx(0.7)
    judge.tick(straight(before), None, straight(straight(before)), TICK)


def test_two_that_touch_and_part_within_a_tick_pass():
    before = discs((1, 3, 2, 0), (2.6, 3, -2, 0))
    met = contacts((0.25, 0, 1, (1.5, 3, 0, 2, 2.1, 3, 0, -2)))
    judge = judged(before, moved(before, (1.5, 3.5), (2.1, 2.5)), met)
    assert kinds(judge) <= {FaultKind.OVERLAP}  # by rounding at most
    assert abs(judge.least_gap) < 1e-12


def test_an_overlap_in_the_middle_of_a_tick_that_is_over_at_its_end():
    before = discs((1, 3, 4, 0), (3, 3, -4, 0))
    judge = judged(before, straight(before))
    assert kinds(judge) == {FaultKind.OVERLAP}
    fault = judge.first[FaultKind.OVERLAP]
    assert (fault.agents, fault.tick) == ((0, 1), 1)
    assert fault.amount == pytest.approx(0.6)
    assert str(fault) == "tick 1: agent 0 and agent 1 overlap by 0.6 cells"


def test_an_overlap_between_two_contacts_of_a_tick():
    before = discs((1, 3, 0, 0), (2, 1, 0, 0))
    away = contacts((0.1, 0, 2, (1, 3, 0, -4, 0, 0, 0, 0)), (0.4, 0, 2, (1, 1.8, 0, 4, 0, 0, 0, 0)))
    fine = judged(before, moved(before, (1, 2.2), (2, 1)), away)
    assert fine.ok
    before = discs((1, 3, 0, 0), (1.3, 1.6, 0, 0))
    assert kinds(judged(before, moved(before, (1, 2.2), (1.3, 1.6)), away)) == {FaultKind.OVERLAP}


def test_far_apart_in_other_buckets_and_many_of_them():
    before = discs(*((x + 0.5, y + 0.5, 0, 0) for x in range(4) for y in range(4)), (2.9, 2.5, 0, 0))
    judge = judged(before, straight(before))
    assert kinds(judge) == {FaultKind.OVERLAP}
    assert judge.first[FaultKind.OVERLAP].amount == pytest.approx(0.2)
    before.presence[-1] = 2
    assert judged(before, straight(before)).ok


@pytest.mark.parametrize(
    ("row", "inside"),
    [
        ((3, 3.5, 2, 2), 0.3),  # through the corner of the wall
        ((4.5, 3.8, 0, 0), 0.1),  # stands in its top
        ((4.5, 4.5, 0, 0), 0.3),  # inside it
        ((0.25, 3, 0, 0), 0.05),  # over the border
        ((6, 3.2, 0, -3), 0.3),  # into the tip of the triangle
        ((5.1, 0.75, 3, 0), 0.05),  # along its top
        ((3.4, 4.5, 3, 0), 0.3),  # in, and back out of sight within the tick
    ],
)
def test_walls(row, inside):
    before = discs(row)
    judge = judged(before, straight(before))
    assert kinds(judge) == {FaultKind.WALL}
    assert judge.first[FaultKind.WALL].amount == pytest.approx(inside, abs=0.02)
    lenient = Judge(place(), leeway=inside + 0.02)
    lenient.tick(before, None, straight(before), TICK)
    assert lenient.ok


def test_deep_inside_a_polygon_far_from_its_sides():
    level = Level.empty(40, 40)
    level.apply(AddPolygon(Obstacle.of_cells([(2, 2), (38, 2), (38, 38), (2, 38)])))
    before = discs((20, 20, 0, 0))
    judge = judged(before, straight(before), None, level)
    assert kinds(judge) == {FaultKind.WALL}
    assert str(judge.first[FaultKind.WALL]) == "tick 1: agent 0 is 18.3 cells inside a wall"


def test_a_tick_counts_once_however_often_it_breaks_a_rule():
    level = Level.empty(40, 40)
    level.apply(AddPolygon(Obstacle.of_cells([(2, 2), (38, 2), (38, 38), (2, 38)])))
    before = discs((2.1, 20, 0, 0))  # inside, and too near to a side
    assert judged(before, straight(before), None, level).counts == {FaultKind.WALL: 1}


def test_an_edit_is_seen():
    level = place()
    before = discs((2, 3, 0, 0))
    judge = judged(before, straight(before), None, level)
    assert judge.ok
    level.apply(Rectangle(Rect(2, 3, 3, 4), WALL))
    judge.tick(before, None, straight(before), TICK)
    assert kinds(judge) == {FaultKind.WALL}


def test_other_terrain_that_blocks():
    level = Level.empty(4, 4)
    water = next(code for code, terrain in enumerate(DEFAULT_PALETTE) if terrain.blocked and code != WALL)
    level.terrain[1, 1] = water
    assert ground_of(level).blocked[1, 1]
    before = discs((1.5, 1.5, 0, 0))
    assert kinds(judged(before, straight(before), None, level)) == {FaultKind.WALL}


def test_a_jump_within_a_tick_at_its_end_and_between_two():
    before = discs((1, 3, 2, 0))
    assert judged(before, straight(before)).ok
    ends_elsewhere = judged(before, moved(before, (2, 3.001)))
    assert kinds(ends_elsewhere) == {FaultKind.JUMP}
    assert ends_elsewhere.first[FaultKind.JUMP].amount == pytest.approx(0.001)
    within = contacts((0.2, 0, 1, (1.5, 3, 2, 0, 0, 0, 0, 0)))
    assert kinds(judged(before, moved(before, (2.1, 3)), within)) == {FaultKind.JUMP}
    judge = judged(before, straight(before))
    judge.tick(moved(before, (2, 3.5)), None, moved(before, (3, 3.5)), TICK)
    assert kinds(judge) == {FaultKind.JUMP}
    assert judge.first[FaultKind.JUMP].tick == 2


def test_contacts_out_of_order_and_what_is_no_number():
    before = discs((1, 3, 2, 0))
    back = contacts((0.3, 0, 1, (1.6, 3, 2, 0, 0, 0, 0, 0)), (0.2, 0, 1, (1.4, 3, 2, 0, 0, 0, 0, 0)))
    assert FaultKind.JUMP in kinds(judged(before, straight(before), back))
    lost = contacts((0.3, 0, 1, (np.nan, 3, 2, 0, 0, 0, 0, 0)))
    assert FaultKind.JUMP in kinds(judged(before, straight(before), lost))
    nowhere = moved(before, (np.nan, 3))
    assert FaultKind.OVERLAP in kinds(judged(nowhere, nowhere))
    assert FaultKind.WALL in kinds(judged(nowhere, nowhere))


def test_haste_at_the_start_and_after_a_contact():
    before = discs((1, 3, 2, 0), speed=1.9)
    judge = judged(before, straight(before))
    assert kinds(judge) == {FaultKind.SPEED}
    assert str(judge.first[FaultKind.SPEED]) == "tick 1: agent 0 is 0.1 cells a second too fast"
    before = discs((1, 3, 2, 0), speed=2.0)
    faster = contacts((0.25, 0, 1, (1.5, 3, 0, 2.2, 0, 0, 0, 0)))
    assert kinds(judged(before, moved(before, (1.5, 3.55)), faster)) == {FaultKind.SPEED}


def test_faults_are_counted_by_tick_and_the_first_is_kept():
    before = discs((1, 3, 0, 0), (1.5, 3, 0, 0))
    judge = Judge(place())
    for _ in range(3):
        judge.tick(before, None, before, TICK)
    assert judge.counts[FaultKind.OVERLAP] == 3
    assert judge.first[FaultKind.OVERLAP].tick == 1
    assert judge.least_gap == pytest.approx(-0.1)


def test_nobody():
    judge = judged(
        new_crowd(np.zeros((0, 2)), np.zeros(0), np.zeros(0)), new_crowd(np.zeros((0, 2)), *np.zeros((2, 0)))
    )
    assert judge.ok
