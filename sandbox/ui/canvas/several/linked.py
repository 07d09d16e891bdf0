"""Canvases that share one camera: whoever moves one of them moves all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from sandbox.ui.canvas.widget import Canvas

if TYPE_CHECKING:
    from sandbox.ui.canvas.camera import Box, Camera


class LinkedCanvas(Canvas):
    """A canvas whose camera others share, each in its own size."""

    def __init__(self) -> None:
        super().__init__()
        self.others: list[LinkedCanvas] = []
        self.free = False  # moved by hand
        self.led = False  # by another one, at this moment

    def look_at(self, camera: Camera) -> None:
        """Move the camera, and the others'."""
        super().look_at(camera)
        self.free = True
        self._lead(lambda other: other.look_at(self.camera.resized(*other.rect.size)))

    def fit(self, box: Box | None = None) -> None:
        """Show all, in each of them."""
        super().fit(box)
        self.free = box is not None
        self._lead(lambda other: other.fit(box))

    def _lead(self, move: Callable[[LinkedCanvas], None]) -> None:
        if self.led:
            return
        for other in self.others:
            if other.is_mounted and other.rect.w:
                other.led = True
                move(other)
                other.led = False


def link(canvases: Iterable[LinkedCanvas]) -> None:
    """Let these, and no others, share their camera."""
    together = list(canvases)
    for canvas in together:
        canvas.others = [other for other in together if other is not canvas]
