"""A dropdown's words lie between its edge and its arrow, and are told whole where they are cut."""

from pathlib import Path

import pytest

from sandbox.ui.kit import Column, Dropdown, load_look
from tests.ui.kit.conftest import ASSETS


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_words_keep_off_the_edge_and_the_arrow(make_root, scale: float) -> None:
    look = load_look(Path(ASSETS), scale=scale)
    drop = Dropdown(["A*", "Dijkstra"], 1, align="start")
    make_root(Column([drop]), look=look)
    room, box = drop._room(), drop.rect
    assert (room.left - box.left, box.right - room.right) == (round(11 * scale), round(28 * scale))
    assert (room.top, room.height) == (box.top, box.height)
    assert room.width >= look.fonts.width("Dijkstra", "body")
    assert drop.tooltip(0, 0) == ""


def test_a_choice_that_is_cut_is_its_tip(make_root) -> None:
    drop = Dropdown(["a choice that nobody has room for"], width=90, align="start", tip="which")
    make_root(Column([drop]))
    assert drop.tooltip(0, 0) == "a choice that nobody has room for"
    drop.choices = ["A*"]
    assert drop.tooltip(0, 0) == "which"
