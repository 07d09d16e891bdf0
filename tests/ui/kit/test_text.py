"""Measuring, cutting, wrapping and drawing text."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.kit import Look
from sandbox.ui.kit.style.spare_fonts import spare_font
from sandbox.ui.kit.style.text import CACHED_STRINGS, ELLIPSIS, Face, _joined
from sandbox.ui.kit.style.theme import Colour

INK = Colour(230, 230, 235)
WORDS = st.text(st.sampled_from("abcdefg AVTo.,é→≤∞0123456789"), max_size=40)


@given(WORDS, st.integers(0, 300))
def test_a_cut_text_fits_and_is_a_beginning(look: Look, text: str, width: int) -> None:
    cut = look.fonts.ellipsis(text, "body", width)
    if cut == text:
        assert look.fonts.width(text, "body") <= width
    else:
        assert look.fonts.width(cut, "body") <= width
        assert cut.endswith(ELLIPSIS) or not cut
        assert text.startswith(cut[:-1])


@pytest.mark.parametrize("style", ["body", "mono"])
def test_a_cut_text_is_as_long_as_fits(look: Look, style: str) -> None:
    text = "abcdefghijklmnop"
    for width in range(look.fonts.width(text, style)):
        fitting = [n for n in range(len(text)) if look.fonts.width(text[:n] + ELLIPSIS, style) <= width]
        assert look.fonts.ellipsis(text, style, width) == (text[: fitting[-1]] + ELLIPSIS if fitting else "")


@given(WORDS, st.integers(30, 300))
def test_wrapped_lines_fit_and_lose_no_letter(look: Look, text: str, width: int) -> None:
    lines = look.fonts.wrap(text, "body", width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(look.fonts.width(line, "body") <= width for line in lines if len(line) > 1)


@pytest.mark.parametrize("style", ["mono", "mono_small"])
def test_letters_of_one_width_have_the_fonts_own(look: Look, style: str) -> None:
    face = look.fonts.face(style)
    assert face.mono
    assert 0.5 * face.size < face.cell < 0.7 * face.size
    assert look.fonts.width("0123", style) == look.fonts.width("WWWi", style) == 4 * face.cell


@given(WORDS)
def test_caret_stops_go_forwards_and_end_at_the_width(look: Look, text: str) -> None:
    stops = look.fonts.caret_stops(text, "body")
    assert len(stops) == len(text) + 1
    assert all(a <= b for a, b in pairwise(stops))
    assert abs(stops[-1] - look.fonts.width(text, "body")) <= 1


@given(WORDS)
def test_ink_lies_inside_what_was_measured(look: Look, text: str) -> None:
    surface = pygame.Surface((800, 40), pygame.SRCALPHA)
    look.fonts.draw(surface, text, "body", INK, (10, 10))
    box = surface.get_bounding_rect()
    if box.w:
        assert box.x >= 9
        assert box.right <= 10 + look.fonts.width(text, "body") + 2
        assert box.y >= 10
        assert box.bottom <= 10 + look.fonts.height("body")


def test_kerned_pairs_are_closer_than_their_letters(look: Look) -> None:
    width = look.fonts.width
    assert width("AVAVAV", "display") < width("A", "display") * 3 + width("V", "display") * 3


class Counted:
    """A font that tells how often it was asked for what."""

    def __init__(self, font: pygame.freetype.Font) -> None:
        self.font, self.asked = font, Counter[str]()

    def get_rect(self, text: str, size: float) -> pygame.Rect:
        self.asked[text] += 1
        return self.font.get_rect(text, size=size)

    def get_metrics(self, text: str, size: float) -> object:
        self.asked[f"metrics of {text}"] += 1
        return self.font.get_metrics(text, size=size)


def test_a_letter_and_a_pair_are_measured_once(look: Look) -> None:
    known = look.fonts.face("display")
    face = Face(known.font, known.size, mono=False, ascent=known.ascent, height=known.height)
    face.font = counted = Counted(known.font)  # type: ignore[assignment]
    texts = ("banana", "bandana", "a nap", "banana")
    assert [face.width(text) for text in texts] == [known.width(text) for text in texts]
    assert set(counted.asked.values()) == {1}, counted.asked
    assert sum(len(text) == 1 for text in counted.asked) <= len(set("bandnp"))


def test_numbers_stand_in_columns(look: Look) -> None:
    assert len({look.fonts.width(text, "mono") for text in ("1,111", "8,888", "0.014")}) == 1


def test_numbers_do_not_fill_the_cache_of_strings(look: Look) -> None:
    surface, before = pygame.Surface((200, 30)), len(look.fonts._inks)
    for i in range(200):
        look.fonts.draw(surface, f"{i:,}", "mono", INK, (0, 0))
    assert len(look.fonts._inks) == before


def test_the_cache_of_strings_has_an_end(look: Look) -> None:
    for i in range(CACHED_STRINGS + 50):
        look.fonts.ink(f"s{i % 3100}", "small", INK)
    assert len(look.fonts._inks) <= CACHED_STRINGS


@pytest.mark.parametrize("text", ["漢字", "🙂", "\u0301", "a\u200db"])
def test_letters_the_font_lacks_do_no_harm(look: Look, text: str) -> None:
    look.fonts.draw(pygame.Surface((80, 30)), text, "body", INK, (0, 0))
    assert look.fonts.width(text, "body") >= 0


def test_every_icon_has_ink_inside_its_box(look: Look) -> None:
    for name in look.icons.names:
        surface = pygame.Surface((48, 48), pygame.SRCALPHA)
        look.icons.draw(surface, name, INK, pygame.Rect(12, 12, 24, 24))
        box = surface.get_bounding_rect()
        assert box.w, name
        assert pygame.Rect(11, 11, 26, 26).contains(box), name


def test_letters_of_other_scripts_come_from_the_systems_fonts(look: Look) -> None:
    if spare_font("漢") is None:
        pytest.skip("no font of this system has the letter")
    mixed = look.fonts.ink("ab漢字cd", "body", INK)
    missing = look.fonts.ink("ab\ue000\ue000cd", "body", INK)
    assert mixed.surface.get_width() > look.fonts.ink("abcd", "body", INK).surface.get_width()
    assert mixed.surface.get_height() >= 11
    assert not np.array_equal(
        pygame.surfarray.array_alpha(mixed.surface), pygame.surfarray.array_alpha(missing.surface)
    )
    stops = look.fonts.caret_stops("a漢b", "body")
    assert stops[2] - stops[1] > stops[1] - stops[0]


def test_drawings_are_joined_at_their_places() -> None:
    left, above, whole = _joined([(3, 2, np.full((2, 2), 9, np.uint8)), (-1, 1, np.full((3, 1), 5, np.uint8))])
    assert (left, above) == (-1, 2)
    assert whole.tolist() == [[0, 0, 0, 0, 9, 9], [5, 0, 0, 0, 9, 9], [5, 0, 0, 0, 0, 0], [5, 0, 0, 0, 0, 0]]
