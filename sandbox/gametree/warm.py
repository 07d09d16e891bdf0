"""What the window needs compiled before anybody waits: the main engines on the two big games.

The small games, and rarer combinations, are compiled when they are first picked. Warm-ups import what they run: the
window asks for their names before its first frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from sandbox.games.api import games
from sandbox.gametree.api import Limits, engines

MAIN = ("connect-four", "othello")
SEARCHES = {"alphabeta": "alpha-beta", "minimax": "minimax", "mcts": "MCTS"}
"""Engines by their keys, and what their warm-ups are called."""

TREES = {"alphabeta": "alpha-beta recorded", "mcts": "simulations"}
"""… and what is needed to have their trees."""


def first_move(engine: str, game: str) -> str:
    """The warm-up before an engine's first move, with its own options; "" where there is none."""
    return f"gametree: {SEARCHES[engine]}, {game}" if engine in SEARCHES and game in MAIN else ""


def of_tree(engine: str, game: str) -> tuple[str, ...]:
    """The warm-ups before the tree of an engine's search can be looked at; none where that is not known."""
    if engine not in TREES or game not in MAIN:
        return ()
    return f"gametree: {TREES[engine]}, {game}", "gametree: trees"


def judging(game: str) -> str:
    """The warm-up before a position is judged; "" where there is none."""
    return f"gametree: estimate, {game}" if game in MAIN else ""


def _search(key: str, engine: str, *, recorded: bool = False, **options: Any) -> None:
    from sandbox.gametree.recorder import TreeRecording
    from sandbox.gametree.report import SearchReport

    game = games[key].create()
    recording = TreeRecording(capacity=64) if recorded else None
    start, limits = game.face().start(), Limits(depth=2, nodes=40)
    engines[engine].create(options).search(game, start, limits, SearchReport(), recording)


def _solve(key: str) -> None:
    from sandbox.gametree.play import exact
    from sandbox.gametree.report import SearchReport

    game = games[key].create()
    exact.solve(game, game.face().start(), Limits(nodes=40), SearchReport())


def _simulations(key: str) -> None:
    from sandbox.gametree.engines.mcts import MonteCarloTreeSearch
    from sandbox.gametree.tree.simulations import Simulations

    game = games[key].create()
    found = Simulations(game, game.face().start(), MonteCarloTreeSearch(), 3)
    found.simulation(len(found))


def _look_up() -> None:
    from sandbox.gametree.books.advice import advised

    for key in MAIN:
        game = games[key].create()
        advised(game, game.face().start())


def _judge(key: str) -> None:
    from sandbox.gametree.evaluation import account, best_for

    game = games[key].create()
    account(game, game.face().start(), best_for(key).create())


def _tree() -> None:
    """What a viewer of trees needs."""
    from sandbox.gametree.recorder import TreeRecording
    from sandbox.gametree.report import SearchReport
    from sandbox.gametree.tree.causes import Causes
    from sandbox.gametree.tree.layout import laid_out
    from sandbox.gametree.tree.reading import Searched, of_recording
    from sandbox.gametree.tree.steps import Steps

    game, recording = games["tree"].create(), TreeRecording(capacity=64)
    position = game.face().start()
    engines["alphabeta"].create().search(game, position, Limits(depth=3), SearchReport(), recording)
    tree = of_recording(recording, Searched(game, position))
    laid_out(tree)
    Steps(tree).stack(len(tree))
    _ = Causes(tree).bounds_by


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """See kernels/warm.py. Neighbours share kernels."""
    from sandbox.gametree.evaluation.judging import STRONGEST
    from sandbox.gametree.general import warm as general
    from sandbox.gametree.play.levels import SURE

    for key in MAIN:
        yield f"estimate, {key}", partial(_judge, key)
        yield f"alpha-beta, {key}", partial(_search, key, "alphabeta")
        yield f"alpha-beta recorded, {key}", partial(_search, key, "alphabeta", recorded=True)
        yield f"minimax, {key}", partial(_search, key, "minimax")
        yield f"MCTS, {key}", partial(_search, key, "mcts")
        yield f"simulations, {key}", partial(_simulations, key)
        yield f"perfect play, {key}", partial(_solve, key)
        yield f"learned patterns, {key}", partial(_search, key, "pvs", evaluation=STRONGEST, probcut=SURE)
    yield "books", _look_up
    yield "trees", _tree
    yield from general.warmups()
