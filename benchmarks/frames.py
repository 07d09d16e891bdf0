"""What a frame costs while planners are compared: `python -m benchmarks.frames`.

Two scenes on 512 × 512 cells. A hand drags a vertex of a polygon with A*, HPA*, PRA*, TA* and TRA* live: CPU time of
the window's thread for each frame, and how far each row lies behind the hand: from the frame in which a level came to
be until the first answer to it, or to a later one, is shown. Then the same hand with a planner of one's own beside
those five, A* in plain Python, which takes seconds for a query: how old the others' newest answers are. Last, four
panes play in lockstep. Before any time is reported, every answer must be of the last level, and every pane's picture
one that is painted from nothing. Only with `--write` is the section in results.md replaced.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from benchmarks.editor import BEHIND_MS, FRAMES, MOVES, Ages, Hand
from benchmarks.harness import section, table
from sandbox.geometry.polygons import ellipse
from sandbox.level.edits import AddPolygon
from sandbox.level.model import WALL, Level, Marker
from sandbox.level.obstacles import Obstacle, ring_of_cells
from sandbox.own.new import write_start
from sandbox.planning.compare.lock import Lock
from sandbox.ui.canvas.picture import Picture

SIDE = 512
LIVE = ("astar", "hpa", "pra", "ta", "tra")
PANES = LIVE[:4]
DRAG_MS, PLAY_MS = 6.0, 8.0
OWN_SECONDS = 120  # that an answer of the planner of one's own may take
LOOKING = 5.0  # seconds
PLAYED = 400  # frames of each lock


def ground() -> Level:
    """A level of caves with a polygon in its middle; the ends in two corners, so that all have much to do."""
    random = np.random.default_rng(1)
    level = Level(np.where(random.random((SIDE, SIDE)) < 0.05, WALL, 0).astype(np.uint8))
    level.terrain[:8, :8] = level.terrain[-8:, -8:] = 0
    level.markers["start"], level.markers["goal"] = Marker.at(2.5, 2.5), Marker.at(SIDE - 2.5, SIDE - 2.5)
    level.apply(AddPolygon(Obstacle(0, ring_of_cells(ellipse(SIDE / 2, SIDE / 2, 60, 40, 0.0, 1.0)))))
    return level


class Watch:
    """How far every row lies behind the hand."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.rows = hand, [row for row in hand.tab.rows if row.ticked]
        self.came: list[tuple[int, float]] = []  # version of the level, and when it came to be
        self.behind: dict[str, list[float]] = {row.key: [] for row in self.rows}
        self.shown: dict[str, int] = {row.key: row.answer.version for row in self.rows if row.answer is not None}

    def look(self) -> None:
        """After a frame: which level is there, and which one each row's answer is of."""
        now, version = time.perf_counter(), self.hand.tab.level.version
        if not self.came or self.came[-1][0] != version:
            self.came.append((version, now))
        for row in self.rows:
            if row.answer is not None and row.answer.version > self.shown[row.key]:
                before, self.shown[row.key] = self.shown[row.key], row.answer.version
                answered = [at for number, at in self.came if before < number <= row.answer.version]
                self.behind[row.key] += [1000 * (now - at) for at in answered]

    def report(self) -> list[tuple[str, ...]]:
        """A row of the table for each planner."""
        lines = []
        for row in self.rows:
            behind = self.behind[row.key]
            assert behind, f"{row.key} starved"
            share = len(behind) / len(self.came)
            lines.append(
                (row.entry.title, f"{np.median(behind):.0f}", f"{np.percentile(behind, 95):.0f}", f"{share:.0%}")
            )
        return lines


def dragging(hand: Hand, look: Callable[[], None]) -> np.ndarray:
    """One vertex, to and fro; the CPU milliseconds of every frame, after each of which somebody looks."""
    hand.tab.use_tool("select")
    hand.tab.bench.selection.set([1])
    place = hand.tab.level.polygons[1].outer[0] / 512
    t = np.linspace(0, 5 * np.pi, FRAMES * MOVES)
    places = np.column_stack((place[0] + 30 * (1 - np.cos(t)), place[1] + 12 * np.sin(t)))
    frame = hand.frame

    def watched(events: list[tuple[int, tuple[int, int]]]) -> float:
        spent = frame(events)
        look()
        return spent

    hand.frame = watched  # type: ignore[method-assign]
    cpu = hand.drag(places)
    hand.frame = frame  # type: ignore[method-assign]
    return cpu


def playing(hand: Hand, lock: Lock) -> np.ndarray:
    """All panes from the beginning to the end in so many frames; the CPU milliseconds of each."""
    timeline = hand.tab.comparing.compare.timeline
    hand.tab.comparing.compare.set_lock(lock)
    timeline.stop(0)
    for _ in range(5):
        hand.frame([])
    cpu, length = [], timeline.length
    for number in range(PLAYED):
        timeline.go(round(length * (number + 1) / PLAYED))
        cpu.append(hand.frame([]))
    return np.array(cpu)


