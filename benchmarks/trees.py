"""What a tree of a million nodes costs in the window: `python -m benchmarks.trees`.

A search of exactly so many nodes is recorded; opening it is everything from the recording to the first frame that
shows the tree. Frames are timed in this process under SDL's dummy driver, as benchmarks/window.py does. Before any time
is reported the tree is compared with the search's own counts, and the picture that was panned with one painted anew.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from benchmarks.harness import Timing, duration, seconds_of, section, table
from sandbox.games.api import games
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport, Snapshot
from sandbox.gametree.tree import files
from sandbox.gametree.tree.anew import Anew, ready
from sandbox.gametree.tree.causes import Walk
from sandbox.gametree.tree.reading import Searched, of_recording
from sandbox.ui.app import App, Request
from sandbox.ui.boards.tree.view import TreeView
from sandbox.ui.boards.tree.viewer import TreeViewer
from sandbox.ui.warm import load_strokes

NODES = 1_000_000
FRAMES = 240
PLAIN = {"table": "off", "table_move": False, "killers": False, "history": False, "static": False, "deepening": False}


def recorded(options: dict[str, object]) -> tuple[TreeRecording, Searched, Snapshot]:
    """A search of Connect Four that visits a million nodes."""
    game = games["connect-four"].create()
    position = game.face().start()
    recording = TreeRecording(NODES, every_depth=True)
    engine = engines["alphabeta"].create({"depth": 20, **options})
    shot = engine.search(game, position, Limits(nodes=NODES), SearchReport(), recording).report
    assert recording.count == shot.nodes == NODES
    return recording, Searched(game, position, "alphabeta", options, shot), shot


def viewed(recording: TreeRecording, of: Searched) -> TreeView:
    """Everything a worker does before the tree is shown."""
    tree = of_recording(recording, of)
    return TreeView(ready(Anew(tree, Walk(tree, of.game), "")))


def window() -> tuple[App, TreeViewer]:
    """A window on the boards."""
    app = App(Request(size=(1440, 900)))
    app.services.warmer.start = lambda: None  # type: ignore[method-assign]
    app.shell.show("boards")
    viewer: TreeViewer = app.shell.tabs["boards"].trees.made()  # type: ignore[attr-defined]
    load_strokes(None)
    viewer.canvas.fast = True
    return app, viewer


def opening(app: App, viewer: TreeViewer, recording: TreeRecording, of: Searched, rounds: int = 7) -> dict[str, Timing]:
    """Seconds from the recording to the view, and from there to a frame that shows it."""
    worked, shown = [], []
    for _ in range(rounds + 1):
        viewer.content.visible = True
        began = time.perf_counter()
        view = viewed(recording, of)
        middle = time.perf_counter()
        viewer._show("a million nodes", view)
        app.host.frame()
        worked.append(middle - began)
        shown.append(time.perf_counter() - middle)
    assert len(view.tree) == NODES
    both = [a + b for a, b in zip(worked, shown, strict=True)]
    return {
        "in the worker: read, link, lay out": Timing(tuple(worked[1:])),
        "in the window: draw the first frame": Timing(tuple(shown[1:])),
        "both": Timing(tuple(both[1:])),
    }


def frames(app: App, act: Callable[[int], None], count: int = FRAMES) -> Timing:
    """Seconds of the processor for each frame after `act(number)`."""
    found = []
    for number in range(count):
        act(number)
        began = time.thread_time()
        app.host.frame()
        found.append(time.thread_time() - began)
        pygame.time.wait(2)
    return Timing(tuple(found))


def panned(viewer: TreeViewer) -> Callable[[int], None]:
    """Drag the tree to and fro."""

    def act(number: int) -> None:
        viewer.canvas.look_at(viewer.canvas.camera.panned(-9 if (number // 60) % 2 else 9, 3 if number % 2 else -3))

    return act


def check_panned(app: App, viewer: TreeViewer) -> None:
    """The picture that was shifted is the one painted from nothing."""
    app.host.frame()
    before = pygame.surfarray.array2d(app.root.surface.subsurface(viewer.canvas.rect))
    viewer.canvas.scene.changes += 1
    viewer.canvas.touch()
    app.host.frame()
    after = pygame.surfarray.array2d(app.root.surface.subsurface(viewer.canvas.rect))
    assert np.mean(before != after) < 0.002, "a panned picture differs from one painted anew"


def stepped(viewer: TreeViewer) -> Callable[[int], None]:
    """Go to events all over the search."""
    where = np.random.default_rng(1).integers(0, viewer.timeline.length, FRAMES).tolist()
    return lambda number: viewer.timeline.stop(where[number])


def files_table(recording: TreeRecording, of: Searched) -> str:
    """Saving and opening a file."""
    tree = of_recording(recording, of)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tree.json"
        saving = seconds_of(lambda: files.save(tree, path))
        size = path.stat().st_size / 1e6
        reading = seconds_of(lambda: files.load(path))
    return f"As a file it has {size:.0f} MB; saving takes {duration(saving)}, reading {duration(reading)} (once each)."


def main() -> None:
    """One section."""
    recording, of, _ = recorded(PLAIN)
    app, viewer = window()
    opened = opening(app, viewer, recording, of)
    lines = [table(["1,000,000 nodes: opening", "time (middle half)"], list(opened.items()))]
    rows = [("panning", frames(app, panned(viewer)))]
    check_panned(app, viewer)
    rows.append(("a step to any event", frames(app, stepped(viewer))))
    told = [
        (n, f"{np.percentile(t.samples, 50) * 1e3:.2f}", f"{np.percentile(t.samples, 99) * 1e3:.2f}") for n, t in rows
    ]
    lines.append(table(["a frame of 1440 × 900", "CPU ms p50", "p99"], told))
    app.shell.close(remember=False)
    lines.append(files_table(recording, of))
    section("Trees", "\n\n".join(lines))


if __name__ == "__main__":
    main()
