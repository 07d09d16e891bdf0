"""The layers of every ticked planner in one popover: numbered, grouped by planner, levels behind one slider."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import pygame

from sandbox.layers import CellField, Layer
from sandbox.ui.kit import (
    Action,
    Checkbox,
    Column,
    Floating,
    IconButton,
    Key,
    Label,
    MenuItem,
    Row,
    Scroll,
    Slider,
    Widget,
)

if TYPE_CHECKING:
    from sandbox.ui.canvas.scene import Scene
    from sandbox.ui.maps.session import Session

LEVEL = re.compile(r"level (\d+) (.+)")
NUMBERED = 9
WIDTH, FADE = 400, 72  # dp
NONE = "Tick a planner to see what it knows."


@dataclass(slots=True)
class Line:
    """A layer, or a layer of every level of an abstraction, of which one level is shown at a time."""

    group: str
    text: str
    names: dict[int, str] = field(default_factory=dict)  # by level; 0 where there are none

    def name(self, level: int) -> str:
        """The layer that stands for this line while the slider is at a level; "" if that has none."""
        return self.names.get(0) or self.names.get(level, "")


def parted(layer: Layer) -> tuple[int, str]:
    """The level of an abstraction a layer shows, and what it shows of it; level 0 where the name says none."""
    own = layer.name.rpartition("/")[2]
    found = LEVEL.fullmatch(own)
    return (int(found[1]), found[2]) if found else (0, own)


def lines_of(layers: Iterable[Layer]) -> list[Line]:
    """The lines of the list. What has levels counts the layer that names none as the first of them."""
    layers = list(layers)
    levelled = {(layer.group, kind) for layer in layers for level, kind in [parted(layer)] if level}
    lines: dict[tuple[str, str], Line] = {}
    for layer in layers:
        level, kind = parted(layer)
        text = layer.legend or layer.name
        if (layer.group, kind) in levelled:
            level, text = level or 1, kind.capitalize()
        lines.setdefault((layer.group, kind), Line(layer.group, text)).names[level] = layer.name
    return list(lines.values())


class Layers:
    """What is shown of which level; the popover is a view of it, and so are the number keys."""

    def __init__(self, session: Session) -> None:
        self.session, self.scene = session, session.canvas.scene
        self.levels: dict[str, int] = {}  # by group: the level its slider is at
        self.button = IconButton("layers", on_click=self.toggle, tip="Layers: what planners know", tip_key="O")
        self.popover: Floating | None = None
        self.list = LayerList(self)
        session.asking.on_answer.append(self._follow)
        session.timeline.on_move.append(lambda _: self._follow())

    @property
    def lines(self) -> list[Line]:
        """All there are now."""
        layers = [shown.layer for shown in self.scene.stack.values()]
        return lines_of(sorted(layers, key=lambda layer: "/" in layer.name))  # the recording's first

    def level(self, group: str) -> int:
        """Which level of a planner's abstraction is shown."""
        return self.levels.get(group, 1)

    def on(self, line: Line) -> bool:
        """Whether a line is shown, on whatever level."""
        return any(self.scene.stack[name].visible for name in line.names.values() if name in self.scene.stack)

    def show(self, line: Line, *, on: bool) -> None:
        """Show a line's layer of the level the slider is at, and none of another."""
        wanted = line.name(self.level(line.group)) if on else ""
        for name in line.names.values():
            self.scene.set_visible(name, visible=name == wanted)
        self._changed()

    def fade(self, line: Line, opacity: float) -> None:
        """Set how strong a line is, on all levels."""
        for name in line.names.values():
            self.scene.set_opacity(name, opacity)
        self._changed()

    def opacity(self, line: Line) -> float:
        """How strong a line is."""
        shown = [self.scene.stack[name].opacity for name in line.names.values() if name in self.scene.stack]
        return shown[0] if shown else 1.0

    def go_to(self, group: str, level: int) -> None:
        """Show another level of a planner's abstraction: whatever is shown of it."""
        shown = [line for line in self.lines if line.group == group and 0 not in line.names and self.on(line)]
        self.levels[group] = level
        for line in shown:
            self.show(line, on=True)
        self._changed()

    def toggle_number(self, number: int) -> None:
        """One of the first nine."""
        lines = self.lines
        if number < len(lines):
            line = lines[number]
            self.show(line, on=not self.on(line))
            self.session.say(f"{line.group}: {line.text}, {'shown' if self.on(line) else 'hidden'}")
            self.list.refresh(anew=True)

    def _changed(self) -> None:
        self.session.canvas.touch()

    def _follow(self) -> None:
        if self.popover is not None:
            self.list.refresh()

    # The popover ---------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Open it, or close it."""
        if self.popover is not None and self.popover.is_mounted:
            self.popover.close()
            return
        self.look_for_all()
        self.list.refresh(anew=True)
        body = Scroll(Column([self.list], pad=(14, 10, 14, 12)))
        head = Row([Label("Layers", style="strong", grow=1), Label("1 … 9 switch", style="small", role="dim")], gap=8)
        sheet = Column([Column([head], pad=(14, 12, 14, 4)), body], gap=0, width=WIDTH)
        canvas, button = self.session.canvas.rect, self.button.rect
        beside = pygame.Rect(canvas.right, button.y, 1, button.h)  # over the panel: the map stays in sight
        box = LayersBox(self, sheet, anchor=beside, on_close=self._closed)
        self.popover = self.session.root.open(box)

    def _closed(self) -> None:
        self.popover = None
        self.look_for_shown()

    def look_for_all(self) -> None:
        """Have the layers of every ticked planner made: somebody looks through them."""
        self.session.asking.look_at_all()

    def look_for_shown(self) -> None:
        """From now on only planners of which a layer is shown tell what they know."""
        if self.popover is None:
            seen = {shown.layer.name.partition("/")[0] for shown in self.scene.visible()}
            self.session.asking.look_at(seen)

    def actions(self) -> list[Action]:
        """The popover, and the first nine by number (tools that paint take the digits for terrain)."""
        numbers = [
            Action(f"maps.layer-{n + 1}", f"Layer {n + 1}: show or hide", (str(n + 1),), partial(self.toggle_number, n),
                   where="maps")
            for n in range(NUMBERED)
        ]  # fmt: skip
        return [Action("maps.layers", "Layers", ("O",), self.toggle, where="maps", icon="layers"), *numbers]

    def found(self) -> list[MenuItem]:
        """Every layer by name, of every level, for whoever looks for one."""
        return [item for line in self.lines for item in self._items(line)]

    def _items(self, line: Line) -> list[MenuItem]:
        words = f"Layer: {line.group} {line.text[:1].lower()}{line.text[1:]}"
        return [
            MenuItem(
                f"{words}, level {level}" if len(line.names) > 1 else words,
                partial(self._turn, line, level), "layers", checked=self._is_on(name),
            )
            for level, name in sorted(line.names.items())
        ]  # fmt: skip

    def _is_on(self, name: str) -> bool:
        return name in self.scene.stack and self.scene.stack[name].visible

    def _turn(self, line: Line, level: int) -> None:
        """Show a line at a level of its abstraction, or hide it where that is shown."""
        on = not self._is_on(line.name(level))
        if on and 0 not in line.names:
            self.go_to(line.group, level)
        self.show(line, on=on)
        self.look_for_shown()
        self.session.say(f"{line.group}: {line.text}, {'shown' if on else 'hidden'}")


