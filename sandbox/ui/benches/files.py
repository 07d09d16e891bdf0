"""Scenario files that a page works on: added, remembered, dropped, each with its map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandbox.bench.scenarios import map_of
from sandbox.errors import SandboxError
from sandbox.ui.kit import Button, Column, FileDialog, IconButton, Label, Row, Widget
from sandbox.ui.kit.events import nothing
from sandbox.ui.services import Services

REMEMBERED = 8  # files offered again


class ScenarioFiles:
    """The list, and the button that adds to it."""

    def __init__(self, services: Services, empty: str) -> None:
        self.services = services
        self.pairs: list[tuple[Path, Path]] = []  # scenario, map
        self._empty = empty
        self.list = Column([self._nothing()], gap=4)
        self.button = Button("Add .scen files", icon="folder-open", on_click=self.ask)

    def _nothing(self) -> Widget:
        return Label(self._empty, style="small", role="dim", wrap=True)

    def ask(self, then: Callable[[], object] = nothing) -> None:
        """Let somebody choose a file, and go on from there."""

        def take(path: Path) -> None:
            if self.add(path):
                then()

        recent = [Path(p) for p in self.services.settings.scenarios if Path(p).is_file()]
        folder = recent[0].parent if recent else None
        types = [("Scenarios", (".scen",))]
        FileDialog("open", take, folder=folder, types=types, recent=recent).open(self.services.root)

    def add(self, path: Path) -> bool:
        """Take a scenario file and find its map; whether that went well."""
        try:
            pair = path, map_of(path)
        except (SandboxError, OSError) as error:
            self.services.root.toast("Not added", str(error), "bad")
            return False
        recent = [p for p in self.services.settings.scenarios if p != str(path)]
        self.services.settings.scenarios = [str(path), *recent][:REMEMBERED]
        self.take(pair)
        return True

    def take(self, pair: tuple[Path, Path]) -> None:
        """Have a file and its map in the list, last and once."""
        self.pairs = [*(one for one in self.pairs if one != pair), pair]
        self._show()

    def _drop(self, pair: tuple[Path, Path]) -> None:
        self.pairs.remove(pair)
        self._show()

    def _show(self) -> None:
        lines: list[Widget] = []
        for pair in self.pairs:
            drop = IconButton("x", compact=True, on_click=lambda p=pair: self._drop(p), tip="Remove")  # type: ignore[misc]
            lines.append(Row([Label(pair[0].name, grow=1, tip=str(pair[0])), drop], gap=4))
        self.list.replace_children(lines or [self._nothing()])
