"""Determinised MCTS: guess what is hidden, play as if everything lay open, and let the guesses vote.

M. L. Ginsberg, "GIB: Imperfect Information in a Computationally Challenging Game", JAIR 14, 2001. It never bluffs,
and believes that it will see the other's cards later: it is here so that this can be seen.

Departs from it in searching each guess by UCT, all in one table (hidden/sampling.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandbox.gametree.general.api import general_engines
from sandbox.gametree.hidden.engine import SamplingEngine
from sandbox.gametree.hidden.sampling import WHOLE


@general_engines.register(
    "determinised",
    title="Determinised MCTS",
    paper="Ginsberg, GIB: Imperfect Information in a Computationally Challenging Game, JAIR 2001",
    order=53,
    strength=1,
)
@dataclass(frozen=True, slots=True)
class Determinised(SamplingEngine):
    """Guesses vote, each searched as if all cards lay open."""

    how: ClassVar[int] = WHOLE
