"""Exact play near the end, for engines that search otherwise: as soon as a solve can be expected within the budget.

Half of the budget may go into it; if that was not enough after all, the search that follows has the rest.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from sandbox.games.api import Game
from sandbox.gametree.api import Limits, Result, Status
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.report import SearchReport
from sandbox.gametree.solving.api import solver_for
from sandbox.gametree.solving.session import Wish, solve

REMARK: Final = "exact from here"
NODES_A_SECOND: Final = 10_000_000  # of a solver, with care
MARGIN: Final = 2  # how much longer than the mean a position may take


def tried(game: Game, position: Any, limits: Limits, report: SearchReport) -> tuple[Result | None, Limits]:
    """The proven answer, or none if it is too early, or half of the budget was not enough; and what is left of it."""
    brought = solver_for(game)
    if brought is None or not _soon_enough(game, position, limits):
        return None, limits
    own = report.memory.setdefault("endings", {})
    others, report.memory = report.memory, own  # a table of its own: the search may keep its one
    half = replace(limits, seconds=limits.seconds / 2, nodes=limits.nodes // 2)
    try:
        found = solve(game, position, half, report, Wish(brought.create(), remark=REMARK))
    finally:
        report.memory = others
    ended = found.exact or found.status is Status.CANCELLED
    return (found if ended else None), _rest_of(limits, found)


def _rest_of(limits: Limits, found: Result) -> Limits:
    seconds = max(limits.seconds - found.seconds, 0.001) if limits.seconds else 0.0
    return replace(limits, seconds=seconds, nodes=max(limits.nodes - found.report.nodes, 1) if limits.nodes else 0)


def _soon_enough(game: Game, position: Any, limits: Limits) -> bool:
    """Whether half of the budget will do; without one of time or nodes, nobody asked for the whole truth."""
    brought = solver_for(game)
    budgets = [float(limits.nodes)] * (limits.nodes > 0) + [limits.seconds * NODES_A_SECOND] * (limits.seconds > 0)
    if brought is None or not budgets or limits.depth:
        return False
    a, b = position.words
    left = int(entry_of(game).info.get("cells", 0)) - (int(a) | int(b)).bit_count()
    return MARGIN * brought.create().nodes_for(left) <= min(budgets) / 2