def check_panes(hand: Hand) -> None:
    """Every pane shows what would be painted from nothing."""
    for pane in hand.tab.comparing.view.panes:
        canvas: Any = pane.canvas
        fresh = Picture(canvas.scene, canvas._kept().palette, canvas._kept().dp, fast=True)
        fresh.update(canvas.camera)
        kept = pygame.surfarray.array2d(canvas._kept().surface) & 0xFFFFFF
        assert (kept == pygame.surfarray.array2d(fresh.surface) & 0xFFFFFF).all(), pane.one.title


def figures_of(name: str, cpu: np.ndarray) -> tuple[str, ...]:
    """A line of the table."""
    return name, *(f"{f:.2f}" for f in (np.median(cpu), np.percentile(cpu, 99), cpu.max()))


def measured_drag(hand: Hand) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The hand at the vertex."""
    before, watch = hand.tab.level.copy(), Watch(hand)
    cpu = dragging(hand, watch.look)
    hand.settle()
    watch.look()
    assert not hand.tab.level.same_as(before), "nothing was dragged"
    assert all(row.answer.version == hand.tab.level.version for row in watch.rows), "an answer is of an older level"
    return figures_of("a vertex dragged, five planners live", cpu), watch.report()


def beside_own(hand: Hand) -> list[tuple[str, ...]]:
    """The hand once more, and how old answers are beside a planner of one's own, which is unticked at the end."""
    path = write_start("planner", "slow")
    text = path.read_text(encoding="utf-8").replace("seconds=5", f"seconds={OWN_SECONDS}")
    path.write_text(text, encoding="utf-8")
    hand.app.services.own.look()
    hand.frame([])
    own = next(row for row in hand.tab.rows if row.key == "own-slow")
    hand.tab.asking.focus = next(row for row in hand.tab.rows if row.key == LIVE[0])
    own.ticked = True
    hand.tab.asking.row_changed(own)
    wait(hand, lambda: own.found)
    ages = Ages(hand.tab)
    dragging(hand, ages.look)
    wait(hand, lambda: all(row.answer.version == hand.tab.level.version for row in ages.rows))
    own.ticked = False
    hand.tab.asking.row_changed(own)
    hand.settle()
    return [(row.entry.title, *ages.told(row.key)) for row in ages.rows]


def wait(hand: Hand, found: Callable[[], bool]) -> None:
    """Go on with frames until something is there."""
    end = time.perf_counter() + 2 * OWN_SECONDS
    while not found():
        assert time.perf_counter() < end, "it never came"
        hand.frame([])


def looked_at(hand: Hand) -> None:
    """Somebody looks before playing: meanwhile what was loaded is put aside."""
    end = time.perf_counter() + LOOKING
    while time.perf_counter() < end:
        hand.app.host.rest()
        hand.app.host.frame()


def measured_play(hand: Hand) -> list[tuple[str, ...]]:
    """Four panes, in every lock."""
    comparing = hand.tab.comparing
    comparing.compare.toggle()
    hand.settle()
    looked_at(hand)
    assert [one.entry.key for one in comparing.compare.contestants] == list(PANES)
    lines = []
    for lock in Lock:
        lines.append(figures_of(f"four panes and what differs, by {lock}", playing(hand, lock)))
        comparing.compare.timeline.stop(comparing.compare.timeline.length // 2)
        hand.frame([])
        check_panes(hand)
    return lines


def main() -> None:
    """Measure; print the section, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the tables in results.md")
    write = parser.parse_args().write
    home = tempfile.mkdtemp()
    os.environ.update(dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME"), home))
    hand = Hand()
    for row in hand.tab.rows:
        row.ticked = row.key in LIVE
    hand.show(ground())
    hand.tab.warmed()
    hand.settle()
    drag, behind = measured_drag(hand)
    beside = beside_own(hand)
    lines = [drag, *measured_play(hand)]
    hand.app.shell.close(remember=False)
    parts = [
        table([f"{SIDE} × {SIDE}, 1440 × 900", "CPU ms p50", "p99", "max"], lines),
        table(["behind the hand", "ms median", "ms p95", "levels answered"], behind),
        table(["beside a planner of one's own", "age, ms median / max", "without waiting for a core"], beside),
        f"Budgets at p99: {DRAG_MS:g} ms for the drag, {PLAY_MS:g} for the panes; behind: {BEHIND_MS:g} ms (median).",
        f"Nobody's newest answer but one's own planner's is to be older than {BEHIND_MS:g} ms.",
    ]
    text = "\n\n".join(parts)
    section("Frames", text) if write else print(text)


if __name__ == "__main__":
    main()
