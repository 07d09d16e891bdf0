"""The drivers' kernels for a game, made once."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from sandbox.gametree.solving import drivers
from sandbox.gametree.solving.api import SolvingKernels
from sandbox.kernels.jit import specialise


class Driven(NamedTuple):
    """What a solve calls."""

    fresh: Any
    begin: Any
    settled: Any
    one_pass: Any
    solve_all: Any
    ask: Any
    remembered: Any


@cache
def driven(of: SolvingKernels) -> Driven:
    """The drivers, bound to a game."""
    return Driven(
        of.fresh,
        specialise(drivers.begin, span=of.span, expected=of.expected),
        drivers.settled,
        specialise(drivers.one_pass, ask=of.ask),
        specialise(drivers.solve_all, fresh=of.fresh, span=of.span, ask=of.ask, expected=of.expected),
        of.ask,
        of.remembered,
    )
