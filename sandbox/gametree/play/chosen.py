"""An engine as it is named for a match: with options, and a budget of one move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sandbox.gametree.api import Limits
from sandbox.registry import Option, spec_of


@dataclass(frozen=True, slots=True)
class ChosenEngine:
    """An engine with options, and its budget of one move."""

    engine: str
    options: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0
    nodes: int = 0
    depth: int = 0

    @property
    def name(self) -> str:
        """As the command line writes it."""
        return spec_of(self.engine, self.options)

    @property
    def limits(self) -> Limits:
        """The budget."""
        return Limits(self.depth, self.seconds, self.nodes)

    def texts(self, options: Iterable[Option], seed: int) -> dict[str, str]:
        """Its options as they were written; an engine with a seed gets one of this game's own."""
        texts = dict(self.options)
        if "seed" in {option.name for option in options}:
            texts.setdefault("seed", str(seed))
        return texts
