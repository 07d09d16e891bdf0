"""The Game AI Sandbox: draw maps, watch planners, let crowds loose, play engines.

The public Python API, imported piece by piece when first asked for:

    >>> import sandbox
    >>> level = sandbox.load("levels/caves.json")
    >>> prepared = sandbox.planners["jps"].create().prepare(level)
    >>> plan = prepared.plan(sandbox.Query(start=(7.5, 3.5), goal=(254.5, 250.5)), sandbox.Limits())
    >>> print(plan.status, round(plan.cost, 2))
    found 548.52
    >>> ledger = sandbox.explain(prepared, sandbox.Query(start=(7.5, 3.5), goal=(254.5, 250.5)))
    >>> print(round(ledger.loss, 2), ledger.main.name)
    49.11 grid moves

    >>> game = sandbox.board_games["othello"].create()
    >>> engine = sandbox.engines["pvs"].create()
    >>> result = engine.search(game, game.face().start(), sandbox.SearchLimits(depth=4), sandbox.SearchReport())
    >>> result.best, " ".join(result.pv)
    ('d3', 'd3 c5 d6 e3')

    >>> tree = sandbox.general_games["any-tree"].create({"file": "three-players"})
    >>> answer = sandbox.general_engines["maxn"].create().search(tree, tree.face().start(), sandbox.SearchLimits())
    >>> answer.best, answer.worth
    ('1', (1.0, 2.0, 6.0))
"""

import importlib
import time
from typing import Any

__version__ = "0.1.0"

STARTED = time.perf_counter()
"""When the first line of ours ran: first-frame times count from here."""

_WHERE = {
    "Level": ("sandbox.level.model", "Level"),
    "load": ("sandbox.level.formats", "load"),
    "save": ("sandbox.level.formats", "save"),
    "generators": ("sandbox.level.generators", "generators"),
    "planners": ("sandbox.planning.api", "planners"),
    "Query": ("sandbox.planning.api", "Query"),
    "Limits": ("sandbox.planning.api", "Limits"),
    "explain": ("sandbox.planning.why.explain", "explain"),
    "Recording": ("sandbox.kernels.recording", "Recording"),
    "board_games": ("sandbox.games.api", "games"),  # `sandbox.games` is the package itself
    "engines": ("sandbox.gametree.api", "engines"),
    "general_games": ("sandbox.games.general.api", "general_games"),
    "general_engines": ("sandbox.gametree.general.api", "general_engines"),
    "SearchLimits": ("sandbox.gametree.api", "Limits"),
    "SearchReport": ("sandbox.gametree.report", "SearchReport"),
    "policies": ("sandbox.agents.api", "policies"),
    "Settings": ("sandbox.agents.api", "Settings"),
    "Agents": ("sandbox.agents.api", "Agents"),
    "Muster": ("sandbox.agents.muster", "Muster"),
    "World": ("sandbox.agents.world", "World"),
    "Run": ("sandbox.agents.run", "Run"),
    "Film": ("sandbox.agents.record.film", "Film"),
    "Saved": ("sandbox.agents.record.saved", "Saved"),
}


def __getattr__(name: str) -> Any:
    """Import a piece of the API when it is first asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module 'sandbox' has no attribute {name!r}")
    module, inner = _WHERE[name]
    return getattr(importlib.import_module(module), inner)


def __dir__() -> list[str]:
    """What there is."""
    return [*globals(), *_WHERE]
