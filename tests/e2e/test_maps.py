"""The map lab with a real mouse and real keys: how many actions it takes, and what then is on the screen.

A twin without a display does the same; what the window shows is what the twin shows, pixel by pixel.
"""

import json
import time

import numpy as np
import pygame
import pytest

from sandbox.level import formats
from sandbox.level.edits import AddPolygon
from sandbox.level.model import WALL, Level, Marker
from sandbox.level.obstacles import Obstacle
from sandbox.planning.api import Limits, Query, planners
from tests.e2e.person import NEEDED, Person
from tests.e2e.screen import until
from tests.e2e.twin import Twin

pytestmark = NEEDED
SIZE = (1280, 720)
FIVE = {"astar", "hpa", "pra", "ta", "tra"}
OFF, FEW = 12, 0.004  # a pixel is another one from so many steps of a colour on; the share of a picture that may be


class Counting(Person):
    """Somebody whose actions are counted."""

    actions = 0

    def key(self, name):
        super().key(name)
        self.actions += 1

    def click(self, at):
        super().click(at)
        self.actions += 1

    def drag(self, *points):
        super().drag(*points)
        self.actions += 1

    def type(self, text):
        super().type(text)
        self.actions += 1

    def look_away(self):
        """Take the pointer off everything."""
        self.do("mousemove", "--window", self.id, SIZE[0] - 2, SIZE[1] - 2)

    @property
    def corner(self):
        """Where on the screen the window is."""
        told = self.asked("getwindowgeometry", "--shell", self.id).split()
        facts = dict(line.split("=") for line in told if "=" in line)
        return int(facts["X"]), int(facts["Y"])


class Seeing(Twin):
    """A twin that plans, and is compared with what is on the screen."""

    def __init__(self, home):
        super().__init__(home, SIZE)
        state = self.app.services.warmer.state
        self.app.services.warmer.state = type(state)(finished=True)
        for box in list(self.app.root.floating):
            self.app.root.close(box)

    def show(self, level):
        self.tab.show_level(level, "")
        self.settle()

    def do(self, name):
        self.app.root.actions[name].run()
        self.settle()

    def settle(self, seconds=280):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.frames(2)
            if self.app.shell.settled and not any(worker.busy for worker in self.app.services.workers):
                self.frames(2)
                return
            time.sleep(0.005)
        raise AssertionError("the twin never settled")

    def part(self, rect):
        """[height, width, 3] of what the twin shows there."""
        return pygame.surfarray.array3d(self.app.root.surface.subsurface(rect)).swapaxes(0, 1)


def alike(screen, person, twin, *rects):
    """Whether the window shows what the twin does, in some places."""
    x, y = person.corner
    pixels = screen.pixels()
    for rect in rects:
        there = pixels[y + rect.top : y + rect.bottom, x + rect.left : x + rect.right].astype(int)
        off = (np.abs(there - twin.part(rect)) > OFF).any(axis=2).mean()
        if off > FEW:
            return False
    return True


@pytest.fixture
def twin(tmp_path):
    found = Seeing(tmp_path / "twin")
    yield found
    found.close()


@pytest.fixture
def level(tmp_path):
    """Walls with gaps, and a polygon: planners of both worlds go other ways."""
    made = Level(np.where(np.random.default_rng(8).random((36, 56)) < 0.12, WALL, 0).astype(np.uint8))
    made.terrain[:3, :3] = made.terrain[-3:, -3:] = 0
    made.terrain[14:20, 24:32] = 0
    made.apply(AddPolygon(Obstacle.of_cells([(25.2, 14.4), (31.1, 15.3), (27.7, 19.2)])))
    made.markers |= {"start": Marker.at(1.5, 1.5), "goal": Marker.at(54.5, 34.5)}
    formats.save(made, tmp_path / "level.json")
    return made


def at_home(screen, tmp_path, *words):
    home = tmp_path / "home"
    home.mkdir()
    return Counting(screen.display, home, *words, "--size", "{}x{}".format(*SIZE))


def opened(screen, tmp_path, twin, level):
    """Somebody, and the twin, at the same level; both have answered."""
    person = at_home(screen, tmp_path, "--level", str(tmp_path / "level.json"))
    twin.show(level)
    person.look_away()
    until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))
    return person


def greeted(screen, person, twin):
    """Both see the start page, with all its pictures."""
    twin.start()
    twin.settle()
    page = twin.app.root.floating[-1]
    person.look_away()
    until(lambda: alike(screen, person, twin, page.rect))
    twin.app.root.close(page)


def left(person):
    status, _, err = person.leave()
    assert (status, err) == (0, "")


