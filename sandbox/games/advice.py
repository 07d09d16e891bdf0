"""Rules of thumb, for the scripted engine to play by: a readable list for every game, in the order they are tried.

A rule looks at the moves still in question and keeps those it recommends; if it recommends none, all stay. The
first rule that leaves a single move decides, else the last one; the move and the rule's sentence are shown.
Rules are plain Python on a game's face, so that a person can read them, change them and add some. A game is registered
with its `advice`; one without wins where it can, and leaves no win to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.games.api import Face, Game

Moves = Sequence[str]


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence, and what it recommends of some moves."""

    text: str
    keep: Callable[[Face[Any], Any, Moves], Moves]


class Advice:
    """The rules of a game."""

    def __init__(self, *rules: Rule) -> None:
        self.rules = rules


def wins_at_once(face: Face[Any], position: Any, moves: Moves) -> Moves:
    """Moves that end the game well."""
    me = face.to_move(position)
    return [m for m in moves if (face.utility(face.play(position, m), me) or 0) > 0]


def leaves_no_win(face: Face[Any], position: Any, moves: Moves) -> Moves:
    """Moves after which the other side has no winning reply."""
    return [m for m in moves if not _winning_reply(face, face.play(position, m))]


def _winning_reply(face: Face[Any], position: Any) -> Moves:
    return wins_at_once(face, position, face.moves(position))


def makes_two_threats(face: Face[Any], position: Any, moves: Moves) -> Moves:
    """Moves that threaten to win in two ways."""
    return [m for m in moves if _threats_after(face, position, m) >= 2]


def makes_a_threat(face: Face[Any], position: Any, moves: Moves) -> Moves:
    """Moves that threaten to win."""
    return [m for m in moves if _threats_after(face, position, m) >= 1]


def _threats_after(face: Face[Any], position: Any, move: str) -> int:
    """How many moves would win if the other side passed: asked after each of its replies, the fewest count."""
    after = face.play(position, move)
    left = [len(_winning_reply(face, face.play(after, reply))) for reply in face.moves(after)]
    return min(left, default=0)


def only(*names: str) -> Callable[[Face[Any], Any, Moves], Moves]:
    """Moves of these names."""
    return lambda _face, _position, moves: [m for m in moves if m in names]


def avoiding(*names: str) -> Callable[[Face[Any], Any, Moves], Moves]:
    """Moves of other names."""
    return lambda _face, _position, moves: [m for m in moves if m not in names]


def by_least(measure: Callable[[Face[Any], Any, str], float]) -> Callable[[Face[Any], Any, Moves], Moves]:
    """The moves with the least of something."""

    def keep(face: Face[Any], position: Any, moves: Moves) -> Moves:
        values = [measure(face, position, m) for m in moves]
        return [m for m, value in zip(moves, values, strict=True) if value == min(values)]

    return keep


def replies(face: Face[Any], position: Any, move: str) -> float:
    """How many replies a move leaves."""
    return len(face.moves(face.play(position, move)))


WIN = Rule("Win at once.", wins_at_once)
SAFE = Rule("Leave the other side no win at once.", leaves_no_win)
FORK = Rule("Make two threats at a time.", makes_two_threats)
THREAT = Rule("Make a threat.", makes_a_threat)

IN_A_ROW = (WIN, SAFE, FORK)  # what comes first wherever so many in a row win
GENERAL = Advice(WIN, SAFE)


def decide(game: Game, rules: Sequence[Rule], position: Any) -> tuple[str, str]:
    """The move the rules leave (the first of them), and the sentence that decided."""
    face = game.face()
    moves: Moves = face.moves(position)
    reason = "No rule has an opinion."
    for rule in rules:
        kept = rule.keep(face, position, moves)
        if kept and len(kept) < len(moves):
            moves, reason = kept, rule.text
        if len(moves) == 1:
            break
    return moves[0], reason
