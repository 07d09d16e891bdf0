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
from sandbox.bench.scenarios import Selection, case_of, level_at, map_of
from sandbox.errors import SandboxError
from sandbox.level.model import Level
from sandbox.planning.api import Limits, Planner, planners
from sandbox.registry import Entry
from sandbox.settings import data_folder
from sandbox.ui.benches.page import Page
from sandbox.ui.forms import OptionButton, text_pairs
from sandbox.ui.jobs import Job, Stop
from sandbox.ui.kit import (
    BoxChart,
    Button,
    Checkbox,
    Column,
    FileDialog,
    Form,
    IconButton,
    Label,
    Marked,
    Row,
    ScatterChart,
    Section,
    Series,
    Table,
    TableColumn,
    Tabs,
    Widget,
)
from sandbox.ui.kit import Field as FormField
from sandbox.ui.services import Services

RANDOM = 500  # queries on the open map
WHICH = {"sample": "A sample", "longest": "The longest", "all": "All"}
SELECTION = (
    FormField("which", "Queries", "choice", "sample", choices=tuple(WHICH), choice_labels=tuple(WHICH.values())),
    FormField("count", "How many", "int", 100, 1, 2000, 1, log=True),
    FormField("repeat", "Repeat", "int", 3, 1, 20, 1, help="The fastest of so many rounds counts"),
)


hundredths = partial(figures.percent, places=2)
COLUMNS = (
    TableColumn("Planner", 104, grow=1.0),
    TableColumn("File", 84, grow=1.0),
    TableColumn("Solved", 64, number=True),
    TableColumn("Wrong", 64, number=True, help="Answers the checker or the file's optimum refused"),
    TableColumn("Median", 86, number=True, format=figures.micro),
    TableColumn("p95", 70, number=True, format=figures.micro),
    TableColumn("Ratio", 60, number=True, format=figures.times, help="Total time, first planner of the file = 1"),
    TableColumn("Longer", 70, number=True, format=hundredths, help="Mean above the optimum"),
    TableColumn("p99", 62, number=True, format=hundredths, help="99th percentile above the optimum"),
    TableColumn("Expanded", 82, number=True),
    TableColumn("Prepared", 98, number=True, format=figures.milli),
)
QUERY_COLUMNS = (
    TableColumn("Query", 64, number=True),
    TableColumn("From", 90),
    TableColumn("To", 90),
    TableColumn("Time", 80, number=True, format=figures.micro),
    TableColumn("Cost", 80, number=True),
    TableColumn("Longer", 76, number=True, format=hundredths),
    TableColumn("Expanded", 88, number=True),
    TableColumn("Refused because", 200, grow=1.0),
)


