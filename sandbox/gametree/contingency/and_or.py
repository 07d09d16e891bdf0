"""AND-OR search: a plan that comes to a goal however actions turn out, without ever coming to a state twice.

S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach, 4th ed., 2021, figure 4.11 (N. J. Nilsson,
Problem-Solving Methods in Artificial Intelligence, 1971). At a state the agent chooses (OR), of an action's results
all must be planned for (AND); a state that stands on its own path fails.

Departs from it in remembering states that were solved, whatever the path: a plan from there is a plan.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sandbox.games.worlds.api import State, World
from sandbox.gametree.api import Limits, Status
from sandbox.gametree.contingency.api import Planned, world_planners
from sandbox.gametree.contingency.plan import Plan

DEEPEST = 200
"""A path is no longer than this; what would be longer is given up as out of budget."""


@dataclass(slots=True)
class _Search:
    world: World
    limits: Limits
    solved: dict[State, str] = field(default_factory=dict)
    looked: int = 0
    status: Status = Status.DONE

    def at(self, state: State, path: frozenset[State]) -> bool:
        """An OR node: whether some action's results can all be planned for."""
        if self._over(len(path)):
            return False
        self.looked += 1
        if self.world.is_goal(state) or state in self.solved:
            return True
        if state in path:
            return False
        for action, results in self.world.results(state).items():
            if all(self.at(result, path | {state}) for result in results):
                self.solved[state] = action
                return True
        return False

    def _over(self, depth: int) -> bool:
        if self.limits.stop[0]:
            self.status = Status.CANCELLED
        elif depth > DEEPEST or (self.limits.nodes and self.looked >= self.limits.nodes):
            self.status = Status.BUDGET
        return self.status is not Status.DONE


@world_planners.register(
    "and-or", title="AND-OR search", paper="Nilsson, Problem-Solving Methods in Artificial Intelligence, 1971", order=60
)
@dataclass(frozen=True, slots=True)
class AndOr:
    """A plan without cycles, however things turn out."""

    def plan(self, world: World, start: State, limits: Limits) -> Planned:
        """See contingency/api.py."""
        search = _Search(world, limits)
        found = search.at(start, frozenset())
        plan = Plan(start, search.solved) if found else None
        return Planned(plan, Status.DONE if found else search.status, search.looked)
