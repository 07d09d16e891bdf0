"""Change what a terrain is called, how it looks and what it costs, or make a new one of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox.errors import BadInput
from sandbox.level.edits import SetPalette
from sandbox.level.terrain import MAX_COST, Palette, Pattern, Terrain
from sandbox.ui.kit import Column, Dialog, Field, Form, Label
from sandbox.ui.kit.overlays.dialogs import CANCEL, Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sandbox.ui.maps.tools.parts.api import Workbench

EIGHTH = 1 / 8


def fields_of(terrain: Terrain) -> list[Field]:
    """Controls for one terrain."""
    return [
        Field("name", "Name", "text", terrain.name),
        Field("blocked", "Blocked", "bool", terrain.blocked, help="Nothing may enter"),
        Field(
            "cost", "Cost", "float", max(terrain.cost, 1.0), 1.0, MAX_COST, EIGHTH, help="Lengths are multiplied by it",
            visible=lambda values: not values["blocked"],
        ),
        Field("colour", "Colour", "text", terrain.colour, help="#rrggbb, on a dark ground"),
        Field("pattern", "Pattern", "choice", terrain.pattern, choices=list(Pattern), help="Tells it without colour"),
    ]  # fmt: skip


def terrain_of(values: Mapping[str, Any]) -> Terrain:
    """The terrain a form describes; costs go in eighths."""
    cost = 0.0 if values["blocked"] else round(values["cost"] / EIGHTH) * EIGHTH
    return Terrain(values["name"].strip(), values["colour"].strip(), values["pattern"], cost)


def open_terrain(bench: Workbench) -> None:
    """Open the dialog for the current terrain."""
    palette, code = bench.level.palette, min(bench.paint.code, len(bench.level.palette) - 1)
    form = Form(fields_of(palette[code]))

    def put(label: str, palette_with: Callable[[Terrain], Palette]) -> bool:
        try:
            return bench.editing.step(label, SetPalette(palette_with(terrain_of(form.values)), label))
        except BadInput as refusal:
            bench.canvas.root.toast("Not changed", str(refusal), "warn")
            return False

    def change() -> None:
        put(f"Change {palette[code].name}", lambda terrain: palette.changed(code, terrain))

    def add() -> None:
        if put("Add terrain", lambda terrain: Palette((*palette, terrain))):
            bench.paint.set(code=len(palette))

    words = "Cells of this terrain follow at once; a new one needs a name of its own."
    note = Label(words, style="small", role="dim", wrap=True)
    body = Column([form, note], gap=10)
    answers: list[Answer] = [CANCEL, ("Add as new", "plain", add), ("Change", "primary", change)]
    Dialog(f"Terrain: {palette[code].name}", body, answers).open(bench.canvas.root)
