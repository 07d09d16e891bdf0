"""Beside the board: who plays, what each player may expect, and what every move is worth to each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from sandbox.figures import seconds, short
from sandbox.gametree.api import Bound
from sandbox.gametree.general.api import MoveWorth, Worth
from sandbox.ui.boards.board import Value
from sandbox.ui.boards.general.play import Finding, Play
from sandbox.ui.boards.general.session import Session
from sandbox.ui.boards.seat_lines import SeatLine
from sandbox.ui.kit import Colour, Column, Label, Row, Section, Table, TableColumn, Widget, Worded
from sandbox.ui.kit.events import nothing

HEAD_HIGH, ROW_HIGH, MOST_ROWS = 46, 28, 7  # of the table of moves, in dp
SMALL, SMALLEST = 0.1, 0.00005  # below which four digits behind the point are shown; and none
SIGNS = {Bound.UPPER: "≤ ", Bound.LOWER: "≥ "}


def number(value: float | None) -> str:
    """A worth, in eight characters at most if it is below a million."""
    if value is None:
        return "–"
    if abs(value) < SMALL:
        words = f"{value:.4f}".rstrip("0") if abs(value) >= SMALLEST else "0.0000" if value else "0"
        return words.replace("-", "−")
    return (f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}").replace("-", "−")


def vector(worth: Worth) -> str:
    """What each player gets."""
    return ", ".join(map(number, worth))


def scale_of(known: Sequence[float]) -> tuple[float, float]:
    """From where to where bars reach: over the whole, where nobody loses; else a win's 1 or more to either side."""
    if min([0.0, *known]) >= 0:
        return 0.0, sum(known) or 1.0
    reach = max(1.0, *map(abs, known))
    return -reach, reach


class PlayerLine(SeatLine):
    """A seat in one line: players have letters for names, and no clocks."""

    def controls(self) -> Widget:
        """Colour, letter, who, how."""
        self.name_label.width = 24
        return Row([self.swatch, self.name_label, self.who, self.how], gap=8)


class Players(Section):
    """A line a seat; as many as play are shown."""

    def __init__(self, session: Session, changed: Callable[[object], None]) -> None:
        self.lines = [PlayerLine(n, seat, changed) for n, seat in enumerate(session.seats)]
        super().__init__("Players", self.lines)

    def follow(self, session: Session) -> None:
        """Show who sits where."""
        for line, name in zip(self.lines, session.play.names, strict=False):
            line.show(name)
        for n, line in enumerate(self.lines):
            line.visible = n < session.play.players


