"""The value of the game, ply by ply, for the side that began: each line of one source, mistakes as bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from sandbox.gametree.document.analysis import PlyReport
from sandbox.ui.boards.game.match import Match
from sandbox.ui.kit import LineChart, Pointer, Series
from sandbox.ui.kit.charts.axes import Axis
from sandbox.ui.kit.charts.chart import Hover, HoverLine


class Point(NamedTuple):
    """A value at a ply of the line, for the side that began, with where it comes from."""

    at: int
    value: float
    words: str


def clipped(value: float, most: float = 1.0) -> float:
    """A won game is worth no more than 1 in the picture, unless points are played for."""
    return max(-most, min(most, value))


def most_of(match: Match) -> float:
    """The largest value there is room for: 1, or the best leaf known of a tree."""
    if match.entry.key != "tree":
        return 1.0
    finding = (match.known(ply) for ply in match.line)
    return max([1.0, *(abs(t.shot.value) for t in finding if t is not None)])


def played(match: Match, most: float) -> list[Point]:
    """What engines said when they moved, or were asked: of each ply the deepest answer."""
    points = []
    for at, ply in enumerate(match.line):
        finding = match.in_play(ply)
        shot = finding.shot if finding is not None else None
        if finding is not None and shot is not None and shot.best and (shot.depth or shot.simulations or shot.exact):
            sign = 1 if match.face.to_move(match.position_at(ply)) == 0 else -1
            depth = f"depth {shot.depth}" if shot.depth else f"{shot.simulations:,} simulations"
            points.append(
                Point(at, clipped(sign * shot.value, most), f"{finding.who}, {'proven' if shot.exact else depth}")
            )
    return points


class GameGraph(LineChart):
    """The graph; a click goes to a ply."""

    focusable = False

    def __init__(self, on_go: Callable[[int], None]) -> None:
        super().__init__(placeholder="The game's values appear here as it is played", height=112)
        self.on_go = on_go
        self.y_range = (-1.0, 1.0)
        self.at = 0
        self.lines: list[list[Point]] = []
        self.losses: dict[int, float] = {}  # what the move into a ply changed for the side that began
        self._shown: object = None

    def follow(self, match: Match, reports: Sequence[PlyReport], side: str, source: str) -> None:
        """Show a game: what was said as it was played, and its analysis by one source."""
        most = most_of(match)
        self.y_range = (-most, most)
        game = played(match, most)
        judged = [
            Point(r.number, clipped(r.first_value, most), f"{source}, {'proven' if r.exact else f'depth {r.depth}'}")
            for r in reports
            if r.first_value is not None
        ]
        self.losses = {r.number + 1: (-r.drop if r.side == 0 else r.drop) for r in reports if r.drop}
        self.lines = [line for line in (judged, game) if line]
        names = [name for name, line in ((f"analysis: {source}", judged), ("in play, any depth", game)) if line]
        shown = (tuple(map(tuple, self.lines)), tuple(names), match.at, len(match.line), side, tuple(self.losses))
        if shown != self._shown:
            self._shown, self.at = shown, match.at
            self.title = f"Value for {side}"
            self._last = max(len(match.line) - 1, 1)
            self.series = [
                Series.of(name, [p.value for p in line], [p.at for p in line])
                for name, line in zip(names, self.lines, strict=True)
            ]

    _last = 1

    def ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The whole line, whatever of it is known."""
        return (0.0, float(self._last)), self.y_range or (-1.0, 1.0)

    def draw_values(self, layer: pygame.Surface, x: Axis, y: Axis) -> None:
        """Draw the ply looked at, the bars, then the lines."""
        fill, colours = self.look.painter.fill, self.look.colours
        zero, top = round(y.pixel(0.0)), y.end
        fill(layer, colours.strong_line, pygame.Rect(x.start, zero, x.end - x.start + 1, self.dp(1)))
        here = round(x.pixel(float(self.at)))
        fill(layer, colours.accent, pygame.Rect(here - self.dp(1), top, self.dp(2), y.start - top))
        wide = max(self.dp(2), min(self.dp(8), (x.end - x.start) // (2 * self._last)))
        for at, change in self.losses.items():
            end = round(y.pixel(clipped(change)))
            bar = pygame.Rect(round(x.pixel(float(at))) - wide // 2, min(zero, end), wide, max(1, abs(end - zero)))
            fill(layer, colours.bad if abs(change) >= 0.3 else colours.warn, bar)
        super().draw_values(layer, x, y)

    def hover_at(self, x: int, y: int) -> Hover | None:
        """Return each line's value nearest to the mouse, with its depth and source."""
        if not self.in_plot(x, y):
            return None
        at = round(self.axes()[0].value(x))
        lines: list[HoverLine] = [("move", str(at), None)]
        for i, line in enumerate(self.lines):
            lines += [(p.words, f"{p.value:+.3f}", self.colour_of(i)) for p in line if p.at == at]
        return self.hover_on(float(at), tuple(lines), at)

    def on_pointer(self, event: Pointer) -> bool:
        """A click goes to the ply under it."""
        if event.kind == "down" and event.button == 1 and self.has_values:
            x, y = event.x - self.rect.x, event.y - self.rect.y
            if self.in_plot(x, y):
                self.on_go(round(self.axes()[0].value(x)))
            return True
        return super().on_pointer(event)
