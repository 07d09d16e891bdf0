"""Connect Four solved naively: columns as lists, lines looked for stone by stone, alpha-beta with a memory.

Shares nothing with the package. `python -m tests.oracles.connect_four` writes the sample the solver is tested with.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

WIDTH, HEIGHT = 7, 6
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
WORST = -22
SAMPLE = Path(__file__).parent.parent / "golden" / "connect_four_solved.txt"

Board = tuple[str, ...]  # columns from the bottom up, X moved first


def replayed(text: str) -> Board:
    """A board from the columns played, 1 … 7."""
    columns = [""] * WIDTH
    for ply, letter in enumerate(text):
        columns[int(letter) - 1] += "XO"[ply % 2]
    return tuple(columns)


def at(board: Board, x: int, y: int) -> str:
    return board[x][y] if 0 <= x < WIDTH and 0 <= y < len(board[x]) else ""


def makes_four(board: Board, x: int, side: str) -> bool:
    """Whether a stone of a side on top of column x completes a line of four."""
    y = len(board[x])
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            step = 1
            while at(board, x + sign * step * dx, y + sign * step * dy) == side:
                length, step = length + 1, step + 1
        if length >= 4:
            return True
    return False


def value(board: Board, low: int = WORST, high: int = -WORST, known: dict[Board, tuple[int, int]] | None = None) -> int:
    """22 minus the winner's stones, for the side to move; exact if between low and high."""
    known = {} if known is None else known
    stones = sum(map(len, board))
    if stones == WIDTH * HEIGHT:
        return 0
    side = "XO"[stones % 2]
    legal = [x for x in CENTRE_FIRST if len(board[x]) < HEIGHT]
    if any(makes_four(board, x, side) for x in legal):
        return 21 - stones // 2
    least, most = known.get(board, (WORST, -WORST))
    low, high = max(low, least), min(high, most)
    if low >= high:
        return low
    best = WORST
    for x in legal:
        after = (*board[:x], board[x] + side, *board[x + 1 :])
        best = max(best, -value(after, -high, -max(low, best), known))
        if best >= high:
            break
    known[board] = (max(least, best) if best > low else least, min(most, best) if best < high else most)
    return best


def sample() -> list[tuple[str, int]]:
    """Columns played, and the value, of random games that nobody has won yet: every number of stones from 26 to 41."""
    found: list[tuple[str, int]] = []
    draw = random.Random(2026)
    for stones in range(26, 42):
        wanted = len(found) + 6
        while len(found) < wanted:
            text = _random_game(draw, stones)
            if len(text) == stones:
                found.append((text, value(replayed(text))))
                print(*found[-1], file=sys.stderr)
    return found


def _random_game(draw: random.Random, stones: int) -> str:
    """Moves at random until somebody wins, or so many stones are set."""
    text = ""
    while len(text) < stones:
        board = replayed(text)
        x = draw.choice([x for x in range(WIDTH) if len(board[x]) < HEIGHT])
        if makes_four(board, x, "XO"[len(text) % 2]):
            break
        text += str(x + 1)
    return text


def read() -> list[tuple[str, int]]:
    """The sample as it was written."""
    rows = (line.split() for line in SAMPLE.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#"))
    return [(text, int(number)) for text, number in rows]


if __name__ == "__main__":
    head = "# Columns played, value for the side to move. Made by python -m tests.oracles.connect_four.\n"
    SAMPLE.write_text(head + "".join(f"{text} {number}\n" for text, number in sample()), encoding="utf-8")
