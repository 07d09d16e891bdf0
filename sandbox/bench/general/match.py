"""Matches in general games, with a seat for every player.

A line-up is played with the seats turned round until each contender has sat everywhere, with the same dice each time;
but in a game whose seats are different parts (Pac-Man and his ghosts) everybody keeps the seat named.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sandbox import children
from sandbox.bench.general.solving import engine_entry, general_game
from sandbox.bench.match import Score
from sandbox.games.general.api import GeneralGame, general_games
from sandbox.games.general.words import CHANCE, TERMINAL
from sandbox.gametree.api import Limits, new_stop
from sandbox.gametree.document.general import GeneralDocument
from sandbox.gametree.document.model import Player
from sandbox.gametree.general.api import GeneralEngine
from sandbox.gametree.play.chosen import ChosenEngine
from sandbox.kernels.arrays import Stop

LONGEST = 5_000  # moves and dice: a game that goes on is nobody's


@dataclass(frozen=True, slots=True)
class Contender(ChosenEngine):
    """One that plays a general game."""

    @property
    def budget(self) -> dict[str, float]:
        """What it is given for a move, as far as it is limited."""
        given = {"seconds": self.seconds, "nodes": self.nodes, "depth": self.depth}
        return {name: value for name, value in given.items() if value}

    def seated(self, game: GeneralGame, position: Any, seed: int) -> tuple[GeneralEngine, Limits]:
        """Ready to play one game."""
        entry = engine_entry(game, position, self.engine)
        return entry.parse(self.texts(entry.options, seed)), self.limits


@dataclass(frozen=True, slots=True)
class LineUp:
    """One game to be played: contender (number + seat) % n sits in a seat."""

    game: str
    game_options: tuple[tuple[str, str], ...]
    opening: str
    contenders: tuple[Contender, ...]
    number: int
    seed: int

    @property
    def turned(self) -> bool:
        """Whether contenders change seats from game to game."""
        return seats_turned(self.game)

    @property
    def seats(self) -> tuple[int, ...]:
        """Who sits where: a contender for each player."""
        many = len(self.contenders)
        return tuple((self.number * self.turned + seat) % many for seat in range(many))


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game that was played."""

    number: int
    opening: str
    seats: tuple[int, ...]  # each player's contender
    moves: tuple[str, ...]  # and what the dice showed
    worth: tuple[float, ...]  # to each player; empty if it was not finished
    points: tuple[float, ...]  # each contender's share of the win
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """A line of `match --json`; `result` is the first contender's, as in games of two."""
        return asdict(self) | {"result": self.points[0]}


def seats_turned(game: str) -> bool:
    """Whether a game's seats are alike; what a game registers as `turned`."""
    return game not in general_games or bool(general_games[game].info.get("turned", True))


def play(line_up: LineUp, stop: Stop | None = None) -> GamePlayed:
    """Play one game."""
    game = general_game(line_up.game, line_up.game_options)
    face, flag, began = game.face(), new_stop() if stop is None else stop, time.perf_counter()
    position, moves = face.parse(line_up.opening), list[str]()
    dice = random.Random(f"{line_up.seed} {line_up.number // (len(line_up.contenders) if line_up.turned else 1)}")
    seated = [line_up.contenders[c].seated(game, position, line_up.seed + line_up.number) for c in line_up.seats]
    while (who := face.to_move(position)) != TERMINAL and len(moves) < LONGEST and not flag[0]:
        if who == CHANCE:
            moves.append(dice.choices(face.moves(position), [float(p) for p in face.chances(position)])[0])
        else:
            engine, limits = seated[who]
            moves.append(engine.search(game, position, replace(limits, stop=flag)).best)
        position = face.play(position, moves[-1])
    worth = tuple(face.utility(position) or ())
    points = _points(_won(face, position, worth), line_up.seats)
    spent = time.perf_counter() - began
    return GamePlayed(line_up.number, line_up.opening, line_up.seats, tuple(moves), worth, points, spent)


def _won(face: Any, position: Any, worth: tuple[float, ...]) -> list[bool]:
    """Who has won: whom the game names, or else those who have most; all, if it was not finished."""
    if worth and hasattr(face, "winners"):
        return [player in face.winners(position) for player in range(len(worth))]
    return [value == max(worth) for value in worth]


def _points(won: list[bool], seats: tuple[int, ...]) -> tuple[float, ...]:
    """A point for the winner, shared by equals; by contender."""
    won = won or [True] * len(seats)
    shares = {contender: own / max(sum(won), 1) for contender, own in zip(seats, won, strict=True)}
    return tuple(shares[contender] for contender in range(len(seats)))


def document_of(line_up: LineUp, game: GamePlayed) -> GeneralDocument:
    """A game that was played, to be kept."""
    seated = [line_up.contenders[number] for number in game.seats]
    players = tuple(Player(c.name, c.engine, dict(c.options), c.budget) for c in seated)
    general = general_game(line_up.game, line_up.game_options)
    options = {name: getattr(general, name) for name, _ in line_up.game_options}
    title = f"{line_up.game} {game.number + 1:03d}"
    return GeneralDocument(line_up.game, options, game.opening, line_up.seed, game.moves, players, title)


def played(rounds: Sequence[LineUp], jobs: int, stop: Stop) -> Iterator[GamePlayed]:
    """Play them all, in `jobs` processes if more than one, as they finish."""
    return children.as_finished(play, rounds, jobs, stop)


def scores(results: Sequence[GamePlayed], contenders: Sequence[Contender]) -> list[Mapping[str, Any]]:
    """Each contender's share of the wins and mean worth, with half the width of the share's 95 % interval."""
    return [_score(results, number, contender) for number, contender in enumerate(contenders)]


def _score(results: Sequence[GamePlayed], number: int, contender: Contender) -> Mapping[str, Any]:
    points = [game.points[number] for game in results]
    worths = [game.worth[game.seats.index(number)] for game in results if game.worth]
    many = len(points)
    share = sum(points) / many if many else 0.0
    spread = sum((p - share) ** 2 for p in points)
    error = 1.96 * max(math.sqrt(spread) / many, 0.5 / many) if many else math.inf
    mean = sum(worths) / len(worths) if worths else None
    counts = Score.of(points).to_json() if len(results) and len(results[0].points) == 2 else {}
    return {"contender": contender.name, "games": many, "share": share, "error": error, "worth": mean} | counts
