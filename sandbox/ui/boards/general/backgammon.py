"""Backgammon's board: points, bar, checkers borne off, dice; a turn is made checker by checker.

Click a checker, then where it goes; a checker with one way only goes at once. Escape takes the last step back. The
other keys are the board's: arrows walk over what can be chosen, Enter chooses.
"""

from __future__ import annotations

import math
import time

import pygame

from sandbox.games.general.library.backgammon.face import Board, turns
from sandbox.games.general.library.backgammon.position_id import BAR
from sandbox.ui.boards.general.checkers import Hand, dice_of
from sandbox.ui.boards.general.dice import DiceBoard, draw_die, spinning
from sandbox.ui.boards.general.stages import Make, View
from sandbox.ui.boards.general.tables import OFF, SHOWN, Layout, fitted, seen
from sandbox.ui.boards.pages.signs import ink_on
from sandbox.ui.kit import Colour, Key, Pointer

WOOD, FRAME = Colour(0x2B, 0x4A, 0x42), Colour(0x5A, 0x3E, 0x2B)
POINTS = (Colour(0xC9, 0xA9, 0x7C), Colour(0x8A, 0x5A, 0x3C))
MARK, MARK_EDGE = Colour(0xFF, 0xFF, 0xFF), Colour(0x14, 0x18, 0x20)  # what may be chosen, seen on either colour
FINE = 2


