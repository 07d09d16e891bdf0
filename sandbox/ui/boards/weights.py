"""A file of other weights for an engine's evaluation: chosen, looked at, and taken only if it fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sandbox.errors import SandboxError
from sandbox.games.api import games
from sandbox.gametree.evaluation.judging import BEST, evaluation_for
from sandbox.settings import assets_folder
from sandbox.ui.boards.seats import WEIGHTS
from sandbox.ui.kit import Button, FileDialog, IconButton, Label, Row

SHIPPED = "Those that ship"


class WeightsRow(Row):
    """Which file it is, a button to choose another, and one to go back to the weights that ship."""

    def __init__(self, game: str, values: Mapping[str, Any], put: Callable[[str], None]) -> None:
        self._game, self._values, self._put = game, values, put
        self.button = Button(SHIPPED, icon="folder-open", on_click=self._browse, grow=1)
        self.button.tip = "A file of other weights for the evaluation"
        self.back = IconButton("rotate-ccw", compact=True, on_click=lambda: self.take(""), tip=SHIPPED)
        super().__init__([Label("Weights", role="dim"), self.button, self.back], gap=12)
        self.show(str(values.get(WEIGHTS, "")))

    def show(self, file: str) -> None:
        """Which file it is now; nothing for the weights that ship."""
        self.button.text = Path(file).name if file else SHIPPED
        self.back.enabled = bool(file)

    def _browse(self) -> None:
        types = [("Weights", (".toml", ".weights")), ("All files", ())]
        folder = assets_folder() / "weights"
        FileDialog("open", lambda path: self.take(str(path)), folder=folder, types=types).open(self.root)

    def take(self, file: str) -> None:
        """This file from now on, if the evaluation can use it."""
        try:
            if file:
                key = str(self._values.get("evaluation", BEST))
                evaluation_for(games[self._game].create(), key, file).weights()
        except SandboxError as error:
            self.root.toast("Not taken", str(error), "bad")
            return
        self.show(file)
        self._put(file)
