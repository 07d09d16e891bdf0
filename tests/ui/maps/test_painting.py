"""The tools for tiles, with posted events: what each paints, one undo step each, and what it says."""

import numpy as np
import pytest

from sandbox.level.model import WALL, Level
from sandbox.level.terrain import FLOOR
from sandbox.ui.maps.tools.parts.pen import footprint_edges, mask_edges
from sandbox.ui.maps.tools.regions import squared
from sandbox.ui.maps.tools.strokes import in_eighths
from tests.ui.maps.hands import Hands
from tests.ui.test_app import frames

SWAMP = 3


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


def painted(level, code=WALL):
    return {(int(x), int(y)) for y, x in zip(*np.nonzero(level.terrain == code), strict=True)}


def test_a_stroke_is_one_step_and_the_right_button_erases(hands, level):
    hands.press("B")
    hands.drag((3.5, 3.5), (8.5, 3.5), (8.5, 6.5))
    assert painted(level) == {(x, 3) for x in range(3, 9)} | {(8, y) for y in range(3, 7)}
    hands.drag((3.5, 3.5), (6.5, 3.5), button=3)
    assert (3, 3) not in painted(level)
    assert hands.tab.history.labels == ("Paint wall", "Erase")
    hands.press("Ctrl+Z", "Ctrl+Z")
    assert not painted(level)


def test_brush_size_terrain_and_shape(hands, level):
    hands.press("B", "4", "]", "]")
    paint = hands.tab.bench.paint
    assert (paint.code, paint.size) == (SWAMP, 3)
    paint.set(shape="square")
    hands.click((10.5, 10.5))
    assert painted(level, SWAMP) == {(x, y) for x in (9, 10, 11) for y in (9, 10, 11)}
    hands.press("[")
    assert paint.size == 2


def test_escape_takes_an_unfinished_stroke_back(hands, level):
    hands.press("B")
    hands.down((3.5, 3.5))
    hands.move((9.5, 3.5))
    assert painted(level)
    hands.press("Escape")
    assert not painted(level)
    hands.move((12.5, 3.5))
    hands.up((12.5, 3.5))
    assert not painted(level)
    assert not hands.tab.history.can_undo


@pytest.mark.parametrize(
    ("symmetry", "images"),
    [("left-right", 2), ("top-bottom", 2), ("four-way", 4), ("half-turn", 2)],
)
def test_symmetric_painting_is_one_step(hands, level, symmetry, images):
    hands.press("B")
    hands.tab.bench.paint.set(symmetry=symmetry)
    hands.drag((3.5, 3.5), (5.5, 3.5))
    assert len(painted(level)) == 3 * images
    hands.press("Ctrl+Z")
    assert not painted(level)


def test_quarter_turns_need_a_square_and_say_so(hands, app):
    hands.press("B")
    hands.tab.bench.paint.set(symmetry="quarter-turns")
    hands.click((3.5, 3.5))
    assert "square" in app.shell.status.text
    tab = hands.show(Level.empty(20, 20))
    hands.click((3.5, 2.5))
    assert painted(tab.level) == {(3, 2), (17, 3), (16, 17), (2, 16)}


def test_a_line_and_its_shift(hands, level):
    hands.press("L")
    hands.drag((2.5, 2.5), (9.5, 4.5))
    assert {(2, 2), (9, 4)} <= painted(level)
    assert len(painted(level)) == 8
    hands.press("Ctrl+Z")
    hands.drag((2.5, 2.5), (9.5, 4.5), hold=["Shift"])
    assert painted(level) == {(x, 2) for x in range(2, 10)}


def test_a_rectangle_filled_and_as_a_border(hands, level):
    hands.press("R")
    hands.drag((2.5, 2.5), (6.5, 5.5))
    assert painted(level) == {(x, y) for x in range(2, 7) for y in range(2, 6)}
    hands.press("Ctrl+Z")
    hands.tab.bench.paint.set(filled=False)
    hands.drag((6.5, 5.5), (2.5, 2.5))
    assert len(painted(level)) == 2 * 5 + 2 * 2
    hands.press("Ctrl+Z")
    hands.drag((2.5, 2.5), (99, 99))
    assert (39, 29) in painted(level)


def test_fill_replace_and_pick(hands, level):
    hands.press("L")
    hands.drag((20.5, 0.5), (20.5, 29.5))
    hands.press("4", "G")
    hands.click((30.5, 3.5))
    assert len(painted(level, SWAMP)) == 19 * 30
    hands.press("H", "3")
    hands.click((25.5, 5.5))
    assert not painted(level, SWAMP)
    hands.press("I")
    hands.click((20.5, 5.5))
    assert hands.tab.bench.paint.code == WALL
    assert hands.tab.tool.about.name == "replace"
    hands.press("B")
    hands.click((1.5, 1.5), hold=["Alt"])
    assert hands.tab.bench.paint.code == FLOOR


