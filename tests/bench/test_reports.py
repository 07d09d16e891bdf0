"""Matches and curves as pages: their figures are those of the match and of the fit, their charts are well-formed."""

import itertools
import re
import xml.etree.ElementTree as ET

import pytest

from sandbox.bench.curves import Measured, curves, fit
from sandbox.bench.match import Pairing, Played, Player, Score
from sandbox.bench.report import run_facts
from sandbox.bench.shown.curve_paper import unit_of, write_curves
from sandbox.bench.shown.match_paper import elo_chart, write_match
from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.figures import significant

RUN = {"seed": 7, "commit": "abc", "machine": "a machine", "versions": {"numpy": "1"}}


def texts(file):
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    return [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]


def texts_of(drawing):
    """Every text of a drawing, and which of its ends stands at its place."""
    nodes = ET.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")
    return [(node.text, node.get("text-anchor")) for node in nodes]


def table(text, head):
    """The cells of the table that begins so."""
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(f"| {head} "))
    rows = []
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


@pytest.fixture
def match():
    players = (Player("pvs", (("table", "off"),), seconds=0.05), Player("mcts", nodes=2000))
    rounds = [Pairing("nim", (), "", players, n % 2 == 0, n) for n in range(6)]
    results = (1.0, 0.5, 0.0, 1.0, 1.0, 0.0)
    return rounds, [Played(n, "", n % 2 == 0, ("7", "3"), r, 0.25, 0.1) for n, r in enumerate(results)]


def test_a_match_has_its_score_and_every_game(match, tmp_path):
    rounds, played = match
    files = write_match(rounds, played, tmp_path / "my match.md", RUN)
    assert [file.name for file in files] == ["my match.md", "my-match-elo.svg"]
    text, score = files[0].read_text(encoding="utf-8"), Score(3, 1, 2)
    rulers = [line for line in text.splitlines() if line.startswith("|---")]
    assert rulers == ["|---" * 2 + "|---:" * 6 + "|", "|---" * 4 + "|---:" * 3 + "|"]  # words left, numbers right
    assert "Seed: 7" in text
    first, second = table(text, "Player")
    assert first[:5] == ["pvs:table=off", "0.05 s", "3", "1", "2"]
    assert second[:5] == ["mcts", "2,000 nodes", "2", "1", "3"]
    assert first[5:] == [significant(100 * score.score), f"{score.elo:+.0f}", f"{score.elo_error:.0f}"]
    games = table(text, "Game")
    assert [row[3] for row in games] == ["first wins", "draw", "second wins", "first wins", "first wins", "second wins"]
    assert games[1] == ["2", "start", "second", "draw", "2", significant(0.25), "7 3"]
    assert "Elo of the first player" in texts(files[1])


@pytest.mark.parametrize("results", [[1.0], [0.5], [0.0] * 3, [1.0, 0.0] * 40])
def test_elo_has_a_chart_however_few_games_there_are(results):
    root = ET.fromstring(elo_chart(results))
    lines = [node.get("d") for node in root.iter("{http://www.w3.org/2000/svg}path")]
    assert len(lines) == 3
    assert all(0 <= float(number) <= 720 for d in lines for number in re.findall(r"[\d.]+", d))


@pytest.mark.parametrize("results", [[1.0, 0.5, 0.0, 1.0], [1.0, 0.0] * 40, [1.0] * 30])
def test_elo_s_axes_hold_its_bounds_in_even_steps(results):
    words = texts_of(elo_chart(results))
    scores = [Score.of(results[: n + 1]) for n in range(len(results))]
    least, most = min(s.elo - s.elo_error for s in scores), max(s.elo + s.elo_error for s in scores)
    ticks = [float(word.replace("−", "-").replace(",", "")) for word, anchor in words if anchor == "end"]
    steps = {round(b - a, 6) for a, b in itertools.pairwise(ticks)}
    assert len(steps) == 1
    assert steps <= {10, 20, 50, 100, 200, 500, 1000, 2000, 5000}
    assert ticks[0] <= least < ticks[0] + min(steps)
    assert ticks[-1] - min(steps) < most <= ticks[-1]
    assert 2 <= len(ticks) <= 10
    numbers = [word for word, anchor in words if anchor == "middle"][3:]
    assert numbers == [significant(n) for n in sorted({1, (len(results) + 1) // 2, len(results)})]


def test_curves_have_their_laws_and_sizes(tmp_path):
    kinds = [entry.key for entry in curves][:2]
    found = {key: [Measured(n, (1e-6 * n, 2e-6 * n, 9e-6 * n)) for n in (10, 100, 1000)] for key in kinds}
    files = write_curves(found, tmp_path / "growth.md", RUN)
    text = files[0].read_text(encoding="utf-8")
    for key, row in zip(kinds, table(text, "Curve"), strict=True):
        law = fit(found[key], curves[key].info["growth"])
        assert row[2:] == [f"{law.exponent:.3f}", f"{law.low:.3f} to {law.high:.3f}"]
    sizes = [line for line in text.splitlines() if "| 1,000 |" in line]
    assert len(sizes) == len(kinds)
    assert all(f"| {significant(2e-3)} |" in line for line in sizes)
    dots = [node.attrib for file in files[1:] for node in ET.parse(file).iter("{http://www.w3.org/2000/svg}circle")]
    assert [dot["r"] for dot in dots] == ["3"] * 3 * len(kinds)
    assert len({(dot["fill"], dot["cx"]) for dot in dots}) == 3 * len(kinds)
    units = {unit_of(curves[key]) for key in kinds}
    assert len(files) == 1 + len(units)
    assert {curves[key].title for key in kinds} <= {word for file in files[1:] for word in texts(file)}
    assert all(f"({file.name})" in text for file in files[1:])


def test_what_cannot_be_written_is_said(match, tmp_path):
    with pytest.raises(BadInput, match="no results"):
        write_match([], [], tmp_path / "x.md", RUN)
    with pytest.raises(BadInput, match=r"\.md"):
        write_match(*match, tmp_path / "x.txt", RUN)
    with pytest.raises(BadInput, match="no results"):
        write_curves({"astar": []}, tmp_path / "x.md", RUN)


def test_the_commands_write_them(tmp_path, capsys):
    page = str(tmp_path / "m.md")
    assert main(["match", "nim", "--first", "random", "--second", "greedy", "--games", "4", "--report", page]) == 0
    told = capsys.readouterr().out
    assert "m-elo.svg" in told
    first = table((tmp_path / "m.md").read_text(encoding="utf-8"), "Player")[0]
    assert f"+{first[2]} ={first[3]} −{first[4]} of 4" in told
    assert main(["match", "pig", "--first", "random", "--second", "random", "--report", page]) == 2
    assert "--report" in capsys.readouterr().err
    key = next(entry.key for entry in curves if entry.info["value"] != "s")
    assert main(["curve", key, "--sizes", "2,3,4", "--report", str(tmp_path / "c.md")]) == 0
    assert len(table((tmp_path / "c.md").read_text(encoding="utf-8"), "Curve")) == 1
    assert main(["curve", key, "--sizes", "2,3", "--report", str(tmp_path / "c.txt")]) == 2


@pytest.mark.parametrize(("text", "cpu"), [("model name\t: Some CPU\nflags: a\n", "Some CPU, "), ("", "")])
def test_the_machine_is_told_with_one_processor_and_where_none_is_named(text, cpu, monkeypatch):
    monkeypatch.setattr("sandbox.bench.report._lines", lambda _: text.splitlines())
    machine = run_facts(7)["machine"]
    assert machine.startswith(cpu)
    assert " cores, " in machine
