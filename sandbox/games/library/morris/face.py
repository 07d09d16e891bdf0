"""Three men's morris for people: nine characters, the side, and what has been. Knows nothing of the kernels.

Points are a1 … c3, a1 at the top left. A move sets a stone, `b2`, or steps, `a1-b1`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sandbox.errors import BadInput
from sandbox.games.api import BoardPicture, BoardStyle, Target
from sandbox.games.two_words.boards import Cells, CellsFace, place, square_board
from sandbox.games.two_words.notation import (
    SIDES,
    check_move,
    outcome_caption,
    square_index,
    square_name,
)
from sandbox.games.two_words.threes import ROWS, check_side, line_of, read_signs, without_line

MEN = 3
PLACES = 9


def _steps(lines: tuple[str, ...]) -> list[tuple[int, int]]:
    """Both ways along each half of some lines."""
    halves = [(int(line[i]), int(line[i + 1])) for line in lines for i in (0, 1)]
    return [step for start, end in halves for step in ((start, end), (end, start))]


STEPS = _steps(ROWS)
STRAIGHT = len(_steps(ROWS[:6]))


@dataclass(frozen=True, slots=True)
class Men(Cells):
    """Nine cells and whose turn; how it came about is remembered for repetition and the picture."""

    cells: str = "-" * 9
    side: str = "X"
    earlier: tuple[str, ...] = field(default=(), compare=False)  # since a stone was last set
    ply: int = field(default=0, compare=False)
    last: str = field(default="", compare=False)

    @property
    def placing(self) -> bool:
        """Whether the side to move still has stones to set."""
        return self.cells.count(self.side) < MEN

    @property
    def occurrences(self) -> int:
        """How often this position has been, this time included."""
        return 1 + self.earlier.count(self.cells + self.side)

    def after(self, cells: str, move: str) -> Men:
        """The position a move leads to."""
        earlier = () if self.placing else (*self.earlier, self.cells + self.side)
        return Men(cells, self.other, earlier, self.ply + 1, move)


class MorrisFace(CellsFace):
    """Rules and notation."""

    name = "morris"

    def __init__(self, diagonals: bool = True, repetitions: int = 3) -> None:
        self._lines = ROWS if diagonals else ROWS[:6]
        self._steps = STEPS if diagonals else STEPS[:STRAIGHT]
        self._repetitions = repetitions

    def start(self) -> Men:
        """The empty board."""
        return Men()

    def read(self, text: str, where: str) -> Men:
        """Nine characters and the side."""
        expected = "at most 3 each, as many X as O or one more"
        cells, side, first, second = read_signs(text, where, MEN, expected)
        placing = min(first, second) < MEN
        due = SIDES[first - second]
        if placing:
            check_side(side, due, (first, second), where)
        if not placing and not side:
            raise BadInput(where, "no side to move", "X or O after the nine points")
        return without_line(Men(cells, side or due, ply=first + second), where, self._lines)

    def _line(self, position: Men, side: str) -> str:
        """The points of a side's line, or nothing."""
        return line_of(position.cells, side, self._lines)

    def board(self, position: Men) -> str:
        """Points and lines."""
        rows = ["─".join(position.cells[y : y + 3]).replace("-", "·") for y in (0, 3, 6)]
        joints = ("  │╲│╱│", "  │╱│╲│") if len(self._lines) == len(ROWS) else ("  │ │ │",) * 2
        return "\n".join(("  a b c", f"1 {rows[0]}", joints[0], f"2 {rows[1]}", joints[1], f"3 {rows[2]}"))

    def picture(self, position: Men) -> BoardPicture:
        """Stones on the crossings."""
        targets = tuple(self._target(m) for m in self.moves(position))
        lines = tuple((*place(int(line[0]), 3), *place(int(line[2]), 3)) for line in self._lines)
        marked, caption = self._marked(position), self._caption(position)
        return square_board(position, 3, BoardStyle.POINTS, targets, marked, caption, lines=lines)

    def _target(self, move: str) -> Target:
        start, _, end = move.rpartition("-")
        source = place(square_index(start, 3), 3) if start else None
        return Target(move, *place(square_index(end, 3), 3), source)

    def _marked(self, position: Men) -> tuple[tuple[float, float], ...]:
        line = self._line(position, position.other)
        last = [str(square_index(p, 3)) for p in position.last.split("-") if p]
        return tuple(place(int(i), 3) for i in line or last)

    def _caption(self, position: Men) -> str:
        state = outcome_caption(self.utility(position, 0), position.side)
        return f"{state} by repetition" if state == "Draw" else state

    def moves(self, position: Men) -> tuple[str, ...]:
        """Points to set a stone on, or steps; nothing once it is over."""
        over = self._line(position, position.other) or position.occurrences >= self._repetitions
        if over:
            return ()
        empty = [i for i, c in enumerate(position.cells) if c == "-"]
        if position.placing:
            return tuple(square_name(i, 3) for i in empty)
        steps = [(s, e) for s, e in self._steps if position.cells[s] == position.side and e in empty]
        return tuple(f"{square_name(s, 3)}-{square_name(e, 3)}" for s, e in steps)

    def play(self, position: Men, move: str) -> Men:
        """Set or step."""
        check_move(move, self.moves(position), "morris move")
        start, _, end = move.rpartition("-")
        cells = list(position.cells)
        cells[square_index(end, 3)] = position.side
        if start:
            cells[square_index(start, 3)] = "-"
        return position.after("".join(cells), move)

    def bit_of(self, position: Men, move: str) -> int:
        """The point's bit, or nine more than the step's number."""
        start, _, end = move.rpartition("-")
        if not start:
            return 1 << square_index(end, 3)
        return 1 << PLACES + STEPS.index((square_index(start, 3), square_index(end, 3)))

    def move_of(self, position: Men, bit: int) -> str:
        """The inverse of `bit_of`."""
        index = bit.bit_length() - 1
        if index < PLACES:
            return square_name(index, 3)
        start, end = STEPS[index - PLACES]
        return f"{square_name(start, 3)}-{square_name(end, 3)}"

    def utility(self, position: Men, player: int) -> float | None:
        """1 for a win, 0 for a repetition; who cannot move has lost."""
        if self.moves(position):
            return None
        if not self._line(position, position.other) and position.occurrences >= self._repetitions:
            return 0
        return -1 if self.to_move(position) == player else 1