def test_painting_by_keys_alone(hands, level):
    hands.press("B", "Left")
    x, y = hands.tab.bench.at
    hands.press("Space", "Right", "Right", "Space", "Right")
    cell = int(x), int(y)
    assert painted(level) == {(cell[0] + i, cell[1]) for i in range(3)}
    assert hands.tab.history.labels == ("Paint wall",)
    hands.press("R", "Space", "Shift+Down", "Right", "Space")
    assert len(painted(level)) == 3 + 18


def test_every_tool_has_a_preview_a_hint_and_a_key(hands, app):
    seen = set()
    keys = [k for tool in hands.tab.tools.values() for k in tool.about.keys]
    assert len(keys) == len(set(keys))
    for name, tool in hands.tab.tools.items():
        hands.tab.use_tool(name)
        app.shell._said_until = 0.0
        hands.move((12.5, 7.5))
        frames(app)
        assert tool.hint
        assert tool.hint in (app.shell.status.text, hands.tab.toolbox.hint.text), "beside the options, or below"
        seen.add(tool.hint)
        if tool.shelf:
            assert f"maps.tool-{name}" in app.root.actions
    assert len(seen) == len(hands.tab.tools)


def test_the_palette_shows_names_and_costs(hands):
    choices = hands.tab.toolbox.options
    hands.press("B")
    strip = next(widget for widget in choices.walk() if widget.name == "terrains")
    at = strip._box(SWAMP).center
    assert strip.tooltip(*at) == "swamp, cost 3  ·  key 4"


def test_the_outline_of_a_brush():
    assert len(footprint_edges(1, "round")) == 4
    assert len(footprint_edges(2, "square")) == 4
    some = np.random.default_rng(1).random((6, 7)) < 0.5
    edges = mask_edges(some)
    padded = np.pad(some, 1)
    sides = (padded[1:] != padded[:-1]).sum() + (padded[:, 1:] != padded[:, :-1]).sum()
    assert np.abs(edges[:, 2:] - edges[:, :2]).sum() == sides


@pytest.mark.parametrize(("to", "found"), [((9, 1), (9, 0)), ((7, 6), (7, 7)), ((-8, 1), (-8, 0)), ((1, -5), (0, -5))])
def test_eighths_of_a_turn(to, found):
    assert in_eighths((0, 0), to) == found


def test_squares_grow_towards_the_pointer():
    assert squared((5, 5), (2, 9)) == (1, 9)


def test_no_key_does_two_things_on_the_map(app):
    doing = {}
    for action in app.root.actions.here(("maps",)):
        for combo in action.keys:
            doing.setdefault(combo, []).append(action.id)
    assert {combo: ids for combo, ids in doing.items() if len(ids) > 1} == {}


def test_a_tool_at_rest_paints_nothing(hands, app):
    for name in ("paint", "select", "polygon"):
        hands.tab.use_tool(name)
        hands.move((12.5, 7.5))
        frames(app, 3)
        app.shell._show_hint()
        frames(app)
        assert app.root.paint() == []


def test_a_quick_mouse_is_heard_once_a_frame(hands, app, level):
    import pygame

    hands.press("B")
    hands.down((2.5, 2.5))
    version = level.version
    for x in range(3, 20):
        pygame.event.post(
            pygame.event.Event(
                pygame.MOUSEMOTION, pos=hands.place((x + 0.5, 2.5)), rel=(0, 0), buttons=(1, 0, 0), touch=False
            )
        )
    frames(app)
    hands.up((19.5, 2.5))
    assert level.version == version + 1
    assert len(painted(level)) == 18


def test_a_terrain_is_changed_and_a_new_one_made(hands, app, level):
    from sandbox.ui.kit import Form

    hands.press("B", "4", "Ctrl+T")
    form = next(w for box in app.root.floating for w in box.walk() if isinstance(w, Form))
    form._values |= {"cost": 4.01, "name": "bog"}
    next(w for box in app.root.floating for w in box.walk() if getattr(w, "text", "") == "Change").click()
    assert (level.palette[SWAMP].name, level.palette[SWAMP].cost) == ("bog", 4.0)
    hands.press("Ctrl+T")
    form = next(w for box in app.root.floating for w in box.walk() if isinstance(w, Form))
    form._values |= {"blocked": True, "name": "lava"}
    next(w for box in app.root.floating for w in box.walk() if getattr(w, "text", "") == "Add as new").click()
    assert level.palette[-1].name == "lava"
    assert level.palette[-1].blocked
    assert hands.tab.bench.paint.code == len(level.palette) - 1
    assert hands.tab.history.labels == ("Change swamp", "Add terrain")
