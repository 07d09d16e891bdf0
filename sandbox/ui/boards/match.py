"""The game on the board: a tree of positions, the line looked at, and what was found out about each position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sandbox.games.api import Face, games
from sandbox.registry import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.ui.boards.thinking import Told


@dataclass(eq=False)
class Ply:
    """A position of the game, the move that led to it, and what is known of it."""

    position: Any
    move: str = ""  # empty at the start
    parent: Ply | None = None
    children: list[Ply] = field(default_factory=list)
    gone: Ply | None = None  # the child the line goes on with
    told: Told | None = None  # what an engine said of this position
    judged: Told | None = None  # what the analysis of the whole game said of it
    seconds: float = 0.0  # what the mover took
    resigned: bool = False  # whoever is to move here gave up

    @property
    def depth(self) -> int:
        """Moves since the start of this game."""
        return 0 if self.parent is None else self.parent.depth + 1

    def line(self) -> list[Ply]:
        """From the start to here."""
        found: list[Ply] = [self]
        while found[-1].parent is not None:
            found.append(found[-1].parent)
        return found[::-1]

    def later(self) -> Iterator[Ply]:
        """The line after here."""
        ply = self.gone
        while ply is not None:
            yield ply
            ply = ply.gone

    def child(self, move: str) -> Ply | None:
        """The position after a move, if it has been there."""
        return next((c for c in self.children if c.move == move), None)

    def walk(self) -> Iterator[Ply]:
        """This position and all after it, parents first."""
        open_ = [self]
        while open_:
            ply = open_.pop()
            yield ply
            open_.extend(reversed(ply.children))


@dataclass
class Match:
    """A game with its variations; `ply` is the position looked at. A move made again goes where it went before."""

    entry: Entry[Any]
    options: dict[str, Any] = field(default_factory=dict)
    start: Any = None

    def __post_init__(self) -> None:
        self.game = self.entry.create(self.options)
        self.face: Face[Any] = self.game.face()
        self.ply = self.root = Ply(self.face.start() if self.start is None else self.start)

    @classmethod
    def of(cls, key: str, text: str = "-", options: dict[str, Any] | None = None) -> Match:
        """A game of a kind, from a position in its notation."""
        match = cls(games[key], dict(options or {}))
        match.ply = match.root = Ply(match.face.parse(text))
        return match

    # The line ------------------------------------------------------------------------------------------

    @property
    def line(self) -> list[Ply]:
        """From the start through the position looked at to the end of what was played after it."""
        return [*self.ply.line(), *self.ply.later()]

    @property
    def positions(self) -> list[Any]:
        """The line's positions."""
        return [ply.position for ply in self.line]

    @property
    def moves(self) -> list[str]:
        """The line's moves."""
        return [ply.move for ply in self.line[1:]]

    @property
    def at(self) -> int:
        """How many moves lie before the position looked at."""
        return self.ply.depth

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.ply.position

    @property
    def to_move(self) -> int:
        """Whose turn it is."""
        return self.face.to_move(self.position)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or because somebody gave up."""
        return self.ply.resigned or self.face.utility(self.position, 0) is not None

    # Going about in it ---------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make a move; what had been played instead stays as a variation."""
        ply = self.ply.child(move)
        if ply is None:
            ply = Ply(self.face.play(self.position, move), move, self.ply)
            self.ply.children.append(ply)
        self.ply.resigned = False
        self.ply.gone = self.ply = ply

    def go(self, ply: Ply) -> None:
        """Look at another position of this game; the line leads there."""
        for earlier in ply.line()[1:]:
            assert earlier.parent is not None
            earlier.parent.gone = earlier
        self.ply = ply

    @property
    def behind(self) -> bool:
        """Whether moves follow that were taken back."""
        return self.ply.gone is not None

    def back(self) -> bool:
        """Look at the position before; whether there is another one before that."""
        self.ply = self.ply.parent or self.ply
        return self.ply.parent is not None

    def forward(self) -> bool:
        """Look at the next position; whether there is another one after that."""
        self.ply = self.ply.gone or self.ply
        return self.behind

    def promote(self, ply: Ply) -> None:
        """Make the variation a position is in the first one."""
        for earlier in ply.line()[1:]:
            assert earlier.parent is not None
            children = earlier.parent.children
            children.insert(0, children.pop(children.index(earlier)))

    def used(self, side: int) -> float:
        """How long a side has thought on the way here, in seconds."""
        way = self.ply.line()[1:]
        return sum(p.seconds for p in way if p.parent is not None and self.face.to_move(p.parent.position) == side)