class LayersBox(Floating):
    """The popover: its numbers work while it is open."""

    def __init__(self, layers: Layers, sheet: Widget, *, anchor: pygame.Rect, on_close: Callable[[], None]) -> None:
        super().__init__(sheet, anchor=anchor, on_close=on_close)
        self.layers = layers

    def on_key(self, event: Key) -> bool:
        """A number switches, the key that opened it closes it."""
        if event.down and event.combo in "123456789":
            self.layers.toggle_number(int(event.combo) - 1)
            return True
        if event.down and event.combo == "O":
            self.close()
            return True
        return super().on_key(event)


class LayerList(Column):
    """A line for each: its number, its tick, how strong it is; for each planner with levels a slider."""

    def __init__(self, layers: Layers) -> None:
        self.layers = layers
        self._shown: list[tuple[str, str, tuple[int, ...]]] = []
        super().__init__([Label(NONE, style="small", role="dim")], gap=3)

    def refresh(self, *, anew: bool = False) -> None:
        """Follow what there is."""
        lines = self.layers.lines
        shown = [(line.group, line.text, tuple(line.names)) for line in lines]
        if shown == self._shown and not anew:
            return
        self._shown = shown
        parts: list[Widget] = []
        for number, line in enumerate(lines):
            if number == 0 or line.group != lines[number - 1].group:
                parts.append(self._head(line.group, lines))
            parts.append(self._line(number, line))
        self.replace_children(parts or [Label(NONE, style="small", role="dim")])

    def _head(self, group: str, lines: list[Line]) -> Widget:
        levels = sorted({level for line in lines if line.group == group for level in line.names if level})
        words = Label(group, style="strong", grow=1)
        if len(levels) < 2:
            return words
        count = Label(self._count(group, levels), style="mono_small", role="dim", width=76)

        def go(level: float) -> None:
            self.layers.go_to(group, round(level))
            count.text = self._count(group, levels)

        at = min(max(self.layers.level(group), levels[0]), levels[-1])
        slider = Slider(float(at), float(levels[0]), float(levels[-1]), step=1.0, width=120, on_change=go)
        slider.tip = "The level of the abstraction that is shown"
        return Row([words, count, slider], gap=8)

    def _count(self, group: str, levels: list[int]) -> str:
        return f"level {self.layers.level(group)}/{levels[-1]}"

    def _line(self, number: int, line: Line) -> Widget:
        key = Label(str(number + 1) if number < NUMBERED else "", style="mono_small", role="dim", width=14)
        tick = Checkbox(line.text, self.layers.on(line), on_change=lambda on: self.layers.show(line, on=on), grow=1)
        tick.tip = describe(line, self.layers.scene)
        fade = Slider(self.layers.opacity(line), 0.0, 1.0, width=FADE, tip="How strong")
        fade.on_change = partial(self.layers.fade, line)
        return Row([key, tick, fade], gap=8)


def describe(line: Line, scene: Scene) -> str:
    """What a line is, for its tooltip."""
    name = next(iter(line.names.values()))
    layer = scene.stack[name].layer if name in scene.stack else None
    if isinstance(layer, CellField) and layer.low is not None and layer.high is not None:
        return f"{line.text}: {layer.low:g} to {layer.high:g} {layer.unit}".strip()
    return line.text
