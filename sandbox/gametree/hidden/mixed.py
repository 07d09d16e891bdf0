"""A mixed strategy for everybody, as it is reported: by information set, with how far it is from an equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sandbox.gametree.hidden.flat import Tree
from sandbox.kernels.arrays import Floats

if TYPE_CHECKING:
    from collections.abc import Mapping


FEW_SLOTS = 200  # of a game of which the regrets of every set are reported


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where learning stood."""

    iterations: int
    exploitability: float
    worth: tuple[float, ...]  # of the average strategies, to each player
    seconds: float  # since it began
    regret: Floats | None = None  # of each slot, added up, where whoever learns keeps it and the game is small


@dataclass(frozen=True)
class Mixed:
    """How often every move is played, slot by slot, and how that was found."""

    tree: Tree
    sigma: Floats
    curve: tuple[Checkpoint, ...]

    @property
    def iterations(self) -> int:
        """Done in all."""
        return self.curve[-1].iterations

    @property
    def exploitability(self) -> float:
        """What a best response gains, on average over the players."""
        return self.curve[-1].exploitability

    @cached_property
    def strategy(self) -> Mapping[str, Mapping[str, float]]:
        """By what the mover knows: how often each of his moves is played."""
        tree, found = self.tree, dict[str, dict[str, float]]()
        for group, (name, moves) in enumerate(tree.names):
            often = self.sigma[tree.of_group(group)].tolist()
            found[name] = dict(zip(moves, often, strict=True))
        return found

    def regrets(self, known: str) -> dict[str, dict[str, list[float]]]:
        """By what the mover knows and his moves: the regret at each point of the curve. All sets of a tiny game."""
        tree, kept = self.tree, [at.regret for at in self.curve if at.regret is not None]
        if len(kept) < len(self.curve):
            return {}
        groups = [tree.group_of[known]] if known in tree.group_of else range(tree.groups)
        if not known and tree.slots > FEW_SLOTS:
            return {}
        return {
            tree.names[group][0]: {
                move: [float(regret[tree.of_group(group).start + i]) for regret in kept]
                for i, move in enumerate(tree.names[group][1])
            }
            for group in groups
        }

    def to_json(self, known: str = "") -> dict[str, Any]:
        """What `solve --json` adds; `known`: the information set that is asked about."""
        return {
            "strategy": self.strategy,
            "exploitability": self.exploitability,
            "iterations": self.iterations,
            "nodes_written": self.tree.nodes,
            "information_sets": self.tree.groups,
            "curve": [[at.iterations, at.exploitability] for at in self.curve],
            "regrets": self.regrets(known),
        }
