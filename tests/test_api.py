"""The public API: everything it names is there, and naming it imports nothing heavy."""

import doctest
import subprocess
import sys

import pytest

import sandbox
from sandbox.settings import levels_folder


@pytest.mark.parametrize("name", sorted(sandbox._WHERE))
def test_every_name_is_there(name):
    assert getattr(sandbox, name) is not None
    assert name in dir(sandbox)


def test_a_wrong_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        sandbox.nonsense  # noqa: B018


def test_importing_it_imports_nothing_heavy():
    code = "import sandbox, sys; sys.exit(bool({'numpy', 'numba', 'pygame', 'shapely'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_example_in_its_text_works(monkeypatch):
    monkeypatch.chdir(levels_folder().parent)
    example = doctest.DocTestFinder(recurse=False).find(sandbox, "sandbox")[0]
    assert len(example.examples) > 7
    assert doctest.DocTestRunner().run(example).failed == 0
