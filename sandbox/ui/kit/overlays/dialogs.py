"""Dialogs: a question or a page of controls above everything else, until it is answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandbox.ui.kit.events import Key, nothing
from sandbox.ui.kit.layout import Column, Container, Row, Spacer
from sandbox.ui.kit.overlays.floating import Floating
from sandbox.ui.kit.root import Root
from sandbox.ui.kit.widget import Widget
from sandbox.ui.kit.widgets.button import Button, ButtonKind, IconButton
from sandbox.ui.kit.widgets.label import Label

Answer = tuple[str, "ButtonKind", "Callable[[], object]"]
CANCEL: Answer = ("Cancel", "plain", nothing)


class DialogBox(Column):
    """What is inside a dialog; Enter presses its main button."""

    def __init__(self, children: Sequence[Widget], main: Button | None, width: float) -> None:
        super().__init__(children, gap=0, width=width)
        self._main = main

    def on_key(self, event: Key) -> bool:
        """Enter answers with the main button, from wherever the focus is; Ctrl+Enter from a text of several lines."""
        if event.down and event.combo in ("Enter", "Ctrl+Enter") and self._main is not None and self._main.active:
            self._main.click()
            return True
        return False


class Dialog:
    """A titled dialog. Answers close it, then are called; `nothing` only closes."""

    def __init__(
        self,
        title: str,
        body: Widget,
        answers: Sequence[Answer] = (("Close", "primary", nothing),),
        *,
        width: float = 440,
    ) -> None:
        self.title, self.body, self.width = title, body, width
        self.buttons = [Button(text, kind=kind, on_click=self._answering(call)) for text, kind, call in answers]
        self._box: Floating | None = None

    def _answering(self, call: Callable[[], object]) -> Callable[[], None]:
        def answer() -> None:
            self.close()
            call()

        return answer

    def open(self, root: Root) -> Floating:
        """Show the dialog; the first control in it, or the main button, gets the focus."""
        main = next((b for b in self.buttons if b.kind in ("primary", "danger")), None)
        inside = Container([self.body], pad=(20, 4, 20, 16), grow=1)
        foot = Row([Spacer(), *self.buttons], gap=8, pad=(20, 12, 20, 16))
        sheet = DialogBox([self._head(), inside, foot], main, self.width)
        self._box = root.open(Floating(sheet, side="centre", modal=True, fill="panel"))
        first = next((widget for widget in self.body.walk() if widget.focusable and widget.active), main)
        root.focus.set(first, ring=False if first is not None and first.wants_text else root.focus.ring_shown)
        return self._box

    def close(self) -> None:
        """Take it away without an answer."""
        if self._box is not None:
            self._box.close()

    def _head(self) -> Container:
        dismiss = IconButton("x", on_click=self.close, tip="Close", tip_key="Esc", compact=True)
        dismiss.focusable = False  # Escape does the same
        return Row([Label(self.title, style="title", grow=1), dismiss], pad=(20, 14, 12, 6))


def ask(root: Root, title: str, text: str, answers: Sequence[Answer]) -> Dialog:
    """Ask a question in words."""
    dialog = Dialog(title, Label(text, role="dim", wrap=True), answers)
    dialog.open(root)
    return dialog


def ask_for(root: Root, title: str, body: Widget, verb: str, take: Callable[[], None], *, width: float = 440) -> Button:
    """Ask for something: a dialog with Cancel and a main button, which is returned and takes what was asked for."""
    dialog = Dialog(title, body, [CANCEL, (verb, "primary", take)], width=width)
    dialog.open(root)
    return dialog.buttons[-1]
