"""What widgets share along which one drags: a press anywhere counts, and so does every move while it is held."""

from __future__ import annotations

from sandbox.ui.kit.events import LEFT, Pointer
from sandbox.ui.kit.widget import Widget


def drags(widget: Widget, event: Pointer) -> bool:
    """Whether the left button went down on the widget, or the pointer moves while it is held."""
    return (event.kind == "down" and event.button == LEFT) or (event.kind == "move" and widget.pressed)
