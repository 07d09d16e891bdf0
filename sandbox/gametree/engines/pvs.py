"""PVS (NegaScout): the first move gets the window, the others only have to prove that they are not better.

A. Reinefeld, "An Improvement to the Scout Tree-Search Algorithm", ICCA Journal 6(4), 1983; T. A. Marsland,
M. Campbell, "Parallel Search of Strongly Ordered Game Trees", Computing Surveys 14(4), 1982. The text is in
windowed/search.py.

Departs from them in searching again from the value found, and in doing so at the last two plies as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandbox.gametree.api import engines, two_sided
from sandbox.gametree.options import ExpectingOptions


@engines.register(
    "pvs",
    title="PVS (NegaScout)",
    paper="Reinefeld, An Improvement to the Scout Tree-Search Algorithm, ICCA Journal 1983",
    needs=two_sided,
    order=7,
    strength=10,
    records=True,
)
@dataclass(frozen=True, slots=True)
class PrincipalVariationSearch(ExpectingOptions):
    """Null windows for all moves but the first."""

    null_windows: ClassVar[bool] = True
