"""Options that several planners of the grid have."""

from __future__ import annotations

from typing import Annotated, Literal

from sandbox.planning.grid.heuristics import heuristics
from sandbox.registry import ChoicesFrom, Help, Range

Moves = Annotated[Literal[8, 4], Help("neighbours of a cell")]
Heuristic = Annotated[str, ChoicesFrom(heuristics.keys), Help("what it believes is left to go")]
Smoothing = Annotated[int, Range(0, 64, 1), Help("turning points a join may skip; 0 leaves the raw path")]
