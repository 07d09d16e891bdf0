"""The signs of the map's legend, pixel by pixel: a ramp from end to end, thirds, boxes, lines and dashes."""

from types import SimpleNamespace

import pygame
import pytest

import sandbox.ui.kit as kit
from sandbox.settings import assets_folder
from sandbox.ui.canvas.colours import palette
from sandbox.ui.maps.overlays.legend import SIGN, Meaning, _sign

GROUND, INK = (1, 2, 3), (200, 100, 50)
ROOM = pygame.Rect(3, 2, SIGN, 18)
COLOURS = palette("dark")


@pytest.fixture
def drawn():
    """A sign alone on a plain ground; tells the colour of a pixel."""
    pygame.display.init()
    pygame.font.init()
    look = kit.load_look(assets_folder())

    def draw(mark, **more):
        surface = pygame.Surface((ROOM.right + 5, ROOM.bottom + 5))
        surface.fill(GROUND)
        _sign(SimpleNamespace(dp=look.dp, look=look), surface, Meaning(mark, "", INK, **more), ROOM, COLOURS)
        return lambda x, y=ROOM.centery: tuple(surface.get_at((x, y)))[:3]

    return draw


def rgb(number):
    return number >> 16 & 255, number >> 8 & 255, number & 255


def test_a_ramp_goes_from_its_first_colour_to_its_last(drawn):
    at = drawn("ramp")
    ramp = [rgb(int(ink)) for ink in COLOURS.ramp]
    seen = [at(x) for x in range(ROOM.left, ROOM.right)]
    assert (seen[0], seen[-1]) == (ramp[0], ramp[255])
    places = [ramp.index(colour) for colour in seen]
    assert places == sorted(places)
    assert len(set(places)) == ROOM.w
    assert at(ROOM.left - 1) == at(ROOM.right) == at(ROOM.centerx, ROOM.top + 2) == GROUND


def test_parts_are_three_of_the_categories_with_gaps_between(drawn):
    at = drawn("parts")
    inks = [rgb(int(ink)) for ink in COLOURS.categories[:3]]
    assert [at(ROOM.left + n * ROOM.w // 3 + 2) for n in range(3)] == inks
    assert [at(ROOM.left + n * ROOM.w // 3 - 1) for n in range(1, 3)] == [GROUND] * 2


@pytest.mark.parametrize(("mark", "dashes"), [("line", 1), ("dashes", 3)])
def test_a_line_is_whole_and_dashes_are_three(mark, dashes, drawn):
    at = drawn(mark)
    row = "".join("#" if at(x) == INK else "." for x in range(ROOM.left, ROOM.right))
    long = ROOM.w // (2 * dashes - 1)
    assert [len(part) for part in row.split(".") if part] == [long] * dashes
    assert row.startswith("#")
    assert [at(ROOM.left, ROOM.centery + n) == INK for n in (-2, -1, 0, 1)] == [False, True, True, False]


@pytest.mark.parametrize(("mark", "middle"), [("disc", True), ("ring", False), ("box", True), ("area", True)])
def test_what_is_filled_has_its_colour_in_the_middle(mark, middle, drawn):
    assert (drawn(mark)(*ROOM.center) == INK) is middle


def test_words_are_signs_too(drawn):
    at = drawn("words", low="g h f")
    assert {at(x, y) for x in range(ROOM.left, ROOM.right) for y in range(ROOM.top, ROOM.bottom)} > {GROUND}
