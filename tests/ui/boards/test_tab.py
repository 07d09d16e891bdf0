"""The Boards tab in the window: what its keys do, and what it shows of a search."""

import pygame

from sandbox.ui.jobs import Failure
from sandbox.ui.kit import Button, Label, Scroll
from tests.ui.test_app import click, key, mouse


def test_space_moves_now_whatever_was_clicked_last(app):
    tab, said = app.shell.tabs["boards"], []
    tab.services.say_listeners.append(said.append)
    tab.session.play("4")
    button = next(w for w in app.root.page.walk() if isinstance(w, Button) and w.text == "New")
    click(app, button)
    assert tab.session.match.moves == []
    tab.session.play("4")
    key(app, pygame.K_SPACE, unicode=" ")
    assert tab.session.match.moves == ["4"]
    assert said[-1] == "The engines are being prepared"


def test_after_a_paste_the_keys_are_the_boards(app):
    tab = app.shell.tabs["boards"]
    app.root.clipboard.put("44")
    key(app, pygame.K_v, pygame.KMOD_CTRL)
    key(app, pygame.K_RETURN, pygame.KMOD_CTRL)
    assert tab.session.match.moves == ["4", "4"]
    assert app.root.focus.widget is tab.board
    tab.play("1")
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    assert tab.session.match.at < 3


def test_a_wrong_paste_stays_where_it_can_be_mended(app):
    tab = app.shell.tabs["boards"]
    app.root.clipboard.put("49")
    key(app, pygame.K_v, pygame.KMOD_CTRL)
    key(app, pygame.K_RETURN, pygame.KMOD_CTRL)
    assert app.root.floating
    said = [w.text for w in app.root.floating[-1].walk() if isinstance(w, Label)]
    assert any("'9'" in text for text in said)
    assert tab.session.match.moves == []


def test_after_a_swap_nobody_drops_a_stone_for_the_engine(app):
    tab = app.shell.tabs["boards"]
    assert tab.board.live
    tab.session.swap()
    assert not tab.board.live
    assert tab.board.choices() == []
    tab.session.swap()
    assert tab.board.live


def test_what_the_mouse_pointed_at_is_no_move_of_an_engine_s(app):
    tab = app.shell.tabs["boards"]
    mouse(app, pygame.MOUSEMOTION, tab.board.rect.center)
    assert tab.board._changes.new
    tab.session.swap()
    assert not tab.board._changes.new


def test_whoever_waits_is_named_above_the_board(app):
    tab = app.shell.tabs["boards"]
    tab.session.ready = True
    tab.session.thinking.worker = NobodyWorks()
    tab.play("4")
    assert "waits" not in tab.status.thought.text
    tab.session.thinking.worker.job.failed(Failure("Thinking", "ValueError: no", "Traceback …"))
    assert "Move now tries again" in tab.status.thought.text
    tab.move_now()
    assert "Move now" not in tab.status.thought.text


class NobodyWorks:
    def submit(self, job):
        self.job = job

    def cancel(self, slot):
        pass


def test_after_a_player_was_chosen_with_the_mouse_the_keys_are_the_boards(app):
    tab = app.shell.tabs["boards"]
    app.shell.show("boards")
    tab.open_file("othello")
    app.host.frame()
    root, who = app.root, tab.seat_lines[1].who
    click(app, who)
    app.host.frame()
    menu = root.focus_scope()
    assert menu is not root.page
    key(app, pygame.K_HOME)
    key(app, pygame.K_RETURN)
    app.host.frame()
    assert tab.session.only_engines is False
    root.focus.set(who, ring=False)
    tab.seat_lines[1]._pick(0)
    assert root.focus.widget is tab.board
    key(app, pygame.K_RIGHT)
    key(app, pygame.K_RETURN)
    assert len(tab.session.match.moves) == 1
    root.focus.set(who, ring=True)  # who walks about with Tab goes on from where he is
    tab.seat_lines[1]._pick(0)
    assert root.focus.widget is who
    root.focus.set(None, ring=False)
    tab.new_game()
    assert root.focus.widget is tab.board


def test_the_move_just_made_is_in_sight_in_a_long_game(app):
    tab = app.shell.tabs["boards"]
    app.shell.show("boards")
    tab.open_file("othello")
    for line in tab.seat_lines:
        line._pick(0)
    app.host.frame()
    match = tab.session.match
    for _ in range(60):
        if match.over:
            break
        tab.session.play(match.face.moves(match.position)[0])
        for _ in range(3):
            app.host.frame()
    moves = tab.moves
    around = next(w for w in moves.above() if isinstance(w, Scroll))
    assert around.bar.needed
    assert around.rect.contains(moves._box_of(match.here))
    key(app, pygame.K_HOME)
    for _ in range(3):
        app.host.frame()
    assert around.bar.offset == 0
    key(app, pygame.K_END)
    for _ in range(3):
        app.host.frame()
    assert around.rect.contains(moves._box_of(match.here))
