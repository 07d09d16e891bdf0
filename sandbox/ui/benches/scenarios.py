"""Planners over scenario files: a sortable table, box plots of times, speed against quality, query by query."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sandbox import figures
from sandbox.bench.report import summary
from sandbox.bench.runner import Job as BenchJob
from sandbox.bench.runner import Results, run_job
from sandbox.bench.scenarios import Selection, case_of, level_at
from sandbox.errors import SandboxError
from sandbox.level.model import Level
from sandbox.planning.api import Limits, Planner, planners
from sandbox.registry import Entry
from sandbox.settings import data_folder
from sandbox.ui.benches.files import ScenarioFiles
from sandbox.ui.benches.page import Page
from sandbox.ui.benches.reporting import Reporting, Write, of_scenarios
from sandbox.ui.forms import OptionButton, text_pairs
from sandbox.ui.jobs import Job, Stop
from sandbox.ui.kit import (
    BoxChart,
    Button,
    Checkbox,
    Column,
    Form,
    Label,
    Marked,
    Row,
    ScatterChart,
    Section,
    Series,
    Spacer,
    Table,
    TableColumn,
    Tabs,
    Widget,
)
from sandbox.ui.kit import Field as FormField
from sandbox.ui.services import Services

RANDOM = 500  # queries on the open map
NO_FILES = "None yet: add MovingAI .scen files, or take random queries on the map that is open."
SOON = "The algorithms are being prepared; it runs as soon as they are."
WHICH = {"sample": "A sample", "longest": "The longest", "all": "All"}
SELECTION = (
    FormField("which", "Queries", "choice", "sample", choices=tuple(WHICH), choice_labels=tuple(WHICH.values())),
    FormField("count", "How many", "int", 100, 1, 2000, 1, log=True),
    FormField("repeat", "Repeat", "int", 3, 1, 20, 1, help="The fastest of so many rounds counts"),
)


SHARE = "share of the optimum"
hundredths = partial(figures.percent, places=2)
COLUMNS = (
    TableColumn("Planner", 104, grow=1.0),
    TableColumn("File", 84, grow=1.0),
    TableColumn("Solved", 64, number=True),
    TableColumn("Wrong", 64, number=True, help="Answers that the checker or the file's optimum contradicts"),
    TableColumn("Median", 86, number=True, format=figures.micro, unit="µs", help="Time per query"),
    TableColumn("p95", 86, number=True, format=figures.micro, unit="µs", help="19 of 20 queries take less"),
    TableColumn("Ratio", 60, number=True, format=figures.times, help="Total time, first planner of the file = 1"),
    TableColumn("Longer", 70, number=True, format=hundredths, unit=SHARE, help="Mean above the optimum"),
    TableColumn("p99", 76, number=True, format=hundredths, unit=SHARE, help="99th percentile above the optimum"),
    TableColumn("Expanded", 82, number=True, help="By all queries together"),
    TableColumn("Prepared", 98, number=True, format=figures.milli, unit="ms", help="Once per map"),
)
QUERY_COLUMNS = (
    TableColumn("Query", 64, number=True),
    TableColumn("From", 90),
    TableColumn("To", 90),
    TableColumn("Time", 86, number=True, format=figures.micro, unit="µs"),
    TableColumn("Cost", 80, number=True, unit="cells"),
    TableColumn("Longer", 76, number=True, format=hundredths, unit=SHARE),
    TableColumn("Expanded", 88, number=True),
    TableColumn("Reason refused", 200, grow=1.0),
)


class ScenarioPage(Page):
    """Benchmarks of planners."""

    title = "Scenarios"
    reporting: Reporting

    def __init__(self, services: Services, open_query: Callable[[Path, str, Any, Any], None]) -> None:
        super().__init__(services)
        self.open_query = open_query
        self.worker = services.worker("queries")
        self.files = ScenarioFiles(services, NO_FILES)
        self.jobs: list[BenchJob] = []
        self.found: list[Results] = []
        self.chosen = chosen = services.chosen
        self.marks: dict[str, str] = {}  # the planners' colours as they were when the batch began
        self.ticks = {e.key: Checkbox(e.title, mark=chosen.mark(e.key), tip=e.summary, grow=1) for e in planners}
        for key, tick in self.ticks.items():
            tick.on_change = partial(self._tick, key)
        self.options = chosen.options
        self.forms = {e.key: OptionButton(e, self.options[e.key], chosen.keep) for e in planners}
        self.follow_chosen()
        self.form = Form(SELECTION)
        words = "Choose scenario files and run"
        self.table = Table(COLUMNS, placeholder=words, multi=False, fixed=1, on_select=self._chosen)
        words = "Select a row above"
        self.queries = Table(QUERY_COLUMNS, placeholder=words, multi=False, on_activate=self._open)
        self.boxes = BoxChart(title="Time per query, µs", log_y=True)
        self.scatter = ScatterChart(
            title="Speed against quality", x_label="median µs", y_label="% above the optimum", log_x=True
        )
        self.scatter.named = self.scatter.zero = True
        self.shown = -1
        self.reporting = Reporting(services, self.worker, self._writer)
        self._wanted = False  # it runs as soon as the algorithms are ready

    def _writer(self) -> Write | None:
        return of_scenarios(list(self.found)) if self.found else None

    def settings(self) -> list[Widget]:
        """Files, planners, how much."""
        here = Button("Random queries", icon="dices", on_click=self.take_open_map, tip="On the map that is open")
        lines = [self._line(entry) for entry in planners]
        return [
            Section("Queries", [self.files.list, self.files.button, here, self.form]),
            Section("Planners", lines, gap=2),
        ]

    def _line(self, entry: Entry[Planner]) -> Widget:
        return Row([self.ticks[entry.key], self.forms[entry.key]], gap=2)

    def _tick(self, key: str, on: bool) -> None:
        """Tick a planner or not, here as everywhere."""
        self.chosen.tick(key, on=on)
        self.follow_chosen()

    def follow_chosen(self) -> None:
        """What is ticked, in which colours, with what options: other tabs change that, too."""
        for key, tick in self.ticks.items():
            tick.mark, tick.value = self.chosen.mark(key), key in self.chosen.ticked
            tick.touch()
            self.forms[key].follow()

    def results(self) -> list[Widget]:
        """Table, charts, single queries."""
        note = Label("Double-click a query to see it on the map.", style="small", role="dim")
        charts = Row([self.boxes, self.scatter], gap=12, grow=1, cross="stretch")
        head = Row([Spacer(), self.reporting.button])
        return [head, self.table, Tabs([("Charts", charts), ("Queries", Column([self.queries, note], gap=6))], grow=1)]

    # Files -------------------------------------------------------------------------------------------

    def take_open_map(self) -> None:
        """Random queries on the level of the Maps tab; their optima take a while, so a worker finds them."""
        if not self.ready or self.services.show_tab is None:
            self.note.text = self.ready_note
            return
        maps: Any = self.services.show_tab("maps")
        self.services.show_tab("bench")
        self.note.text = f"Finding the optima of {RANDOM} random queries …"
        work = partial(_random_queries, maps.level.copy(), maps.files.name or "level")
        self.worker.submit(Job("Random queries", "random", work, self._made))

    def _made(self, found: tuple[Path, Path] | Exception) -> None:
        self.note.text = ""
        if isinstance(found, Exception):
            self.services.root.toast("Not added", str(found), "bad")
            return
        self.files.take(found)

    # Running -----------------------------------------------------------------------------------------

    def warmed(self) -> None:
        """Work may begin; what was asked for before does."""
        super().warmed()
        if self._wanted:
            self.run()

    def run(self) -> None:
        """One job for each file and planner; asks for a file if there is none, and waits for the algorithms."""
        if not self.files.pairs:
            self.files.ask(self.run)
            return
        self._wanted = not self.ready
        if self._wanted:
            self.note.text = SOON
            return
        wish = self.form.values
        count, which = int(wish["count"]), str(wish["which"])
        selection = Selection(count if which == "longest" else 0, count if which == "sample" else 0)
        chosen = [key for key, tick in self.ticks.items() if tick.value]
        self.jobs = [
            BenchJob(key, text_pairs(self.options[key]), scen, at, selection, int(wish["repeat"]))
            for scen, at in self.files.pairs
            for key in chosen
        ]
        if not self.jobs:
            self.note.text = "Tick a planner first."
            return
        self.shown = -1
        self.marks = {key: self.chosen.mark(key) for key in chosen}
        self.start_anew(run_job, self.jobs)

    def _came(self, number: int, found: Results) -> None:
        self.found.append(found)
        self.services.say(
            f"{title_of(found.job.label)} on {found.job.scen.name}: "
            f"{int(found.solved.sum())} solved, {found.wrong} wrong"
        )
        if number == 0:
            self._chosen([0])
        self._show()

    def _show(self) -> None:
        self.reporting.refresh()
        facts = [summary(r) for r in self.found]
        totals: dict[tuple[str, str], float] = {}
        rows = []
        for fact in facts:
            times, over = fact["query_us"], fact["suboptimality"]
            base = totals.setdefault((fact["folder"], fact["file"]), times["total"] or 0.0)
            ratio = times["total"] / base if base and times["total"] else None
            name = Marked(title_of(fact["planner"]), self._mark(fact))
            rows.append(
                (name, fact["file"], fact["solved"], fact["wrong"], times["median"], times["p95"], ratio,
                 over["mean"], over["p99"], fact["expanded"], fact["prepare_ms"])
            )  # fmt: skip
        self.table.rows = rows
        self._show_charts(facts)

    def _show_charts(self, facts: list[dict[str, Any]]) -> None:
        named = [(title_of(fact["planner"]), self._mark(fact)) for fact in facts]
        self.boxes.series = [
            Series.of(name, np.maximum(found.ns / 1e3, 1e-3), role=mark)
            for (name, mark), found in zip(named, self.found, strict=True)
        ]
        self.scatter.series = [_point(name, mark, fact) for (name, mark), fact in zip(named, facts, strict=True)]

    def _mark(self, fact: dict[str, Any]) -> str:
        """The colour of a result's planner: the one it has on the map."""
        return self.marks.get(fact["planner"].split(":")[0], "")

    def _chosen(self, rows: list[int]) -> None:
        if not rows or rows[0] >= len(self.found):
            return
        self.shown = rows[0]
        results, case = self.found[self.shown], self._case(self.shown)
        self.queries.rows = [_query_row(results, case, i) for i in range(len(results.ns))]

    def _case(self, row: int) -> Any:
        job = self.jobs[row]
        return case_of(job.scen, level_at(job.map), job.selection)

    def _open(self, row: int) -> None:
        case, job = self._case(self.shown), self.jobs[self.shown]
        self.open_query(job.map, job.planner, tuple(case.start[row].tolist()), tuple(case.goal[row].tolist()))


