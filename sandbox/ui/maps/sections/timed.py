"""Doors and drifting blocks: their timeline, playing it on the map, and the numbers of the one picked."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sandbox.level.edits import SetTimed
from sandbox.level.timed import Door, Drift, Timed
from sandbox.ui.kit import Action, Button, Column, Field, Form, IconButton, Label, Row, Spacer, Widget
from sandbox.ui.maps.boxes import BOX, box_fields, box_values, box_with
from sandbox.ui.maps.moment import Moment
from sandbox.ui.maps.sections.timeline import TimelineBars

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.level.terrain import Palette
    from sandbox.ui.maps.session import Session

FRAME = 1 / 30
LONGEST_FRAME = 0.2  # seconds; after a pause of the whole program, time goes on where it stood
PERIOD = Field("period", "Every", "float", 6.0, 0.5, 120.0, 0.25, unit="s", log=True)
PHASE = Field("phase", "", "float", 0.0, 0.0, 60.0, 0.25, unit="s")
AGAIN = "A moment at which it {}; others come before and after, a period apart"


class TimedSection:
    """Time, and what changes with it."""

    title = "Doors and drifting blocks"
    open = True

    def __init__(self, session: Session) -> None:
        self.session = session
        self.moment = Moment(session, self._show)
        self.playing = False
        self.current = -1
        self._level: Level | None = None
        self._last = 0.0
        self._formed: tuple[int, Timed | None, Palette | None] = (-1, None, None)
        self.bars = TimelineBars(self._go, self._pick)
        self.play_button = IconButton("play", on_click=self.toggle, tip="Let time pass on the map", tip_key="T")
        self.stop_button = IconButton("rotate-ccw", on_click=self.stop, tip="Back to the level as drawn")
        self.clock = Label("as drawn", style="mono_small", role="dim", grow=1)
        self.form_place = Column(gap=8)
        self.empty = Label("Nothing in this level changes with time yet.", style="small", role="dim", wrap=True)
        self.widget = Column([self._head(), self.empty, self.bars, self.form_place], gap=8)
        session.editing.on_step.append(self.refresh)

    def _head(self) -> Widget:
        door = Button("Door", icon="plus", compact=True, on_click=lambda: self.session.use_tool("door"))
        block = Button("Block", icon="plus", compact=True, on_click=lambda: self.session.use_tool("drift"))
        door.tip = "Drag a rectangle of cells that opens and closes"
        block.tip = "Drag a polygon along the way it should drift"
        return Row([self.play_button, self.stop_button, self.clock, Spacer(), door, block], gap=4)

    # Time ----------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Play or pause."""
        if not self.session.level.timed:
            self.session.say("Nothing changes with time here: add a door or a drifting block")
            return
        self.playing = not self.playing
        if self.playing:
            self._last = time.perf_counter()
            self._play_on()
        self._show()

    def _play_on(self) -> None:
        if not self.session.in_front:  # another tab came to the front: time waits
            self.playing = False
        if not self.playing or not self.bars.is_mounted:
            self._show()
            return
        now = time.perf_counter()
        self.moment.go(self.moment.time + min(now - self._last, LONGEST_FRAME))
        self._last = now
        self.session.root.after(FRAME, self._play_on)

    def _go(self, moment: float) -> None:
        if self.session.level.timed:
            self.moment.go(moment)

    def stop(self) -> None:
        """Back to the drawing."""
        self.playing = False
        self.moment.leave()

    def _show(self) -> None:
        running = self.moment.active
        self.playing = self.playing and running
        timed = self.session.level.timed
        self.bars.show(timed, self.current, self.moment.time, running=running)
        self.bars.visible = bool(timed)
        self.empty.visible = not timed
        self.play_button.icon = "pause" if self.playing else "play"
        self.play_button.enabled, self.stop_button.enabled = bool(timed), running
        self.clock.text = f"{self.moment.time:.1f} s" if running else "as drawn"

    # The one picked ------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Follow the level: a new door is picked at once."""
        level = self.session.level
        timed, known = level.timed, self.bars.timed
        if level is not self._level:
            self._level, self.current = level, -1
        elif len(timed) > len(known):
            self.current = len(timed) - 1
        self.current = min(self.current, len(timed) - 1)
        self._show()
        self._show_form()

    def _pick(self, number: int) -> None:
        self.current = number
        self._show()
        self._show_form()

    @property
    def change(self) -> Timed | None:
        """The one picked."""
        timed = self.session.level.timed
        return timed[self.current] if 0 <= self.current < len(timed) else None

    def _show_form(self) -> None:
        now = (self.current, self.change, self.session.level.palette)
        if now == self._formed:
            return  # what stands there is true: whoever types goes on typing
        self._formed = now
        self.form_place.replace_children(self._form(now[1]) if now[1] is not None else [])

    def _form(self, change: Timed) -> list[Widget]:
        palette = self.session.level.palette
        fields = fields_of_timed(change, palette.names, (self.session.level.width, self.session.level.height))
        form = Form(fields, values_of(change, palette), on_change=self._set)
        remove = Button("Remove", icon="trash-2", kind="quiet", compact=True, on_click=self.remove)
        return [form, Row([Spacer(), remove])]

    def _set(self, name: str, value: Any) -> None:
        before, palette = self.change, self.session.level.palette
        if before is None:
            return
        after = self.session.bench.tried(lambda: changed(before, name, value, palette))
        if after is None:
            return
        timed = tuple(after if t is before else t for t in self.session.level.timed)
        formed, self._formed = self._formed, (self.current, after, palette)
        if not self.session.editing.adjust(SetTimed(timed, f"Change {before.name}" if name != "name" else "Rename")):
            self._formed = formed

    def remove(self) -> None:
        """Take the one picked away."""
        change = self.change
        if change is not None:
            left = tuple(t for t in self.session.level.timed if t is not change)
            self.session.editing.step(f"Remove {change.name}", SetTimed(left, checked=False))

    def actions(self) -> list[Action]:
        """Time by key, and new ones."""
        return [
            Action("maps.play-time", "Let time pass", ("T",), self.toggle, where="maps", icon="timer"),
            Action("maps.stop-time", "Back to the level as drawn", ("Shift+T",), self.stop, where="maps"),
        ] + [
            Action(f"maps.type-{name}", title, keys, lambda n=name: self.session.type_area(n), where="maps", icon=icon)  # type: ignore[misc]
            for name, title, keys, icon in TYPED
        ]


