"""What every edit promises: to be performed on a level, and to say what it did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from sandbox.level.rect import Rect

if TYPE_CHECKING:
    from sandbox.level.model import Level


class Edit(Protocol):
    """A small picklable command. It knows nothing of a level until performed, and either fully succeeds or raises."""

    @property
    def label(self) -> str:
        """What a person reads in the history list."""

    @property
    def size(self) -> int:
        """How many bytes it keeps alive, roughly."""

    def perform(self, level: Level) -> Effect:
        """Change the level; only `Level.apply` and other edits call this."""


NOTHING = Rect.nothing()


@dataclass(frozen=True, slots=True)
class Effect:
    """What an edit did: how to take it back, which cells may differ, which polygons changed."""

    inverse: Edit
    dirty: Rect = NOTHING
    polygons: tuple[int, ...] = ()
    whole: bool = False  # size, palette or everything changed: derived things start anew
    looks: bool = False  # only colours or patterns changed
    parts: tuple[Rect, ...] = ()  # a finer cover of what is dirty, when an edit touched several places

    @property
    def areas(self) -> tuple[Rect, ...]:
        """The dirty places, each on its own."""
        return self.parts or ((self.dirty,) if self.dirty else ())


class Small:
    """What edits of a few bytes inherit."""

    __slots__ = ()

    @property
    def size(self) -> int:
        """A few numbers."""
        return 100