def _random_queries(level: Level, name: str, stop: Stop) -> tuple[Path, Path] | Exception | None:
    """A scenario file of random queries and its map, or what is wrong with the level or the disk."""
    from sandbox.bench.random_queries import write_case

    scen, at = (data_folder() / "bench" / f"{name}{ending}" for ending in (".scen", ".json"))
    try:
        at.unlink(missing_ok=True)  # the level may have changed since
        return (scen, at) if write_case(level, at, scen, RANDOM, Limits(stop=stop)) else None
    except (SandboxError, OSError) as error:
        return error


def title_of(label: str) -> str:
    """A planner's label of the command line with its title instead of its key."""
    key, _, options = label.partition(":")
    return f"{planners[key].title} ({options.replace(':', ' ')})" if options else planners[key].title


def _query_row(results: Results, case: Any, i: int) -> tuple[Any, ...]:
    """One query of a result in the table."""
    cost = float(results.cost[i]) if results.solved[i] else None
    above = max(cost / float(results.optimal[i]) - 1, 0.0) if cost is not None and results.optimal[i] > 0 else None
    where = figures.place(*case.start[i]), figures.place(*case.goal[i])
    return (i + 1, *where, results.ns[i] / 1e3, cost, above, int(results.expanded[i]), results.reason[i])


def _point(name: str, mark: str, fact: dict[str, Any]) -> Series:
    """A planner on a file in the scatter plot."""
    over, median = round(100 * (fact["suboptimality"]["mean"] or 0.0), 3), fact["query_us"]["median"] or 0.0
    return Series.of(name, [over], [max(median, 1e-3)], role=mark, labels=[fact["file"]])
