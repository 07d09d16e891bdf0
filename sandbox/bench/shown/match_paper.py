"""A match of engines as a page for others: the score, its Elo game by game as a chart, every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sandbox import figures
from sandbox.bench.match import Pairing, Played, Player, Score
from sandbox.bench.shown.plot import (
    BOTTOM,
    FAINT,
    HIGH,
    LEFT,
    RIGHT,
    TOP,
    WIDE,
    Plot,
    facts_of,
    page_at,
    table_of,
    write_report,
)
from sandbox.games.api import games
from sandbox.svg import element, inks, ring_path

SCORE = ("Player", "Budget of a move", "Wins", "Draws", "Losses", "Points, %", "Elo", "±, 95 %")
GAMES = ("Game", "Opening", "Begins", "Result", "Moves", "Time, s", "Line")
RESULTS = {1.0: "first wins", 0.5: "draw", 0.0: "second wins"}
CLOSING = (
    "Each opening is played from both sides. Elo is the difference that the score stands for, with half the width of",
    "its 95 % interval.",
)


def write_match(rounds: Sequence[Pairing], played: Sequence[Played], path: Path, run: Mapping[str, Any]) -> list[Path]:
    """Write the page and its chart; which files these are. `run`: as `run_facts` tells it."""
    page_at(path, found=bool(played))
    chart = f"{path.stem}-elo.svg".replace(" ", "-")
    return write_report(path, _page(rounds[0], played, chart, run), {chart: elo_chart([g.result for g in played])})


def _page(pairing: Pairing, played: Sequence[Played], chart: str, run: Mapping[str, Any]) -> str:
    title = games[pairing.game].title
    own = ", ".join(f"{name} {value}" for name, value in pairing.game_options)
    lines = [f"# Match: {title}{f' ({own})' if own else ''}", "", *facts_of(run), ""]
    lines += table_of(SCORE, _scores(pairing.players, Score.of([g.result for g in played])), 2)
    lines += ["", f"![Elo of the first player]({chart})", "", *table_of(GAMES, map(_game, played), 4), "", *CLOSING]
    return "\n".join(lines) + "\n"


def _scores(players: tuple[Player, Player], score: Score) -> list[list[str]]:
    """A row for each player."""
    counts = (score.wins, score.draws, score.losses)
    first = [*map(str, counts), figures.significant(100 * score.score), f"{score.elo:+.0f}", f"{score.elo_error:.0f}"]
    other = [*map(str, counts[::-1]), figures.significant(100 * (1 - score.score)), f"{-score.elo:+.0f}", first[-1]]
    return [[p.name, budget(p), *row] for p, row in zip(players, (first, other), strict=True)]


def budget(player: Player) -> str:
    """What a player may spend on a move."""
    parts = [(player.seconds, f"{player.seconds:g} s"), (player.nodes, f"{player.nodes:,} nodes"),
             (player.depth, f"{player.depth} plies")]  # fmt: skip
    return ", ".join(words for amount, words in parts if amount) or "its own"


def _game(game: Played) -> list[str]:
    begins, time = "first" if game.first_begins else "second", figures.significant(game.seconds)
    return [
        str(game.number + 1), game.opening or "start", begins, RESULTS[game.result], str(len(game.moves)), time,
        " ".join(game.moves),
    ]  # fmt: skip


def elo_chart(results: Sequence[float]) -> str:
    """Elo after every game, and between what it lies with 95 % confidence."""
    plot = Plot("Elo of the first player", "games", "Elo")
    scores = [Score.of(results[: n + 1]) for n in range(len(results))]
    elo, error = np.array([(s.elo, s.elo_error) for s in scores]).T
    least, most = float((elo - error).min()), float((elo + error).max())
    step = next(s for s in (10, 20, 50, 100, 200, 500, 1000, 2000, 5000) if (most - least) / s <= 8 or s == 5000)
    first, last = np.floor(least / step) * step, np.ceil(most / step) * step

    def y(value: float) -> float:
        return float(HIGH - BOTTOM - (value - first) / (last - first) * (HIGH - BOTTOM - TOP))

    def x(number: float) -> float:
        return LEFT + (number - 1) / max(len(results) - 1, 1) * (WIDE - RIGHT - LEFT)

    plot.rows(np.arange(first, last + step, step).tolist(), y)
    plot.columns(sorted({1, (len(results) + 1) // 2, len(results)}), x)
    numbers = range(1, len(results) + 1)
    for values, ink, width in ((elo - error, FAINT, 1.5), (elo + error, FAINT, 1.5), (elo, inks().series[0], 2.0)):
        points = [(x(n), y(v)) for n, v in zip(numbers, values.tolist(), strict=True)]
        line = element("path", "", d=ring_path(points, closed=False), fill="none", stroke=ink, stroke_width=width)
        plot.drawing.body.append(line)
    return plot.drawing.text()
