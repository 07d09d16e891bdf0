"""Type, icons and colours."""

from __future__ import annotations

from sandbox.ui.kit.layout import Cards, Column, Grid, Panel, Row
from sandbox.ui.kit.widget import Widget
from sandbox.ui.kit.widgets.label import Icon, Label, Rule, Swatch
from sandbox.ui.kit.widgets.scroll import Scroll


def looks() -> Widget:
    """Return the page."""
    return Scroll(Cards([_type_card(), _colour_card()], column=430, pad=16))


def _type_card() -> Widget:
    styles = (
        "display",
        "title",
        "strong",
        "medium",
        "body",
        "small",
        "caption",
        "section",
        "mono_large",
        "mono",
        "mono_small",
    )
    lines = [
        Row(
            [
                Label(style, style="small", role="dim", width=90),
                Label("Expanded 79,157 \u2192 1.414 \u2264 \u221e", style=style),
            ]
        )
        for style in styles
    ]
    icons = (
        "play",
        "pause",
        "skip-back",
        "skip-forward",
        "save",
        "folder-open",
        "undo-2",
        "redo-2",
        "search",
        "settings",
        "map",
        "users",
        "brain",
        "swords",
        "gauge",
        "route",
        "waypoints",
        "eraser",
        "brush",
        "flag",
        "trophy",
        "info",
    )
    shown = Grid([1] * 11, [Icon(name, size=20) for name in icons], gap=(8, 12))
    return Panel([Column([*lines, Rule(), shown], gap=10)], fill="panel", line="line", radius=8, pad=16)


def _colour_card() -> Widget:
    roles = (
        "window",
        "panel",
        "raised",
        "sunken",
        "hover",
        "selection",
        "line",
        "strong_line",
        "text",
        "dim",
        "faint",
        "accent",
        "fill",
        "focus",
        "good",
        "warn",
        "bad",
        "tooltip",
    )
    grid = Grid([1, 1, 1], [Row([Swatch(role, size=18), Label(role, role="dim")]) for role in roles], gap=(12, 10))
    series = Row([Swatch(f"series {i}", size=22) for i in range(8)], gap=10)
    return Panel(
        [Column([grid, Rule(), Label("Series", style="medium"), series], gap=14)],
        fill="panel",
        line="line",
        radius=8,
        pad=16,
        grow=1,
    )
