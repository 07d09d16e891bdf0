"""The Bench tab: its pages, and a query from a table back onto the map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandbox.games.api import games
from sandbox.gametree.document.model import GameDocument
from sandbox.ui.benches.curves import CurvePage
from sandbox.ui.benches.experiments import ExperimentPage
from sandbox.ui.benches.instances import InstancePage
from sandbox.ui.benches.learning import LearnPage
from sandbox.ui.benches.matches import MatchPage
from sandbox.ui.benches.page import Page
from sandbox.ui.benches.scenarios import ScenarioPage
from sandbox.ui.benches.studies import StudyPage
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.seats import TIME, Seat, first_budget
from sandbox.ui.kit import Action, Tabs, Widget
from sandbox.ui.services import Services
from sandbox.ui.tabs import Tab


class BenchTab(Tab):
    """Batch work, page by page."""

    key = "bench"
    packages = frozenset({"level", "mesh", "planning", "games", "gametree", "agents", "bench"})

    def __init__(self, services: Services) -> None:
        self.services = services
        self.scenarios = ScenarioPage(services, self.open_query)
        self.pages: list[Page] = [
            self.scenarios,
            MatchPage(services, self.open_game),
            InstancePage(services),
            CurvePage(services),
            ExperimentPage(services),
            LearnPage(services, self.play_learned),
            StudyPage(services),
        ]
        self._tabs = Tabs([(page.title, page.content()) for page in self.pages], grow=1)

    def content(self) -> Widget:
        """The pages."""
        return self._tabs

    def actions(self) -> list[Action]:
        """Run and cancel what is in front."""
        idle, busy = (lambda: not self.page.crew.busy), (lambda: self.page.crew.busy)
        return [
            Action("bench.run", "Run the benchmark", ("F5",), self._run, idle, self.key),
            Action("bench.report", "Save a report of this page", ("Ctrl+P",), self._report, idle, self.key),
            Action("bench.cancel", "Cancel the benchmark", ("Escape",), self._cancel, busy, self.key),
        ]

    def shown(self) -> None:
        """The tab came to the front."""
        self.scenarios.follow_chosen()

    def _run(self) -> None:
        self.page.run()

    def _report(self) -> None:
        if self.page.reporting is None:
            names = ", ".join(page.title for page in self.pages if page.reporting is not None)
            self.services.say(f"Reports can be written of {names}; this page's table is copied as CSV or Markdown")
        else:
            self.page.reporting.ask()

    def _cancel(self) -> None:
        self.page.cancel()

    @property
    def page(self) -> Page:
        """The page in front."""
        return self.pages[self._tabs.bar.value]

    def open_query(self, at: Path, planner: str, start: Any, goal: Any) -> None:
        """Show a query on the map, with the planner it was asked of."""
        if self.services.show_tab is not None:
            maps: Any = self.services.show_tab("maps")
            maps.show_query(str(at), planner, start, goal)

    def open_game(self, document: GameDocument) -> None:
        """Put a game of a match on the board."""
        if self.services.show_tab is not None:
            boards: Any = self.services.show_tab("boards")
            boards.trees.leave()
            boards.files.take(document)

    def play_learned(self, game: str, evaluation: str, file: str) -> None:
        """A person against an engine with learned weights, on the board."""
        if self.services.show_tab is not None:
            boards: Any = self.services.show_tab("boards")
            boards.trees.leave()
            entry = games[game]
            settings = {"evaluation": evaluation, "weights": file}
            engine = Seat(budget=first_budget() | {"stop": TIME, "seconds": 0.2})
            engine.suit(entry, "pvs")
            engine.options["pvs"] = settings
            boards.session.seat(Match.new(entry), (Seat().chair, engine.chair))

    def tick(self) -> None:
        """Follow the batches."""
        for page in self.pages:
            page.poll()

    def warmed(self) -> None:
        """Work may begin."""
        for page in self.pages:
            page.warmed()

    @property
    def settled(self) -> bool:
        """No batch runs."""
        return not any(page.crew.busy for page in self.pages)

    def open_file(self, path: str, *, strict: bool = False) -> bool:  # noqa: ARG002
        """Scenario files."""
        if not path.endswith(".scen"):
            return False
        files = self.page.files if isinstance(self.page, InstancePage) else self.scenarios.files
        files.add(Path(path))
        return True

    def close(self) -> None:
        """End the processes."""
        for page in self.pages:
            page.crew.cancel()
