"""`complexity` on general games."""

from __future__ import annotations

import argparse

from sandbox.cli.general.wanted import game_of
from sandbox.figures import count


def run(arguments: argparse.Namespace) -> int:
    """A line for each ply, then the sums, and what they cover."""
    from sandbox.games.general.complexity import plies

    _, _, game = game_of(arguments.game)
    position = game.face().parse(arguments.position)
    loopy = game.axes(position).loopy
    arguments.out.text(f"{'ply':>4} {'states':>13} {'games ending':>15}")
    found = []
    for row in plies(game, position, arguments.depth, loopy=loopy, most=arguments.most, stop=arguments.stop):
        found.append(row)
        arguments.out.record({"game": arguments.game, "ply": row.ply, "states": row.states, "games": row.games})
        arguments.out.text(f"{row.ply:4d} {row.states:13,d} {count(row.games):>15}")
    if arguments.stop[0] or not found:
        return 0
    whole, states = found[-1].last, sum(row.states for row in found)
    games = None if loopy else sum(row.games or 0 for row in found)
    covers = "the whole game" if whole else f"the first {found[-1].ply} plies only"
    summary = {"summary": True, "complete": whole, "covers": covers, "states": states, "games": games}
    arguments.out.record({"game": arguments.game, **summary})
    arguments.out.text()
    arguments.out.text(f"states  {count(states)}")
    arguments.out.text("games   without number: positions recur" if loopy else f"games   {count(games)}")
    arguments.out.text(f"covers  {covers}")
    return 0
