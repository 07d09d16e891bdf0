"""Moves in the words of a game: bit indices spelt out, position after position, for reports.

A face is plain Python and slow, a variation is reported again at every depth, and a clock may be running: so whatever
has been worked out of a search's positions is kept until the next search.
"""

from __future__ import annotations

from typing import Any

from sandbox.games.api import Face


class Speller:
    """Names of moves and lines from one position."""

    def __init__(self, face: Face[Any], position: Any) -> None:
        self._face = face
        self._names: dict[tuple[int, ...], dict[int, str]] = {}
        self._after: dict[tuple[int, ...], tuple[Any, tuple[str, ...]]] = {(): (position, ())}

    @property
    def moves(self) -> dict[int, str]:
        """The legal moves, by bit index."""
        return self._moves_after(())

    def line(self, moves: tuple[int, ...]) -> tuple[str, ...]:
        """A line of moves, as far as it is legal."""
        return self._played(moves)[1]

    def _moves_after(self, moves: tuple[int, ...]) -> dict[int, str]:
        """What may be played after a line. It depends on all of it: where positions recur, a game may be over."""
        if moves not in self._names:
            face, position = self._face, self._played(moves)[0]
            self._names[moves] = {face.bit_of(position, m).bit_length() - 1: m for m in face.moves(position)}
        return self._names[moves]

    def _played(self, moves: tuple[int, ...]) -> tuple[Any, tuple[str, ...]]:
        """Where a line leads, and how it is spelt; every beginning of it is kept, for lines change at their ends."""
        if moves not in self._after:
            self._after[moves] = self._gone_on(moves[:-1], moves[-1])
        return self._after[moves]

    def _gone_on(self, moves: tuple[int, ...], index: int) -> tuple[Any, tuple[str, ...]]:
        position, line = self._played(moves)
        name = self._moves_after(moves).get(index) if len(line) == len(moves) else None
        return (position, line) if name is None else (self._face.play(position, name), (*line, name))
