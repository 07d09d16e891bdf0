"""What a frame of the boards costs while engines think: `python -m benchmarks.boards`.

One window of 1440 × 900 under SDL's dummy driver, with the panel's sections open, 60 frames a second: CPU time of the
window's thread for each frame with the events that came before it, and the time on the wall between frames. The worker
really thinks meanwhile: before any time is reported its nodes must have grown by as much as frames went by, the
panel must show the search's own counters, and the game must be one that the rules allow. The tree is one of a million
nodes, made by benchmarks/trees.py and opened in this window. With `--write` the figures go into results.md.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from benchmarks import trees
from benchmarks.harness import section, table
from sandbox.ui.app import App, Request
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.tab import BoardsTab

SIZE = (1440, 900)
FRAMES = 600
THINKING = (("connect-four", "pvs"), ("othello", "alphabeta"), ("othello", "mcts"), ("connect-four", "solver"))
BAR_MS, STALL_MS, OPEN_SECONDS = 4.0, 33.0, 1.0
Act = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Scene:
    """Milliseconds of so many frames."""

    name: str
    cpu: np.ndarray
    wall: np.ndarray

    def row(self) -> tuple[str, ...]:
        """A line of the table."""
        cpu = (np.median(self.cpu), np.percentile(self.cpu, 99), self.cpu.max())
        return self.name, *(f"{ms:.2f}" for ms in cpu), f"{np.percentile(self.wall, 99):.1f} / {self.wall.max():.1f}"


class Bench:
    """The window, and a hand."""

    def __init__(self) -> None:
        self.app = App(Request(size=SIZE))
        warmer = self.app.services.warmer
        warmer.start = lambda: None  # type: ignore[method-assign]
        warmer.state = type(warmer.state)(finished=True)
        self.app.shell.show("boards")
        tab = self.app.shell.tabs["boards"]
        assert isinstance(tab, BoardsTab)
        self.tab = tab
        tab.panel.counters.toggle()
        self.scenes: list[Scene] = []

    def frames(self, name: str, act: Act, count: int = FRAMES) -> None:
        """Add a scene: each frame after what `act(number)` does or posts."""
        cpu, wall, last, host = [], [], 0.0, self.app.host
        for number in range(count):
            host.keep_pace()
            began, now = time.thread_time(), time.perf_counter()
            act(number)
            host.frame()
            cpu.append(1000 * (time.thread_time() - began))
            if last:
                wall.append(1000 * (now - last))
            last = now
        self.scenes.append(Scene(name, np.array(cpu[5:]), np.array(wall[5:])))

    def settle(self) -> None:
        """Run frames until nobody works."""
        while not self.app.shell.settled or any(worker.busy for worker in self.app.services.workers):
            self.app.host.keep_pace()
            self.app.host.frame()

    def seat(self, engine: str, seconds: float, game: str = "") -> None:
        """Both sides are played by an engine; a new game."""
        session = self.tab.session
        session.paused = True
        for seat in session.seats:
            seat.suit(session.match.entry, engine)
            seat.options = {"solver": {"book": False}}  # which would answer at once
            seat.budget |= {"stop": "time", "seconds": seconds}
        session.begin(Match.of(game or session.match.entry.key))

    def go(self) -> None:
        """Let them play."""
        self.tab.session.pause(False)

    def rest(self) -> None:
        """Nobody thinks, and nobody will."""
        self.tab.session.pause(True)
        self.tab.session.rest()
        self.settle()


def resting(_number: int) -> None:
    """An event that changes nothing."""
    pygame.event.post(pygame.event.Event(pygame.USEREVENT))


def pointing() -> Act:
    """A mouse over the board, the panel's rows and all else."""
    width, height = SIZE

    def act(number: int) -> None:
        at = (round(width * (0.5 + 0.45 * np.sin(number / 37))), round(height * (0.5 + 0.4 * np.sin(number / 23))))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False))
        resting(number)

    return act


