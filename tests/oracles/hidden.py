"""Games with hidden information in plain Python: walked through by their faces, answered by a linear programme.

The sequence form: B. von Stengel, "Efficient Computation of Behavior Strategies", Games and Economic Behavior 14, 1996.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

from sandbox.games.general.words import CHANCE, TERMINAL


def value_of(face: Any, position: Any, strategy: Any, player: int) -> float:
    """What a position is worth to a player if everybody plays a strategy: by information set, how often each move."""
    who = face.to_move(position)
    if who == TERMINAL:
        return float(face.utility(position)[player])
    moves = face.moves(position)
    if who == CHANCE:
        weights = dict(zip(moves, map(float, face.chances(position)), strict=True))
    else:
        weights = strategy[face.information(position, who)]
    return sum(weights[m] * value_of(face, face.play(position, m), strategy, player) for m in moves)


def best_response(face: Any, start: Any, strategy: Any, player: int) -> float:
    """What a player has at most who knows the others' strategy: set by set, asked for when it is needed."""
    sets: dict[str, list[tuple[Any, float]]] = {}

    def gather(position: Any, reach: float) -> None:
        who = face.to_move(position)
        if who == TERMINAL:
            return
        moves, weights = face.moves(position), None
        if who == player:
            sets.setdefault(face.information(position, who), []).append((position, reach))
        elif who == CHANCE:
            weights = list(map(float, face.chances(position)))
        else:
            weights = [strategy[face.information(position, who)][m] for m in moves]
        for i, move in enumerate(moves):
            gather(face.play(position, move), reach * (weights[i] if weights else 1.0))

    chosen: dict[str, str] = {}

    def worth(position: Any) -> float:
        who = face.to_move(position)
        if who == TERMINAL:
            return float(face.utility(position)[player])
        moves = face.moves(position)
        if who == CHANCE:
            return sum(
                float(p) * worth(face.play(position, m)) for p, m in zip(face.chances(position), moves, strict=True)
            )
        known = face.information(position, who)
        if who != player:
            return sum(strategy[known][m] * worth(face.play(position, m)) for m in moves)
        if known not in chosen:
            gains = {m: sum(r * worth(face.play(p, m)) for p, r in sets[known]) for m in moves}
            chosen[known] = max(gains, key=lambda m: gains[m])
        return worth(face.play(position, chosen[known]))

    gather(start, 1.0)
    return worth(start)


def game_value(face: Any, start: Any) -> float:
    """The value of a zero-sum game of two to the first player, by a linear programme over sequences."""
    sequences: list[dict[Any, int]] = [{(): 0}, {(): 0}]
    sets: list[dict[str, tuple[Any, list[Any]]]] = [{}, {}]
    payoff: dict[tuple[int, int], float] = {}

    def walk(position: Any, done: tuple[Any, Any], chance: float) -> None:
        who = face.to_move(position)
        if who == TERMINAL:
            at = sequences[0][done[0]], sequences[1][done[1]]
            payoff[at] = payoff.get(at, 0.0) + chance * face.utility(position)[0]
            return
        moves = face.moves(position)
        if who == CHANCE:
            for p, move in zip(face.chances(position), moves, strict=True):
                walk(face.play(position, move), done, chance * float(p))
            return
        known = face.information(position, who)
        longer = [(*done[who], (known, move)) for move in moves]
        sets[who].setdefault(known, (done[who], longer))
        assert sets[who][known][0] == done[who]  # perfect recall
        for move, sequence in zip(moves, longer, strict=True):
            sequences[who].setdefault(sequence, len(sequences[who]))
            walk(face.play(position, move), (sequence, done[1]) if who == 0 else (done[0], sequence), chance)

    walk(start, ((), ()), 1.0)
    flows = [_flow(sequences[p], sets[p]) for p in (0, 1)]
    m, n = len(sequences[0]), len(sequences[1])
    matrix = lil_matrix((m, n))
    for at, worth in payoff.items():
        matrix[at] = worth
    E, F = flows
    e = np.zeros(E.shape[0])
    e[0] = 1.0
    f = np.zeros(F.shape[0])
    f[0] = 1.0
    # max f'q  subject to  E x = e, x >= 0, F' q <= A' x
    upper = np.hstack([-matrix.toarray().T, F.T])
    equal = np.hstack([E, np.zeros((E.shape[0], F.shape[0]))])
    bounds = [(0, None)] * m + [(None, None)] * F.shape[0]
    found = linprog(np.concatenate([np.zeros(m), -f]), A_ub=upper, b_ub=np.zeros(n), A_eq=equal, b_eq=e, bounds=bounds)
    assert found.status == 0
    return float(-found.fun)


def _flow(sequences: dict[Any, int], sets: dict[str, tuple[Any, list[Any]]]) -> Any:
    """What is played behind a set adds up to what is played on the way to it."""
    rows = np.zeros((1 + len(sets), len(sequences)))
    rows[0, 0] = 1.0
    for row, (before, longer) in enumerate(sets.values(), start=1):
        rows[row, sequences[before]] = -1.0
        for sequence in longer:
            rows[row, sequences[sequence]] = 1.0
    return rows
