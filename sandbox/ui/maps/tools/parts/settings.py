"""What painting tools share: the current terrain, the brush, the symmetry; and the widgets that set them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from sandbox.level.edits.paint import Symmetry
from sandbox.level.terrain import WALL

if TYPE_CHECKING:
    from sandbox.level.edits.brush import BrushShape

SIZES = (1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 128)
SYMMETRIES: tuple[Symmetry | None, ...] = (None, *get_args(Symmetry))
SYMMETRY_NAMES = {
    None: "No mirror",
    "left-right": "Left and right",
    "top-bottom": "Top and bottom",
    "four-way": "Four ways",
    "half-turn": "Half turn",
    "quarter-turns": "Quarter turns",
}


@dataclass
class PaintSettings:
    """The terrain in hand and the brush. Change through `set`, so that all who show them follow."""

    code: int = WALL
    size: int = 1
    shape: BrushShape = "round"
    symmetry: Symmetry | None = None
    filled: bool = True  # rectangles
    followers: list[Callable[[], None]] = field(default_factory=list)

    def set(self, **values: Any) -> None:
        """Change some of it."""
        for name, value in values.items():
            setattr(self, name, value)
        for follower in tuple(self.followers):
            follower()

    def resize(self, steps: int) -> None:
        """A larger or smaller brush."""
        nearest = min(range(len(SIZES)), key=lambda i: abs(SIZES[i] - self.size))
        self.set(size=SIZES[min(max(nearest + steps, 0), len(SIZES) - 1)])
