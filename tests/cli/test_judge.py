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


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["judge", "nim", "--evaluation", "open-lines"], "cannot judge nim"),
        (["judge", "nim", "--evaluation", "cleverness"], "not registered"),
        (["judge", "connect-four", "1212121"], "the game is over"),
        (["judge", "othello", "--evaluation", "othello-discs:file=/nowhere.toml"], "/nowhere.toml"),
    ],
)
def test_rubbish_is_one_line(words: list[str], found: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert found in said.err
