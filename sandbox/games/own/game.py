"""A game of the user's own, from our side: what there is to see of a position, and what its engines would move there.

Nothing here calls a rule in the middle of a search: the search is where the rules are. A position is the moves that
lead to it. What comes back is looked at: a move has to be legal, a board is text, worths are numbers. An engine or an
evaluation from another file of the user's is read by the same process, so that it, too, is where the rules are.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, NamedTuple

from sandbox.errors import BadInput
from sandbox.games.api import BoardPicture, BoardStyle, Pieces, Stone, Target
from sandbox.own.child import STARTING, Child
from sandbox.own.described import Described, Own, described
from sandbox.own.failures import OwnCodeFailed
from sandbox.own.folder import Source, source
from sandbox.registry import OWN

ENGINES: Final = {"alphabeta": "Alpha-beta", "mcts": "UCT", "random": "Random moves", "own": "The file's own engine"}
SLACK: Final = 2.0  # seconds after its time in which an engine may still answer
LARGEST_BOARD: Final = 64  # cells a side that are drawn
PLAYERS: Final = ("engine", "evaluation")  # what another file may offer to play a game with
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Look(NamedTuple):
    """A position."""

    moves: tuple[str, ...]  # none when the game is over
    to_move: int
    worth: tuple[float, float] | None  # to each player, of a game that is over
    board: str


class Depth(NamedTuple):
    """What a depth of alpha-beta found."""

    depth: int
    value: float  # to the mover; as a person reads it
    exact: bool  # a proven result, no estimate
    line: tuple[str, ...]
    nodes: int


class Thought(NamedTuple):
    """What an engine would move."""

    move: str
    nodes: int
    in_time: bool  # it was not cut short
    depths: tuple[Depth, ...] = ()
    tried: Mapping[str, tuple[int, float]] = {}  # of UCT: visits, share of the points


def player_of(key: str) -> Described:
    """The engine, or the evaluation, that a file of the user's offers. Raises BadInput if it is none."""
    of = source(key)
    for what in described(of):
        if what.kind in PLAYERS:
            return what
    raise BadInput(of.shown, "it offers no engine", "@engine or @evaluation")


@dataclass(frozen=True, slots=True)
class Asked:
    """An engine and its budget; zero is none. `own-NAME` is an engine, or alpha-beta with an evaluation, of a file."""

    engine: str = "alphabeta"
    depth: int = 0
    seconds: float = 0.0
    nodes: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)  # of one of the user's own
    player: Described | None = None  # who that is, of which version

    def __post_init__(self) -> None:
        """Refuse what there is not."""
        if self.engine.startswith(OWN):
            if self.player is None:
                object.__setattr__(self, "player", player_of(self.engine))
        elif self.engine not in ENGINES:
            raise BadInput(
                "engine", repr(self.engine), f"one of {', '.join(ENGINES)}, own-NAME (of a game of your own)"
            )


class OwnGame(Own):
    """What every game of the user's own is, beside its options."""

    engines: ClassVar[tuple[str, ...]] = ()  # that can play it

    def table(self) -> Table:
        """A process to play it in."""
        return Table(self)


