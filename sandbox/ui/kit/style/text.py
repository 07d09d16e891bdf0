"""Text: measuring, cutting and drawing, with caches.

Proportional type is drawn at four times its width and averaged down: stems stay crisp vertically, where the
font is hinted, and letters stand on quarter pixels, so that words keep the designer's spacing at 12 px.
Whole strings are cached (least recently used go first). Monospaced type, used for numbers that change every
frame, is put together from cached glyphs instead and never enters that cache.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from typing import NamedTuple, cast

import numpy as np
import pygame
import pygame.freetype

from sandbox.ui.kit.style.spare_fonts import spare_font
from sandbox.ui.kit.style.theme import Colour, Theme

FACES = {
    ("ui", "regular"): "Inter-Regular.ttf",
    ("ui", "medium"): "Inter-Medium.ttf",
    ("ui", "semibold"): "Inter-SemiBold.ttf",
    ("mono", "regular"): "JetBrainsMono-Regular.ttf",
    ("mono", "medium"): "JetBrainsMono-Medium.ttf",
    ("icon", "regular"): "lucide.ttf",
}
ELLIPSIS = "…"
CACHED_STRINGS = 3000
CACHED_WIDTHS = 20000
FINE = 4  # columns rendered per pixel


def wide(size: float) -> float:
    """Return a size FINE times as wide as high. The font module takes a pair, which its type stubs do not know."""
    return cast("float", (size * FINE, size))


Mark = tuple[pygame.Surface, tuple[int, int]]  # a picture and where it goes


class Ink(NamedTuple):
    """A drawn string: its picture and where that lies from the pen's start on the baseline."""

    surface: pygame.Surface
    left: int
    above: int


