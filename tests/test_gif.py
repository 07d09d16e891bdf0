"""GIF films: read back by another decoder, they show what was put in."""

import io

import numpy as np
import pygame
import pytest

from sandbox import gif


def decoded_first_frame(data):
    surface = pygame.image.load(io.BytesIO(data), "x.gif")
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


@pytest.mark.parametrize("seed", range(4))
def test_the_first_frame_survives(seed):
    rng = np.random.default_rng(seed)
    colours = rng.integers(0, 256, (200, 3)).astype(np.uint8)
    frame = colours[rng.integers(0, 200, (97, 61))]
    shown = decoded_first_frame(gif.encode([frame, frame]))
    assert np.abs(shown.astype(int) - frame).max() <= 8  # five bits a channel


def test_a_long_run_and_noise_exercise_growing_codes_and_clearing():
    frame = np.zeros((300, 300, 3), np.uint8)
    frame[150:] = np.random.default_rng(0).integers(0, 8, (150, 300, 1)).astype(np.uint8) * 32
    shown = decoded_first_frame(gif.encode([frame]))
    assert np.abs(shown.astype(int) - frame).max() <= 8


def test_unchanged_pixels_cost_nearly_nothing():
    frame = np.random.default_rng(0).integers(0, 255, (80, 80, 3)).astype(np.uint8)
    once, ten_times = len(gif.encode([frame])), len(gif.encode([frame] * 10))
    assert ten_times - once < 9 * 200


@pytest.mark.skipif(not hasattr(pygame.image, "load_animation"), reason="pygame-ce 2.5.4 reads whole films")
def test_every_frame_survives_and_stands_as_long_as_it_was_told():
    """What stays is not written again, what changes back is; the last frame stands longer."""
    rng = np.random.default_rng(1)
    colours = rng.integers(0, 256, (60, 3)).astype(np.uint8)
    frames = [colours[rng.integers(0, 60, (40, 57))]]
    for at in (3, 17, 29):
        frames.append(frames[-1].copy())
        frames[-1][at : at + 9, 5:50] = colours[rng.integers(0, 60, (9, 45))]
    frames.append(frames[0])
    film = pygame.image.load_animation(io.BytesIO(gif.encode(frames, hundredths=7, last=120)), "x.gif")
    assert [delay for _, delay in film] == [70, 70, 70, 70, 1200]
    for (surface, _), frame in zip(film, frames, strict=True):
        shown = pygame.surfarray.array3d(surface).swapaxes(0, 1)
        assert np.abs(shown.astype(int) - frame).max() <= 8
