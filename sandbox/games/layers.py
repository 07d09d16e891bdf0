"""A board as core layers, for pictures that need no window."""

from __future__ import annotations

import numpy as np

from sandbox.games.api import BoardPicture, BoardStyle
from sandbox.layers import Discs, Labels, Layer, Role, Segments


def board_layers(picture: BoardPicture) -> list[Layer]:
    """Lines, stones of either side, texts; field (x, y) has its centre at (x + ½, y + ½)."""
    layers: list[Layer] = [Segments(name="lines", ends=_lines(picture), role=Role.EDGE)]
    for player, series in ((0, 1), (1, 5)):
        discs = np.array([[s.x + 0.5, s.y + 0.5, 0.4] for s in picture.stones if s.player == player and not s.text])
        if len(discs):
            name = f"player {player + 1}"
            layers.append(Discs(name=name, xyr=discs, role=Role.AGENT, series=series))
    texts = [(s.x + 0.5, s.y + 0.5, s.text) for s in picture.stones if s.text]
    if texts:
        where = np.array([t[:2] for t in texts], float)
        layers.append(Labels(name="texts", xy=where, texts=tuple(t[2] for t in texts), role=Role.TEXT))
    return layers


def _lines(picture: BoardPicture) -> np.ndarray:
    if picture.style in (BoardStyle.POINTS, BoardStyle.TREE):
        return np.array(picture.lines, float).reshape(-1, 2, 2) + 0.5
    columns, rows = picture.columns, picture.rows
    upright = [[[x, 0], [x, rows]] for x in range(columns + 1)]
    level = [[[0, y], [columns, y]] for y in range(rows + 1)]
    return np.array(upright + level, float)
