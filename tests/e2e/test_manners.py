"""Manners at the real window: keys changed by pressing them, the right button's menu."""

import json

import pytest

from sandbox.level import formats
from sandbox.level.edits import Line
from sandbox.level.model import WALL, Level
from tests.e2e.person import NEEDED, Person

pytestmark = NEEDED


@pytest.fixture
def drawn(tmp_path):
    """A file of a level with a short wall in a corner."""
    level = Level.empty(64, 36)
    level.apply(Line(1, 1, 4, 1, WALL))
    path = tmp_path / "drawn.json"
    formats.save(level, path)
    return path


def remembered(home):
    return json.loads(next(home.rglob("settings.json")).read_text(encoding="utf-8"))


def test_keys_are_changed_by_pressing_them_and_work_at_the_next_start(display, tmp_path):
    person = Person(display, tmp_path, "--size", "1280x720")
    person.key("Escape")  # the start page
    person.key("ctrl+comma")
    person.keys("Tab", 3)
    person.type("show boards")
    for name in ("Tab", "Return", "F9", "Escape"):
        person.key(name)
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    assert remembered(tmp_path)["keys"] == {"window.boards": ["F9"]}
    person = Person(display, tmp_path, "--size", "1280x720")
    person.key("F9")
    assert person.leave()[0] == 0
    assert remembered(tmp_path)["tab"] == "boards"


def test_the_right_button_brings_the_start_here_whatever_tool_is_in_hand(display, tmp_path, drawn):
    person = Person(display, tmp_path, "--level", str(drawn), "--size", "1280x720")
    person.key("p")
    person.do("mousemove", "--window", person.id, 450, 350)
    person.do("click", 3)
    person.keys("Down", 2)
    person.key("Return")
    person.key("ctrl+s")
    assert person.leave()[0] == 0
    x, y = formats.load(drawn).start.point
    assert 20 < x < 45
    assert 10 < y < 27
