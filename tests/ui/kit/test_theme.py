"""Contrast of every theme by WCAG 2.1, lengths at every scale, and bad theme files."""

import pytest

from sandbox.ui.kit.style.theme import Colour, Theme, load_theme, theme_names

from .conftest import ASSETS

FILE = ASSETS / "theme.toml"
THEMES = theme_names(FILE)
GROUNDS = ("window", "panel", "raised", "hover", "pressed", "sunken", "stripe", "selection", "tooltip")
pytestmark = pytest.mark.small


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 (black) to 1 (white)."""
    shares = [channel / 255 for channel in colour]
    r, g, b = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    return load_theme(FILE, request.param)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("ink", ["text", "dim"])
def test_text_can_be_read_on_every_ground(theme: Theme, ink: str, ground: str) -> None:
    assert contrast(theme.colours.role(ink), theme.colours.role(ground)) >= 4.5


@pytest.mark.parametrize("ground", ["fill", "fill_hover", "fill_pressed", "bad_fill"])
def test_words_on_filled_buttons_can_be_read(theme: Theme, ground: str) -> None:
    assert contrast(theme.colours.on_fill, theme.colours.role(ground)) >= 4.5


@pytest.mark.parametrize("ground", ["window", "panel", "raised", "sunken"])
@pytest.mark.parametrize("ink", ["accent", "good", "warn", "bad"])
def test_coloured_words_can_be_read(theme: Theme, ink: str, ground: str) -> None:
    assert contrast(theme.colours.role(ink), theme.colours.role(ground)) >= 4.5


@pytest.mark.parametrize("ground", ["window", "panel", "raised", "sunken"])
def test_the_focus_ring_stands_out(theme: Theme, ground: str) -> None:
    assert contrast(theme.colours.focus, theme.colours.role(ground)) >= 3.0


def test_contrast_is_that_of_the_standard() -> None:
    black, white = Colour(0, 0, 0), Colour(255, 255, 255)
    assert contrast(black, white) == pytest.approx(21.0)
    assert contrast(Colour.parse("#777777"), white) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scale", [0.5, 0.75, 1.0, 1.25, 2.0, 3.0])
def test_nothing_that_has_a_length_vanishes(scale: float) -> None:
    theme = load_theme(FILE, "dark", scale)
    assert theme.dp(1) >= 1
    assert theme.dp(0) == 0
    assert theme.dp(8) == round(8 * scale)


def test_scales_beyond_the_range_are_held_inside() -> None:
    assert load_theme(FILE, "dark", 9.0).scale == 3.0
    assert load_theme(FILE, "dark", 0.1).scale == 0.5


def test_the_projector_theme_has_larger_type() -> None:
    assert load_theme(FILE, "projector").type_size("body") > load_theme(FILE, "light").type_size("body")


def test_the_projector_theme_has_more_room() -> None:
    assert load_theme(FILE, "projector").dp(100) == 115
    assert load_theme(FILE, "projector", 2.0).dp(100) == 230


def test_an_unknown_theme_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"neon.*expected one of dark, light, projector"):
        load_theme(FILE, "neon")


@pytest.mark.parametrize("text", ["red", "#12345", "123456#", "#GGGGGG"])
def test_bad_colours_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"colour|invalid literal"):
        Colour.parse(text)