class BackgammonBoard(DiceBoard):
    """The board."""

    def __init__(self, make: Make, say: Make) -> None:
        super().__init__(make, say)
        self.hand: Hand | None = None
        self.source = -1  # the mover's own point that was clicked
        self.cursor_at = 0
        self._kept: tuple[object, pygame.Surface] | None = None

    def follow(self, view: View) -> None:
        """Show a position; a turn that was begun is given up if it is another one."""
        board: Board = view.play.position
        makes = view.live and view.play.to_move >= 0
        if not makes:
            self.hand = None
        elif self.hand is None or self.hand.board != board:
            self.hand = Hand(board)
        self.source = -1 if self.hand is None or self.view is None or self.view.play is not view.play else self.source
        self.view = view
        self.touch()

    # What is seen --------------------------------------------------------------------------------------

    @property
    def layout_here(self) -> Layout:
        """Where everything is."""
        return fitted(self.rect.inflate(-self.dp(28), -self.dp(20)))

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """The wood, the checkers, what can be done, the dice."""
        self.look.painter.fill(surface, self.look.colours.window, clip.clip(self.rect))
        if self.view is None or min(self.rect.size) < self.dp(60):
            return
        place = self.layout_here
        wood = self._wood(place)
        surface.blit(wood, wood.get_rect(center=place.box.center))
        board = self.hand.shown() if self.hand is not None else self.view.play.position
        for player in (0, 1):
            self._paint_side(surface, place, board, player)
        self._paint_choices(surface, place)
        self._paint_hint(surface, place)
        self._paint_dice(surface, place, board)
        self._paint_names(surface, place, board)

    def _wood(self, place: Layout) -> pygame.Surface:
        """Frame, felt and points, drawn large and scaled down; kept."""
        key = (place.box.size, self.look.theme.name)
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, _drawn(place))
        return self._kept[1]

    def _paint_side(self, surface: pygame.Surface, place: Layout, board: Board, player: int) -> None:
        for point, count in enumerate(board.sides[player]):
            if count:
                self._paint_stack(surface, place, point, player, count)

    def _paint_stack(self, surface: pygame.Surface, place: Layout, own: int, player: int, count: int) -> None:
        look, colour = self.look, self.look.theme.series[player]
        point, ink = seen(own, player), ink_on(self.look.theme.series[player])
        if own == OFF:
            self._paint_off(surface, place, player, count)
            return
        for number in range(min(count, SHOWN)):
            at = place.checker(point, player, number)
            radius = round(place.radius * 2) / 2
            look.painter.disc(surface, at, radius, colour, colour.mixed(Colour(0, 0, 0), 0.45), max(1.5, radius * 0.1))
            inner = round(radius * 1.2) / 2
            if player == 0:
                look.painter.disc(surface, at, inner, None, colour.mixed(ink, 0.5), max(1.0, radius * 0.08))
            else:
                look.painter.disc(surface, at, inner / 2, colour.mixed(ink, 0.5))
        if count > SHOWN:
            x, y = place.checker(point, player, SHOWN - 1)
            self._text(surface, str(count), "strong", ink, (x, y))

    def _paint_off(self, surface: pygame.Surface, place: Layout, player: int, count: int) -> None:
        """Checkers borne off lie on their sides."""
        colour = self.look.theme.series[player]
        for number in range(count):
            x, y = place.checker(OFF, player, number)
            lying = pygame.Rect(0, 0, round(place.unit * 0.7), max(2, round(place.unit * 0.24)))
            lying.center = round(x), round(y)
            edge = colour.mixed(Colour(0, 0, 0), 0.45)
            self.look.painter.box(surface, lying, fill=colour, line=edge, radius=round(place.unit * 0.08))

    def _paint_choices(self, surface: pygame.Surface, place: Layout) -> None:
        """Where a checker may be taken from, or put."""
        if self.hand is None or self.view is None:
            return
        mover, colours = self.hand.board.mover, self.look.colours
        keyed = self._keyed()
        for own in self.choices():
            at = self._spot(place, own, mover)
            radius = round(place.radius * (0.9 if self.source >= 0 else 0.7)) / 2
            self.look.painter.disc(surface, at, radius, MARK, MARK_EDGE, max(1.0, radius * 0.3))
            if own == keyed and self.focused and self.root.focus.ring_shown:
                self.look.painter.disc(surface, at, round(place.radius * 2.3) / 2, None, colours.focus, self.dp(3))
        if self.source >= 0:
            at = self._top(place, self.source, mover)
            self.look.painter.disc(surface, at, round(place.radius * 2.2) / 2, None, colours.focus, self.dp(3))

    def hinted(self) -> list[tuple[int, int]]:
        """From where to where the checkers of the hint go; none once the turn is begun."""
        if self.view is None or self.hand is None or self.hand.taken or not self.view.hint:
            return []
        found = [t for t in turns(*self.hand.sides, self.hand.board.dice) if t.name == self.view.hint]
        return [(start, max(start - by, OFF)) for turn in found for start, by in turn.steps]

    def _paint_hint(self, surface: pygame.Surface, place: Layout) -> None:
        """Dots that lead to a ring."""
        painter, colour = self.look.painter, self.look.colours.good
        for start, end in self.hinted():
            assert self.hand is not None
            mover, counts = self.hand.board.mover, self.hand.sides[0]
            here = self._top(place, start, mover)
            shown = counts[end] if end == OFF else min(counts[end], SHOWN - 1)
            there = place.checker(seen(end, mover), mover, shown)
            for at in _between(here, there, place.unit * 0.3):
                painter.disc(surface, at, max(1.5, place.unit * 0.07), colour, MARK_EDGE, 1.0)
            painter.disc(surface, there, round(place.radius * 2) / 2, None, colour, max(2.0, place.unit * 0.08))

    def _top(self, place: Layout, own: int, mover: int) -> tuple[float, float]:
        """The last checker on a point."""
        assert self.hand is not None
        count = self.hand.sides[0][own]
        return place.checker(seen(own, mover), mover, max(min(count, SHOWN) - 1, 0))

    def _spot(self, place: Layout, own: int, mover: int) -> tuple[float, float]:
        """Where a choice is marked: on the checker, or where it would come to lie."""
        if self.source < 0:
            return self._top(place, own, mover)
        assert self.hand is not None
        count = self.hand.sides[0][own]
        shown = count if own == OFF else min(count, SHOWN - 1)
        return place.checker(seen(own, mover), mover, shown)

    def _paint_dice(self, surface: pygame.Surface, place: Layout, board: Board) -> None:
        assert self.view is not None
        side = round(place.unit * 0.92)
        roller = self.view.play.roller if self.view.play.by_chance else board.mover
        middle = place.box.x + place.unit * (10.0 if roller == 0 else 3.0)
        if self.view.rolling:
            now = time.perf_counter()
            self._spin = spinning(now)
            shown, used = (self._spin, spinning(now, 1)), (False, False)
            dice = list(zip(shown, used, strict=True))
        elif not board.dice[0]:
            dice = [] if self.view.play.over else [(0, False), (0, False)]
        else:
            left = list(self.hand.left if self.hand is not None else dice_of(board))
            dice = [(pips, not _take(left, pips)) for pips in dice_of(board)]
        for number, (pips, used_up) in enumerate(dice):
            x = middle + (number - (len(dice) - 1) / 2) * side * 1.25
            draw_die(surface, self.look, (x, place.box.centery), side, pips, used=used_up)

    def _paint_names(self, surface: pygame.Surface, place: Layout, board: Board) -> None:
        """Points' numbers, as the mover counts them, and both sides' pips."""
        dim = Colour(0xD8, 0xCC, 0xB8)
        if place.unit > self.dp(22):
            for point in range(1, BAR):
                y = place.box.y - place.unit * 0.16 if point > 12 else place.box.bottom + place.unit * 0.16
                own = point if board.mover == 0 else BAR - point
                self._text(surface, str(own), "small", dim, (place.x_of(point), y))
        for player in (0, 1) if place.unit > self.dp(22) else ():
            pips = sum(point * count for point, count in enumerate(board.sides[player]))
            y = place.box.centery + place.unit * (0.5 if player == 0 else -0.5)
            self._text(surface, str(pips), "mono_small", dim, (place.x_of(OFF), y))

    def _text(self, surface: pygame.Surface, text: str, style: str, ink: Colour, at: tuple[float, float]) -> None:
        fonts = self.look.fonts
        where = (round(at[0] - fonts.width(text, style) / 2), round(at[1] - fonts.height(style) / 2))
        fonts.draw(surface, text, style, ink, where)

    # What is done --------------------------------------------------------------------------------------

    def choices(self) -> list[int]:
        """The mover's own points that can be chosen: where checkers stand, or where the one taken may go."""
        if self.hand is None:
            return []
        steps = self.hand.steps()
        if self.source >= 0:
            return sorted({max(start - by, OFF) for start, by in steps if start == self.source}, reverse=True)
        return sorted({start for start, _ in steps}, reverse=True)

    def _keyed(self) -> int:
        choices = self.choices()
        return choices[self.cursor_at % len(choices)] if choices else -1

    def choose(self, own: int) -> None:
        """A point of the mover's: take a checker from it, or put the one taken there."""
        hand = self.hand
        if hand is None:
            return
        if self.source >= 0:
            fitting = [s for s in hand.steps() if s[0] == self.source and max(s[0] - s[1], OFF) == own]
            self.source = -1
            if fitting:
                self._step(hand, min(fitting, key=lambda s: s[1]))
        elif own in self.choices():
            ways = [step for step in hand.steps() if step[0] == own]
            if len(ways) == 1:
                self._step(hand, ways[0])
            else:
                self.source = own
        self.cursor_at = 0
        self.touch()

    def _step(self, hand: Hand, step: tuple[int, int]) -> None:
        hand.take(step)
        if hand.finished:
            name, self.hand = hand.finished, None
            self.make(name)

    def on_pointer(self, event: Pointer) -> bool:
        """A click on a point."""
        if event.kind != "down" or self.view is None:
            return False
        if event.button != 1:
            return self._back()
        place = self.layout_here
        if self.hand is not None and self.hand.stuck and place.box.collidepoint(event.at):
            self.make(next(iter(self.hand.goals.values())))
            return True
        mover = self.hand.board.mover if self.hand is not None else 0
        points = [own for own in range(BAR + 1) if place.place(seen(own, mover), mover).collidepoint(event.at)]
        meant = next((own for own in points if own in self.choices()), None)
        if meant is not None:
            self.choose(meant)
        elif self.source >= 0:
            self._back()
        else:
            self._refuse()
        return True

    def _refuse(self) -> None:
        assert self.view is not None
        if self.view.live and self.view.play.by_chance:
            self.say("Choose what the dice show, below the board")
        elif self.hand is not None:
            self.say("Click one of the checkers that are marked")
        else:
            self.say(self.view.play.caption)

    def _back(self) -> bool:
        """Let go of a checker, or take the last step back."""
        if self.source >= 0:
            self.source = -1
        elif self.hand is None or not self.hand.undo():
            return False
        self.cursor_at = 0
        self.touch()
        return True

    def on_key(self, event: Key) -> bool:
        """Arrows walk over what can be chosen, Enter chooses, Escape goes back."""
        if not event.down or event.mods.ctrl or event.mods.alt:
            return False
        steps = {"Left": -1, "Up": -1, "Right": 1, "Down": 1}
        if event.name in steps and self.choices():
            self.cursor_at = (self.cursor_at + steps[event.name]) % len(self.choices())
            self.touch()
            return True
        if event.name == "Enter" and self.hand is not None:
            if self.hand.stuck:
                self.make(next(iter(self.hand.goals.values())))
            elif self._keyed() >= 0:
                self.choose(self._keyed())
            return True
        return event.name in ("Escape", "Backspace") and self._back()


