"""`analyse` as a person reads it: a row a ply, what was given away by whom, and all of it summed up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandbox.cli.commands import analyse
from sandbox.cli.entry import run
from sandbox.gametree.api import Bound
from sandbox.gametree.document.analysis import PlyReport
from sandbox.gametree.document.files import load

GAME = ("tic-tac-toe", "a1 a2 b1 c3")  # the last move lets X win with c1


def rows(capsys: Any, *words: str) -> list[dict[str, Any]]:
    assert run(["analyse", *words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_ply_is_told_and_all_of_them_summed_up(capsys: Any, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    *plies, whole = rows(capsys, *GAME, "--depth", "9", "-o", str(out))
    assert [ply["move"] for ply in plies] == ["a1", "a2", "b1", "c3", ""]
    assert [ply["side"] for ply in plies] == [0, 1, 0, 1, 0]
    assert (whole["summary"], whole["complete"], whole["plies"]) == (True, True, 5)
    assert whole["nodes"] == sum(ply["nodes"] for ply in plies) > 0
    assert sum(sum(counts.values()) for counts in whole["marked"].values()) == sum(bool(ply["grade"]) for ply in plies)
    for side, counts in enumerate(whole["marked"].values()):
        for word, many in counts.items():
            assert many == sum(ply["grade"] == word and ply["side"] == side for ply in plies)
    assert plies[-1]["best"] == "c1"
    assert list(load(out).moves()) == ["a1", "a2", "b1", "c3"]


def test_people_read_a_row_a_ply(capsys: Any) -> None:
    assert run(["analyse", *GAME, "--depth", "9"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("values for the side to move, by ")
    moves = [line.split()[2] for line in told if line.split()[0].isdigit() and "nodes" not in line]
    assert moves[:4] == ["a1", "a2", "b1", "c3"]
    assert len(moves) == 5
    assert sum(line.startswith(("X: ", "O: ")) for line in told) == 2
    assert told[-1].endswith(" nodes")


def test_without_a_budget_a_ply_has_a_moment(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    limits = []
    monkeypatch.setattr(
        "sandbox.gametree.document.analysis.Analysis.plies", lambda self, _: limits.append(self.settings.limits) or []
    )
    for words in ((), ("--depth", "2"), ("--nodes", "9"), ("--time", "0.5"), ("--exact",)):
        assert run(["analyse", *GAME, *words]) == 0
    capsys.readouterr()
    found = [(limit.depth, limit.seconds, limit.nodes) for limit in limits]
    assert found == [(0, analyse.DEFAULT_SECONDS, 0), (2, 0, 0), (0, 0, 9), (0, 0.5, 0), (0, 0, 0)]


def ply(**facts: Any) -> PlyReport:
    usual: dict[str, Any] = {
        "ply": 7, "number": 3, "side": 0, "move": "a1", "best": "b2", "value": 0.5, "exact": False,
        "bound": Bound.EXACT, "depth": 4, "source": "pvs",
    }  # fmt: skip
    return PlyReport(**usual | facts)


@pytest.mark.small
def test_a_row_has_bounds_losses_and_a_bar_towards_who_gains() -> None:
    plain = analyse._row(ply(), ("X", "O"))
    assert (plain[:3], plain[4:6], plain[6:]) == ([3, "X", "a1"], ["4", "b2"], [analyse.NOTHING, "", ""])
    signs = {bound: analyse._row(ply(bound=bound), ("X", "O"))[3][:2] for bound in Bound}
    assert (signs[Bound.LOWER], signs[Bound.UPPER]) == ("≥ ", "≤ ")
    assert signs[Bound.EXACT] not in ("≥ ", "≤ ")
    assert analyse._row(ply(exact=True), ("X", "O"))[4] == "end"
    assert analyse._row(ply(value=None), ("X", "O"))[3] == analyse.NOTHING
    assert analyse._row(ply(loss=0.0), ("X", "O"))[6] == "0"
    assert analyse._row(ply(loss=0.5), ("X", "O"))[6].startswith(("-", "−"))
    for drop, many in ((0.0, 0), (0.5, round(analyse.BAR / 2)), (1.0, analyse.BAR)):
        assert analyse._row(ply(drop=drop), ("X", "O"))[8] == "◀" * many
        of_the_other = analyse._row(ply(drop=drop, side=1), ("X", "O"))
        assert of_the_other[1] == "O"
        assert of_the_other[8] == (" " * analyse.BAR + "▶" * many if many else "")
