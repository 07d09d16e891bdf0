"""Legends of charts: no name is lost for want of room, and none lies over the title, the plot or another name."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.kit import BoxChart, Column, LineChart, Look, ScatterChart, Series
from sandbox.ui.kit.charts.legend import MARK, SHARE, head_of

NAMES = st.lists(st.sampled_from(["seen", "held out", "this round", "best so far", "a rather long name"]), max_size=40)


def box_of(look, named):
    mark = look.dp(MARK) if named.series is not None else 0
    return pygame.Rect(named.x, named.y, mark + look.fonts.width(named.text, "small"), look.fonts.height("small"))


@given(NAMES, st.integers(160, 900), st.integers(120, 500), st.sampled_from(["", "Elo", "Error: mean squared"]))
def test_every_name_is_there_in_its_order_or_counted(look: Look, names, width, height, title) -> None:
    head = head_of(look, title, names, (width, height))
    told, rest = [n for n in head.names if n.series is not None], [n for n in head.names if n.series is None]
    assert [n.series for n in told] == list(range(len(told))), "the first come first"
    if len(told) < len(names):
        assert [n.text for n in rest] == [f"and {len(names) - len(told)} more"]
        assert head.height > SHARE * height / 2, "there was no more room"
    else:
        assert rest == []
    boxes = [box_of(look, n) for n in head.names]
    above = pygame.Rect(look.dp(12), look.dp(10), look.fonts.width(title, "medium"), look.fonts.height("medium"))
    for number, box in enumerate(boxes):
        assert box.left >= 0
        assert box.right <= width
        assert box.bottom <= look.dp(12) + head.height
        assert box.collidelist(boxes[number + 1 :]) < 0
        assert not (title and box.colliderect(above) and above.w < width - look.dp(38))


def test_with_room_the_names_stand_beside_the_title(look: Look) -> None:
    wide, narrow = (head_of(look, "Elo", ["best so far", "this round"], (width, 200)) for width in (500, 190))
    assert wide.height == head_of(look, "Elo", [], (500, 200)).height
    assert narrow.height > wide.height
    first, second = wide.names
    assert second.x - first.x == look.fonts.width(first.text, "small") + 26, "13 for a mark, 12 between two of them"
    assert 500 - second.x == 26 - 12 + look.fonts.width(second.text, "small") + 14, "the last ends at the edge"
    assert [n.text for n in narrow.names] == [n.text for n in wide.names] == ["best so far", "this round"]


@pytest.mark.parametrize("chart", [LineChart, ScatterChart])
def test_in_a_narrow_chart_all_names_are_drawn_above_the_plot(make_root, chart) -> None:
    made = chart([Series.of(name, [1.0, 2.0]) for name in ("held out", "seen")], title="Error: mean squared")
    make_root(Column([made]), size=(200, 220))
    _, y = made.axes()
    head = made._head()
    assert [n.text for n in head.names] == ["held out", "seen"]
    assert y.end >= max(n.y for n in head.names) + made.look.fonts.height("small")
    drawn = pygame.Surface(made.rect.size)
    made._draw(drawn)
    for name in head.names:
        mark = pygame.Rect(name.x, name.y, made.dp(8), made.look.fonts.height("small"))
        colours = {
            tuple(drawn.get_at((i, j)))[:3] for i in range(mark.left, mark.right) for j in range(mark.top, mark.bottom)
        }
        assert tuple(made.colour_of(name.series))[:3] in colours


def test_boxes_have_their_names_below(make_root) -> None:
    made = BoxChart([Series.of(name, [1.0, 2.0, 3.0]) for name in ("a", "b")], title="Times")
    make_root(Column([made]), size=(200, 220))
    assert made._head().names == []
