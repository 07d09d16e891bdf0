"""A search made once more, for its tree: same engine, options and position, so that it visits the same nodes.

The answer of a search follows from its options and a budget of plies or nodes; only the clock does not repeat. So a
search that was broken off is repeated up to the node it had come to, and one that ended by itself to the depth it ended
at. What there is no room for is left out in one piece that can be named, not where the room happened to end: of a
search that deepens its last depths, of any other its lower plies, of simulations the later ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import SandboxError
from sandbox.figures import count
from sandbox.games.api import Game
from sandbox.gametree.api import EXACT, Limits, engines, new_stop, searches_tree
from sandbox.gametree.engines.mcts import MonteCarloTreeSearch
from sandbox.gametree.play import exact
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport, Snapshot
from sandbox.gametree.tree.causes import Walk
from sandbox.gametree.tree.model import SearchTree
from sandbox.gametree.tree.reading import Searched, of_recording
from sandbox.gametree.tree.simulations import Simulations

ROOM: Final = 1_000_000  # nodes
MOST_SIMULATIONS: Final = 20_000
ALL_PLIES: Final = 127
Stop = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Search:
    """What was searched: by whom, within what limits, and what came of it."""

    game: Game
    position: Any
    engine: str  # a key, or EXACT
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    shot: Snapshot = field(default_factory=Snapshot)

    @property
    def simulates(self) -> bool:
        """Whether its tree is grown by simulations."""
        return self.engine == "mcts"


@dataclass(frozen=True, slots=True)
class Plan:
    """How it is repeated."""

    limits: Limits
    plies: int = ALL_PLIES  # deeper nodes are not kept
    depth: int = 0  # the last one kept, of a deepening search that went deeper


@dataclass(frozen=True, eq=False)
class Anew:
    """A tree with all that is needed to look at it."""

    tree: SearchTree
    walk: Walk
    words: str  # how much of the search it is
    simulations: Simulations | None = None


def plan(search: Search, room: int = ROOM) -> Plan:
    """What of a search there is room for."""
    shot, asked = search.shot, search.limits
    begun = shot.nodes > sum(row.nodes for row in shot.deepening)  # of a depth that was not finished
    broken_off = begun and (shot.searching > shot.depth or not shot.depth)
    limits = Limits(
        depth=asked.depth if broken_off else shot.depth,
        nodes=shot.nodes if broken_off else 0,
        every_move=asked.every_move and search.engine != EXACT,
    )
    if shot.nodes <= room:
        return Plan(limits)
    spent = np.cumsum([row.nodes for row in shot.deepening])
    whole = int((spent <= room).sum())
    if whole:
        depth = shot.deepening[whole - 1].depth
        return Plan(Limits(depth=depth, every_move=limits.every_move), depth=depth)
    branching = max(shot.branching, 2.0)
    return Plan(limits, plies=max(1, int(np.log(room) / np.log(branching))))


def again(search: Search, stop: Stop | None = None, room: int = ROOM) -> Anew:
    """Search once more, and keep the tree."""
    if not searches_tree(search.engine):
        raise SandboxError(f"{search.engine} records no tree")
    flag = new_stop() if stop is None else stop
    return _simulations(search, flag) if search.simulates else _recorded(search, flag, room)


def _recorded(search: Search, stop: Stop, room: int) -> Anew:
    planned, report = plan(search, room), SearchReport()
    asked = planned.limits
    limits = Limits(asked.depth, 0.0, asked.nodes, asked.every_move, stop)
    recording = TreeRecording(room, planned.plies, every_depth=True)
    if search.engine == EXACT:
        found = exact.solve(search.game, search.position, limits, report, recording)
    else:
        engine = engines[search.engine].create(dict(search.options))
        found = engine.search(search.game, search.position, limits, report, recording)
    options = {"forced": True} if search.engine == EXACT else _options_of(search)
    tree = of_recording(recording, Searched(search.game, search.position, search.engine, options, found.report))
    return ready(Anew(tree, Walk(tree, search.game), _words(search, planned, tree)))


def _options_of(search: Search) -> dict[str, Any]:
    engine = engines[search.engine].create(dict(search.options))
    return {name: getattr(engine, name) for name in engine.__dataclass_fields__}  # type: ignore[attr-defined]


def _words(search: Search, planned: Plan, tree: SearchTree) -> str:
    """How much of the search shown the tree is."""
    nodes, kept = search.shot.nodes, len(tree)
    of = f"{count(kept)} of {count(nodes)} nodes"
    if planned.depth:
        return f"To depth {planned.depth} of {search.shot.searching}: {of}, for want of room"
    if planned.plies < ALL_PLIES:
        return f"The upper {planned.plies} plies: {of}, for want of room"
    if tree.about.lost:
        return f"{of}: there was no room for more"
    if not nodes or kept == nodes:
        return f"All {count(kept)} nodes"
    if tree.about.nodes == nodes:
        return f"{of}; the others were looked at on the side"
    learnt = " from an empty table" if search.options.get("keep_table") else ""
    return f"Searched anew{learnt}: {count(kept)} nodes, {count(nodes)} then"


def _simulations(search: Search, stop: Stop) -> Anew:
    engine = engines[search.engine].create(dict(search.options))
    assert isinstance(engine, MonteCarloTreeSearch)
    asked = search.shot.simulations or search.limits.nodes or engine.simulations
    made = Simulations(search.game, search.position, engine, min(asked, MOST_SIMULATIONS), stop)
    return ready(Anew(made.tree, Walk(made.tree, search.game), _simulated(search, len(made), asked), made))


def _simulated(search: Search, made: int, asked: int) -> str:
    kept = int(search.shot.notes.get("kept", 0))
    begun = f"; the search went on with {count(kept)} of the move before, this begins anew" if kept else ""
    if made < asked and made == MOST_SIMULATIONS:
        return f"The first {count(made)} of {count(asked)} simulations{begun}"
    return f"All {count(made)} simulations{begun}"


def ready(found: Anew) -> Anew:
    """Work out now, where nobody waits, what takes long the first time it is asked for."""
    tree = found.tree
    if len(tree):
        _ = tree.links, tree.ends, tree.goodness, tree.acts
        if tree.visits is None:
            _ = found.walk.causes.bounds_by
    return found
