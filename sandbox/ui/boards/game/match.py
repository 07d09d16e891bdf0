"""The game on the board: a document, the position looked at, and what engines said of each position.

`findings` holds what the window's own searches said, live while they run; answers are kept in the document, too, so
that a saved game still knows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sandbox.games.api import Face, Game, games
from sandbox.gametree.api import Result
from sandbox.gametree.document.model import ROOT, GameDocument, Kept
from sandbox.registry import Entry
from sandbox.ui.boards.marks import side_names
from sandbox.ui.boards.thinking import Finding, Search

FIRST = "connect-four"  # what is played where nothing is asked for: named, so that no start waits for a list of all
IN_PLAY = (", playing", ", asked")  # what sources are called whose answers were moves of the game, or for a person


@dataclass(eq=False)
class Match:
    """A game with its variations; `here` is the ply looked at. A move made again goes where it went before."""

    document: GameDocument
    here: int = ROOT
    findings: dict[int, Finding] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)  # what the mover took for the move into a ply
    resigned: set[int] = field(default_factory=set)  # plies at which whoever was to move gave up
    fallen: set[int] = field(default_factory=set)  # … and at which their time ran out
    fresh: bool = False  # whether the last move made here had not been made before
    _gone: dict[int, int] = field(default_factory=dict)  # the child the line goes on with

    @classmethod
    def new(cls, entry: Entry[Any], options: Mapping[str, Any] | None = None, start: str = "-") -> Match:
        """A game from a position."""
        return cls(GameDocument(entry.key, options, start))

    @classmethod
    def of(cls, key: str, text: str = "-", options: Mapping[str, Any] | None = None) -> Match:
        """A game of a kind, from a position in its notation."""
        return cls.new(games[key], options, text)

    @property
    def entry(self) -> Entry[Any]:
        """Which game it is."""
        return games[self.document.key]

    @property
    def options(self) -> dict[str, Any]:
        """The game's own options."""
        return self.document.options

    @property
    def game(self) -> Game:
        """The game for engines."""
        return self.document.game

    @property
    def face(self) -> Face[Any]:
        """The game for people."""
        return self.document.face

    # The line ------------------------------------------------------------------------------------------

    @property
    def path(self) -> list[int]:
        """From the start to the ply looked at."""
        return self.document.path(self.here)

    @property
    def line(self) -> list[int]:
        """The path, and what was played after it."""
        found = self.path
        while (after := self.after(found[-1])) is not None:
            found.append(after)
        return found

    def after(self, ply: int) -> int | None:
        """The ply the line goes on with."""
        children = self.document.plies[ply].children
        gone = self._gone.get(ply)
        return gone if gone in children else next(iter(children), None)

    @property
    def moves(self) -> list[str]:
        """The line's moves."""
        return [self.document.plies[ply].move for ply in self.line[1:]]

    @property
    def at(self) -> int:
        """How many moves lie before the position looked at."""
        return len(self.path) - 1

    def position_at(self, ply: int) -> Any:
        """The position of a ply."""
        return self.document.plies[ply].position

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.position_at(self.here)

    @property
    def parent(self) -> int | None:
        """The ply before."""
        parent = self.document.plies[self.here].parent
        return parent if parent >= 0 else None

    @property
    def to_move(self) -> int:
        """Whose turn it is."""
        return self.face.to_move(self.position)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or because somebody gave up."""
        return self.loser is not None or self.face.utility(self.position, 0) is not None

    @property
    def caption(self) -> str:
        """Whose turn it is, or how it ended, in words."""
        picture = self.face.picture(self.position)
        if self.loser is None:
            return picture.caption
        names = side_names(picture)
        how = "resigned" if self.here in self.resigned else "ran out of time"
        return f"{names[self.to_move]} {how}: {names[1 - self.to_move]} wins"

    # Going about in it ---------------------------------------------------------------------------------

    def play(self, move: str) -> bool:
        """Make a move; what had been played instead stays as a variation. Whether it had been made before."""
        before, known = self.here, len(self.document.plies)
        self.here = self.document.play(before, move)
        self._gone[before] = self.here
        self.resigned.discard(before)
        self.fallen.discard(before)
        self.fresh = len(self.document.plies) != known
        return not self.fresh

    def go(self, ply: int) -> None:
        """Look at another position of this game; the line leads there."""
        self.here, child = ply, ply
        while (parent := self.document.plies[child].parent) >= 0:
            self._gone[parent] = child
            child = parent

    @property
    def behind(self) -> bool:
        """Whether moves follow that were taken back."""
        return self.after(self.here) is not None

    def back(self) -> bool:
        """Look at the position before; whether there is another one before that."""
        if self.parent is not None:
            self._gone[self.parent] = self.here
            self.here = self.parent
        return self.parent is not None

    def forward(self) -> bool:
        """Look at the next position; whether there is another one after that."""
        after = self.after(self.here)
        self.here = self.here if after is None else after
        return self.behind

    def resign(self) -> None:
        """Whoever is to move gives up."""
        self.resigned.add(self.here)

    def fall(self) -> None:
        """Whoever is to move has no time left."""
        self.fallen.add(self.here)

    @property
    def loser(self) -> int | None:
        """Who gave up here, or ran out of time."""
        return self.to_move if self.here in self.resigned | self.fallen else None

    def made(self, side: int) -> int:
        """How many moves a side has made on the way here."""
        return sum(self.face.to_move(self.position_at(ply)) == side for ply in self.path[:-1])

    def used(self, side: int) -> float:
        """How long a side has thought on the way here, in seconds."""
        way = self.path
        sides = [self.face.to_move(self.position_at(ply)) for ply in way[:-1]]
        return sum(self.seconds.get(ply, 0.0) for ply, by in zip(way[1:], sides, strict=True) if by == side)

    # What is known -------------------------------------------------------------------------------------

    def keep(self, ply: int, search: Search, result: Result) -> None:
        """Keep an answer in the document."""
        source = search.entry.key + IN_PLAY[0 if search.plays else 1]
        self.document.keep(ply, Kept.of(source, result, f"{search.who} {search.finding.budget}"))

    def in_play(self, ply: int) -> Finding | None:
        """What an engine said of a ply when it moved, or was asked: in this window, or in the file it came from."""
        kept = self.document.plies[ply].kept
        return self.findings.get(ply) or next(
            (Finding.of(k) for s, k in list(kept.items()) if s.endswith(IN_PLAY)), None
        )

    def known(self, ply: int) -> Finding | None:
        """The same, or else what an analysis of the game said."""
        finding = self.in_play(ply)
        if finding is None and (kept := self.document.best_known(ply)) is not None:
            return Finding.of(kept)
        return finding
