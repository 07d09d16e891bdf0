"""Where the books lie that travel with the program."""

from __future__ import annotations

from pathlib import Path

from sandbox.settings import assets_folder


def folder() -> Path:
    """All of them."""
    return assets_folder() / "books"


def lines_file(game: str) -> Path:
    """Where a game's book of lines lies, if it has one."""
    return folder() / f"{game}.lines"
