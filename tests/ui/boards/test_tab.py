"""The Boards tab in the window: what its keys do, and what it shows of a search."""

import pygame

from sandbox.ui.jobs import Failure
from sandbox.ui.kit import Button
from tests.ui.test_app import click, frames, key


def test_space_moves_now_whatever_was_clicked_last(app):
    tab, said = app.shell.tabs["boards"], []
    tab.services.say_listeners.append(said.append)
    tab.session.play("4")
    button = next(w for w in app.root.page.walk() if isinstance(w, Button) and w.text == "New game")
    click(app, button)
    assert tab.session.match.moves == []
    tab.session.play("4")
    key(app, pygame.K_SPACE, unicode=" ")
    assert tab.session.match.moves == ["4"]
    assert said[-1] == "The engines are being prepared"


def test_after_a_paste_the_keys_are_the_boards(app):
    tab = app.shell.tabs["boards"]
    app.root.focus.set(tab.field)
    for letter in "44":
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    frames(app)
    key(app, pygame.K_RETURN)
    assert app.root.focus.widget is tab.board
    tab.play("1")
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    assert tab.session.match.at == 0
    assert tab.field.text == "44"


def test_a_wrong_paste_stays_where_it_can_be_mended(app):
    tab = app.shell.tabs["boards"]
    app.root.focus.set(tab.field)
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="x"))
    frames(app)
    key(app, pygame.K_RETURN)
    assert app.root.focus.widget is tab.field
    assert tab.field.error


def test_after_a_swap_nobody_drops_a_stone_for_the_engine(app):
    tab = app.shell.tabs["boards"]
    assert tab.board.live
    tab.session.swap()
    assert not tab.board.live
    assert tab.board.choices() == []
    tab.session.swap()
    assert tab.board.live


def test_whoever_waits_is_named_above_the_board(app):
    tab = app.shell.tabs["boards"]
    tab.session.ready = True
    tab.session.thinking.worker = NobodyWorks()
    tab.play("4")
    assert "waits" not in tab.status.text
    tab.session.thinking.worker.job.failed(Failure("Thinking", "ValueError: no", "Traceback …"))
    assert "Move now tries again" in tab.status.text
    tab.move_now()
    assert "Move now" not in tab.status.text


class NobodyWorks:
    def submit(self, job):
        self.job = job

    def cancel(self, slot):
        pass
