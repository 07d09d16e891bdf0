"""A board drawn again where it has changed looks as one drawn from nothing."""

import random

import pygame
import pytest

from sandbox.games.api import games
from sandbox.games.general.api import general_games
from sandbox.ui.boards.drawing import MOST_AGAIN, Drawing, plate_of, texts_that_fit


def played(face, seed):
    """The pictures of a game at random, some of them out of their order."""
    chance, position, found = random.Random(seed), face.start(), []
    while face.moves(position) and len(found) < 60:
        found.append(face.picture(position))
        position = face.play(position, chance.choice(face.moves(position)))
    found.append(face.picture(position))
    return [*found, *chance.sample(found, min(len(found), 5))]


@pytest.mark.parametrize("shapes", [False, True])
@pytest.mark.parametrize("size", [(417, 333), (900, 640), (61, 200)])
@pytest.mark.parametrize("game", games.keys())
def test_what_is_drawn_again_is_what_would_be_drawn_from_nothing(app, game, size, shapes):
    look, again = app.root.look, 0
    pictures = played(games[game].create().face(), seed=len(game))
    plate = plate_of(pictures[0], pygame.Rect(7, 11, *size))
    drawing = Drawing(pictures[0], plate, look, shapes)
    for picture in pictures[1:]:
        if drawing.follow(picture):
            again += 1
        else:
            drawing = Drawing(picture, plate, look, shapes)
        fresh = Drawing(picture, plate, look, shapes)
        assert drawing.surface.get_buffer().raw == fresh.surface.get_buffer().raw
    assert again or game in ("nim", "tree")


def test_another_board_is_not_drawn_over(app):
    look, (one, other) = app.root.look, (games[key].create().face() for key in ("othello", "tic-tac-toe"))
    plate = plate_of(one.picture(one.start()), pygame.Rect(0, 0, 400, 400))
    assert not Drawing(one.picture(one.start()), plate, look).follow(other.picture(other.start()))
    full = one.picture(one.parse("XO" * 32 + " X"))
    assert len(full.stones) > MOST_AGAIN
    assert not Drawing(one.picture(one.start()), plate, look).follow(full)


@pytest.mark.parametrize(("size", "style", "whole"), [((760, 520), "mono", True), ((220, 120), "mono_small", False)])
@pytest.mark.parametrize("name", ["raid", "three-players", "fallible", "cooperation"])
def test_no_text_of_a_tree_is_written_over_another(app, name, size, style, whole):
    face = general_games["any-tree"].create({"file": name}).face()
    picture, look = face.picture(face.start()), app.root.look
    plate = plate_of(picture, pygame.Rect(0, 0, *size))
    chosen, written = texts_that_fit(picture, plate, look)
    assert (chosen == style and len(written) == sum(bool(s.text) for s in picture.stones)) or not whole
    boxes = []
    for stone in written:
        box = pygame.Rect(0, 0, look.fonts.width(stone.text, chosen), look.fonts.height(chosen) * 0.8)
        box.center = tuple(map(round, plate.point(stone.x, stone.y)))
        assert box.collidelist(boxes) < 0, stone
        boxes.append(box)
    assert {stone.text for stone in written} >= {"A"}  # whose turn it is goes before all else
