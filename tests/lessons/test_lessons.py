"""Lessons: those that ship are sound and say what is computed; broken ones are told line by line; tasks check."""

import re

import numpy as np
import pytest

from sandbox.cli.entry import run
from sandbox.errors import BadInput
from sandbox.lessons.figures import Facts, faults, written
from sandbox.lessons.model import OnMap
from sandbox.lessons.reading import found, load, parse, plain_words, shipped
from sandbox.lessons.tasks import check_move, check_planner, report
from sandbox.planning.api import Limits, Query, planners

LONG = {"07-repair", "08-crowd", "11-table"}  # seconds to compute
LESSONS = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in LONG else []) for path in shipped()
]
NUMBER = re.compile(r"(?<![\w.,=+])\d[\d,]*\.?\d+(?![\w=])")


def test_twelve_ship_and_each_can_be_read():
    lessons = [load(path) for path in shipped()]
    assert len(lessons) == 12
    assert all(len(lesson.steps) >= 3 and lesson.about for lesson in lessons)
    assert all(any(step.guess for step in lesson.steps) for lesson in lessons)
    assert found("flood") == shipped()[0]


@pytest.mark.parametrize("path", LESSONS)
def test_every_figure_of_a_lesson_is_what_is_computed(path):
    assert [str(fault) for fault in faults(load(path))] == []


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_no_number_is_said_that_is_not_computed(path):
    lesson = load(path)
    for number, step in enumerate(lesson.steps):
        known = {written(figure.value) for figure in step.figures} | {
            found for figure in step.figures for found in NUMBER.findall(str(figure.value))
        }
        asked = set() if step.task is None else {f"{step.task.expanded:,}"} if step.task.expanded else set()
        said = {found.rstrip(".,") for found in NUMBER.findall(step.words)}
        wall = getattr(lesson.shown_at(number), "repair", None)
        known |= set() if wall is None else {str(n) for n in (wall.x0, wall.y0, wall.x1 - 1, wall.y1 - 1)}
        budgets = {"2,000", "1.5"} if path.stem[:2] in ("02", "12") else set()
        of_a_guess = {"5,000", "2,000", "600"} if path.stem[:2] == "04" else {"14"} if path.stem[:2] == "09" else set()
        assert said - known - asked - budgets - of_a_guess == set()


@pytest.mark.parametrize(("name", "planner"), [("jumps", "jps"), ("funnel", "ta")])
def test_the_places_to_be_clicked_are_where_the_path_turns(name, planner):
    lesson = load(found(name))
    number, step = next((n, s) for n, s in enumerate(lesson.steps) if s.guess is not None and s.guess.places)
    shown = lesson.shown_at(number)
    assert isinstance(shown, OnMap)
    query = Query(shown.level.start.point, shown.level.goal.point)
    points = planners[planner].create().prepare(shown.level.copy()).plan(query, Limits()).points
    a, b = np.diff(points, axis=0)[:-1], np.diff(points, axis=0)[1:]
    bends = points[1:-1][np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) > 1e-9]
    assert len(bends)
    inside = [any(r.x0 <= x <= r.x1 and r.y0 <= y <= r.y1 for r in step.guess.places) for x, y in bends]
    assert any(inside)
    if name == "funnel":  # and no place is called right where the path only goes by
        assert all(inside)
        assert all(any(r.x0 < x < r.x1 and r.y0 < y < r.y1 for x, y in bends) for r in step.guess.places)
    assert not step.guess.is_right(query.start)


def test_two_leaves_fewer_if_the_refutation_came_first():
    lesson = load(found("windows"))
    shown = lesson.shown_at(1)
    other = type(shown)("tree", "[[3,12,8],[2,4,6],[2,5,14]]", shown.engines)
    assert Facts(shown).of("alpha-beta.terminals") - Facts(other).of("alpha-beta.terminals") == 2


# Broken ones -------------------------------------------------------------------------------------------

BROKEN = """# A lesson

## One

```scene
level = "nowhere"
```

```guess
ask = "?"
choices = ["a", "b"]
right = 3
```

## Two

```scene
level = "door"
colour = "red"
```

```odd
```

## Three

```scene
map = "S..G"
planners = [{key = "astar", weight = "much"}]
```

```figures
"x" = [1]
"y = 2
```

```task
kind = "poem"
```
"""


def test_everything_that_is_wrong_is_told_with_its_line(tmp_path):
    path = tmp_path / "broken.md"
    _, told = parse(BROKEN, path)
    lines = [int(re.search(r"broken\.md:(\d+)", str(fault))[1]) for fault in told]
    assert lines == [5, 9, 17, 22, 27, 34, 37]


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("", "no title"),
        ("# T\n", "no step"),
        ("# T\n## S\n```scene\nlevel = 'door'\n", "without an end"),
        ("# T\n```scene\nlevel = 'door'\n```\n", "before the first step"),
        ("# T\n## S\n```scene\nlevel = 'door'\nwalls = [[3, 4, 3, 9]]\n```\n", "left less than right"),
        ("# T\n## S\n```scene\nmap = '...'\nlevel = 'door'\n```\n", "both level and map"),
        ("# T\n## S\n```scene\ngame = 'chess'\n```\n", "chess"),
        ("# T\n## S\n```scene\ngame = 'connect-four'\nengines = ['alphabeta']\n```\n", "depth from 1"),
        ("# T\n## S\n```scene\nlevel = 'door'\npolicies = ['fly']\n```\n", "fly"),
        ("# T\n## S\n```scene\nmap = 'S?G'\n```\n", "'?'"),
        ("# T\n## S\n```guess\nask = '?'\nplaces = [[0, 0, 1, 1]]\n```\n", "no map"),
        ("# T\n## S\n```scene\nlevel = 'door'\n" + "x = [" * 5000 + "\n```\n", "expected TOML"),
    ],
)
def test_one_line_for_each_kind_of_fault(source, word, tmp_path):
    _, told = parse(source, tmp_path / "x.md")
    assert any(word in str(fault) for fault in told)
    assert all("\n" not in str(fault) for fault in told)


