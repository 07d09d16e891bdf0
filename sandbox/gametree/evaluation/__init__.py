"""What a position seems to be worth: weighted sums of named features, learned tables and networks, all registered."""

from __future__ import annotations

from sandbox.gametree.evaluation.api import (
    Evaluation,
    Feature,
    account,
    best_for,
    chance_of,
    evaluations,
    fitting,
    those_for,
)
