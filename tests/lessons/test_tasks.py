"""Tasks by their limits, figures by their words, and the lesson command, whose answers a teacher is handed."""

from __future__ import annotations

import json
import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sandbox.cli.entry import run
from sandbox.errors import BadInput
from sandbox.lessons.figures import Facts, decimals, said_in, written
from sandbox.lessons.model import Figure, Lesson, OnMap
from sandbox.lessons.reading import load, shipped
from sandbox.lessons.tasks import Verdict, _too_much, check_move, check_planner, report

TEXT = """# Two ways
A word before.

## Around
Around the wall; it costs 8.0 cells.

```scene
map = \"\"\"
.....
S.#.G
.....
\"\"\"
planners = ["astar", "bfs"]
```

```guess
ask = "Which is shorter?"
choices = ["left", "right"]
right = 1
```

After the guess.

```figures
"astar.expanded" = 8
```

```task
kind = "planner"
say = "Find a way that is short enough."
cost = 5.0
expanded = 9
```

## A move
```scene
game = "tic-tac-toe"
position = "XX-OO---- X"
```

```task
kind = "move"
say = "Win."
```
"""


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    path = tmp_path / "two.md"
    path.write_text(TEXT, encoding="utf-8")
    return load(path)


def limits(**more: Any) -> Any:
    return SimpleNamespace(**{"expanded": None, "cost": None, "optimal": False} | more)


def plan(cost: float, expanded: int) -> Any:
    return SimpleNamespace(cost=cost, expanded=expanded)


@pytest.mark.small
def test_limits_are_what_may_just_be_reached() -> None:
    assert _too_much(limits(), plan(9.0, 99), None) == []
    assert _too_much(limits(expanded=9), plan(5.0, 9), 5.0) == []
    assert _too_much(limits(), plan(5.0 + 1e-10, 9), 5.0) == []  # two ways of adding up
    assert _too_much(limits(), plan(5.001, 9), 5.0) == ["it costs 5.00, expected at most 5.00"]
    assert _too_much(limits(expanded=1234), plan(6.0, 1235), 5.5) == [
        "it costs 6.00, expected at most 5.50",
        "it expanded 1,235, expected at most 1,234",
    ]


def test_a_planner_is_held_to_both_limits_and_to_the_optimum(lesson: Lesson, tmp_path: Path) -> None:
    passed, far = check_planner(lesson, 1, "astar"), check_planner(lesson, 1, "dijkstra")
    assert (passed.step, passed.passed, passed.answer) == (1, True, "astar")
    assert passed.found[0].startswith("a path of 4.83 cells, ")
    assert (far.passed, len(far.found)) == (False, 1)
    assert "it expanded " in far.found[0]
    for limit, least in (("cost = 5.0\noptimal = true", "4.83"), ("cost = 4.0\noptimal = true", "4.00"),
                         ("optimal = true", "4.83"), ("cost = 5.5", "5.50")):  # fmt: skip
        path = tmp_path / "other.md"
        path.write_text(TEXT.replace("cost = 5.0\nexpanded = 9", limit), encoding="utf-8")
        weak = check_planner(load(path), 1, "astar", planner_of_four_moves())
        assert weak.found == (f"it costs 6.00, expected at most {least}",)
    with pytest.raises(BadInput, match="no task for a planner, expected one of the steps 1"):
        check_planner(lesson, 2, "astar")


def planner_of_four_moves() -> Any:
    from sandbox.planning.api import planners

    return planners["astar"].create({"moves": 4})


def test_a_move_is_as_good_as_the_best_or_told_the_better_one(lesson: Lesson) -> None:
    won = check_move(lesson, 2, "c1")
    assert (won.passed, won.answer, won.found) == (True, "c1", ("c1 is worth +1",))
    lost = check_move(lesson, 2, "a3")
    assert not lost.passed
    assert lost.found[0].startswith("a3 is worth -1, c1 +1")


@pytest.mark.small
def test_the_report_counts_the_tasks_of_the_lesson_and_not_the_answers(lesson: Lesson) -> None:
    good, bad = Verdict(1, "A.", "astar", True, ("one", "two")), Verdict(2, "B.", "c1", False, ("three",))
    assert report(lesson, [good, bad, good]).splitlines() == [
        "# Two ways",
        "",
        "- Step 1, passed, with astar: one; two.",
        "  A.",
        "- Step 2, NOT passed, with c1: three.",
        "  B.",
        "- Step 1, passed, with astar: one; two.",
        "  A.",
        "",
        "2 of 2 tasks passed.",
    ]