def _between(here: tuple[float, float], there: tuple[float, float], apart: float) -> list[tuple[float, float]]:
    """Points on the way, so far apart."""
    away = math.dist(here, there)
    many = int(away / apart)
    shares = [(n + 1) * apart / away for n in range(many - 1)]
    return [(here[0] + t * (there[0] - here[0]), here[1] + t * (there[1] - here[1])) for t in shares]


def _take(left: list[int], pips: int) -> bool:
    """Take one die away, if it is there."""
    if pips in left:
        left.remove(pips)
        return True
    return False


def _drawn(place: Layout) -> pygame.Surface:
    """The wood, twice as large, and scaled down."""
    rim = round(place.unit * 0.34)
    width, height = place.box.w + 2 * rim, place.box.h + 2 * rim
    large = pygame.Surface((width * FINE, height * FINE), pygame.SRCALPHA, 32)
    unit = place.unit * FINE
    pygame.draw.rect(large, FRAME, large.get_rect(), border_radius=round(unit * 0.3))
    left, top, high = rim * FINE, rim * FINE, place.box.h * FINE
    for start in (0, 7):
        pygame.draw.rect(large, WOOD, (left + start * unit, top, 6 * unit, high))
    tray = pygame.Rect(left + round(13.12 * unit), top, round(0.86 * unit), high)
    pygame.draw.rect(large, WOOD.mixed(Colour(0, 0, 0), 0.3), tray, border_radius=round(unit * 0.1))
    shift = Layout(pygame.Rect(left, top, place.box.w * FINE, high), unit)
    for point in range(1, BAR):
        x, reach = shift.x_of(point), 5.0 * unit
        edge, tip = (top, top + reach) if point > 12 else (top + high, top + high - reach)
        corners = [(x - unit * 0.46, edge), (x + unit * 0.46, edge), (x, tip)]
        pygame.draw.polygon(large, POINTS[point % 2], corners)
    return pygame.transform.smoothscale(large, (width, height))
