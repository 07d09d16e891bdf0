"""A root on a plain surface, with a clock that stands still and a clipboard of its own."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

import sandbox.ui.kit as kit

ASSETS = Path(kit.__file__).parents[3] / "assets"
SIZE = (640, 480)


@pytest.fixture(autouse=True)
def _pygame() -> None:
    pygame.display.init()  # each time: a test of the whole app closes it
    pygame.font.init()


@pytest.fixture(scope="session")
def look() -> kit.Look:
    """The dark theme at scale 1; widgets share its caches."""
    return kit.load_look(ASSETS)


@pytest.fixture
def make_root(look: kit.Look) -> Callable[..., kit.Root]:
    """Return a function that puts a widget into a root and paints it once."""

    def make(content: kit.Widget, size: tuple[int, int] = SIZE, look: kit.Look = look) -> kit.Root:
        root = kit.Root(pygame.Surface(size), look, content, clipboard=kit.MemoryClipboard(), clock=lambda: 0.0)
        root.paint()
        return root

    return make
