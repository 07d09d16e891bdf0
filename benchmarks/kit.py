"""What the window's toolkit costs: `python -m benchmarks.kit`.

CPU time of this thread, not time on the wall, so that a busy machine tells less. Each figure is the median
of many frames with the middle half of the samples, and is compared with what the same change costs when the
whole window is repainted, and with pygame_gui doing the same where that is installed (benchmarks/requirements.txt).
Before a time is reported, what was repainted piecemeal is compared pixel by pixel with a full repaint.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from benchmarks.harness import Timing, duration, section, table
from sandbox.ui.kit import Column, Grid, Label, MemoryClipboard, Panel, Root, Row, Table, TableColumn, load_look
from sandbox.ui.kit.gallery import Gallery

if TYPE_CHECKING:
    from collections.abc import Callable

ASSETS = Path(__file__).parents[1] / "assets"
FRAMES = 300
WINDOWS: list[pygame.Window] = []
FIRST_FRAME = """
import time; start = time.perf_counter()
from pathlib import Path
from sandbox.ui.kit import Host, Root, load_look
from sandbox.ui.kit.gallery import Gallery
assets = Path({assets!r})
host = Host("first frame", (1440, 900))
host.attach(Root(host.surface, load_look(assets), Gallery(assets, "dark", 1.0)))
host.frame()
print(time.perf_counter() - start)
"""


def cpu_of(run: Callable[[], object], frames: int = FRAMES) -> Timing:
    """CPU seconds of each of many runs."""
    for _ in range(5):
        run()
    samples = []
    for _ in range(frames):
        began = time.thread_time()
        run()
        samples.append(time.thread_time() - began)
    return Timing(tuple(samples))


def root_of(content: object, size: tuple[int, int], scale: float = 1.0) -> Root:
    """A root on a window's surface."""
    window = pygame.Window("benchmark", size)
    root = Root(window.get_surface(), load_look(ASSETS, "dark", scale), content, clipboard=MemoryClipboard())
    WINDOWS.append(window)  # a surface lives only as long as its window
    root.paint()
    return root


def repaint(root: Root) -> None:
    """Paint everything."""
    root.damage_all()
    root.paint()


def assert_same_as_full(root: Root) -> None:
    """What lies on the screen is what a full repaint gives."""
    before = pygame.surfarray.array3d(root.surface)
    repaint(root)
    assert np.array_equal(before, pygame.surfarray.array3d(root.surface))


def full_repaints() -> list[tuple[str, Timing]]:
    """Every page of the gallery at 2880×1800, and the memory's own speed."""
    found = []
    for page, name in enumerate(("controls", "data", "charts", "looks")):
        root = root_of(Gallery(ASSETS, "dark", 2.0, page), (2880, 1800), 2.0)
        found.append((f"full repaint, 2880×1800, {name}", cpu_of(lambda root=root: repaint(root), 100)))
    window = pygame.Window("fill", (2880, 1800))
    surface = window.get_surface()
    found.append(("(one fill of 2880×1800)", cpu_of(lambda: surface.fill((18, 20, 25)), 100)))
    window.destroy()
    return found


def changing_labels() -> list[tuple[str, Timing]]:
    """Forty numbers that change every frame."""
    labels = [Label("0", style="mono", width=70) for _ in range(40)]
    cells = [Row([Label(f"counter {i}", role="dim", grow=1), label]) for i, label in enumerate(labels)]
    root = root_of(Panel([Grid([1, 1, 1, 1], cells, gap=(24, 6))], fill="panel", pad=16), (1440, 900))
    count = 0

    def change() -> None:
        nonlocal count
        count += 7919
        for i, label in enumerate(labels):
            label.text = f"{count + i:,}"

    def frame() -> None:
        change()
        root.paint()

    def whole() -> None:
        change()
        repaint(root)

    found = [("40 changing labels", cpu_of(frame)), ("the same, whole window", cpu_of(whole, 100))]
    assert_same_as_full(root)
    return found


def table_scroll() -> list[tuple[str, Timing]]:
    """A table of 200 rows, scrolled by 20 pixels a frame."""
    columns = [TableColumn("Agent", 120, 1), *(TableColumn(t, 90, number=True) for t in ("Cost", "Nodes", "Time"))]
    rows = [(f"agent-{i:03d}", i * 1.37, i * 31, i / 7) for i in range(200)]
    widget = Table(columns, rows)
    root = root_of(Row([widget, Column([], width=900)], cross="stretch"), (1440, 900))
    step = 0

    def scroll() -> None:
        nonlocal step
        step += 1
        widget.scroll_to(abs((step * 20) % 8000 - 4000))

    def frame() -> None:
        scroll()
        root.paint()

    def whole() -> None:
        scroll()
        widget.redraw()
        repaint(root)

    found = [("table of 200 rows, scrolling", cpu_of(frame)), ("the same, whole window", cpu_of(whole, 100))]
    assert_same_as_full(root)
    return found


def idle_and_hover() -> list[tuple[str, Timing]]:
    """A frame in which nothing happened, and one in which the mouse moved over the controls."""
    root = root_of(Gallery(ASSETS, "dark", 1.0), (1440, 900))

    def idle() -> None:
        root.update(0.0)
        assert root.paint() == []

    step = 0

    def hover() -> None:
        nonlocal step
        step += 1
        pos = (40 + step * 13 % 1300, 120 + step * 7 % 600)
        root.handle(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        root.paint()

    found = [("idle frame", cpu_of(idle)), ("mouse moving over the controls", cpu_of(hover))]
    root.tooltips.hide()
    assert_same_as_full(root)
    return found


def peer() -> list[tuple[str, Timing]]:
    """The same forty labels in pygame_gui, if it is there."""
    try:
        import pygame_gui
    except ImportError:
        return []
    pygame.font.init()
    screen = pygame.display.set_mode((1440, 900))
    manager = pygame_gui.UIManager((1440, 900))
    labels = [
        pygame_gui.elements.UILabel(pygame.Rect(20 + i % 4 * 350, 20 + i // 4 * 30, 120, 24), "0", manager)
        for i in range(40)
    ]
    count = 0

    def frame() -> None:
        nonlocal count
        count += 7919
        for i, label in enumerate(labels):
            label.set_text(f"{count + i:,}")
        manager.update(1 / 60)
        screen.fill((18, 20, 25))
        manager.draw_ui(screen)

    return [("40 changing labels, pygame_gui", cpu_of(frame, 100))]


def first_frame() -> list[tuple[str, Timing]]:
    """From a cold interpreter's first import to the first complete frame of the gallery (on the wall)."""
    code = FIRST_FRAME.format(assets=str(ASSETS))
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
        for _ in range(5)
    ]
    return [
        ("import to first frame of the gallery (wall)", Timing(tuple(float(run.stdout.split()[-1]) for run in runs)))
    ]


def main() -> None:
    """Measure everything and write the section."""
    pygame.display.init()
    found = [*idle_and_hover(), *changing_labels(), *peer(), *table_scroll(), *full_repaints(), *first_frame()]
    rows = [(name, str(timing), duration(timing.best)) for name, timing in found]
    section("kit", table(("what", "median (middle half), CPU", "best"), rows))


if __name__ == "__main__":
    main()
