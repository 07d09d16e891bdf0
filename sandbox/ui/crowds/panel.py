"""The right side of the Crowds tab: who walks and where, by which rules, what is shown; conflicts, charts, agents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from sandbox.agents.muster import Muster
from sandbox.level.edits import RemoveMarker, SetMarker
from sandbox.planning.api import planners
from sandbox.registry import options_of
from sandbox.ui.crowds.choice import Walking, disc_planners
from sandbox.ui.forms import OptionButton, fields_of
from sandbox.ui.kit import (
    Action,
    Checkbox,
    Column,
    Dropdown,
    Form,
    Grid,
    IconButton,
    Label,
    NumberField,
    Row,
    Scroll,
    Section,
    Swatch,
    Widget,
)
from sandbox.ui.own_dialog import tell

if TYPE_CHECKING:
    from sandbox.ui.crowds.details import AgentTable, Charts, ConflictBox
    from sandbox.ui.crowds.session import Session

MOST_GROUPS = 4  # shown one by one, where there are many more
ANYWHERE = "anywhere"
LAYERS = (
    ("conflicts", "Conflicts", "Who is in a conflict, by a rim in its colour"),
    ("trails", "Trails", "Where everybody came from in the last three seconds"),
    ("ways", "Ways", "The path everybody still has to go"),
    ("reservations", "Reservations", "Cells reserved for steps to come (WHCA*)"),
    ("density", "Density", "How full the cells are"),
)


class Groups(Column):
    """A line for each spawn area: its colour, how many appear there, where they go."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._shown: object = None
        super().__init__(gap=4)
        session.on_level.append(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Follow the level."""
        session, markers = self.session, self.session.level.markers
        names, goals = session.spawns, session.goals
        now = tuple((name, markers[name]) for name in names), tuple(goals)
        if now == self._shown:
            return
        self._shown = now
        listed = names if len(names) <= 2 * MOST_GROUPS else names[:MOST_GROUPS]
        lines: list[Widget] = [self._line(i, name, goals) for i, name in enumerate(listed)]
        more = len(names) - len(listed)
        if more > 0:
            lines.append(Label(f"and {more} more areas", style="small", role="dim"))
        if not names:
            words = "No crowd yet. Drag a rectangle on the map; or press Space for 100 agents anywhere."
            lines.append(Label(words, style="small", role="dim", wrap=True))
        self.replace_children(lines)

    def _line(self, number: int, name: str, goals: list[str]) -> Widget:
        marker = self.session.level.markers[name]
        count = NumberField(
            marker.agents, least=0, most=50_000, step=10, whole=True, width=72, tip=f"How many appear in {name}",
            on_number=lambda n: self._change(name, agents=int(n)),
        )  # fmt: skip
        choices = [ANYWHERE if not goals else goals[0] if len(goals) == 1 else "the first goal", *goals]
        at = 1 + goals.index(marker.target) if marker.target in goals else 0
        bound = Dropdown(
            choices, at, tip=f"Where those from {name} go", grow=1,
            on_change=lambda i: self._change(name, target=choices[i] if i else ""),
        )  # fmt: skip
        remove = IconButton("x", compact=True, tip=f"Remove {name}", on_click=partial(self._remove, name))
        return Row([Swatch(f"series {number % 8}", size=10), count, bound, remove], gap=6)

    def _change(self, name: str, **values: Any) -> None:
        marker = self.session.level.markers.get(name)
        if marker is not None:
            self._shown = None if "target" in values else self._shown
            self.session.editing.adjust(SetMarker(name, replace(marker, **values)))

    def _remove(self, name: str) -> None:
        if name in self.session.level.markers:
            self.session.editing.step(f"Remove {name}", RemoveMarker(name))


class Panel:
    """The panel as a whole."""

    def __init__(self, session: Session, conflict: ConflictBox, charts: Charts, table: AgentTable) -> None:
        self.session, self.charts, self.table = session, charts, table
        self.groups = Groups(session)
        self.messages = Label("", style="small", role="warn", wrap=True, visible=False, grow=1, name="messages")
        self.more = IconButton("message-square", compact=True, on_click=self._tell, tip="The whole traceback")
        self.more.visible = False
        self.layers: dict[str, Checkbox] = {}
        self.planner_place = Row(gap=0)
        self.charts_section = Section("Charts", [charts.widget], on_toggle=self._opened)
        self.table_section = Section("Agents", [table.widget], open=False, on_toggle=self._opened)
        body = Column(
            [
                Section("Crowd", [self.groups, Row([self.messages, self.more], gap=4, cross="start")]),
                Section("Conflict", [conflict.widget]),
                self.charts_section,
                Section("Shown", [self._layers()]),
                Section("Bodies", [self._muster()], open=False),
                Section("Rules", [self._rules()], open=False),
                self.table_section,
            ],
            gap=4,
            pad=(12, 8),
        )
        self.widget = Column([Scroll(body, grow=1)], gap=0, fill="panel")
        session.run.on_state.append(self._say_messages)

    def _opened(self, is_open: bool) -> None:
        if is_open:
            self.refresh(force=True)

    def refresh(self, *, force: bool = False) -> None:
        """Follow the run, where it can be seen."""
        if self.charts_section.open:
            self.charts.refresh(force=force)
        if self.table_section.open:
            self.table.refresh(force=force)

    def _say_messages(self) -> None:
        """What a person should know of this run: who found no place, what cannot be."""
        run = self.session.run
        words = [run.trouble] if run.trouble else []
        words += run.agents.messages if run.agents is not None else ()
        self.messages.text = "\n".join(words[:4])
        self.messages.visible = bool(words)
        self.more.visible = bool(run.details)

    def _tell(self) -> None:
        """Where code of the user's own broke."""
        run = self.session.run
        tell(self.session.root, "The run failed", run.trouble, run.details)

    def _muster(self) -> Widget:
        def changed(name: str, value: Any) -> None:
            self.session.choice.muster[name] = value
            self.session.chosen()

        return Form(fields_of(options_of(Muster)), self.session.choice.muster, on_change=changed)

    def _rules(self) -> Widget:
        session, entries = self.session, disc_planners()
        at = next(i for i, entry in enumerate(entries) if entry.key == session.choice.planner.key)

        def pick(number: int) -> None:
            session.choice.planner.key = entries[number].key
            self._show_planner()
            session.chosen()

        def changed(name: str, value: Any) -> None:
            session.choice.walking[name] = value
            session.chosen()

        box = Dropdown([entry.title for entry in entries], at, on_change=pick, tip="Planner of the paths", grow=1)
        self._show_planner()
        line = Grid([0, 1], [Label("Planner", role="dim"), Row([box, self.planner_place], gap=6)], gap=(12, 8))
        form = Form(fields_of(options_of(Walking)), session.choice.walking, on_change=changed)
        return Column([line, form], gap=8)

    def _show_planner(self) -> None:
        picked = self.session.choice.planner
        self.planner_place.replace_children([OptionButton(planners[picked.key], picked.values, self.session.chosen)])

    def _layers(self) -> Widget:
        for number, (name, title, tip) in enumerate(LAYERS, 1):
            ticked = name in self.session.choice.layers
            box = Checkbox(title, ticked, on_change=partial(self._show_layer, name), tip=tip, tip_key=str(number))
            self.layers[name] = box
        return Grid([1, 1], self.layers.values(), gap=(12, 4))

    def _show_layer(self, name: str, on: bool) -> None:
        chosen = self.session.choice.layers
        (chosen.add if on else chosen.discard)(name)
        self.session.remember()
        self.session.show_again()

    def _toggle_layer(self, name: str) -> None:
        box = self.layers[name]
        box.value = not box.value
        self._show_layer(name, box.value)

    def actions(self) -> list[Action]:
        """What is shown, for the palette."""
        found: list[Action] = []
        for number, (name, title, _) in enumerate(LAYERS, 1):
            run: Callable[[], None] = partial(self._toggle_layer, name)
            found.append(Action(f"crowds.layer-{name}", f"Show or hide: {title}", (str(number),), run, where="crowds"))
        return found
