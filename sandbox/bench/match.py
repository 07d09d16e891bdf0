"""Matches between engines: both sides of every opening, and what the score says about the difference.

The Elo difference is what a score s means under A. Elo's model, 400 log10(s / (1 - s)) (The Rating of
Chessplayers, 1978); its error bar is 1.96 standard errors of the score, carried over by the slope there. A
clean score counts as if one game more had been drawn, or the difference would be infinite.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sandbox import children
from sandbox.bench.solving import engine_entry, engine_of, game_of
from sandbox.games.api import Game
from sandbox.gametree.api import Engine, Limits, new_stop
from sandbox.gametree.document.model import ROOT, GameDocument
from sandbox.gametree.document.model import Player as Seated
from sandbox.gametree.play.chosen import ChosenEngine
from sandbox.gametree.play.levels import LEVELS, level_of
from sandbox.gametree.play.pondering import pondering, remembering, subject
from sandbox.gametree.play.time_control import GameClock, TimeControl
from sandbox.gametree.play.truth import Regret, Truth
from sandbox.gametree.report import SearchReport
from sandbox.kernels.arrays import Stop

LONGEST = 400  # plies: a game that loops for ever is a draw


@dataclass(frozen=True, slots=True)
class Player(ChosenEngine):
    """Or a level for people: `engine` is its key then."""

    ponders: bool = False  # thinks in the other's time too

    def seated(self, game: Game, seed: int) -> tuple[Engine, Limits]:
        """Ready to play one game."""
        if self.engine in {level.key for level in LEVELS}:
            level = level_of(self.engine)
            if level.seconds and (self.seconds or self.nodes):
                level = replace(level, seconds=self.seconds, nodes=self.nodes)
            return self._remembering(level.create()), level.limits()
        texts = self.texts(engine_entry(game, self.engine).options, seed)
        return self._remembering(engine_of(game, self.engine, texts)), self.limits

    def _remembering(self, engine: Engine) -> Engine:
        return remembering(engine) if self.ponders else engine


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played."""

    game: str
    game_options: tuple[tuple[str, str], ...]
    opening: str
    players: tuple[Player, Player]  # the first one is whose score is counted
    first_begins: bool
    number: int
    truth: int = 0  # nodes a position may take to be solved afterwards, for the regrets; 0: they are not wanted
    control: TimeControl = TimeControl()  # noqa: RUF009  (it is frozen)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played; `result` is the first player's: 1, 0.5 or 0."""

    number: int
    opening: str
    first_begins: bool
    moves: tuple[str, ...]
    result: float
    seconds: float
    longest_move: float
    on_time: bool = False  # the loser's time ran out
    regrets: tuple[float | None, ...] = ()  # what each move gave away by perfect play; None where that is not known

    def to_json(self) -> dict[str, Any]:
        """A line of `match --json`."""
        facts = {name: getattr(self, name) for name in self.__slots__} | {"moves": list(self.moves)}
        return facts | {"regrets": list(self.regrets)}

    def regrets_of(self, *, first: bool) -> tuple[float | None, ...]:
        """Those of one player's moves."""
        return self.regrets[0 if self.first_begins is first else 1 :: 2]


def play(pairing: Pairing, stop: Stop | None = None) -> Played:
    """Play one game."""
    game = game_of(pairing.game, pairing.game_options)
    face = game.face()
    position = face.parse(pairing.opening)
    seats = [p.seated(game, pairing.number + 1) for p in pairing.players]
    reports = [SearchReport(), SearchReport()]
    subjects: list[Any] = [None, None]  # of those who ponder
    flag = new_stop() if stop is None else stop
    turn = 0 if pairing.first_begins else 1
    beginner = face.to_move(position)
    moves: list[str] = []
    passed = [position]
    began, longest, clock = time.perf_counter(), 0.0, GameClock(pairing.control)
    while face.moves(position) and len(moves) < LONGEST and not flag[0] and clock.fallen is None:
        who = turn if face.to_move(position) == beginner else 1 - turn
        engine, limits = seats[who]
        with pondering(seats[1 - who][0], game, subjects[1 - who], reports[1 - who]):
            found = engine.search(game, position, replace(clock.within(limits, who), stop=flag), reports[who])
        clock.press(who, found.seconds)
        subjects[who] = subject(engine, game, position, found) if pairing.players[who].ponders else None
        longest = max(longest, found.seconds)
        moves.append(found.best)
        position = face.play(position, found.best)
        passed.append(position)
    seconds = time.perf_counter() - began
    truth = Truth(game, pairing.truth, flag)
    of_first = beginner if pairing.first_begins else 1 - beginner
    utility = face.utility(position, of_first) or 0.0
    result = 0.5 + 0.5 * ((utility > 0) - (utility < 0)) if clock.fallen is None else float(clock.fallen)
    return Played(
        pairing.number,
        pairing.opening,
        pairing.first_begins,
        tuple(moves),
        result,
        seconds,
        longest,
        clock.fallen is not None,
        truth.regrets(passed, moves) if pairing.truth else (),
    )


