"""Lessons in the window: opened, stepped by keys, guessed, changed, begun again, left. Nothing is compiled here."""

import re
import time

import pygame
import pytest

from sandbox.lessons.model import InCrowd, OnBoard
from sandbox.lessons.reading import found, load, shipped
from sandbox.lessons.scenes import same_ground
from sandbox.level.edits import Rectangle
from sandbox.level.model import WALL, Rect
from sandbox.ui.app import App, Request
from sandbox.ui.kit import Button, Label
from sandbox.ui.lessons.pane import ChoiceBox
from sandbox.ui.maps.files.gallery import CardBox
from tests.ui.test_app import click, frames, key, mouse

KEYS = {
    ("maps", "Space"): "Play or pause the recording",
    ("maps", "."): "Next event",
    ("maps", ","): "Previous event",
    ("maps", "Ctrl+Z"): "Undo",
    ("maps", "W"): "Why is this path longer?",
    ("maps", "Shift+F"): "Funnel, portal by portal",
    ("maps", "B"): "Paint terrain",
    ("crowds", "N"): "Next conflict",
    ("boards", "T"): "The tree of the search shown",
    ("boards", "F5"): "Run the duel",
}  # what is meant where a lesson names a key


@pytest.fixture
def app(tmp_path, monkeypatch):
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    window = App(Request(size=(1280, 720)))
    window.services.warmer.start = lambda: None
    window.shell.show("maps")
    frames(window, 2)
    yield window
    window.shell.close(remember=False)
    window.host.window.destroy()
    pygame.event.clear()


def until(app, condition, seconds=240):  # kernels may have to be compiled first
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        frames(app, 1)
        pygame.time.wait(5)


def opened(app, name):
    assert app.shell.take_lesson(found(name))
    until(app, lambda: app.shell.player.lesson is not None)
    frames(app, 2)
    return app.shell.player


def words(app):
    return " ".join(w.text for w in app.shell.player.pane.walk() if isinstance(w, Label))


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_every_lesson_is_gone_through_by_one_key(app, path):
    lesson, player, seen = load(path), opened(app, path.stem), []
    presses = 0
    while player.lesson is not None and presses < 40:
        if player.at not in seen:
            seen.append(player.at)
            shown = lesson.shown_at(player.at, guessed=False)
            tab = "boards" if isinstance(shown, OnBoard) else "crowds" if isinstance(shown, InCrowd) else "maps"
            assert app.shell.current == tab
        key(app, pygame.K_n, pygame.KMOD_LALT)
        frames(app, 2)
        presses += 1
    guesses = sum(step.guess is not None for step in lesson.steps)
    assert seen == list(range(len(lesson.steps)))
    assert presses == len(lesson.steps) + 2 * guesses
    assert not app.shell.player.pane.visible
    assert not app.root.stand_ins.known


@pytest.mark.parametrize("path", [p for p in shipped() if "**" in p.read_text(encoding="utf-8")], ids=lambda p: p.stem)
def test_every_key_that_a_lesson_names_does_what_it_says(app, path):
    player, seen = opened(app, path.stem), 0
    for number, step in enumerate(player.lesson.steps):
        player.go(number)
        player.reveal()
        frames(app, 2)
        for name in re.findall(r"\*\*(.+?)\*\*", step.words):
            seen += 1
            named = [a.title for a in app.root.actions.all() if name in a.keys and a.where in ("", app.shell.current)]
            assert KEYS[app.shell.current, name] in named
    assert seen


def test_a_guess_comes_before_what_it_is_about(app):
    player = opened(app, "flood")
    asking = app.shell.tabs["maps"].session
    assert "11,888" not in words(app)
    assert [row.key for row in asking.rows if row.ticked] == ["dijkstra"]
    boxes = [w for w in player.pane.walk() if isinstance(w, ChoiceBox)]
    click(app, boxes[0])
    frames(app, 2)
    assert "Not so. It is: About half" in words(app)
    assert "11,888" in words(app)
    assert {row.key for row in asking.rows if row.ticked} == {"dijkstra", "astar"}
    key(app, pygame.K_b, pygame.KMOD_LALT)
    assert player.at == 0


