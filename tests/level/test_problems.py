"""The problems list: one broken level per rule, each with the place a click should lead to."""

from dataclasses import replace

import numpy as np
import pytest

from sandbox.level.edits import AddPolygon, PaintCells, RemovePolygon, SetMarker, SetPalette, SetTimed
from sandbox.level.model import DEFAULT_PALETTE, WALL, Level, Marker, MarkerKind, Obstacle, Palette, Rect
from sandbox.level.problems import problems_of
from sandbox.level.timed import Door, Drift

pytestmark = pytest.mark.small


TWIN = replace(DEFAULT_PALETTE[WALL], name="brick")


def square(x, y, side=2.0):
    return Obstacle.of_cells([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])


def sound():
    level = Level.empty(20, 10)
    level.apply(SetMarker("start", Marker.at(1.5, 1.5)))
    level.apply(SetMarker("goal", Marker.at(18.5, 8.5)))
    level.title, level.notes = "sound", "nothing to see"
    return level


def test_a_sound_level_has_none():
    assert problems_of(sound()) == []
    assert [str(p) for p in problems_of(Level.empty(4, 4), {"words"})] == [
        "title: missing",
        "notes: missing; say what to look for",
    ]


@pytest.mark.parametrize(
    ("edits", "text", "place"),
    [
        ((AddPolygon(square(1, 1)),), "marker start: (1.5, 1.5) is inside polygon 1", (1, 1, 2, 2)),
        ((PaintCells.one(18, 8, WALL),), "marker goal: (18.5, 8.5) is on wall, which is blocked", (18, 8, 19, 9)),
        ((AddPolygon(square(5, 5)), AddPolygon(square(6, 6))), "polygons 1 and 2 overlap", (6, 6, 7, 7)),
        ((AddPolygon(square(5, 5, 0.05)),), "polygon 1: its area is less than 0.01 cells", None),
        (
            (AddPolygon(square(5, 5)), SetTimed((Drift("log", 1, ((0, 0), (1, 0))),)), RemovePolygon(1)),
            "drift 'log': no longer fits the level, so it never moves",
            None,
        ),
        (
            (SetTimed((Door("gate", Rect(3, 3, 4, 5), open_code=WALL),)),),
            "door 'gate': wall is blocked, so it never opens",
            (3, 3, 4, 5),
        ),
        (
            (SetTimed((Door("gate", Rect(3, 3, 4, 5), closed_code=3),)),),
            "door 'gate': swamp is open, so it never closes",
            (3, 3, 4, 5),
        ),
        (
            (SetMarker("camp", Marker.area(MarkerKind.SPAWN, Rect(4, 4, 6, 6), target="home")),),
            "marker camp: its target 'home' is no goal area of this level",
            (4.5, 4.5, 5.5, 5.5),
        ),
        ((SetPalette(Palette((*DEFAULT_PALETTE, TWIN))),), "palette: wall and brick look the same", None),
    ],
)
def test_each_problem_is_told_with_its_place(edits, text, place):
    level = sound()
    for edit in edits:
        level.apply(edit)
    found = [p for p in problems_of(level) if str(p) == text]
    assert len(found) == 1, [str(p) for p in problems_of(level)]
    if place is not None:
        assert np.allclose(found[0].place, place)


SLANTED = Marker(((4.0, 2.0), (10.0, 2.0), (4.0, 8.0)), MarkerKind.GOAL)


@pytest.mark.parametrize(
    ("area", "walls", "closed"),
    [
        (Marker.area(MarkerKind.GOAL, Rect(4, 2, 8, 6)), [Rect(4, 2, 8, 6)], True),  # floor beside it is not inside
        (Marker.area(MarkerKind.GOAL, Rect(4, 2, 8, 6)), [Rect(4, 2, 8, 5)], False),
        (SLANTED, [Rect(4, 2, 10 - n, 3 + n) for n in range(6)], True),  # the other half of its box is open
        (SLANTED, [Rect(4, 2, 9, 8)], False),  # but for the cell at its tip
    ],
)
def test_an_area_is_open_where_a_cell_of_it_is(area, walls, closed):
    level = sound()
    level.apply(SetMarker("home", area))
    for box in walls:
        level.terrain[box.y0 : box.y1, box.x0 : box.x1] = WALL
    assert ("marker home: no open cell inside" in [str(p) for p in problems_of(level)]) == closed


def test_a_wall_across_means_no_way():
    level = sound()
    level.terrain[:, 9] = WALL
    assert [str(p) for p in problems_of(level)] == ["no way leads from start to goal on the grid"]
