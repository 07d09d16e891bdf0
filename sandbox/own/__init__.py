"""Code of one's own: what a file in the user's folder imports to be a planner, policy, game or engine beside ours.

    from sandbox.own import Help, Range, planner

Such a file runs in a process of its own (see `host`), in plain Python or with whatever is installed; `game-ai-sandbox
new planner NAME` writes a working one. Nothing here imports NumPy, so that it is running a moment after it was saved.
"""

from sandbox.own.crowd import Agent, Crowd
from sandbox.own.grid import Cell, Grid
from sandbox.own.offered import engine, evaluation, game, generator, heuristic, planner, policy
from sandbox.own.report import Report
from sandbox.own.thinking import Thinking
from sandbox.registry import Help, Range, Unit

__all__ = [
    "Agent", "Cell", "Crowd", "Grid", "Help", "Range", "Report", "Thinking", "Unit",
    "engine", "evaluation", "game", "generator", "heuristic", "planner", "policy",
]  # fmt: skip
