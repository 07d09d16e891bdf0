"""Where everything is on a backgammon board: points, bar, what was borne off, dice. As A sees it; no pixels.

A moves from the 24 point to the 1 point, along the upper edge to the left and the lower one to the right. Columns are
counted from the left: six points, the bar, six points, and what was borne off.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from sandbox.games.general.library.backgammon.position_id import BAR

OFF = 0
COLUMNS = 14.0  # 12 points, the bar, what was borne off
ROWS = 12.4  # checkers: five on each edge, and the middle
SHOWN = 5  # checkers of a point that are drawn apart
BAR_COLUMN, OFF_COLUMN = 6.5, 13.55


class Layout(NamedTuple):
    """The board's box, and the side of a column."""

    box: pygame.Rect
    unit: float

    @property
    def radius(self) -> float:
        """Of a checker."""
        return self.unit * 0.44

    def x_of(self, point: int) -> float:
        """The middle of a point's column, counted as A does."""
        column = {OFF: OFF_COLUMN, BAR: BAR_COLUMN}.get(point)
        if column is None:
            column = (12 - point if point <= 12 else point - 13) + 0.5
            column += column > 6
        return self.box.x + column * self.unit

    def upper(self, point: int, player: int) -> bool:
        """Whether a point lies on the upper edge; a player's bar and tray lie where he begins, and ends."""
        if point == BAR:
            return player == 0
        return player == 1 if point == OFF else point > 12

    def checker(self, point: int, player: int, number: int) -> tuple[float, float]:
        """The middle of a checker: the first lies at the edge, or at the middle of the bar."""
        step = self.unit * (0.3 if point == OFF else 0.88)
        first = self.unit * (0.3 if point == OFF else 0.5)
        high = self.upper(point, player)
        if point == BAR:
            away = self.unit * 1.0 + number * step
            return self.x_of(point), self.box.centery + (-away if high else away)
        away = first + number * step
        return self.x_of(point), self.box.y + away if high else self.box.bottom - away

    def place(self, point: int, player: int) -> pygame.Rect:
        """The box that means a point."""
        wide = round(self.unit)
        high = round(self.box.h * 0.44)
        top = self.box.y if self.upper(point, player) else self.box.bottom - high
        return pygame.Rect(round(self.x_of(point) - wide / 2), top, wide, high)


def fitted(room: pygame.Rect) -> Layout:
    """The largest board in a room."""
    unit = max(4.0, min(room.w / (COLUMNS + 0.6), room.h / (ROWS + 0.4)))
    box = pygame.Rect(0, 0, round(COLUMNS * unit), round(ROWS * unit))
    box.center = room.center
    return Layout(box, unit)


def seen(point: int, player: int) -> int:
    """A player's own point as A counts it; bar and tray stay."""
    return point if player == 0 or point in (OFF, BAR) else BAR - point
