"""Openings to begin matches from: random ones, of which only those are kept that favour neither side.

A random opening often decides the game, and then both sides win it once, whoever plays better. So an engine looks at
each, a few plies deep, and those it takes to be about even are played, from both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandbox.bench.match import random_openings
from sandbox.games.api import Game
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.report import SearchReport

EVEN: Final = {"connect-four": (8, 0.12), "othello": (5, 0.25)}
"""How deep is looked, and how far from even an estimate may be."""
USUAL: Final = (6, 0.2)
TRIED: Final = 8  # random openings for each that is wanted
JUDGE: Final = {"table_bits": 18}
EVEN_ONES, RANDOM_ONES, START = "even", "random", "start"
KINDS: Final = {EVEN_ONES: "even openings", RANDOM_ONES: "random openings", START: "the start"}
"""Where the games of a match begin, in words."""


def openings_of(game: Game, kind: str, number: int, plies: int, seed: int) -> list[str]:
    """Positions to begin from, by one of KINDS; where there is no even one, random ones."""
    if kind == START:
        return [game.face().print(game.face().start())]
    found = balanced(game, number, plies, seed) if kind == EVEN_ONES else []
    return found or random_openings(game, number, plies, seed)


def balanced(game: Game, number: int, plies: int, seed: int) -> list[str]:
    """Different positions after so many random moves that favour neither side; as many as there are, up to `number`."""
    found = _even(game, random_openings(game, TRIED * number, plies, seed))
    return [opening for opening, _ in zip(found, range(number), strict=False)]


def _even(game: Game, openings: list[str]) -> Iterator[str]:
    depth, most = EVEN.get(entry_of(game).key, USUAL)
    judge, report, face = engines["pvs"].create(JUDGE), SearchReport(), game.face()
    for opening in openings:
        if abs(judge.search(game, face.parse(opening), Limits(depth=depth), report).value) <= most:
            yield opening
