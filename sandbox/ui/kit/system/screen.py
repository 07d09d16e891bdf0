"""The screen: whether it answers, and how large a window may be on it beside panels, docks and its own frame.

SDL knows what a screen's panels leave (SDL_GetDisplayUsableBounds), pygame does not hand it on: SDL is asked itself.
Where it cannot be, the whole screen counts.
"""

from __future__ import annotations

import ctypes
import os
import time
from contextlib import suppress

import pygame

from .sdl import libraries

FRAME = (8, 40)  # pixels that a window's borders and title bar take beside and above what is drawn
NO_SCREEN = ("dummy", "offscreen")  # drivers that show nothing: any size fits
SERVERS = {"x11": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}  # SDL's drivers, and where each finds its server
PATIENCE = 3.0  # seconds: a display server that starts anew refuses everybody for a moment


def open_display(patience: float = PATIENCE) -> None:
    """Start SDL's display on a screen that can be seen, or on what SDL_VIDEODRIVER asks for.

    Where the screen does not answer, SDL would take a driver without one and say nothing: the program would run unseen.
    """
    seen = [name for name, place in SERVERS.items() if os.environ.get(place)]
    if not seen or os.environ.get("SDL_VIDEODRIVER"):
        pygame.display.init()
        return
    os.environ["SDL_VIDEODRIVER"] = ",".join(seen)
    try:
        _insist(time.monotonic() + patience)
    finally:
        del os.environ["SDL_VIDEODRIVER"]


def _insist(latest: float) -> None:
    """Start SDL's display, again and again until it is late: the last failure is the caller's."""
    while True:
        try:
            return pygame.display.init()
        except pygame.error:
            if time.monotonic() > latest:
                raise
            time.sleep(0.05)


def fitting(wish: tuple[int, int]) -> tuple[int, int]:
    """Return the size wished for, or what of it fits on the screen, frame included."""
    if pygame.display.get_driver() in NO_SCREEN:
        return wish
    return within(wish, usable_size() or pygame.display.get_desktop_sizes()[0])


def within(wish: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """Return the size wished for as far as it and a window's frame fit into the room there is."""
    width, height = (max(side - frame, 1) for side, frame in zip(room, FRAME, strict=True))
    return min(wish[0], width), min(wish[1], height)


def usable_size() -> tuple[int, int] | None:
    """Return what panels and docks leave of the first screen; None where SDL cannot be asked."""
    bounds = (ctypes.c_int * 4)()
    for library in libraries():
        with suppress(OSError, AttributeError):
            if ctypes.CDLL(library).SDL_GetDisplayUsableBounds(0, bounds) == 0 and bounds[2] > 0 and bounds[3] > 0:
                return bounds[2], bounds[3]
    return None
