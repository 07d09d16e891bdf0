"""The rules the scripted engine plays by: a readable list for every game, in the order they are tried.

A rule looks at the moves still in question and keeps those it recommends; if it recommends none, all stay. The
first rule that leaves a single move decides, else the last one; the move and the rule's sentence are shown.
Rules are plain Python on a game's face, so that a person can read them, change them and add some.
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


def gives_corner(face: Face[Any], position: Any, move: str) -> float:
    """Whether a move lets the other side take a corner."""
    return float(any(m in CORNERS for m in face.moves(face.play(position, move))))


CORNERS = ("a1", "h1", "a8", "h8")
BESIDE_CORNERS = ("b2", "g2", "b7", "g7", "a2", "b1", "g1", "h2", "a7", "b8", "g8", "h7")

WIN = Rule("Win at once.", wins_at_once)
SAFE = Rule("Leave the other side no win at once.", leaves_no_win)
FORK = Rule("Make two threats at a time.", makes_two_threats)
THREAT = Rule("Make a threat.", makes_a_threat)

RULES: dict[str, tuple[Rule, ...]] = {
    "connect-four": (
        WIN,
        SAFE,
        FORK,
        Rule("The centre column is worth most.", only("4")),
        Rule("Else stay near the centre.", only("3", "5")),
        Rule("The edges last.", avoiding("1", "7")),
    ),
    "othello": (
        Rule("Take a corner.", only(*CORNERS)),
        Rule("Give no corner away.", by_least(gives_corner)),
        Rule("Keep off the squares beside the corners.", avoiding(*BESIDE_CORNERS)),
        Rule("Leave the other side few replies.", by_least(replies)),
    ),
    "tic-tac-toe": (
        WIN,
        SAFE,
        FORK,
        Rule("Take the centre.", only("b2")),
        Rule("Take a corner.", only("a1", "c1", "a3", "c3")),
    ),
    "morris": (WIN, SAFE, FORK, Rule("Take the centre.", only("b2")), THREAT),
    "nim": (WIN, SAFE, Rule("Leave the other side few moves.", by_least(replies))),
}
GENERAL = (WIN, SAFE)


def rules_for(key: str) -> tuple[Rule, ...]:
    """A game's list; for a game without one, win and do not lose."""
    return RULES.get(key, GENERAL)


def decide(game: Game, rules: Sequence[Rule], position: Any) -> tuple[str, str]:
    """The move the rules leave (the first of them), and the sentence that decided."""
    face = game.face()
    moves: Moves = face.moves(position)
    told = "No rule has an opinion."
    for rule in rules:
        kept = rule.keep(face, position, moves)
        if kept and len(kept) < len(moves):
            moves, told = kept, rule.text
        if len(moves) == 1:
            break
    return moves[0], told
