"""Each alone: everybody follows its own way as if there were nobody else.

The baseline: nothing is resolved, discs go through each other, and their overlaps are counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sandbox.agents.api import Driver, policies
from sandbox.agents.resolver.rules import Rule

if TYPE_CHECKING:
    from sandbox.agents.world import World


@policies.register("alone", title="Each alone", order=10)
@dataclass(frozen=True, slots=True)
class Alone:
    """Everybody goes its way as if nobody else were there; overlaps are counted."""

    rule: ClassVar[Rule] = Rule.SLIDE

    def drive(self, world: World) -> Driver:
        """Go."""
        return _Alone(world)


class _Alone(Driver):
    resolved = False

    def wish(self) -> None:
        """Along the ways at full speed, as it is."""
