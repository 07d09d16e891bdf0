"""The user's own code in the window: it joins the list, follows its file, and never holds up a frame."""

import time

import pytest

from sandbox.games.api import games
from sandbox.gametree.api import engines, engines_for
from sandbox.level.model import Level
from sandbox.own.folder import folder
from sandbox.own.new import STARTS
from sandbox.planning.api import Status, planners
from sandbox.registry import OWN
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import Button
from tests.ui.test_app import click, frames, maps, settle

KEY = "own-my-planner"


@pytest.fixture
def tab(app):
    """The maps tab with one planner ticked."""
    tab = maps(app)
    for row in tab.rows:
        row.ticked = row.key == "bfs"
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(Level.empty(40, 30), "plain")
    frames(app, 2)
    settle(app)
    yield tab
    for key in [entry.key for entry in planners if entry.key.startswith(OWN)]:
        planners.drop(key)


def _follow(app):
    app.services.own.look()
    frames(app, 3)
    settle(app)


def _row(tab):
    return next((row for row in tab.rows if row.key == KEY), None)


def _save(text):
    path = folder() / "my-planner.py"
    path.write_text(text, encoding="utf-8")


def _labels(tab):
    return [w.text for w in tab.panel.planners.walk() if getattr(w, "name", "") == f"trouble-{KEY}"]


def _new(app, tab):
    button = next(w for w in tab.panel.planners.walk() if isinstance(w, Button) and w.name == "new-own")
    tab.panel.lists.reveal(button.rect)
    frames(app, 2)
    click(app, button)
    _follow(app)


def test_from_a_click_to_a_path_and_its_recording(app, tab):
    _new(app, tab)
    row = _row(tab)
    assert row.ticked
    assert row.plan.status is Status.FOUND
    assert any(layer.name == f"path {KEY}" for layer in tab.view.paths)
    tab.asking.focus_on(row)
    deadline = time.monotonic() + 30
    while tab.timeline.film is None and time.monotonic() < deadline:
        settle(app)
    assert tab.timeline.film.title == "My planner"
    assert len(tab.timeline.film) > row.plan.expanded
    row.options["weight"] = 3.0
    tab.asking.row_changed(row)
    settle(app)
    assert row.planner.weight == 3.0


def test_saving_reads_it_again_and_says_what_is_wrong_below_it(app, tab):
    _new(app, tab)
    text = (folder() / "my-planner.py").read_text(encoding="utf-8")
    before = _row(tab).answer
    _save(text.replace('title="My planner"', 'title="Zigzag"'))
    _follow(app)
    assert _row(tab).entry.title == "Zigzag"
    assert _row(tab).answer is not before
    for wrong, told in (
        (
            text.replace("heappop(open_list)", "heappop(open_list"),
            "my-planner.py:24: SyntaxError: ",
        ),
        (text.replace("cost[cell] + step", "cost[cell] + step / 0"), "my-planner.py:32: ZeroDivisionError: "),
    ):
        _save(wrong)
        _follow(app)
        assert _labels(tab)[0].startswith(told)
        assert _row(tab).answer.trouble.startswith(told)
        assert "Traceback" in tab.own_rows._details(_row(tab)) or "SyntaxError" in tab.own_rows._details(_row(tab))
        tab.own_rows._tell(_row(tab))
        frames(app, 2)
        app.root.close(app.root.floating[-1])
    _save(text)
    _follow(app)
    assert _labels(tab) == []
    assert _row(tab).plan.status is Status.FOUND


def test_an_illegal_way_is_shown_and_refused(app, tab):
    _new(app, tab)
    text = (folder() / "my-planner.py").read_text(encoding="utf-8")
    _save(text.replace("return grid.way(parent, goal)", "return [start, goal]"))
    _follow(app)
    assert _labels(tab)[0].startswith("step 0 jumps by")
    assert any(layer.name == f"path {KEY}" for layer in tab.view.paths)
    line = next(cells for cells in tab.panel.table.rows if "My planner" in str(cells[0]))
    assert any(str(cell).startswith("refused: step 0 jumps") for cell in line)
    assert tab.panel.verdict.text.startswith("Breadth-first")


def test_it_goes_with_its_file_and_comes_back_ticked(app, tab):
    _new(app, tab)
    path = folder() / "my-planner.py"
    text = path.read_text(encoding="utf-8")
    path.unlink()
    _follow(app)
    assert _row(tab) is None
    assert f"maps.planner-{KEY}" not in app.root.actions
    _save(text)
    _follow(app)
    assert _row(tab) is not None
    assert f"maps.planner-{KEY}" in app.root.actions


@pytest.mark.parametrize(
    "body",
    ["return ((", "while True: pass", "while True: print('x' * 1000)", "import sys; sys.exit(3)",
     "import os; os.abort()",
     "import ctypes; ctypes.string_at(0)", "return bytearray(10 << 30)", "return 10 ** 10 ** 10"],
)  # fmt: skip
def test_frames_go_on_whatever_it_does(app, tab, body):
    _new(app, tab)
    text = (folder() / "my-planner.py").read_text(encoding="utf-8").replace("seconds=5", "seconds=1")
    row, count = _row(tab), 0
    row.answer = None
    _save(text.replace("        while open_list:", f"        {body}\n        while open_list:"))
    app.services.own.look()
    slowest, deadline = 0.0, time.monotonic() + 60
    frames(app, 1)
    while (row.answer is None or not row.answer.trouble) and time.monotonic() < deadline:
        began = time.thread_time()
        frames(app, 1)
        slowest, count = max(slowest, time.thread_time() - began), count + 1
        time.sleep(0.002)
    assert row.answer.trouble.startswith("my-planner.py:23: ")
    assert count > 5
    assert slowest < 1.0  # of the processor, in the window's thread: seconds would mean that it waited for the code


def test_a_hundred_frames_come_while_it_hangs(app, tab, tmp_path):
    """However busy the machine is: it hangs before, and it hangs after."""
    _new(app, tab)
    mark, text = tmp_path / "hanging", (folder() / "my-planner.py").read_text(encoding="utf-8")
    row = _row(tab)
    row.answer = None
    hang = f"        open({str(mark)!r}, 'w').close()\n        while True: pass\n        while open_list:"
    _save(text.replace("seconds=5", "seconds=3000").replace("        while open_list:", hang))
    app.services.own.look()
    end = time.monotonic() + 90
    while not mark.exists():
        frames(app, 1)
        assert time.monotonic() < end
    row.answer = None
    for _ in range(100):
        frames(app, 1)
    assert row.answer is None
    _save(text)  # saving it mended ends the one that hangs
    _follow(app)
    assert row.plan.status is Status.FOUND


def test_it_is_followed_on_whatever_tab_one_begins(app):
    app.shell.show("boards")
    app.services.start()
    deadline = time.monotonic() + 30
    while "own" not in vars(app.services) and time.monotonic() < deadline:
        frames(app, 1)
        time.sleep(0.01)
    folder().mkdir(parents=True, exist_ok=True)
    (folder() / "my-engine.py").write_text((STARTS / "engine.py").read_text(encoding="utf-8"), encoding="utf-8")
    while "own-my-engine" not in engines and time.monotonic() < deadline:
        frames(app, 1)
        time.sleep(0.01)
    assert "own-my-engine" in [entry.key for entry in engines_for(games["othello"])]
    engines.drop("own-my-engine")
