"""A game of the user's own at the boards: written, opened, played, saved anew, broken, taken away."""

import time

import pygame
import pytest

from sandbox.games.own.found import own_games
from sandbox.gametree.api import engines
from sandbox.own.folder import folder
from sandbox.own.new import write_start
from sandbox.registry import OWN
from sandbox.ui.boards.drawing import place_of
from tests.ui.test_app import frames, mouse

KEY = "own-my-game"


@pytest.fixture(autouse=True)
def _forget():
    yield
    for registry in (own_games, engines):
        for key in [entry.key for entry in registry if entry.key.startswith(OWN)]:
            registry.drop(key)


@pytest.fixture
def page(app):
    """The page of a game written by the menu's command."""
    app.services.start()
    until(app, lambda: "own" in vars(app.services))
    app.root.actions["boards.new-own-game"].run()
    tab = app.shell.tabs["boards"]
    until(app, lambda: tab.pages.key == KEY and tab.pages.current is not None)
    page = tab.pages.current
    until(app, lambda: page.session.look is not None)
    return page


def until(app, condition, seconds=90):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        frames(app, 1)
        time.sleep(0.002)


def _text():
    return (folder() / "my-game.py").read_text(encoding="utf-8")


def _save(text):
    (folder() / "my-game.py").write_text(text, encoding="utf-8")


def _hands_only(app, page):
    """Nobody but a person plays."""
    page.session.seats = ["", ""]
    page.new()
    until(app, lambda: page.session.look is not None)


def test_from_a_command_to_a_move_and_the_engines_answer(app, page):
    tab = app.shell.tabs["boards"]
    assert page.game_box.chosen == tab.bar.game_box.choices[-1] == "My game"
    assert len(page.board.picture.targets) == 16
    page.session.seconds = 0.1
    frames(app, 2)
    picture, plate = page.board.picture, page.board._plate[2]
    target = next(target for target in picture.targets if target.move == "b2")
    for what in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        mouse(app, what, tuple(map(int, place_of(picture, plate, target))))
    until(app, lambda: len(page.session.moves) == 2 and page.session.look is not None)
    frames(app, 2)
    assert page.session.moves[0] == "b2"
    assert page.table.rows
    assert page.words.text.startswith("First to move")
    assert len(page.board.picture.stones) == 2


def test_back_redo_hint_and_copy(app, page):
    _hands_only(app, page)
    page.session.seconds = 0.1
    for number, move in enumerate(("a1", "b2"), 1):
        page.session.play(move)
        until(app, lambda n=number: len(page.session.moves) == n and page.session.look is not None)
    page.session.back()
    assert page.session.moves == ["a1"]
    until(app, lambda: page.session.look is not None)
    page.session.forward()
    assert page.session.moves == ["a1", "b2"]
    until(app, lambda: page.session.look is not None)
    page.session.advise()
    until(app, lambda: page.session.hint)
    assert page.session.hint in page.session.look.moves
    page.copy()
    assert app.root.clipboard.get() == "a1 b2"


def test_a_game_to_its_end_and_other_options(app, page):
    _hands_only(app, page)
    page.session.begin(own_games[KEY], {"size": 3}, ["a1", "c2", "a2", "b1", "a3"])
    until(app, lambda: page.session.look is not None)
    frames(app, 1)
    assert page.session.look.worth == (-1.0, 1.0)
    assert page.words.text == "Second wins (1)"


def test_saving_goes_on_by_the_new_rules_and_what_is_wrong_is_said(app, page):
    _hands_only(app, page)
    page.session.play("a1")
    until(app, lambda: page.session.look is not None and page.session.moves == ["a1"])
    text = _text()
    _save(text.replace('title="My game"', 'title="Three"'))
    until(app, lambda: page.game_box.chosen == "Three" and page.session.look is not None)
    assert page.session.moves == ["a1"]
    for old, new, told in (
        ("position.count", "position.cont", "my-game.py:{}: AttributeError"),
        ("return -1.0 if", "return (( -1.0 if", "my-game.py:{}: SyntaxError"),
        ("n = self.size", "import os; os._exit(3)", "my-game.py: its process ended by itself"),
        ("n = self.size", "import sys; sys.exit(3)", "my-game.py:{}: sys.exit(3) was called"),
    ):
        line = told.format(text[: text.index(old)].count("\n") + 1)
        _save(text.replace(old, new))
        until(app, lambda: page.session.failure is not None)
        frames(app, 2)
        assert page.trouble.text.startswith(line), page.trouble.text
        assert page.broken.visible
        page._tell()
        frames(app, 2)
        app.root.close(app.root.floating[-1])
        _save(text)
        until(app, lambda: page.session.failure is None and page.session.look is not None)


def test_where_new_rules_forbid_what_was_played_it_begins_anew(app, page):
    _hands_only(app, page)
    page.session.play("d4")
    until(app, lambda: page.session.look is not None and page.session.moves == ["d4"])
    _save(_text().replace("] = 4", "] = 3"))
    until(app, lambda: page.session.look is not None and page.session.moves == [])
    assert len(page.session.look.moves) == 9


def test_an_endless_loop_costs_no_frame(app, page):
    text = _text().replace("seconds=20", "seconds=1")
    _save(text.replace("n = self.size", "while True: pass"))
    count = 0
    end = time.monotonic() + 90
    while page.session.failure is None and time.monotonic() < end:
        frames(app, 1)
        count += 1
        time.sleep(0.002)
    assert "no answer after" in page.session.failure.line
    assert count > 20  # frames came while it was waited for


def test_text_and_buttons_where_there_are_no_cells(app, page):
    _hands_only(app, page)
    text = _text().replace('return "\\n".join(position[row', 'return "Stones: " + "\\n".join(position[row')
    _save(text)
    until(app, lambda: page.text.visible and page.text.text.startswith("Stones"))
    frames(app, 2)
    assert len(page.choices.children) == 16
    assert not page.board.visible


def test_it_goes_with_its_file(app, page):
    tab = app.shell.tabs["boards"]
    (folder() / "my-game.py").unlink()
    until(app, lambda: tab.pages.current is None)
    assert "My game" not in tab.bar.game_box.choices
    write_start("game", "my-game")
    until(app, lambda: "My game" in tab.bar.game_box.choices)


def test_an_engine_of_another_file_is_seated_followed_and_leaves(app, page):
    _hands_only(app, page)
    path = write_start("engine", "deep")
    text = path.read_text(encoding="utf-8")
    until(app, lambda: "Deep" in page.seat_boxes[1].choices)
    page._sit(1, page.seat_boxes[1].choices.index("Deep"))
    until(app, lambda: page.session.look is not None)
    page.session.play("a1")
    until(app, lambda: len(page.session.moves) == 2 and page.session.look is not None)
    path.write_text(text.replace("return max(values, key", "return max((values, key"), encoding="utf-8")
    until(app, lambda: page.services.own.known["own-deep"].trouble is not None)
    page.session.play(page.session.look.moves[0])
    until(app, lambda: page.session.failure is not None)
    assert "deep.py:" in page.session.failure.line
    assert "SyntaxError" in page.session.failure.line
    path.write_text(text, encoding="utf-8")
    until(app, lambda: len(page.session.moves) == 4 and page.session.look is not None)  # it goes on by itself
    path.unlink()
    until(app, lambda: "Deep" not in page.seat_boxes[1].choices)
    assert page.session.seats == ["", ""]
    write_start("evaluation", "mobile")
    until(app, lambda: "Alpha-beta with Mobile" in page.seat_boxes[0].choices)
