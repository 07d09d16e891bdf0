"""Explain an answer: a chain of worlds from it to the true optimum, first the planner's own, then those of all.

    answer → what the planner's own module states (`Prepared.worlds`) → the best of its world → `chain` → optimum

Costs are measured anew, in real numbers. Grid planners take the cells that contain the ends; so the ends of their
ledgers lie on the centres of cells. Mesh planners take the points themselves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sandbox.planning.api import Limits, Metric, Plan, Promises, Query, Status
from sandbox.planning.grid.optimum import measured
from sandbox.planning.prepared import Prepared, taken
from sandbox.planning.why.chain import Chain
from sandbox.planning.why.ledger import Ledger, same, terms_of
from sandbox.planning.why.pieces import weighed
from sandbox.planning.why.referees import Stopped, referees_of
from sandbox.planning.worlds import Points, Way, WorldStep

BEST = "Nothing is lost by the search: of its own world it finds the best way."
SEARCH = "The search does not promise the best way of its own world, and did not find it."
IGNORED = "It looks for short ways and does not ask what the terrain costs."
ARC_STEP = 0.005  # radians between points on a rounded corner

SAME = "Start and goal are one place."
NOWHERE = "There is no way in any of the worlds."
CLOSED = "No path in its own world; the first term tells what closes the way."
BETWEEN = "Not every optimum is known exactly: such a term lies between two numbers."
MOVED = "The ends were put on the centres of their cells, where ways on the grid begin and end."


def explain(prepared: Prepared, query: Query, limits: Limits | None = None, *, planner: str = "") -> Ledger:
    """Why a planner's answer is as long as it is. Asks it again, on the thread that owns the level."""
    limits = limits or Limits()
    query, asked = taken(prepared, query), query
    plan = prepared.plan(query, limits)
    ledger = Ledger(
        planner, plan.status, plan.metric, plan.cost, math.nan, math.nan, points=plan.points, start=query.start,
        goal=query.goal, radius=query.radius, says=plan.message,
    )  # fmt: skip
    if plan.status not in (Status.FOUND, Status.NO_PATH):
        return replace(ledger, says=plan.message or f"There is no answer to explain: {plan.status}.")
    if query.start == query.goal and plan.status is Status.FOUND:
        return replace(ledger, cost=0.0, optimum=0.0, optimum_low=0.0, best=plan.points, says=SAME)
    try:
        ledger = _added_up(ledger, prepared, query, limits, plan)
    except Stopped:
        return replace(ledger, status=Status.CANCELLED, says="It was ended before all worlds were looked at.")
    moved = (asked.start, asked.goal) != (query.start, query.goal)
    notes = [ledger.says, BETWEEN if not ledger.exact and ledger.terms else "", MOVED if moved else ""]
    return replace(ledger, says=" ".join(note for note in notes if note))


def _added_up(ledger: Ledger, prepared: Prepared, query: Query, limits: Limits, plan: Plan) -> Ledger:
    """The ledger of an answer, or of there being none."""
    own = (
        list(prepared.worlds(query, plan)) if plan.status is Status.FOUND else []
    )  # while its memory is of this answer
    referees = referees_of(prepared.level)
    answer = Way(plan.cost, plan.points)
    chain = Chain(referees, query, Limits(stop=limits.stop), answer)  # budgets are the planner's
    if plan.status is Status.FOUND and prepared.promises.world == "grid":
        answer = chain.known = Way(measured(chain.space, plan), plan.points)
    if limits.stop[0]:
        raise Stopped
    steps = completed(own, prepared, plan, chain.own(prepared.promises, plan.metric))
    steps += chain.beyond(prepared.promises, plan.metric)
    if limits.stop[0]:
        raise Stopped
    ledger = closed(replace(ledger, cost=answer.cost), answer, steps)
    if plan.status is Status.FOUND and plan.metric is Metric.LENGTH and not prepared.level.uniform:
        ledger = replace(ledger, over_terrain=_over_terrain(ledger, plan, chain))
    return ledger


def completed(own: Sequence[WorldStep], prepared: Prepared, plan: Plan, best: Way) -> list[WorldStep]:
    """A planner's own steps, the last of which leads to the best of its own world."""
    if not own or own[-1].way is not None:
        own = [*own, WorldStep("search", BEST if plan.proven or prepared.promises.optimal else SEARCH)]
    steps = [step if step.way is not None else replace(step, way=best) for step in own]
    found = plan.status is Status.FOUND  # then a world without any way is none of its own
    return [step for step in steps if step.way is best or not (found and step.way and math.isinf(step.way.cost))]


def closed(ledger: Ledger, answer: Way, steps: Sequence[WorldStep]) -> Ledger:
    """The ledger with its terms, and what it comes to."""
    terms, last = terms_of(answer, steps), same(answer, steps[-1].way or Way())
    says = ledger.says
    if math.isinf(answer.cost):
        says = " ".join(filter(None, (says, CLOSED if terms else NOWHERE)))
    return replace(ledger, optimum=last.cost, optimum_low=last.least, terms=terms, best=last.points, says=says)


def _over_terrain(ledger: Ledger, plan: Plan, chain: Chain) -> Ledger | None:
    """The same way weighed by the terrain it crosses, against the best over terrain; None off the cells' centres."""
    if not chain.on_centres:
        return None
    way = along_arcs(plan)
    answer = Way(weighed(way, chain.prices), way)
    if math.isinf(answer.cost):
        return None  # by a rounding it touches a wall
    cheapest = chain.by_steps(weighted=True)
    steps = [WorldStep("terrain ignored", IGNORED, cheapest)]
    if math.isinf(cheapest.cost):
        steps = [WorldStep("terrain ignored", IGNORED, chain.over_terrain(answer))]
    else:
        steps += chain.beyond(Promises(weighted=True), Metric.WEIGHTED)
    return closed(replace(ledger, metric=Metric.WEIGHTED, cost=answer.cost, points=way, says=""), answer, steps)


def along_arcs(plan: Plan) -> Points:
    """The way itself, its rounded corners in short pieces."""
    if plan.arcs is None:
        return plan.points
    parts = [plan.points[:1]]
    for x, y, radius, first, sweep in np.asarray(plan.arcs).tolist():
        angles = np.linspace(first, first + sweep, 2 + int(abs(sweep) / ARC_STEP))
        parts.append(np.column_stack((x + radius * np.cos(angles), y + radius * np.sin(angles))))
    return np.concatenate((*parts, plan.points[-1:]))