class Bars(Widget):
    """What each player may expect, as bars from nothing; what falls below nothing goes to the left."""

    HIGH, LABEL = 22, 96  # dp

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[tuple[str, float | None], ...] = ()

    def show(self, names: Sequence[str], worth: Worth) -> None:
        """Show other numbers."""
        shown = tuple(zip(names, worth or (None,) * len(names), strict=True))
        if shown != self._shown:
            resized = len(shown) != len(self._shown)
            self._shown = shown
            if resized:
                self.relayout()
            self.touch()

    def measure(self, width: int | None) -> tuple[int, int]:
        """A line a player."""
        return (self.dp(240) if width is None else width), self.dp(self.HIGH) * max(len(self._shown), 1)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw them."""
        low, high = scale_of([value for _, value in self._shown if value is not None])
        for player, (name, value) in enumerate(self._shown):
            self._paint_line(surface, player, (name, value), (low, high - low))

    def _paint_line(
        self, surface: pygame.Surface, player: int, shown: tuple[str, float | None], scale: tuple[float, float]
    ) -> None:
        look, high = self.look, self.dp(self.HIGH)
        line = pygame.Rect(self.rect.x, self.rect.y + player * high, self.rect.w, high)
        own: Colour = look.theme.series[player % len(look.theme.series)]
        y = line.centery - look.fonts.height("mono") // 2
        look.painter.disc(surface, (line.x + self.dp(6), line.centery), self.dp(5), own)
        look.fonts.draw(surface, shown[0], "mono", look.colours.text, (line.x + self.dp(18), y))
        words = number(shown[1])
        label = self.dp(self.LABEL)
        look.fonts.draw(surface, words, "mono", look.colours.text if shown[1] is not None else look.colours.dim,
                        (line.x + label - self.dp(10) - look.fonts.width(words, "mono"), y))  # fmt: skip
        track = pygame.Rect(line.x + label, line.y + self.dp(5), line.w - label, high - self.dp(10))
        look.painter.box(surface, track, fill=look.colours.sunken, radius=self.dp(3))
        if shown[1] is None:
            return
        low, span = scale
        zero = track.x + round(track.w * -low / span)
        end = track.x + round(track.w * (shown[1] - low) / span)
        bar = pygame.Rect(min(zero, end), track.y, max(abs(end - zero), self.dp(2)), track.h)
        look.painter.box(surface, bar.clip(track), fill=own, radius=self.dp(3))
        if low < 0:
            look.painter.fill(surface, look.colours.strong_line, pygame.Rect(zero, track.y, self.dp(1), track.h))


class Expected(Section):
    """What each player may expect, and who says so."""

    def __init__(self) -> None:
        self.bars = Bars()
        self.said = Label("", style="small", role="dim", wrap=True, lines=2)
        super().__init__("What each player may expect", [self.bars, self.said])

    def follow(self, play: Play) -> None:
        """Show what is known here."""
        who, worth = play.expected
        self.bars.show(play.names, worth)
        finding = play.findings.get(play.at)
        sure = " for certain" if finding is not None and finding.answer.exact and not play.over else ""
        self.said.text = (
            f"Says {who}{sure}" if who else "No analysis yet: H asks an engine for a hint, Ctrl+A keeps one analysing"
        )


class Moves(Section):
    """Every move: to the mover, to each, nodes, line. A double click plays it."""

    def __init__(self, make: Callable[[str], None]) -> None:
        self.make = make
        self.said = Label("", style="small", role="dim", wrap=True, lines=2)
        columns = (
            TableColumn("Move", 96, grow=0.6),
            TableColumn("Mover", 70, number=True, help="Its worth to the player to move, or its probability"),
            TableColumn("Each player", 120, grow=1.0, help="Its worth to each player: A, B, …"),
            TableColumn("Nodes", 70, number=True, format=short),
            TableColumn("Line", 90, grow=1.0),
        )
        self.table = Table(
            columns, placeholder="Nobody is to move", multi=False, on_activate=self._chosen, on_select=nothing
        )
        self._moves: list[str] = []
        super().__init__("Moves", [self.said, self.table])

    def _chosen(self, row: int) -> None:
        if 0 <= row < len(self._moves):
            self.make(self._moves[row])

    def follow(self, session: Session) -> None:
        """Show the moves here, with what is known of them."""
        play = session.play
        finding = play.findings.get(play.at)
        rows = {row.move: row for row in finding.answer.rows} if finding is not None else {}
        who = play.to_move
        self.head.title = "What the dice may show" if play.by_chance else "Moves"
        self.head.touch()
        chances = [float(p) for p in play.face.chances(play.position)] if play.by_chance else []
        moves = list(play.choices)
        if rows:
            moves.sort(key=lambda move: -(_mine(rows.get(move), who) if rows.get(move) else -1e300))
        self._moves = moves
        cells = [self._cells(play, move, rows.get(move), who) for move in moves]
        if chances:
            cells = [
                (m, Worded(p, f"{p:.3f}"), f"1 in {1 / p:.3g}", None, "") for m, p in zip(moves, chances, strict=True)
            ]
        self.table.rows = cells
        high = HEAD_HIGH + ROW_HIGH * min(max(len(cells), 1), MOST_ROWS)
        if self.table.height != high:
            self.table.height = high
            self.table.relayout()
        self.said.text = summary(finding) if finding is not None and rows else ""
        self.said.visible = bool(self.said.text)

    @staticmethod
    def _cells(play: Play, move: str, row: MoveWorth | None, who: int) -> tuple[object, ...]:
        if row is None:
            return (move, None, "", None, "")
        worth = play.shown(row.worth)
        own = worth[who] if worth and who >= 0 else None
        value = None if own is None else Worded(own, SIGNS.get(row.bound, "") + number(own))
        return (move, value, vector(worth), row.nodes or None, " ".join(row.line))


def _mine(row: MoveWorth | None, who: int) -> float:
    value = row.worth[who] if row is not None and row.worth and who >= 0 else None
    return -1e299 if value is None else value


def summary(finding: Finding) -> str:
    """Whose search it was, how deep and how long."""
    answer = finding.answer
    parts = [finding.who]
    parts += [f"depth {answer.depth}"] * (answer.depth > 0)
    parts += [f"{short(answer.counts.nodes)} nodes"] * (answer.counts.nodes > 0)
    parts += [f"{answer.counts.star_cuts:,} cuts below dice"] * (answer.counts.star_cuts > 0)
    return " · ".join([*parts, seconds(answer.seconds)])


def board_values(play: Play) -> tuple[dict[str, Value], str]:
    """What is written at each move on the board, to the mover; and the best."""
    finding, who = play.findings.get(play.at), play.to_move
    if finding is None or finding.moved or who < 0:
        return {}, ""
    worths = {
        row.move: play.shown(row.worth)[who] for row in finding.answer.rows if row.worth and row.bound is Bound.EXACT
    }
    known = {move: value for move, value in worths.items() if value is not None}
    if not known:
        return {}, ""
    top, low = max(known.values()), min(known.values())
    span = (top - low) or 1.0
    return {m: (number(v), 2 * (v - low) / span - 1) for m, v in known.items()}, finding.answer.best


class SidePanel(Column):
    """All of it."""

    def __init__(self, parts: Sequence[Widget]) -> None:
        super().__init__(parts, gap=4, pad=(12, 8))
