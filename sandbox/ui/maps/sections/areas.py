"""Points and areas: a list to pick from, the picked one's name and numbers, buttons for new ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sandbox.level.edits import Batch, Edit, RemoveMarker, SetMarker
from sandbox.level.markers import Marker, MarkerKind
from sandbox.ui.kit import Action, Button, Column, Field, Form, IconButton, Row, Scroll, Spacer, TextField, Widget
from sandbox.ui.maps.boxes import BOX, box_fields, box_values, box_with
from sandbox.ui.maps.ends import ENDS
from sandbox.ui.maps.sections.lines import Entry, Lines
from sandbox.ui.maps.tools.places import box_of

if TYPE_CHECKING:
    from sandbox.ui.maps.session import Session

HEIGHT = 130  # dp
ICONS = {MarkerKind.POINT: "map-pin", MarkerKind.SPAWN: "users", MarkerKind.GOAL: "flag"}
ROLES = {MarkerKind.POINT: "dim", MarkerKind.SPAWN: "warn", MarkerKind.GOAL: "good"}
SOMEWHERE = ("anywhere", "the first goal")  # without and with goal areas: where a crowd goes that has no target
SLIDES = 2000  # agents up to which there is a slider; an area that has more keeps them
ANYWHERE = 6.0  # cells shown around a marker gone to


class AreasSection:
    """Everything that has a name and a place."""

    title = "Points and areas"
    open = False

    def __init__(self, session: Session) -> None:
        self.session = session
        self.name = "start"
        self._formed: tuple[str, Marker | None, tuple[str, ...]] = ("", None, ())
        self.lines = Lines(self._pick, name="areas")
        self.scroll = Scroll(self.lines, height=None)
        self.form_place = Column(gap=8)
        self.widget = Column([self._head(), self.scroll, self.form_place], gap=8)
        session.editing.on_step.append(self.refresh)

    def _head(self) -> Widget:
        def button(text: str, icon: str, tool: str, tip: str) -> Button:
            return Button(text, icon=icon, compact=True, tip=tip, on_click=lambda: self.session.use_tool(tool))

        spawn = button("Spawn", "users", "spawn-area", "Drag a rectangle where a crowd appears")
        goal = button("Goal", "flag", "goal-area", "Drag a rectangle a crowd wants to reach")
        return Row([spawn, goal, button("Point", "map-pin", "point", "Click where a named point should be")], gap=4)

    @property
    def names(self) -> list[str]:
        """Start and goal first, then by name."""
        markers = self.session.level.markers
        return sorted(markers, key=lambda name: (ENDS.index(name) if name in ENDS else 2, name))

    def refresh(self) -> None:
        """Follow the level; a new marker is picked at once."""
        names, before = self.names, {entry.text for entry in self.lines.entries}
        fresh = [name for name in names if name not in before]
        if len(fresh) == 1 and before:
            self.name = fresh[0]
        self._show(names)

    def _show(self, names: list[str]) -> None:
        at = names.index(self.name) if self.name in names else -1
        self.lines.show([self._entry(name) for name in names], at)
        self.scroll.height = HEIGHT if len(names) > 5 else None
        self.scroll.relayout()
        self._show_form()

    def _entry(self, name: str) -> Entry:
        marker = self.session.level.markers[name]
        x, y = marker.point
        aside = f"{marker.agents} →" if marker.agents else f"{x:g}, {y:g}"
        role = {"start": "good", "goal": "bad"}.get(name, ROLES[marker.kind])
        return Entry(name, aside, ICONS[marker.kind], icon_role=role)

    def _pick(self, number: int) -> None:
        self.name = self.names[number]
        self._show(self.names)

    # The one picked ------------------------------------------------------------------------------------

    def _show_form(self) -> None:
        markers = self.session.level.markers
        goals = tuple(name for name, m in markers.items() if m.kind is MarkerKind.GOAL)
        now = (self.name, markers.get(self.name), goals)
        if now == self._formed:
            return
        self._formed = now
        self.form_place.replace_children(list(self._form(now[1], goals)) if now[1] is not None else [])

    def _form(self, marker: Marker, goals: tuple[str, ...]) -> Iterator[Widget]:
        if self.name not in ENDS:
            field = TextField(self.name, on_submit=self.rename, tip="New name; Enter applies it", grow=1)
            yield Row([field], gap=8)
        fields = list(fields_of_marker(marker, goals, (self.session.level.width, self.session.level.height)))
        yield Form(fields, values_of_marker(marker), on_change=self._set)
        go = IconButton("locate", on_click=self.go, tip="Show it on the map", compact=True)
        remove = Button("Remove", icon="trash-2", kind="quiet", compact=True, on_click=self.remove)
        remove.enabled = self.name not in ENDS
        yield Row([go, Spacer(), remove])

    def _set(self, name: str, value: Any) -> None:
        marker = self.session.level.markers.get(self.name)
        after = self.session.bench.tried(lambda: changed(marker, name, value)) if marker is not None else None
        if after is None:
            return
        formed, self._formed = self._formed, (self.name, after, self._formed[2])
        if not self.session.editing.adjust(SetMarker(self.name, after)):
            self._formed = formed

    def rename(self, text: str) -> None:
        """Another name; spawn areas that lead there follow."""
        text, level = text.strip()[:100], self.session.level
        if not text or text == self.name:
            return
        if text in level.markers:
            self.session.say(f"There is a {text} already")
            return
        before, self.name = self.name, text
        followers: list[Edit] = [
            SetMarker(name, replace(m, target=text)) for name, m in level.markers.items() if m.target == before
        ]
        renamed = Batch((RemoveMarker(before), SetMarker(text, level.markers[before]), *followers), f"Rename {before}")
        self.session.editing.step(f"Rename {before}", renamed)

    def remove(self) -> None:
        """Take it away."""
        if self.name in self.session.level.markers and self.name not in ENDS:
            self.session.editing.step(f"Remove {self.name}", RemoveMarker(self.name))

    def go(self) -> None:
        """Show it on the canvas."""
        marker = self.session.level.markers.get(self.name)
        if marker is not None:
            xs, ys = [p[0] for p in marker.points], [p[1] for p in marker.points]
            box = (min(xs) - ANYWHERE, min(ys) - ANYWHERE, max(xs) + ANYWHERE, max(ys) + ANYWHERE)
            self.session.canvas.fit(box)

    def actions(self) -> list[Action]:
        """Taking the tools in hand is theirs."""
        return []


def fields_of_marker(marker: Marker, goals: tuple[str, ...], size: tuple[int, int]) -> Iterator[Field]:
    """The form of a point or an area."""
    if marker.kind is MarkerKind.POINT:
        yield Field("x", "X", "float", 0.0, 0.0, size[0], 0.5, unit="cells")
        yield Field("y", "Y", "float", 0.0, 0.0, size[1], 0.5, unit="cells")
    elif is_box(marker):
        yield from box_fields(size)
    if marker.kind is MarkerKind.SPAWN:
        yield Field("agents", "Agents", "int", 10, 0, max(SLIDES, marker.agents), 1, help="How many appear here")
        known = ("", *dict.fromkeys((*goals, *((marker.target,) if marker.target else ()))))
        labels = (SOMEWHERE[bool(goals)], *known[1:])
        yield Field("target", "Bound for", "choice", "", choices=known, choice_labels=labels)


def values_of_marker(marker: Marker) -> dict[str, Any]:
    """What its form shows."""
    values = {"x": marker.point[0], "y": marker.point[1], "agents": marker.agents, "target": marker.target}
    return values | box_values(box_of(marker)) if is_box(marker) else values


def changed(marker: Marker, name: str, value: Any) -> Marker:
    """The marker with one value set."""
    if name in ("x", "y"):
        x, y = marker.point
        return Marker.at(value, y) if name == "x" else Marker.at(x, value)
    if name in BOX:
        corners = Marker.area(marker.kind, box_with(box_of(marker), name, value)).points
        return replace(marker, points=corners)
    return replace(marker, **{name: value})


def is_box(marker: Marker) -> bool:
    """Whether an area is a rectangle of whole cells, and so can be said in four numbers."""
    if marker.kind is MarkerKind.POINT:
        return False
    return set(marker.points) == set(Marker.area(marker.kind, box_of(marker)).points)
