"""Where the tables lie that travel with the program."""

from __future__ import annotations

from pathlib import Path

from sandbox.settings import assets_folder


def folder() -> Path:
    """All of them."""
    return assets_folder() / "tables"


def endings_files(game: str) -> list[Path]:
    """A game's tables of endings, one for each set of rules."""
    return sorted(folder().glob(f"{game}*.endings"))
