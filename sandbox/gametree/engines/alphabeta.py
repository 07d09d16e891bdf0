"""Alpha-beta: the minimax value from a fraction of its nodes, with every refinement on its own switch.

D. E. Knuth, R. W. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6, 1975. The text is in
windowed/search.py; this engine drives it depth after depth with full windows, or with an aspiration window (D. Slate,
L. Atkin, "CHESS 4.5", in Chess Skill in Man and Machine, 1977).

Departs from it in being fail-soft and in what windowed/search.py says.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.gametree.api import engines
from sandbox.gametree.options import ExpectingOptions


@engines.register(
    "alphabeta",
    title="Alpha-beta",
    paper="Knuth & Moore, An Analysis of Alpha-Beta Pruning, Artificial Intelligence 6, 1975",
    order=6,
    strength=8,
    records=True,
)
@dataclass(frozen=True, slots=True)
class AlphaBeta(ExpectingOptions):
    """Cut off what cannot matter."""
