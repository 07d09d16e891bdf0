"""What is written over the map: figures in cells, and the line about the place under the pointer."""

from types import SimpleNamespace

import pygame
import pytest

from sandbox.level.model import Level
from sandbox.settings import assets_folder
from sandbox.ui import kit
from sandbox.ui.maps.nearby import Nearby
from sandbox.ui.maps.overlays import figures
from sandbox.ui.maps.panels import inspector


@pytest.fixture
def look():
    pygame.display.init()
    pygame.font.init()
    return kit.load_look(assets_folder())


@pytest.mark.parametrize(("scale", "texts"), [(100.0, ["12", "5", "7"]), (60.0, ["12"])])
def test_figures_keep_inside_their_cell_each_in_its_place(look, scale, texts, monkeypatch):
    drawn, film = [], SimpleNamespace(width=8, places={}, act_of=lambda _: SimpleNamespace(level=0))
    canvas = SimpleNamespace(
        camera=SimpleNamespace(scale=scale), look=look, dp=look.dp,
        to_window=lambda x, y: (round(x * scale), round(y * scale)),
    )  # fmt: skip
    monkeypatch.setattr(figures, "cells_in_view", lambda *_: None)
    monkeypatch.setattr(figures, "figures_at", lambda *_: [(2 * 10 + 4, 5.0, 12.0)])  # row 2, column 4 with a border
    monkeypatch.setattr(look.fonts, "draw", lambda _, text, __, ink, at: drawn.append((text, tuple(ink)[:3], at)))
    figures.draw_figures(film, 1, canvas, None, (1, 1, 1), (2, 2, 2))
    own = [(text, at) for text, ink, at in drawn if ink == (2, 2, 2)]
    assert [text for text, _ in own] == texts
    assert [(x + 1, y + 1) for _, (x, y) in own] == [at for _, ink, at in drawn if ink == (1, 1, 1)], "with a shadow"
    left, top, side, letter = 3 * scale, scale, scale, look.fonts.width("0", figures.STYLE)
    (_, (x, y)), *upper = own
    assert x + letter == pytest.approx(left + side / 2, abs=1)
    assert y + look.fonts.height(figures.STYLE) == top + side - 4
    if upper:
        assert [at for _, at in upper] == [(left + 4, top + 4), (left + side - 4 - letter, top + 4)]


def test_the_line_about_a_place_has_the_map_s_width_but_for_margins(look, monkeypatch):
    room, chips = [], []
    canvas = SimpleNamespace(
        camera=SimpleNamespace(scale=10.0), look=look, dp=look.dp, rect=pygame.Rect(30, 20, 400, 300)
    )

    def chip(text, at):
        chips.append((text, tuple(at)))
        return pygame.Rect(at[0], at[1] - 20, 100, 20)

    monkeypatch.setattr(inspector, "fitted", lambda *words: room.append(words) or ["above", "below"])
    plate = inspector.draw(Level.empty(9, 9), (4.5, 3.5), SimpleNamespace(canvas=canvas, chip=chip), Nearby(), "told")
    ((above, line, signs, most),) = room
    assert (above, line.startswith("4.50, 3.50")) == ("told", True)
    assert signs == (400 - 3 * 8) // look.fonts.width("0", "mono_small")
    assert most == 150 // (look.fonts.height("mono_small") + 2 * look.dp(inspector.CHIP_PAD[1]))
    assert chips == [("below", (38, 320)), ("above", (38, 281))], "from the lower left corner upwards"
    assert plate.topleft == (38, 261)
    assert inspector.draw(Level.empty(9, 9), (9.5, 3.5), SimpleNamespace(canvas=canvas), Nearby()) is None
