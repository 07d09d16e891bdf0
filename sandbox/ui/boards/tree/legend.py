"""What the shapes and lines of a tree mean, drawn as they are in it."""

from __future__ import annotations

import pygame

from sandbox.gametree.tree.picture import KINDS
from sandbox.layers import Role
from sandbox.ui.canvas.colours import palette
from sandbox.ui.kit import Colour, Column, Label, Row, Widget

SHAPES = {0: "disc", 1: "square", 2: "diamond"}
LINES = {
    "never looked at": (Role.BAD, 1, True),
    "window (α, β), for the side at the root; the tick is the value": (Role.EDGE, 2, False),
}


class Mark(Widget):
    """A node's shape in its colour, or a line."""

    def __init__(self, role: Role, shape: str = "", thick: int = 0, *, dashed: bool = False) -> None:
        super().__init__(width=26, height=16)
        self.role, self.shape, self.thick, self.dashed = role, shape, thick, dashed

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw it."""
        colour = Colour(*palette(self.look.theme.name).roles[self.role])
        if self.shape:
            self.look.painter.mark(surface, self.rect.center, colour, self.shape, self.dp(6))
            return
        high = self.dp(self.thick)
        pieces = (0, 2) if self.dashed else (0, 1, 2)
        for piece in pieces:
            wide = self.rect.w // 3
            rect = pygame.Rect(self.rect.x + piece * wide, self.rect.centery - high // 2, wide, high)
            self.look.painter.fill(surface, colour, rect)


class Legend(Column):
    """All of it."""

    def __init__(self) -> None:
        searched = [self._line(Mark(role, SHAPES[i]), legend) for i, (_, legend, role, _) in enumerate(KINDS)]
        searched.append(self._line(Mark(Role.HEAT, "disc"), "being searched"))
        dashed = [self._line(Mark(r, "", thick, dashed=d), words) for words, (r, thick, d) in LINES.items()]
        self.searched = [*searched, *dashed]
        self.simulated = [
            self._line(
                Mark(Role.GOOD, "disc"), "a node, larger the more simulations went through it; their number, and won"
            ),
            self._line(Mark(Role.HEAT, "", 5), "path of this simulation"),
        ]
        both = [
            self._line(Mark(Role.PATH, "", 3), "best line"),
            self._line(Mark(Role.EDGE, "ring"), "hollow: ended here (judged, over, in the table …)"),
            self._line(Label("+3", style="mono_small", role="dim", width=26), "children that are not drawn"),
        ]
        super().__init__([*self.searched, *self.simulated, *both], gap=4)

    def follow(self, *, simulated: bool) -> None:
        """Show what there is in a tree."""
        for lines, wanted in ((self.searched, not simulated), (self.simulated, simulated)):
            for line in lines:
                line.visible = wanted

    @staticmethod
    def _line(mark: Widget, words: str) -> Widget:
        return Row([mark, Label(words, style="small", role="dim", wrap=True, grow=1)], gap=8)
