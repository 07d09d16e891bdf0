"""What the last edit made planners repair: in words in the map's corner, and flashing where it is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from sandbox import figures
from sandbox.layers import CellField, Polygons, Role
from sandbox.ui.maps.tools.parts.pen import mask_edges

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from sandbox.layers import Layer
    from sandbox.ui.maps.entries import Row
    from sandbox.ui.maps.session import Session
    from sandbox.ui.maps.tools.parts.pen import Pen
    from sandbox.ui.maps.worker_side import Answer

SECONDS, FLASH, BEAT = 3.0, 0.9, 0.15
MARGIN = 8  # dp


def described(title: str, answer: Answer) -> str:
    """What a repair touched, and how long it took."""
    return f"{title}: {answer.repaired}, {figures.seconds(1e-9 * answer.repair_ns)}"


def outlines(layers: Iterable[Layer]) -> NDArray[np.float64]:
    """The edges of what is marked as rebuilt: [n, 4] in cells."""
    parts = [np.zeros((0, 4))]
    for layer in layers:
        if layer.role is not Role.DIRTY:
            continue
        if isinstance(layer, CellField):
            parts.append(mask_edges(np.isfinite(layer.values) & (layer.values > 0)))
        elif isinstance(layer, Polygons) and len(layer.xy):
            following = np.arange(1, len(layer.xy) + 1)
            following[layer.starts[1:] - 1] = layer.starts[:-1]
            parts.append(np.concatenate([layer.xy, layer.xy[following]], axis=1))
    return np.concatenate(parts)


class Touched:
    """Told of repairs; draws them for as long as they are news."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.lines: dict[str, str] = {}  # by planner
        self._edges = np.zeros((0, 4))
        self._since = 0.0
        self._of = -1  # the level's version when it was repaired
        session.asking.on_repair.append(self.repaired)
        session.editing.taken.append(self.forget)

    def repaired(self, row: Row, answer: Answer) -> None:
        """A planner followed an edit."""
        now = time.perf_counter()
        if now - self._since > BEAT and answer.version != self._of:
            self.forget()  # of an edit before; some planners take their time
        self._since, self._of = now, answer.version
        self.lines[row.key] = described(row.entry.title, answer)
        if not self.session.history.in_gesture:
            self._edges = np.concatenate([self._edges, outlines(answer.touched)])
        for moment in (*np.arange(BEAT, FLASH, BEAT).tolist(), FLASH, SECONDS):
            self.session.root.after(moment + 0.01, self.session.canvas.touch)

    def forget(self) -> None:
        """Nothing is news."""
        self.lines.clear()
        self._edges = np.zeros((0, 4))

    def draw(self, pen: Pen) -> None:
        """The words; and, every other beat, the outlines."""
        age = time.perf_counter() - self._since
        if age > SECONDS:
            self.forget()
        if age < FLASH and int(age / BEAT) % 2 == 0 and len(self._edges):
            pen.segments(self._edges, pen.brush.palette.roles[Role.DIRTY], width=2.5)
        canvas, margin = pen.canvas, pen.canvas.dp(MARGIN)
        top = canvas.rect.y + margin
        for line in self.lines.values():
            top = pen.chip(line, (canvas.rect.x + margin, top)).bottom - 1
