"""Positions that show something: each with the depth at which it does, and the moves to look for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Example:
    """A position, and two settings of one engine that answer it differently."""

    key: str
    title: str
    text: str
    game: str
    position: str
    engine: str
    options: Mapping[str, Any]
    depth: int
    best: str  # what these options answer
    cures: tuple[tuple[Mapping[str, Any], str], ...]  # options to add, and what is answered then


PLAIN = {"table": "off", "deepening": False}

EXAMPLES: tuple[Example, ...] = (
    Example(
        "horizon-effect",
        "The horizon effect",
        "Two plies deep, column 6 looks best, because the other side's threat lies one ply beyond. Column 4 wins. A "
        "deeper look at promising leaves, or one that goes on until the estimate is quiet, finds it at the same depth.",
        "connect-four",
        "1553135535337",
        "alphabeta",
        PLAIN,
        2,
        "6",
        (({"extension": 2}, "4"), ({"quiet_delta": 150}, "4")),
    ),
    Example(
        "horizon-effect-2",
        "The horizon effect, one ply later",
        "Three plies deep, column 1 looks good and loses; column 5 wins.",
        "connect-four",
        "2212544425426",
        "alphabeta",
        PLAIN,
        3,
        "1",
        (({"extension": 2}, "5"), ({"quiet_delta": 150}, "5")),
    ),
)


def example_of(key: str) -> Example:
    """An example by its key."""
    return next(e for e in EXAMPLES if e.key == key)
