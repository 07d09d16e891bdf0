"""The tools for polygons, with posted events: drawing, selecting, dragging, and the same by keys alone."""

from dataclasses import replace

import numpy as np
import pytest

from sandbox.geometry.polygons import area_of
from sandbox.level.edits import AddPolygon, SetPolygon
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import UNITS, WALL, Level, Obstacle
from sandbox.level.obstacles import ring_of
from sandbox.ui.kit import Text
from sandbox.ui.maps.tools.parts.selection import Vertex
from tests.ui.maps.hands import Hands

BOX = ((10, 10), (16, 10), (16, 14), (10, 14))
OTHER = ((20, 12), (26, 12), (26, 20), (20, 20))


@pytest.fixture
def hands(app):
    """Somebody at a plain level of 40 × 30."""
    hands = Hands(app)
    hands.show(Level.empty(40, 30))
    return hands


@pytest.fixture
def level(hands):
    """That level."""
    return hands.tab.level


@pytest.fixture
def two(hands, level):
    """Two boxes, and the select tool in hand."""
    for ring in (BOX, OTHER):
        level.apply(AddPolygon(Obstacle.of_cells(ring)))
    hands.press("S")
    return hands


def corners(level, number=1):
    return [tuple(v) for v in (level.polygons[number].outer / UNITS).tolist()]


def box(level, number=1):
    return tuple(v / UNITS for v in level.polygons[number].box)


def said(hands):
    return hands.app.shell.status.text


# Drawing


def test_clicks_and_the_first_vertex_draw_a_polygon(hands, level):
    hands.press("P")
    hands.click(*BOX)
    assert not level.polygons
    hands.click(BOX[0])
    assert corners(level) == list(BOX)
    assert hands.tab.history.labels == ("Draw polygon",)
    assert hands.tab.bench.selection.ids == (1,)


def test_enter_closes_and_backspace_takes_back(hands, level):
    hands.press("P")
    hands.click(*BOX, (5, 25))
    hands.press("Backspace", "Enter")
    assert corners(level) == list(BOX)


def test_escape_drops_what_is_drawn(hands, level):
    hands.press("P")
    hands.click(*BOX)
    hands.press("Escape", "Enter")
    assert not level.polygons


def test_an_edge_that_would_cross_is_refused_and_said(hands, level):
    hands.press("P")
    hands.click((10, 10), (20, 10), (20, 20))
    hands.click((15, 5))
    assert "cross" in said(hands)
    assert len(hands.tab.tool.points) == 3
    hands.click((10, 20))
    hands.press("Enter")
    assert len(level.polygons[1].outer) == 4


def test_a_closing_edge_that_would_cross_is_refused(hands, level):
    hands.press("P")
    hands.click((10, 10), (20, 10), (12, 16), (20, 16), (11, 13))
    assert len(hands.tab.tool.points) == 4
    hands.click((20, 5), (25, 5))
    hands.press("Enter")
    assert not level.polygons or not np.isnan(area_of(level.polygons[1].outer))


def test_typed_points_lengths_and_angles(hands, level):
    hands.press("P")
    for text in ("12.5, 8", "+4, 0", "3 < 90", "12.5, 11"):
        hands.type(text)
        hands.press("Enter")
    hands.press("Enter")
    assert corners(level) == [(12.5, 8), (16.5, 8), (16.5, 11), (12.5, 11)]


def test_a_typed_length_goes_where_the_pointer_is(hands, level):
    hands.press("P")
    hands.click((10, 10))
    hands.move((20, 10))
    hands.type("2.5")
    hands.press("Enter")
    assert hands.tab.tool.points[-1] == (12.5, 10)


def test_what_is_typed_wrong_or_outside_is_said(hands):
    hands.press("P")
    hands.type("1,,2")
    hands.press("Enter")
    assert "no point" in said(hands)
    hands.type("99, 99")
    hands.press("Enter")
    assert "outside" in said(hands)
    assert not hands.tab.tool.points


def test_alt_ignores_snapping(hands):
    hands.press("P")
    hands.click((10.2, 10.1))
    assert hands.tab.tool.points == [(10, 10)]
    hands.click((20.3, 14.6), hold=["Alt"])
    x, y = hands.tab.tool.points[1]
    assert (x, y) != (20, 15)
    assert abs(x - 20.3) < 0.1


