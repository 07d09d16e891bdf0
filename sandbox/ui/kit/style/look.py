"""A look: one theme at one scale, with the fonts, icons and painter that draw it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sandbox.ui.kit.style.icons import Icons
from sandbox.ui.kit.style.paint import Painter
from sandbox.ui.kit.style.text import Fonts
from sandbox.ui.kit.style.theme import Colours, Theme, load_theme


@dataclass(frozen=True, slots=True, repr=False)
class Look:
    """What widgets draw themselves with."""

    theme: Theme
    fonts: Fonts
    icons: Icons
    painter: Painter

    @property
    def colours(self) -> Colours:
        """The theme's colours."""
        return self.theme.colours

    def dp(self, length: float) -> int:
        """Return a length in pixels."""
        return self.theme.dp(length)


def load_look(assets: Path, theme: str = "dark", scale: float = 1.0) -> Look:
    """Read a look from an assets folder, which holds `theme.toml` and `fonts/`."""
    loaded = load_theme(assets / "theme.toml", theme, scale)
    return Look(loaded, Fonts(assets / "fonts", loaded), Icons(assets / "fonts"), Painter())