@pytest.mark.small
def test_figures_are_compared_to_the_digits_they_are_said_with() -> None:
    assert [decimals(value) for value in (3, 3.0, 2.25, 0.125)] == [0, 1, 2, 3]
    assert [written(value) for value in (1234, 1234.5, "found")] == ["1,234", "1,234.5", "found"]
    figure = Figure(1, "astar.expanded", 1234)
    for words, said in (("after 1,234 cells", True), ("after 1234\ncells", True), ("after 1 234", False)):
        assert said_in(figure, words) is said
    assert said_in(Figure(1, "astar.status", "no path"), "there is no\n  path at all")


def test_two_figures_are_joined_by_a_sign(lesson: Lesson) -> None:
    facts = Facts(lesson.shown_at(0) or pytest.fail("no scene"))
    cost, expanded = facts.of("astar.cost"), facts.of("astar.expanded")
    assert isinstance(cost, float)
    assert isinstance(expanded, int)
    assert facts.of("astar.cost / astar.expanded") == cost / expanded
    assert facts.of("bfs.expanded - astar.expanded") == int(facts.of("bfs.expanded")) - expanded
    assert facts.of("astar.cost / astar.reopened") == math.inf
    with pytest.raises(BadInput, match="words, expected two numbers"):
        facts.of("astar.cost - astar.status")
    with pytest.raises(BadInput, match=r"no such figure, expected astar\. and one of cost, expanded, "):
        facts.of("astar.price")
    assert facts.of("astar.loss") == pytest.approx(float(facts.of("astar.cost")) - float(facts.of("astar.optimum")))
    with pytest.raises(BadInput, match="no repair"):
        facts.of("astar.repair")


def test_the_list_of_lessons_has_a_row_for_each(capsys: Any) -> None:
    assert run(["lesson", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(row["file"]) for row in rows] == [Path(str(path)) for path in shipped()]
    assert (rows[0]["lesson"], rows[0]["steps"]) == ("flood", len(load(shipped()[0]).steps))
    assert run(["lesson"]) == 0
    told = capsys.readouterr().out
    assert all(row["title"] in told for row in rows)


def test_a_lesson_is_told_in_words_with_its_guesses_and_tasks(lesson: Lesson, capsys: Any) -> None:
    assert run(["lesson", str(lesson.path)]) == 0
    told = capsys.readouterr().out.splitlines()
    at = [told.index(line) for line in (
        "Two ways", "1. Around", "   ? Which is shorter?", "     – left", "     – right",
        "   Task: Find a way that is short enough.", "2. A move", "   Task: Win.",
    )]  # fmt: skip
    assert at == sorted(at)
    assert run(["lesson", str(lesson.path), "--json"]) == 0
    one, two = map(json.loads, capsys.readouterr().out.splitlines())
    assert one == {"step": 1, "title": "Around", "figures": 1, "guess": True, "task": True}
    assert two == {"step": 2, "title": "A move", "figures": 0, "guess": False, "task": True}


def test_answers_are_checked_together_and_reported(lesson: Lesson, tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "report.md"
    words = ["lesson", str(lesson.path), "--planner", "astar", "--move", "2=c1"]
    assert run([*words, "-o", str(out)]) == 0
    assert "step 1: passed, with astar" in capsys.readouterr().out
    assert "2 of 2 tasks passed." in out.read_text(encoding="utf-8")
    assert run([*words, "--move", "2=a3", "--json"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["step"], row["passed"]) for row in rows] == [(1, True), (2, True), (2, False)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "x.md"], "nothing to report"),
        (["--move", "2"], "'2', expected STEP=MOVE"),
        (["--move", "=c1"], "'=c1', expected STEP=MOVE"),
        (["--move", "two=c1"], "STEP=MOVE"),
        (["--move", "²=c1"], "STEP=MOVE"),
        (["--move", "123456789=c1"], "STEP=MOVE"),
        (["--move", "12345678=c1"], "no task for a move, expected one of the steps 2"),
        (["--move", "1=c1"], "no task for a move"),
        (["--move", "2=d4"], "no move here"),
    ],
)
def test_what_is_no_answer_is_one_line(words: list[str], said: str, lesson: Lesson, capsys: Any) -> None:
    assert run(["lesson", str(lesson.path), *words]) == 2
    found = capsys.readouterr().err
    assert said in found
    assert found.count("\n") == 1


def test_who_names_a_planner_needs_a_task_for_one(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "none.md"
    path.write_text("# None\n## One\nWords.\n", encoding="utf-8")
    assert run(["lesson", str(path), "--planner", "astar"]) == 2
    assert "none.md has no task for a planner" in capsys.readouterr().err
    assert isinstance(load(path).shown_at(0), OnMap | None)
