"""What the window costs: `python -m benchmarks.window`; `idle` alone tells what it costs while nothing happens.

Start-up is measured in fresh processes, frames in this one under SDL's dummy driver: CPU time of the window's
thread for each frame, time on the wall between frames for what a person would feel. The picture kept while
panning is compared with one painted from nothing before any time is reported. Idle costs are measured twice, under the
dummy driver and, where there is Xvfb, in a window on a screen, which waits in another way.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from benchmarks.harness import Timing, duration, interleaved, ratio, section, table
from sandbox.layers import CellField, Role, Segments
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, Query, Status, planners
from sandbox.ui.app import App, Request
from sandbox.ui.canvas.picture import Picture
from sandbox.ui.jobs import Job

ROOT = Path(__file__).parents[1]
SIDE = 2048
FRAMES = 240


def start_up(tab: str, rounds: int = 7) -> tuple[Timing, int]:
    """Import to first complete frame, in fresh processes; how many kernels any of them compiled."""
    words = [sys.executable, "main.py", "--tab", tab, "--frames", "3", "--size", "1440x900"]
    settings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}  # as at anybody's
    first, compiled = [], 0
    for _ in range(rounds):
        out = subprocess.run(words, cwd=ROOT, env=settings, capture_output=True, encoding="utf-8", check=True).stdout
        report = json.loads(out)
        first.append(report["first_frame_ms"] / 1000)
        compiled += report["compiled"]
    return Timing(tuple(first[1:])), compiled


def warmed(app: App) -> None:
    """As a while after the start: nothing is left to compile."""
    warmer = app.services.warmer
    warmer.start = lambda: None  # type: ignore[method-assign]
    warmer.state = type(warmer.state)(finished=True)


def big_window() -> App:
    """A window on a 2048 × 2048 level with a field of 500,000 cells and 20,000 edges over it."""
    app = App(Request(size=(1440, 900)))
    warmed(app)
    app.shell.show("maps")
    tab = app.shell.tabs["maps"]
    for row in tab.rows:  # type: ignore[attr-defined]
        row.ticked = False  # no answer takes the place of what is shown below
    random = np.random.default_rng(1)
    terrain = np.where(random.random((SIDE, SIDE)) < 0.2, WALL, 0).astype(np.uint8)
    for corner in (slice(16), slice(-16, None)):
        terrain[corner, corner] = 0  # the ends of the long queries
    level = Level(terrain)
    tab.show_level(level, "big")  # type: ignore[attr-defined]
    y, x = np.mgrid[:SIDE, :SIDE]
    distance = np.hypot(x - 900, y - 900)
    field = np.where(distance < 399, distance, np.nan)  # π · 399² = 500,000 cells
    assert abs(np.isfinite(field).sum() - 500_000) < 1000
    ends = random.uniform(0, SIDE, (20_000, 1, 2)) + random.normal(0, 12, (20_000, 2, 2))
    canvas = tab.canvas  # type: ignore[attr-defined]
    canvas.scene.show([CellField(name="g", values=field), Segments(name="mesh", ends=ends, role=Role.MESH)])
    canvas.fast = True
    return app


Act = Callable[[int], None]


def frames(app: App, act: Act, count: int = FRAMES) -> tuple[np.ndarray, np.ndarray]:
    """CPU and wall milliseconds of so many frames, 60 a second, each after the events that `act(number)` posts."""
    cpu, wall, last = [], [], 0.0
    for number in range(count):
        act(number)
        app.host.rest()
        app.host.pump()
        began, now = time.thread_time(), time.perf_counter()
        app.host.turn()
        cpu.append(1000 * (time.thread_time() - began))
        if last:
            wall.append(1000 * (now - last))
        last = now
    return np.array(cpu[5:]), np.array(wall[5:])


def resting(_number: int) -> None:
    """An event that changes nothing."""
    pygame.event.post(pygame.event.Event(pygame.USEREVENT))


def panning(app: App) -> Act:
    """A hand that drags the map to and fro with the middle button."""
    canvas = app.shell.tabs["maps"].canvas  # type: ignore[attr-defined]
    canvas.look_at(canvas.camera.zoomed(4.0, 400, 400))
    at = list(canvas.rect.center)
    held: dict[str, Any] = {"button": 2, "touch": False, "window": None}
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=tuple(at), rel=(0, 0), buttons=(0, 0, 0), touch=False))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=tuple(at), **held))

    def act(number: int) -> None:
        step = 9 if number // 30 % 2 == 0 else -9
        at[0], at[1] = at[0] + step, at[1] + step // 3
        event = pygame.event.Event(
            pygame.MOUSEMOTION, pos=tuple(at), rel=(step, step // 3), buttons=(0, 1, 0), touch=False
        )
        pygame.event.post(event)

    return act


def check_picture(app: App) -> None:
    """The picture kept while panning is the one that would be painted from nothing."""
    canvas = app.shell.tabs["maps"].canvas  # type: ignore[attr-defined]
    fresh = Picture(canvas.scene, canvas._kept().palette, fast=True)
    fresh.update(canvas.camera)
    kept = pygame.surfarray.array2d(canvas._kept().surface) & 0xFFFFFF
    assert (kept == pygame.surfarray.array2d(fresh.surface) & 0xFFFFFF).all()


def searching(app: App) -> list[Job]:
    """Two workers that answer one long query after another."""
    level = app.shell.tabs["maps"].level.copy()  # type: ignore[attr-defined]
    prepared = [planners[key].create().prepare(level) for key in ("astar", "dijkstra")]
    query = Query((3.5, 3.5), (SIDE - 3.5, SIDE - 3.5))
    for planner in prepared:
        assert planner.plan(query, Limits()).status is Status.FOUND

    def work(planner: object) -> object:
        def loop(stop: np.ndarray) -> None:
            while not stop[0]:
                planner.plan(query, Limits(stop=stop))  # type: ignore[attr-defined]

        return loop

    jobs = [Job("search", "s", work(planner), lambda _: None) for planner in prepared]  # type: ignore[arg-type]
    for number, job in enumerate(jobs):
        app.services.worker(f"bench {number}").submit(job)
    return jobs


def row(name: str, cpu: np.ndarray, wall: np.ndarray) -> tuple[str, ...]:
    """One line of the table."""
    figures = (np.median(cpu), np.percentile(cpu, 99), cpu.max())
    longest = f"{np.percentile(wall, 99):.1f} / {wall.max():.1f}"
    return (name, *(f"{f:.2f}" for f in figures), longest)


def idle_share(app: App, seconds: float = 3.0) -> float:
    """CPU of the whole process while nothing happens."""
    while app.services.workers and any(worker.busy for worker in app.services.workers):
        frames(app, resting, 6)
    frames(app, resting, 180)
    began, now = time.process_time(), time.perf_counter()
    while time.perf_counter() - now < seconds:
        app.host.rest()
        app.host.frame()
    return (time.process_time() - began) / seconds


def idle_on_a_screen() -> str:
    """The same of a window on a screen."""
    if not shutil.which("Xvfb"):
        return "not measured"
    read, write = os.pipe()
    words = ["Xvfb", "-noreset", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-displayfd", str(write)]
    server = subprocess.Popen(words, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as pipe:
        env = os.environ | {"DISPLAY": f":{pipe.readline().strip()}", "SDL_VIDEODRIVER": "x11"}
    words = [sys.executable, "-m", "benchmarks.window", "idle"]
    out = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, encoding="utf-8", check=True).stdout
    server.terminate()
    server.wait()
    return out.split("\n")[-2]


def idle() -> None:
    """Print what the window on the large level costs while nothing happens."""
    app = big_window()
    print(percent(idle_share(app, 10.0)))
    app.shell.close(remember=False)


def percent(share: float) -> str:
    """Of one core."""
    return f"{100 * share:.2f} %"


def full_repaint(rounds: int = 40) -> dict[str, Timing]:
    """Everything at 2880 × 1800, at twice the scale; in turn with the least that memory takes.

    No repaint can be quicker than one colour written over the whole surface once. What is copied (pictures, glyphs)
    is read besides: a copy of the whole surface is how long that takes where nothing is mixed.
    """
    app = App(Request(size=(2880, 1800), scale=2.0))
    warmed(app)
    app.shell.show("maps")
    app.host.turn()
    surface = app.root.surface
    other = surface.copy()

    def repaint() -> None:
        app.root.damage_all()
        app.root.paint()

    ways = {"repaint": repaint, "fill": lambda: other.fill("red"), "copy": lambda: other.blit(surface, (0, 0))}
    taken = interleaved({name: cpu_of(way) for name, way in ways.items()}, rounds, own_clock=True)
    app.shell.close(remember=False)
    return taken


def cpu_of(run: Callable[[], object]) -> Callable[[], float]:
    """The processor's seconds of one run, for a machine that has others to do."""

    def timed() -> float:
        began = time.thread_time()
        run()
        return time.thread_time() - began

    return timed


