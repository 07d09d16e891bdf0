"""The facts over a compared pane: their parts stay whole, and all of them are there."""

from pathlib import Path

import pygame
import pytest

from sandbox.ui import kit
from sandbox.ui.maps.compare.heads import PARTED, Facts

PARTS = ["1,234 of 5,678 expanded", "generates (12, 34)", "g 12.34, f 56.78"]


@pytest.fixture
def facts():
    pygame.display.init()
    pygame.font.init()
    facts = Facts()
    look = kit.load_look(Path(kit.__file__).parents[3] / "assets")
    kit.Root(pygame.Surface((500, 200)), look, facts, clipboard=kit.MemoryClipboard(), clock=lambda: 0.0).paint()
    facts.text = PARTED.join(PARTS)
    return facts


def test_as_many_parts_stand_in_a_line_as_fit(facts):
    def wide(text):
        return facts.look.fonts.width(text, facts.style)

    assert facts._whole(wide(facts.text)) == [facts.text]
    assert facts._whole(wide(facts.text) - 1) == [PARTED.join(PARTS[:2]), PARTS[2]]
    assert facts._whole(max(map(wide, PARTS))) == PARTS
    assert " ".join(facts._whole(wide(PARTS[2]))).split() == " ".join(PARTS).split()
