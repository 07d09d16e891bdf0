"""`match`: two engines against each other, from both sides of every opening."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli.options import add_game, at_least, parts, spec
from sandbox.errors import BadInput
from sandbox.figures import percent

if TYPE_CHECKING:
    from sandbox.bench.match import Player
    from sandbox.gametree.document import GameDocument

HELP = "engines against each other: wins, draws, losses, Elo difference with its error bar"

DEFAULT_SECONDS = 0.05


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Game, players, budget, openings."""
    add_game(parser)
    who = "an engine with options (pvs:table_bits=18), or a level: beginner, casual, club, expert, strongest"
    parser.add_argument("--first", required=True, metavar="KEY[:NAME=VALUE]", help=who)
    parser.add_argument("--second", required=True, metavar="KEY[:NAME=VALUE]", help="likewise")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="how many (default 20)")
    parser.add_argument("--time", type=float, default=0.0, metavar="S", help="seconds a move (default 0.05)")
    parser.add_argument("--nodes", type=int, default=0, metavar="N", help="nodes (or simulations) a move, instead")
    parser.add_argument("--depth", type=int, default=0, metavar="N", help="plies a move, instead")
    parser.add_argument("--ponder", action="store_true", help="let both think in each other's time")
    parser.add_argument("--openings", metavar="FILE", help="positions to begin from, one a line; default: random ones")
    parser.add_argument("--plies", type=int, default=-1, metavar="N", help="random moves of an opening")
    parser.add_argument("--balanced", action="store_true", help="of the random openings only those that are about even")
    parser.add_argument("--save", default="", metavar="FOLDER", help="keep every game there, as JSON")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random openings")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time, each in its own process")


def run(arguments: argparse.Namespace) -> int:
    """A line a game, then the summary."""
    from sandbox.bench import match
    from sandbox.games.api import games

    at_least(arguments, games=1, jobs=1, time=0, nodes=0, depth=0)
    entry, game = spec(games, arguments.game)
    players = (_player(arguments, game, arguments.first), _player(arguments, game, arguments.second))
    own = tuple(parts(arguments.game)[1].items())
    rounds = match.pairings(
        entry.key, own, players, _openings(arguments, entry.info.get("opening_plies", 0), game), arguments.games
    )
    results = []
    with arguments.out.progress(len(rounds), "games") as bar:
        for played in match.played(rounds, arguments.jobs, arguments.stop):
            arguments.out.record(played.to_json())
            if arguments.save:
                _keep(arguments.save, match.document_of(rounds[played.number], played))
            results.append(played.result)
            bar.step()
    _summary(arguments, players, match.Score.of(results))
    return 0


def _keep(folder: str, document: GameDocument) -> None:
    """A game as a file of its own."""
    from sandbox.gametree.document.files import save

    Path(folder).mkdir(parents=True, exist_ok=True)
    save(document, Path(folder) / f"{document.title.replace(' ', '-')}.json")


def _player(arguments: argparse.Namespace, game: Any, text: str) -> Player:
    from sandbox.bench.match import Player
    from sandbox.bench.solving import engine_of
    from sandbox.gametree.play.levels import LEVELS

    key, options = parts(text)
    if key in {level.key for level in LEVELS}:
        if options:
            raise BadInput(text, "options", "a level has none")
    else:
        engine_of(game, key, options)
    free = not (arguments.time or arguments.nodes or arguments.depth)
    seconds = DEFAULT_SECONDS if free else arguments.time
    return Player(key, tuple(options.items()), seconds, arguments.nodes, arguments.depth, arguments.ponder)


def _openings(arguments: argparse.Namespace, usual: int, game: Any) -> list[str]:
    from sandbox.bench.match import random_openings
    from sandbox.bench.openings import balanced
    from sandbox.bench.solving import read_line

    if not arguments.openings:
        plies = arguments.plies if arguments.plies >= 0 else usual
        number = (arguments.games + 1) // 2
        found = balanced(game, number, plies, arguments.seed) if arguments.balanced else []
        return found or random_openings(game, number, plies, arguments.seed)
    lines = Path(arguments.openings).read_text(encoding="utf-8").splitlines()
    face = game.face()
    positions = {
        f"{arguments.openings}:{number}": read_line(face, line, f"{arguments.openings}:{number}")[0]
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.startswith("#")
    }
    for where, opening in positions.items():
        if not face.moves(face.parse(opening)):
            raise BadInput(where, "the game is over", "a position to begin from")
    if not positions:
        raise BadInput(arguments.openings, "no positions", "one a line")
    return list(positions.values())


def _summary(arguments: argparse.Namespace, players: tuple[Player, Player], score: Any) -> None:
    arguments.out.record({"summary": True, "first": players[0].name, "second": players[1].name, **score.to_json()})
    arguments.out.text(
        f"{players[0].name} – {players[1].name}: +{score.wins} ={score.draws} −{score.losses} of {score.games}"
        f" ({percent(score.score, 1)}), Elo {score.elo:+.0f} ± {score.elo_error:.0f}"
    )
