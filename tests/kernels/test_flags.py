"""Numba's flags compared quickly are equal when they were, and hash as they did."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.compiling.flags import changes

OPTIONS = ("nrt", "release_gil", "noalias", "boundscheck")
settings = st.dictionaries(st.sampled_from(OPTIONS), st.booleans())


def flags_of(values):
    from numba.core.compiler import Flags

    flags = Flags()
    for name, value in values.items():
        setattr(flags, name, value)
    return flags


@pytest.mark.small
@given(settings, settings)
def test_equality_is_that_of_all_options(mine, yours):
    (_, _, equal), (_, _, hashed) = changes()
    a, b = flags_of(mine), flags_of(yours)
    assert equal(a, b) == (a.values() == b.values())
    assert hashed(a) == hashed(b) == hash(tuple(sorted(a.values())))


@pytest.mark.small
def test_what_is_no_flags_is_not_equal():
    (_, _, equal), _ = changes()
    assert equal(flags_of({}), 0) is NotImplemented
