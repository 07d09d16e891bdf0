"""Generators of the user's own: the same seed gives the same level, and rows that are none are refused."""

import numpy as np
import pytest

from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.level.formats import load
from sandbox.level.generators import generators
from sandbox.own.failures import OwnCodeFailed
from sandbox.own.new import write_start

HEAD = """from dataclasses import dataclass
from sandbox.own import generator
@generator(title="Mine", seconds=1)
@dataclass(frozen=True)
class Mine:
    def rows(self, width, height, random):
        """


def test_the_start_makes_the_same_level_of_the_same_seed(own):
    write_start("generator", "walls")
    made = [generators["own-walls"].create({"apart": 4}).generate(20, 12, seed) for seed in (1, 1, 2)]
    assert (made[0].width, made[0].height, made[0].title) == (20, 12, "Walls")
    assert np.array_equal(made[0].terrain, made[1].terrain)
    assert not np.array_equal(made[0].terrain, made[2].terrain)
    cost = np.array([terrain.cost for terrain in made[0].palette])[made[0].terrain]
    assert (cost == 0).sum(axis=1).tolist() == [0, 0, 0, 19] * 3


def test_by_the_command_line(own, tmp_path, capsys):
    assert main(["new", "generator", "walls"]) == 0
    assert main(["generate", "own-walls", "--size", "20x12", "-o", str(tmp_path / "level.json")]) == 0
    assert load(tmp_path / "level.json").width == 20
    assert main(["list", "generators"]) == 0
    assert "own-walls" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("return ['..']", "mine.py: rows: 1 of them, expected 3"),
        ("return ['....', '...', '....']", "mine.py: rows: row 1 has 3 letters, expected 4"),
        ("return ['....', '.x..', '....']", "mine.py: rows"),
        ("return 1 / 0", "mine.py:7: ZeroDivisionError"),
        ("while True: pass", "mine.py:7: no answer after 1 seconds"),
    ],
)
def test_what_is_no_level_is_refused(own, body, line):
    own.write("mine", HEAD + body)
    with pytest.raises((BadInput, OwnCodeFailed)) as trouble:
        generators["own-mine"].create().generate(4, 3, 1)
    assert str(trouble.value).startswith(line)


def test_a_planner_is_no_generator(own):
    write_start("planner", "zigzag")
    with pytest.raises(BadInput, match="it offers no generator"):
        generators["own-zigzag"]
