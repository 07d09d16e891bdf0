"""Moves in the words of a game: bit indices spelt out, position after position, for reports.

A face is plain Python and slow, a variation is told again at every depth, and a clock may be running: so whatever
has been worked out of a search's positions is kept until the next search.
"""

from __future__ import annotations

from typing import Any

from sandbox.games.api import Face


class Speller:
    """Names of moves and lines from one position."""

    def __init__(self, face: Face[Any], position: Any) -> None:
        self._face, self._position = face, position
        self._names: dict[Any, dict[int, str]] = {}
        self._after: dict[tuple[int, ...], tuple[Any, tuple[str, ...]]] = {}

    @property
    def moves(self) -> dict[int, str]:
        """The legal moves, by bit index."""
        return self._moves_of(self._position)

    def line(self, moves: tuple[int, ...]) -> tuple[str, ...]:
        """A line of moves, as far as it is legal."""
        return self._played(moves)[1]

    def _moves_of(self, position: Any) -> dict[int, str]:
        if position not in self._names:
            face = self._face
            self._names[position] = {face.bit_of(position, m).bit_length() - 1: m for m in face.moves(position)}
        return self._names[position]

    def _played(self, moves: tuple[int, ...]) -> tuple[Any, tuple[str, ...]]:
        """Where a line leads, and how it is spelt; every beginning of it is kept, for lines change at their ends."""
        if not moves:
            return self._position, ()
        if moves not in self._after:
            self._after[moves] = self._gone_on(moves[:-1], moves[-1])
        return self._after[moves]

    def _gone_on(self, moves: tuple[int, ...], index: int) -> tuple[Any, tuple[str, ...]]:
        position, line = self._played(moves)
        name = self._moves_of(position).get(index) if len(line) == len(moves) else None
        return (position, line) if name is None else (self._face.play(position, name), (*line, name))
