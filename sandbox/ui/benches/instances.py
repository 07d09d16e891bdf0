"""Crowds on instances of multi-agent path finding: how many agents each policy brings home, and at what cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandbox import figures
from sandbox.agents.api import policies
from sandbox.bench.crowds.instances import Instance, numbers_of, run_instance, summaries
from sandbox.planning.api import planners
from sandbox.ui.benches.files import ScenarioFiles
from sandbox.ui.benches.page import Page
from sandbox.ui.chosen import apart
from sandbox.ui.forms import OptionButton
from sandbox.ui.kit import (
    Checkbox,
    Form,
    LineChart,
    Marked,
    Row,
    Section,
    Series,
    Table,
    TableColumn,
    Tabs,
    Widget,
)
from sandbox.ui.kit import Field as FormField
from sandbox.ui.services import Services

NO_FILES = "None yet: add MovingAI .scen files. Agent i stands and goes as line i of a file says."
TICKED = ("pibt", "orca")
FIRST = "astar"  # who finds every agent's way
SETUP = (
    FormField("agents", "Agents", "int", 40, 1, 1000, 1, log=True, help="The first of each file"),
    FormField("steps", "In steps", "int", 4, 1, 10, 1, help="Also with fewer agents: halves, thirds, quarters, …"),
    FormField("seconds", "At most", "float", 120.0, 10.0, 3600.0, 10.0, unit="s", log=True, help="Simulated"),
    FormField("radius", "Radius", "float", 0.3, 0.05, 0.45, 0.05, unit="cells"),
    FormField("speed", "Speed", "float", 1.0, 0.1, 5.0, 0.1, unit="cells/s"),
    FormField("leave", "Leave at the goal", "bool", default=False, help="Else who has arrived is in the way"),
)
COLUMNS = (
    TableColumn("Policy", 120, grow=1.0),
    TableColumn("Instances", 86, number=True),
    TableColumn("Solved", 70, number=True, help="All agents arrived, and the judge found no fault"),
    TableColumn("Wrong", 66, number=True, help="Runs that the judge found fault with"),
    TableColumn("Arrived", 76, number=True, format=figures.percent, help="Of all agents"),
    TableColumn("Computed", 92, number=True, format=figures.significant, unit="s"),
    TableColumn("Longer", 76, number=True, format=figures.percent, help="Mean above the lower bound, where solved"),
)
EACH = (
    TableColumn("Policy", 120, grow=1.0),
    TableColumn("File", 120, grow=1.0),
    TableColumn("Agents", 70, number=True),
    TableColumn("Arrived", 70, number=True),
    TableColumn("Solved", 64),
    TableColumn("Sum of costs", 108, number=True, format=figures.significant, unit="s"),
    TableColumn("Lower bound", 108, number=True, format=figures.significant, unit="s"),
    TableColumn("Makespan", 92, number=True, format=figures.significant, unit="s"),
    TableColumn("Deadlocks", 88, number=True),
    TableColumn("Reason refused", 140, grow=1.0),
)


class InstancePage(Page):
    """Policies on scenario files."""

    title = "Crowds"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.files = ScenarioFiles(services, NO_FILES)
        self.entries = list(policies)
        self.ticks = {e.key: Checkbox(e.title, e.key in TICKED, tip=e.summary, grow=1) for e in self.entries}
        self.options: dict[str, dict[str, Any]] = {e.key: {} for e in self.entries}
        self.form = Form(SETUP)
        self.items: list[Instance] = []
        self.found: list[dict[str, Any]] = []
        words = "Choose scenario files and run"
        self.table = Table(COLUMNS, placeholder=words, multi=False, fixed=1)
        self.each = Table(EACH, placeholder=words, multi=False, fixed=1)
        self.solved = LineChart(title="Solved, %", x_label="agents", grow=1)
        self.solved.y_range = (0.0, 100.0)
        self.longer = LineChart(title="Above the lower bound, %", x_label="agents", grow=1)

    def settings(self) -> list[Widget]:
        """Files, policies, the crowd."""
        lines = [Row([self.ticks[e.key], OptionButton(e, self.options[e.key])], gap=2) for e in self.entries]
        return [
            Section("Instances", [self.files.list, self.files.button, self.form]),
            Section("Policies", lines, gap=2),
        ]

    def results(self) -> list[Widget]:
        """A line a policy; charts, and instance by instance."""
        charts = Row([self.solved, self.longer], gap=12, grow=1, cross="stretch")
        return [self.table, Tabs([("Charts", charts), ("Instances", self.each)], grow=1)]

    def run(self) -> None:
        """Every ticked policy on every file, with so many agents and with fewer; asks for a file if there is none."""
        if not self.files.pairs:
            self.files.ask(self.run)
            return
        if not self.ready:
            self.note.text = self.ready_note
            return
        self.items = self.instances()
        if not self.items:
            self.note.text = "Tick a policy first."
            return
        self.start_anew(run_instance, self.items)

    def instances(self) -> list[Instance]:
        """As the settings have it, few agents first."""
        wish = self.form.values
        facts = (float(wish["seconds"]), float(wish["radius"]), float(wish["speed"]), bool(wish["leave"]))
        return [
            Instance(e.key, e.create(self.options[e.key]), planners[FIRST].create(), scen, at, n, *facts)
            for n in numbers_of(int(wish["agents"]), int(wish["steps"]))
            for scen, at in self.files.pairs
            for e in self.entries
            if self.ticks[e.key].value
        ]

    def _show(self) -> None:
        titles = {e.key: e.title for e in self.entries}
        keys = list(dict.fromkeys(facts["policy"] for facts in self.found))
        marks = {key: f"series {colour}" for key, colour in zip(keys, apart([None] * len(keys)), strict=True)}
        named = {key: Marked(titles[key], marks[key]) for key in keys}
        self.table.rows = [(named[s["policy"]], *_row(s)) for s in summaries(self.found)]
        self.each.rows = [(named[facts["policy"]], *_each(facts)) for facts in self.found]
        by_number = {key: _by_number(facts for facts in self.found if facts["policy"] == key) for key in keys}
        for chart, which in ((self.solved, _share), (self.longer, _above)):
            chart.series = [
                Series.of(titles[key], *zip(*points, strict=True), role=marks[key])
                for key in keys
                if (points := [(y, n) for n, some in by_number[key].items() if (y := which(some)) is not None])
            ]


def _by_number(found: Iterable[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """The summary of a policy's runs with so many agents each."""
    groups: dict[int, list[dict[str, Any]]] = {}
    for facts in found:
        groups.setdefault(facts["agents"], []).append(facts)
    return {n: summaries(some)[0] for n, some in groups.items()}


def _share(summary: dict[str, Any]) -> float:
    return 100.0 * int(summary["solved"]) / int(summary["instances"])


def _above(summary: dict[str, Any]) -> float | None:
    above = summary["above_lower_bound"]
    return None if above is None else 100.0 * above


def _row(s: dict[str, Any]) -> tuple[Any, ...]:
    share = s["arrived"] / s["agents"] if s["agents"] else None
    return s["instances"], s["solved"], s["wrong"], share, s["seconds"], s["above_lower_bound"]


def _each(facts: dict[str, Any]) -> tuple[Any, ...]:
    fault = "" if facts["checked"] is True else str(facts["checked"])
    names = ("file", "agents", "arrived")
    costs = ("sum_of_costs", "lower_bound", "makespan", "deadlocks")
    return (*(facts[n] for n in names), "yes" if facts["solved"] else "no", *(facts[n] for n in costs), fault)
