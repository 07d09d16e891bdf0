"""The public API: everything it names is there, and naming it imports nothing heavy."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sandbox
from sandbox.settings import levels_folder

PAGE = Path(__file__).parents[1] / "docs" / "api.md"


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


def test_the_examples_of_its_page_work(monkeypatch):
    monkeypatch.chdir(levels_folder().parent)
    text = PAGE.read_text(encoding="utf-8")
    example = doctest.DocTestParser().get_doctest(text, {}, "api", str(PAGE), 0)
    assert len(example.examples) > 40
    assert doctest.DocTestRunner().run(example).failed == 0


def test_its_page_names_all_there_is():
    named = set(re.findall(r"sandbox\.(\w+)", PAGE.read_text(encoding="utf-8"))) | {"Agents"}
    assert set(sandbox._WHERE) <= named
