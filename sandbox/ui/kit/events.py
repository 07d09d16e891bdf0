"""Typed events: what the mouse, the keyboard and the window did, in the kit's own words.

`Translator` makes them from pygame's, counts clicks, and names keys with their modifiers as one string in a
fixed order: `Ctrl+Alt+Shift+K`, `Shift+Tab`, `F1`, `Plus`. On macOS the command key counts as Ctrl.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import pygame

LEFT, MIDDLE, RIGHT = 1, 2, 3
CLICK_SECONDS = 0.4
CLICK_SLACK = 5  # pixels between the clicks of one double click

KEY_NAMES = {
    "return": "Enter",
    "enter": "Enter",
    "[enter]": "Enter",
    "escape": "Escape",
    "page up": "PageUp",
    "page down": "PageDown",
    "backspace": "Backspace",
    "+": "Plus",
    "[+]": "Plus",
    "[-]": "-",
    "menu": "Menu",
    "application": "Menu",
    "print screen": "PrintScreen",
}
MODIFIER_KEYS = frozenset(
    {
        pygame.K_LCTRL,
        pygame.K_RCTRL,
        pygame.K_LSHIFT,
        pygame.K_RSHIFT,
        pygame.K_LALT,
        pygame.K_RALT,
        pygame.K_LMETA,
        pygame.K_RMETA,
        pygame.K_MODE,
        pygame.K_CAPSLOCK,
        pygame.K_NUMLOCKCLEAR,
    }
)


class Mods(NamedTuple):
    """The modifier keys held."""

    ctrl: bool = False
    shift: bool = False
    alt: bool = False

    def prefix(self) -> str:
        """Return e.g. `Ctrl+Shift+`."""
        return f"{'Ctrl+' if self.ctrl else ''}{'Alt+' if self.alt else ''}{'Shift+' if self.shift else ''}"


NO_MODS = Mods()


@dataclass(frozen=True, slots=True)
class Pointer:
    """The mouse was pressed, released, moved; came in or left; or lost the drag it was in (`cancel`)."""

    kind: Literal["down", "up", "move", "enter", "leave", "cancel"]
    x: int
    y: int
    button: int = 0
    clicks: int = 1
    mods: Mods = NO_MODS

    @property
    def at(self) -> tuple[int, int]:
        """The position in the root's pixels."""
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class Wheel:
    """The wheel turned; `dy` > 0 is away from the user."""

    x: int
    y: int
    dx: float
    dy: float
    mods: Mods = NO_MODS


@dataclass(frozen=True, slots=True)
class Key:
    """A key went down (or repeats) or up; `combo` names it with its modifiers, `name` without."""

    combo: str
    name: str
    mods: Mods = NO_MODS
    down: bool = True
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Text was typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Composing:
    """An input method shows text that is not final yet."""

    text: str
    caret: int = 0


@dataclass(frozen=True, slots=True)
class Drop:
    """A file was dropped on the window."""

    path: str


@dataclass(frozen=True, slots=True)
class Resized:
    """The window has a new size, in the window's units."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Exposed:
    """What was on the screen is lost and must be shown again."""


@dataclass(frozen=True, slots=True)
class FocusLost:
    """Another window has the keyboard now."""


@dataclass(frozen=True, slots=True)
class PointerLeft:
    """The mouse left the window."""


@dataclass(frozen=True, slots=True)
class Close:
    """The user wants to close the window."""


Event = Pointer | Wheel | Key | Text | Composing | Drop | Resized | Exposed | FocusLost | PointerLeft | Close


def nothing(*_: object) -> None:
    """Do nothing, whatever is reported: what is called where nobody said what to call."""


def key_name(code: int) -> str:
    """Return our name of a pygame key code."""
    raw = pygame.key.name(code)
    if raw in KEY_NAMES:
        return KEY_NAMES[raw]
    if len(raw) == 3 and raw[0] == "[":
        return raw[1]  # the keypad's digits
    return raw.upper() if len(raw) == 1 else raw.title().replace(" ", "")


def mods_of(flags: int) -> Mods:
    """Return our modifiers of pygame's."""
    ctrl = pygame.KMOD_CTRL | (pygame.KMOD_META if sys.platform == "darwin" else 0)
    return Mods(bool(flags & ctrl), bool(flags & pygame.KMOD_SHIFT), bool(flags & pygame.KMOD_ALT))


