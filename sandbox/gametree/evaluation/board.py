"""What each field of the board adds to an estimate: for those evaluations that look at squares."""

from __future__ import annotations

from collections.abc import Mapping

from sandbox.gametree.evaluation.api import Evaluation

Fields = Mapping[tuple[int, int], float]
"""By column and row, as the board is drawn."""


def by_field(evaluation: Evaluation, words: tuple[int, int], feature: str = "") -> Fields:
    """What each field adds, in all or by one feature; nothing where no field can be named."""
    method = getattr(evaluation, "fields", None)
    found: Fields = method(words, feature) if method is not None else {}
    return found