def test_points_snap_to_vertices_and_edges(hands, level):
    odd = ((10.25, 10.25), (16.25, 10.25), (16.25, 14.25))
    level.apply(AddPolygon(Obstacle.of_cells(odd)))
    hands.press("P")
    hands.click((16.4, 10.3), (13.3, 10.4))
    assert hands.tab.tool.points[0] == (16.25, 10.25)
    assert hands.tab.tool.points[1][1] == 10.25


def test_a_circle_by_drag_and_by_numbers(hands, level):
    hands.press("C")
    hands.drag((12, 12), (12, 15))
    assert level.polygons[1].origin.shape == "circle"
    assert level.polygons[1].origin.parameters == (12, 12, 3)
    hands.type("30, 20, 4")
    hands.press("Enter")
    assert level.polygons[2].origin.parameters == (30, 20, 4)
    hands.type("38, 20, 4")
    hands.press("Enter")
    assert "fit" in said(hands)
    hands.drag((12, 22), (17, 25), hold=["Shift"])
    assert level.polygons[3].origin.shape == "ellipse"
    assert box(level, 3) == pytest.approx((7, 19, 17, 25), abs=1 / 32)


def test_a_freehand_outline_and_stroke(hands, level):
    hands.press("F")
    hands.drag((5, 5), (12, 5), (12, 12), (5, 12), (5, 6))
    assert abs(area_of(level.polygons[1].outer)) / 2 / UNITS**2 == pytest.approx(49, abs=2)
    hands.tab.tool.stroke = True
    hands.tab.bench.paint.set(size=2)
    hands.drag((20, 20), (30, 20))
    assert box(level, 2) == pytest.approx((19, 19, 31, 21), abs=0.2)
    hands.drag((39, 10), (39.9, 14))
    assert box(level, 3)[2] == 40


# Selecting and dragging


def test_click_shift_click_box_and_all(two, level):
    two.click((12, 12))
    assert two.tab.bench.selection.ids == (1,)
    two.click((22, 15), hold=["Shift"])
    assert two.tab.bench.selection.ids == (1, 2)
    two.click((35, 5))
    assert not two.tab.bench.selection.ids
    two.drag((8, 8), (18, 16))
    assert two.tab.bench.selection.ids == (1,)
    two.press("Ctrl+A")
    assert two.tab.bench.selection.ids == (1, 2)
    two.press("Escape")
    assert not two.tab.bench.selection.ids


def test_dragging_moves_and_stops_at_the_edge_of_the_level(two, level):
    two.drag((13, 12), (13, 15), (15, 17))
    assert box(level) == (12, 15, 18, 19)
    two.drag((15, 17), (90, 17))
    assert box(level) == (34, 15, 40, 19)
    assert two.tab.history.labels == ("Move polygon", "Move polygon")
    two.press("Ctrl+Z", "Ctrl+Z")
    assert corners(level) == list(BOX)


def test_escape_puts_a_dragged_polygon_back(two, level):
    two.down((13, 12))
    two.move((20, 20))
    assert corners(level) != list(BOX)
    two.press("Escape")
    two.up((20, 20))
    assert corners(level) == list(BOX)
    assert not two.tab.history.can_undo


def test_what_is_dragged_does_not_snap_to_itself(two, level):
    tool = two.tab.tools["select"]
    everything, others = tool.edges(), tool.edges((1,))
    assert others.starts.tolist() == everything.starts[4:].tolist()
    assert others.ends.tolist() == everything.ends[4:].tolist()
    two.drag((13, 12), (13, 15))
    assert tool.edges((1,)) is tool.edges((1,))
    assert tool.edges((1,)).starts.tolist() == others.starts.tolist()
    assert [13, 13] not in tool.edges().starts.tolist()
    assert [10, 13] in tool.edges().starts.tolist()


def test_several_move_together_as_one_step(two, level):
    two.press("Ctrl+A")
    two.drag((13, 12), (14, 13), (15, 12))
    assert box(level)[0] == 12
    assert box(level, 2)[0] == 22
    assert two.tab.history.labels == ("Move 2 polygons",)
    two.press("Ctrl+Z")
    assert corners(level) == list(BOX)


