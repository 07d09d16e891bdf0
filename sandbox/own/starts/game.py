"""TITLE: save this file and it is played as it now stands."""

from dataclasses import dataclass
from typing import Annotated

from sandbox.own import Help, Range, game


@game(title="TITLE", seconds=20)
@dataclass(frozen=True)
class Mine:
    """Set a stone in turn; who has three in a row loses."""  # what the list says; the fields below are its options

    size: Annotated[int, Range(3, 6), Help("cells a side")] = 4

    def start(self) -> str:  # a position may be anything: here it is a letter for each cell
        return "." * self.size**2

    def to_move(self, position: str) -> int:  # 0 moves first
        return (len(position) - position.count(".")) % 2

    def moves(self, position: str) -> list[str]:  # in words; a cell's name, a1 at the top left, can be clicked
        return ["abcdef"[at % self.size] + str(at // self.size + 1) for at, c in enumerate(position) if c == "."]

    def play(self, position: str, move: str) -> str:
        at = "abcdef".index(move[0]) + (int(move[1:]) - 1) * self.size
        return position[:at] + "xo"[self.to_move(position)] + position[at + 1 :]

    def utility(self, position: str, player: int) -> float | None:  # 1 won, -1 lost, 0 drawn; None: it goes on
        n = self.size
        for at, stone in enumerate(position.replace(".", " ")):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                x, y = at % n + 2 * dx, at // n + 2 * dy
                if stone != " " and 0 <= x < n > y and stone == position[at + dx + dy * n] == position[y * n + x]:
                    return -1.0 if stone == "xo"[player] else 1.0
        return None if "." in position else 0.0

    def board(self, position: str) -> str:  # equal rows of . x o are drawn as a board, all else is shown as text
        return "\n".join(position[row : row + self.size] for row in range(0, len(position), self.size))
