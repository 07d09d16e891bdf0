"""Labels: in the middle of their places, with a halo where they are few, and none over another."""

import numpy as np
import pygame
import pytest

from sandbox.layers import Labels
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.colours import palette
from sandbox.ui.canvas.painters import Brush, paint

COLOURS = palette("dark")


def written(texts, places, dp=1.0):
    """What is written where, without halos."""
    told = []
    surface = pygame.Surface((400, 200), 0, 32)
    layer = Labels(name="words", xy=np.array(places, float), texts=texts)
    brush = Brush(surface, Camera(400, 200, 10.0).moved_to(0.0, 0.0), surface.get_rect(), COLOURS, dp)
    brush.write = lambda _, text, colour, at: told.append((text, tuple(at), colour == COLOURS.of(layer)))
    paint(layer, brush)
    return [(text, at) for text, at, own in told if own], len(told)


@pytest.mark.parametrize("dp", [1.0, 2.0])
def test_a_label_has_its_place_in_its_middle(dp):
    assert written(("sand",), [(20, 10)], dp) == ([("sand", (200 - 12 * dp, 100 - 8 * dp))], 5)


def test_labels_that_would_run_into_one_another_are_left_out():
    found, _ = written(("sand", "swamp", "wood", "hill"), [(20, 10), (22.6, 10), (22.8, 10), (20, 11.6)])
    assert [text for text, _ in found] == ["sand", "wood", "hill"], "a letter is six pixels wide, a line sixteen high"
