"""What a position seems to be worth: registered weighted sums of named features."""

from __future__ import annotations

from sandbox.gametree.evaluation.api import Evaluation, Feature, best_for, evaluations, those_for

__all__ = ["Evaluation", "Feature", "best_for", "evaluations", "those_for"]
