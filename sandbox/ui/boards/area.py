"""The left side of the tab: the moves beside the board, the game's values below, as far as there is room."""

from __future__ import annotations

import pygame

from sandbox.ui.kit import Container, Widget

MOVES_WIDE = 156  # dp for the move list
ROOM_BESIDE = 330  # dp the board keeps beside it
GRAPH_HIGH = 112  # dp for the graph
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
