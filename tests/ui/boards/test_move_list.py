"""The list of moves: numbers stand where their line begins, variations are moved in, to a depth."""

import pygame
import pytest

from sandbox.settings import assets_folder
from sandbox.ui import kit
from sandbox.ui.boards.game.graph import GameGraph
from sandbox.ui.boards.game.move_list import ListRow, MoveList


@pytest.fixture
def moves():
    pygame.display.init()
    pygame.font.init()
    made = MoveList(lambda _: None)
    look = kit.load_look(assets_folder())
    kit.Root(pygame.Surface((300, 200)), look, kit.Column([made], pad=20), clipboard=kit.MemoryClipboard()).paint()
    return made


def test_the_list_takes_the_keyboard_and_the_graph_beside_it_does_not(moves):
    assert moves.focusable
    assert not GameGraph(lambda _: None).focusable


@pytest.mark.parametrize(
    ("level", "indent", "said"), [(0, 2, "3."), (1, 12, "3"), (2, 24, "3"), (4, 48, "3"), (5, 48, "3"), (9, 48, "3")]
)
def test_a_number_stands_where_its_line_begins(moves, level, indent, said, monkeypatch):
    row, drawn = ListRow("3", [], level, row=40), []
    monkeypatch.setattr(moves.look.fonts, "draw", lambda _, text, __, ___, at: drawn.append((text, at)))
    moves._paint_number(moves.root.surface, row)
    ((text, at),) = drawn
    assert (text, at[0] - moves.rect.x) == (said, indent)
    assert 40 <= at[1] - moves.rect.y < 40 + moves._line()
    row.plies = [None]
    assert moves._flow(row, 40, 200) == 40 + moves._line()
    if level:
        assert row.boxes[0].x == indent + moves._width("3", "mono_small"), "and its moves behind it"
