"""The controls that engines of games with hidden information share."""

from __future__ import annotations

from typing import Annotated

from sandbox.registry import Help, Range

Iterations = Annotated[int, Range(1, 10_000_000, log=True), Help("at most so many, unless a budget says otherwise")]
Accuracy = Annotated[float, Range(0.0, 1.0), Help("the exploitability that is good enough")]
Lot = Annotated[int, Range(0, 2**31 - 1), Help("draws a move as often as the strategy plays it; 0: the likeliest")]
Exploration = Annotated[float, Range(0.0, 4.0, 0.05), Help("exploration, as a share of the span of worths")]
