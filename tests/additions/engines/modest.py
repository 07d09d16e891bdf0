"""An engine in one file: the first move there is, or the last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sandbox.gametree.api import any_game, engines
from sandbox.gametree.options import Choosing
from sandbox.gametree.windowed.session import Session
from sandbox.registry import Help


@engines.register("modest", title="Modest", needs=any_game, order=90, strength=0, records=False)
@dataclass(frozen=True, slots=True)
class Modest(Choosing):
    """The first move there is."""

    last: Annotated[bool, Help("the last one instead")] = False

    def chosen(self, session: Session) -> str:
        """One end of the list."""
        return session.moves[-1 if self.last else 0]
