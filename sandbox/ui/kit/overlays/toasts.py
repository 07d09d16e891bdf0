"""Toasts: short messages in the corner, with actions such as "Copy details"; problems stay until dismissed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

import pygame

from sandbox.ui.kit.layout import Column, Container, Row
from sandbox.ui.kit.overlays.floating import EDGE, Floating
from sandbox.ui.kit.widgets.button import Button, IconButton
from sandbox.ui.kit.widgets.label import Icon, Label

if TYPE_CHECKING:
    from sandbox.ui.kit.root import Root

ToastKind = Literal["info", "good", "warn", "bad"]
ToastAction = tuple[str, "Callable[[], None]"]
SECONDS = 6.0
MOST = 4
LOOKS = {"info": ("info", "accent"), "good": ("circle-check", "good"), "warn": ("triangle-alert", "warn"),
         "bad": ("octagon-alert", "bad")}  # fmt: skip


class Toasts:
    """The messages of one root, newest at the bottom."""

    def __init__(self, root: Root) -> None:
        self._root = root
        self.shown: list[Floating] = []

    def show(self, title: str, text: str, kind: ToastKind, actions: Sequence[ToastAction]) -> Floating:
        """Show a message; a problem stays until it is dismissed, or is the oldest of more than `MOST`."""
        if len(self.shown) >= MOST:
            self.shown[0].close()
        box = Floating(Container(), side="corner", passive=True, on_close=lambda: self._closed(box))
        box.replace_children([self._content(box, title, text, kind, actions)])
        self.shown.append(box)
        self._root.open(box)
        self.stack()
        if kind != "bad":
            self._root.after(SECONDS, lambda: self._expire(box))
        return box

    def _expire(self, box: Floating) -> None:
        if box.hovered:
            self._root.after(1.0, lambda: self._expire(box))
        else:
            box.close()

    def _content(
        self, box: Floating, title: str, text: str, kind: ToastKind, actions: Sequence[ToastAction]
    ) -> Container:
        icon, role = LOOKS[kind]
        words = Column([Label(title, style="strong", wrap=True)], gap=2, grow=1)
        if text:
            words.add(Label(text, style="small", role="dim", wrap=True, lines=6))
        if actions:
            buttons = [Button(name, on_click=call, kind="quiet", compact=True) for name, call in actions]
            words.add(Row(buttons, gap=4, pad=(-8, 2, 0, 0)))
        dismiss = IconButton("x", on_click=box.close, tip="Dismiss", compact=True)
        parts = [Icon(icon, role=role, size=18, align="start"), words, dismiss]
        return Row(parts, gap=12, pad=(14, 12), width=360, cross="start")

    def _closed(self, box: Floating) -> None:
        if box in self.shown:
            self.shown.remove(box)
        self.stack()

    def stack(self) -> None:
        """Anchor every message above the one below it."""
        room = self._root.rect
        edge = self._root.dp(EDGE * 2)
        bottom = room.bottom - edge
        for box in reversed(self.shown):
            box.anchor = pygame.Rect(room.right - edge, bottom, 0, 0)
            if box.is_mounted:
                before = box.ink.copy()
                box.place(room)
                self._root.damage(before)
                self._root.damage(box.ink)
                bottom = box.rect.y - self._root.dp(EDGE)
        self._root.generation += 1
