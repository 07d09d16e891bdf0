"""`table`: what is known of how games end: a small game solved backwards, or the discs of Othello's edges."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sandbox.cli.options import add_game, spec
from sandbox.figures import count

HELP = "solve a small game backwards, every state; or say what is stable on Othello's edges"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Game, where to."""
    add_game(parser, "what to solve")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the table")


def run(arguments: argparse.Namespace) -> int:
    """Made, written, summed up."""
    from sandbox.games.api import games

    entry, game = spec(games, arguments.game)
    goal = Path(arguments.output)
    return _edges(arguments, goal) if entry.key == "othello" else _endings(arguments, game, goal)


def _edges(arguments: argparse.Namespace, goal: Path) -> int:
    from sandbox.gametree.known import edges

    table = edges.made()
    edges.save(table, goal)
    some, size = int((table > 0).sum()), goal.stat().st_size
    arguments.out.record({"summary": True, "file": str(goal), "edges": 3**edges.SQUARES, "some": some, "bytes": size})
    arguments.out.text(
        f"{goal}: {count(3**edges.SQUARES)} edges, {count(some)} with discs of the mover's that are stable; "
        f"{count(size)} bytes"
    )
    return 0


def _endings(arguments: argparse.Namespace, game: Any, goal: Path) -> int:
    from sandbox.gametree.known.backwards import Backwards

    table = Backwards(game).run()
    table.save(goal)
    won, lost = int((table.values > 0).sum()), int((table.values < 0).sum())
    drawn, longest, size = len(table) - won - lost, int(table.plies.max()), goal.stat().st_size
    facts = {"states": len(table), "won": won, "drawn": drawn, "lost": lost, "longest": longest, "bytes": size}
    arguments.out.record({"summary": True, "file": str(goal), **facts})
    arguments.out.text(
        f"{goal}: {count(len(table))} states up to symmetry: {count(won)} won, {count(drawn)} drawn, "
        f"{count(lost)} lost for who moves; the longest win takes {longest} plies; {count(size)} bytes"
    )
    return 0
