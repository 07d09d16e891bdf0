"""Pig: roll a die as often as you dare, and keep the sum; a one takes all of the turn's points.

T. Neller, C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25 (1), 2004. Who comes to the goal
first wins. A turn that reaches the goal ends by itself. A worth is the chance of winning: 1 for the winner, 0 for
all others.

A state is four scores, the turn's points, whose turn it is, and whether the die is rolling.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

import numpy as np

from sandbox.errors import BadInput
from sandbox.games.api import Axes, Words
from sandbox.games.general.api import NAMES, GeneralFace, NothingHidden, Plain, general_games
from sandbox.games.general.rules import GeneralKernels
from sandbox.games.general.words import CHANCE, TERMINAL, of_game, put_number, put_word, word_at
from sandbox.games.two_words.notation import Readable, check_move
from sandbox.kernels.jit import kernel
from sandbox.registry import Help, Range

SIDES = 6
POINTS, MOVER, ROLLING, LENGTH = 4, 5, 6, 7  # where they stand in a state; scores come first
ROLL, HOLD = 0, 1
GOAL, PLAYERS = 0, 1  # the game's own words
ONE_DIE = tuple(Fraction(1, SIDES) for _ in range(SIDES))


@kernel
def players(data: Words) -> int:
    """As the option says."""
    return of_game(data, PLAYERS)


@kernel
def to_move(data: Words, s: int) -> int:
    """Nobody once a score has come to the goal."""
    for player in range(players(data)):
        if word_at(data, s + player) >= of_game(data, GOAL):
            return TERMINAL
    return CHANCE if word_at(data, s + ROLLING) != 0 else word_at(data, s + MOVER)


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """Roll; or hold, if there is something to be kept."""
    put_word(data, m, ROLL)
    put_word(data, m + 1, HOLD)
    return 2 if word_at(data, s + POINTS) > 0 else 1


@kernel
def outcomes(data: Words, s: int, m: int, p: int) -> int:
    """The sides, all alike."""
    for side in range(SIDES):
        put_word(data, m + side, side + 1)
        put_word(data, p + side, 1)
    return SIDES


@kernel
def end_turn(data: Words, c: int, points: int) -> None:
    """Points are kept, and the next player's turn begins."""
    mover = word_at(data, c + MOVER)
    put_word(data, c + mover, word_at(data, c + mover) + points)
    put_word(data, c + POINTS, 0)
    put_word(data, c + MOVER, (mover + 1) % players(data))


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """A decision, or what the die shows."""
    for i in range(LENGTH):
        data[np.uint64(c + i)] = data[np.uint64(s + i)]
    points, side = word_at(data, s + POINTS), int(np.int64(move))
    if word_at(data, s + ROLLING) == 0:
        if side == ROLL:
            put_word(data, c + ROLLING, 1)
        else:
            end_turn(data, c, points)
        return
    put_word(data, c + ROLLING, 0)
    if side == 1:
        end_turn(data, c, 0)
    elif word_at(data, s + word_at(data, s + MOVER)) + points + side >= of_game(data, GOAL):
        end_turn(data, c, points + side)
    else:
        put_word(data, c + POINTS, points + side)


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """All for the winner."""
    for player in range(players(data)):
        put_number(data, u + player, 1.0 if word_at(data, s + player) >= of_game(data, GOAL) else 0.0)


@kernel
def progress(data: Words, s: int, player: int) -> int:
    """A score, the mover's with the points of the turn, which are below the goal together."""
    own = word_at(data, s + player)
    return own + word_at(data, s + POINTS) if player == word_at(data, s + MOVER) else own


@kernel
def evaluate(data: Words, s: int, u: int) -> None:
    """An even share, and more for who is ahead of the others' mean: between 0 and 1, and 1 in all."""
    many, goal, whole = players(data), of_game(data, GOAL), 0
    for player in range(many):
        whole += progress(data, s, player)
    for player in range(many):
        ahead = many * progress(data, s, player) - whole
        put_number(data, u + player, 1.0 / many + ahead / float(many * goal * (many - 1)))


@dataclass(frozen=True, slots=True)
class Turn:
    """Scores, and how the turn stands."""

    scores: tuple[int, ...]
    points: int = 0
    mover: int = 0
    rolling: bool = False
    ply: int = field(default=0, compare=False)


_TEXT = re.compile(r"(\d{1,4}(?:,\d{1,4})*)(?:\s+([A-H])(?:\+(\d{1,4}))?(\*)?)?", re.ASCII)


