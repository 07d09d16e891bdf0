"""`judge`: what an evaluation makes of a position, feature by feature."""

from __future__ import annotations

import argparse

from sandbox.cli.options import add_game, spec
from sandbox.errors import BadInput

HELP = "what an evaluation makes of a position: every feature's value, weight and share"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """GAME [POSITION] [--evaluation KEY[:file=FILE]]."""
    add_game(parser, "what to judge")
    parser.add_argument("--evaluation", metavar="KEY", help="perhaps with options, KEY:file=FILE (default: the best)")


def run(arguments: argparse.Namespace) -> int:
    """A line for each feature, then their sum; the side to move gains what is positive."""
    from sandbox.games.api import games
    from sandbox.gametree.evaluation import account, best_for, evaluations, fitting
    from sandbox.gametree.values import for_people

    entry, game = spec(games, arguments.game)
    chosen, evaluation = spec(evaluations, arguments.evaluation or best_for(entry.key).key)
    fitting(chosen, entry.key)
    position = game.face().parse(arguments.position)
    if not game.face().moves(position):
        raise BadInput(f"{entry.key} position", "the game is over", "one to be judged")
    features = account(game, position, evaluation)
    total = sum(f.share for f in features)
    arguments.out.record(
        {
            "game": entry.key,
            "position": game.face().print(position),
            "evaluation": chosen.key,
            "score": total,
            "value": for_people(total),
            "features": [{"name": f.name, "value": f.value, "weight": f.weight, "share": f.share} for f in features],
        }
    )
    arguments.out.text(game.face().board(position))
    arguments.out.text(f"\n{chosen.title}, for the side to move\n")
    rows = [[f.name, f.value, f.weight, f.share] for f in sorted(features, key=lambda f: -abs(f.share))]
    arguments.out.table(["feature", "value", "weight", "share"], [*rows, ["sum", "", "", total]])
    return 0
