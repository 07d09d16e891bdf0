"""What a comparison comes to, in sentences: the same in the window and on the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandbox import figures
from sandbox.planning.compare.comparison import LETTERS, Comparison, Pair
from sandbox.planning.compare.difference import First
from sandbox.planning.compare.run import Run


def in_words(first: First | None, runs: Sequence[Run]) -> str:
    """The first difference as a sentence."""
    if first is None:
        return "They make the same expansions in the same order."
    parts = []
    for run, time in zip(runs, first.times, strict=True):
        if time is None:
            parts.append(f"{run.title} has made its {len(run.expansions):,}")
        else:
            x, y = run.trail[first.expansion - 1].tolist()
            parts.append(f"{run.title} expands {place(x, y)}")
    return f"Expansion {first.expansion:,} is the first that differs: {'; '.join(parts)}."


def place(x: float, y: float) -> str:
    """A cell by its column and row; any other place by its coordinates."""
    if x % 1 == y % 1 == 0.5:
        return f"({int(x)}, {int(y)})"
    return f"({x:.2f}, {y:.2f})"


def sentences(comparison: Comparison) -> list[str]:
    """Every two of the runs: where their searches differ, on what ground, and where their paths part."""
    return [line for pair in comparison.pairs for line in [*pair_in_words(comparison, pair), ""]][:-1]


def pair_in_words(comparison: Comparison, pair: Pair) -> Iterator[str]:
    """Two of them."""
    a, b = LETTERS[pair.a], LETTERS[pair.b]
    runs = [comparison.runs[pair.a], comparison.runs[pair.b]]
    yield f"{a} {runs[0].title} and {b} {runs[1].title}"
    yield in_words(pair.first, runs)
    ground = comparison.overlap(pair)
    yield f"Ground: {ground.only_a:,} cells only {a}, {ground.only_b:,} only {b}, {ground.both:,} both."
    if pair.parting is not None:
        where, joined = place(*pair.parting.at), place(*pair.parting.joined)
        after = figures.cost(pair.parting.after)
        yield f"Their paths part at {where}, {after} cells from the start, and join for good at {joined}."
    elif all(len(run.plan.points) for run in runs):
        yield "Their paths are the same."
