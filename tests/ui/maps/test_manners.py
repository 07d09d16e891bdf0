"""Manners of the map: what the palette finds, the right button's menu, clicks that mean nothing, pieces in hand."""

import itertools

import numpy as np
import pygame
import pytest

from sandbox.level import formats
from sandbox.level.edits import AddPolygon, Line, SetMarker, SetTimed
from sandbox.level.model import WALL, Level, Marker, MarkerKind, Obstacle, Rect
from sandbox.level.timed import Door
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import MemoryClipboard
from sandbox.ui.kit.overlays.menus import MenuList
from sandbox.ui.maps.files.gallery import read_card
from sandbox.ui.maps.sections.areas import AreasSection
from sandbox.ui.maps.tools import TOOL_KINDS
from tests.ui.maps.hands import Hands
from tests.ui.maps.test_autosave import wait
from tests.ui.test_app import click, frames, key, maps, settle

PIECE = ((20, 10), (24, 10), (24, 14), (20, 14))


@pytest.fixture
def tab(app):
    """A plain level with a polygon; nothing is compiled, nobody plans."""
    tab = maps(app)
    app.root.clipboard = MemoryClipboard()
    level = Level.empty(40, 30)
    level.apply(AddPolygon(Obstacle.of_cells(PIECE)))
    tab.show_level(level, "plain")
    frames(app, 2)
    app.root.focus.set(tab.canvas)
    return tab


@pytest.fixture
def planned(app, tab):
    """The same, with two planners that answered."""
    for row in tab.rows:
        row.ticked = row.key in ("astar", "hpa")
    app.services.warmer.state = WarmState(finished=True)
    frames(app, 2)
    settle(app)
    app.root.focus.set(tab.canvas)
    return tab


def type_into_palette(app, words):
    key(app, pygame.K_k, pygame.KMOD_CTRL)
    settle(app)
    frames(app, 2)
    for letter in words:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    frames(app, 2)
    key(app, pygame.K_RETURN)
    frames(app, 2)


# The palette -------------------------------------------------------------------------------------------


def test_the_palette_finds_every_layer_and_shows_it(app, planned):
    type_into_palette(app, "layer: HPA* sector")
    shown = [shown.layer for shown in planned.canvas.scene.visible() if shown.layer.group == "HPA*"]
    assert len(shown) == 1
    assert "sector" in shown[0].legend.lower()
    assert "hpa" in planned.asking.looked, "what is shown is kept up to date"
    every = {item.text for item in planned.found()}
    assert len(every) >= len(planned.layers.lines)
    type_into_palette(app, "layer: HPA* sector")
    assert not any(shown.layer.group == "HPA*" for shown in planned.canvas.scene.visible())
    assert "hpa" not in planned.asking.looked


def test_the_palette_records_by_name(app, planned):
    type_into_palette(app, "record HPA*")
    settle(app)
    assert planned.timeline.film.title == "HPA*"


def test_a_layer_half_as_strong_lies_half_way_to_the_ground(app, planned):
    line = next(line for line in planned.layers.lines if line.group == "Recording")
    planned.view.legend.visible = False

    def seen(opacity):
        planned.layers.fade(line, opacity)
        frames(app, 2)
        return pygame.surfarray.array3d(app.root.surface.subsurface(planned.canvas.rect)).astype(float)

    whole, half, none = seen(1.0), seen(0.5), seen(0.0)
    most = np.unravel_index(np.abs(whole - none).max(axis=2).argmax(), whole.shape[:2])
    assert np.abs(whole - none)[most].max() > 40
    assert np.abs(half - (whole + none) / 2)[most].max() <= 3
    assert planned.layers.opacity(line) == 0.0


# The right button --------------------------------------------------------------------------------------


def menu_of(app):
    """The lines of the menu that is open, by their words."""
    lists = [w for box in app.root.floating for w in box.walk() if isinstance(w, MenuList)]
    return {item.text: item for item in lists[-1].items if not item.is_rule} if lists else {}


@pytest.mark.parametrize("kind", TOOL_KINDS, ids=lambda kind: kind.about.name)
def test_every_tool_has_a_menu_of_the_place_by_the_right_button_or_by_its_key(app, tab, kind):
    hands = Hands(app)
    tab.use_tool(kind.about.name)
    hands.move((11.5, 7.5))
    steps = tab.history.labels
    if tab.tool.own_right:
        key(app, pygame.K_F10, pygame.KMOD_SHIFT)
    else:
        hands.click((11.5, 7.5), button=3)
    assert {"Goal here", "Start here", "Inspect", "Copy “11,7”", "Layers"} <= menu_of(app).keys()
    assert tab.history.labels == steps
    key(app, pygame.K_ESCAPE)
    assert not menu_of(app)


