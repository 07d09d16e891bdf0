"""`judge` as a person types it."""

from __future__ import annotations

import json

import pytest

from sandbox.cli.entry import run


def test_the_shares_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", "othello", "f5d6c3d3c4f4", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["evaluation"] == "othello-positional"
    assert facts["score"] == sum(f["value"] * f["weight"] for f in facts["features"])
    assert -1 < facts["value"] < 1


def test_another_evaluation_may_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", "connect-four", "444", "--evaluation", "connect-four-centre"]) == 0
    text = capsys.readouterr().out
    assert "centre" in text
    assert "sum" in text


def test_what_fields_add_is_told_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["judge", "othello", "f5d6c3d3c4f4", "--evaluation", "othello-patterns", "--squares"]
    assert run([*words, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert len(facts["squares"]) == 64
    rest = next(f for f in facts["features"] if f["name"] == "stones set")["value"]
    assert sum(square["share"] for square in facts["squares"]) + rest == pytest.approx(facts["score"])
    assert 0 < facts["win_probability"] < 1
    assert run([*words, "corner 3 × 3"]) == 0
    rows = capsys.readouterr().out.splitlines()[-8:]
    assert [row.split()[3] for row in rows] == ["."] * 8


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["judge", "nim", "--evaluation", "open-lines"], "cannot judge nim"),
        (["judge", "nim", "--evaluation", "cleverness"], "not registered"),
        (["judge", "othello", "--squares"], "an evaluation by learned patterns"),
        (["judge", "othello", "--evaluation", "othello-patterns", "--squares", "edge"], "edge and X squares"),
        (["judge", "connect-four", "1212121"], "the game is over"),
        (["judge", "othello", "--evaluation", "othello-discs:file=/nowhere.toml"], "/nowhere.toml"),
    ],
)
def test_rubbish_is_one_line(words: list[str], found: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert found in said.err
