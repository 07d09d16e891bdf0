"""What the books say of the position on the board: each move, what it gives away; and how books are used here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandbox.gametree.books.advice import PROVEN, Advised, advised, has_books, learn
from sandbox.gametree.books.learned import file_of
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.seats import Habits, Seat
from sandbox.ui.jobs import Failure, Job, Stop, Worker
from sandbox.ui.kit import Checkbox, Column, IconButton, Label, Row, Section, Table, TableColumn, Worded

COUNTED = "Played here, that count for the value; what is proven stays, and they choose among the best"
COLUMNS = (
    TableColumn("Move", 58),
    TableColumn("Value", 72, number=True, help="For the side to move, in the game's own score"),
    TableColumn("Loses", 64, number=True, help="What it gives away against the best"),
    TableColumn("Known", 120, grow=1.0, help="Proven, or how many plies were looked at"),
    TableColumn("Games", 64, number=True, help=COUNTED),
)
UNKNOWN = "The book knows nothing of this position"
SILENT = "The game is over"
LEAST = 0.1  # that is written of what a move gives away


class Books(Section):
    """Folded until wanted; read in a worker."""

    def __init__(self, worker: Worker, seats: Sequence[Seat], instead_of: Section) -> None:
        self.worker, self.habits, self.instead_of = worker, Habits(), instead_of
        for seat in seats:
            seat.habits = self.habits
        self.match: Match | None = None
        self.said = Label(UNKNOWN, style="small", role="dim", wrap=True)
        self.table = Table(COLUMNS, placeholder="One row for each move", height=150, multi=False)
        self.vary = Checkbox("One of several, at random", on_change=self._set_vary)
        self.vary.tip = "Engines that play from the book draw one of the moves that give away next to nothing"
        self.learn = Checkbox("Learn from games", on_change=self._set_learn)
        self.learn.tip = "Results of games played here count for the moves of the book; engines go by them"
        self.forget = IconButton("trash-2", on_click=self._forget, tip="Forget what was learned of this game")
        switches = Row([self.vary, self.learn, self.forget], gap=16)
        super().__init__(
            "Book", [Column([self.said, self.table, switches], gap=6)], open=False, on_toggle=self._toggled
        )
        self.show_habits()

    def show_habits(self) -> None:
        """The switches as they are set."""
        self.vary.value, self.learn.value = self.habits.vary, self.habits.learn

    def follow(self, match: Match, *, ready: bool) -> None:
        """Look this position up when the section is open, and kernels may run."""
        self.match = match if ready else None
        self.visible = has_books(match.game)
        self._look_up()

    def _toggled(self, opened: bool) -> None:
        if opened == self.instead_of.open:  # there is room for one of them
            self.instead_of.toggle()
        self._look_up()

    def _set_vary(self, on: bool) -> None:
        self.habits.vary = on

    def _set_learn(self, on: bool) -> None:
        self.habits.learn = on
        self._look_up()

    def _forget(self) -> None:
        if self.match is not None:
            file_of(self.match.entry.key).unlink(missing_ok=True)
            self._look_up()

    def _look_up(self) -> None:
        match = self.match
        if match is None or not self.open or not self.visible:
            return
        if match.over:
            self._tell((), SILENT)
            return
        game, position, by_learned = match.game, match.position, self.habits.learn

        def work(stop: Stop) -> tuple[Advised, ...]:  # noqa: ARG001  (it takes microseconds)
            return advised(game, position, by_learned=by_learned)

        self.worker.submit(Job("Book", "book", work, self._tell, self._failed))

    def _failed(self, failure: Failure) -> None:
        self._tell((), failure.line.partition(": ")[2])

    def _tell(self, moves: tuple[Advised, ...], words: str = UNKNOWN) -> None:
        self.said.text = words if not moves else words_of(moves)
        self.table.rows = [cells(one) for one in moves]

    def ended(self, match: Match) -> None:
        """Where that is wished, the result of a game that came to its end here counts, once."""
        if not (match.fresh and match.over and self.habits.learn and has_books(match.game)):
            return
        match.fresh = False
        game, positions = match.game, [match.position_at(ply) for ply in match.path]

        def work(stop: Stop) -> int:  # noqa: ARG001
            return learn(game, positions)

        def done(_moves: int) -> None:
            self._look_up()

        self.worker.submit(Job("Book", "learn", work, done, self._failed))


def words_of(moves: tuple[Advised, ...]) -> str:
    """How many moves are as good as the best."""
    good = sum(one.margin == 0 for one in moves)
    best = f"{good} of them best" if good > 1 else f"{moves[0].move} is best"
    return f"{len(moves)} move{'s' * (len(moves) > 1)}; {best}"


def cells(one: Advised) -> tuple[Any, ...]:
    """A row."""
    known = "proven" if one.source == PROVEN else f"{one.depth} plies"
    lost = "best" if one.margin == 0 else f"−{_short(one.margin)}" if one.margin >= LEAST else f"< {LEAST}"
    loses = Worded(one.margin, lost, "good" if one.margin == 0 else "text")
    value = _short(abs(one.worth))  # what is proven stays, whatever games came to
    sign = "" if value == "0" else "+" if one.worth > 0 else "−"
    return one.move, Worded(one.worth, sign + value), loses, known, one.games or None


def _short(value: float) -> str:
    """One digit behind the point, where it says anything."""
    return f"{value:.1f}".removesuffix(".0")
