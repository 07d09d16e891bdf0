"""A guess on the map: in hand instead of the tool, until a place was clicked; then the right places are marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sandbox.layers import Role
from sandbox.ui.kit.events import LEFT
from sandbox.ui.maps.tools.parts.pen import Pen

if TYPE_CHECKING:
    import pygame

    from sandbox.level.rect import Rect
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.events import Key, Pointer
    from sandbox.ui.kit.overlays.menu_items import MenuItem


class Pointing:
    """A press tells where."""

    cursor = "crosshair"

    def __init__(self, session: Any, guessed: Callable[[tuple[float, float]], None]) -> None:
        self.session, self.guessed = session, guessed
        session.canvas.tool, session.canvas.cursor = self, self.cursor

    def put_down(self) -> None:
        """The tool again, unless another one was taken meanwhile."""
        canvas, tool = self.session.canvas, self.session.tool
        if canvas.tool is self:
            canvas.tool, canvas.cursor = tool, tool.cursor

    @property
    def own_right(self) -> bool:
        """The right button opens the menu."""
        return False

    def pointer(self, canvas: Canvas, event: Pointer, at: tuple[float, float]) -> bool:  # noqa: ARG002
        """A press is a guess."""
        if event.kind == "down" and event.button == LEFT:
            self.put_down()
            self.guessed(at)
            return True
        return False

    def key(self, canvas: Canvas, event: Key) -> bool:  # noqa: ARG002
        """Keys are nothing to it."""
        return False

    def menu(self) -> Sequence[MenuItem]:
        """What the tool offers."""
        items: Sequence[MenuItem] = self.session.tool.menu()
        return items


class RightPlaces:
    """Where a click would have been right, marked until the step is left."""

    def __init__(self, session: Any, places: Sequence[Rect]) -> None:
        self.session, self.places = session, places
        session.canvas.overlays.append(self._paint)
        session.canvas.touch()

    def put_down(self) -> None:
        """The map without them."""
        self.session.canvas.overlays.remove(self._paint)
        self.session.canvas.touch()

    def _paint(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        colours = self.session.palette()
        pen = Pen(canvas, surface, clip, colours)
        for place in self.places:
            pen.box(place.x0, place.y0, place.x1, place.y1, colours.roles[Role.GOOD])
