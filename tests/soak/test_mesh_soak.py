"""A million random edits of one triangulation, for the nightly run."""

import pytest

from tests.mesh.edits import soak


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", range(4))
def test_a_quarter_million_edits_break_nothing(seed):
    person = soak(seed, 250_000, every=250)
    assert person.crossings > 300_000
