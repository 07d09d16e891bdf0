"""Two players, game after game: each opening twice, with sides swapped, and what became of every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sandbox.bench.match import LONGEST, Score
from sandbox.gametree.document.model import GameDocument, Kept
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.seats import Chair


@dataclass(eq=False)
class Contest:
    """A match as far as it has come. `chairs`: the first player, whose score is counted, and the second."""

    chairs: tuple[Chair, Chair]
    first_game: Match  # which game it is, with its options
    openings: Sequence[str]
    games: int
    match: Match | None = None  # the game that is played now
    running: bool = True
    played: list[GameDocument] = field(default_factory=list)
    results: list[float] = field(default_factory=list)  # the first player's: 1, 0.5 or 0

    @property
    def number(self) -> int:
        """How many games have ended."""
        return len(self.played)

    @property
    def ended(self) -> bool:
        """Whether all have."""
        return self.number >= self.games

    @property
    def side(self) -> int:
        """Where the first player sits in the game that is played now, or comes next."""
        return self.number % 2

    @property
    def seated(self) -> tuple[Chair, Chair]:
        """Who sits at each seat."""
        first, second = self.chairs
        return (second, first) if self.side else (first, second)

    def next_game(self) -> Match:
        """Begin it."""
        opening = self.openings[self.number // 2 % len(self.openings)]
        self.match = Match.new(self.first_game.entry, self.first_game.options, opening)
        return self.match

    @property
    def over(self) -> bool:
        """Whether the game that is played now has come to its end; one that goes on for ever is a draw."""
        match = self.match
        return match is not None and (match.over or match.at >= LONGEST) and not match.behind

    @property
    def undisturbed(self) -> bool:
        """Whether nobody made another move in it."""
        return self.match is not None and len(self.match.document.plies) == len(self.match.line)

    def keep(self) -> None:
        """Count the game that is played now."""
        assert self.match is not None
        self.results.append(result_of(self.match, self.side))
        self.played.append(kept_of(self.match, self.seated, self.number + 1))
        self.match = None

    @property
    def score(self) -> Score:
        """What it came to so far."""
        return Score.of(self.results)

    @property
    def points(self) -> str:
        """The score in words: "Alpha-beta 4½ : 1½ MCTS"."""
        first, second = (chair.title for chair in self.chairs)
        won = sum(self.results)
        return f"{first} {halves(won)} : {halves(self.number - won)} {second}"

    @property
    def elo(self) -> str:
        """How much stronger the first player is, as far as the games tell."""
        score = self.score
        return f"Elo {score.elo:+.0f} ± {score.elo_error:.0f}".replace("-", "−") if self.results else ""


def halves(points: float) -> str:
    """Points as people write them: 4½."""
    whole, half = int(points), points % 1 > 0
    return ("" if half and not whole else str(whole)) + "½" * half


def result_of(match: Match, side: int) -> float:
    """What a game that has ended is worth for a side."""
    if match.loser is not None:
        return float(match.loser != side)
    utility = match.face.utility(match.position, side) or 0.0
    return 0.5 + 0.5 * ((utility > 0) - (utility < 0))


def kept_of(match: Match, seated: Sequence[Chair], number: int) -> GameDocument:
    """A game as it is kept: its moves, who played, and of what was found everything but the rows."""
    document = GameDocument(match.entry.key, match.options, match.document.start)
    document.title = f"game {number}"
    for seat, chair in enumerate(seated):
        document.seat(seat, chair.player)
    at = 0
    for ply in match.line:
        at = document.play(at, match.document.plies[ply].move) if match.document.plies[ply].move else at
        for found in match.document.plies[ply].kept.values():
            document.keep(at, _bare(found))
    document.ended = match.caption if match.loser is not None else ""
    return document


def _bare(found: Kept) -> Kept:
    return replace(found, rows=())
