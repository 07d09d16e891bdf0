"""`duel`: several engines, options and budgets on one position, side by side."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from sandbox.cli.options import add_game, add_regret, at_least, parts, spec
from sandbox.errors import BadInput
from sandbox.figures import NOTHING, count, percent, seconds, short, times

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.bench.duel import Bout, Entrant
    from sandbox.gametree.api import Limits

HELP = "engines, options and budgets on one position: value, move, nodes, time, minimal tree"

DEFAULT_DEPTH = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Game, position, engines, budgets."""
    add_game(parser, "what to search")
    who = "an engine with options (alphabeta:table=off:killers=off), or exact; repeatable"
    parser.add_argument("--engine", action="append", default=[], metavar="KEY[:NAME=VALUE]", help=who)
    parser.add_argument("--depth", default="", metavar="N,…", help="depths, each a budget (default 8)")
    parser.add_argument("--nodes", default="", metavar="N,…", help="nodes (or simulations), each a budget")
    parser.add_argument("--time", default="", metavar="S,…", help="seconds, each a budget")
    ladder = "alpha-beta with everything off, then its refinements switched on one by one"
    parser.add_argument("--ablate", action="store_true", help=ladder)
    add_regret(parser, "what each move chosen gives away against a best one")


def run(arguments: argparse.Namespace) -> int:
    """A line a bout, then the table."""
    from sandbox.bench.duel import Duel
    from sandbox.cli import own_games
    from sandbox.games.api import games

    at_least(arguments, regret=0)
    if own_games.named(arguments.game):
        return own_games.duel(arguments, _budgets(arguments))
    entry, game = spec(games, arguments.game)
    position = game.face().parse(arguments.position)
    if not game.face().moves(position):
        raise BadInput(f"{entry.key} position", "the game is over", "one to be searched")
    duel = Duel(game, position, _entrants(arguments), arguments.regret)
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
    from sandbox.bench.duel import chain, summary, verdict

    columns = [
        "engine",
        "budget",
        "move",
        "value",
        "gives away",
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
        arguments.out.text(chain(bouts))
    arguments.out.record(summary(bouts))
    if bouts:
        arguments.out.text(verdict(bouts))


def _row(bout: Bout) -> list[Any]:
    from sandbox.bench.duel import MARK, budget_words

    def marked(name: str, text: str) -> str:
        return MARK + text if name in bout.differs else text

    worth, minimal = bout.shown.worth, bout.minimal_tree
    return [
        bout.entrant.name,
        budget_words(bout.entrant.limits),
        marked("best", bout.best),
        marked("value", worth.words if worth else NOTHING),
        NOTHING if bout.regret is None else f"{bout.regret:g}",
        marked("depth", str(bout.depth) if bout.depth else NOTHING),
        count(bout.nodes),
        times(bout.ratio) if bout.ratio is not None else NOTHING,
        count(bout.leaves),
        short(minimal) if minimal is not None else NOTHING,
        percent(bout.first_move_share) if bout.shown.cutoffs else NOTHING,
        seconds(bout.seconds),
    ]
