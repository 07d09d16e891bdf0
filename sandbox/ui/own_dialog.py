"""The whole of what went wrong in code of the user's own, to read and to copy."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sandbox.ui.kit import Column, Dialog, Label, TextArea
from sandbox.ui.kit.events import nothing

if TYPE_CHECKING:
    from sandbox.ui.kit.root import Root


def tell(root: Root, title: str, line: str, details: str) -> None:
    """Open it."""
    body = Column([Label(line, wrap=True, role="bad"), TextArea(details, lines=14, name="traceback")], gap=8)
    copy = partial(root.clipboard.put, details)
    Dialog(title, body, [("Copy", "plain", copy), ("Close", "primary", nothing)], width=720).open(root)