class Translator:
    """Turns pygame's events into ours."""

    def __init__(self) -> None:
        self.ratio = (1.0, 1.0)  # the surface's pixels per unit of the window
        self._last = (0, -100, -100, -10.0)  # button, x, y, seconds of the last press
        self._clicks = 0
        self._at = (0, 0)
        self._held: set[int] = set()  # keys that are down: a second press of one is a repeat
        self._makers: dict[int, Callable[[pygame.Event], Event | None]] = {
            pygame.MOUSEMOTION: self._moved,
            pygame.MOUSEBUTTONDOWN: lambda e: self._button("down", e),
            pygame.MOUSEBUTTONUP: lambda e: self._button("up", e),
            pygame.MOUSEWHEEL: self._wheeled,
            pygame.KEYDOWN: self._key,
            pygame.KEYUP: self._key,
            pygame.TEXTINPUT: lambda e: Text(e.text) if e.text else None,
            pygame.TEXTEDITING: lambda e: Composing(e.text, e.start),
            pygame.DROPFILE: lambda e: Drop(e.file),
            pygame.WINDOWSIZECHANGED: lambda e: Resized(e.x, e.y),
            pygame.WINDOWEXPOSED: lambda _: Exposed(),
            pygame.WINDOWFOCUSLOST: lambda _: self._lost(),
            pygame.WINDOWLEAVE: lambda _: PointerLeft(),
            pygame.WINDOWCLOSE: lambda _: Close(),
            pygame.QUIT: lambda _: Close(),
        }

    def translate(self, event: pygame.Event, now: float) -> Event | None:
        """Return our event, or None where there is nothing to tell."""
        make = self._makers.get(event.type)
        if make is None:
            return None
        made = make(event)
        return self._counted(made, now) if isinstance(made, Pointer) and made.kind == "down" else made

    def _scaled(self, at: tuple[int, int]) -> tuple[int, int]:
        self._at = (int(at[0] * self.ratio[0]), int(at[1] * self.ratio[1]))
        return self._at

    def _moved(self, event: pygame.Event) -> Event:
        return Pointer("move", *self._scaled(event.pos), mods=_mods_now())

    def _button(self, kind: Literal["down", "up"], event: pygame.Event) -> Event | None:
        if event.button > RIGHT:
            return None  # 4 and 5 are the wheel, told by MOUSEWHEEL
        return Pointer(kind, *self._scaled(event.pos), event.button, mods=_mods_now())

    def _wheeled(self, event: pygame.Event) -> Event:
        dx = getattr(event, "precise_x", event.x) or float(event.x)
        dy = getattr(event, "precise_y", event.y) or float(event.y)
        return Wheel(*self._at, dx, dy, _mods_now())

    def _key(self, event: pygame.Event) -> Event | None:
        if event.key in MODIFIER_KEYS or not event.key:
            return None
        down, repeat = event.type == pygame.KEYDOWN, event.key in self._held
        if down:
            self._held.add(event.key)
        else:
            self._held.discard(event.key)
        name, mods = key_name(event.key), mods_of(event.mod)
        return Key(mods.prefix() + name, name, mods, down, down and repeat)

    def _lost(self) -> Event:
        self._held.clear()
        return FocusLost()

    def _counted(self, press: Pointer, now: float) -> Pointer:
        button, x, y, when = self._last
        near = abs(press.x - x) <= CLICK_SLACK and abs(press.y - y) <= CLICK_SLACK
        again = press.button == button and near and now - when <= CLICK_SECONDS
        self._clicks = self._clicks + 1 if again else 1
        self._last = (press.button, press.x, press.y, now)
        return Pointer("down", press.x, press.y, press.button, self._clicks, press.mods)


def _mods_now() -> Mods:
    return mods_of(pygame.key.get_mods())
