"""One more generator, one more command: one file each. Lists, help texts and options know of it by themselves."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.small
ROOT = Path(__file__).resolve().parents[1]

GENERATOR = '''
from dataclasses import dataclass
from typing import Annotated

from sandbox.level.generators import generators
from sandbox.level.model import Level
from sandbox.registry import Help, Range


@generators.register("meadow", title="Meadow", order=1)
@dataclass(frozen=True, slots=True)
class Meadow:
    """Grass, and nothing else."""

    height: Annotated[int, Range(0, 9), Help("of the grass")] = 3

    def generate(self, width, height, seed):
        level = Level.empty(width, height)
        level.terrain[:] = level.palette.code("grass")
        level.title = f"Meadow {self.height}"
        return level
'''
COMMAND = '''
"""`greet`: a throw-away."""

HELP = "say hello"


def add_arguments(parser):
    parser.add_argument("name")


def run(arguments):
    arguments.out.record({"hello": arguments.name})
    arguments.out.text(f"Hello, {arguments.name}.")
    return 0
'''
START = """
import sys
from sandbox.cli import commands, main
from sandbox.level import generators
commands.__path__.append(sys.argv[1])
generators.__path__.append(sys.argv[2])
sys.exit(main(sys.argv[3:]))
"""


@pytest.fixture
def said(tmp_path):
    """What the command line says once the two files are there."""
    for folder, name, text in (("commands", "greet", COMMAND), ("generators", "meadow", GENERATOR)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{name}.py").write_text(text, encoding="utf-8")
    folders = [str(tmp_path / "commands"), str(tmp_path / "generators")]

    def ask(*words):
        done = subprocess.run(
            [sys.executable, "-c", START, *folders, *words],
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return ask


def test_a_command(said):
    assert "  greet       say hello\n" in said("--help")
    assert "say hello" in said("greet", "--help")
    assert said("greet", "world") == "Hello, world.\n"
    assert json.loads(said("greet", "world", "--json")) == {"hello": "world"}


def test_a_generator(said, tmp_path):
    listed = [json.loads(line) for line in said("list", "generators", "--json").splitlines()]
    assert listed[0]["key"] == "meadow"
    assert [(o["name"], o["default"], o["max"]) for o in listed[0]["options"]] == [("height", 3, 9)]
    out = tmp_path / "level.json"
    said("generate", "meadow", "--size", "6x4", "--option", "height=7", "-o", str(out))
    level = json.loads(out.read_text(encoding="utf-8"))
    assert (level["title"], level["width"], level["height"]) == ("Meadow 7", 6, 4)
    assert level["terrain"] == ["''''''"] * 4
