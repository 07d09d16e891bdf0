"""What a menu offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sandbox.ui.kit.events import nothing
from sandbox.ui.kit.shortcuts import Action


@dataclass(frozen=True, slots=True)
class MenuItem:
    """One line of a menu: words and what they do, or a submenu, or a rule between lines (no words)."""

    text: str
    run: Callable[[], object] = nothing
    icon: str = ""
    key: str = ""  # as events spell it
    enabled: bool = True
    checked: bool | None = None
    children: Sequence[MenuItem] = ()

    @classmethod
    def rule(cls) -> MenuItem:
        """Return a line between groups."""
        return cls("", enabled=False)

    @classmethod
    def of(cls, action: Action) -> MenuItem:
        """Return the menu's line of an action."""
        key = action.keys[0] if action.keys else ""
        return cls(action.title, action.run, icon=action.icon, key=key, enabled=action.available)

    @property
    def is_rule(self) -> bool:
        """Whether it is only a line."""
        return not self.text
