"""MTD(f): null windows only, each telling whether the guess was too high or too low, until both meet.

A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-First Fixed-Depth Minimax Algorithms", Artificial
Intelligence 87, 1996. The table makes each pass go on from what the last one learnt; without it the passes
start from nothing. The text is in windowed/search.py.

Departs from it in that the root's best move is that of the last pass that failed high.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.games.two_words.rules import INFINITE
from sandbox.gametree.api import engines
from sandbox.gametree.options import WindowOptions
from sandbox.gametree.windowed.drivers import Step
from sandbox.gametree.windowed.session import Session


def passes(session: Session, depth: int, guess: int) -> tuple[int, int]:
    """Null windows around the guess until the bounds meet; the value, and how many more than one it took.

    Two passes make the value, one from below and one from above: it is proven only if neither met the horizon.
    """
    low, high, count, value = -INFINITE, INFINITE, 0, guess
    low_met = high_met = True
    while low < high:
        beta = value + 1 if value == low else value
        value = session.window(depth, beta - 1, beta)
        if session.stopped:
            break
        count += 1
        if value < beta:
            high, high_met = value, session.horizon_met
        else:
            low, low_met = value, session.horizon_met
    if session.limits.every_move and value == low and not session.stopped:  # the pass above cut the other moves off
        session.window(depth, value, value + 1)
    session.horizon_met = low_met or high_met
    return value, count - 1


@engines.register(
    "mtdf",
    title="MTD(f)",
    paper="Plaat, Schaeffer, Pijls & de Bruin, Best-First Fixed-Depth Minimax Algorithms, AI 87, 1996",
    order=8,
    strength=9,
    records=True,
)
@dataclass(frozen=True, slots=True)
class MTDf(WindowOptions):
    """Close in on the value with null windows and a table."""

    def step(self) -> Step:
        """Null windows until they meet."""
        return passes
