"""Moving the picture with a button held: from a press to its release the camera follows the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.events import Pointer


class Panning:
    """One drag after another; `moved` says whether the last was one, or a click so far."""

    def __init__(self) -> None:
        self.at: tuple[int, int] | None = None  # the pointer, while the button is held
        self.moved = False
        self._slack = 0

    @property
    def held(self) -> bool:
        """Whether the button is down."""
        return self.at is not None

    def begin(self, at: tuple[int, int], slack: int | None = None) -> None:
        """The button went down. Up to so many pixels it is a click; without a slack the camera follows at once."""
        self.at, self.moved, self._slack = at, slack is None, slack or 0

    def end(self) -> None:
        """The button is up, or nothing more is to follow it."""
        self.at = None

    def follow(self, canvas: Canvas, event: Pointer) -> None:
        """The pointer moved, or the button came up."""
        if event.kind in ("up", "cancel"):
            self.end()
        elif event.kind == "move" and self.at is not None:
            dx, dy = event.x - self.at[0], event.y - self.at[1]
            if self.moved or max(abs(dx), abs(dy)) > self._slack:
                self.at, self.moved = event.at, True
                canvas.look_at(canvas.camera.panned(dx, dy))