def test_a_place_is_guessed_on_the_map(app):
    player = opened(app, "jumps")
    player.go(1)
    frames(app, 3)
    canvas = app.shell.tabs["maps"].canvas
    goal = player.lesson.shown_at(0).level.goal.point
    at = tuple(map(round, canvas.to_window(16.5, 13.5)))
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        mouse(app, kind, at)
    frames(app, 2)
    assert "Right." in words(app)
    assert app.shell.tabs["maps"].level.goal.point == goal  # the click was no tool's
    assert canvas.tool is app.shell.tabs["maps"].tool


def test_the_right_places_are_marked_once_guessed_and_no_longer_than_the_step(app):
    player = opened(app, "jumps")
    player.go(1)
    frames(app, 3)
    canvas = app.shell.tabs["maps"].canvas
    place = player.step.guess.places[0]
    corner = canvas.to_window(place.x0, place.y0)
    before, count = app.root.surface.get_at(corner), len(canvas.overlays)
    player.reveal()
    frames(app, 3)
    assert "Marked on the map." in words(app)
    assert app.root.surface.get_at(corner) != before
    player.again()
    frames(app, 3)
    assert len(canvas.overlays) == count
    player.reveal()
    player.forward()
    frames(app, 3)
    assert len(canvas.overlays) == count


def test_what_a_learner_changed_is_there_until_the_step_is_begun_again(app):
    player = opened(app, "flood")
    maps, level = app.shell.tabs["maps"], player.lesson.shown_at(0).level
    maps.history.do(Rectangle(Rect(0, 0, 30, 30), WALL))
    frames(app, 2)
    assert not same_ground(level, maps.level)
    key(app, pygame.K_r, pygame.KMOD_LALT)
    frames(app, 2)
    assert same_ground(level, maps.level)
    assert app.root.floating == []  # nobody asks whether that is to be saved
    key(app, pygame.K_q, pygame.KMOD_LALT)
    assert player.lesson is None


def test_a_task_is_checked_and_reported(app, tmp_path):
    player = opened(app, "windows")
    player.go(len(player.lesson.steps) - 1)
    frames(app, 2)
    check = next(w for w in player.pane.walk() if isinstance(w, Button) and w.name == "lesson-check")
    check.click()
    frames(app, 1)
    assert "Nothing to check yet" in words(app)
    app.shell.tabs["boards"].session.play("2")
    player.check()
    assert "Checking 2 …" in words(app)
    until(app, lambda: player.verdicts)
    assert "Passed, with 2" in words(app)
    player.save()
    (report,) = tmp_path.rglob("reports/*.md")
    assert "1 of 1 tasks passed" in report.read_text(encoding="utf-8")


def test_a_broken_lesson_is_told_and_not_opened(app, tmp_path):
    path = tmp_path / "broken.md"
    path.write_text("# T\n", encoding="utf-8")
    assert app.shell.open_file(str(path))
    until(app, lambda: any("no step" in w.text for b in app.root.floating for w in b.walk() if isinstance(w, Label)))
    assert app.shell.player.lesson is None


def test_the_gallery_has_them(app):
    app.shell.open_lessons()
    until(app, lambda: [w for box in app.root.floating for w in box.walk() if isinstance(w, CardBox)])
    cards = [w for box in app.root.floating for w in box.walk() if isinstance(w, CardBox)]
    assert [box.card.path for box in cards] == shipped()
    assert all(not box.card.broken for box in cards)
    cards[0].click()
    until(app, lambda: app.shell.player is not None and app.shell.player.lesson is not None)
    assert app.shell.player.lesson.title == "Why A* floods"
