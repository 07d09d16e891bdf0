"""Pig's board: a lane to the goal for each player, the turn's points on it, and the die."""

from __future__ import annotations

import time

import pygame

from sandbox.games.general.library.pig import Turn
from sandbox.ui.boards.general.dice import DiceBoard, draw_die, spinning
from sandbox.ui.boards.general.stages import Make
from sandbox.ui.kit import Colour, Key, Pointer

LANE, GAP, DIE = 58, 14, 96  # dp
MOST_WIDE = 860


class PigBoard(DiceBoard):
    """The race. A click on the die rolls, one on the mover's lane holds; digits set the die where that is asked for."""

    def __init__(self, make: Make, say: Make) -> None:
        super().__init__(make, say)
        self._lanes: list[pygame.Rect] = []
        self._die = pygame.Rect(0, 0, 0, 0)

    # What is seen --------------------------------------------------------------------------------------

    @property
    def turn(self) -> Turn:
        """The position."""
        assert self.view is not None
        turn: Turn = self.view.play.position
        return turn

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Lanes, and the die under them."""
        self.look.painter.fill(surface, self.look.colours.window, clip.clip(self.rect))
        if self.view is None:
            return
        self._place()
        for player, lane in enumerate(self._lanes):
            self._paint_lane(surface, lane, player)
        self._paint_die(surface)

    def _place(self) -> None:
        """Everything in the middle of the room there is."""
        many, gap = len(self.turn.scores), self.dp(GAP)
        wide = min(self.rect.w - self.dp(48), self.dp(MOST_WIDE))
        room = self.rect.h - self.dp(40)
        side = min(self.dp(DIE), round(room * 0.26))
        high = max(self.dp(20), min(self.dp(LANE), (room - side - 2 * gap) // many - gap))
        top = self.rect.y + max(self.dp(20), (self.rect.h - many * (high + gap) - side - gap) // 2)
        left = self.rect.centerx - wide // 2
        self._lanes = [pygame.Rect(left, top + i * (high + gap), wide, high) for i in range(many)]
        self._die = pygame.Rect(0, 0, side, side)
        self._die.midtop = self.rect.centerx, top + many * (high + gap) + gap

    def _paint_lane(self, surface: pygame.Surface, lane: pygame.Rect, player: int) -> None:
        look, turn, goal = self.look, self.turn, self._goal
        colours, fonts, painter = look.colours, look.fonts, look.painter
        own, moves = look.theme.series[player], player == turn.mover and not self._over
        painter.box(surface, lane, fill=colours.sunken, line=colours.line, radius=self.dp(8))
        inner = lane.inflate(-self.dp(8), -self.dp(8))
        label = self.dp(112)
        track = pygame.Rect(inner.x + label, inner.y, inner.w - label, inner.h)
        done = round(track.w * min(turn.scores[player], goal) / goal)
        painter.box(surface, pygame.Rect(track.x, track.y, max(done, 1), track.h), fill=own, radius=self.dp(4))
        if moves and turn.points:
            more = round(track.w * min(turn.points, goal - turn.scores[player]) / goal)
            ahead = pygame.Rect(track.x + done, track.y, max(more, 1), track.h)
            painter.box(surface, ahead, fill=own.mixed(colours.sunken, 0.55), line=own, radius=self.dp(4))
        for share in (0.25, 0.5, 0.75):
            at = pygame.Rect(track.x + round(track.w * share), track.y, self.dp(1), track.h)
            painter.fill(surface, colours.strong_line, at)
        name = self._name(player)
        y = inner.centery - fonts.height("title") // 2
        painter.disc(surface, (inner.x + self.dp(12), inner.centery), self.dp(7), own)
        fonts.draw(surface, name, "strong", colours.text if moves else colours.dim,
                   (inner.x + self.dp(26), inner.centery - fonts.height("strong") // 2))  # fmt: skip
        score = str(turn.scores[player])
        fonts.draw(surface, score, "title", colours.text, (track.x - self.dp(14) - fonts.width(score, "title"), y))
        if moves and turn.points:
            self._paint_points(surface, track, done, own)
        if moves:
            edge = lane.inflate(self.dp(4), self.dp(4))
            hinted = self.hinted == "hold"
            line, width = (colours.good, self.dp(4)) if hinted else (own, self.dp(2))
            painter.box(surface, edge, line=line, radius=self.dp(10), width=width)

    def _paint_points(self, surface: pygame.Surface, track: pygame.Rect, done: int, own: Colour) -> None:
        """What the turn would add, behind its part of the bar."""
        look, words = self.look, f"+{self.turn.points}"
        more = round(track.w * min(self.turn.points, self._goal) / self._goal)
        x = min(track.x + done + more + self.dp(8), track.right - look.fonts.width(words, "strong") - self.dp(4))
        y = track.centery - look.fonts.height("strong") // 2
        ground = pygame.Rect(
            x - self.dp(3), y, look.fonts.width(words, "strong") + self.dp(6), look.fonts.height("strong")
        )
        look.painter.box(surface, ground, fill=look.colours.sunken, radius=self.dp(3))
        look.fonts.draw(surface, words, "strong", own.mixed(look.colours.text, 0.35), (x, y))

    def _paint_die(self, surface: pygame.Surface) -> None:
        assert self.view is not None
        look, play = self.look, self.view.play
        self._spin = spinning(time.perf_counter()) if self.view.rolling else self._last
        draw_die(surface, look, self._die.center, self._die.w, self._spin, used=not self.view.rolling and self._over)
        for words, at in self.lines_beside():
            look.fonts.draw(surface, words, "body", look.colours.dim, at)
        if self.view.live and not play.by_chance:
            ring = self._die.inflate(self.dp(10), self.dp(10))
            hinted = self.hinted == "roll"
            line, width = (look.colours.good, self.dp(4)) if hinted else (look.colours.accent, self.dp(2))
            look.painter.box(surface, ring, line=line, radius=self.dp(22), width=width)

    def lines_beside(self) -> list[tuple[str, tuple[int, int]]]:
        """What is said beside the die, in as many lines as it takes."""
        fonts, left = self.look.fonts, self._die.right + self.dp(20)
        lines = fonts.wrap(self._words(), "body", max(self.rect.right - self.dp(8) - left, self.dp(40)))
        high = fonts.height("body")
        top = self._die.centery - high * len(lines) // 2
        return [(line, (left, top + n * high)) for n, line in enumerate(lines)]

    @property
    def hinted(self) -> str:
        """What the hint says, where one may choose."""
        assert self.view is not None
        return self.view.hint if self.view.live and not self.view.play.by_chance else ""

    def _words(self) -> str:
        assert self.view is not None
        play, turn = self.view.play, self.turn
        if self.view.rolling:
            return "rolling …"
        if play.by_chance and self.view.live:
            return "What does it show? 1 … 6"
        if self._last == 1 and not turn.points and not self._over:
            return "A one: the turn's points are gone"
        return f"{turn.points} points in this turn" if turn.points else ""

    @property
    def _last(self) -> int:
        """What was thrown last; nothing once the turn was held."""
        assert self.view is not None
        play = self.view.play
        shown = play.moves[play.at - 1] if play.at else ""
        return int(shown) if shown.isdigit() else 0

    @property
    def _goal(self) -> int:
        assert self.view is not None
        goal: int = getattr(self.view.play.game, "goal", 100)
        return goal

    @property
    def _over(self) -> bool:
        assert self.view is not None
        return self.view.play.over

    def _name(self, player: int) -> str:
        assert self.view is not None
        return self.view.play.names[player]

    # What is done --------------------------------------------------------------------------------------

    def on_pointer(self, event: Pointer) -> bool:
        """The die rolls, the mover's lane holds."""
        if event.kind != "down" or event.button != 1 or self.view is None:
            return False
        if self._die.inflate(self.dp(12), self.dp(12)).collidepoint(event.at):
            self._try("roll")
        elif self._lanes and self._lanes[self.turn.mover].collidepoint(event.at):
            self._try("hold")
        return True

    def on_key(self, event: Key) -> bool:
        """R and Enter roll, O and Backspace hold, digits set the die."""
        if not event.down or event.mods.ctrl or event.mods.alt or self.view is None:
            return False
        name = event.name.lower()
        if name.isdigit() and self.view.play.by_chance:
            self._try(name)
            return True
        if name in ("r", "enter"):
            self._try("roll")
            return True
        if name in ("o", "backspace"):
            self._try("hold")
            return True
        return False

    def _try(self, move: str) -> None:
        assert self.view is not None
        if self.view.live and move in self.view.play.choices:
            self.make(move)
        elif self.view.live:
            self.say(f"{self.view.play.caption}: {', '.join(self.view.play.choices)}")

    def tooltip(self, x: int, y: int) -> str:
        """What a click does."""
        if self.view is None or not self.view.live or self.view.play.by_chance:
            return ""
        if self._die.collidepoint(x, y):
            return "Roll (R)"
        mine = self._lanes[self.turn.mover] if self._lanes else None
        return "Hold: keep the points (O)" if mine is not None and mine.collidepoint(x, y) else ""
