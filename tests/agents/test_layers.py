"""Pictures of crowds, counted by hand: how full the cells are, and where encounters began."""

from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.agents.layers import conflicts, density

pytestmark = pytest.mark.small


def test_density_is_the_share_of_nine_cells_that_agents_cover():
    free = np.ones((3, 5), np.bool_)
    free[0, 0] = False
    frame = SimpleNamespace(
        presence=np.array([1, 1, 0]), x=np.array([1.5, 4.9, 2.5]), y=np.array([0.5, 2.9, 2.5])
    )  # the third is not there
    values = density(frame, np.array([0.5, 0.25, 3.0]), free).values
    one, other = np.pi * 0.25 / 9, np.pi * 0.0625 / 9
    nobody = np.nan
    expected = [
        [nobody, one, one, nobody, nobody],
        [one, one, one, other, other],
        [nobody, nobody, nobody, other, other],
    ]
    assert np.allclose(values, expected, equal_nan=True)


def test_an_encounter_is_shown_halfway_between_the_two():
    scenes = np.array([[1.0, 2.0, 90.0, 91.0, 3.0, 8.0, 92.0, 93.0]])
    assert conflicts(scenes).xy.tolist() == [[2.0, 5.0]]