def told(taken: dict[str, Timing]) -> str:
    """What a full repaint takes, and what memory alone would."""
    repaint, fill, copy = taken["repaint"], taken["fill"], taken["copy"]
    return (
        f"Full repaint at 2880 × 1800: {duration(repaint.median)} CPU, {ratio(repaint, fill):.2f} times one colour "
        f"written over all of it ({duration(fill.median)}), {ratio(repaint, copy):.2f} times all of it copied "
        f"({duration(copy.median)})."
    )


def main() -> None:
    """Measure and write the section."""
    home = tempfile.mkdtemp()
    os.environ.update(dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME"), home))
    starts = [(tab, *start_up(tab)) for tab in ("maps", "boards")]
    app = big_window()
    idle_cpu, idle_wall = frames(app, resting)
    act = panning(app)
    before = app.shell.tabs["maps"].canvas.camera  # type: ignore[attr-defined]
    frames(app, act, 10)
    assert before != app.shell.tabs["maps"].canvas.camera, "nothing was panned"  # type: ignore[attr-defined]
    pan_cpu, pan_wall = frames(app, act)
    check_picture(app)
    jobs = searching(app)
    busy_cpu, busy_wall = frames(app, act)
    for job in jobs:
        job.cancel()
    share = idle_share(app)
    app.shell.close(remember=False)
    columns = [
        "2048 × 2048, 500,000-cell field, 20,000 edges, 1440 × 900",
        "CPU ms p50",
        "p99",
        "max",
        "interval ms p99 / max",
    ]
    rows = [
        row("idle", idle_cpu, idle_wall),
        row("panning", pan_cpu, pan_wall),
        row("panning, two searches", busy_cpu, busy_wall),
    ]
    late = max(pan_wall.max(), busy_wall.max()) - idle_wall.max()
    lines = [
        table(
            ["import to first complete frame", "time (middle half)", "kernels compiled"],
            [(t, s, c) for t, s, c in starts],
        ),
        table(columns, rows),
        f"Longest interval beyond an idle run's: {late:.1f} ms.",
        f"Idle CPU: {idle_on_a_screen()} on a screen, {percent(share)} under the dummy driver.",
        told(full_repaint()),
    ]
    section("Window", "\n\n".join(lines))


if __name__ == "__main__":
    idle() if sys.argv[1:] == ["idle"] else main()
