"""`perft`: how many move sequences of each length a game has."""

from __future__ import annotations

import argparse
import time
from typing import Any

from sandbox.cli.options import add_game, spec
from sandbox.errors import BadInput

HELP = "count the move sequences of a game, ply by ply: the check of its move generator"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """GAME --depth N [POSITION] [--divide] [--finished count|drop]."""
    add_game(parser, "where to begin")
    parser.add_argument("--depth", type=int, required=True, metavar="N", help="the longest sequences to count")
    parser.add_argument("--divide", action="store_true", help="count apart behind each first move")
    parser.add_argument(
        "--finished",
        choices=["count", "drop"],
        help="whether a game that ended earlier is a leaf (as published: Othello counts, Connect Four drops them)",
    )


def run(arguments: argparse.Namespace) -> int:
    """A line for each depth, then for each first move if asked."""
    from sandbox.cli import own_games
    from sandbox.cli.general.wanted import general_game_named
    from sandbox.games.api import games
    from sandbox.games.general.api import general_games

    if own_games.named(arguments.game):
        return own_games.perft(arguments)
    general = general_game_named(arguments.game)
    entry, game = spec(general_games if general else games, arguments.game)
    if not 0 <= arguments.depth <= 1000:
        raise BadInput("--depth", str(arguments.depth), "a number of plies from 0 to 1000")
    position = game.face().parse(arguments.position)
    counted = entry.info.get("finished_leaves", True)
    finished = counted if arguments.finished is None else arguments.finished == "count"
    _by_depth(arguments, game, position, finished)
    if arguments.divide:
        _by_move(arguments, game, position, finished)
    return 0


def _by_depth(arguments: argparse.Namespace, game: object, position: object, finished: bool) -> None:
    perft = _counting(arguments).perft
    arguments.out.text(f"{'depth':>5} {'sequences':>20} {'seconds':>9} {'per second':>12}")
    for depth in range(arguments.depth + 1):
        began = time.perf_counter()
        nodes = perft(game, position, depth, finished=finished, stop=arguments.stop)
        seconds = time.perf_counter() - began
        if arguments.stop[0]:
            return
        rate = nodes / seconds if seconds > 0 else 0.0
        arguments.out.record({"game": arguments.game, "depth": depth, "nodes": nodes, "seconds": seconds})
        arguments.out.text(f"{depth:5d} {nodes:20,d} {seconds:9.3f} {rate:12,.0f}")


def _by_move(arguments: argparse.Namespace, game: object, position: object, finished: bool) -> None:
    divide = _counting(arguments).divide
    counts = divide(game, position, arguments.depth, finished=finished, stop=arguments.stop)
    for move, nodes in counts.items():
        if not arguments.stop[0]:
            arguments.out.record({"game": arguments.game, "depth": arguments.depth, "move": move, "nodes": nodes})
            arguments.out.text(f"{move:>8} {nodes:17,d}")


def _counting(arguments: argparse.Namespace) -> Any:
    """Who counts: the two-word kernels, or the general ones."""
    from sandbox.cli.general.wanted import general_game_named
    from sandbox.games.general import perft as general_perft
    from sandbox.games.two_words import perft

    return general_perft if general_game_named(arguments.game) else perft
