"""What a ledger shows on the map: where a term arises, and the way that would be taken without it."""

from __future__ import annotations

import numpy as np

from sandbox.layers import CellField, Layer, Role, Segments
from sandbox.planning.why.ledger import Term
from sandbox.planning.worlds import Cells

GROUP = "Why"


def term_layers(term: Term, width: int, height: int, version: int) -> list[Layer]:
    """The cells of a term, and its alternative."""
    return [
        cell_layer(term.name, term.words, term.cells, width, height, version),
        Segments(
            name=f"without: {term.name}",
            legend="The way of the world that is freer by this",
            group=GROUP,
            role=Role.GOOD,
            ends=term.points,
            chained=True,
            dashed=True,
            width=2.0,
            version=version,
        ),
    ]


def cell_layer(name: str, legend: str, cells: Cells, width: int, height: int, version: int) -> CellField:
    """Some cells, marked."""
    values = np.full((height, width), np.nan, np.float32)
    values[cells[:, 1], cells[:, 0]] = 1.0
    return CellField(
        name=name, legend=legend, group=GROUP, role=Role.BAD, values=values, low=0.0, high=1.0, version=version
    )
