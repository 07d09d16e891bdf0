"""Best responses in a 2 × 2 game: who plays what against which mixture of the other. The point can be dragged."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from sandbox.games.general.library.matrix.reading import Payoffs
from sandbox.gametree.bimatrix.dominance import Game
from sandbox.gametree.bimatrix.equilibria import equilibria
from sandbox.gametree.bimatrix.vertices import Matrix
from sandbox.ui.kit import Pointer, Widget

MARGIN = 44  # dp


def two_by_two(table: Payoffs) -> bool:
    """Whether the picture can be drawn."""
    return len(table.rows) == len(table.columns) == 2


def advantage(matrix: Matrix, share: float) -> float:
    """What the first strategy (a row of the matrix) brings more, by how often the other plays his first."""
    (a, b), (c, d) = matrix
    return float(a - c) * share + float(b - d) * (1 - share)


class Regions(Widget):
    """Across: how often the column player plays his first column; up: how often the row player his first row."""

    transparent = False
    opaque = True

    def __init__(self, announce: Callable[[str], None]) -> None:
        super().__init__(grow=1)
        self.announce = announce
        self.table: Payoffs | None = None
        self.point = (0.5, 0.5)
        self._held = False
        self._corners: list[tuple[float, float]] = []

    def show(self, table: Payoffs) -> None:
        """Show another game."""
        if table != self.table:
            self.table = table
            found = equilibria(Game(table.first, table.second)).extreme
            self._corners = [(float(e.column[0]), float(e.row[0])) for e in found]
            self.touch()

    @property
    def box(self) -> pygame.Rect:
        """The square."""
        side = max(min(self.rect.w, self.rect.h) - 2 * self.dp(MARGIN), 10)
        return pygame.Rect(self.rect.x + (self.rect.w - side) // 2, self.rect.y + (self.rect.h - side) // 2, side, side)

    def on_pointer(self, event: Pointer) -> bool:
        """Drag the point."""
        if event.kind in {"down", "up", "cancel"}:
            self._held = event.kind == "down"
        if self.table is None or not self._held:
            return False
        box = self.box
        x, y = (event.x - box.x) / box.w, (box.bottom - event.y) / box.h
        self.point = (min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0))
        self.announce(self.words())
        self.touch()
        return True

    def words(self) -> str:
        """What both have at the point, and what would be better."""
        if self.table is None:
            return ""
        table, (q, p) = self.table, self.point
        shares = ((p, q), (p, 1 - q), (1 - p, q), (1 - p, 1 - q))
        worths = [
            sum(a * b * float(m[i][j]) for (a, b), (i, j) in zip(shares, ((0, 0), (0, 1), (1, 0), (1, 1)), strict=True))
            for m in (table.first, table.second)
        ]
        rows = _better(table.rows, advantage(table.first, q))
        columns = _better(table.columns, advantage(tuple(zip(*table.second, strict=True)), p))
        return (
            f"Row plays {table.rows[0]} {p:.0%}, column {table.columns[0]} {q:.0%}:"
            f" worth {worths[0]:.2f}, {worths[1]:.2f}. Best response of row: {rows}; of column: {columns}."
        )

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw regions, both best responses, equilibria and the point."""
        look = self.look
        look.painter.fill(surface, look.colours.window, self.rect)
        if self.table is None:
            return
        table, box = self.table, self.box
        look.painter.fill(surface, look.colours.sunken, box)
        self._draw_response(surface, box, table.first, across=True)
        self._draw_response(surface, box, tuple(zip(*table.second, strict=True)), across=False)
        for x, y in self._corners:
            spot = (round(box.x + x * box.w), round(box.bottom - y * box.h))
            look.painter.disc(surface, spot, self.dp(7), look.colours.accent, look.colours.window, self.dp(2))
        spot = (round(box.x + self.point[0] * box.w), round(box.bottom - self.point[1] * box.h))
        look.painter.mark(surface, spot, look.colours.text, "cross", self.dp(8))
        self._draw_words(surface, box, table)

    def _draw_response(self, surface: pygame.Surface, box: pygame.Rect, matrix: Matrix, *, across: bool) -> None:
        """One player's best response to every share of the other: steps at where he does not care."""
        colour, steps = self.look.theme.mark("series 0" if across else "series 1"), 400
        wide, last = self.dp(4), None
        for i in range(steps + 1):
            share = i / steps
            value = 1.0 if advantage(matrix, share) > 0 else 0.0
            x, y = (share, value) if across else (value, share)
            spot = (round(box.x + x * box.w), round(box.bottom - y * box.h))
            if last is not None:
                left, top = min(last[0], spot[0]), min(last[1], spot[1])
                size = abs(spot[0] - last[0]) + wide, abs(spot[1] - last[1]) + wide
                self.look.painter.fill(surface, colour, pygame.Rect(left - wide // 2, top - wide // 2, *size))
            last = spot

    def _draw_words(self, surface: pygame.Surface, box: pygame.Rect, table: Payoffs) -> None:
        fonts, dim, gap = self.look.fonts, self.look.colours.dim, self.dp(8)
        low = box.bottom + gap
        fonts.draw(surface, table.columns[1], "small", dim, (box.x, low))
        wide = fonts.width(table.columns[0], "small")
        fonts.draw(surface, table.columns[0], "small", dim, (box.right - wide, low))
        for name, y in ((table.rows[0], box.y), (table.rows[1], box.bottom - fonts.height("small"))):
            fonts.draw(surface, name, "small", dim, (box.x - gap - fonts.width(name, "small"), y))


def _better(names: tuple[str, ...], more: float) -> str:
    return "either" if abs(more) < 1e-9 else names[0] if more > 0 else names[1]