def test_the_menu_is_about_what_stands_there(app, tab):
    hands = Hands(app)
    tab.level.apply(SetMarker("camp", Marker.area(MarkerKind.SPAWN, Rect(2, 2, 6, 5))))
    tab.level.apply(SetTimed((Door("gate", Rect(30, 20, 31, 23)),)))
    for at, word in (((22.5, 12.5), "polygon 1"), ((3.5, 3.5), "camp"), ((30.5, 21.5), "gate")):
        hands.click(at, button=3)
        menu = menu_of(app)
        assert [text for text in menu if text.startswith("Delete")] == [f"Delete {word}"]
        key(app, pygame.K_ESCAPE)
        menu[f"Delete {word}"].run()
    assert (dict(tab.level.polygons), "camp" in tab.level.markers, tab.level.timed) == ({}, False, ())
    tab.editing.undo()
    assert len(tab.level.timed) == 1, "each is a step"
    hands.click((11.5, 7.5), button=3)
    menu_of(app)["Start here"].run()
    assert tab.level.markers["start"].point == (11.5, 7.5)


def test_inspected_is_what_the_foot_of_the_map_says(app, tab):
    hands = Hands(app)
    hands.click((22.5, 12.5), button=3)
    menu = menu_of(app)
    key(app, pygame.K_ESCAPE)
    menu["Inspect"].run()
    assert "cell 22, 12" in tab.view.described()
    assert "polygon 1" in tab.view.described()
    assert app.root.toasts.shown


# Clicks that mean nothing ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", TOOL_KINDS, ids=lambda kind: kind.about.name)
def test_a_click_beside_the_map_does_nothing_with_any_tool(app, tab, kind):
    tab.use_tool(kind.about.name)
    terrain, markers, steps = tab.level.terrain.copy(), dict(tab.level.markers), tab.history.labels
    canvas = tab.canvas
    for corner in ((canvas.rect.x + 3, canvas.rect.y + 3), (canvas.rect.right - 4, canvas.rect.bottom - 4)):
        Hands(app).click(canvas.to_world(*corner))
    assert (tab.level.terrain == terrain).all()
    assert (tab.level.markers, tab.history.labels, len(tab.level.polygons)) == (markers, steps, 1)
    assert not tab.history.dirty


# Pieces in hand ----------------------------------------------------------------------------------------


def test_a_pasted_piece_follows_the_pointer_and_a_click_puts_it_there(app, tab):
    hands = Hands(app)
    tab.editing.step("Wall", Line(3, 3, 5, 3, WALL))
    tab.use_tool("marquee")
    tab.tools["marquee"].select(Rect(3, 3, 6, 4))
    tab.copying.copy()
    hands.move((15.5, 20.5))
    tab.copying.paste()
    held = tab.tools["marquee"].held
    assert (held.x, held.y) == (14, 20), "its middle is under the pointer"
    hands.move((30.5, 25.5))
    assert (held.x, held.y) == (29, 25)
    hands.click((33.5, 8.5))
    assert np.argwhere(tab.level.terrain[8]).ravel().tolist() == [32, 33, 34]
    assert tab.tools["marquee"].held is None
    assert tab.history.labels[-1] == "Paste"


def test_arrows_take_a_pasted_piece_from_the_pointer(app, tab):
    hands = Hands(app)
    tab.editing.step("Wall", Line(3, 3, 5, 3, WALL))
    tab.use_tool("marquee")
    tab.tools["marquee"].select(Rect(3, 3, 6, 4))
    tab.copying.copy()
    hands.move((15.5, 20.5))
    tab.copying.paste()
    hands.press("Right", "Up")
    hands.move((2.5, 2.5))
    hands.press("Enter")
    assert np.argwhere(tab.level.terrain[19]).ravel().tolist() == [15, 16, 17]


# Files -------------------------------------------------------------------------------------------------


@pytest.fixture
def scenario(tmp_path):
    """A map and a scenario of three queries that share a name."""
    formats.save(Level.empty(12, 9), tmp_path / "AR0011SR.map")
    lines = [f"{i}\tAR0011SR.map\t12\t9\t{i}\t0\t{i + 3}\t0\t3" for i in range(3)]
    (tmp_path / "AR0011SR.scen").write_text("version 1\n" + "\n".join(lines) + "\n\n", encoding="utf-8")
    return tmp_path / "AR0011SR.scen"


def test_the_query_of_a_scenario_is_one_it_has(app, tab, scenario):
    tab.files.chosen = False
    assert tab.files.take_file(str(scenario))
    assert tab.files.chosen, "the start page does not lie over it"
    wait(app, lambda: tab.queries.bar.visible)
    assert (tab.queries.number.least, tab.queries.number.most) == (1, 3)
    for query, start in ((0, (0.5, 0.5)), (2, (2.5, 0.5)), (-1, (2.5, 0.5))):
        assert formats.load(scenario, query=query).start.point == start


