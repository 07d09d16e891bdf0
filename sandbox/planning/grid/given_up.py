"""What the best-first family gives up, for the ledger: each option that costs quality is put right in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from sandbox.planning.grid.best_first import BY_COST, BY_GUESS
from sandbox.planning.worlds import Way, WorldStep

if TYPE_CHECKING:
    from sandbox.planning.grid.best_first_planner import Recipe

FIRST_COME = "It goes by the number of steps and takes the way that comes first, whatever its steps cost."
GREEDY = "It goes on from the cell that looks nearest to the goal, and never asks what the way so far has cost."
HURRIED = "The estimate counts more than once: it hurries towards the goal, and takes the way that comes first."
CLAIMED = "The estimate claims more than is left to go: better ways are put aside for it."
SHUT = "A closed cell is not opened again when a better way to it appears."


def steps(recipe: Recipe, answered: Callable[[Recipe], Way]) -> list[WorldStep]:
    """The steps from a recipe to one that finds the best way; `answered` gives the way a recipe finds."""
    if recipe.order != BY_COST:
        greedy = recipe.order == BY_GUESS
        return [WorldStep("order of the search", GREEDY if greedy else FIRST_COME)]
    found: list[WorldStep] = []
    for name, words, right in (
        ("heuristic weight", HURRIED, {"weight": min(recipe.weight, 1.0)}),
        ("heuristic claims too much", CLAIMED, {"heuristic": recipe.heuristic if recipe.admissible else "octile"}),
        ("closed cells stay closed", SHUT, {"reopen": True}),
    ):
        better = replace(recipe, **right)
        if better != recipe and not recipe.optimal:
            found.append(WorldStep(name, words, None if better.optimal else answered(better)))
        recipe = better
    return found
