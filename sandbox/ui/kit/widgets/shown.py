"""Attributes that show: another value repaints the widget, or calls what else it says; a choice is such a one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

T = TypeVar("T")


class Shown(Generic[T]):
    """An attribute; a value that differs from the one before is followed by the method `then`.

    The first value, given before there is anything to be seen, is only kept. Reading is reading any attribute: the
    values lie in the widget's own dictionary, where Python finds them since there is no `__get__`.
    """

    if TYPE_CHECKING:

        def __get__(self, widget: object, owner: type) -> T:
            """Say the type."""

    def __init__(self, then: str = "touch") -> None:
        self.then = then

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __set__(self, widget: object, value: T) -> None:
        kept = vars(widget)
        if self.name not in kept:
            kept[self.name] = value
        elif kept[self.name] != value:
            kept[self.name] = value
            getattr(widget, self.then)()


class OneOf:
    """A number that is chosen: choosing another is setting it, and telling. What the program sets is not reported."""

    on_change: Callable[[int], None]
    value = Shown[int]("show_choice")  # the number of the choice

    def show_choice(self) -> None:
        """Show what is chosen."""
        raise NotImplementedError

    def choose(self, value: int) -> None:
        """Choose, as a click does."""
        if value != self.value:
            self.value = value
            self.on_change(value)