class PigFace(Readable, NothingHidden):
    """Rules and notation: `34,52 B+7` is B's turn with 7 points; a `*` behind it says that the die is rolling."""

    name = "pig"

    def __init__(self, goal: int, many: int) -> None:
        self.goal, self.many = goal, many

    def start(self) -> Turn:
        """Nobody has anything."""
        return Turn((0,) * self.many)

    def read(self, text: str, where: str) -> Turn:
        """Scores, and whose turn it is."""
        found = _TEXT.fullmatch(text)
        if not found:
            raise BadInput(where, "something else", "scores, the mover and the turn's points, such as 34,52 B+7")
        scores = tuple(map(int, found[1].split(",")))
        return self._checked(Turn(scores, int(found[3] or 0), NAMES.index(found[2] or "A"), bool(found[4])), where)

    def _checked(self, turn: Turn, where: str) -> Turn:
        if len(turn.scores) != self.many:
            raise BadInput(where, f"{len(turn.scores)} scores", f"{self.many}, one a player")
        if turn.mover >= self.many:
            raise BadInput(where, f"player {NAMES[turn.mover]}", f"one of {', '.join(NAMES[: self.many])}")
        won = [score for score in turn.scores if score >= self.goal]
        if max(turn.scores) >= self.goal + SIDES or len(won) > 1 or (won and (turn.points or turn.rolling)):
            raise BadInput(
                where,
                f"the scores {', '.join(map(str, turn.scores))}",
                f"one at most at {self.goal} or a little more, and then no turn",
            )
        if not won and turn.scores[turn.mover] + turn.points >= self.goal:
            raise BadInput(
                where, f"{turn.points} points", f"less than {self.goal} with the score: the turn would be over"
            )
        if turn.points == 1:
            raise BadInput(where, "1 point", "what dice without a one add up to")
        return turn

    def print(self, position: Turn) -> str:
        """Scores, mover, points."""
        points = f"+{position.points}" if position.points else ""
        return f"{','.join(map(str, position.scores))} {NAMES[position.mover]}{points}{'*' if position.rolling else ''}"

    def board(self, position: Turn) -> str:
        """A line a player."""
        return "\n".join(self._line(position, player) for player in range(self.many))

    def _line(self, position: Turn, player: int) -> str:
        bar = "█" * (position.scores[player] * 40 // self.goal)
        turn = f"  +{position.points}{' rolling' if position.rolling else ''}" if player == position.mover else ""
        return f"{NAMES[player]} {position.scores[player]:>4} {bar}{turn}"

    def to_move(self, position: Turn) -> int:
        """The player, the die, or nobody."""
        if max(position.scores) >= self.goal:
            return TERMINAL
        return CHANCE if position.rolling else position.mover

    def moves(self, position: Turn) -> Sequence[str]:
        """Roll or hold; what the die may show."""
        who = self.to_move(position)
        if who == TERMINAL:
            return ()
        if who == CHANCE:
            return tuple(str(side + 1) for side in range(SIDES))
        return ("roll", "hold") if position.points else ("roll",)

    def chances(self, position: Turn) -> Sequence[Fraction]:
        """One in six."""
        return ONE_DIE if self.to_move(position) == CHANCE else ()

    def play(self, position: Turn, move: str) -> Turn:
        """A decision, or what the die shows."""
        known = self.moves(position)
        check_move(move, known, "pig move")
        if move == "roll":
            return Turn(position.scores, position.points, position.mover, True, position.ply + 1)
        if move == "hold":
            return self._over(position, position.points)
        points = position.points + int(move)
        if move == "1":
            return self._over(position, 0)
        if position.scores[position.mover] + points >= self.goal:
            return self._over(position, points)
        return Turn(position.scores, points, position.mover, ply=position.ply + 1)

    def _over(self, position: Turn, points: int) -> Turn:
        scores = tuple(s + points * (player == position.mover) for player, s in enumerate(position.scores))
        return Turn(scores, 0, (position.mover + 1) % self.many, ply=position.ply + 1)

    def utility(self, position: Turn) -> tuple[float, ...] | None:
        """1 for the winner."""
        over = self.to_move(position) == TERMINAL
        return tuple(float(score >= self.goal) for score in position.scores) if over else None

    def state(self, position: Turn) -> Sequence[int]:
        """As the kernels have it."""
        scores = (*position.scores, 0, 0, 0, 0)[:POINTS]
        return (*scores, position.points, position.mover, int(position.rolling))

    def code_of(self, position: Turn, move: str) -> int:
        """The side, or the decision's number."""
        return int(move) if self.to_move(position) == CHANCE else (ROLL, HOLD)[move == "hold"]


@general_games.register(
    "pig",
    title="Pig",
    paper="Neller & Presser, Optimal Play of the Dice Game Pig, The UMAP Journal 2004",
    order=21,
    players="2 to 4",
)
@dataclass(frozen=True, slots=True)
class Pig(Plain):
    """Roll on, or keep what the turn has brought."""

    goal: Annotated[int, Range(2, 1000), Help("the score that wins")] = 100
    players: Annotated[int, Range(2, 4), Help("how many play")] = 2

    def face(self) -> GeneralFace[Turn]:
        """Scores."""
        return PigFace(self.goal, self.players)

    def kernels(self) -> GeneralKernels:
        """Scores."""
        return GeneralKernels(
            to_move, moves, play, utility, LENGTH, SIDES, players, outcomes, evaluate,
            lowest=0.0, highest=1.0, total=1.0,  # chances of winning
        )  # fmt: skip

    def data(self, position: Turn | None = None) -> Words:
        """The goal, and how many play."""
        return np.array([self.goal, self.players], np.uint64)

    def axes(self, position: Turn | None = None) -> Axes:
        """Positions recur: two ones in a row change nothing."""
        return Axes(players=self.players, chance=True, loopy=True)
