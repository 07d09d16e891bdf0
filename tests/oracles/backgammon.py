"""Backgammon's results of a roll by trying every order of every step, in plain Python, without a care for time."""

from __future__ import annotations

Boards = set[tuple[tuple[int, ...], tuple[int, ...]]]


def results(own: tuple[int, ...], other: tuple[int, ...], dice: tuple[int, int]) -> Boards:
    """Every board that may come of a roll: as many dice as can be played; if only one can, the higher if it can."""
    high, low = dice
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    lines = [line for order in orders for line in _lines(own, other, order)]
    most = max(len(played) for played, _, _ in lines)
    kept = [line for line in lines if len(line[0]) == most]
    if most == 1 and high != low and any(played == (high,) for played, _, _ in kept):
        kept = [line for line in kept if line[0] == (high,)]
    return {(after, against) for _, after, against in kept}


def _lines(own, other, dice):
    found = [((), own, other)]
    if dice:
        for start in range(1, 26):
            board = _step(list(own), list(other), start, dice[0])
            if board:
                found += [((dice[0], *played), a, b) for played, a, b in _lines(*board, dice[1:])]
    return found


def _step(own, other, start, by):
    """One checker, by the rules as a player would say them."""
    if own[start] == 0:
        return None
    if own[25] and start != 25:
        return None  # the bar first
    end = start - by
    if end > 0:
        if other[25 - end] >= 2:
            return None  # blocked
        own[start] -= 1
        own[end] += 1
        if other[25 - end] == 1:
            other[25 - end] = 0
            other[25] += 1
        return tuple(own), tuple(other)
    if sum(own[7:]):
        return None  # not all at home
    if end < 0 and sum(own[start + 1 :]):
        return None  # a checker further back could move
    own[start] -= 1
    own[0] += 1
    return tuple(own), tuple(other)
