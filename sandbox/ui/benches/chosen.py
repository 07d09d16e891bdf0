"""A page on which one of several registered things is chosen, with its options, and run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from sandbox.errors import SandboxError
from sandbox.registry import Entry, Registry
from sandbox.ui.benches.page import Page
from sandbox.ui.forms import fields_of
from sandbox.ui.kit import Column, Dropdown, Form, Label, Section, Widget
from sandbox.ui.services import Services

T = TypeVar("T")


class ChosenPage(Page, Generic[T]):
    """The choice; what is found, and how it is shown, is for those that are such pages."""

    def __init__(self, services: Services, registry: Registry[T]) -> None:
        super().__init__(services)
        self.noun = registry.noun.capitalize()
        self.entries = list(registry)
        self.options: dict[str, dict[str, Any]] = {entry.key: {} for entry in self.entries}
        self.which = Dropdown([entry.title for entry in self.entries], 0, on_change=lambda _: self.suit())
        self.about = Label("", role="dim", wrap=True, style="small")
        self.form = Column(gap=0)

    @property
    def entry(self) -> Entry[T]:
        """The one chosen."""
        return self.entries[self.which.value]

    def suit(self) -> None:
        """Show the options of the one chosen, and nothing found yet."""
        entry, values = self.entry, self.options[self.entry.key]
        self.about.text = f"{entry.summary} {entry.paper}".strip()
        self.form.replace_children([Form(fields_of(entry.options), values, on_change=values.__setitem__)])

    def settings(self) -> list[Widget]:
        """Which, and how."""
        return [Section(self.noun, [self.which, self.about, self.form])]

    def items_of(self, parts: Callable[[T], list[Any]]) -> list[tuple[str, dict[str, Any], Any]] | None:
        """What there is to do with the options as they are: a key, options and a part each; None if they do not fit."""
        entry, options = self.entry, dict(self.options[self.entry.key])
        try:
            return [(entry.key, options, part) for part in parts(entry.create(options))]
        except SandboxError as error:
            self.note.text = str(error)
            return None
