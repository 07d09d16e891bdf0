"""What comes and goes on a board: legal moves, what a move would change, a line played out. No pixels here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandbox.errors import BadInput
from sandbox.games.api import BoardPicture, BoardStyle, Face, Pieces
from sandbox.games.two_words.notation import SIDE_NAMES

LONGEST = 12  # plies of a line that are shown on the board
TREE_SIDES = ("MAX", "MIN")


class Ghost(NamedTuple):
    """A stone that is not there: whose it would be, and which ply of the line, from 1 (0: the next move)."""

    x: float
    y: float
    player: int
    number: int = 0


class Changes(NamedTuple):
    """What a move would do to the board."""

    new: tuple[Ghost, ...] = ()
    turned: tuple[Ghost, ...] = ()
    gone: tuple[tuple[float, float], ...] = ()


class Line(NamedTuple):
    """A line of play on the board it starts from."""

    picture: BoardPicture
    ghosts: tuple[Ghost, ...]
    words: str = ""


def side_names(picture: BoardPicture) -> tuple[str, str]:
    """What the two are called, after what is seen of them."""
    return SIDE_NAMES.get(picture.pieces, TREE_SIDES)


def changes(before: BoardPicture, after: BoardPicture) -> Changes:
    """What is new on a board, what has changed sides, and what is gone."""
    if before.pieces in (Pieces.COUNTERS, Pieces.NODES, Pieces.TURNS):
        return Changes()
    was, now = ({(s.x, s.y): s.player for s in picture.stones} for picture in (before, after))
    new = tuple(Ghost(*at, player) for at, player in now.items() if at not in was)
    turned = tuple(Ghost(*at, player) for at, player in now.items() if was.get(at, player) != player)
    return Changes(new, turned, tuple(at for at in was if at not in now))


def line_of(face: Face[Any], position: Any, moves: Sequence[str]) -> Line:
    """A line's moves as numbered ghosts, as far as they are legal; the last on a place hides those before."""
    picture, found = face.picture(position), dict[tuple[float, float], Ghost]()
    start = picture
    for number, move in enumerate(moves[:LONGEST], start=1):
        target = next((t for t in picture.targets if t.move == move), None)
        if target is None:
            break
        if move in _on_the_board(picture):
            found[target.x, target.y] = Ghost(target.x, target.y, face.to_move(position), number)
        position = face.play(position, move)
        picture = face.picture(position)
    return Line(start, tuple(found.values()), " ".join(moves))


def _on_the_board(picture: BoardPicture) -> set[str]:
    """The moves that are made on a place of their own (a pass is not)."""
    return {t.move for t in picture.targets if float(t.x).is_integer() or picture.style is BoardStyle.TREE}


def only_pass(face: Face[Any], position: Any) -> bool:
    """Whether there is one move, and it is made nowhere."""
    moves = face.moves(position)
    return len(moves) == 1 and moves[0] == "pass"


def refusal(face: Face[Any], position: Any, picture: BoardPicture, at: tuple[int, int]) -> str:
    """Why no move can be made at a place: column and row."""
    x, y = at
    if only_pass(face, position):
        return f"{side_names(picture)[face.to_move(position)]} has no move but to pass"
    if picture.style is BoardStyle.DROP:
        return f"Column {x + 1} is full"
    name = _name_of(picture, x, y)
    stone = next((s for s in picture.stones if (round(s.x), round(s.y)) == at), None)
    if picture.style is BoardStyle.PILES:
        return "Point between two stones of a pile, so that the parts are unequal"
    if picture.pieces is Pieces.NODES:
        return "Choose a child of the marked node"
    if any(t.source is not None for t in picture.targets):
        return f"{name} is no stone of yours that can step" if stone else "First choose a stone, then where it steps"
    if stone is not None:
        return f"{name} is taken"
    return f"A disc on {name} would turn none" if picture.pieces is Pieces.BLACK_AND_WHITE else f"{name} is no move"


def _name_of(picture: BoardPicture, x: int, y: int) -> str:
    columns, rows = picture.column_names, picture.row_names
    inside = 0 <= x < len(columns) and 0 <= y < len(rows)
    return columns[x] + rows[y] if inside else "This place"


def after(face: Face[Any], position: Any, move: str) -> BoardPicture | None:
    """The board after a move; None if it is none."""
    try:
        return face.picture(face.play(position, move))
    except BadInput:
        return None
