"""`match` on general games: a seat for every player."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli.general.wanted import game_of, general_game_named, refuse
from sandbox.cli.options import at_least, parts
from sandbox.errors import BadInput
from sandbox.figures import percent

if TYPE_CHECKING:
    from sandbox.bench.general.match import Contender
    from sandbox.gametree.document.general import GeneralDocument

DEFAULT_SECONDS = 0.05
OF_TWO = ("contender", "games", "wins", "draws", "losses", "score", "elo", "elo_error")


def run(arguments: argparse.Namespace) -> int:
    """A line a game, then a row for every contender."""
    from sandbox.bench.general import match as general

    at_least(arguments, games=1, jobs=1, time=0, nodes=0, depth=0)
    refuse(arguments, ponder=False, balanced=False, plies=-1, regret=0)
    key, own, game = game_of(arguments.game)
    if arguments.save and not general_game_named(key):
        raise BadInput("--save", f"with general engines on {key}", "a general game, or two engines of the board's own")
    openings = _openings(arguments, game)
    contenders = _contenders(arguments, game, game.face().parse(openings[0]))
    turns = len(contenders) if general.seats_turned(key) else 1
    rounds = [
        general.LineUp(key, own, openings[n // turns % len(openings)], contenders, n, arguments.seed)
        for n in range(arguments.games)
    ]
    results = []
    with arguments.out.progress(len(rounds), "games") as bar:
        for played in general.played(rounds, arguments.jobs, arguments.stop):
            arguments.out.record(played.to_json())
            if arguments.save and played.worth:
                _keep(Path(arguments.save), general.document_of(rounds[played.number], played))
            results.append(played)
            bar.step()
    _summary(arguments, general.scores(results, contenders))
    return 0


def _keep(folder: Path, document: GeneralDocument) -> None:
    """A game that is over, as a file of its own."""
    from sandbox.gametree.document.general import save_into

    save_into(folder, [document])


def _contenders(arguments: argparse.Namespace, game: Any, position: Any) -> tuple[Contender, ...]:
    """One for each player, each of them able to play."""
    from sandbox.bench.general.match import Contender

    named = [text for text in (arguments.first, arguments.second) if text] + arguments.seat
    players = game.axes(position).players
    if len(named) != players:
        raise BadInput("--player", f"{len(named)} engines", f"{players}, one a player")
    free = not (arguments.time or arguments.nodes or arguments.depth)
    found = []
    for text in named:
        engine, options = parts(text)
        own = {"depth", "simulations"} & set(options)  # says itself how far it looks
        budget = (0.0 if own else DEFAULT_SECONDS) if free else arguments.time
        contender = Contender(engine, tuple(options.items()), budget, arguments.nodes, arguments.depth)
        contender.seated(game, position, 1)
        found.append(contender)
    return tuple(found)


def _openings(arguments: argparse.Namespace, game: Any) -> list[str]:
    from sandbox.bench.solving import read_line

    if not arguments.openings:
        return ["-"]
    lines = Path(arguments.openings).read_text(encoding="utf-8").splitlines()
    found = [
        read_line(game.face(), line, f"{arguments.openings}:{number}")[0]
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.startswith("#")
    ]
    if not found:
        raise BadInput(arguments.openings, "no positions", "one a line")
    if len({game.axes(game.face().parse(text)).players for text in found}) > 1:
        raise BadInput(arguments.openings, "positions of different numbers of players", "one number")
    return found


def _summary(arguments: argparse.Namespace, scores: list[Any]) -> None:
    for score in scores:
        arguments.out.record({"summary": True, **score})
    if len(scores) == 2:  # and as every match of two ends: what it came to for the first
        arguments.out.record({"summary": True, **{name: scores[0][name] for name in OF_TWO}})
    arguments.out.table(
        ["contender", "games", "share of wins", "±", "mean worth"],
        [[s["contender"], s["games"], percent(s["share"], 1), percent(s["error"], 1), s["worth"]] for s in scores],
    )
