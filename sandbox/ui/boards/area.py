"""Layouts of the tab: lines that wrap where they are narrow, and the board with moves beside and values below."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from sandbox.ui.kit import Container, Widget
from sandbox.ui.kit.layout import Pad
from sandbox.ui.kit.widget import Size

MOVES_WIDE = 156  # dp for the move list
ROOM_BESIDE = 330  # dp the board keeps beside it
GRAPH_HIGH = 124  # dp for the graph
ROOM_ABOVE = 250  # dp the board keeps above it


class BoardArea(Container):
    """Moves, board and graph. What there is no room for goes; all of it can be had by keys and menus, too."""

    def __init__(self, moves: Widget, board: Widget, graph: Widget) -> None:
        self.moves, self.board, self.graph = moves, board, graph
        super().__init__([moves, board, graph], grow=1)

    def layout(self) -> None:
        """Give the board what is left."""
        room = self.inner()
        self.moves.visible = room.w >= self.dp(MOVES_WIDE + ROOM_BESIDE)
        self.graph.visible = room.h >= self.dp(GRAPH_HIGH + ROOM_ABOVE)
        gap, rest = self.dp(8), room.copy()
        if self.graph.visible:
            high = self.dp(GRAPH_HIGH)
            self.graph.arrange(pygame.Rect(room.x + gap, room.bottom - high, room.w - 2 * gap, high - gap))
            rest.h -= high
        if self.moves.visible:
            wide = self.dp(MOVES_WIDE)
            self.moves.arrange(pygame.Rect(room.x + gap, rest.y, wide - gap, rest.h - gap))
            rest.x, rest.w = rest.x + wide, rest.w - wide
        self.board.arrange(rest)


class Wrapped(Container):
    """Children from left to right, going on in the next line where one is full; those that grow fill their line."""

    def __init__(self, children: Iterable[Widget], *, gap: float = 6, pad: Pad = 0, fill: str | None = None) -> None:
        self.gap = gap
        super().__init__(children, pad=pad, fill=fill)

    def _lines(self, room: int) -> list[list[tuple[Widget, int]]]:
        """Children and their widths, line by line."""
        lines: list[list[tuple[Widget, int]]] = [[]]
        left, gap = room, self.dp(self.gap)
        for child in self.shown_children:
            wide = min(child.size_for(None)[0], room)
            if lines[-1] and wide > left:
                lines.append([])
                left = room
            lines[-1].append((child, wide))
            left -= wide + gap
        return [self._filled(line, room) for line in lines]

    def _filled(self, line: list[tuple[Widget, int]], room: int) -> list[tuple[Widget, int]]:
        spare = max(0, room - sum(wide for _, wide in line) - self.dp(self.gap) * (len(line) - 1))
        growing = sum(1 for child, _ in line if child.grow) or 1
        return [(child, wide + spare // growing if child.grow else wide) for child, wide in line]

    def measure(self, width: int | None) -> Size:
        """Return the height of all lines."""
        if width is None:
            wide = sum(child.size_for(None)[0] + self.dp(self.gap) for child in self.shown_children)
            return self.padded((wide, max((c.size_for(None)[1] for c in self.shown_children), default=0)))
        lines = self._lines(self.inside(width) or 0)
        heights = [max((child.size_for(wide)[1] for child, wide in line), default=0) for line in lines]
        return self.padded((self.inside(width) or 0, sum(heights) + self.dp(self.gap) * (len(lines) - 1)))

    def layout(self) -> None:
        """Place the lines, each child in the middle of its line."""
        room = self.inner()
        y = room.y
        for line in self._lines(room.w):
            x, high = room.x, max((child.size_for(wide)[1] for child, wide in line), default=0)
            for child, wide in line:
                own = child.size_for(wide)[1]
                child.arrange(pygame.Rect(x, y + (high - own) // 2, wide, own))
                x += wide + self.dp(self.gap)
            y += high + self.dp(self.gap)
