"""What drawing costs, and how old answers are meanwhile: `python -m benchmarks.editor`.

A hand at the mouse, two moves a frame, posted through SDL's dummy driver: the largest brush across a level of
2048 × 2048, seen whole and from near, and a polygon of 500 vertices dragged about, with A* asked again after
every edit; then the brush again with more planners of the grid beside it. What counts is the CPU time of the
window's thread for each frame, events included, and the age of each planner's newest answer after each frame: how
long ago the level was what it is an answer to. Both as a clock on the wall has it and without the time in which the
planner's worker waited for a core that others had. Before any time is reported, the level must be the one drawn, the
workers' copies the same, and every planner must have answered it; undo must bring back what was there. Only with
`--write` is the section in results.md replaced.
"""

from __future__ import annotations

import argparse
import bisect
import gc
import os
import tempfile
import time
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from benchmarks.harness import section, table, waited_for_a_core
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
MARGIN = 40.0  # cells that the brush stays away from the border
BEHIND_MS = 150
BESIDE = ("bidirectional", "hpa", "pra")  # of the grid, whatever terrain costs; what they keep is repaired or searched


class Ages:
    """How old the newest answers are, frame after frame: since when the level is no longer what they are of."""

    def __init__(self, tab: Any) -> None:
        self.tab, self.rows = tab, [row for row in tab.rows if row.ticked]
        self.threads = {
            row.key: tab.asking.desks.of(row.key, row.planner).worker._thread.native_id for row in self.rows
        }
        self.versions: list[int] = []  # of the level, as they came
        self.last: list[float] = []  # the last frame that each was there in, milliseconds
        self.waited: dict[str, list[float]] = {row.key: [] for row in self.rows}  # for a core, by that frame
        self.of: dict[str, list[float]] = {row.key: [] for row in self.rows}
        self.busy: dict[str, list[float]] = {row.key: [] for row in self.rows}  # without waiting for a core

    def look(self) -> None:
        """After a frame."""
        now, version = 1000 * time.perf_counter(), self.tab.level.version
        if not self.versions or self.versions[-1] != version:
            self.versions.append(version)
            self.last.append(now)
            for waited in self.waited.values():
                waited.append(0.0)
        self.last[-1] = now
        for row in self.rows:
            waited = self.waited[row.key]
            waited[-1] = waited_for_a_core(self.threads[row.key])
            if row.answer is not None:
                at = max(bisect.bisect_right(self.versions, row.answer.version) - 1, 0)
                self.of[row.key].append(now - self.last[at])
                self.busy[row.key].append(max(0.0, now - self.last[at] - (waited[-1] - waited[at])))

    def told(self, key: str) -> tuple[str, str]:
        """Median and most, on the wall and without waiting."""
        wall, busy = self.of[key] or [0.0], self.busy[key] or [0.0]
        return f"{np.median(wall):.0f} / {max(wall):.0f}", f"{np.median(busy):.0f} / {max(busy):.0f}"


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
        self.ages: Ages | None = None  # of the drag that goes on
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

    def frame(self, events: list[tuple[int, tuple[int, int]]]) -> float:
        """One frame, 60 a second; its CPU milliseconds, the handling of events included."""
        self.app.host.keep_pace()
        for kind, at in events:
            self.post(kind, at)
        began = time.thread_time()
        self.app.host.frame()
        spent = 1000 * (time.thread_time() - began)
        if self.ages is not None:
            self.ages.look()
        return spent

    def tick(self, *keys: str) -> None:
        """Ask these planners, and no others."""
        for row in self.tab.rows:
            if row.ticked != (row.key in keys):
                row.ticked = row.key in keys
                self.tab.asking.row_changed(row)
        self.settle()

    def check(self, before: Level) -> None:
        """What was drawn is what the workers have and all have answered, and undo takes it back."""
        self.settle()
        tab = self.tab
        assert not tab.level.same_as(before), "nothing was drawn"
        assert all(station.desk.level.same_as(tab.level) for station in tab.asking.desks), "a worker has another level"
        for row in tab.rows:
            if row.ticked:
                assert row.answer.version == tab.level.version, f"{row.entry.title} answered an older level"
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


def measured(hand: Hand, name: str, run: Any, *args: Any) -> tuple[tuple[str, ...], Ages]:
    """Run, check, and make a line of the table; the ages of A*'s answers in it."""
    before = hand.tab.level.copy()
    hand.ages = ages = Ages(hand.tab)
    cpu = run(hand, *args)
    hand.ages = None
    hand.check(before)
    line = name, *figures_of(cpu), *ages.told("astar")
    print(line, flush=True)
    return line, ages


def figures_of(cpu: np.ndarray) -> tuple[str, ...]:
    """Of the CPU milliseconds of frames."""
    return tuple(f"{f:.2f}" for f in (np.median(cpu), np.percentile(cpu, 99), cpu.max()))


def hovering(hand: Hand) -> tuple[str, ...]:
    """The same hand without a button: what the preview alone costs."""
    hand.tab.use_tool("paint")
    xs = np.linspace(100, SIDE - 100, FRAMES * MOVES)
    places = [hand.tab.canvas.to_window(x, x) for x in xs]
    cpu = np.array(
        [hand.frame([(pygame.MOUSEMOTION, at) for at in places[i : i + MOVES]]) for i in range(0, len(places), MOVES)]
    )
    return "no button held", *figures_of(cpu), "", ""


def main() -> None:
    """Measure; print the section, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the tables in results.md")
    write = parser.parse_args().write
    home = tempfile.mkdtemp()
    os.environ.update(dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME"), home))
    hand = Hand()
    hand.show(open_ground())
    hand.tab.warmed()
    hand.settle()
    rows = [hovering(hand)]
    whole = (MARGIN, MARGIN, SIDE - MARGIN, SIDE - MARGIN)
    rows.append(measured(hand, "brush of 128 across all of it", painting, whole)[0])
    canvas = hand.tab.canvas
    canvas.look_at(canvas.camera.zoomed(40.0, 400, 400))
    left, top, right, bottom = canvas.camera.seen
    rows.append(measured(hand, "the same from near", painting, (left + 2, top + 2, right - 2, bottom - 2))[0])
    canvas.fit()
    hand.tick("astar", *BESIDE)
    line, ages = measured(hand, "brush of 128, three more planners", painting, whole)
    rows.append(line)
    beside = [(row.entry.title, *ages.told(row.key)) for row in ages.rows]
    hand.tick("astar")
    hand.show(with_polygon())
    rows.append(measured(hand, f"a polygon of {VERTICES} vertices moved", dragging)[0])
    rows.append(measured(hand, "a vertex of it moved", dragging_vertex)[0])
    hand.app.shell.close(remember=False)
    columns = [
        "2048 × 2048, 1440 × 900, A* asked after every edit",
        "CPU ms p50",
        "p99",
        "max",
        "age of its answer, ms median / max",
        "without waiting for a core",
    ]
    budgets = (
        f"A frame's budget is {BUDGET_MS:g} ms at p99; "
        f"the newest answer is to be at most {BEHIND_MS:g} ms old, whoever else is asked."
    )
    several = table(["brush of 128, all live", "age, ms median / max", "without waiting for a core"], beside)
    text = f"{table(columns, rows)}\n\n{several}\n\n{budgets}"
    section("Editor", text) if write else print(text)


if __name__ == "__main__":
    main()
