"""`match`: two engines against each other, from both sides of every opening."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli.options import add_game, add_on, add_regret, at_least, parts, spec, tell_regret
from sandbox.errors import BadInput
from sandbox.figures import percent

if TYPE_CHECKING:
    from sandbox.bench.match import Pairing, Played, Player
    from sandbox.gametree.document import GameDocument

HELP = "engines against each other, one for each player: wins, draws, losses, Elo difference with its error bar"

DEFAULT_SECONDS = 0.05


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Game, players, budget, openings."""
    add_game(parser)
    who = "an engine with options (pvs:table_bits=18), or a level: beginner, casual, club, expert, strongest"
    parser.add_argument("--first", default="", metavar="KEY[:NAME=VALUE]", help=who)
    parser.add_argument("--second", default="", metavar="KEY[:NAME=VALUE]", help="likewise")
    each = "one for each player, where there are more or fewer than two"
    parser.add_argument("--player", "--seat", dest="seat", action="append", default=[], metavar="KEY[:…]", help=each)
    parser.add_argument("--games", type=int, default=20, metavar="N", help="how many (default 20)")
    parser.add_argument("--time", type=float, default=0.0, metavar="S", help="seconds a move (default 0.05)")
    parser.add_argument("--nodes", type=int, default=0, metavar="N", help="nodes (or simulations) a move, instead")
    parser.add_argument("--depth", type=int, default=0, metavar="N", help="plies a move, instead")
    clock = "a clock for each side: minutes, and seconds added with every move (games of two)"
    parser.add_argument("--clock", default="", metavar="MIN[+S]", help=clock)
    parser.add_argument("--ponder", action="store_true", help="let both think in each other's time")
    parser.add_argument("--openings", metavar="FILE", help="positions to begin from, one a line; default: random ones")
    parser.add_argument("--plies", type=int, default=-1, metavar="N", help="random moves of an opening")
    parser.add_argument("--balanced", action="store_true", help="of the random openings only those that are about even")
    parser.add_argument("--save", default="", metavar="FOLDER", help="keep every game there, as JSON")
    page = "write a page of a match of two, and its chart (.svg) beside it"
    parser.add_argument("--report", type=Path, metavar="OUT.md", help=page)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random openings")
    add_regret(parser, "what each player's moves gave away against perfect play")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time, each in its own process")
    add_on(parser)


def run(arguments: argparse.Namespace) -> int:
    """A line a game, then the summary."""
    from sandbox.bench import match
    from sandbox.cli import own_games
    from sandbox.cli.general import match as general_match
    from sandbox.cli.general.wanted import general_engine_named, general_game_named
    from sandbox.games.api import games
    from sandbox.gametree.play.time_control import TimeControl

    if own_games.named(arguments.game):
        return own_games.match(arguments)
    named = (arguments.first, arguments.second, *arguments.seat)
    general = general_game_named(arguments.game) or general_engine_named(*named)
    _check_report(arguments, general=general)
    if general:
        return general_match.run(arguments)
    _two(arguments)
    at_least(arguments, games=1, jobs=1, time=0, nodes=0, depth=0, regret=0)
    entry, game = spec(games, arguments.game)
    players = (_player(arguments, game, arguments.first), _player(arguments, game, arguments.second))
    own = tuple(parts(arguments.game)[1].items())
    openings = _openings(arguments, entry.info.get("opening_plies", 0), game)
    control = TimeControl.parse(arguments.clock) if arguments.clock else None
    rounds = match.pairings(entry.key, own, players, openings, arguments.games, arguments.regret, control)
    results: list[Played] = []
    with arguments.out.progress(len(rounds), "games") as bar:
        for played in match.played(rounds, arguments.jobs, arguments.stop):
            arguments.out.record(played.to_json())
            if arguments.save:
                _keep(arguments.save, match.document_of(rounds[played.number], played))
            results.append(played)
            bar.step()
    _summary(arguments, players, results)
    if arguments.report is not None and not arguments.stop[0]:
        _report(arguments, rounds, results)
    return 0


def _check_report(arguments: argparse.Namespace, *, general: bool) -> None:
    if arguments.report is None:
        return
    if general:
        raise BadInput("--report", arguments.game, "a game of two players without dice")
    if arguments.report.suffix.lower() != ".md":
        raise BadInput("--report", str(arguments.report), "a name ending in .md")


def _report(arguments: argparse.Namespace, rounds: list[Pairing], played: list[Played]) -> None:
    """The match as a page."""
    from sandbox.bench.report import run_facts
    from sandbox.bench.shown.match_paper import write_match

    in_order = sorted(played, key=lambda game: game.number)
    files = write_match(rounds, in_order, arguments.report, run_facts(arguments.seed))
    arguments.out.text(", ".join(map(str, files)))


def _two(arguments: argparse.Namespace) -> None:
    """The seats of a game of two, however they were named."""
    named = [text for text in (arguments.first, arguments.second) if text] + arguments.seat
    if len(named) != 2:
        raise BadInput("--first and --second", f"{len(named)} engines", "two, one a player")
    arguments.first, arguments.second = named


def _keep(folder: str, document: GameDocument) -> None:
    """A game as a file of its own."""
    from sandbox.gametree.document.files import save_into

    save_into(Path(folder), [document])


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
    free = not (arguments.time or arguments.nodes or arguments.depth or arguments.clock)
    seconds = DEFAULT_SECONDS if free else arguments.time
    return Player(key, tuple(options.items()), seconds, arguments.nodes, arguments.depth, arguments.ponder)


def _openings(arguments: argparse.Namespace, usual: int, game: Any) -> list[str]:
    from sandbox.bench.openings import EVEN_ONES, RANDOM_ONES, openings_of
    from sandbox.bench.solving import read_line

    if not arguments.openings:
        plies = arguments.plies if arguments.plies >= 0 else usual
        kind = EVEN_ONES if arguments.balanced else RANDOM_ONES
        return openings_of(game, kind, (arguments.games + 1) // 2, plies, arguments.seed)
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


def _summary(arguments: argparse.Namespace, players: tuple[Player, Player], games: list[Played]) -> None:
    from sandbox.bench.match import Score, regret_of

    score = Score.of([game.result for game in games])
    facts = {"summary": True, "first": players[0].name, "second": players[1].name, **score.to_json()}
    regrets = {who: regret_of(games, first=who == "first").to_json() for who in ("first", "second")}
    arguments.out.record(facts | ({"regret": regrets} if arguments.regret else {}))
    arguments.out.text(
        f"{players[0].name} – {players[1].name}: +{score.wins} ={score.draws} −{score.losses} of {score.games}"
        f" ({percent(score.score, 1)}), Elo {score.elo:+.0f} ± {score.elo_error:.0f}"
    )
    if arguments.regret:
        for player, who in zip(players, regrets, strict=True):
            tell_regret(arguments.out, f"{player.name} gave away", regrets[who])
