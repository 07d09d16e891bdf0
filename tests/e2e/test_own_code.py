"""A planner of one's own, from an empty file to the map, by the command line, an editor and the real window."""

# ruff: noqa: F811  (fixtures are imported)

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from sandbox.level import formats
from sandbox.level.model import WALL
from sandbox.own.folder import folder
from sandbox.ui.kit import IconButton, Scroll
from tests.e2e.person import NEEDED, ROOT
from tests.e2e.screen import until
from tests.e2e.test_maps import alike, left, level, opened, twin  # noqa: F401

pytestmark = [*NEEDED, pytest.mark.timeout(900)]
KEY = "own-zigzag"
STUDENT = '''"""My first A*."""

import heapq
from dataclasses import dataclass

from sandbox.own import planner


@planner(title="Zigzag", seconds=20)
@dataclass(frozen=True)
class Mine:
    """A* as in the lecture."""

    def search(self, grid, start, goal, report):
        g, came_from, done = {start: 0.0}, {start: None}, set()
        queue = [(grid.distance(start, goal), start)]
        report.generate(start, None, 0.0, queue[0][0])
        while queue:
            f, cell = heapq.heappop(queue)
            if cell in done:
                continue
            done.add(cell)
            report.expand(cell, g[cell], f)
            if cell == goal:
                break
            for other, step in grid.neighbours(cell):
                new = g[cell] + step
                if other in g and new >= g[other]:
                    continue
                f = new + grid.distance(other, goal)
                if other in g:
                    report.relax(other, cell, new, f)
                else:
                    report.generate(other, cell, new, f)
                g[other], came_from[other] = new, cell
                heapq.heappush(queue, (f, other))
        if goal not in came_from:
            return None
        way = [goal]
        while came_from[way[-1]] is not None:
            way.append(came_from[way[-1]])
        return way[::-1]
'''
FIRST = "        g, came_from"  # of its search


class Editor:
    """Saves the file where the person works, and where their twin does."""

    def __init__(self, person, twin):
        self.person, self.twin = person, twin
        words = [sys.executable, "main.py", "new", "planner", "zigzag"]
        done = subprocess.run(words, cwd=ROOT, env=person.env, capture_output=True, encoding="utf-8", check=True)
        self.path = Path(done.stdout.splitlines()[0])
        assert Path(person.env["HOME"]) in self.path.parents
        assert "planner" in self.path.read_text(encoding="utf-8")

    def save(self, text):
        folder().mkdir(parents=True, exist_ok=True)
        for path in (self.path, folder() / "zigzag.py"):
            path.write_text(text, encoding="utf-8")
        self.twin.app.services.own.look()
        self.twin.frames(3)
        self.twin.settle()


def row_of(twin):
    return next(row for row in twin.tab.rows if row.key == KEY)


def in_view(screen, person, twin, widget):
    """Turn the wheel until a widget of the list can be seen, here and there, where the two then look the same."""
    scroll = next(w for w in widget.above() if isinstance(w, Scroll))
    person.wheel(*twin._into_view(widget))
    person.look_away()
    until(lambda: alike(screen, person, twin, scroll.rect))
    return widget.rect


def box(twin):
    return twin.tab.panel.planners.boxes[KEY]


def told(twin):
    """What stands below its line in the list."""
    return next(w for w in twin.tab.panel.planners.walk() if getattr(w, "name", "") == f"trouble-{KEY}")


def saved(person, path, column):
    """The level as the person has drawn it: a wall stands there."""
    person.key("ctrl+s")
    until(lambda: bool((formats.load(path).terrain[14:21, column] == WALL).all()))
    return formats.load(path)


@pytest.fixture
def at_work(screen, tmp_path, twin, level):
    """Somebody with A* of their own ticked in the list, its path on the map."""
    person = opened(screen, tmp_path, twin, level)
    editor = Editor(person, twin)
    editor.save(STUDENT)
    person.click(in_view(screen, person, twin, box(twin)).center)
    twin.do(f"maps.planner-{KEY}")
    person.look_away()
    until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))
    assert any(layer.name == f"path {KEY}" for layer in twin.tab.view.paths)
    return person, editor


