"""What all pages share: settings at the left with run, cancel and progress, results at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandbox.ui.benches.crew import Crew
from sandbox.ui.benches.reporting import Reporting
from sandbox.ui.kit import Button, Column, Label, ProgressBar, Row, Scroll, Splitter, Widget
from sandbox.ui.services import Services

LEAST = (264, 120)  # of settings and results: a row of the settings is not cut, however large all is


class Page:
    """One kind of batch work."""

    title = ""
    reporting: Reporting | None = None  # where a page of its results is written
    found: list[Any]  # what came of the items that are done
    ready_note = "The algorithms are being prepared; this can run as soon as they are."

    def __init__(self, services: Services) -> None:
        self.services = services
        self.crew = Crew(services.wake)
        self.run_button = Button("Run", icon="play", kind="primary", on_click=self.run, grow=1)
        self.cancel_button = Button("Cancel", icon="x", on_click=self.cancel, enabled=False)
        self.bar = ProgressBar(0.0)
        self.note = Label("", style="small", role="dim", wrap=True)
        self.ready = False

    def content(self) -> Widget:
        """Settings and results."""
        foot = Column([self.note, self.bar, Row([self.run_button, self.cancel_button], gap=8)], gap=8, pad=(16, 12))
        left = Column([Scroll(Column(self.settings(), gap=12, pad=16), grow=1), foot], gap=0, fill="panel")
        return Splitter(left, Column(self.results(), gap=12, pad=16), share=0.3, least=LEAST)

    def settings(self) -> list[Widget]:
        """The controls."""
        raise NotImplementedError

    def results(self) -> list[Widget]:
        """Tables and charts."""
        raise NotImplementedError

    def run(self) -> None:
        """Start what the settings ask for."""
        raise NotImplementedError

    def start_anew(self, call: Callable[..., Any], items: Sequence[Any]) -> None:
        """Run a batch; what came of the one before is gone, and what comes is shown as it does."""
        self.found = []
        self._show()
        self.start(call, items, self._came)

    def _came(self, number: int, found: Any) -> None:  # noqa: ARG002
        """An item is done."""
        self.found.append(found)
        self._show()

    def _show(self) -> None:
        """Show what has been found so far."""

    def start(self, call: Callable[..., Any], items: Sequence[Any], done: Callable[[int, Any], None]) -> None:
        """Run a batch."""
        self.crew.start(call, items, done, self.services.failed)
        self._show_state()

    def cancel(self) -> None:
        """Stop; results so far stay."""
        count = self.crew.finished
        self.crew.cancel()
        self._show_state()
        self.note.text = f"Cancelled after {count}."

    def poll(self) -> None:
        """Follow the batch."""
        if self.crew.poll():
            self._show_state()

    def _show_state(self) -> None:
        busy = self.crew.busy
        self.run_button.enabled, self.cancel_button.enabled = self.ready and not busy, busy
        total = max(self.crew.total, 1)
        self.bar.value = self.crew.finished / total
        if busy:
            self.note.text = f"{self.crew.finished} of {self.crew.total} done"
        elif self.crew.total:
            self.note.text = f"All {self.crew.total} done."

    def warmed(self) -> None:
        """Work may be asked for."""
        self.ready = True
        self.note.text = ""
        self._show_state()