TYPED = (
    ("door", "Add a timed door by numbers", ("Ctrl+Shift+D",), "lock-open"),
    ("spawn-area", "Add a spawn area by numbers", (), "users"),
    ("goal-area", "Add a goal area by numbers", (), "flag"),
)


def fields_of_timed(change: Timed, terrains: Sequence[str], size: tuple[int, int]) -> list[Field]:
    """The form of a door or a drifting block."""
    name = Field("name", "Name", "text", "")
    if isinstance(change, Door):
        return [
            name,
            replace(PERIOD, help="Seconds from opening to opening"),
            Field("open_for", "Open for", "float", 3.0, 0.0, 120.0, 0.25, unit="s"),
            replace(PHASE, label="Opens at", help=AGAIN.format("opens")),
            Field("opened", "When open", "choice", "floor", choices=terrains),
            Field("closed", "When closed", "choice", "wall", choices=terrains),
            *box_fields(size),
        ]
    step = Field("step", "A move every", "float", 0.25, 0.05, 5.0, 0.05, unit="s", help="Small steps look smooth")
    sets_out = replace(PHASE, label="Sets out at", help=AGAIN.format("sets out"))
    return [name, replace(PERIOD, help="Seconds there and back"), sets_out, step]


def values_of(change: Timed, palette: Palette) -> dict[str, Any]:
    """What its form shows."""
    values: dict[str, Any] = {"name": change.name, "period": change.period, "phase": change.phase}
    if isinstance(change, Drift):
        return values | {"step": change.step}
    opened, closed = (palette[min(code, len(palette) - 1)].name for code in (change.open_code, change.closed_code))
    return values | {"open_for": change.open_for, "opened": opened, "closed": closed} | box_values(change.area)


def changed(change: Timed, name: str, value: Any, palette: Palette) -> Timed:
    """The door or block with one value set; others give way where they must."""
    if name in ("opened", "closed"):
        name, value = {"opened": "open_code", "closed": "closed_code"}[name], palette.code(value)
    values: dict[str, Any] = {name: value}
    if isinstance(change, Door) and name in BOX:
        values = {"area": box_with(change.area, name, value)}
    elif isinstance(change, Door):
        period = values.get("period", change.period)
        values["open_for"] = min(values.get("open_for", change.open_for), period)
    elif name == "period":
        values["step"] = min(change.step, value)
    return replace(change, **values)
