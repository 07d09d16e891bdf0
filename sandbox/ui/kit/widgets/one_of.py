"""What all widgets share that show one of several things: choosing another is setting it, and telling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.ui.kit.shown import Shown

if TYPE_CHECKING:
    from collections.abc import Callable


class OneOf:
    """A number that is chosen; a value set by the program is not told."""

    on_change: Callable[[int], None] | None
    value = Shown[int]("show_choice")  # the number of the choice

    def show_choice(self) -> None:
        """Show what is chosen."""
        raise NotImplementedError

    def choose(self, value: int) -> None:
        """Choose, as a click does."""
        if value != self.value:
            self.value = value
            if self.on_change is not None:
                self.on_change(value)
