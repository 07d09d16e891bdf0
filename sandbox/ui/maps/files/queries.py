"""A scenario file on its map: leafed through by the bar over it, the file's optimal length beside ours."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.level.edits import SetMarker
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Action, Button, Column, IconButton, Label, NumberField, Row
from sandbox.ui.maps.files.commands import reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.bench.shown.leafing import Leaves
    from sandbox.ui.jobs import Stop
    from sandbox.ui.maps.files.commands import LevelFiles
    from sandbox.ui.maps.session import Session

ENDING = ".scen"


class Queries:
    """Which query of which file is shown. Moving an end, or another level, is the person's own again."""

    def __init__(self, session: Session, files: LevelFiles) -> None:
        self.session, self.files = session, files
        self.leaves: Leaves | None = None
        self.at = 0
        self._opening = False
        self.name = Label("", style="strong", grow=1)
        self.number = NumberField(1, least=1, most=1, width=84, tip="The query, from 1")
        self.number.on_number = lambda number: self.go(round(number) - 1)
        self.count = Label("", role="dim")
        self.words = Label("", style="small", role="dim")
        self.bar = self._build()
        files.others.append(self.open)
        session.editing.taken.append(self._taken)
        session.asking.on_answer.append(self._tell)

    def _build(self) -> Column:
        before = IconButton(
            "chevron-left", compact=True, on_click=self.previous, tip="Previous query", tip_key="PageUp"
        )
        after = IconButton("chevron-right", compact=True, on_click=self.next, tip="Next query", tip_key="PageDown")
        longest = Button("Longest", compact=True, on_click=self.longest, tip="The query with the longest path")
        close = IconButton("x", compact=True, on_click=self.close, tip="Close the scenario and keep the map")
        line = Row([self.name, before, self.number, self.count, after, longest, close], gap=8)
        return Column([line, self.words], gap=2, pad=(10, 4), fill="panel", visible=False)

    # Opening -------------------------------------------------------------------------------------------

    def open(self, path: Path) -> bool:
        """Read a scenario and its map, and show its longest query, once nothing would be lost."""
        if path.suffix.lower() != ENDING or not path.is_file():
            return False
        self.files.chosen = True  # it comes in a moment: nothing is to be offered meanwhile

        def work(stop: Stop) -> Leaves | Exception:  # noqa: ARG001
            from sandbox.bench.shown.leafing import Leaves

            try:
                return Leaves.open(path)
            except (SandboxError, OSError) as error:
                return error

        read = partial(self._read, path)
        self.session.services.reader.submit(Job(f"Reading {path.name}", "scenario", work, read))
        return True

    def _read(self, path: Path, found: Leaves | Exception) -> None:
        if isinstance(found, Exception):
            self.session.root.toast("Not opened", reason(found, path), "bad", [])
        else:
            self.files.leave(lambda: self.show(found))

    def show(self, leaves: Leaves) -> None:
        """Show a file's map, at its longest query."""
        at = leaves.longest
        leaves.level.markers.update(leaves.place(at))
        self._opening = True
        self.files.take_opened(leaves.level, leaves.map)
        self.files.recall(leaves.path)
        self._opening = False
        self.leaves, self.at = leaves, at
        self.number.most = len(leaves)
        self.name.text, self.count.text = leaves.path.name, f"of {len(leaves):,}"
        self.bar.visible = True
        self._tell()

    def close(self) -> None:
        """Leave the scenario."""
        self.leaves = None
        self.bar.visible = False

    def _taken(self) -> None:
        if not self._opening:
            self.close()

    # Leafing -------------------------------------------------------------------------------------------

    def go(self, query: int) -> None:
        """Ask one of the queries, counted from 0."""
        leaves, session = self.leaves, self.session
        if leaves is None:
            return
        self.at = min(max(query, 0), len(leaves) - 1)
        session.editing.close_gesture()
        for name, marker in leaves.place(self.at).items():
            if session.level.markers.get(name) != marker:
                session.level.apply(SetMarker(name, marker))
        session.editing.stepped()  # no step, but whoever lists places follows
        self._tell()

    def next(self) -> None:
        """The one after."""
        self.go(self.at + 1)

    def previous(self) -> None:
        """The one before."""
        self.go(self.at - 1)

    def longest(self) -> None:
        """The one with the longest way."""
        if self.leaves is not None:
            self.go(self.leaves.longest)

    def _tell(self) -> None:
        """What the file says, and what the planner looked at says."""
        leaves, row = self.leaves, self.session.asking.focus
        if leaves is None:
            return
        from sandbox.bench.shown.leafing import beside

        self.number.value = self.at + 1
        optimal, bucket = leaves.optimal(self.at), int(leaves.scenario.bucket[self.at])
        said = f"Bucket {bucket}  ·  optimal {optimal:.2f}"
        if not leaves.asks(self.at, self.session.query):
            ours = "start or goal is elsewhere now"
        elif row is None or row.plan is None:
            ours = ""
        else:
            ours = f"{row.entry.title}: {beside(optimal, row.plan, self.session.radius)}"
        self.words.text = "  ·  ".join(part for part in (said, ours) if part)

    def actions(self) -> list[Action]:
        """Keys that work while a scenario is open."""
        spec: list[tuple[str, str, tuple[str, ...], Callable[[], None], str]] = [
            ("next-query", "Next query of the scenario", ("PageDown",), self.next, "chevron-right"),
            ("previous-query", "Previous query of the scenario", ("PageUp",), self.previous, "chevron-left"),
            ("longest-query", "Longest query of the scenario", ("Ctrl+PageDown",), self.longest, "route"),
        ]
        return [
            Action(f"maps.{n}", title, keys, run, lambda: self.leaves is not None, "maps", icon)
            for n, title, keys, run, icon in spec
        ]
