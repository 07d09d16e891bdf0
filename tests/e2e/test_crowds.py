"""A crowd in the real window: three actions to two hundred agents, and what hands do to a run. Looks at real pixels."""

import time

import numpy as np
import pytest

from sandbox.level import formats
from sandbox.level.markers import MarkerKind
from sandbox.level.model import Level
from tests.e2e.person import NEEDED, Person
from tests.e2e.screen import until

pytestmark = NEEDED
SIZE = (1280, 720)
KEYS = (
    "n", "n", "shift+n", "1", "2", "3", "5", "v", "f", "period", "End", "space", "Home", "shift+r", "space", "ctrl+s",
)  # fmt: skip
FIRST_GROUP = (0x56, 0xB4, 0xE9)  # the dark theme's first series colour


def agents(screen):
    """Which pixels of the map are of the first group's colour."""
    picture = screen.pixels()[200:560, 60:850].astype(int)
    return (np.abs(picture - FIRST_GROUP) < 24).all(axis=2)


@pytest.fixture
def plain(tmp_path):
    path = tmp_path / "plain.json"
    formats.save(Level.empty(64, 36), path)
    return path


def test_two_hundred_agents_take_three_actions(screen, tmp_path, plain):
    home = tmp_path / "home"
    home.mkdir()
    person = Person(screen.display, home, "--level", str(plain), "--size", "{}x{}".format(*SIZE))
    time.sleep(2.0)
    person.key("ctrl+2")  # 1. the tab
    time.sleep(2.0)
    assert agents(screen).sum() == 0
    person.drag((280, 250), (330, 330), (380, 450))  # 2. the crowd
    until(lambda: agents(screen).sum() > 400)
    still = agents(screen)
    person.key("space")  # 3. play
    until(lambda: (agents(screen) ^ still).sum() > 400)
    person.key("space")
    time.sleep(0.7)
    stopped = agents(screen)
    time.sleep(0.7)
    assert (agents(screen) ^ stopped).sum() == 0
    person.key("n")  # a conflict is told
    person.key("comma")
    person.key("Home")
    until(lambda: (agents(screen) ^ still).sum() < 40)
    person.key("ctrl+s")
    time.sleep(0.5)
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    level = formats.load(plain)
    assert [m.agents for m in level.markers.values() if m.kind is MarkerKind.SPAWN] == [200]


@pytest.mark.slow
def test_hands_do_to_a_run_what_hands_do(screen, tmp_path, plain):
    home = tmp_path / "home"
    home.mkdir()
    person = Person(screen.display, home, "--level", str(plain), "--size", "{}x{}".format(*SIZE))
    time.sleep(2.0)
    person.key("ctrl+2")
    time.sleep(2.0)
    person.drag((280, 250), (380, 450))
    until(lambda: agents(screen).sum() > 400)
    person.key("space")
    time.sleep(1.0)
    person.key("b")
    person.drag((450, 250), (450, 330), (450, 900))  # a wall while it plays, out of the window at its end
    person.key("ctrl+z")
    person.key("shift+c")
    time.sleep(1.0)
    for _ in range(3):
        person.click((120, 100))
        person.key("Escape")
    person.key("greater")
    person.key("greater")
    for key in KEYS:
        person.key(key)
    time.sleep(0.5)
    began = time.monotonic()
    status, _, err = person.leave()  # while it plays
    assert (status, err) == (0, "")
    assert time.monotonic() - began < 15
