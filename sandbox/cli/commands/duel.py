"""`duel`: several engines, options and budgets on one position, side by side."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from sandbox.cli.options import add_game, parts, spec
from sandbox.errors import BadInput
from sandbox.figures import NOTHING, count, percent, seconds, short, times

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.bench.duel import Bout, Entrant
    from sandbox.gametree.api import Limits

HELP = "engines, options and budgets on one position: value, move, nodes, time, minimal tree"

DEFAULT_DEPTH = 8
MARK = "≠ "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Game, position, engines, budgets."""
    add_game(parser, "what to search")
    who = "an engine with options (alphabeta:table=off:killers=off), or exact; repeatable"
    parser.add_argument("--engine", action="append", default=[], metavar="KEY[:NAME=VALUE]", help=who)
    parser.add_argument("--depth", default="", metavar="N,…", help="depths, each a budget (default 8)")
    parser.add_argument("--nodes", default="", metavar="N,…", help="nodes (or simulations), each a budget")
    parser.add_argument("--time", default="", metavar="S,…", help="seconds, each a budget")
    ladder = "alpha-beta with everything off, then table, ordering, deepening, windows switched on one by one"
    parser.add_argument("--ablate", action="store_true", help=ladder)


def run(arguments: argparse.Namespace) -> int:
    """A line a bout, then the table."""
    from sandbox.bench.duel import Duel
    from sandbox.games.api import games

    entry, game = spec(games, arguments.game)
    position = game.face().parse(arguments.position)
    if not game.face().moves(position):
        raise BadInput(f"{entry.key} position", "the game is over", "one to be searched")
    duel = Duel(game, position, _entrants(arguments))
    bouts = []
    with arguments.out.progress(len(duel.entrants), "bouts") as bar:
        for bout in duel.bouts(arguments.stop):
            arguments.out.record(bout.to_json())
            bouts.append(bout)
            bar.step(bout.entrant.name)
    _tell(arguments, bouts)
    return 130 if arguments.stop[0] else 0


def _entrants(arguments: argparse.Namespace) -> list[Entrant]:
    from sandbox.bench.duel import ladder, matrix

    budgets = _budgets(arguments)
    if arguments.ablate:
        if arguments.nodes or arguments.time or arguments.engine or len(budgets) > 1:
            raise BadInput("--ablate", "more than a depth", "--depth N alone: all rungs search the same")
        return ladder(budgets[0].depth)
    if not arguments.engine:
        raise BadInput("--engine", "none", "one or more, or --ablate")
    return matrix([parts(text) for text in arguments.engine], budgets)


def _budgets(arguments: argparse.Namespace) -> list[Limits]:
    from sandbox.gametree.api import Limits

    found = [Limits(depth=n) for n in _numbers("--depth", arguments.depth, int)]
    found += [Limits(nodes=n) for n in _numbers("--nodes", arguments.nodes, int)]
    found += [Limits(seconds=n) for n in _numbers("--time", arguments.time, float)]
    return found or [Limits(depth=DEFAULT_DEPTH)]


def _numbers(name: str, text: str, kind: Callable[[str], Any]) -> list[Any]:
    try:
        numbers = [kind(word) for word in text.split(",")] if text else []
    except ValueError:
        numbers = [0]
    if not all(0 < number < 10**15 for number in numbers):
        raise BadInput(name, repr(text), "numbers above 0, separated by commas")
    return numbers


def _tell(arguments: argparse.Namespace, bouts: list[Bout]) -> None:
    columns = [
        "engine",
        "budget",
        "move",
        "value",
        "depth",
        "nodes",
        "to before",
        "leaves",
        "minimal",
        "first cut",
        "time",
    ]
    arguments.out.table(columns, [_row(bout) for bout in bouts])
    if arguments.ablate:
        steps = [f"{bout.entrant.name} {count(bout.nodes)}" for bout in bouts]
        arguments.out.text(" → ".join(steps))
    odd = sum("value" in bout.differs for bout in bouts)
    agree = "all values agree" if not odd else f"values that differ from the first ({MARK.strip()}): {odd}"
    arguments.out.record({"summary": True, "bouts": len(bouts), "values_agree": not odd})
    if bouts:
        arguments.out.text(f"{agree}; values for {bouts[0].shown.side}")


def _row(bout: Bout) -> list[Any]:
    def marked(name: str, text: str) -> str:
        return MARK + text if name in bout.differs else text

    limits, worth = bout.entrant.limits, bout.shown.worth
    parts = [f"depth {limits.depth}"] if limits.depth else []
    parts += [f"{short(limits.nodes)} nodes"] if limits.nodes else []
    parts += [seconds(limits.seconds)] if limits.seconds else []
    searched = bool(bout.depth) and not bout.simulations
    return [
        bout.entrant.name,
        ", ".join(parts),
        marked("best", bout.best),
        marked("value", worth.words if worth else NOTHING),
        marked("depth", str(bout.depth) if bout.depth else NOTHING),
        count(bout.nodes),
        times(bout.ratio) if bout.ratio is not None else NOTHING,
        count(bout.leaves),
        short(bout.fewest_leaves) if searched and bout.depth < 60 else NOTHING,
        percent(bout.first_move_share) if bout.shown.cutoffs else NOTHING,
        seconds(bout.seconds),
    ]
