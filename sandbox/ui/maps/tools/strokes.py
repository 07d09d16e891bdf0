"""Draw terrain along the pointer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sandbox.level.edits import Line
from sandbox.level.terrain import FLOOR
from sandbox.ui.kit.events import LEFT, RIGHT
from sandbox.ui.maps.tools.api import At, MapTool, Workbench

if TYPE_CHECKING:
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.events import Pointer


class Brush(MapTool):
    """A stroke of terrain; the right button draws floor."""

    name = "paint"
    title = "Paint terrain"
    icon = "paintbrush"
    keys = ("B",)
    group = "tiles"

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._last: tuple[int, int] | None = None
        self._code = FLOOR

    @property
    def hint(self) -> str:
        """How to paint."""
        return "Drag to paint, with the right button to erase"

    def code_for(self, button: int) -> int:
        """What a button paints."""
        return FLOOR if button == RIGHT else self.bench.paint.code

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:  # noqa: ARG002
        """A stroke is one gesture."""
        cell = math.floor(at[0]), math.floor(at[1])
        if event.kind == "down" and event.button in (LEFT, RIGHT):
            self._code = self.code_for(event.button)
            self.editing.begin("Erase" if self._code == FLOOR else f"Paint {self.level.palette[self._code].name}")
            self._last = cell
            self._stroke(cell)
            return True
        if self._last is None:
            return False
        if event.kind == "move" and cell != self._last:
            self._stroke(cell)
        elif event.kind in ("up", "cancel"):
            self._last = None
            self.editing.end()
        return True

    def _stroke(self, cell: tuple[int, int]) -> None:
        assert self._last is not None
        self.editing.do(Line(*self._last, *cell, self._code, self.bench.paint.size))
        self._last = cell

    def laid_away(self) -> None:
        """The stroke ends."""
        self._last = None


class Eraser(Brush):
    """The brush with floor on it."""

    name = "erase"
    title = "Erase to floor"
    icon = "eraser"
    keys = ("E",)

    @property
    def hint(self) -> str:
        """How to erase."""
        return "Drag to erase to floor"

    def code_for(self, button: int) -> int:  # noqa: ARG002
        """Floor."""
        return FLOOR
