"""Errors are one clear line, wherever they come from."""

import pickle

import pytest

from sandbox.errors import BadInput, SandboxError

pytestmark = pytest.mark.small


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (BadInput("a.map:3", "'x'", "one of .@T"), "a.map:3: 'x', expected one of .@T"),
        (BadInput("a.map:3", "nothing follows"), "a.map:3: nothing follows"),
        (BadInput("", "an empty command", "a key"), "an empty command, expected a key"),
    ],
)
def test_place_finding_expectation(error, line):
    assert str(error) == line
    assert isinstance(error, SandboxError)


def test_an_error_survives_the_way_from_another_process():
    error = pickle.loads(pickle.dumps(BadInput("file", "this", "that")))
    assert (error.where, error.found, error.expected) == ("file", "this", "that")
    assert str(error) == "file: this, expected that"
