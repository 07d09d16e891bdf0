"""What is shown step by step: how something comes about, each step with its words and its picture.

Any moment is drawn from the steps alone, so that going back is as easy as going on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sandbox.kernels.arrays import Floats, Int32s
from sandbox.kernels.recording import LOCATE
from sandbox.layers import Layer, Points, Polygons, Role, Segments


@dataclass(frozen=True, slots=True)
class StepText:
    """One step: a sentence, and what kind of event it is (see `EventKind`)."""

    words: str
    kind: int = LOCATE
    phase: str = ""


class Stretch(NamedTuple):
    """A part of the steps with a name: those numbered start to stop - 1."""

    name: str
    start: int
    stop: int


class Steps(ABC):
    """How something comes about."""

    title: str
    texts: Sequence[StepText]

    def __len__(self) -> int:
        return len(self.texts)

    def words(self, number: int) -> str:
        """What happens in a step, and why."""
        return self.texts[number].words

    @abstractmethod
    def layers(self, time: int) -> list[Layer]:
        """The picture after so many steps."""

    @property
    def kinds(self) -> Int32s:
        """Of each step."""
        return np.array([step.kind for step in self.texts], np.int32)

    @property
    def stretches(self) -> list[Stretch]:
        """Steps of one phase after another."""
        names = [step.phase or self.title for step in self.texts]
        begins = [n for n, name in enumerate(names) if n == 0 or names[n - 1] != name]
        ends = [*begins[1:], len(names)]
        return [Stretch(names[a], a, b) for a, b in zip(begins, ends, strict=True)] or [Stretch(self.title, 0, 0)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Makes the layers of one moment: in one group, under names that stay."""

    group: str
    version: int
    layers: list[Layer] = field(default_factory=list)

    def lines(
        self, name: str, legend: str, role: Role, ends: Floats, width: float = 1.0, *, dashed: bool = False
    ) -> None:
        """Segments, unless there are none."""
        if len(ends):
            self.layers.append(Segments(name=name, legend=legend, group=self.group, role=role, ends=ends, width=width,
                                        version=self.version, dashed=dashed))  # fmt: skip

    def points(self, name: str, legend: str, role: Role, xy: Floats, size: float = 6.0) -> None:
        """Dots, unless there are none."""
        if len(xy):
            self.layers.append(Points(name=name, legend=legend, group=self.group, role=role, xy=xy, size=size,
                                      version=self.version))  # fmt: skip

    def rings(self, name: str, legend: str, role: Role, corners: Floats) -> None:
        """Polygons of the same number of corners [n, corners, 2], unless there are none."""
        count, sides = corners.shape[:2]
        if count:
            starts = np.arange(0, sides * count + 1, sides, dtype=np.int32)
            xy, group = corners.reshape(-1, 2), self.group
            self.layers.append(Polygons(name=name, legend=legend, group=group, role=role, xy=xy, starts=starts,
                                        version=self.version))  # fmt: skip


def many(count: int, one: str, more: str = "") -> str:
    """So many of a thing, in words."""
    return f"{count:,} {one if count == 1 else more or one + 's'}"