def document_of(pairing: Pairing, game: Played) -> GameDocument:
    """A game that was played, to be kept and opened."""
    options = game_of(pairing.game, pairing.game_options)
    own = {name: getattr(options, name) for name in options.__dataclass_fields__}  # type: ignore[attr-defined]
    document = GameDocument(pairing.game, own, pairing.opening)
    seats = pairing.players if game.first_begins else pairing.players[::-1]
    mover = document.mover(ROOT)
    for number, player in enumerate(seats):
        budget = {"seconds": player.seconds, "nodes": player.nodes, "depth": player.depth}
        document.seat((mover + number) % 2, Seated(player.name, player.engine, dict(player.options), budget))
    document.title = f"game {game.number + 1}"
    document.ended = "lost on time" if game.on_time else ""
    document.play_all(game.moves)
    return document


def pairings(
    game: str,
    game_options: tuple[tuple[str, str], ...],
    players: tuple[Player, Player],
    openings: Sequence[str],
    games: int,
    truth: int = 0,
    control: TimeControl | None = None,
) -> list[Pairing]:
    """Each opening twice, with the seats exchanged, over and over until there are enough games."""
    return [
        Pairing(
            game,
            game_options,
            openings[n // 2 % len(openings)],
            players,
            n % 2 == 0,
            n,
            truth,
            control or TimeControl(),
        )
        for n in range(games)
    ]


def played(rounds: Sequence[Pairing], jobs: int, stop: Stop) -> Iterator[Played]:
    """Play them all, in `jobs` processes if more than one, as they finish."""
    return children.as_finished(play, rounds, jobs, stop)


def random_openings(game: Game, number: int, plies: int, seed: int) -> list[str]:
    """Different positions after so many random moves, none in which the game is over or may end with the next move."""
    face, draw = game.face(), random.Random(seed)
    found: dict[str, None] = {}
    for _ in range(200 * number):
        position = face.start()
        for _ in range(plies):
            moves = face.moves(position)
            if moves:
                position = face.play(position, draw.choice(moves))
        if face.moves(position) and not _decided(face, position):
            found.setdefault(face.print(position))
        if len(found) == number:
            break
    return list(found) or [face.print(face.start())]


def _decided(face: Any, position: Any) -> bool:
    """Whether the next move can end the game."""
    for move in face.moves(position):
        after = face.play(position, move)
        if not face.moves(after):
            return True
    return False


def regret_of(games: Sequence[Played], *, first: bool) -> Regret:
    """What one player gave away in a match."""
    return Regret.of([regret for game in games for regret in game.regrets_of(first=first)])


@dataclass(frozen=True, slots=True)
class Score:
    """What a match came to, for the first player."""

    wins: int
    draws: int
    losses: int

    @classmethod
    def of(cls, results: Sequence[float]) -> Score:
        """Count results."""
        return cls(sum(r == 1 for r in results), sum(r == 0.5 for r in results), sum(r == 0 for r in results))

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def _kept_finite(self) -> float:
        half = 0.5 / (self.games + 1)
        return min(max(self.score, half), 1 - half)

    @property
    def elo(self) -> float:
        """The difference in Elo."""
        s = self._kept_finite
        return 400 * math.log10(s / (1 - s))

    @property
    def elo_error(self) -> float:
        """Half the width of its 95 % interval."""
        if not self.games:
            return math.inf
        s = self._kept_finite
        spread = self.wins * (1 - s) ** 2 + self.draws * (0.5 - s) ** 2 + self.losses * s**2
        error = max(math.sqrt(spread) / self.games, 0.5 / self.games)
        return 1.96 * error * 400 / math.log(10) / (s * (1 - s))

    def to_json(self) -> dict[str, Any]:
        """The fields of the summary line."""
        counts = {"wins": self.wins, "draws": self.draws, "losses": self.losses}
        return counts | {"score": self.score, "elo": self.elo, "elo_error": self.elo_error}
