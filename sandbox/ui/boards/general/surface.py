"""Pig for two, solved, beside the board: from how many points on to hold, at any scores; and both decisions' worth."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pygame

from sandbox.games.general.library.pig import Pig, Turn
from sandbox.gametree.general.engines.pig_solved import LARGEST_GOAL, rolled, solved
from sandbox.gametree.general.warm import first_move
from sandbox.kernels.arrays import Bytes, Floats
from sandbox.ui.boards.general.session import Session
from sandbox.ui.jobs import Job, Stop, Worker
from sandbox.ui.kit import Colour, Label, LineChart, Pointer, Section, Segments, Series, Widget

HOLD, CHANCE = range(2)
SAME = 1e-9  # worths that differ by less are alike
HIGH, CHART_HIGH, EDGE = 260, 170, 30  # dp
NEVER = -1.0
MOST_SHOWN = 40.0  # points that have a colour of their own


@lru_cache(maxsize=2)
def hold_from(goal: int) -> Floats:
    """[own, other's]: the fewest points of a turn at which holding is best; NEVER where only the goal ends the turn."""
    values = solved(goal)
    found = np.full((goal, goal), NEVER)
    for own in range(goal):
        for points in range(goal - own - 1, 1, -1):
            holds = np.abs(values[own, :, points] - (1.0 - values[:, own + points, 0])) < SAME
            found[own, holds] = points
    return found


def by_points(goal: int, own: int, other: int) -> tuple[Floats, Floats, Floats]:
    """Points of a turn; the chance of winning if one rolls once more, and if one holds, at each."""
    values, points = solved(goal), np.arange(0, goal - own)
    roll = np.array([rolled(values, goal, own, other, int(k)) for k in points])
    hold = np.array([np.nan if k == 0 else 1.0 - values[other, own + int(k), 0] for k in points])
    return points.astype(np.float64), roll, hold


class Map(Widget):
    """A colour for each pair of scores, own to the right, the other's upwards; a cross where the game is."""

    transparent = False

    def __init__(self) -> None:
        super().__init__(height=HIGH, name="surface")
        self.values: Floats | None = None
        self.kind = HOLD
        self.at = (0, 0)
        self._kept: tuple[object, pygame.Surface] | None = None

    def show(self, values: Floats | None, kind: int, at: tuple[int, int]) -> None:
        """Show another surface, or another place on it."""
        self.values, self.kind, self.at = values, kind, at
        self.touch()

    @property
    def plot(self) -> pygame.Rect:
        """Where the colours are."""
        side = min(self.rect.w - self.dp(EDGE) - self.dp(110), self.rect.h - self.dp(EDGE))
        return pygame.Rect(self.rect.x + self.dp(EDGE), self.rect.y, max(side, 1), max(side, 1))

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Colours, axes, the cross, the scale."""
        look, plot = self.look, self.plot
        if self.values is None:
            look.painter.box(surface, plot, fill=look.colours.sunken, radius=self.dp(4))
            return
        surface.blit(self._drawn(self.values, plot.size), plot.topleft)
        goal = len(self.values)
        self._axes(surface, plot, goal)
        self._scale(surface, plot)
        own, other = self.at
        x, y = plot.x + plot.w * (own + 0.5) / goal, plot.bottom - plot.h * (other + 0.5) / goal
        for colour, radius, wide in ((Colour(0, 0, 0), 7, 4.0), (Colour(255, 255, 255), 6, 2.0)):
            look.painter.disc(surface, (x, y), self.dp(radius), None, colour, self.dp(wide / 2))

    def _drawn(self, values: Floats, size: tuple[int, int]) -> pygame.Surface:
        key = (id(values), size, self.look.theme.name, self.kind)
        if self._kept is None or self._kept[0] != key:
            small = pygame.surfarray.make_surface(self._pixels(values))
            self._kept = (key, pygame.transform.scale(small, size))
        return self._kept[1]

    def _pixels(self, values: Floats) -> Bytes:
        low, high = self._span(values)
        share = np.clip((values - low) / ((high - low) or 1.0), 0.0, 1.0)[..., None]
        cold, warm = (np.array(c[:3], float) for c in self._ends())
        found = cold + (warm - cold) * share
        if self.kind == HOLD:
            found[values == NEVER] = self.look.colours.strong_line[:3]
        pixels: Bytes = found[:, ::-1].astype(np.uint8)
        return pixels

    def _ends(self) -> tuple[Colour, Colour]:
        series = self.look.theme.series
        return series[0].mixed(Colour(0, 0, 0), 0.55), series[1].mixed(Colour(255, 255, 255), 0.25)

    def _span(self, values: Floats) -> tuple[float, float]:
        if self.kind == CHANCE:
            return 0.0, 1.0
        known = values[values != NEVER]
        return (float(known.min()), min(float(known.max()), MOST_SHOWN)) if known.size else (0.0, 1.0)

    def _axes(self, surface: pygame.Surface, plot: pygame.Rect, goal: int) -> None:
        fonts, dim = self.look.fonts, self.look.colours.dim
        for share in (0.0, 0.5, 1.0):
            text = str(round(goal * share))
            wide, high = fonts.width(text, "mono_small"), fonts.height("mono_small")
            x = plot.x + round(plot.w * share) - round(wide * share)
            fonts.draw(surface, text, "mono_small", dim, (x, plot.bottom + self.dp(3)))
            y = plot.bottom - round(plot.h * share) - round(high * (1 - share))
            fonts.draw(surface, text, "mono_small", dim, (plot.x - wide - self.dp(4), y))

    def _scale(self, surface: pygame.Surface, plot: pygame.Rect) -> None:
        """What the colours mean."""
        assert self.values is not None
        low, high = self._span(self.values)
        cold, warm = self._ends()
        box = pygame.Rect(plot.right + self.dp(14), plot.y + self.dp(24), self.dp(14), plot.h - self.dp(72))
        for step in range(box.h):
            part = pygame.Rect(box.x, box.bottom - step - 1, box.w, 1)
            surface.fill(cold.mixed(warm, step / max(box.h - 1, 1)), part)
        fonts, colours = self.look.fonts, self.look.colours
        words = [f"{100 * v:.0f} %" if self.kind == CHANCE else f"{v:.0f}" for v in (high, low)]
        fonts.draw(surface, words[0], "mono_small", colours.dim, (box.right + self.dp(6), box.y))
        y = box.bottom - fonts.height("mono_small")
        fonts.draw(surface, words[1], "mono_small", colours.dim, (box.right + self.dp(6), y))
        if self.kind == HOLD:
            grey = pygame.Rect(box.x, box.bottom + self.dp(10), box.w, box.w)
            surface.fill(colours.strong_line, grey)
            fonts.draw(surface, "never", "small", colours.dim, (box.right + self.dp(6), grey.y))

    def scores_at(self, x: int, y: int) -> tuple[int, int] | None:
        """The scores at a place."""
        plot = self.plot
        if self.values is None or not plot.collidepoint(x, y):
            return None
        goal = len(self.values)
        return min((x - plot.x) * goal // plot.w, goal - 1), min((plot.bottom - 1 - y) * goal // plot.h, goal - 1)

    def tooltip(self, x: int, y: int) -> str:
        """What is true there."""
        found = self.scores_at(x, y)
        if found is None or self.values is None:
            return ""
        value = float(self.values[found])
        if self.kind == CHANCE:
            return f"{found[0]} against {found[1]}: wins {100 * value:.1f} %"
        words = "roll to the goal" if value == NEVER else f"hold from {value:.0f}"
        return f"{found[0]} against {found[1]}: {words}"

    def on_pointer(self, event: Pointer) -> bool:  # noqa: ARG002
        """It only shows something."""
        return False


class PigSolved(Section):
    """The surface and the curve at the scores of the board; there once the game is solved."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.map = Map()
        self.kinds = Segments(["Hold from", "Chance of winning"], HOLD, on_change=self._choose)
        self.said = Label("", style="small", role="dim", wrap=True)
        self.curve = LineChart(x_label="points of the turn", height=CHART_HIGH)
        self._goal = 0
        self._asked = 0
        self._turn = Turn((0, 0))
        super().__init__("Solved", [self.kinds, self.map, self.said, self.curve])

    def follow(self, session: Session) -> None:
        """Show it at these scores, if this game can be solved."""
        play = session.play
        game: Any = play.game
        fits = isinstance(game, Pig) and game.players == len(("own", "other")) and game.goal <= LARGEST_GOAL
        self.visible = fits
        if not fits:
            return
        self._turn = play.position
        ready = session.ready or session.state().has([first_move("value-iteration", "pig")])
        if game.goal not in (self._goal, self._asked) and ready:
            self._solve(game.goal)
        self._show()

    def _solve(self, goal: int) -> None:
        self._asked = goal

        def work(stop: Stop) -> int:  # noqa: ARG001
            hold_from(goal)
            return goal

        def done(found: int) -> None:
            self._goal = found
            self._show()

        self.worker.submit(Job("Solving Pig", "solve", work, done))

    def _choose(self, _kind: int) -> None:
        self._show()

    def _show(self) -> None:
        goal, turn = self._goal, self._turn
        own, other = turn.scores[turn.mover], turn.scores[1 - turn.mover]
        if not goal or goal != self._asked or max(own, other) >= goal:
            self.map.show(None, HOLD, (0, 0))
            self.said.text = "Being solved …" if not goal or goal != self._asked else "The game is over"
            self.curve.series = []
            return
        kind = self.kinds.value
        self.map.show(hold_from(goal) if kind == HOLD else chances(goal), kind, (own, other))
        fewest = float(hold_from(goal)[own, other])
        words = "roll to the goal" if fewest == NEVER else f"hold from {fewest:.0f} points"
        chance = float(solved(goal)[own, other, turn.points])
        self.said.text = f"At {own} against {other}: {words}; whoever moves wins {100 * chance:.2f} % from here"
        points, roll, hold = by_points(goal, own, other)
        upto = slice(0, min(len(points), 60))
        self.curve.series = [
            Series.of("roll", roll[upto], points[upto], role="series 0"),
            Series.of("hold", hold[upto], points[upto], role="series 1"),
        ]


@lru_cache(maxsize=2)
def chances(goal: int) -> Floats:
    """[own, other's]: the chance of winning for who begins a turn."""
    return solved(goal)[:, :, 0].copy()
