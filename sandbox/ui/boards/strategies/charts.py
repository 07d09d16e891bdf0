"""What was learnt, in a line of words and as charts: exploitability, and the regrets of a set's moves."""

from __future__ import annotations

from sandbox.figures import count
from sandbox.ui.boards.strategies.run import Run
from sandbox.ui.kit import Series

MOST_LINES = 6  # moves of a set whose regrets are drawn

TOO_LARGE = "Too large to be learnt as a whole: information-set MCTS plays"


def status_of(run: Run) -> str:
    """How far learning is, as far as is looked at."""
    now = run.shown
    if now is None:
        return TOO_LARGE if run.large else "Nothing learnt yet"
    worth = ", ".join(f"{value:+.5f}" if value else "0" for value in now.worth).replace("-", "−")
    looked = "1 iteration" if now.iterations == 1 else f"{count(now.iterations)} iterations"
    far = f"{now.exploitability:.2e}" if now.exploitability else "0"
    return f"{looked} · exploitability {far} · worth {worth}"


def exploitability_of(run: Run) -> list[Series]:
    """Of the average strategy; a logarithm has no place for 0."""
    seen = [s for s in run.snapshots if s.exploitability > 0]
    return [Series.of("exploitability", [s.exploitability for s in seen], [s.iterations for s in seen])]


def regrets_of(run: Run, group: int) -> list[Series]:
    """A line a move of an information set, up to the iteration looked at."""
    kept = [s for s in run.snapshots if s.regret is not None]
    if run.tree is None or not kept:
        return []
    moves, at = run.tree.names[group][1][:MOST_LINES], run.tree.of_group(group).start
    last = run.snapshots[run.at].iterations
    shown = [s for s in kept if s.iterations <= last]
    times = [s.iterations for s in shown]
    return [
        Series.of(move, [float(s.regret[at + i]) for s in shown if s.regret is not None], times)
        for i, move in enumerate(moves)
    ]
