"""Generators: levels out of a seed. One frozen dataclass a file; its fields are its controls.

The same size, seed and options give the same level everywhere: only integer arithmetic, IEEE basics and
NumPy's PCG64 decide what becomes of a cell. (The sines behind an island's coast may differ in their last digits from
machine to machine; its vertices are rounded to 1/512 cell.) To add one: a file here with a registered dataclass.
"""

from __future__ import annotations

from typing import Protocol

from sandbox.level.model import Level
from sandbox.registry import Registry


class Generator(Protocol):
    """What every generator can do."""

    def generate(self, width: int, height: int, seed: int) -> Level:
        """A level of this size, the same for the same seed."""
        ...


generators: Registry[Generator] = Registry("generator", "sandbox.level.generators", own="sandbox.level.generators.own")
