"""The clipboard: the system's, or one in memory for tests and for systems without."""

from __future__ import annotations

import pygame


class MemoryClipboard:
    """A clipboard of its own."""

    def __init__(self) -> None:
        self._text = ""

    def get(self) -> str:
        """Return the text."""
        return self._text

    def put(self, text: str) -> None:
        """Keep a text."""
        self._text = text


class SystemClipboard(MemoryClipboard):
    """The system's clipboard, in Unicode; where there is none, one in memory."""

    def get(self) -> str:
        """Return the text."""
        try:
            return pygame.scrap.get_text()
        except pygame.error:
            return super().get()

    def put(self, text: str) -> None:
        """Keep a text."""
        super().put(text)
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            return  # the one in memory has it