FIGURES = """# T
## S
It costs 3.0 cells, and 7.

```scene
map = "S..G"
planners = ["astar"]
```

```figures
"astar.cost" = 3.0
"astar.expanded" = 7
"astar.points" = 4
"astar.price" = 3
"nobody.cost" = 3
```
"""


def test_a_figure_that_is_not_so_or_not_said_is_a_fault(tmp_path, capsys):
    path = tmp_path / "figures.md"
    path.write_text(FIGURES, encoding="utf-8")
    told = [str(fault) for fault in faults(load(path))]
    assert [int(re.search(r"figures\.md:(\d+)", line)[1]) for line in told] == [12, 13, 14, 15]
    assert "nowhere says 4" in told[1]
    assert run(["lint", str(path)]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_marks_of_markdown_are_not_shown_but_a_star_of_a_name_is():
    assert plain_words("**A*** and *HPA** in `code`\ngo on\n\n- one\n- two") == [
        "A* and HPA* in code go on", "•  one", "•  two",
    ]  # fmt: skip


# Tasks -------------------------------------------------------------------------------------------------


def test_a_task_tells_a_planner_that_passes_from_one_that_does_not(tmp_path):
    lesson = load(found("flood"))
    (number,) = lesson.tasks
    passed, slow, long_ = (check_planner(lesson, number, key) for key in ("jps", "astar", "greedy"))
    assert (passed.passed, slow.passed, long_.passed) == (True, False, False)
    assert "expanded" in slow.found[0]
    assert "costs" in long_.found[0]
    assert "1 of 1 tasks passed" in report(lesson, [passed])
    heavy = check_planner(lesson, number, "astar", planners["astar"].create({"weight": 3.0}))
    assert heavy.answer == "astar:weight=3.0"  # its options count
    assert heavy.found != slow.found
    with pytest.raises(BadInput, match="no task for a move"):
        check_move(lesson, number, "d3")


def test_a_task_tells_the_best_move():
    lesson = load(found("horizon"))
    (number,) = lesson.tasks
    assert check_move(lesson, number, "7").passed
    assert not check_move(lesson, number, "4").passed
    with pytest.raises(BadInput, match="no move here"):
        check_move(lesson, number, "9")


def test_the_command_checks_and_writes_a_report(tmp_path, capsys):
    out = tmp_path / "report.md"
    assert run(["lesson", "windows", "--move", "4=2", "-o", str(out)]) == 0
    assert "passed, with 2" in out.read_text(encoding="utf-8")
    assert run(["lesson", "windows", "--move", "4=1"]) == 1
    assert run(["lesson", "windows", "--move", "x"]) == 2
    assert run(["lesson", "windows", "--planner", "astar"]) == 2
    assert run(["lesson", "nowhere"]) == 2
    capsys.readouterr()


def test_pictures_of_a_lesson(tmp_path):
    path = tmp_path / "small.md"
    crowd = '```scene\nlevel = "head-on"\npolicies = ["alone"]\n```\n'
    path.write_text(FIGURES + "## C\n" + crowd + '## B\n```scene\ngame = "nim"\n```\n', encoding="utf-8")
    assert run(["render", str(path), "-o", str(tmp_path / "out.svg")]) == 0
    assert sorted(file.name for file in tmp_path.glob("*.svg")) == ["out-1.svg", "out-2.svg", "out-3.svg"]
    assert run(["render", str(path), "--step", "1", "-o", str(tmp_path / "one.svg")]) == 0
    assert run(["render", str(path), "--step", "9", "-o", str(tmp_path / "one.svg")]) == 2


def test_a_figure_in_quotes_is_compared_as_it_is_written(tmp_path):
    path = tmp_path / "quoted.md"
    head, _, _ = FIGURES.partition('"astar.cost" = 3.0')
    path.write_text(
        head.replace("and 7", "and 4") + '"astar.points" = "4"\n"astar.cost" = "3"\n```\n', encoding="utf-8"
    )
    told = [str(fault) for fault in faults(load(path))]
    assert [int(re.search(r"quoted\.md:(\d+)", line)[1]) for line in told] == [12]


def test_two_figures_may_be_joined_and_no_more():
    facts = Facts(None)
    facts._found = lambda who, _: {"n": {"a": 8.0, "b": 2.0}[who]}
    assert (facts.of("a.n - b.n"), facts.of("a.n / b.n")) == (6, 4)
    for name in ("a.n - b.n - b.n", "a.n - b.n / b.n"):
        with pytest.raises(BadInput, match="several signs"):
            facts.of(name)


def test_a_polygon_of_a_scene_is_a_ring_of_points(tmp_path):
    scene = "# T\n## S\n```scene\nmap = 'S...G'\nplanners = ['ta']\npolygons = [{}]\n```\n"
    good, told = parse(scene.format("[[1.0, 0.0], [2.0, 0.0], [1.5, 0.5]]"), tmp_path / "x.md")
    assert told == []
    _, told = parse(scene.format("7"), tmp_path / "x.md")
    assert len(told) == 1
    assert good.title == "T"
