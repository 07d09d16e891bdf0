"""Exact play: the game's own solver where it brings one (solving/), else alpha-beta to the end of the game.

Alpha-beta, which also records trees, has everything on that makes it fast. The value is proven, in the game's own
scores: null windows first tell win, draw or loss, then halve the range that is left. After P. Pons, "Solving Connect 4"
(2015-2019), who bisects in this way, and M. Buro's Othello endgame searches (fewest replies first).

Departs from them in being one text for all games (windowed/search.py), so that it is slower than a solver made for one
game, by about the factor such a solver's private tricks are worth.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sandbox.games.api import Game
from sandbox.games.two_words.rules import INFINITE, WIN, utility_of
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits, Result
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.solving import session as solving
from sandbox.gametree.solving.api import solver_for
from sandbox.gametree.windowed import ordering, table
from sandbox.gametree.windowed.search import search
from sandbox.gametree.windowed.session import DEEPEST, Session, Settings, TableLayout

PASSES = 4  # plies more than empty squares: a pass fills none
LAYOUT = TableLayout(table.ARRAY, bits=20, keep=False)
OPTIONS = {
    w.PRUNING: 1,
    w.ORDERING: ordering.STATIC | ordering.TABLE_MOVE | ordering.KILLERS | ordering.HISTORY | ordering.REPLIES,
    w.REPLACEMENT: table.TWO_TIER,
    w.KEY_MASK: (1 << 64) - 1,
    w.DEEPER: 1,
    w.TABLE_FROM: 4,
    w.TACTICS: 1,
    w.CYCLES: 1,
}


def solve(
    game: Game, position: Any, limits: Limits, report: SearchReport, recording: TreeRecording | None = None
) -> Result:
    """The value of a position by perfect play, and a best move; `exact` is False only if a budget ran out."""
    if recording is None and (brought := solver_for(game)) is not None:
        return solving.solve(game, position, limits, report, solving.Wish(brought.create()))
    return played_out(game, position, limits, report, recording)


def played_out(
    game: Game, position: Any, limits: Limits, report: SearchReport, recording: TreeRecording | None = None
) -> Result:
    """The same by alpha-beta alone, for any game."""
    settings = Settings(search, OPTIONS, LAYOUT, shortest_first=False)  # a win found first may be bettered
    session = Session(game, position, limits, report, recording, settings)
    return session.run(_every_move if limits.every_move else _drive)


def _drive(session: Session) -> None:
    depth = plies_left(session)
    while True:
        value = bisected(session, depth)
        if session.stopped:
            return
        if not session.horizon_met or depth >= DEEPEST:
            break
        depth = min(DEEPEST, depth + PASSES)
    session.finish_depth(depth, value, 0)


def plies_left(session: Session) -> int:
    """How many plies the game can still last, if its board fills up; else as many as there may be."""
    cells = int(entry_of(session.game).info.get("cells", 0))
    filled = (int(session.a) | int(session.b)).bit_count()
    return cells - filled + PASSES if cells else DEEPEST


def bisected(session: Session, depth: int) -> int:
    """The exact score by null windows: its sign first, then the middle of what is possible."""
    most = WIN + int(entry_of(session.game).info.get("largest_utility", INFINITE - WIN))
    low, high = -most - 1, most  # one below the worst, so that the last window fails high and names a move
    met = False
    _tell_bounds(session, -most, most, met=False)
    while low < high:
        beta = _next_beta(low, high)
        value = session.window(depth, beta - 1, beta)
        met |= session.horizon_met
        if session.stopped:
            break
        low, high = (max(low, value), high) if value >= beta else (low, min(high, value))
        _tell_bounds(session, max(low, -most), high, met=met)
    session.horizon_met = met
    return low


def _tell_bounds(session: Session, low: int, high: int, *, met: bool) -> None:
    """What is proven so far, in the game's own scores, should the budget run out; and the memory that took."""
    if not met:
        session.progress.notes["bounds"] = (utility_of(low), utility_of(high))
    session.progress.notes["memory"] = session.words.nbytes


def _next_beta(low: int, high: int) -> int:
    """Ask next whether the value is at least this."""
    if low < 1 <= high:
        return 1  # a win?
    if low < 0 <= high:
        return 0  # a draw at least?
    low, high = max(low, WIN) if low > 0 else low, min(high, -WIN) if high < 0 else high
    return (low + high + 1) // 2


def _every_move(session: Session) -> None:
    """Each root move's exact value, by solving the position after it."""
    best = -INFINITE
    face, words = session.face, session.words
    for move in () if session.stopped else session.moves:
        child = SearchReport()
        limits = Limits(nodes=session.limits.nodes, seconds=session.limits.seconds, stop=session.limits.stop)
        after = face.play(session.position, move)
        inner = Session(session.game, after, limits, child, None, session.settings)
        found = inner.run(_drive)
        words[w.NODES] += np.uint64(found.report.nodes)
        if not found.exact:
            words[w.LIMIT] = 0
            return
        value = -_score_of(found.value)
        _write_row(session, move, value, found)
        if value > best:
            best = value
            words[w.BEST] = face.bit_of(session.position, move).bit_length()
    if not session.stopped:
        session.horizon_met = False
        session.finish_depth(0, best, 0)


def _score_of(utility: float) -> int:
    sign = (utility > 0) - (utility < 0)
    return int(utility) + sign * WIN


def _write_row(session: Session, move: str, value: int, found: Result) -> None:
    index = session.face.bit_of(session.position, move).bit_length() - 1
    row, line = w.ROOT + index * w.ROOT_STRIDE, w.ROOT_PV + index * w.LINE
    words, child = session.words, found.report
    words[row + w.ROOT_VALUE], words[row + w.ROOT_BOUND] = value & 0xFFFF, w.BOUND_EXACT
    words[row + w.ROOT_NODES], words[row + w.ROOT_PROVEN] = child.nodes, 1
    words[line], words[row + w.ROOT_PV_LENGTH] = index, 1
    position = session.face.play(session.position, move)
    for step, name in enumerate(found.pv[: w.LINE - 1], start=1):
        words[line + step] = session.face.bit_of(position, name).bit_length() - 1
        words[row + w.ROOT_PV_LENGTH] = step + 1
        position = session.face.play(position, name)
