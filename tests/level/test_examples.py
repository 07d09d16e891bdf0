"""The levels that ship: made by their script, without a problem, and each what its notes promise."""

import importlib.util
import json
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from sandbox.level import formats
from sandbox.level.formats import level_json
from sandbox.level.formats.common.source import Source
from sandbox.level.timed import Door
from sandbox.settings import levels_folder

FILES = sorted(levels_folder().glob("*.json"))
SCHEMA = Path(__file__).parents[2] / "docs" / "level.schema.json"


@pytest.fixture(scope="module")
def script():
    """What makes each level, from both scripts."""
    return _made_by("make_levels") | _made_by("make_crowds")


def _made_by(name):
    spec = importlib.util.spec_from_file_location(name, levels_folder() / "making" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.LEVELS


def test_there_is_one_for_each_name(script):
    assert {path.stem for path in FILES} == set(script)


def test_what_makes_them_stays_out_of_the_wheel():
    """Modules beside the levels would be part of the package `sandbox.levels`."""
    assert list(levels_folder().glob("*.py")) == []


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_script_makes_this_very_file(path, script):
    assert level_json.write(script[path.stem]()) == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_lint_finds_nothing(path):
    assert formats.problems(path) == []


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_schema_describes_it(path):
    jsonschema.validate(json.loads(path.read_bytes()), json.loads(SCHEMA.read_bytes()))


def test_the_schema_refuses_what_the_reader_refuses():
    schema = json.loads(SCHEMA.read_bytes())
    root = json.loads(FILES[0].read_bytes())
    broken = {"version": 2, "width": 0, "palette": [], "markers": {"start": {"at": [1]}}, "timed": [{}]}
    for key, value in broken.items():
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**root, key: value}, schema)


def test_the_example_in_the_documentation_is_a_level_in_the_very_layout_described():
    text = (SCHEMA.parent / "level-format.md").read_text(encoding="utf-8")
    example = text.split("```json\n")[1].split("```")[0]
    jsonschema.validate(json.loads(example), json.loads(SCHEMA.read_bytes()))
    source = Source("example.json", example.encode())
    assert level_json.write(level_json.read(source)).decode() == example
    assert source.remarks == []


def test_the_set_covers_what_it_should():
    levels = [formats.load(path) for path in FILES]
    assert sum(min(level.width, level.height) >= 256 for level in levels) >= 4
    assert sum(bool(level.polygons) and bool((~open_terrain(level)).any()) for level in levels) >= 4
    assert sum(len({t.cost for t in used(level) if not t.blocked}) > 2 for level in levels) >= 1
    assert any(isinstance(change, Door) for level in levels for change in level.timed)
    assert sum(any(m.agents for m in level.markers.values()) for level in levels) >= 3


def used(level):
    return [level.palette[code] for code in np.unique(level.terrain)]


def open_terrain(level):
    return level.palette.cost8()[level.terrain] > 0
