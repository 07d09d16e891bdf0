"""What the engines share that look after one player and take all others for enemies: expectiminimax and paranoid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from sandbox.games.general.words import FAR
from sandbox.gametree.api import Bound
from sandbox.gametree.general import arena
from sandbox.gametree.general.expecting import expecting
from sandbox.gametree.general.session import Found, Session
from sandbox.registry import Help

Order = Annotated[bool, Help("above the horizon, try moves in the order of what they lead to, at a glance")]


class ForOne:
    """Looks for the root's player; at dice, for the first."""

    def __init__(self, *, cuts: bool, star: int, table_bits: int, order: bool = False) -> None:
        self._options = {
            arena.CUTS: int(cuts),
            arena.STAR: star,
            arena.ORDER: int(order and cuts),
            arena.TABLE: int(table_bits > 0),
            arena.TABLE_BITS: table_bits,
        }

    @property
    def text(self) -> Callable[..., Any]:
        """The kernel."""
        return expecting

    def options(self) -> Mapping[int, int]:
        """The switches as words."""
        return self._options

    def look(self, session: Session, depth: int, ply: int, best: float | None) -> Found:
        """The worth, or, where it is no better than `best`, an upper bound."""
        player = max(session.player, 0)
        under = -FAR if best is None else best
        value = float(session.kernel(session.words, session.s, session.f, ply, depth, under, FAR, player))
        cut = best is not None and value <= best and bool(self._options[arena.CUTS])
        return Found(session.only(player, value), Bound.UPPER if cut else Bound.EXACT)