class Table:
    """A game being played: its process, asked one thing at a time. `close` ends it."""

    def __init__(self, game: OwnGame) -> None:
        self.game, self.child = game, Child(game.what.source)
        self._where = game.what.source.shown
        self._beside: dict[str, Source] = {}  # other files its process has read, and in which version

    def close(self) -> None:
        """End the process."""
        self.child.end()

    def look(self, moves: Sequence[str], stop: Any = None) -> Look | None:
        """How a position stands; None if it was stopped."""
        answer = self._ask({"ask": "look", "moves": list(moves)}, stop)
        if answer is None:
            return None
        if "illegal" in answer:
            number, known = int(answer["illegal"]), ", ".join(map(str, answer["moves"][:20]))
            raise BadInput(f"move {number}", repr(moves[number - 1]), f"one of {known or 'none: the game is over'}")
        legal, worth = tuple(map(str, answer["moves"])), answer["worth"]
        if not legal and worth is None:
            raise OwnCodeFailed(self._where, "moves returned none, and utility None", "one of both, when it is over")
        if spaced := next((move for move in legal if not move or set(move) & set(" ,")), None):
            raise OwnCodeFailed(self._where, f"moves returned {spaced!r:.40}", "words without spaces or commas")
        if answer["to_move"] not in (0, 1):
            raise OwnCodeFailed(self._where, f"to_move returned {answer['to_move']}", "0 or 1")
        return Look(legal, int(answer["to_move"]), None if worth is None else self._worth(worth), str(answer["board"]))

    def _worth(self, worth: Sequence[float]) -> tuple[float, float]:
        first, second = (float(each) for each in worth)
        if not math.isfinite(first) or not math.isclose(first, -second, abs_tol=1e-9):
            raise OwnCodeFailed(
                self._where, f"utility returned {first:g} and {second:g}", "what one wins the other loses"
            )
        return first, second

    def think(
        self, moves: Sequence[str], asked: Asked, seed: int = 0, stop: Any = None,
        tell: Callable[[Depth], object] = lambda _: None,
    ) -> Thought | None:  # fmt: skip
        """What an engine would move; None if it was stopped."""
        self._check(asked)
        depths: list[Depth] = []

        def heard(block: bytes) -> None:
            depths.append(_depth(self._where, block))
            tell(depths[-1])

        words = {"ask": "think", "moves": list(moves), "seed": seed, "depth": asked.depth, **self._who(asked)}
        answer = self._ask({**words, "time": asked.seconds, "nodes": asked.nodes}, stop, heard)
        if answer is None:
            return None
        tried = {str(move): (int(visits), float(share)) for move, (visits, share) in answer["tried"].items()}
        return Thought(str(answer["move"]), int(answer["nodes"]), answer["status"] != "budget", tuple(depths), tried)

    def _check(self, asked: Asked) -> None:
        """Refuse an engine that the game's file has not."""
        if asked.player is None and asked.engine not in self.game.engines:
            known = ", ".join(self.game.engines)
            expected = f"one of {known}, own-NAME (own: its file's @engine; own-NAME: another file's)"
            raise BadInput("engine", f"{asked.engine!r} with {self._where}", expected)

    def _who(self, asked: Asked) -> dict[str, Any]:
        """Who is to think, for the process; one that has read an older version of their file is ended."""
        player = asked.player
        if player is None:
            return {"engine": asked.engine}
        of = player.source
        if self._beside.get(of.key, of) != of:
            self.child.end()
            self._beside.clear()
        self._beside[of.key] = of
        engine = "alphabeta" if player.kind == "evaluation" else "own"
        beside = {"place": of.place, "kind": player.kind, "options": dict(asked.options)}
        return {"engine": engine, "beside": beside, "patience": player.seconds}

    def count(self, moves: Sequence[str], depth: int, *, finished: bool, stop: Any = None) -> int | None:
        """How many lines of so many moves there are; None if it was stopped."""
        answer = self._ask({"ask": "count", "moves": list(moves), "depth": depth, "finished": finished}, stop)
        return None if answer is None else int(answer["count"])

    def _ask(
        self, words: Mapping[str, Any], stop: Any, heard: Callable[[bytes], None] = lambda _: None
    ) -> dict[str, Any] | None:
        patience = max(self.game.what.seconds, words.get("patience", 0.0))
        seconds = words.get("time", 0.0) + SLACK if words.get("time") else patience
        seconds += STARTING if self.child.fresh else 0.0
        if self.child.fresh:  # its process begins, beside much else perhaps
            self.child.ask({"do": "describe"}, seconds=2 * STARTING, stop=stop)
        request = {"do": "play", "kind": "game", "options": self.game.own_options, "time": 0.0, "nodes": 0, **words}
        return self.child.ask(request, seconds=seconds, stop=stop, events=heard)


def _depth(where: str, block: bytes) -> Depth:
    try:
        reported = json.loads(block)
        value, line = float(reported["value"]), tuple(map(str, reported["line"]))
        won = abs(value) >= 1.0
        shown = value - math.copysign(1.0, value) if won else value + 0.0  # no negative zero
        return Depth(int(reported["depth"]), shown, won or bool(reported["exact"]), line, int(reported["nodes"]))
    except (ValueError, KeyError, TypeError):
        raise OwnCodeFailed(where, "it sent a depth that is none", "alpha-beta's") from None


def picture_of(look: Look) -> BoardPicture | None:
    """A board of equal rows of `.`, `x`, `o` as the window draws it; None for all else, which is text."""
    rows = [row.replace(" ", "") for row in look.board.splitlines() if row.strip()]
    wide = len(rows[0]) if rows else 0
    plain = all(len(row) == wide and set(row) <= set(".xo") for row in rows)
    if not rows or not plain or max(wide, len(rows)) > LARGEST_BOARD:
        return None
    stones = tuple(
        Stone(x, y, "xo".index(letter)) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."
    )
    names = tuple(LETTERS[:wide]) if wide <= len(LETTERS) else ()
    places = {f"{name}{y + 1}": (x, y) for y in range(len(rows)) for x, name in enumerate(names)}
    targets = tuple(Target(move, *places[move]) for move in look.moves if move in places)
    numbers = tuple(str(y + 1) for y in range(len(rows)))
    return BoardPicture(BoardStyle.CELLS, wide, len(rows), stones, targets, column_names=names, row_names=numbers,
                        pieces=Pieces.SIGNS)  # fmt: skip
