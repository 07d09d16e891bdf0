"""Pages of games with dice or many players: opened, played by mouse and keys, and Pig solved beside its board."""

import time
from dataclasses import replace

import pygame
import pytest

from sandbox.games.general.api import general_games
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import general_engines
from sandbox.ui.boards.general.page import GeneralPage
from sandbox.ui.boards.general.play import Play
from sandbox.ui.boards.general.stages import PictureStage
from sandbox.ui.boards.general.surface import NEVER, by_points, hold_from
from sandbox.ui.boards.pages.listed import offered
from tests.ui.test_app import click, key, mouse


def page_of(app, name):
    tab = app.shell.tabs["boards"]
    assert tab.open_file(name, strict=True)
    app.host.frame()
    page = tab.pages.current
    assert isinstance(page, GeneralPage)
    return page


def test_every_offered_game_opens_and_the_board_comes_back(app):
    tab = app.shell.tabs["boards"]
    for offer in offered():
        assert tab.open_file(offer.entry.key, strict=True)
        app.host.frame()
        assert tab.pages.current is not None
        assert not tab._page.visible
        assert tab.bar.game_box.choices[tab.pages.current.number] == offer.entry.title
    tab.pages.choose(0)
    app.host.frame()
    assert tab.pages.current is None
    assert tab._page.visible
    assert app.root.actions.places == ("boards",)


def test_pig_is_played_with_mouse_and_keys(app):
    page = page_of(app, "pig")
    session = page.session
    session.seats[1].chosen = 0
    key(app, pygame.K_d, pygame.KMOD_CTRL)
    assert session.by_hand
    board = page.stage
    mouse(app, pygame.MOUSEBUTTONDOWN, board._die.center)
    mouse(app, pygame.MOUSEBUTTONUP, board._die.center)
    assert session.play.moves == ["roll"]
    key(app, pygame.K_5, unicode="5")
    assert session.play.position.points == 5
    for lane, points in (board._lanes[1], 5), (board._lanes[0], 0):  # the mover's lane holds, no other does
        mouse(app, pygame.MOUSEBUTTONDOWN, lane.center)
        mouse(app, pygame.MOUSEBUTTONUP, lane.center)
        assert session.play.position.points == points
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    key(app, pygame.K_o, unicode="o")
    assert session.play.position.scores == (5, 0)
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    assert session.play.position.points == 5
    app.host.frame()
    button = next(w for w in page.choices.buttons.children if getattr(w, "text", "") == "Hold")
    click(app, button)
    assert session.play.position.scores == (5, 0)


@pytest.mark.parametrize("hint", ["roll", "hold"])
def test_a_hint_is_ringed_in_pig(app, hint):
    page = page_of(app, "pig:10,20 A+9")
    board = page.stage
    board.follow(replace(board.view, live=True, hint=""))
    app.host.frame()
    ring = board._die.inflate(board.dp(10), board.dp(10)) if hint == "roll" else board._lanes[0].inflate(4, 4)
    good, at = tuple(board.look.colours.good)[:3], (ring.x + board.dp(1), ring.centery)
    assert app.host.surface.get_at(at)[:3] != good
    board.follow(replace(board.view, hint=hint))
    app.host.frame()
    assert app.host.surface.get_at(at)[:3] == good


@pytest.mark.parametrize("wide", [900, 300, 200])
def test_what_is_said_beside_the_die_stays_on_the_board(app, wide):
    page = page_of(app, "pig:10,20 A")
    board = page.stage
    play = board.view.play
    play.moves, play.at = ["roll", "1"], 2
    play.positions = [play.positions[0]] * 3
    board.rect = pygame.Rect(0, 60, wide, 300)
    board._place()
    lines = board.lines_beside()
    assert " ".join(line for line, _ in lines) == "A one: the turn's points are gone"
    assert all(x + board.look.fonts.width(line, "body") <= wide for line, (x, _) in lines)


def test_rolit_is_played_on_the_board(app):
    page = page_of(app, "rolit")
    assert isinstance(page.stage, PictureStage)
    board = page.stage.board
    assert len({stone.player for stone in board.picture.stones}) == 4
    key(app, pygame.K_RIGHT)
    key(app, pygame.K_RETURN)
    assert len(page.session.play.moves) == 1
    app.host.frame()
    assert board.picture.highlights


def test_a_position_that_cannot_be_read_is_refused_in_a_line(app):
    tab = app.shell.tabs["boards"]
    with pytest.raises(Exception, match="expected") as error:
        tab.open_file("pig:12", strict=True)
    assert "\n" not in str(error.value)


def test_a_pasted_position_is_played_from(app):
    page = page_of(app, "pig")
    app.root.clipboard.put("34,52 B+7")
    key(app, pygame.K_v, pygame.KMOD_CTRL)
    key(app, pygame.K_RETURN, pygame.KMOD_CTRL)
    assert page.session.play.position.scores == (34, 52)
    key(app, pygame.K_c, pygame.KMOD_CTRL)
    assert app.root.clipboard.get() == "34,52 B+7"


def test_buttons_of_moves_leave_the_board_most_of_the_room(app):
    page = page_of(app, "backgammon")
    page.session.set_by_hand(True)
    page.session.new_game()
    for _ in range(3):
        app.host.frame()
    assert page.choices.visible
    assert len(page.choices.buttons.children) >= 15
    high = app.root.rect.h
    assert page.choices.rect.h <= max(round(0.18 * high), page.choices.dp(52))
    assert page.holder.rect.h > page.choices.rect.h
    last = page.choices.buttons.children[-1]
    app.root.focus.set(last, ring=True)
    app.host.frame()
    assert page.choices.rect.contains(last.rect)  # whoever walks there with Tab sees it


def test_the_surface_says_what_the_solver_plays():
    game = general_games["pig"].create({"goal": 30})
    engine, surface = general_engines["value-iteration"].create(), hold_from(30)
    for own, other, points in ((0, 0, 5), (3, 20, 9), (12, 12, 8), (20, 5, 4), (0, 29, 12), (9, 2, 20)):
        position = game.face().parse(f"{own},{other} A+{points}")
        fewest = surface[own, other]
        best = engine.search(game, position, Limits()).best
        assert best == ("hold" if fewest != NEVER and points >= fewest else "roll"), (own, other, points, fewest)


def test_at_the_start_of_pig_one_holds_from_21():
    assert hold_from(100)[0, 0] == 21
    points, roll, hold = by_points(100, 0, 0)
    better = points[hold > roll]
    assert better.min() == 21


def test_the_surface_stands_beside_pig_for_two_only(app):
    page = page_of(app, "pig:34,52 A+7")
    page.warmed()
    for _ in range(4000):
        app.host.frame()
        if page.companion.map.values is not None:
            break
        time.sleep(0.01)
    assert "34 against 52: hold from" in page.companion.said.text
    plot = page.companion.map.plot
    told = page.companion.map.tooltip(plot.x + 1, plot.bottom - 1)
    assert told == "0 against 0: hold from 21"
    corners = [(x, y) for x in (plot.x, plot.right - 1) for y in (plot.bottom - 1, plot.y)]
    assert [page.companion.map.scores_at(*corner) for corner in corners] == [(0, 0), (0, 99), (99, 0), (99, 99)]
    assert page.companion.map.scores_at(plot.x - 1, plot.y) is None
    assert [series.name for series in page.companion.curve.series] == ["roll", "hold"]
    page.session.begin(Play(general_games["pig"], {"players": 3}))
    assert not page.companion.visible
