"""Each alone: every agent follows its own path as if there were no other.

The baseline: nothing is resolved, discs go through each other, and their overlaps are counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandbox.agents.api import Driven, Driver, policies
from sandbox.agents.resolver.rules import Rule


class _Alone(Driver["Alone"]):
    resolved = False

    def wish(self) -> None:
        """Along the ways at full speed, as it is."""


@policies.register("alone", title="Each alone", order=10)
@dataclass(frozen=True, slots=True)
class Alone(Driven):
    """Everybody goes its way as if nobody else were there; overlaps are counted."""

    rule: ClassVar[Rule] = Rule.SLIDE
    driver: ClassVar = _Alone
