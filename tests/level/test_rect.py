"""Rectangles of cells: what is common to two, and what many of a stroke come to."""

import random

import pytest

from sandbox.level.rect import WASTE, Rect, gathered

pytestmark = pytest.mark.small


def cells(rects):
    return {(x, y) for r in rects for x in range(r.x0, r.x1) for y in range(r.y0, r.y1)}


def test_what_two_have_in_common():
    assert Rect(0, 0, 5, 4).common(Rect(3, 1, 9, 9)) == Rect(3, 1, 5, 4)
    assert not Rect(0, 0, 2, 2).common(Rect(2, 0, 4, 2))
    assert not Rect(0, 0, 2, 2).common(Rect(0, 2, 2, 4))
    assert not Rect(0, 0, 2, 2).common(Rect.nothing())


def test_no_cell_is_lost_whatever_is_gathered():
    r = random.Random(5)
    for _ in range(200):
        rects, x, y = [], r.randrange(40), r.randrange(40)
        for _ in range(r.randrange(12)):
            x, y = (x + r.randrange(-6, 7), y + r.randrange(-6, 7)) if r.random() < 0.8 else (r.randrange(40), 3)
            rects.append(Rect(x, y, x + r.randrange(9), y + r.randrange(9)))
        found = gathered(rects)
        assert cells(found) >= cells(rects)
        assert all(found)
        assert len(found) <= len(rects)


@pytest.mark.parametrize(("dx", "dy"), [(6, 0), (6, 1), (0, 7), (5, 5)])
def test_a_stroke_is_a_few_rectangles_with_few_cells_besides(dx, dy):
    stroke = [Rect(dx * i, dy * i, dx * i + 130, dy * i + 130) for i in range(100)]
    found, touched = gathered(stroke), cells(stroke)
    assert len(found) <= 20
    assert sum(rect.area for rect in found) <= 2 * len(touched), "they overlap where one ends"
    first = gathered(stroke[:12])
    assert len(first) <= 3
    assert sum(rect.area for rect in first) <= 2 * WASTE * len(cells(stroke[:12]))


def test_what_lies_apart_stays_apart_and_what_is_said_twice_is_there_once():
    apart = [Rect(0, 0, 3, 3), Rect(50, 50, 53, 53), Rect(0, 50, 2, 52)]
    assert gathered(apart) == apart
    assert gathered([apart[0]] * 5) == [apart[0]]
    assert gathered([]) == gathered([Rect.nothing()]) == []
