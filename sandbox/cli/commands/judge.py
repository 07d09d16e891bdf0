"""`judge`: what an evaluation makes of a position, feature by feature."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from sandbox.cli.options import add_game, spec
from sandbox.errors import BadInput
from sandbox.figures import percent

if TYPE_CHECKING:
    from sandbox.gametree.evaluation import Evaluation
    from sandbox.gametree.evaluation.board import Fields

HELP = "what an evaluation makes of a position: every feature's value, weight and share"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """GAME [POSITION] [--evaluation KEY[:file=FILE]] [--squares [PATTERN]]."""
    add_game(parser, "what to judge")
    squares = "what each field adds too, by all patterns or by the one named (learned patterns only)"
    parser.add_argument("--squares", nargs="?", const="", default=None, metavar="PATTERN", help=squares)
    parser.add_argument("--evaluation", metavar="KEY", help="perhaps with options, KEY:file=FILE (default: the best)")


def run(arguments: argparse.Namespace) -> int:
    """A line for each feature, then their sum; the side to move gains what is positive."""
    from sandbox.games.api import games
    from sandbox.gametree.evaluation import account, best_for, chance_of, evaluations, fitting
    from sandbox.gametree.values import for_people

    entry, game = spec(games, arguments.game)
    chosen, evaluation = spec(evaluations, arguments.evaluation or best_for(entry.key).key)
    fitting(chosen, entry.key)
    position = game.face().parse(arguments.position)
    if not game.face().moves(position):
        raise BadInput(f"{entry.key} position", "the game is over", "one to be judged")
    features = account(game, position, evaluation)
    total = sum(f.share for f in features)
    chance = chance_of(evaluation, total)
    fields = _fields(arguments, evaluation, position, [f.name for f in features])
    arguments.out.record(
        {
            "game": entry.key,
            "position": game.face().print(position),
            "evaluation": chosen.key,
            "score": total,
            "value": for_people(total),
            "win_probability": chance,
            "squares": [{"column": x, "row": y, "share": share} for (x, y), share in fields.items()],
            "features": [{"name": f.name, "value": f.value, "weight": f.weight, "share": f.share} for f in features],
        }
    )
    arguments.out.text(game.face().board(position))
    arguments.out.text(f"\n{chosen.title}, for the side to move\n")
    rows = [[f.name, f.value, f.weight, f.share] for f in sorted(features, key=lambda f: -abs(f.share))]
    arguments.out.table(["feature", "value", "weight", "share"], [*rows, ["sum", "", "", total]])
    if chance is not None:
        arguments.out.text(f"\nchance to win {percent(chance, 1)}")
    if fields:
        arguments.out.text(
            f"\nWhat each field adds{f' by {arguments.squares}' if arguments.squares else ''}\n\n{_board(fields)}"
        )
    return 0


def _fields(arguments: argparse.Namespace, evaluation: Evaluation, position: Any, patterns: list[str]) -> Fields:
    """What each field adds, if it is asked for."""
    from sandbox.gametree.evaluation.board import by_field

    pattern = arguments.squares
    if pattern is None:
        return {}
    if not by_field(evaluation, position.words):
        raise BadInput(
            "--squares",
            arguments.evaluation or "the default evaluation",
            "an evaluation by learned patterns (--evaluation)",
        )
    if pattern and not (found := by_field(evaluation, position.words, pattern)):
        raise BadInput("--squares", repr(pattern), "one of " + ", ".join(patterns[:-1]))
    return found if pattern else by_field(evaluation, position.words)


def _board(fields: Fields) -> str:
    """A line a row, a number a field."""
    wide, high = (1 + max(at[i] for at in fields) for i in (0, 1))
    rows = ([fields.get((x, y)) for x in range(wide)] for y in range(high))
    return "\n".join(" ".join("     ." if f is None else f"{f:+6.0f}" for f in row) for row in rows)