def test_a_map_is_drawn_and_five_planners_compared_in_four_actions(screen, tmp_path, twin):
    plain = Level.empty(56, 36)
    formats.save(plain, tmp_path / "level.json")
    person = at_home(screen, tmp_path, "--level", str(tmp_path / "level.json"))
    twin.show(plain)
    person.look_away()
    until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))
    person.key("b")
    person.drag(*(twin.cell(30.5, y) for y in (3.5, 12.5, 28.5)))
    person.key("q")
    person.key("x")
    assert person.actions == 4
    person.look_away()
    person.key("ctrl+s")
    until(lambda: np.any(formats.load(tmp_path / "level.json").terrain))
    drawn = formats.load(tmp_path / "level.json")
    assert (drawn.terrain[4:28, 30] == WALL).all()
    twin.show(drawn)
    twin.do("maps.five")
    twin.do("maps.compare")
    view = twin.tab.comparing.view
    assert [one.entry.key for one in twin.tab.comparing.compare.contestants] == ["astar", "hpa", "pra", "ta"]
    until(lambda: alike(screen, person, twin, *(pane.canvas.rect for pane in (*view.panes, view.ground))))
    person.key("x")
    twin.do("maps.compare")
    until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))
    assert len(twin.tab.canvas.scene.over) == 5
    left(person)
    settings = next((tmp_path / "home").rglob("settings.json"))
    assert set(json.loads(settings.read_text(encoding="utf-8"))["planners"]) == FIVE


def test_from_the_start_page_five_planners_are_in_one_table_in_four(screen, tmp_path, twin):
    person = at_home(screen, tmp_path)
    greeted(screen, person, twin)
    person.key("Escape")
    person.key("b")
    person.drag((500, 300), (520, 330), (540, 400))
    person.key("q")
    assert person.actions == 4
    person.key("ctrl+s")
    until(lambda: list((tmp_path / "home").rglob("levels/*.json")))
    left(person)
    settings = next((tmp_path / "home").rglob("settings.json"))
    assert set(json.loads(settings.read_text(encoding="utf-8"))["planners"]) == FIVE


def test_why_a_path_is_longer_takes_one_click(screen, tmp_path, twin, level):
    person = opened(screen, tmp_path, twin, level)
    table = twin.tab.panel.table
    titles = [str(row[0]) for row in table.rows]
    number = titles.index("HPA*")
    person.click((table.body.x + 30, table.body.y + round((number + 0.5) * table.row_height)))
    assert person.actions == 1
    person.look_away()
    twin.tab.why.open(next(row for row in twin.tab.rows if row.key == "hpa"))
    twin.settle()
    ledger = twin.tab.why.reasons.ledger
    assert ledger.loss > 0
    until(lambda: alike(screen, person, twin, twin.tab.why.panel.body.rect.clip(twin.tab.why.panel.rect)))
    until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))
    left(person)


def test_the_funnel_takes_one_key_and_one_more_a_portal(screen, tmp_path, twin, level):
    person = opened(screen, tmp_path, twin, level)
    person.key("shift+f")
    person.look_away()
    twin.do("maps.funnel")
    canvas, timeline = twin.tab.canvas, twin.tab.timeline
    for portals in range(4):
        assert person.actions == 1 + portals
        shown = {layer.name: layer for layer in timeline.film.layers(timeline.time)}
        assert all(len(shown[side].ends) for side in ("left side", "right side"))
        assert len(shown["apex"].xy) == 1
        assert {"left side", "right side", "apex"} <= {one.layer.name for one in canvas.scene.visible()}
        until(lambda: alike(screen, person, twin, canvas.rect))
        person.key("Right")
        twin.do("maps.next")
    left(person)


def test_the_hierarchy_takes_one_key(screen, tmp_path, twin, level):
    person = opened(screen, tmp_path, twin, level)
    person.key("z")
    assert person.actions == 1
    person.look_away()
    twin.do("maps.hierarchy")
    shown = {one.layer.name for one in twin.tab.canvas.scene.visible()}
    assert {"hpa/sectors", "hpa/transitions", "hpa/abstract graph", "hpa/abstract path"} <= shown
    until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))
    left(person)


def test_a_movingai_file_is_benchmarked_in_four(screen, tmp_path, twin, level):
    person = at_home(screen, tmp_path)
    greeted(screen, person, twin)
    scenarios(tmp_path / "home")
    person.do("key", "--window", person.id, "Escape")  # the start page
    person.key("ctrl+4")
    person.key("F5")
    person.type("cave")
    person.key("Return")
    assert person.actions == 4
    person.look_away()
    page = twin.app.shell.show("bench").scenarios
    page.files.add(tmp_path / "home" / "cave.map.scen")
    page.warmed()
    page.run()
    twin.settle()
    table = page.table
    assert [row[2:4] for row in table.rows] == [(20, 0)] * 4
    solved = table.body.copy()
    solved.w = table.columns.lefts()[4]
    solved.h = 4 * table.row_height
    until(lambda: alike(screen, person, twin, solved))
    left(person)


def scenarios(folder):
    """A map with twenty queries, as MovingAI writes them."""
    r = np.random.default_rng(2)
    level = Level(np.where(r.random((32, 32)) < 0.15, WALL, 0).astype(np.uint8))
    formats.save(level, folder / "cave.map")
    prepared, lines = planners["jps"].create().prepare(level), ["version 1"]
    while len(lines) <= 20:
        (ax, ay), (bx, by) = r.integers(0, 32, (2, 2)).tolist()
        plan = prepared.plan(Query((ax, ay), (bx, by)), Limits())
        if plan.points.size > 2:
            lines.append(f"0\tcave.map\t32\t32\t{ax}\t{ay}\t{bx}\t{by}\t{plan.cost:.8f}")
    (folder / "cave.map.scen").write_text("\n".join(lines) + "\n", encoding="utf-8")
