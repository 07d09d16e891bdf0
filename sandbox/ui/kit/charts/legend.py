"""Legends of charts: names beside the title where all have room there, else in lines below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandbox.ui.kit.style.look import Look
from sandbox.ui.kit.widget import Size

SHARE = 0.3  # of a chart's height that its legend takes at most
LEFT, RIGHT, TOP = 12, 14, 11  # dp from the chart's edges
MARK, APART = 13, 12  # dp: a series' mark with what is before its name, between two series


class Named(NamedTuple):
    """A name, and where it begins."""

    series: int | None  # None: how many had no room
    text: str
    x: int
    y: int


class Head(NamedTuple):
    """What stands above a plot."""

    names: list[Named]
    height: int  # of the title and the legend


Entry = tuple[int | None, str]


def head_of(look: Look, title: str, names: Sequence[str], size: Size) -> Head:
    """Where the names go, in the chart's pixels."""
    fonts, dp = look.fonts, look.dp
    line, step = fonts.height("medium") + dp(6), fonts.height("small") + dp(4)
    if not names:
        return Head([], line if title else 0)
    entries: list[Entry] = list(enumerate(names))
    wide = _width(look, entries)
    if wide <= size[0] - dp(2 * LEFT + RIGHT) - fonts.width(title, "medium"):
        return Head(_placed(look, entries, size[0] - dp(RIGHT) - wide, dp(TOP)), line)
    top = line if title else 0
    lines = _lines(look, entries, max(size[0] - dp(LEFT + RIGHT), 0), max(1, int(SHARE * size[1]) // step))
    placed = [_placed(look, each, dp(LEFT), dp(TOP) + top + n * step) for n, each in enumerate(lines)]
    return Head([name for each in placed for name in each], top + len(lines) * step + dp(4))


def _lines(look: Look, entries: Sequence[Entry], room: int, most: int) -> list[list[Entry]]:
    """As many lines as there may be; the last tells how many names had no room."""
    lines: list[list[Entry]] = [[]]
    for series, name in entries:
        entry = series, look.fonts.ellipsis(name, "small", max(room - look.dp(MARK + 1), 0))
        if lines[-1] and _width(look, [*lines[-1], entry]) > room:
            lines.append([])
        lines[-1].append(entry)
    if len(lines) <= most:
        return lines
    shown = lines[:most]
    while True:
        more: Entry = None, f"and {len(entries) - sum(map(len, shown)):,} more"
        if not shown[-1] or _width(look, [*shown[-1], more]) <= room:
            shown[-1].append(more)
            return shown
        shown[-1].pop()


def _width(look: Look, entries: Sequence[Entry]) -> int:
    return sum(_step(look, entry) for entry in entries) - look.dp(APART)


def _step(look: Look, entry: Entry) -> int:
    """From where a name begins to where the next one does."""
    return look.fonts.width(entry[1], "small") + look.dp(MARK + 1) + look.dp(APART)


def _placed(look: Look, entries: Sequence[Entry], x: int, y: int) -> list[Named]:
    found = []
    for entry in entries:
        found.append(Named(*entry, x, y))
        x += _step(look, entry)
    return found