def pressing() -> Act:
    """Now and then a key: move now, back, on, another look at the values."""
    keys = [(pygame.K_SPACE, 0), (pygame.K_PAGEUP, 0), (pygame.K_PAGEDOWN, 0), (pygame.K_z, pygame.KMOD_CTRL)]
    keys += [(pygame.K_END, 0), (pygame.K_y, pygame.KMOD_CTRL), (pygame.K_n, pygame.KMOD_CTRL), (pygame.K_END, 0)]

    def act(number: int) -> None:
        if number % 10 == 0:
            code, mod = keys[number // 10 % len(keys)]
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                pygame.event.post(pygame.event.Event(kind, key=code, mod=mod, unicode="", scancode=0))
        resting(number)

    return act


def thinking(bench: Bench, game: str, engine: str) -> None:
    """One long search, polled."""
    bench.seat(engine, 0.05, game)
    bench.tab.session.move_now()
    bench.settle()  # whatever had to be compiled or loaded is there
    bench.seat(engine, 3600.0, game)
    bench.go()
    search = bench.tab.session.thinking.search
    assert search is not None
    before = spent(search)
    bench.frames(f"{search.who} thinks, {bench.tab.session.match.entry.title}", resting)
    assert spent(search) - before > 10 * FRAMES, "nobody thought"
    check_panel(bench)
    bench.rest()


def spent(search: Any) -> int:
    """Nodes, or simulations."""
    shot = search.finding.shot
    return max(int(shot.nodes), int(shot.simulations))


def check_panel(bench: Bench) -> None:
    """Stopped, the panel shows the last word of the search."""
    bench.tab.session.rest()
    bench.tab.follower.show()
    bench.settle()
    asked = bench.tab.follower.asked
    assert asked is not None
    told = {words: float(number) for words, number in bench.tab.panel.counters.table.rows}
    name = "Games simulated" if asked.shot.simulations else "Positions visited"
    assert told[name] == max(asked.shot.nodes if name == "Positions visited" else asked.shot.simulations, 0)


def playing(bench: Bench, act: Act, name: str) -> None:
    """Two engines, twenty moves a second."""
    bench.seat("alphabeta", 0.05, "othello")
    bench.go()

    def again(number: int) -> None:
        act(number)
        if bench.tab.session.match.over:
            bench.tab.session.new_game()

    bench.frames(name, again)
    match = bench.tab.session.match
    bench.rest()
    position = match.position_at(match.line[0])
    for ply in match.line[1:]:
        move = match.document.plies[ply].move
        assert move in match.face.moves(position), "a wrong move was played"
        position = match.face.play(position, move)


def dueling(bench: Bench) -> None:
    """The ladder of refinements on one position, begun anew whenever it has ended."""
    bench.seat("alphabeta", 0.05, "connect-four")
    bench.rest()
    duels = bench.tab.duels
    duels.open()
    assert duels.pane is not None
    duels.pane.depth.value = 10
    answered = 0

    def act(number: int) -> None:
        nonlocal answered
        resting(number)
        if not duels.busy:
            answered += len(duels.pane.table.rows) if duels.pane is not None else 0
            duels.ablate()

    bench.frames("a duel: refinements to depth 10, again and again", act)
    duels.close()
    bench.rest()
    assert answered > 0, "nobody answered"


def contesting(bench: Bench) -> None:
    """A match of two engines as fast as it goes."""
    bench.seat("alphabeta", 0.05, "connect-four")
    for seat in bench.tab.session.seats:
        seat.budget |= {"stop": "nodes", "nodes": 500}
    bench.rest()
    matches = bench.tab.matches
    matches.begin(bench.tab.session.match, ["4", "44", "43"], 1000)
    bench.frames("a match as fast as it goes, 500 nodes a move", resting)
    contest = matches.contest
    assert contest is not None
    assert contest.number > 3, "no games were played"
    matches.close()
    bench.rest()


def keeping_a_tree(bench: Bench) -> None:
    """T, while the search is made once more, and the tree of it comes."""
    bench.seat("alphabeta", 0.05, "connect-four")
    for seat in bench.tab.session.seats:
        seat.budget |= {"stop": "nodes", "nodes": 900_000}
    bench.tab.session.move_now()
    bench.settle()
    bench.tab.open_tree()
    bench.settle()
    viewer = bench.tab.trees.made()
    viewer.close()
    bench.rest()

    def act(number: int) -> None:
        resting(number)
        if number % 200 == 20:
            bench.tab.open_tree()
        if number % 200 == 190:
            bench.tab.trees.leave()
            bench.tab.session.rest()

    bench.frames("trees of 900,000 nodes opened and left again", act)
    assert viewer.view is not None
    assert len(viewer.view.tree) == 900_000
    bench.tab.trees.leave()


def million(bench: Bench) -> str:
    """A tree of a million nodes: opened, dragged, stepped through."""
    recording, of, _ = trees.recorded(trees.PLAIN)
    viewer = bench.tab.trees.made()
    bench.tab.trees._enter()
    trees.load_strokes(None)
    viewer.canvas.fast = True
    opened = trees.opening(bench.app, viewer, recording, of)
    viewer.attend()
    for _ in range(150):  # the window looks through its memory when nobody has done anything for a while
        bench.app.host.keep_pace()
        bench.app.host.frame()
    for name, act in (("dragged", trees.panned(viewer)), ("stepped through", trees.stepped(viewer))):
        bench.frames(f"a tree of a million nodes, {name}", act, trees.FRAMES)
        if name == "dragged":
            trees.check_panned(bench.app, viewer)
    worst = max(opened["both"].samples)
    lines = table(["1,000,000 nodes: opening", "time (middle half)"], list(opened.items()))
    return (
        f"{lines}\n\nThe slowest of {len(opened['both'].samples)} openings took {worst:.2f} s; bar: {OPEN_SECONDS:g}."
    )


def main() -> None:
    """Measure; print, or write the section."""
    home = tempfile.mkdtemp()
    os.environ.update(dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME"), home))
    bench = Bench()
    bench.seat("alphabeta", 0.05)
    bench.settle()
    gc.freeze()  # as the window's own start does
    bench.frames("idle", resting)
    for game, engine in THINKING:
        thinking(bench, game, engine)
    playing(bench, resting, "two engines play, 20 moves a second")
    playing(bench, pointing(), "the same, with a mouse that never rests")
    playing(bench, pressing(), "the same, with six keys a second")
    dueling(bench)
    contesting(bench)
    keeping_a_tree(bench)
    opening = million(bench)
    bench.app.shell.close(remember=False)
    told(bench.scenes, opening, write="--write" in sys.argv[1:])


def told(scenes: list[Scene], opening: str, *, write: bool) -> None:
    """The figures, and how they stand to their bars."""
    idle = float(scenes[0].wall.max())
    late = max(scenes[1:], key=lambda scene: float(scene.wall.max()))
    columns = ["Boards, 1440 × 900, panel open", "CPU ms p50", "p99", "max", "interval ms p99 / max"]
    bars = f"Longest interval beyond an idle run's: {late.wall.max() - idle:.1f} ms ({late.name}); bar: {STALL_MS:g}. "
    over = [f"{s.name} {np.percentile(s.cpu, 99):.1f}" for s in scenes if np.percentile(s.cpu, 99) > BAR_MS]
    bars += f"Bar of the p99: {BAR_MS:g} ms" + (f"; missed by: {', '.join(over)}." if over else ", kept by all.")
    text = "\n\n".join([table(columns, [scene.row() for scene in scenes]), bars, opening])
    report: Callable[[str], object] = partial(section, "Boards") if write else print
    report(text)


if __name__ == "__main__":
    main()
