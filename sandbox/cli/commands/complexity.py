"""`complexity`: how many states and games there are, counted as they are and up to symmetry."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sandbox.cli.options import add_game, spec
from sandbox.figures import count

if TYPE_CHECKING:
    from sandbox.games.two_words.complexity import Ply

HELP = "how many states and games there are, and up to symmetry: computed, not quoted"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """GAME [POSITION] [--depth N] [--most N]."""
    add_game(parser, "where to begin")
    parser.add_argument(
        "--depth", type=int, metavar="N", help="plies to go through (default: to the end, as far as it fits)"
    )
    parser.add_argument("--most", type=int, default=2_000_000, metavar="N", help="states of one ply at which to stop")


def run(arguments: argparse.Namespace) -> int:
    """A line for each ply, then the sums, and what they cover."""
    from sandbox.cli.general import complexity as general_complexity
    from sandbox.cli.general.wanted import general_game_named
    from sandbox.games.api import games
    from sandbox.games.two_words.complexity import check_depth, check_most, plies

    check_depth(arguments.depth, "--depth")
    check_most(arguments.most, "--most")
    if general_game_named(arguments.game):
        return general_complexity.run(arguments)
    entry, game = spec(games, arguments.game)
    position = game.face().parse(arguments.position)
    loopy = entry.info["axes"].loopy
    rows = plies(game, position, arguments.depth, loopy=loopy, most=arguments.most, stop=arguments.stop)
    found = _shown(arguments, rows)
    if not arguments.stop[0]:
        _summary(arguments, entry.info, found)
    return 0


def _shown(arguments: argparse.Namespace, rows: Iterable[Ply]) -> list[Ply]:
    found = []
    arguments.out.text(f"{'ply':>4} {'states':>13} {'up to symmetry':>15} {'games ending':>15} {'up to symmetry':>15}")
    for row in rows:
        found.append(row)
        arguments.out.record({"game": arguments.game, **_facts(row)})
        arguments.out.text(
            f"{row.ply:4d} {row.states:13,d} {row.up_to_symmetry:15,d}"
            f" {count(row.games):>15} {count(row.games_up_to_symmetry):>15}"
        )
    return found


def _facts(row: Ply) -> dict[str, Any]:
    from dataclasses import asdict

    return {k: v for k, v in asdict(row).items() if k != "last"}


def _summary(arguments: argparse.Namespace, info: Any, rows: list[Ply]) -> None:
    total = {
        name: None
        if rows[0].games is None and name not in ("states", "up_to_symmetry")
        else sum(getattr(r, name) or 0 for r in rows)
        for name in ("states", "up_to_symmetry", "games", "games_up_to_symmetry", "first_wins", "draws", "second_wins")
    }
    total["states_up_to_symmetry"] = total.pop("up_to_symmetry")
    whole = rows[-1].last
    covers = "the whole game" if whole else f"the first {rows[-1].ply} plies only"
    known = info.get("known", "")
    arguments.out.record({"game": arguments.game, "summary": True, "complete": whole, "covers": covers, **total})
    arguments.out.text()
    arguments.out.text(f"states  {count(total['states'])}, up to symmetry {count(total['states_up_to_symmetry'])}")
    if total["games"] is None:
        arguments.out.text("games   without number: positions recur")
    else:
        arguments.out.text(f"games   {count(total['games'])}, up to symmetry {count(total['games_up_to_symmetry'])}")
        parts = (f"{count(total[k])} {w}" for k, w in _RESULTS)
        arguments.out.text(f"        {', '.join(parts)}")
    arguments.out.text(f"covers  {covers}" + (f" (known of the whole game: {known})" if known and not whole else ""))


_RESULTS = (("first_wins", "won by the first"), ("draws", "drawn"), ("second_wins", "won by the second"))
