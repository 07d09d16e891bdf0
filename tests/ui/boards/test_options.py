"""The sheet of an engine's, or a planner's, options: every control of it can be reached, whatever the window's size."""

import pygame
import pytest

from sandbox.ui.kit import Dropdown, Form, Label, Scroll
from tests.ui.test_app import frames

SIZES = [(1000, 700), (1280, 720), (1920, 1080)]


def show(app, size, scale):
    """Another size of window, as far as widgets can tell."""
    app.root.resize(pygame.Surface(size))
    app.shell.show_look(scale=scale)
    app.root.paint()


def opened(app, button):
    button._open()
    app.root.paint()
    return app.root.floating[-1]


def check(app, box):
    """Tab reaches every control of the sheet, and each is shown whole, inside the window."""
    window = app.root.rect
    assert window.contains(box.rect)
    forms = [w for w in box.walk() if isinstance(w, Form)]
    found = {name: form.control(name) for form in forms for name in form.fields}
    controls = {name: control for name, control in found.items() if all(w.visible for w in control.above())}
    assert controls
    order = [w for w in app.root.focus.order() if any(c in w.above() for c in controls.values())]
    assert {c for c in controls.values() if not any(c in w.above() for w in order)} == set()
    scroll = next(w for w in box.walk() if isinstance(w, Scroll))
    for widget in order:
        app.root.focus.set(widget, ring=True)
        app.root.paint()
        assert box.rect.contains(widget.rect), widget
        assert scroll.rect.contains(widget.rect), widget
        assert widget.rect.w >= app.root.dp(24), widget


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("scale", [1.0, 2.0, 3.0])
def test_every_option_of_every_engine_can_be_reached(app, size, scale):
    tab = app.shell.tabs["boards"]
    show(app, size, scale)
    line, seat = tab.seat_lines[1], tab.session.seats[1]
    for number, entry in enumerate(seat.engines, 1):
        seat.chosen = number
        box = opened(app, line)
        forms = [w for w in box.walk() if isinstance(w, Form)]
        assert len(forms) == bool(seat.stops) + bool(seat.free), entry
        if forms:
            check(app, box)
        box.close()


def test_a_level_names_its_engine_as_everybody_does(app):
    tab = app.shell.tabs["boards"]
    show(app, SIZES[0], 1.0)
    line, seat = tab.seat_lines[1], tab.session.seats[1]
    named = set()
    for number in range(len(seat.levels)):
        seat.chosen = len(seat.engines) + 1 + number
        box = opened(app, line)
        words = " ".join(w.text for w in box.walk() if isinstance(w, Label))
        assert f": {seat.entry.title}, with settings of its own." in words
        named.add(seat.entry.title)
        box.close()
    assert "PVS (NegaScout)" in named


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("scale", [1.0, 2.0, 3.0])
def test_every_option_of_every_planner_can_be_reached(app, size, scale):
    from sandbox.ui.forms import OptionButton

    app.shell.show("maps")
    show(app, size, scale)
    buttons = [w for w in app.root.page.walk() if isinstance(w, OptionButton) and w.enabled]
    assert buttons
    for button in {tuple(b.entry.options): b for b in buttons}.values():
        box = opened(app, button)
        check(app, box)
        box.close()


def test_the_sheet_leaves_the_panel_in_sight(app):
    tab = app.shell.tabs["boards"]
    box = opened(app, tab.seat_lines[1])
    assert not box.rect.inflate(-16, 0).colliderect(tab.panel.rect)
    assert not box.rect.colliderect(tab.seat_lines[1].who.rect)


def test_the_wheel_scrolls_it(app):
    show(app, (1000, 700), 1.0)
    tab = app.shell.tabs["boards"]
    box = opened(app, tab.seat_lines[1])
    scroll = next(w for w in box.walk() if isinstance(w, Scroll))
    assert scroll.bar.needed
    before = scroll.bar.offset
    x, y = scroll.rect.center
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0), touch=False))
    wheel = {"x": 0, "y": -3, "precise_x": 0.0, "precise_y": -3.0, "flipped": False}
    pygame.mouse.set_pos((x, y))
    app.root.dispatcher.at = (x, y)
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, wheel))
    frames(app)
    assert scroll.bar.offset > before
    assert any(isinstance(w, Dropdown) for w in box.walk())


@pytest.mark.parametrize(
    ("size", "scale"),
    [((1000, 700), 1.0), ((1000, 700), 1.5), ((1280, 720), 1.0), ((1280, 720), 2.0), ((1920, 1080), 3.0)],
)
def test_every_control_of_the_tab_can_be_reached_and_none_covers_another(app, size, scale):
    tab = app.shell.tabs["boards"]
    show(app, size, scale)
    controls = [w for w in app.root.focus.order() if any(tab.content() is around for around in w.above())]
    assert {tab.board, tab.status.hints, tab.panel.root_table, tab.panel.depth_table} <= set(controls)
    for widget in controls:
        app.root.focus.set(widget, ring=True)
        app.root.paint()
        assert app.root.rect.contains(widget.rect), widget
        assert all(around.rect.clip(widget.rect).size == widget.rect.size for around in scrolls(widget)), widget
    parts = [tab.panel.root_table, tab.panel.depths, tab.estimate, *tab.panel.tiles.named.values(), *tab.seat_lines]
    for number, part in enumerate(parts):
        assert part.rect.collidelist([other.rect for other in parts[:number]]) < 0, part


def scrolls(widget):
    return [around for around in widget.above() if isinstance(around, Scroll) and around is not widget]


def test_values_do_not_cover_one_another(app):
    tab = app.shell.tabs["boards"]
    show(app, (1280, 720), 2.0)
    written = []
    tab.board._paint_value = lambda surface, move, value, boxed: written.append((move, value.box))
    tab.board.show_values({str(n): ("+0.08", 0.0) for n in range(1, 8)}, "4")
    app.root.paint()
    assert written[0][0] == "4"
    assert len(written) > 1
    for number, (_, place) in enumerate(written):
        assert place.collidelist([other for _, other in written[:number]]) < 0


@pytest.mark.parametrize("theme", ["dark", "projector"])
def test_the_tools_stand_in_one_line_without_words_where_letters_are_large(app, theme):
    tab, bar = app.shell.tabs["boards"], app.shell.tabs["boards"].bar
    app.root.resize(pygame.Surface((1440, 900)))
    app.shell.show_look(theme=theme)
    for seat in tab.session.seats:
        seat.suit(tab.session.match.entry, "alphabeta")
    tab.session.paused = True
    tab.session.new_game()
    frames(app, 3)
    assert len({tool.rect.centery for tool in bar.shown_children}) == 1
    assert all(tool.rect.right <= bar.rect.right for tool in bar.shown_children)
