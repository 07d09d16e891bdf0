"""A board as layers: lines, stones and texts where the picture has them, whatever its style."""

import pytest

from sandbox.games.api import BoardPicture, BoardStyle, Stone
from sandbox.games.layers import board_layers
from sandbox.layers import Role

pytestmark = pytest.mark.small


def layers(style, stones=(), lines=(), columns=3, rows=2):
    return {layer.name: layer for layer in board_layers(BoardPicture(style, columns, rows, stones, (), lines))}


@pytest.mark.parametrize("style", [BoardStyle.DROP, BoardStyle.CELLS, BoardStyle.PILES])
def test_fields_have_lines_around_them_from_edge_to_edge(style):
    lines = layers(style)["lines"]
    upright = [[[x, 0], [x, 2]] for x in range(4)]
    assert lines.ends.tolist() == upright + [[[0, y], [3, y]] for y in range(3)]
    assert lines.role is Role.EDGE


@pytest.mark.parametrize("style", [BoardStyle.POINTS, BoardStyle.TREE])
def test_lines_of_its_own_go_through_the_middle_of_fields(style):
    found = layers(style, lines=((0, 0, 2, 0), (2, 0, 2, 1)))["lines"].ends.tolist()
    assert found == [[[0.5, 0.5], [2.5, 0.5]], [[2.5, 0.5], [2.5, 1.5]]]
    assert layers(style)["lines"].ends.shape == (0, 2, 2)


def test_stones_lie_in_their_fields_and_have_the_colour_of_their_player():
    stones = (Stone(0, 1, 0), Stone(2, 0, 1), Stone(1, 1, 1), Stone(2, 1, 0))
    found = layers(BoardStyle.CELLS, stones)
    assert found["player 1"].xyr.tolist() == [[0.5, 1.5, 0.4], [2.5, 1.5, 0.4]]
    assert found["player 2"].xyr.tolist() == [[2.5, 0.5, 0.4], [1.5, 1.5, 0.4]]
    assert found["player 1"].series != found["player 2"].series
    assert list(found) == ["lines", "player 1", "player 2"]  # and no texts


def test_what_has_a_text_is_a_text_and_no_stone():
    found = layers(BoardStyle.TREE, (Stone(0, 0, 0, "A"), Stone(1, 1, 1, "−3"), Stone(2, 0, 1)))
    assert (found["texts"].xy.tolist(), found["texts"].texts) == ([[0.5, 0.5], [1.5, 1.5]], ("A", "−3"))
    assert found["player 2"].xyr.tolist() == [[2.5, 0.5, 0.4]]
    assert "player 1" not in found
