"""SDL's own library, which pygame has loaded, for what pygame does not hand on."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pygame

VIDEO = 0x20  # SDL_INIT_VIDEO
ASLEEP = ("x11",)  # drivers seen to sleep while they wait; where a driver cannot, SDL looks every millisecond


def libraries() -> Iterator[str]:
    """The files SDL's library may be: beside pygame where it brings its own, else the system's."""
    home = Path(pygame.__file__).parent
    for folder in (home, home / ".dylibs", home.parent / "pygame_ce.libs"):
        names = (path for path in sorted(folder.glob("*SDL2*")) if path.is_file())
        yield from (str(path) for path in names if not any(part in path.name for part in ("_image", "_mixer", "_ttf")))
    if found := ctypes.util.find_library("SDL2"):
        yield found


def sleeper() -> Callable[[float], object] | None:
    """What sleeps until an event has come, for so many seconds at most; None where SDL cannot be asked to."""
    if pygame.display.get_driver() not in ASLEEP:
        return None
    for library in libraries():
        with suppress(OSError, AttributeError):
            sdl = ctypes.CDLL(library)
            if sdl.SDL_WasInit(VIDEO):  # another copy than pygame's was never started, and would return at once
                wait = sdl.SDL_WaitEventTimeout
                return lambda seconds: wait(None, max(1, int(1000 * seconds)))  # the event stays in the queue
    return None
