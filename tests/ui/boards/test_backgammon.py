"""Backgammon's board: a turn made checker by checker is one of the game's, and every one of the game's can be made."""

import random
from dataclasses import replace

import pygame
import pytest

from sandbox.games.general.library.backgammon.face import DICE, Board, turns
from sandbox.ui.boards.general.checkers import Hand
from sandbox.ui.boards.general.tables import BAR, OFF, Layout, fitted, seen
from tests.games.general.test_backgammon import random_sides
from tests.ui.boards.test_general_pages import page_of
from tests.ui.test_app import key, mouse


def positions(count):
    rng = random.Random(5)
    for _ in range(count):
        own, other = random_sides(rng)
        yield rng, Board((own, other), 0, rng.choice(DICE))


def test_any_steps_end_in_a_turn_of_the_game():
    for rng, board in positions(250):
        hand, legal = Hand(board), {t.name for t in turns(*board.sides, board.dice)}
        while not hand.finished:
            steps = hand.steps()
            assert steps, board
            hand.take(rng.choice(steps))
        assert hand.finished in legal


def test_every_turn_of_the_game_can_be_made_in_its_order():
    for _, board in positions(60):
        for turn in turns(*board.sides, board.dice):
            hand = Hand(board)
            for step in turn.steps:
                assert step in hand.steps()
                hand.take(step)
            assert hand.finished == turn.name


def test_steps_are_taken_back_one_by_one():
    hand = Hand(Board(dice=(3, 1)))
    hand.take((8, 3))
    hand.take((6, 1))
    assert hand.finished == "8/5,6/5"
    assert hand.undo()
    assert hand.left == (1,)
    assert hand.undo()
    assert not hand.undo()
    assert hand.shown() == Board(dice=(3, 1))


def test_both_sides_see_the_same_points():
    place = fitted(pygame.Rect(0, 0, 700, 560))
    assert isinstance(place, Layout)
    for own in range(1, BAR):
        assert place.x_of(seen(own, 0)) == place.x_of(seen(BAR - own, 1))
        assert place.upper(seen(own, 0), 0) == (own > 12)
    assert place.upper(OFF, 1)
    assert not place.upper(OFF, 0)
    boxes = [place.place(point, 0) for point in range(BAR + 1)]
    assert all(a.inflate(-2, -2).collidelist(boxes[i + 1 :]) < 0 for i, a in enumerate(boxes))


@pytest.mark.parametrize("size", [(300, 300), (1200, 400), (400, 1200), (60, 60)])
def test_the_board_fits_its_room(size):
    room = pygame.Rect(10, 20, *size)
    assert room.contains(fitted(room).box) or min(size) < 80


def press(app, at):
    mouse(app, pygame.MOUSEBUTTONDOWN, at)
    mouse(app, pygame.MOUSEBUTTONUP, at)


def test_a_turn_is_played_with_the_mouse(app):
    page = page_of(app, "backgammon:4HPwATDgc/ABMA A 31")
    page.session.seats[1].chosen = 0
    board = page.stage
    app.host.frame()
    for own in (8, 5, 6):  # a checker of the 8 point, where it goes, and one with one way left
        press(app, board.layout_here.place(own, 0).center)
    assert page.session.play.moves == ["8/5,6/5"]


def test_a_hint_is_drawn_from_where_to_where_until_the_turn_is_begun(app):
    page = page_of(app, "backgammon:4HPwATDgc/ABMA A 31")
    page.session.seats[1].chosen = 0
    board = page.stage
    board.follow(replace(board.view, hint="8/5,6/5"))
    app.host.frame()
    assert board.hinted() == [(8, 5), (6, 5)]
    place = board.layout_here
    x, y = place.checker(5, 0, 0)
    around = {app.host.surface.get_at((round(x - place.radius + n / 2), round(y)))[:3] for n in range(-6, 7)}
    assert tuple(board.look.colours.good)[:3] in around
    board.choose(8)
    board.choose(5)
    assert board.hinted() == []
    board.follow(replace(board.view, hint="nonsense"))
    assert board.hinted() == []


def test_a_turn_is_played_with_keys_and_taken_back_within(app):
    page = page_of(app, "backgammon:4HPwATDgc/ABMA A 66")
    page.session.seats[1].chosen = 0
    board = page.stage
    app.host.frame()
    key(app, pygame.K_RETURN)
    assert len(board.hand.taken) == 1
    key(app, pygame.K_ESCAPE)
    assert board.hand.taken == []
    for _ in range(4):
        key(app, pygame.K_RETURN)
    assert len(page.session.play.moves) == 1
    assert page.session.play.by_chance
