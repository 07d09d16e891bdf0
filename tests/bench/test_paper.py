"""A benchmark as a page: the figures are those of the summaries, the charts are there and well-formed."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from sandbox.bench.random_queries import write_case
from sandbox.bench.report import summary
from sandbox.bench.runner import Job, run_job
from sandbox.bench.shown.paper import time_chart, write_paper
from sandbox.bench.shown.plot import BOTTOM, HIGH, LEFT, RIGHT, WIDE, scaled
from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.figures import significant
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, planners

SVG = "{http://www.w3.org/2000/svg}"
RUN = {"seed": 7, "commit": "abc", "machine": "a | machine", "versions": {"numpy": "1", "python": "3"}}


@pytest.fixture
def scens(tmp_path):
    found = []
    for seed, name in ((1, "one"), (2, "two words")):
        level = Level(np.where(np.random.default_rng(seed).random((16, 20)) < 0.15, WALL, 0).astype(np.uint8))
        write_case(level, tmp_path / f"{name}.map", tmp_path / f"{name}.map.scen", 15, Limits())
        found.append((tmp_path / f"{name}.map.scen", tmp_path / f"{name}.map"))
    return found


def results(pairs, keys=("astar", "polyanya", "hpa")):
    return [run_job(Job(key, (), scen, at)) for scen, at in pairs for key in keys]


def test_every_figure_is_the_summarys(scens, tmp_path):
    found = results(scens[:1])
    files = write_paper(found, tmp_path / "mine.md", RUN)
    assert [file.name for file in files] == ["mine.md", "mine-times.svg", "mine-quality.svg"]
    text = files[0].read_text(encoding="utf-8")
    assert "Seed: 7" in text
    assert "numpy 1, python 3" in text
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")][1:]
    for cells, one in zip(rows, map(summary, found), strict=True):
        assert cells[1:3] == ["15", f"{one['solved']:,}"]
        assert cells[4] == significant(one["query_us"]["median"])
        assert cells[8] == significant(100 * one["suboptimality"]["mean"])
    assert rows[0][7] == significant(1.0)
    for file in re.findall(r"!\[.*?\]\((.*?)\)", text):
        root = ET.fromstring((tmp_path / file).read_text(encoding="utf-8"))
        words = [node.text for node in root.iter(f"{SVG}text")]
        assert "A*" in words


def test_each_planner_s_box_stands_over_its_name_and_inside_the_frame(scens):
    drawing = ET.fromstring(time_chart(results(scens[:1])))
    names = [n for n in drawing.iter(f"{SVG}text") if n.get("y") == f"{HIGH - BOTTOM + 18:g}"]
    boxes = [n for n in drawing.iter(f"{SVG}rect") if n.get("fill-opacity")]
    assert [n.text for n in names] == [planners[key].title for key in ("astar", "polyanya", "hpa")]
    middles = [float(n.get("x")) for n in names]
    assert middles == pytest.approx([LEFT + share * (WIDE - LEFT - RIGHT) for share in (1 / 6, 3 / 6, 5 / 6)])
    assert [float(n.get("x")) + float(n.get("width")) / 2 for n in boxes] == pytest.approx(middles)
    assert len({n.get("fill") for n in boxes}) == 3


def test_several_files_have_charts_of_their_own(scens, tmp_path):
    files = write_paper(results(scens, ("astar", "ta")), tmp_path / "all.md", RUN)
    assert len(files) == 5
    assert len({file.name for file in files}) == 5
    text = files[0].read_text(encoding="utf-8")
    assert text.count("## ") == 2
    assert all(f"({file.name})" in text for file in files[1:])
    assert not any(" " in file.name for file in files)


def test_what_cannot_be_written_is_said(tmp_path, scens):
    with pytest.raises(BadInput, match="no results"):
        write_paper([], tmp_path / "x.md", RUN)
    with pytest.raises(BadInput, match=r"\.md"):
        write_paper(results(scens[:1], ("astar",)), tmp_path / "x.txt", RUN)


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize("values", [[0.001], [3.0], [0.5, 700.0], [0.0, 0.0], []])
def test_axes_span_their_values(values, log):
    at, ticks = scaled(np.array(values), 100.0, 500.0, log=log)
    assert len(ticks) >= 2
    for value in values:
        assert 99.9 <= at(value) <= 500.1
    assert at(ticks[0]) <= at(ticks[-1])


def test_the_command_writes_it(scens, tmp_path, capsys):
    scen = str(scens[0][0])
    assert main(["bench", scen, "--planner", "astar,jps", "--report", str(tmp_path / "cli.md")]) == 0
    assert "cli-times.svg" in capsys.readouterr().out
    assert "JPS" in (tmp_path / "cli.md").read_text(encoding="utf-8")
    assert main(["bench", scen, "--report", str(tmp_path / "cli.txt")]) == 2