def test_a_map_and_its_scenario_are_told_apart_on_their_cards(scenario):
    cards = [read_card(scenario.with_suffix(ending), "dark") for ending in (".map", ".scen")]
    assert [card.kind for card in cards] == [".map", ".scen"]
    assert cards[0].title == cards[1].title
    assert [card.matches("ar0011sr .scen") for card in cards] == [False, True]


def test_a_query_from_the_bench_is_shown_with_its_ends_everywhere(app, tab, scenario):
    areas = next(section for section in tab.sections if isinstance(section, AreasSection))
    tab.show_query(str(scenario.with_suffix(".map")), "astar", (4, 5), (10, 7))
    frames(app, 2)
    assert tab.level.markers["goal"].point == (10.5, 7.5)
    aside = {entry.text: entry.aside for entry in areas.lines.entries}
    assert (aside["start"], aside["goal"]) == ("4.5, 5.5", "10.5, 7.5")
    assert not tab.history.dirty


def test_the_numbers_over_the_map_are_of_what_is_selected_or_of_nothing(app, tab):
    tab.use_tool("select")
    tab.bench.selection.set([1])
    (numbers,) = (w for w in tab.toolbox.options.walk() if type(w).__name__ == "Numbers")
    assert [numbers.x.text, numbers.y.text, numbers.w.text, numbers.h.text] == ["20", "10", "4", "4"]
    tab.show_level(Level.empty(20, 20), "another")
    assert [numbers.x.text, numbers.y.text, numbers.w.text, numbers.h.text] == [""] * 4
    tab.editing.step("Block", AddPolygon(Obstacle.of_cells(((2, 2), (6, 2), (6, 6)))))
    tab.bench.selection.set([1])
    assert [numbers.x.text, numbers.y.text, numbers.w.text, numbers.h.text] == ["2", "2", "4", "4"]


def test_to_fit_the_map_and_to_give_it_another_size_look_different(app, tab):
    icons = {action.id: action.icon for action in app.root.actions.all() if action.icon}
    assert icons["maps.fit"] != icons["maps.resize"]
    buttons = {w.tip: w.icon for w in app.root.page.walk() if getattr(w, "icon", "") and w.tip}
    assert buttons["Show the whole level"] == "maximize"
    assert buttons["Another size"] == icons["maps.resize"] == "move-diagonal"


# The same in Maps and Bench ----------------------------------------------------------------------------


def click_on(app, widget):
    """Click something, wherever it is scrolled to."""
    app.root.focus.reveal(widget)
    frames(app, 2)
    click(app, widget)


def test_what_is_ticked_set_and_coloured_is_the_same_in_maps_and_bench(app, tab):
    page = app.shell.show("bench").pages[0]
    frames(app, 2)
    click_on(app, page.ticks["theta"])
    page.options["astar"]["weight"] = 2.5
    page.forms["astar"].changed()
    maps_again = app.shell.show("maps")
    frames(app, 2)
    boxes, forms = maps_again.panel.planners.boxes, maps_again.panel.planners.forms
    assert boxes["theta"].value
    assert forms["astar"].on
    click_on(app, boxes["jps"])
    assert {key: (box.value, box.mark) for key, box in boxes.items()} == {
        key: (row.ticked, f"series {row.number}") for key, row in ((row.key, row) for row in tab.rows)
    }
    app.shell.show("bench")
    assert {key: (tick.value, tick.mark) for key, tick in page.ticks.items()} == {
        key: (box.value, box.mark) for key, box in boxes.items()
    }
    assert page.forms["astar"].on


# Room --------------------------------------------------------------------------------------------------


def resized(app, size, scale):
    app.host.window.minimum_size = (1, 1)
    app.host.window.size = size
    app.host.resized()
    app.shell.show_look(scale=scale)
    frames(app, 3)


@pytest.mark.parametrize(
    ("size", "scale"), [((1000, 700), 1.0), ((1440, 900), 2.0), ((992, 660), 1.0), ((1280, 720), 1.5)]
)
def test_no_option_of_a_tool_is_cut(app, tab, size, scale):
    resized(app, size, scale)
    for tool in tab.tools:
        tab.use_tool(tool)
        frames(app, 3)
        if not tab.toolbox.line.visible:  # in a low window: there is nothing to be cut
            assert not tab.toolbox.options.children
            continue
        line = tab.toolbox.line.rect
        assert line.bottom <= tab.canvas.rect.top
        for widget in tab.toolbox.options.walk():
            if widget.visible and widget is not tab.toolbox.options:
                assert line.contains(widget.rect), (tool, widget)
                assert widget.rect.w >= widget.size_for()[0], (tool, widget)


