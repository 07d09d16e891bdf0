"""Fonts of the system, for the letters ours do not have: file names and typed text in any script.

The first file of a short list of well-known ones that has the letter is taken; where none has, the letter is
drawn as our font draws what it lacks (a box).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pygame.freetype

FILES = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "/System/Library/Fonts/PingFang.ttc",
    "C:/Windows/Fonts/segoeui.ttf",
    "C:/Windows/Fonts/msyh.ttc",
    "C:/Windows/Fonts/YuGothM.ttc",
    "C:/Windows/Fonts/malgun.ttf",
    "C:/Windows/Fonts/seguisym.ttf",
)


@cache
def _opened(path: str) -> pygame.freetype.Font | None:
    if not Path(path).is_file():
        return None
    try:
        font = pygame.freetype.Font(path)
    except (pygame.error, OSError, RuntimeError):
        return None  # a file that is there but is no font we can read is as good as none
    font.origin = True
    return font


@cache
def spare_font(char: str) -> pygame.freetype.Font | None:
    """Return a font of the system that has a letter."""
    for path in FILES:
        font = _opened(path)
        metrics = font.get_metrics(char, size=16) if font is not None else None
        if metrics and metrics[0] is not None:
            return font
    return None
