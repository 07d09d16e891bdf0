"""How a session is driven: one depth, or depth after depth, each with a full or an expected window.

Iterative deepening is D. Slate, L. Atkin, "CHESS 4.5" (in Chess Skill in Man and Machine, 1977), as is the aspiration
window. Between two calls the work array is the only state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sandbox.games.two_words.rules import INFINITE
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits
from sandbox.gametree.windowed.session import DEEPEST, Session


def with_nodes(limits: Limits, nodes: int) -> Limits:
    """The limits, with an engine's own budget where they set none."""
    return limits if limits.nodes or limits.seconds else replace(limits, nodes=nodes)


Step = Callable[[Session, int, int], tuple[int, int]]
"""`step(session, depth, guess)` gives a depth's value and how often a window had to be opened again."""


def driver(depth: int, limits: Limits, step: Step, *, deepens: bool) -> Callable[[Session], None]:
    """Depth after depth until the engine's depth, or, under a budget without a depth, until that is spent."""
    to = min(limits.depth or (DEEPEST if deepens and (limits.seconds or limits.nodes) else depth), DEEPEST)
    return deepening(to, step) if deepens else one_depth(to, step)


def one_depth(depth: int, step: Step) -> Callable[[Session], None]:
    """Search to one depth, no deeper and no shallower."""

    def drive(session: Session) -> None:
        value, researches = step(session, depth, 0)
        if not session.stopped:
            session.finish_depth(depth, value, 0, researches)

    return drive


def deepening(to: int, step: Step) -> Callable[[Session], None]:
    """Depth after depth, each beginning with the last one's best move, until `to`, the budget, or certainty."""

    def drive(session: Session) -> None:
        guess = 0
        for depth in range(1, to + 1):
            before = int(session.words[w.NODES])
            value, researches = step(session, depth, guess)
            if session.stopped:
                return
            session.finish_depth(depth, value, before, researches)
            if session.certain(value):
                return
            guess = value

    return drive


def full_window(session: Session, depth: int, _guess: int) -> tuple[int, int]:
    """One search with the widest window."""
    return session.window(depth), 0


def aspiration(width: int) -> Step:
    """A window of `width` around the last value; opened to the side the value fell out on."""

    def step(session: Session, depth: int, guess: int) -> tuple[int, int]:
        if depth == 1:
            return session.window(depth), 0
        low, high, again = guess - width, guess + width, 0
        while True:
            value = session.window(depth, max(low, -INFINITE), min(high, INFINITE))
            if session.stopped or (low < value < high):
                return value, again
            again += 1
            low, high = (-INFINITE, high) if value <= low else (low, INFINITE)

    return step
