"""Scores inside engines (games/two_words/rules.py) as a person reads them."""

from __future__ import annotations

from typing import Final

from sandbox.games.two_words.rules import WIN, utility_of

ONE_HALF: Final = 1_000
"""The estimate that a person reads as ±0.5; larger ones approach ±1 and never reach it."""


def proven(score: int) -> bool:
    """Whether a score is that of a won or lost game."""
    return abs(score) >= WIN


def for_people(score: int) -> float:
    """The game's own score of a proven win or loss; an estimate strictly between -1 and 1."""
    if proven(score):
        return float(utility_of(score))
    return score / (abs(score) + ONE_HALF)
