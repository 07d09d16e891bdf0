"""From a registered dataclass's options to the kit's form fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pygame import Rect

from sandbox.registry import Entry, Option
from sandbox.ui.kit import Column, Floating, Form, IconButton, Label, Row, Scroll, Splitter, Widget
from sandbox.ui.kit.form import Field

KINDS: dict[str, Any] = {"bool": "bool", "int": "int", "float": "float", "str": "text", "choice": "choice"}


def fields_of(options: Sequence[Option]) -> list[Field]:
    """One form field per option."""
    return [
        Field(
            o.name, o.label, KINDS[o.kind], o.default, o.low, o.high, o.step, o.choices, o.help, unit=o.unit, log=o.log
        )
        for o in options
    ]


class OptionButton(IconButton):
    """Opens the form of a registered thing beside itself; `values` holds what was set."""

    def __init__(self, entry: Entry[Any], values: dict[str, Any], changed: Callable[[], None] = lambda: None) -> None:
        super().__init__("sliders-horizontal", compact=True, tip="Options", on_click=self._open)
        self.entry, self.values, self.changed = entry, values, changed
        self.enabled = bool(entry.options)
        self._followed: dict[str, Any] | None = None
        self.follow()

    def follow(self) -> None:
        """Show whether something is not at its default."""
        if self.values != self._followed:
            self._followed = dict(self.values)
            self.on = True if changed_from_default(self.entry.options, self.values) else None

    def _set(self, name: str, value: Any) -> None:
        self.values[name] = value
        self.follow()
        self.changed()

    def _open(self) -> None:
        form = Form(fields_of(self.entry.options), self.values, on_change=self._set)
        reset = IconButton("rotate-ccw", on_click=form.reset, tip="Reset all to default")
        head = Row([Label(self.entry.title, style="strong", grow=1), reset], gap=8)
        open_options(self, head, self.entry.summary, [form])


def open_options(button: Widget, head: Widget, note: str, parts: Sequence[Widget]) -> Floating:
    """Open a sheet of options beside the pane its button is in; it scrolls where the window is not tall enough."""
    body = Column([Label(note, style="small", role="dim", wrap=True), *parts], gap=10, pad=(16, 0, 16, 16))
    sheet = Column([Column([head], pad=(16, 16, 16, 10)), Scroll(body)], gap=0, width=400)
    return button.root.open(Floating(sheet, anchor=_beside(button), side="left"))


def _beside(button: Widget) -> Rect:
    """A button's line across the pane it is in: what opens there leaves the pane in sight."""
    pane = next((inner for inner, outer in pairwise(button.above()) if isinstance(outer, Splitter)), button)
    return Rect(pane.rect.x, button.rect.y, pane.rect.w, button.rect.h)


def text_pairs(values: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The options set, as a command line would give them."""
    return tuple((name, str(getattr(value, "value", value))) for name, value in values.items())


def changed_from_default(options: Sequence[Option], values: Mapping[str, Any]) -> str:
    """The options that are not at their default, for a table: "weight=2 moves=4"."""
    return " ".join(f"{o.name}={values[o.name]}" for o in options if values.get(o.name, o.default) != o.default)
