"""UCT in plain Python, for games of the user's own: nothing has to be known of a game but its rules.

Paper: Kocsis, Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006. Departs from it in: a game counts as won,
drawn or lost, by however much; playouts are random to the end of the game, or count as drawn after `LONGEST` moves.
"""

from __future__ import annotations

import math
import random
from typing import Any, Final

from sandbox.own.thinking import Thinking

EXPLORE: Final = 1.0  # how much moves that were seldom tried are preferred
LONGEST: Final = 1000  # moves of a playout
USUAL: Final = 2000  # simulations where nothing limits them


class Node:
    """A position of the tree: what was tried there, and how it went for who moved into it."""

    __slots__ = ("below", "mover", "points", "position", "untried", "visits")

    def __init__(self, game: Any, position: Any) -> None:
        self.position, self.visits, self.points = position, 0, 0.0
        over = game.utility(position, 0) is not None
        self.mover: int = game.to_move(position)
        self.untried: list[str] = [] if over else list(game.moves(position))
        self.below: dict[str, Node] = {}

    def chosen(self) -> Node:
        """The child that promises most, those that were seldom tried favoured."""
        spread = math.log(self.visits)
        return max(self.below.values(), key=lambda n: n.points / n.visits + EXPLORE * math.sqrt(spread / n.visits))


def search(game: Any, position: Any, report: Thinking, seed: int, most: int) -> dict[str, tuple[int, float]]:
    """Simulate; the visits and the share of points of each move tried, the best reported all along."""
    root, chance = Node(game, position), random.Random(seed)
    for _ in range(most):
        report.node()
        simulate(game, root, chance)
        report.best(max(root.below, key=lambda move: root.below[move].visits))
    return {move: (node.visits, node.points / node.visits) for move, node in root.below.items()}


def simulate(game: Any, root: Node, chance: random.Random) -> None:
    """Down the tree, one step out of it, a playout, and back."""
    way = [root]
    while not way[-1].untried and way[-1].below:
        way.append(way[-1].chosen())
    last = way[-1]
    if last.untried:
        move = last.untried.pop(chance.randrange(len(last.untried)))
        last.below[move] = Node(game, game.play(last.position, move))
        way.append(last.below[move])
    worth = playout(game, way[-1].position, chance)
    for above, node in zip([root, *way], way, strict=False):
        node.visits += 1
        node.points += 0.5 * (1.0 + (worth if above.mover == 0 else -worth))


def playout(game: Any, position: Any, chance: random.Random) -> float:
    """How a random game ends for the first player: 1, 0 or -1."""
    for _ in range(LONGEST):
        worth = game.utility(position, 0)
        if worth is not None:
            return math.copysign(1.0, worth) if worth else 0.0
        position = game.play(position, chance.choice(list(game.moves(position))))
    return 0.0
