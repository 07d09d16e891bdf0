"""Title and notes of a level: what is shown beside it, and said in the gallery."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.level.edits import Edit, SetNotes, SetTitle
from sandbox.ui.kit import Column, Label, TextArea, TextField
from sandbox.ui.kit.overlays.dialogs import ask_for

if TYPE_CHECKING:
    from sandbox.ui.maps.session import Session

MOST_TITLE = 200  # characters: what a level file holds
MOST_NOTES = 100_000
MOST_LINES = 1_000


def open_words(session: Session, name: str) -> None:
    """Open the dialog."""
    level = session.level
    title = TextField(level.title, placeholder=name or "Untitled", name="title")
    notes = TextArea(
        level.notes, lines=8, placeholder="What is to be seen here? What should one look for?", name="notes"
    )

    def take() -> None:
        edits: list[Edit] = []
        if title.text.strip()[:MOST_TITLE] != level.title:
            edits.append(SetTitle(title.text.strip()[:MOST_TITLE]))
        if held(notes.text) != level.notes:
            edits.append(SetNotes(held(notes.text)))
        if edits:
            session.editing.step(edits[0].label if len(edits) == 1 else "Change title and notes", *edits)

    hint = Label("Enter begins a new line, Ctrl+Enter is Done.", style="small", role="dim")
    body = Column([Label("Title", role="dim"), title, Label("Notes", role="dim"), notes, hint], gap=8)
    ask_for(session.root, "Title and notes", body, "Done", take, width=560)


def held(notes: str) -> str:
    """As much of the notes as a level file holds."""
    return "\n".join(notes[:MOST_NOTES].rstrip().split("\n")[:MOST_LINES])