def test_a_polygon_gets_a_name(two, level):
    field = next(widget for widget in two.app.root.content.walk() if widget.name == "polygon-name")
    assert not field.enabled
    two.click((13, 12))
    two.app.root.focus.set(field)
    two.app.root.dispatch(Text(" north gate "))
    two.press("Enter")
    assert level.polygons[1].name == "north gate"
    assert field.text == "north gate"
    assert two.tab.history.labels == ("Name polygon",)
    two.app.root.focus.set(two.tab.canvas)
    two.press("Ctrl+Z")
    assert level.polygons[1].name == ""
    assert field.text == ""
    two.press("Ctrl+A")
    assert not field.enabled


def test_polygons_become_areas_for_crowds(two, level):
    two.click((13, 12))
    spawns, goals = (two.app.root.actions[f"maps.to-{kind}s"] for kind in ("spawn", "goal"))
    goals.run()
    assert list(level.polygons) == [2]
    assert level.markers["goal 1"] == Marker(BOX, MarkerKind.GOAL)
    assert not goals.enabled()
    level.apply(SetPolygon(replace(level.polygons[2], name="camp")))
    two.press("Ctrl+A")
    spawns.run()
    assert not level.polygons
    assert level.markers["camp"].kind is MarkerKind.SPAWN
    assert level.markers["camp"].agents > 0
    two.press("Ctrl+Z")
    assert list(level.polygons) == [2]
    assert "camp" not in level.markers


def test_a_polygon_with_a_hole_is_no_area(two, level):
    hole = ring_of([(11 * UNITS, 11 * UNITS), (12 * UNITS, 11 * UNITS), (12 * UNITS, 12 * UNITS)])
    level.apply(SetPolygon(replace(level.polygons[1], holes=(hole,))))
    two.press("Ctrl+A")
    two.app.root.actions["maps.to-goals"].run()
    assert "holes" in said(two)
    assert len(level.polygons) == 2


def test_a_vertex_is_dragged_and_one_that_crosses_goes_back(two, level):
    two.click((13, 12))
    two.drag((16, 10), (18, 9))
    assert corners(level)[1] == (18, 9)
    two.drag((18, 9), (5, 12))
    assert "cross" in said(two)
    assert corners(level)[1] == (18, 9)
    assert two.tab.history.labels == ("Move vertex",)


def test_a_vertex_dragged_over_its_neighbours_stays_a_vertex(two, level):
    two.click((13, 12))
    two.drag((10, 14), (16, 14), (10, 10), (10, 15))
    assert corners(level) == [(10, 10), (16, 10), (16, 14), (10, 15)]
    assert two.tab.history.labels == ("Move vertex",)


def test_a_double_click_on_an_edge_inserts_a_vertex(two, level):
    two.click((13, 12))
    two.double_click((13, 10))
    assert corners(level) == [(10, 10), (13, 10), (16, 10), (16, 14), (10, 14)]
    assert two.tab.bench.selection.vertex == Vertex(1, 0, 1)
    two.press("Delete")
    assert corners(level) == list(BOX)


def test_scaling_and_turning_by_the_frame(two, level):
    from sandbox.ui.maps.tools.parts.grips import handle_places

    two.click((13, 12))
    tool = two.tab.tool
    places = handle_places(tool.chosen, tool.reach)
    corner = places[1, 1]
    two.drag(corner, (corner[0] + 6, corner[1] + 4))
    assert box(level) == (10, 10, 22, 18)
    places = handle_places(tool.chosen, tool.reach)
    two.drag(places[0, 0], (24, 14), (26, 14), hold=["Shift"])
    x0, y0, x1, y1 = box(level)
    assert (x1 - x0, y1 - y0) == (8, 12)
    assert two.tab.history.labels == ("Scale polygons", "Turn polygons")


# Commands, and everything by keys


def test_a_polygon_by_keys_alone(hands, level):
    hands.press("P", "Left")
    x, y = hands.tab.bench.at
    hands.press("Space", "Shift+Right", "Space", "Down", "Down", "Space", "Enter")
    assert corners(level) == [(x, y), (x + 8, y), (x + 8, y + 2)]
    hands.press("S", "N", "Right", "Right", "Shift+Down")
    assert corners(level)[0] == (x + 2, y + 0.125)
    hands.press("J", "J")
    hands.type("3.5, 4")
    hands.press("Enter")
    assert corners(level)[1] == (3.5, 4)
    hands.press("Insert")
    assert len(corners(level)) == 4
    hands.press("Delete", "Delete")
    assert not level.polygons