def test_in_a_low_window_only_tools_with_options_have_a_line(app, tab):
    resized(app, (1440, 900), 2.0)
    for tool, shown in (("move", False), ("paint", True), ("move", False)):
        tab.use_tool(tool)
        frames(app, 3)
        assert tab.toolbox.line.visible is shown
    assert tab.canvas.rect.top == tab.toolbar.widget.rect.bottom
    resized(app, (1440, 900), 1.0)
    assert tab.toolbox.line.visible


def test_no_option_of_a_tool_is_cut_in_crowds_either(app, tab):
    crowds = app.shell.show("crowds")
    resized(app, (1000, 700), 1.0)
    for tool in crowds.toolbar.tools:
        crowds.toolbar.show(tool)
        frames(app, 3)
        assert all(crowds.toolbar.widget.rect.contains(w.rect) for w in crowds.toolbar.options.walk() if w.visible)
        assert all(w.rect.w >= w.size_for()[0] for w in crowds.toolbar.options.children)


def test_whoever_turns_to_a_comparison_and_back_points_at_nothing(app, planned):
    Hands(app).move((11.5, 7.5))
    assert planned.bench.at is not None
    for _ in range(2):
        key(app, pygame.K_x, unicode="x")
        frames(app, 2)
        assert planned.bench.at is None


def test_the_hint_stands_beside_the_options_or_where_there_is_room(app, tab):
    for size, tool, beside in (((1440, 900), "move", True), ((1440, 900), "paint", False), ((2600, 900), "paint", True),
                               ((700, 600), "move", False), ((1440, 900), "move", True)):  # fmt: skip
        tab.use_tool(tool)
        resized(app, size, 1.0)
        app.shell._said_until = 0.0
        frames(app, 3)
        app.shell._show_hint()
        here, below = tab.toolbox.hint.text, app.shell.status.text
        assert (here, below) == ((tab.tool.hint, "") if beside else ("", tab.tool.hint))


def test_at_the_start_the_hint_stands_in_its_place_without_the_mouse(app):
    frames(app, 3)
    assert maps(app).toolbox.hint.text == maps(app).tool.hint


def test_the_legend_hides_neither_start_nor_goal(app, planned):
    canvas, legend = planned.canvas, planned.view.legend
    seen = set()
    for x, y in ((0.97, 0.04), (0.97, 0.9), (0.5, 0.5)):
        at = canvas.to_world(round(canvas.rect.x + x * canvas.rect.w), round(canvas.rect.y + y * canvas.rect.h))
        planned.level.markers["goal"] = Marker.at(*at)  # the corners of the map are its own
        canvas.touch()
        frames(app, 2)
        assert legend.plate.w
        assert not legend.plate.collidepoint(canvas.to_window(*at))
        seen.add(legend.plate.topleft)
    assert len(seen) == 2, "elsewhere only where it must"


@pytest.mark.parametrize(("size", "scale"), [((1000, 700), 1.0), ((1000, 700), 1.5), ((1440, 900), 2.0)])
def test_where_the_window_is_low_the_panel_is_turned_by_tabs(app, tab, size, scale):
    resized(app, size, scale)
    pages = tab.panel.widget
    assert pages.head.visible
    for page, shown in ((1, tab.panel.table), (0, tab.panel.lists), (1, tab.panel.table)):
        click(app, pages.bar.children[page])
        frames(app, 3)
        assert pages.page == page
        assert shown.rect.h > app.root.dp(100)
        assert app.root.rect.contains(shown.rect)
    resized(app, (1280, 720), 1.0)
    assert not pages.head.visible
    assert all(part.visible for part in pages.parts)


def test_at_the_largest_scale_options_scroll_and_a_legend_without_room_is_left_out(app, planned):
    resized(app, (1440, 900), 3.0)
    planned.use_tool("paint")
    frames(app, 3)
    view = planned.toolbox.view
    assert view.rect.h <= app.root.rect.h // 4
    assert view.bar.needed
    assert not planned.view.legend.plate.w or planned.canvas.rect.contains(planned.view.legend.plate)


def test_words_cut_to_nothing_leave_the_icon_alone(app):
    resized(app, (1440, 900), 3.0)
    assert {button._shortened()[0] for button in app.shell.buttons.values()} == {""}
    resized(app, (1440, 900), 1.0)
    assert [button._shortened()[0] for button in app.shell.buttons.values()] == ["Maps", "Crowds", "Boards", "Bench"]


def test_nothing_overlaps_in_the_settings_at_any_scale(app):
    for scale in (1.0, 2.0, 3.0):
        resized(app, (1440, 900), scale)
        app.shell.open_settings()
        frames(app, 3)
        sheet = app.root.floating[-1].child
        rows = [widget.rect for widget in sheet.children]
        assert all(above.bottom <= below.top for above, below in itertools.pairwise(rows))
        assert all(sheet.rect.contains(row) for row in rows)
        key(app, pygame.K_ESCAPE)
