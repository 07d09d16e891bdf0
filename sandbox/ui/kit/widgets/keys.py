"""The keys of an action on a button: clicked, it takes the next ones pressed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Unpack

from sandbox.ui.kit.events import Key, nothing
from sandbox.ui.kit.shortcuts import key_label
from sandbox.ui.kit.widget import Common

from .button import Button

WAITS = "Press the keys …"
NO_KEYS = "none"


class KeyButton(Button):
    """Shows keys. While `on` it waits for others: whatever is pressed is told to `on_press`, Escape ends it.

    Whether those pressed are taken is for whoever is told: True ends the waiting, False waits for others.
    """

    more = False  # those it waits for come besides the ones it has

    def __init__(self, keys: Sequence[str], on_press: Callable[[str], bool], **common: Unpack[Common]) -> None:
        super().__init__(on=False, compact=True, **common)
        self.on_press = on_press
        self.on_wait: Callable[[bool], None] = nothing
        self.keys: tuple[str, ...] = ()
        self.show(keys)

    def show(self, keys: Sequence[str]) -> None:
        """Show other keys."""
        self.keys = tuple(keys)
        self.text = WAITS if self.on else self._words()

    def _words(self) -> str:
        return "   ".join(map(key_label, self.keys)) or NO_KEYS

    def click(self) -> None:
        """Wait, or no longer."""
        self.wait(on=not self.on)

    def wait(self, *, on: bool, more: bool = False) -> None:
        """Take the next keys pressed, or do not."""
        if bool(self.on) != on:
            self.on, self.more = on, more
            self.text = WAITS if on else self._words()
            self.on_wait(on)

    def on_key(self, event: Key) -> bool:
        """While it waits every key is its own, Tab and shortcuts too."""
        if not self.on:
            return super().on_key(event)
        if event.down and not event.repeat and (event.combo == "Escape" or self.on_press(event.combo)):
            self.wait(on=False)
        return True

    def on_focus(self, gained: bool) -> None:
        """Whoever goes elsewhere wants no other keys."""
        if not gained:
            self.wait(on=False)