@dataclass(slots=True)
class Face:
    """One font file at one size."""

    font: pygame.freetype.Font
    size: float
    mono: bool
    ascent: int
    height: int
    advances: dict[str, int] = field(default_factory=dict)  # in 1/FINE pixel
    pairs: dict[str, int] = field(default_factory=dict)  # two letters → distance of their origins
    rights: dict[str, int] = field(default_factory=dict)  # where a character's ink ends, 0 where there is none
    glyphs: dict[Colour, dict[str, Ink | None]] = field(default_factory=dict)
    cell: int = 0  # a monospaced glyph's width in pixels

    fonts: dict[str, pygame.freetype.Font] = field(default_factory=dict)  # which one draws a character

    def has(self, char: str) -> bool:
        """Tell whether the font can show a character."""
        return self.font_of(char) is self.font

    def width(self, text: str) -> int:
        """Return the width of a line in whole pixels."""
        return self.cell * len(text) if self.mono else -(-sum(self.steps(text)) // FINE)

    def steps(self, text: str) -> Iterator[int]:
        """Yield how far the pen goes with each character, in 1/FINE pixel."""
        for first, second in pairwise(text):
            step = self.pairs.get(first + second)
            yield self._learn_pair(first, second) if step is None else step
        if text:
            yield self.advance(text[-1])

    def _learn_pair(self, first: str, second: str) -> int:
        """Kerning is not reported by the font module, but the ink of a pair against that of its second letter is."""
        step, pair = self.advance(first), first + second
        if " " not in pair and self.has(first) and self.has(second):
            alone = self.rights.get(second)
            if alone is None:
                box = self.font.get_rect(second, size=wide(self.size))
                alone = self.rights[second] = box.right if box.width else 0
            if alone:
                step = self.font.get_rect(pair, size=wide(self.size)).right - alone
        self.pairs[pair] = step
        return step

    def advance(self, char: str) -> int:
        """Return how far the pen goes with a character that nothing follows."""
        found = self.advances.get(char)
        if found is None:
            font = self.font_of(char)
            advance = self._learn(font, char) if font is not self.font else self.advances.get(char)
            found = self.advances[char] = round(self.size * FINE * 0.6) if advance is None else advance
        return found

    def _learn(self, font: pygame.freetype.Font, char: str) -> int | None:
        """Look up how far the pen goes with a character of a font, which may lack it."""
        metrics = font.get_metrics(char, size=wide(self.size))
        return round(metrics[0][4]) if metrics and metrics[0] is not None else None

    def font_of(self, char: str) -> pygame.freetype.Font:
        """Return the font to draw a character with: this one, or one of the system's that has it."""
        found = self.fonts.get(char)
        if found is None:
            advance = self._learn(self.font, char)
            if advance is not None:
                self.advances[char] = advance  # asked next, and each look costs as much as a line of painting
            found = self.fonts[char] = (spare_font(char) if advance is None else None) or self.font
        return found

    def runs(self, text: str) -> Iterator[tuple[pygame.freetype.Font, str]]:
        """Yield stretches of text that one font draws."""
        for font, chars in groupby(text, self.font_of):
            yield font, "".join(chars)


class Fonts:
    """The fonts of one theme at one scale."""

    def __init__(self, folder: Path, theme: Theme) -> None:
        pygame.freetype.init()
        self._folder = folder
        self._theme = theme
        self._faces: dict[str, Face] = {}
        self._inks: OrderedDict[tuple[str, str, Colour], Ink | None] = OrderedDict()
        self._widths: dict[tuple[str, str], int] = {}
        self._cuts: dict[tuple[str, str, int], str] = {}

    def face(self, style: str) -> Face:
        """Return the face of a type style, opened on first use."""
        found = self._faces.get(style)
        if found is None:
            found = self._faces[style] = self._open(style)
        return found

    def _open(self, style: str) -> Face:
        spec = self._theme.types[style]
        size = max(6.0, self._theme.type_size(style))
        font = pygame.freetype.Font(str(self._folder / FACES[spec.family, spec.weight]))
        font.origin = True
        font.kerning = True
        ascent = round(size * 0.97)
        face = Face(font, size, spec.family == "mono", ascent, ascent + round(size * 0.30))
        if face.mono:
            face.cell = max(1, round(font.get_metrics("0", size=size * FINE)[0][4] / FINE))
        return face

    # Measuring ---------------------------------------------------------------------------------------

    def height(self, style: str) -> int:
        """Return the height of one line in pixels."""
        return self.face(style).height

    def width(self, text: str, style: str) -> int:
        """Return the width of one line in pixels."""
        face = self.face(style)
        if face.mono:
            return face.width(text)
        found = self._widths.get((text, style))
        if found is None:
            found = face.width(text)
            if len(self._widths) >= CACHED_WIDTHS:
                self._widths.clear()
            self._widths[text, style] = found
        return found

    def caret_stops(self, text: str, style: str) -> list[int]:
        """Return the x of the caret before each character and after the last."""
        face = self.face(style)
        if face.mono:
            return [face.cell * i for i in range(len(text) + 1)]
        return [0, *(round(at / FINE) for at in accumulate(face.steps(text)))]

    def ellipsis(self, text: str, style: str, width: int) -> str:
        """Return the text, cut and ended by … where it is wider than `width`; nothing where not even … fits."""
        if self.width(text, style) <= width:
            return text
        key = (text, style, width)
        cut = self._cuts.get(key)
        if cut is None:
            if len(self._cuts) >= CACHED_WIDTHS:
                self._cuts.clear()
            cut = self._cuts[key] = self._cut(text, style, width)
        return cut

    def _cut(self, text: str, style: str, width: int) -> str:
        def cut(length: int) -> str:
            return text[:length].rstrip() + ELLIPSIS

        face = self.face(style)
        fits = bisect_right(range(len(text) + 1), width, key=lambda length: face.width(cut(length))) - 1
        return cut(fits) if fits >= 0 else ""

    def wrap(self, text: str, style: str, width: int) -> list[str]:
        """Return the text's lines, broken between words where they fit, inside a word where one does not."""
        return [line for paragraph in text.split("\n") for line in self._wrap_paragraph(paragraph, style, width)]

    def _wrap_paragraph(self, paragraph: str, style: str, width: int) -> list[str]:
        lines, line = [], ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if self.width(longer, style) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            line = word
            while self.width(line, style) > width and len(line) > 1:
                fit = self._fitting(line, style, width)
                lines.append(line[:fit])
                line = line[fit:]
        return [*lines, line]

    def _fitting(self, word: str, style: str, width: int) -> int:
        face = self.face(style)
        too_long = next((i for i in range(1, len(word)) if face.width(word[:i]) > width), len(word))
        return max(1, too_long - 1)

    # Drawing -----------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, text: str, style: str, colour: Colour, at: tuple[int, int]) -> None:
        """Draw one line with its top left corner at a point."""
        surface.fblits(self.marks(text, style, colour, at))

    def line(self, surface: pygame.Surface, text: str, style: str, colour: Colour, box: pygame.Rect) -> None:
        """Draw a line from the left edge of a box, at half its height, cut where it is too long."""
        at = box.x, box.y + (box.h - self.height(style)) // 2
        self.draw(surface, self.ellipsis(text, style, max(0, box.w)), style, colour, at)

    def marks(self, text: str, style: str, colour: Colour, at: tuple[int, int]) -> list[Mark]:
        """Return what `draw` would blit, for who draws the same words again and again."""
        face = self.face(style)
        if face.mono:
            return _mono_marks(text, face, colour, at)
        ink = self.ink(text, style, colour)
        return [(ink.surface, (at[0] + ink.left, at[1] + face.ascent - ink.above))] if ink else []

    def ink(self, text: str, style: str, colour: Colour) -> Ink | None:
        """Return a line's picture, from the cache where it was drawn before."""
        key = (text, style, colour)
        inks = self._inks
        if key in inks:
            inks.move_to_end(key)
            return inks[key]
        if len(inks) >= CACHED_STRINGS:
            inks.popitem(last=False)
        made = inks[key] = render(text, self.face(style), colour)
        return made


class Marks:
    """Marks found once and drawn again until what they depend on, the key, is another."""

    __slots__ = ("_key", "_marks")

    def __init__(self) -> None:
        self._key: object = None
        self._marks: list[Mark] = []

    def draw(self, surface: pygame.Surface, key: object, find: Callable[[], list[Mark]]) -> None:
        """Draw what was found for this key, or find it first."""
        if key != self._key:
            self._key, self._marks = key, find()
        surface.fblits(self._marks)


def render(text: str, face: Face, colour: Colour) -> Ink | None:
    """Draw a string on a surface of its own."""
    parts, pen = [], 0
    for font, run in face.runs(text):
        rect = font.get_rect(run, size=wide(face.size))
        if rect.width and rect.height:
            raw, (w, h) = font.render_raw(run, size=wide(face.size))
            parts.append((pen + rect.x, rect.y, np.frombuffer(raw, np.uint8).reshape(h, w)))
        pen += sum(map(face.advance, run))
    if not parts:
        return None
    left, above, fine = parts[0] if len(parts) == 1 else _joined(parts)
    return Ink(picture(_averaged(fine, left % FINE), colour), left // FINE, above)


def _joined(parts: list[tuple[int, int, np.ndarray]]) -> tuple[int, int, np.ndarray]:
    """Put drawings, each with its left edge and its height above the baseline, into one."""
    left, above = min(x for x, _, _ in parts), max(y for _, y, _ in parts)
    right = max(x + fine.shape[1] for x, _, fine in parts)
    below = max(fine.shape[0] - y for _, y, fine in parts)
    whole = np.zeros((above + below, right - left), np.uint8)
    for x, y, fine in parts:
        place = whole[above - y : above - y + fine.shape[0], x - left : x - left + fine.shape[1]]
        np.maximum(place, fine, out=place)
    return left, above, whole


def _averaged(fine: np.ndarray, left: int) -> np.ndarray:
    """Return the coverage of whole pixels, of a drawing that starts `left` fine columns into the first."""
    h, w = fine.shape
    columns = -(-(left + w) // FINE)
    padded = np.zeros((h, columns * FINE), np.uint16)
    padded[:, left : left + w] = fine
    total: np.ndarray = padded[:, ::FINE] + np.uint16(FINE // 2)
    for fine_column in range(1, FINE):  # twice as fast as a sum over so short an axis
        total += padded[:, fine_column::FINE]
    return (total // FINE).astype(np.uint8)


def picture(coverage: np.ndarray, colour: Colour) -> pygame.Surface:
    """Return a surface of one colour with the coverage as its alpha."""
    h, w = coverage.shape
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    surface.fill(colour)
    alpha = pygame.surfarray.pixels_alpha(surface)
    alpha[:] = coverage.T
    del alpha  # the view locks the surface
    return surface


def _mono_marks(text: str, face: Face, colour: Colour, at: tuple[int, int]) -> list[Mark]:
    x, base = at[0], at[1] + face.ascent
    cell = face.cell
    glyphs = face.glyphs.setdefault(colour, {})
    marks = []
    for char in text:
        if char not in glyphs:
            glyphs[char] = render(char, face, colour)
        ink = glyphs[char]
        if ink is not None:
            marks.append((ink[0], (x + ink[1], base - ink[2])))
        x += cell
    return marks
