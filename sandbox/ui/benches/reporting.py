"""A benchmark's results as a page for others: Markdown with its charts beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.settings import data_folder
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Button, FileDialog

if TYPE_CHECKING:
    from sandbox.bench.curves import Measured
    from sandbox.bench.match import Pairing, Played
    from sandbox.bench.runner import Results
    from sandbox.ui.jobs import Stop, Worker
    from sandbox.ui.services import Services

ENDING = ".md"


Write = Callable[[Path], list[Path]]


class Reporting:
    """Where a page of what was found is written to.

    `writer` makes what writes it, beside the frame, of what has been found so far; None while that is nothing.
    """

    def __init__(self, services: Services, worker: Worker, writer: Callable[[], Write | None]) -> None:
        self.services, self.worker, self.writer = services, worker, writer
        tip = "A page with tables and charts, for others"
        self.button = Button("Report …", icon="file-down", compact=True, on_click=self.ask, tip=tip, enabled=False)

    def refresh(self) -> None:
        """There is something to report, or not."""
        self.button.enabled = self.writer() is not None

    def ask(self) -> None:
        """Ask for a name."""
        if self.writer() is None:
            self.services.say("Run a benchmark first: its results are what is reported")
            return
        folder = data_folder() / "bench"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            folder = Path.home()
        types = [("Reports", (ENDING,))]
        dialog = FileDialog(
            "save", self.write, folder=folder, name=f"report{ENDING}", types=types, title="Save a report"
        )
        dialog.open(self.services.root)

    def write(self, path: Path) -> None:
        """Write the page and its charts beside the frame."""
        write = self.writer()
        if write is None:
            return

        def work(stop: Stop) -> list[Path] | Exception:  # noqa: ARG001
            try:
                return write(path)
            except (SandboxError, OSError) as error:
                return error

        self.worker.submit(Job(f"Writing {path.name}", "report", work, self._written))
        self.services.say(f"Writing {path.name} …")

    def _written(self, files: list[Path] | Exception) -> None:
        if isinstance(files, Exception):
            self.services.root.toast("Not written", str(files), "bad")
        else:
            charts = len(files) - 1
            self.services.say(f"Saved {files[0]}, with {charts} {'chart' if charts == 1 else 'charts'} beside it")


def of_scenarios(found: list[Results]) -> Write:
    """What writes planners' results."""

    def write(path: Path) -> list[Path]:
        from sandbox.bench.report import run_facts
        from sandbox.bench.scenarios import SEED
        from sandbox.bench.shown.paper import write_paper

        return write_paper(found, path, run_facts(SEED))

    return write


def of_match(rounds: list[Pairing], played: list[Played], seed: int) -> Write:
    """What writes a match."""

    def write(path: Path) -> list[Path]:
        from sandbox.bench.report import run_facts
        from sandbox.bench.shown.match_paper import write_match

        return write_match(rounds, played, path, run_facts(seed))

    return write


def of_curves(points: dict[str, list[Measured]]) -> Write:
    """What writes curves."""

    def write(path: Path) -> list[Path]:
        from sandbox.bench.report import run_facts
        from sandbox.bench.shown.curve_paper import write_curves

        return write_curves(points, path, run_facts(None))

    return write