class ScenarioPage(Page):
    """Benchmarks of planners."""

    title = "Scenarios"

    def __init__(self, services: Services, open_query: Callable[[Path, str, Any, Any], None]) -> None:
        super().__init__(services)
        self.open_query = open_query
        self.worker = services.worker("queries")
        self.files: list[tuple[Path, Path]] = []  # scenario, map
        self.jobs: list[BenchJob] = []
        self.found: list[Results] = []
        chosen = services.chosen
        self.ticks = {e.key: Checkbox(e.title, e.key in chosen.ticked, tip=e.summary) for e in planners}
        for key, tick in self.ticks.items():
            tick.on_change = partial(chosen.turn, key)
        self.options = chosen.options
        self.form = Form(SELECTION)
        self.file_list = Column([self._no_files()], gap=4)
        self.table = Table(COLUMNS, placeholder="Choose scenario files and run", multi=False, on_select=self._chosen)
        self.queries = Table(QUERY_COLUMNS, placeholder="Select a row above", multi=False, on_activate=self._open)
        self.boxes = BoxChart(title="Time per query, µs", log_y=True)
        self.scatter = ScatterChart(
            title="Speed against quality", x_label="median µs", y_label="% above the optimum", log_x=True
        )
        self.scatter.named = self.scatter.zero = True
        self.shown = -1

    def _no_files(self) -> Widget:
        words = "None yet: add MovingAI .scen files, or take random queries on the map that is open."
        return Label(words, style="small", role="dim", wrap=True)

    def settings(self) -> list[Widget]:
        """Files, planners, how much."""
        add = Button("Add .scen files", icon="folder-open", on_click=self._add)
        here = Button("Random queries on the open map", icon="dices", on_click=self.take_open_map)
        lines = [self._line(entry) for entry in planners]
        return [Section("Queries", [self.file_list, add, here, self.form]), Section("Planners", lines, gap=2)]

    def _line(self, entry: Entry[Planner]) -> Widget:
        tick = self.ticks[entry.key]
        tick.grow = 1
        return Row([tick, OptionButton(entry, self.options[entry.key], self.services.chosen.keep)], gap=2)

    def follow_chosen(self) -> None:
        """Other tabs tick planners, too."""
        for key, tick in self.ticks.items():
            tick.value = key in self.services.chosen.ticked

    def results(self) -> list[Widget]:
        """Table, charts, single queries."""
        note = Label("Double-click a query to see it on the map.", style="small", role="dim")
        charts = Row([self.boxes, self.scatter], gap=12, grow=1, cross="stretch")
        return [self.table, Tabs([("Charts", charts), ("Queries", Column([self.queries, note], gap=6))], grow=1)]

    # Files -------------------------------------------------------------------------------------------

    def _add(self) -> None:
        recent = [Path(p) for p in self.services.settings.scenarios if Path(p).is_file()]
        folder = recent[0].parent if recent else None
        types = [("Scenarios", (".scen",))]
        FileDialog("open", self.add_file, folder=folder, types=types, recent=recent).open(self.services.root)

    def add_file(self, path: Path) -> None:
        """Take a scenario file and find its map."""
        try:
            self.files.append((path, map_of(path)))
        except (SandboxError, OSError) as error:
            self.services.root.toast("Not added", str(error), "bad")
            return
        recent = [p for p in self.services.settings.scenarios if p != str(path)]
        self.services.settings.scenarios = [str(path), *recent][:8]
        self._show_files()

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
        self.files = [*(pair for pair in self.files if pair != found), found]
        self._show_files()

    def _show_files(self) -> None:
        lines: list[Widget] = []
        for pair in self.files:
            drop = IconButton("x", compact=True, on_click=lambda p=pair: self._drop(p), tip="Remove")  # type: ignore[misc]
            lines.append(Row([Label(pair[0].name, grow=1, tip=str(pair[0])), drop], gap=4))
        self.file_list.replace_children(lines or [self._no_files()])

    def _drop(self, pair: tuple[Path, Path]) -> None:
        self.files.remove(pair)
        self._show_files()

    # Running -----------------------------------------------------------------------------------------

    def run(self) -> None:
        """One job for each file and planner."""
        wish = self.form.values
        count, which = int(wish["count"]), str(wish["which"])
        selection = Selection(count if which == "longest" else 0, count if which == "sample" else 0)
        chosen = [key for key, tick in self.ticks.items() if tick.value]
        self.jobs = [
            BenchJob(key, text_pairs(self.options[key]), scen, at, selection, int(wish["repeat"]))
            for scen, at in self.files
            for key in chosen
        ]
        if not self.jobs:
            self.note.text = "Add a file and tick a planner first."
            return
        self.found, self.shown = [], -1
        self._show()
        self.start(run_job, self.jobs, self._came)

    def _came(self, number: int, results: Results) -> None:
        self.found.append(results)
        self.services.say(
            f"{title_of(results.job.label)} on {results.job.scen.name}: "
            f"{int(results.solved.sum())} solved, {results.wrong} wrong"
        )
        if number == 0:
            self._chosen([0])
        self._show()

    def _show(self) -> None:
        facts = [summary(r) for r in self.found]
        totals: dict[tuple[str, str], float] = {}
        rows = []
        for number, fact in enumerate(facts):
            times, over = fact["query_us"], fact["suboptimality"]
            base = totals.setdefault((fact["folder"], fact["file"]), times["total"] or 0.0)
            ratio = times["total"] / base if base and times["total"] else None
            name = Marked(title_of(fact["planner"]), f"series {number}")
            rows.append(
                (name, fact["file"], fact["solved"], fact["wrong"], times["median"], times["p95"], ratio,
                 over["mean"], over["p99"], fact["expanded"], fact["prepare_ms"])
            )  # fmt: skip
        self.table.rows = rows
        self._show_charts(facts)

    def _show_charts(self, facts: list[dict[str, Any]]) -> None:
        names = [title_of(fact["planner"]) for fact in facts]
        self.boxes.series = [Series.of(n, np.maximum(r.ns / 1e3, 1e-3)) for n, r in zip(names, self.found, strict=True)]
        self.scatter.series = [_point(name, fact) for name, fact in zip(names, facts, strict=True)]

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


def _point(name: str, fact: dict[str, Any]) -> Series:
    """A planner on a file in the scatter plot."""
    over, median = round(100 * (fact["suboptimality"]["mean"] or 0.0), 3), fact["query_us"]["median"] or 0.0
    return Series.of(name, [over], [max(median, 1e-3)], labels=[fact["file"]])
