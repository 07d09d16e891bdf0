"""Type, icons and colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from sandbox.ui.kit import Cards, Colours, Column, Grid, Icon, Label, Panel, Row, Rule, Scroll, Swatch, Widget

ICONS = (
    "play", "pause", "skip-back", "skip-forward", "save", "folder-open", "undo-2", "redo-2", "search", "settings",
    "map", "users", "brain", "swords", "gauge", "route", "waypoints", "eraser", "brush", "flag", "trophy", "info",
)  # fmt: skip


def looks(types: Iterable[str]) -> Widget:
    """Return the page, with a line in each of the type styles."""
    return Scroll(Cards([_type_card(types), _colour_card()], column=430, pad=16))


def _type_card(types: Iterable[str]) -> Widget:
    lines = [Row([Label(t, style="small", role="dim", width=90), Label("Expanded 79,157 ≤ ∞", style=t)]) for t in types]
    shown = Grid([1] * 11, [Icon(name, size=20) for name in ICONS], gap=(8, 12))
    return _card([*lines, Rule(), shown], 10)


def _colour_card() -> Widget:
    roles = [field.name for field in fields(Colours)]
    grid = Grid([1, 1, 1], [Row([Swatch(role, size=18), Label(role, role="dim")]) for role in roles], gap=(12, 10))
    series = Row([Swatch(f"series {i}", size=22) for i in range(8)], gap=10)
    return _card([grid, Rule(), Label("Series", style="medium"), series], 14)


def _card(parts: Iterable[Widget], gap: float) -> Widget:
    return Panel([Column(parts, gap=gap)], fill="panel", line="line", radius=8, pad=16)
