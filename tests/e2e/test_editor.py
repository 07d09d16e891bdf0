"""A new user at the editor, by mouse and again by keyboard alone; and what a kill -9 costs them.

Launch, gallery, open, paint, undo, a polygon with a typed vertex, drag a vertex, a timed door, save, reopen: identical.
"""

import math
import signal
import time

import numpy as np
import pytest

from sandbox.level import formats
from sandbox.level.model import UNITS, WALL, Level, Rect
from sandbox.level.timed import Door
from sandbox.settings import levels_folder
from tests.e2e.person import NEEDED, Person
from tests.e2e.twin import Twin

pytestmark = NEEDED
LEVEL = "doorway"  # 48 × 28 cells: large enough on the screen to point at corners
PAINTED = [(6, y) for y in range(4, 10)]
CORNERS = [(12.0, 6.0), (18.0, 6.0), (15.25, 11.5)]  # the last one is typed
MOVED = (19.0, 8.0)  # where the second goes
DOOR = Rect(30, 5, 31, 9)


@pytest.fixture
def twin(tmp_path):
    """A window to ask where things are."""
    found = Twin(tmp_path / "twin")
    yield found
    found.close()


def saved(home):
    """What the person saved."""
    return next(path for path in home.rglob("levels/*.json"))


def check(home):
    """The level on disk is the example with what was drawn, and nothing else."""
    level, example = formats.load(saved(home)), formats.load(levels_folder() / f"{LEVEL}.json")
    changed = {(int(x), int(y)) for y, x in np.argwhere(level.terrain != example.terrain)}
    assert changed == set(PAINTED)
    assert {int(level.terrain[y, x]) for x, y in PAINTED} == {WALL}
    fresh = [shape for number, shape in level.polygons.items() if number not in example.polygons]
    assert len(fresh) == 1
    corners = {(x / UNITS, y / UNITS) for x, y in fresh[0].outer.tolist()}
    assert corners == {CORNERS[0], MOVED, CORNERS[2]}
    doors = [t for t in level.timed if isinstance(t, Door) and t not in example.timed]
    assert [door.area for door in doors] == [DOOR]
    return level


def reopened(display, home):
    """The same person another day: the level of last time is there, and saving it again changes no byte."""
    before = saved(home).read_bytes()
    person = Person(display, home, "--size", "1280x720")
    person.key("b")
    person.key("Right")
    person.key("space")
    person.key("space")
    person.key("ctrl+z")
    person.key("ctrl+s")
    time.sleep(0.5)
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    assert saved(home).read_bytes() == before


@pytest.mark.slow
def test_a_new_user_by_mouse(display, tmp_path, twin):
    home = tmp_path / "home"
    home.mkdir()
    person = Person(display, home, "--size", "1280x720")
    twin.start()
    card = twin.card(LEVEL)
    time.sleep(twin.patience)  # the gallery reads its levels
    person.wheel(*twin.turned)
    person.click(card)
    twin.app.root.floating[-1].close()
    twin.tab.files.open_path(LEVEL)
    twin.frames(3)
    time.sleep(1.0)

    def cell(x, y):
        return twin.cell(x, y)

    person.click(twin.named("tool-paint"))
    person.drag(cell(6.5, 4.5), cell(6.5, 7.0), cell(6.5, 9.5))
    person.drag(cell(10.5, 14.5), cell(20.5, 14.5))
    person.click(twin.tip("Undo"))
    person.click(twin.named("tool-polygon"))
    for corner in CORNERS[:2]:
        person.click(cell(*corner))
    person.type("{:g},{:g}".format(*CORNERS[2]))
    person.key("Return")
    person.key("Return")
    person.click(twin.named("tool-select"))
    person.click(cell(15.2, 7.5))
    person.drag(cell(*CORNERS[1]), cell(18.5, 7.0), cell(*MOVED))
    person.wheel(*twin.notches("Door"))
    person.click(twin.button("Door"))
    person.drag(cell(30.5, 5.5), cell(30.5, 7.0), cell(30.5, 8.5))
    person.click(twin.tip("Save"))
    time.sleep(0.5)
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    check(home)
    reopened(display, home)


@pytest.mark.slow
def test_a_new_user_by_keyboard_alone(display, tmp_path, twin):
    home = tmp_path / "home"
    home.mkdir()
    person = Person(display, home, "--size", "1280x720")
    twin.start()
    twin.card(LEVEL)
    time.sleep(twin.patience)
    person.type(LEVEL)
    person.key("Return")
    time.sleep(1.0)
    twin.app.root.floating[-1].close()
    twin.tab.files.open_path(LEVEL)
    twin.frames(2)
    person.key("b")
    walk(person, crosshair(twin), (6.5, 4.5))
    person.key("space")
    person.keys("Down", 5)
    person.key("space")
    person.keys("Down", 5)
    person.key("space")
    person.keys("Right", 3)
    person.key("space")
    person.key("ctrl+z")
    person.key("p")
    for corner in CORNERS:
        person.type("{:g},{:g}".format(*corner))
        person.key("Return")
    person.key("Return")
    move_vertex_by_keys(person)
    person.key("ctrl+shift+d")
    for number in (DOOR.x0, DOOR.y0, DOOR.width, DOOR.height):
        person.key("Tab")
        person.type(str(number))
        person.key("Tab")
    person.key("Tab")  # past Cancel to Add
    person.key("Return")
    person.key("ctrl+s")
    time.sleep(0.5)
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    check(home)
    reopened(display, home)


def crosshair(twin):
    """Where the keyboard's crosshair appears first: in the middle of the view."""
    x, y = twin.tab.canvas.to_world(*twin.tab.canvas.rect.center)
    return math.floor(x) + 0.5, math.floor(y) + 0.5


def walk(person, start, end):
    """Arrows from one place to another."""
    for step, keys in ((end[0] - start[0], ("Left", "Right")), (end[1] - start[1], ("Up", "Down"))):
        person.keys(keys[step > 0], int(abs(step)))


def move_vertex_by_keys(person):
    """The second corner of the polygon just drawn, which is still selected, goes elsewhere by numbers."""
    person.key("s")
    person.keys("j", 2)
    person.type("{:g},{:g}".format(*MOVED))
    person.key("Return")


def test_a_kill_costs_nobody_their_work(display, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    plain = tmp_path / "plain.json"
    formats.save(Level.empty(64, 36), plain)
    before = plain.read_bytes()
    person = Person(display, home, "--level", str(plain), "--size", "1280x720")
    person.key("b")
    person.drag((300, 300), (400, 300), (400, 400))
    deadline = time.monotonic() + 10.0
    while not list(home.rglob("*.unsaved")):
        assert time.monotonic() < deadline, "no copy within ten seconds of the edit"
        time.sleep(0.1)
    person.window.send_signal(signal.SIGKILL)
    person.window.wait()
    assert plain.read_bytes() == before
    person = Person(display, home, "--size", "1280x720")
    time.sleep(1.5)
    person.key("Return")  # "Restore" is the main button
    time.sleep(1.0)
    person.key("ctrl+s")
    time.sleep(0.5)
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    painted = np.count_nonzero(formats.load(plain).terrain == WALL)
    assert 5 < painted < 60
    assert not list(home.rglob("*.unsaved"))
