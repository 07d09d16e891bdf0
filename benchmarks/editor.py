"""What drawing costs: `python -m benchmarks.editor`.

A hand at the mouse, two moves a frame, posted through SDL's dummy driver: the largest brush across a level of
2048 × 2048, seen whole and from near, and a polygon of 500 vertices dragged about, with A* asked again after
every edit. What counts is the CPU time of the window's thread for each frame, events included. Before any time
is reported, the level must be the one drawn, the worker's copy the same, and A* must have answered it; undo
must bring back what was there.
"""

from __future__ import annotations

import gc
import os
import tempfile
import time
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from benchmarks.harness import section, table
from sandbox.geometry.polygons import ellipse
from sandbox.level.edits import AddPolygon
from sandbox.level.model import WALL, Level, Marker
from sandbox.level.obstacles import Obstacle, ring_of_cells
from sandbox.ui.app import App, Request
from sandbox.ui.maps.tools.parts.settings import SIZES

SIDE = 2048
FRAMES = 300
VERTICES = 500
MOVES = 2  # of the mouse, a frame
COMING = 3  # frames before the button goes down
SETTLE_SECONDS = 60.0
BUDGET_MS = 6.0
BEHIND_MS = 150


class Hand:
    """A window on a large level, and a hand over it."""

    def __init__(self) -> None:
        self.app = App(Request(size=(1440, 900)))
        self.app.services.warmer.start = lambda: None  # type: ignore[method-assign]
        state = self.app.services.warmer.state
        self.app.services.warmer.state = type(state)(finished=True)
        tab: Any = self.app.shell.show("maps")
        self.tab = tab
        for row in self.tab.rows:
            row.ticked = row.key == "astar"
        self.tab.asking.focus = next(row for row in self.tab.rows if row.ticked)
        self.came: dict[int, float] = {}  # when a version of the level was there
        self.ages: list[float] = []  # milliseconds, after every frame of a drag
        gc.freeze()  # as `App.run` does once the window shows

    def show(self, level: Level) -> None:
        """Show a level and wait until everything about it is known."""
        self.tab.show_level(level, "bench")
        self.settle()

    def settle(self) -> None:
        """Wait until A* has answered and was recorded."""
        end = time.perf_counter() + SETTLE_SECONDS
        while time.perf_counter() < end:
            self.app.host.rest()
            self.app.host.frame()
            if self.app.shell.settled:
                return
        raise AssertionError("the window never settled")

    def post(self, kind: int, at: tuple[int, int]) -> None:
        """An event of the mouse."""
        facts: dict[str, Any] = {"pos": at, "touch": False}
        facts |= {"rel": (0, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        pygame.event.post(pygame.event.Event(kind, facts))

    def drag(self, path: np.ndarray) -> np.ndarray:
        """Drag along places in cells; CPU milliseconds of every frame, the press and the release among them.

        The hand has come to the first place before, with its tool: that is no part of the drag.
        """
        places = [self.tab.canvas.to_window(x, y) for x, y in path]
        for _ in range(COMING):
            self.frame([(pygame.MOUSEMOTION, places[0])])
        cpu = [self.frame([(pygame.MOUSEMOTION, places[0]), (pygame.MOUSEBUTTONDOWN, places[0])])]
        moves = [(pygame.MOUSEMOTION, at) for at in places]
        cpu += [self.frame(moves[i : i + MOVES]) for i in range(0, len(moves), MOVES)]
        cpu.append(self.frame([(pygame.MOUSEBUTTONUP, places[-1])]))
        return np.array(cpu)

    def begin(self) -> None:
        """From now on ages are noted: of the level as it is, and of those to come."""
        self.came, self.ages = {self.tab.level.version: time.perf_counter()}, []

    def frame(self, events: list[tuple[int, tuple[int, int]]]) -> float:
        """One frame, 60 a second; its CPU milliseconds, the handling of events included."""
        self.app.host.keep_pace()
        for kind, at in events:
            self.post(kind, at)
        began = time.thread_time()
        self.app.host.frame()
        spent = 1000 * (time.thread_time() - began)
        self.ages.append(self.age())
        return spent

    def age(self) -> float:
        """How many milliseconds ago the level came to be that A*'s newest answer is of; 0 if it is the newest."""
        now, version = time.perf_counter(), self.tab.level.version
        self.came.setdefault(version, now)
        answer = next(row.answer for row in self.tab.rows if row.ticked)
        if answer is None or answer.version == version:
            return 0.0
        return 1000 * (now - self.came.get(answer.version, now))

    def check(self, before: Level) -> None:
        """What was drawn is what the worker has and what A* answered, and undo takes it back."""
        self.settle()
        tab = self.tab
        assert not tab.level.same_as(before), "nothing was drawn"
        assert tab.asking.desk.level.same_as(tab.level), "the worker has another level"
        answer = next(row.answer for row in tab.rows if row.ticked)
        assert answer is not None
        assert answer.version == tab.level.version, "A* answered an older level"
        steps = len(tab.history.labels)
        tab.editing.undo()
        assert tab.level.same_as(before), "undo left something"
        assert tab.history.labels[steps - 1 :] == tab.history.labels[-1:], "more than one step"
        self.settle()


def open_ground() -> Level:
    """A large level with some walls, and both ends in a corner so that A* has much to do."""
    random = np.random.default_rng(1)
    level = Level(np.where(random.random((SIDE, SIDE)) < 0.1, WALL, 0).astype(np.uint8))
    level.terrain[:8, :8] = level.terrain[-8:, -8:] = 0
    level.markers["start"], level.markers["goal"] = Marker.at(2.5, 2.5), Marker.at(SIDE - 2.5, SIDE - 2.5)
    return level


def painting(hand: Hand, box: tuple[float, float, float, float]) -> np.ndarray:
    """To and fro over a box of the level with the largest brush."""
    hand.tab.use_tool("paint")
    hand.tab.bench.paint.set(size=SIZES[-1], code=3)
    t = np.linspace(0, 1, FRAMES * MOVES)
    x0, y0, x1, y1 = box
    across = np.abs((t * 6) % 2 - 1)
    return hand.drag(np.column_stack((x0 + (x1 - x0) * across, y0 + (y1 - y0) * t)))


def dragging(hand: Hand) -> np.ndarray:
    """A polygon of 500 vertices in circles."""
    hand.tab.use_tool("select")
    t = np.linspace(0, 4 * np.pi, FRAMES * MOVES)
    middle = SIDE / 2
    return hand.drag(np.column_stack((middle + 200 * np.sin(t), middle + 200 * (1 - np.cos(t)))))


def dragging_vertex(hand: Hand) -> np.ndarray:
    """One vertex of it, to and fro."""
    hand.tab.bench.selection.set([1])
    place = hand.tab.level.polygons[1].outer[0] / 512
    t = np.linspace(0, 6 * np.pi, FRAMES * MOVES)
    return hand.drag(np.column_stack((place[0] + 30 * (1 - np.cos(t)), place[1] + 3 * np.sin(t))))


def with_polygon() -> Level:
    """The large level with a star of many vertices in its middle."""
    level = open_ground()
    ring = ellipse(SIDE / 2, SIDE / 2, 300, 300, 0.0, 300 * (1 - np.cos(np.pi / VERTICES)))
    wobble = 1 + 0.1 * np.sin(np.arange(len(ring)) * 2 * np.pi * 20 / len(ring))
    ring = (ring - SIDE / 2) * wobble[:, None] + SIDE / 2
    assert len(ring) == VERTICES, len(ring)
    level.apply(AddPolygon(Obstacle(0, ring_of_cells(ring))))
    return level


def measured(hand: Hand, name: str, run: Any, *args: Any) -> tuple[str, ...]:
    """Run, check, and make a line of the table."""
    before = hand.tab.level.copy()
    hand.begin()
    cpu = run(hand, *args)
    behind = f"{np.median(hand.ages):.0f} / {max(hand.ages):.0f}"
    hand.check(before)
    figures = (float(np.median(cpu)), float(np.percentile(cpu, 99)), float(cpu.max()))
    print(name, [round(f, 2) for f in figures], behind, flush=True)
    return name, *(f"{f:.2f}" for f in figures), behind


def hovering(hand: Hand) -> tuple[str, ...]:
    """The same hand without a button: what the preview alone costs."""
    hand.tab.use_tool("paint")
    xs = np.linspace(100, SIDE - 100, FRAMES * MOVES)
    places = [hand.tab.canvas.to_window(x, x) for x in xs]
    cpu = np.array(
        [hand.frame([(pygame.MOUSEMOTION, at) for at in places[i : i + MOVES]]) for i in range(0, len(places), MOVES)]
    )
    return "no button held", *(f"{f:.2f}" for f in (np.median(cpu), np.percentile(cpu, 99), cpu.max())), ""


def main() -> None:
    """Measure and write the section."""
    home = tempfile.mkdtemp()
    os.environ.update(dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME"), home))
    hand = Hand()
    hand.show(open_ground())
    hand.tab.warmed()
    hand.settle()
    rows = [hovering(hand)]
    margin = 40.0
    rows.append(
        measured(hand, "brush of 128 across all of it", painting, (margin, margin, SIDE - margin, SIDE - margin))
    )
    canvas = hand.tab.canvas
    canvas.look_at(canvas.camera.zoomed(40.0, 400, 400))
    left, top, right, bottom = canvas.camera.seen
    rows.append(measured(hand, "the same from near", painting, (left + 2, top + 2, right - 2, bottom - 2)))
    canvas.fit()
    hand.show(with_polygon())
    rows.append(measured(hand, f"a polygon of {VERTICES} vertices moved", dragging))
    rows.append(measured(hand, "a vertex of it moved", dragging_vertex))
    hand.app.shell.close(remember=False)
    columns = [
        "2048 × 2048, 1440 × 900, A* asked after every edit",
        "CPU ms p50",
        "p99",
        "max",
        "behind, ms median / max",
    ]
    budgets = (
        f"A frame's budget is {BUDGET_MS:g} ms at p99; "
        f"the level of the newest answer is to be at most {BEHIND_MS:g} ms old."
    )
    section("Editor", f"{table(columns, rows)}\n\n{budgets}")


if __name__ == "__main__":
    main()