def test_it_is_on_the_map_follows_it_is_recorded_checked_and_read_again(screen, tmp_path, twin, at_work):
    person, editor = at_work
    row = row_of(twin)
    ours = next(other for other in twin.tab.rows if other.key == "astar")
    assert row.plan.cost == pytest.approx(ours.plan.cost)
    person.key("b")  # live: a wall across its way
    person.drag(*(twin.cell(30.5, y) for y in (6.5, 18.5, 30.5)))
    person.look_away()
    twin.show(saved(person, tmp_path / "level.json", 30))
    person.key("Escape")
    until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))
    assert row.plan.cost == pytest.approx(ours.plan.cost)
    film = next(w for w in box(twin).parent.walk() if isinstance(w, IconButton))  # recorded
    person.click(film.rect.center)
    twin.do(f"maps.record-{KEY}")
    person.look_away()
    assert twin.tab.timeline.film.title == "Zigzag"
    assert len(twin.tab.timeline.film) > row.plan.expanded > 50
    until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))
    for key, name in [("Left", "previous")] * 4 + [("Right", "next")]:
        person.key(key)
        twin.do(f"maps.{name}")
        until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))
    person.key("Escape")
    editor.save(STUDENT.replace("return way[::-1]", "return [start, goal]"))  # checked, and read again
    rect = in_view(screen, person, twin, told(twin))
    assert told(twin).text.startswith("step 0 jumps by")
    until(lambda: alike(screen, person, twin, rect))
    editor.save(STUDENT)
    assert row_of(twin).plan.cost == pytest.approx(ours.plan.cost)
    left(person)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("while True: pass", "zigzag.py:15: no answer after 2 seconds"),
        pytest.param("import sys; sys.exit(3)", "zigzag.py:15: sys.exit(3) was called", marks=pytest.mark.slow),
        pytest.param("return bytearray(10 << 30)", "zigzag.py:15: MemoryError", marks=pytest.mark.slow),
        ("import ctypes; ctypes.string_at(0)", "zigzag.py:15: the interpreter crashed (Segmentation fault)"),
        pytest.param("return ((", "zigzag.py:15: SyntaxError: '(' was never closed", marks=pytest.mark.slow),
    ],
)
def test_what_goes_wrong_is_said_in_the_list_and_the_window_goes_on(screen, twin, at_work, body, words):
    person, editor = at_work
    editor.save(STUDENT.replace("seconds=20", "seconds=2").replace(FIRST, f"        {body}\n{FIRST}"))
    rect = in_view(screen, person, twin, told(twin))
    assert told(twin).text == words or told(twin).text.startswith(words)
    until(lambda: alike(screen, person, twin, rect))
    person.key("z")  # it goes on: another layer is on the map at once
    person.look_away()
    twin.do("maps.hierarchy")
    until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))
    editor.save(STUDENT)
    assert row_of(twin).plan.cost > 0
    until(lambda: alike(screen, person, twin, twin.tab.canvas.rect))
    left(person)


def test_while_it_hangs_every_stroke_is_on_the_map(screen, tmp_path, twin, at_work):
    person, editor = at_work
    mark = tmp_path / "hanging"
    hang = f"        open({str(mark)!r}, 'w').close()\n        while True: pass\n{FIRST}"
    editor.path.write_text(STUDENT.replace("seconds=20", "seconds=3000").replace(FIRST, hang), encoding="utf-8")
    until(mark.is_file)
    person.key("b")
    for x in (10.5, 20.5, 40.5):
        mark.unlink(missing_ok=True)
        stroke = [twin.cell(x, y) for y in (12.5, 16.5, 22.5)]
        person.drag(*stroke)
        person.look_away()
        twin.show(saved(person, tmp_path / "level.json", int(x)))
        spots = [pygame.Rect(at, (1, 1)) for at in stroke]
        assert len({tuple(twin.part(spot)[0, 0]) for spot in spots}) == 1  # a wall's colour
        until(lambda spots=spots: alike(screen, person, twin, *spots))
        until(mark.is_file)  # it was asked anew for the map as it is now, and hangs again
    left(person)
