"""A game with its variations: a tree of plies, each with its position, comments, and what was found there.

Nothing that was played is lost: another move at an earlier ply begins a variation. The first child of each ply is the
main line. What engines found is kept with its source and depth, and a deeper answer is never overwritten by a shallower
one of the same source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sandbox.errors import BadInput
from sandbox.games.api import Face, Game, games
from sandbox.gametree.api import Bound, Result, RootMove

ROOT = 0


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat there."""

    name: str = ""
    engine: str = ""  # a key, or a level's; empty for a person
    options: Mapping[str, Any] = field(default_factory=dict)
    budget: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a search found at a ply. Values are for the side to move there."""

    source: str  # an engine's key, or "exact"; ", playing" or ", asked" behind it: what was said at the board
    value: float
    exact: bool = False
    bound: Bound = Bound.EXACT
    depth: int = 0
    best: str = ""
    pv: tuple[str, ...] = ()
    nodes: int = 0
    simulations: int = 0
    seconds: float = 0.0
    settings: str = ""  # options and budget in words: equal ones can be compared
    rows: tuple[RootMove, ...] = ()

    @classmethod
    def of(cls, source: str, result: Result, settings: str = "") -> Kept:
        """What is to be kept of an answer."""
        shot = result.report
        return cls(
            source,
            result.value,
            result.exact,
            shot.bound,
            shot.depth,
            result.best,
            result.pv,
            shot.nodes,
            shot.simulations,
            result.seconds,
            settings,
            result.root,
        )

    def better_than(self, other: Kept) -> bool:
        """Whether it says at least as much: proven, deeper, or of more simulations."""
        mine = (self.exact, self.depth, self.simulations)
        return mine >= (other.exact, other.depth, other.simulations)


@dataclass(slots=True)
class Ply:
    """A position of the game and the move that led to it."""

    number: int
    parent: int  # -1 at the start
    move: str  # empty at the start
    position: Any
    children: list[int] = field(default_factory=list)  # the main line first
    comment: str = ""
    kept: dict[str, Kept] = field(default_factory=dict)  # by source


class GameDocument:
    """A game; plies by their numbers, the start is 0."""

    def __init__(self, key: str, options: Mapping[str, Any] | None = None, start: str = "-") -> None:
        self.key, self.options = key, dict(options or {})
        self.game: Game = games[key].create(self.options)
        self.face: Face[Any] = self.game.face()
        self.plies: dict[int, Ply] = {ROOT: Ply(ROOT, -1, "", self.face.parse(start))}
        self.players: tuple[Player, Player] = (Player(), Player())
        self.title, self.comment = "", ""
        self.ended = ""  # how, where the board does not show it: "White resigned"
        self._next = 1

    @property
    def start(self) -> str:
        """The position it began from."""
        return self.face.print(self.plies[ROOT].position)

    def play(self, at: int, move: str) -> int:
        """A move after a ply: the ply it leads to, which may have been there before."""
        ply = self.plies[at]
        for child in ply.children:
            if self.plies[child].move == move:
                return child
        new = Ply(self._next, at, move, self.face.play(ply.position, move))
        self._next += 1
        self.plies[new.number] = new
        ply.children.append(new.number)
        return new.number

    def play_all(self, moves: list[str] | tuple[str, ...], at: int = ROOT) -> int:
        """Several moves; the last ply."""
        for number, move in enumerate(moves, start=1):
            try:
                at = self.play(at, move)
            except BadInput as error:
                raise BadInput(f"move {number}", error.found, error.expected) from None
        return at

    def line(self, at: int | None = None) -> list[int]:
        """The plies from the start through one and on along its main line."""
        found = [ROOT] if at is None else self.path(at)
        while children := self.plies[found[-1]].children:
            found.append(children[0])
        return found

    def path(self, at: int) -> list[int]:
        """The plies from the start to one."""
        found = [at]
        while (parent := self.plies[found[-1]].parent) >= 0:
            found.append(parent)
        return found[::-1]

    def moves(self, at: int | None = None) -> tuple[str, ...]:
        """The moves of a line; of the main line if no ply is named."""
        return tuple(self.plies[number].move for number in self.line(at)[1:])

    def moves_to(self, at: int) -> tuple[str, ...]:
        """The moves from the start to a ply."""
        return tuple(self.plies[number].move for number in self.path(at)[1:])

    def promote(self, at: int) -> None:
        """Make the line through a ply the main line."""
        for number in self.path(at)[1:]:
            siblings = self.plies[self.plies[number].parent].children
            siblings.remove(number)
            siblings.insert(0, number)

    def remove(self, at: int) -> None:
        """Drop a ply and all that follows it; not the start."""
        if at == ROOT:
            raise BadInput("ply", "the start", "a ply with a move")
        self.plies[self.plies[at].parent].children.remove(at)
        todo = [at]
        while todo:
            todo += self.plies.pop(todo.pop()).children

    def keep(self, at: int, found: Kept) -> bool:
        """Keep what was found, unless more is known from the same source; whether it was kept."""
        known = self.plies[at].kept.get(found.source)
        if known is not None and not found.better_than(known):
            return False
        self.plies[at].kept[found.source] = found
        return True

    def best_known(self, at: int) -> Kept | None:
        """The most that is known of a ply, from any source."""
        kept = list(self.plies[at].kept.values())
        return max(kept, key=lambda k: (k.exact, k.depth, k.simulations)) if kept else None

    def seat(self, number: int, player: Player) -> None:
        """Say who plays first (0) or second (1)."""
        first, second = self.players
        self.players = (player, second) if number == 0 else (first, player)

    def renamed(self, number: int, name: str) -> None:
        """Give a player a name."""
        self.seat(number, replace(self.players[number], name=name))

    def mover(self, at: int) -> int:
        """Whose turn it is at a ply: 0 moved first."""
        return self.face.to_move(self.plies[at].position)

    def result(self) -> float | None:
        """The first player's result at the end of the main line; None while it goes on."""
        return self.face.utility(self.plies[self.line()[-1]].position, 0)
