"""A plan as core layers: states as discs, an arc over all that may come of an action, rings for what came before."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from sandbox.games.worlds.api import State, World
from sandbox.gametree.contingency.plan import Plan
from sandbox.gametree.tree.picture import Picture
from sandbox.layers import Discs, Labels, Layer, Role, Segments

WIDE, HIGH, MARGIN, RADIUS = 2.4, 1.6, 1.1, 0.34  # cells
MOST_NODES = 160
GAP, LETTER = 0.24, 0.22  # around a disc; the width of one letter
ARC = 0.78  # cells from a state to the arc that joins what an action may lead to
Place = tuple[float, float]


@dataclass(slots=True)
class _Node:
    """A state on the way."""

    state: State
    parent: int
    level: int
    again: bool = False
    below: list[int] = field(default_factory=list)
    x: float = 0.0


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture, and where each state stands in it, the first time it comes."""

    picture: Picture
    places: dict[State, Place]


def drawn(plan: Plan, world: World) -> Drawn:
    """The plan from its start on; a state that came before is not gone into again."""
    nodes = _nodes(plan, world)
    columns = _place(nodes)
    places: dict[State, Place] = {}
    for node in nodes:
        if not node.again:
            places.setdefault(node.state, _at(node))
    height = MARGIN + HIGH * max(node.level for node in nodes) + MARGIN
    layers = tuple(_layers(nodes, plan, world))
    return Drawn(Picture(layers, 2 * MARGIN + WIDE * max(columns - 1, 1), height, "plan"), places)


def _nodes(plan: Plan, world: World) -> list[_Node]:
    """Breadth first, so that where there is no room for all the upper ones are there."""
    nodes, known = [_Node(plan.start, -1, 0)], {plan.start}
    for number, node in enumerate(nodes):  # which grows while it is walked
        after = () if node.again else plan.results(world, node.state)
        if len(nodes) + len(after) > MOST_NODES:
            break
        for state in after:
            node.below.append(len(nodes))
            nodes.append(_Node(state, number, node.level + 1, state in known and bool(plan.results(world, state))))
            known.add(state)
    return nodes


def _place(nodes: list[_Node]) -> int:
    """Leaves take the next column, the others the middle above theirs; how many columns there are."""
    order, stack = list[int](), [0]
    while stack:
        number = stack.pop()
        order.append(number)
        stack += reversed(nodes[number].below)
    columns = 0
    for number in order:
        if not nodes[number].below:
            nodes[number].x = float(columns)
            columns += 1
    for number in reversed(order):
        below = [nodes[child].x for child in nodes[number].below]
        if below:
            nodes[number].x = (below[0] + below[-1]) / 2
    return columns


def _at(node: _Node) -> Place:
    return MARGIN + WIDE * node.x, MARGIN + HIGH * node.level


def _layers(nodes: list[_Node], plan: Plan, world: World) -> Iterator[Layer]:
    edges = [(_at(nodes[node.parent]), _at(node)) for node in nodes if node.parent >= 0]
    yield Segments(name="edges", ends=np.array([_clear(a, b) for a, b in edges]).reshape(-1, 2, 2), role=Role.EDGE)
    arcs = [piece for node in nodes if len(node.below) > 1 for piece in _arc(nodes, node)]
    legend = "whatever happens, the plan goes on"
    yield Segments(name="arcs", legend=legend, ends=np.array(arcs).reshape(-1, 2, 2), role=Role.HEAT, width=2.0)
    goals = [_at(node) for node in nodes if world.is_goal(node.state)]
    again = [_at(node) for node in nodes if node.again]
    others = [_at(node) for node in nodes if not node.again and not world.is_goal(node.state)]
    yield Discs(name="states", legend="a state, and what is done there", xyr=_discs(others), role=Role.AGENT, series=0)
    yield Discs(name="goals", legend="a goal", xyr=_discs(goals), role=Role.GOOD)
    yield Discs(name="again", legend="as above", xyr=_discs(again), role=Role.AGENT, series=0, filled=False)
    yield _labels("names", [(_at(node), node.state) for node in nodes])
    done = [(node, plan.actions[node.state]) for node in nodes if node.below]
    yield _labels("actions", [(_beside(node, action), action) for node, action in done])


def _clear(a: Place, b: Place) -> tuple[Place, Place]:
    """An edge that touches neither disc."""
    share = RADIUS / (math.dist(a, b) or 1.0)
    across = ((b[0] - a[0]) * share, (b[1] - a[1]) * share)
    return (a[0] + across[0], a[1] + across[1]), (b[0] - across[0], b[1] - across[1])


def _arc(nodes: list[_Node], node: _Node) -> Iterator[tuple[Place, Place]]:
    """From the first way an action may turn out to the last."""
    x, y = _at(node)
    ends = [_at(nodes[child]) for child in (node.below[0], node.below[-1])]
    first, last = (math.atan2(ey - y, ex - x) for ex, ey in ends)
    steps = [first + (last - first) * i / 8 for i in range(9)]
    points = [(x + ARC * math.cos(angle), y + ARC * math.sin(angle)) for angle in steps]
    yield from pairwise(points)


def _beside(node: _Node, text: str) -> Place:
    """Clear of the disc, and of a ring around it."""
    x, y = _at(node)
    return x + RADIUS + GAP + LETTER * len(text) / 2, y - 0.12


def _discs(places: list[Place]) -> np.ndarray:
    return np.array([[x, y, RADIUS] for x, y in places]).reshape(-1, 3)


def _labels(name: str, texts: list[tuple[Place, str]]) -> Labels:
    where = np.array([place for place, _ in texts], float).reshape(-1, 2)
    return Labels(name=name, xy=where, texts=tuple(text for _, text in texts), role=Role.TEXT)