def test_arrows_held_down_are_one_step(two, level):
    two.press("N", "Right", "Right", "Right")
    assert box(level)[0] == 13
    two.press("Ctrl+Z")
    assert box(level)[0] == 10


def test_duplicate_unite_subtract(two, level):
    two.press("N", "Ctrl+D")
    assert two.tab.bench.selection.ids == (3,)
    assert box(level, 3) == (11, 11, 17, 15)
    two.click((10.5, 11.5), hold=["Shift"])
    two.press("U")
    assert sorted(level.polygons) == [2, 3]
    assert abs(area_of(level.polygons[3].outer)) / 2 / UNITS**2 == 24 + 24 - 15
    two.press("Ctrl+Z", "Ctrl+Z")
    assert sorted(level.polygons) == [1, 2]


def test_aligning_and_flipping(two, level):
    two.press("Ctrl+A", "Alt+Up")
    assert box(level)[1] == box(level, 2)[1] == 10
    two.press("Shift+R", "Shift+H")
    assert len(two.tab.history.labels) == 3


def test_the_knife_splits(two, level):
    two.press("K")
    two.drag((13, 5), (13, 25))
    assert sorted(level.polygons) == [1, 2, 3]
    assert {box(level, 1), box(level, 3)} == {(10, 10, 13, 14), (13, 10, 16, 14)}
    two.drag((2, 2), (4, 4))
    assert "Nothing" in said(two)


def test_polygons_to_tiles_and_back(two, level):
    two.press("Ctrl+A", "Ctrl+Shift+T")
    assert not level.polygons
    assert (level.terrain == WALL).sum() == 24 + 48
    two.press("Ctrl+Shift+P")
    assert not (level.terrain == WALL).any()
    assert {box(level, i) for i in level.polygons} == {(10, 10, 16, 14), (20, 12, 26, 20)}


def test_polygons_are_copied_and_cut(two, level):
    two.click((13, 12))
    two.press("Ctrl+X")
    assert sorted(level.polygons) == [2]
    two.press("Ctrl+V", "Enter")
    assert len(level.polygons) == 2


def test_numbers_in_the_line_over_the_map(two, level):
    from sandbox.ui.maps.tools.parts.select_options import Numbers

    two.click((13, 12))
    numbers = next(w for w in two.tab.toolbox.options.children if isinstance(w, Numbers))
    assert (numbers.x.value, numbers.y.value, numbers.w.value, numbers.h.value) == (10, 10, 6, 4)
    numbers.x.value = 4.5
    numbers.x.on_number(4.5)
    assert box(level)[0] == 4.5
    numbers.w.value = 3.0
    numbers.w.on_number(3.0)
    assert box(level) == (4.5, 10, 7.5, 14)


def test_undo_prunes_the_selection(hands, level):
    hands.press("P")
    hands.click(*BOX)
    hands.press("Enter", "S", "J", "Ctrl+Z")
    assert hands.tab.bench.selection.ids == ()
    assert hands.tab.bench.selection.vertex is None


def test_another_level_starts_with_nothing_selected(two):
    two.press("Ctrl+A")
    other = Level.empty(20, 20)
    other.apply(AddPolygon(Obstacle.of_cells(((2, 2), (6, 2), (6, 6)))))
    two.show(other)
    assert two.tab.bench.selection.ids == ()


def test_a_right_click_offers_what_can_be_done(two, level, app):
    two.click((13, 12))
    two.down((22, 15), button=3)
    assert two.tab.bench.selection.ids == (2,)
    assert app.root.floating
    two.press("Escape")
    two.press("Delete")
    assert sorted(level.polygons) == [1]


def test_undo_while_drawing_takes_a_corner_back(hands, level):
    hands.press("P")
    hands.click(*BOX)
    hands.press("Ctrl+Z")
    assert len(hands.tab.tool.points) == 3
    hands.press("Enter")
    assert len(level.polygons[1].outer) == 3


def test_a_tiny_polygon_can_still_be_moved(two, level):
    level.apply(AddPolygon(Obstacle.of_cells(((30, 5), (30.5, 5), (30.25, 5.5)))))
    two.click((30.25, 5.25))
    two.drag((30.25, 5.25), (33.25, 5.25))
    assert len(level.polygons[3].outer) == 3
    assert box(level, 3)[0] == pytest.approx(33, abs=0.3)
