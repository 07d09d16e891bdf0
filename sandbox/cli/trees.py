"""Trees from files as pictures, for `render`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import BadInput

if TYPE_CHECKING:
    from sandbox.gametree.tree.picture import Picture

SVG_SCALE = 52.0  # pixels a cell


def picture_of(file: str, at: int | None) -> Picture:
    """The last search of a file, laid out; after so many events if a number is given."""
    from sandbox.games.general.api import general_games
    from sandbox.gametree.general import picture as general_picture
    from sandbox.gametree.general.api import general_engines
    from sandbox.gametree.tree.causes import Walk
    from sandbox.gametree.tree.files import load
    from sandbox.gametree.tree.layout import View
    from sandbox.gametree.tree.lectures import placed
    from sandbox.gametree.tree.picture import Moment, drawn
    from sandbox.gametree.tree.steps import Steps

    tree = load(Path(file))
    if tree.about.game in general_games or tree.about.engine in general_engines:
        if at is not None:
            raise BadInput("--at", "a tree with dice or several players", "a tree of two")
        return general_picture.drawn(tree).picture
    act = tree.acts[-1]
    laid = placed(tree, Walk(tree), View(top=2, most=150), act)
    if at is None:
        return drawn(laid)
    if tree.visits is not None:
        raise BadInput("--at", "a tree of simulations", "a tree that was searched depth first")
    steps = Steps(tree, act)
    return drawn(laid, Moment(steps, max(-1, min(at, len(steps)) - 1)))


def tree_svg(file: str, at: int | None) -> bytes:
    """The same as SVG."""
    from sandbox.svg import Drawing, paint

    picture = picture_of(file, at)
    drawing = Drawing(picture.width, picture.height, SVG_SCALE, picture.title)
    paint(drawing, picture.layers)
    return drawing.text().encode()
