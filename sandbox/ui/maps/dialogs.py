"""The one shape of a dialog that asks for something: what is asked for, Cancel, and the verb."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandbox.ui.kit import Dialog, Widget
from sandbox.ui.kit.overlays.dialogs import CANCEL

if TYPE_CHECKING:
    from sandbox.ui.kit import Button
    from sandbox.ui.kit.root import Root


def ask_for(root: Root, title: str, body: Widget, verb: str, take: Callable[[], None], *, width: float = 440) -> Button:
    """Open a dialog whose main button, which is returned, takes what was asked for."""
    dialog = Dialog(title, body, [CANCEL, (verb, "primary", take)], width=width)
    dialog.open(root)
    return dialog.buttons[-1]
