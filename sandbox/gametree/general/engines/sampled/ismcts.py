"""Information-set MCTS: guess what is hidden, but remember by what the mover knows.

P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4 (2), 2012; by
regret, M. Lanctot, V. Lisý, M. H. M. Winands, "Monte Carlo Tree Search in Simultaneous Move Games", CGW 2013. The
text is in hidden/sampling.py.

Departs from them in what that says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from sandbox.gametree.general.api import general_engines
from sandbox.gametree.hidden.engine import SamplingEngine
from sandbox.gametree.hidden.sampling import BY_REGRET
from sandbox.registry import Help


@general_engines.register(
    "ismcts",
    title="Information-set MCTS",
    paper="Cowling, Powley & Whitehouse, Information Set Monte Carlo Tree Search, IEEE TCIAIG 2012",
    order=54,
    strength=2,
)
@dataclass(frozen=True, slots=True)
class InformationSetMCTS(SamplingEngine):
    """One tree of what everybody knows; by regret, moves are mixed."""

    selection: Annotated[Literal["bounds", "regret"], Help("upper confidence bounds, or regret matching")] = "bounds"

    @property
    def how(self) -> int:
        """By what everybody knows, selecting as is asked."""
        return BY_REGRET if self.selection == "regret" else 0
