"""Editing a line of text: caret, selection, words, undo. Knows nothing of the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

MOST_UNDO = 200


class Snapshot(NamedTuple):
    """A state to come back to."""

    text: str
    caret: int
    anchor: int


@dataclass(slots=True)
class Change:
    """What the last edit was, so that typing a word is one step of undo."""

    kind: str = ""
    caret: int = -1


class Line:
    """One line being edited. The selection lies between `anchor` and `caret`."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.caret = self.anchor = len(text)
        self._undo: list[Snapshot] = []
        self._redo: list[Snapshot] = []
        self._last = Change()

    # The selection -----------------------------------------------------------------------------------

    @property
    def selection(self) -> tuple[int, int]:
        """The selected range, start before end."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        """The selected text."""
        start, end = self.selection
        return self.text[start:end]

    def move(self, to: int, *, extend: bool = False) -> None:
        """Put the caret somewhere, with or without the selection's other end."""
        self.caret = max(0, min(len(self.text), to))
        if not extend:
            self.anchor = self.caret
        self._last = Change()

    def step(self, by: int, *, extend: bool = False, word: bool = False) -> None:
        """Go a character or a word on; a selection collapses to its end first."""
        start, end = self.selection
        if start != end and not extend and not word:
            self.move(start if by < 0 else end)
        elif word:
            self.move(self.word_edge(by), extend=extend)
        else:
            self.move(self.caret + by, extend=extend)

    def select_all(self) -> None:
        """Select everything."""
        self.anchor, self.caret = 0, len(self.text)
        self._last = Change()

    def select_word(self, at: int) -> None:
        """Select the word around a place."""
        start, end = at, at
        while start > 0 and _kind(self.text[start - 1]) == _kind(self.text[min(at, len(self.text) - 1)]):
            start -= 1
        while end < len(self.text) and _kind(self.text[end]) == _kind(self.text[min(at, len(self.text) - 1)]):
            end += 1
        self.anchor, self.caret = start, end
        self._last = Change()

    def word_edge(self, by: int) -> int:
        """Return where the next word starts (`by` > 0) or the one before the caret starts."""
        at, text = self.caret, self.text
        if by < 0:
            while at > 0 and text[at - 1].isspace():
                at -= 1
            kind = _kind(text[at - 1]) if at > 0 else ""
            while at > 0 and _kind(text[at - 1]) == kind:
                at -= 1
            return at
        kind = _kind(text[at]) if at < len(text) else ""
        while at < len(text) and _kind(text[at]) == kind:
            at += 1
        while at < len(text) and text[at].isspace():
            at += 1
        return at

    # Edits -------------------------------------------------------------------------------------------

    def insert(self, text: str) -> None:
        """Put text in the selection's place."""
        text = self._clean(text)
        if text or self.selected:
            kind = "type" if len(text) == 1 and not text.isspace() and not self.selected else "insert"
            self._replace(*self.selection, text, kind)

    def _clean(self, text: str) -> str:
        """Return what of a text can stand here."""
        return "".join(char for char in text.replace("\n", " ").replace("\t", " ") if char.isprintable())

    def erase(self, by: int, *, word: bool = False) -> None:
        """Take out the selection, or the character or word before (`by` < 0) or after the caret."""
        start, end = self.selection
        if start == end:
            other = self.word_edge(by) if word else max(0, min(len(self.text), self.caret + by))
            start, end = min(self.caret, other), max(self.caret, other)
        if start != end:
            self._replace(start, end, "", "erase" if not word else "")

    def set(self, text: str) -> None:
        """Replace everything as one step of undo."""
        if text != self.text:
            self._replace(0, len(self.text), text, "")

    def _replace(self, start: int, end: int, text: str, kind: str) -> None:
        continued = kind in ("type", "erase") and self._last.kind == kind and self._last.caret == self.caret
        if not continued:
            self._undo.append(Snapshot(self.text, self.caret, self.anchor))
            del self._undo[:-MOST_UNDO]
        self._redo.clear()
        self.text = self.text[:start] + text + self.text[end:]
        self.caret = self.anchor = start + len(text)
        self._last = Change(kind, self.caret)

    # Undo --------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a step back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether a step back can be taken back."""
        return bool(self._redo)

    def undo(self) -> None:
        """Go one step back."""
        self._swap(self._undo, self._redo)

    def redo(self) -> None:
        """Take a step back back."""
        self._swap(self._redo, self._undo)

    def _swap(self, source: list[Snapshot], target: list[Snapshot]) -> None:
        if source:
            target.append(Snapshot(self.text, self.caret, self.anchor))
            self.text, self.caret, self.anchor = source.pop()
            self._last = Change()


def _kind(char: str) -> str:
    return "space" if char.isspace() else "word" if char.isalnum() or char == "_" else "sign"
