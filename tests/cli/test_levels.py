"""`convert`, `generate` and `lint`, as a person types them."""

import json

import pytest

from sandbox.cli import main
from sandbox.level import formats


def test_generate_convert_and_lint(tmp_path, capsys):
    level, back, again = tmp_path / "a.json", tmp_path / "a.map", tmp_path / "b.json"
    assert main(["generate", "maze", "--size", "31x21", "--seed", "4", "--option", "loops=0.5", "-o", str(level)]) == 0
    assert main(["lint", str(level)]) == 0
    assert "no problems" in capsys.readouterr().out
    assert main(["convert", str(level), str(back)]) == 0
    assert "note: not in a MovingAI map: 2 markers" in capsys.readouterr().err
    assert main(["convert", str(back), str(again), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["width"], record["height"], record["remarks"]) == (31, 21, [])
    assert main(["lint", str(again)]) == 1
    assert f"{again}: marker start: missing" in capsys.readouterr().out


def test_options_reach_the_reader(tmp_path):
    level, picture, out = tmp_path / "a.json", tmp_path / "a.png", tmp_path / "b.json"
    assert main(["generate", "islands", "--size", "40x40", "-o", str(level)]) == 0
    assert main(["convert", str(level), str(picture)]) == 0
    assert main(["convert", str(picture), str(out), "--option", "mode=threshold", "--option", "invert=on"]) == 0
    assert set(formats.load(out).terrain.ravel().tolist()) == {0, 1}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["generate", "foo", "-o", "x.json"], "generator: 'foo' is not registered, expected one of caves, maze"),
        (["generate", "caves", "--size", "3", "-o", "x.json"], "--size: '3', expected WIDTHxHEIGHT"),
        (["generate", "caves", "--size", "9999x9", "-o", "x.json"], "size: 9999 × 9, expected 8 to 2048"),
        (
            ["generate", "caves", "--option", "rock=2", "-o", "x.json"],
            "caves.rock: 2.0, expected a number from 0.3 to 0.6",
        ),
        (["generate", "caves", "-o", "x.gif"], "x.gif: extension '.gif', expected one of .json"),
        (["convert", "missing.json", "x.map"], "missing.json: No such file or directory"),
        (["convert", "missing.json", "x.tmx"], "missing.json: No such file or directory"),
    ],
)
def test_complaints_are_one_line(words, message, capsys):
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: {message}")
    assert error.count("\n") == 1


def test_lint_takes_shipped_levels_by_name_and_prints_every_problem(tmp_path, capsys):
    broken = tmp_path / "broken.json"
    broken.write_text(
        '{"format": "game-ai-sandbox level", "version": 1, "width": 2, "height": 1, "palette": [], "mood": 1}',
        encoding="utf-8",
    )
    assert main(["lint", "flood", str(broken)]) == 1
    out = capsys.readouterr().out
    assert "2 files: " in out
    assert f"{broken}: key palette: palette: 0 terrains, expected 1 to 256" in out
    assert f"{broken}: unknown key 'mood' is ignored" in out


@pytest.mark.parametrize("command", ["convert", "generate"])
def test_help_spells_options_as_they_are_read(command, capsys):
    """One file, one generator: no key."""
    assert main([command, "--help"]) == 0
    told = capsys.readouterr().out
    assert "--option NAME=VALUE" in told
    assert "KEY" not in told
