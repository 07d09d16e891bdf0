"""The whole window under SDL's dummy driver: driven by events, looked at through its widgets."""

import ast
import gc
import random
import time
import tracemalloc
from pathlib import Path

import pygame
import pytest

import sandbox.ui
from sandbox.ui.app import App, Request
from sandbox.ui.benches.scenarios import title_of
from sandbox.ui.boards.panel.search import NO_SEARCH
from sandbox.ui.maps.asking import RECORD_AFTER
from sandbox.ui.tabs import TABS


@pytest.fixture
def user(tmp_path, monkeypatch):
    """A user with an empty home."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    return tmp_path


@pytest.fixture
def app(user):
    """A window whose kernels count as warm: what is missing is compiled as it is needed."""
    window = App(Request(size=(1280, 720)))
    window.services.warmer.start = lambda: None
    window.root.stand_ins.on_failure = None  # what cannot be painted raises
    state = window.services.warmer.state
    window.services.warmer.state = type(state)(finished=True)
    window.shell.show("maps")
    frames(window, 2)
    yield window
    window.shell.close(remember=False)
    window.host.window.destroy()  # now: collected later, it would take its successor at the same address along
    pygame.event.clear()


def frames(app, count=1):
    for _ in range(count):
        app.host.frame()


def settle(app, seconds=280.0):
    """Run frames until the workers are done."""
    end = app.root.clock() + seconds
    while app.root.clock() < end:
        pygame.time.wait(5)
        frames(app)
        if app.shell.settled and not any(w.busy for w in app.services.workers):
            return
    raise AssertionError("the window never settled")


def key(app, code, mod=0, unicode="", times=1):
    """Press a key, again and again within one frame: no answer of a worker comes between."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP) * times:
        pygame.event.post(pygame.event.Event(kind, key=code, mod=mod, unicode=unicode, scancode=0))
    frames(app)


def mouse(app, kind, at, button=1):
    if kind == pygame.MOUSEMOTION:
        event = pygame.event.Event(kind, pos=at, rel=(0, 0), buttons=(1, 0, 0), touch=False)
    else:
        event = pygame.event.Event(kind, pos=at, button=button, touch=False)
    pygame.event.post(event)
    frames(app)


def click(app, widget):
    mouse(app, pygame.MOUSEMOTION, widget.rect.center)
    mouse(app, pygame.MOUSEBUTTONDOWN, widget.rect.center)
    mouse(app, pygame.MOUSEBUTTONUP, widget.rect.center)


def drag(app, *points):
    mouse(app, pygame.MOUSEBUTTONDOWN, points[0])
    for at in points[1:]:
        mouse(app, pygame.MOUSEMOTION, at)
    mouse(app, pygame.MOUSEBUTTONUP, points[-1])


def maps(app):
    return app.shell.tabs["maps"]


def test_every_tab_opens_and_paints(app):
    for name in reversed(TABS):
        click(app, app.shell.buttons[name])
        frames(app, 2)
        assert app.shell.current == name
        assert pygame.surfarray.array3d(app.root.surface).std() > 5


def test_paths_appear_and_follow_the_dragged_goal(app):
    tab = maps(app)
    settle(app)
    asked = [row for row in tab.rows if row.ticked]
    assert asked
    assert all(row.answer is not None for row in asked)
    before = {row.key: row.plan.cost for row in asked if row.plan is not None}
    start = tab.level.markers["start"].point
    drag(app, tab.canvas.to_window(*tab.level.markers["goal"].point), tab.canvas.to_window(start[0] + 2, start[1]))
    settle(app)
    after = {row.key: row.plan.cost for row in asked if row.plan is not None}
    assert after.keys() == before.keys()
    assert all(after[k] < before[k] for k in after)
    assert tab.history.labels[-1] == "Move goal"


def test_a_painted_wall_is_one_step_and_undo_takes_it_back(app):
    tab = maps(app)
    terrain = tab.level.terrain.copy()
    key(app, pygame.K_b, unicode="b")
    middle = tab.canvas.rect.center
    drag(app, (middle[0] - 60, middle[1]), middle, (middle[0] + 60, middle[1] + 30))
    assert (tab.level.terrain != terrain).any()
    steps = len(tab.history.labels)
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    assert (tab.level.terrain == terrain).all()
    assert len(tab.history.labels) == steps
    settle(app)
    assert tab.asking.desk.level.version == tab.level.version
    assert (tab.asking.desk.level.terrain == tab.level.terrain).all()


def held_still(app):
    """Wait until a search would have been recorded."""
    end = time.monotonic() + 2 * RECORD_AFTER
    while time.monotonic() < end or any(worker.busy for worker in app.services.workers):
        frames(app)
        time.sleep(0.01)


def test_a_brush_held_still_waits_for_the_recording_an_end_held_still_shows_it(app):
    tab = maps(app)
    settle(app)
    x, y = tab.level.markers["start"].point
    here, there = tab.canvas.to_window(x + 2, y), tab.canvas.to_window(x + 3, y)
    for tool, shown in (("move", True), ("paint", False)):
        tab.use_tool(tool)
        mouse(app, pygame.MOUSEBUTTONDOWN, here)
        mouse(app, pygame.MOUSEMOTION, there)
        held_still(app)
        assert tab.history.in_gesture
        assert (tab.timeline.film is not None) == shown
        mouse(app, pygame.MOUSEBUTTONUP, there)
        settle(app)


def test_the_recording_plays_backwards_and_forwards(app):
    tab = maps(app)
    settle(app)
    film = tab.timeline.film
    assert film is not None
    whole = tab.timeline.time
    assert whole == len(film)
    key(app, pygame.K_HOME)
    assert tab.timeline.time == 0
    key(app, pygame.K_PERIOD, unicode=".")
    assert tab.timeline.time == 1
    assert app.shell.status.text.startswith("A*: generates (")
    assert tab.session.strip.words.text == app.shell.status.text
    key(app, pygame.K_END)
    assert tab.timeline.time == whole


def test_saving_writes_a_file_that_opens_the_same(app, user):
    tab = maps(app)
    key(app, pygame.K_s, pygame.KMOD_CTRL)
    assert tab.files.path.exists()
    level = tab.level
    assert tab.files.open_path(str(tab.files.path))
    assert (tab.level.terrain == level.terrain).all()
    assert tab.level.markers == level.markers


def test_a_broken_file_is_a_toast_not_a_crash(app, user):
    broken = user / "broken.json"
    broken.write_text('{"format": "nonsense"', encoding="utf-8")
    before = maps(app).level
    assert app.shell.open_file(str(broken))
    assert maps(app).level is before
    assert app.root.floating


def test_one_plays_connect_four_by_keys_against_an_engine(app):
    app.shell.show("boards")
    tab = app.shell.tabs["boards"]
    tab.session.seats[1].budget["seconds"] = 0.05
    frames(app, 2)
    settle(app)
    app.root.focus.set(tab.board)
    key(app, pygame.K_4, unicode="4")
    settle(app)
    assert tab.session.match.moves[0] == "4"
    assert len(tab.session.match.moves) == 2
    assert tab.board.past  # what it thought of its moves stays to be seen
    assert tab.board.values
    assert tab.panel.root_table.rows
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    assert tab.session.match.at == 0
    assert not tab.board.values
    key(app, pygame.K_y, pygame.KMOD_CTRL)
    assert tab.board.values
    tab._take_pasted(tab.files.pasted("44"))
    assert not tab.board.values
    assert not tab.panel.root_table.rows
    assert tab.panel.head.text == NO_SEARCH


def test_every_game_shows_its_board(app):
    """The board itself: names and lists around it differ anyway."""
    app.shell.show("boards")
    tab = app.shell.tabs["boards"]
    seen = {}
    for at, entry in enumerate(tab.entries):
        tab.session.ready = False
        tab._pick_game(at)
        frames(app, 2)
        seen[entry.key] = board_of(app, tab)
        assert seen[entry.key].std() > 3, f"{entry.key}: something is drawn"
    different = {picture.tobytes() for picture in seen.values()}
    assert len(different) == len(seen)


def board_of(app, tab):
    """The pixels of the board's widget."""
    return pygame.surfarray.array3d(app.root.surface.subsurface(tab.board.rect.clip(app.root.rect)))


def test_themes_and_scales_change_everything_and_nothing_breaks(app):
    for theme in ("light", "projector", "dark"):
        for scale in (0.5, 1.5, 2.0, 1.0):
            app.shell.show_look(theme, scale)
            frames(app, 2)
    app.shell.show_look("light", 1.0)
    frames(app, 2)
    light = pygame.surfarray.array3d(app.root.surface).mean()
    app.shell.show_look("dark", 1.0)
    frames(app, 2)
    assert light > pygame.surfarray.array3d(app.root.surface).mean() + 60


def test_the_palette_finds_and_runs_a_command(app):
    key(app, pygame.K_k, pygame.KMOD_CTRL)
    for letter in "crowds":
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    frames(app, 2)
    key(app, pygame.K_RETURN)
    assert app.shell.current == "crowds"


def test_a_bench_runs_planners_with_the_options_set(app, monkeypatch, tmp_path):
    page, jobs = app.shell.show("bench").pages[0], []
    frames(app)  # which tells it that all is prepared
    monkeypatch.setattr(page, "start", lambda call, items, done: jobs.extend(items))
    page.files.pairs = [(tmp_path / "a.scen", tmp_path / "a.map")]
    page.options["astar"]["weight"] = 2.0
    page.run()
    options = {job.planner: job.options for job in jobs}
    assert options["astar"] == (("weight", "2.0"),)
    assert options["jps"] == ()
    assert title_of(jobs[0].label) == "A* (weight=2.0)"


def test_the_palette_ticks_planners(app):
    box = maps(app).panel.planners.boxes["theta"]
    for ticked in (True, False):
        key(app, pygame.K_k, pygame.KMOD_CTRL)
        for letter in "planner: theta":
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        frames(app, 2)
        key(app, pygame.K_RETURN)
        assert box.value is ticked


def test_settings_and_keys_open_and_close(app):
    for open_it in (app.shell.open_settings, app.shell.open_keys):
        open_it()
        frames(app, 2)
        assert app.root.floating
        key(app, pygame.K_ESCAPE)
        assert not app.root.floating


@pytest.mark.parametrize("name", ["maps", "crowds", "boards", "bench"])
def test_everything_can_be_reached_by_tab(app, name):
    """Every control that takes the focus and is shown, and round again to where one began."""
    app.shell.show(name)
    frames(app, 2)
    app.root.focus.set(None)
    wanted = {id(w): w for w in app.root.content.walk() if w.focusable and w.active}
    reached = []
    while not reached or reached[-1] is not reached[0] or len(reached) == 1:
        key(app, pygame.K_TAB)
        reached.append(app.root.focus.widget)
        assert len(reached) <= len(wanted) + 1, "it never comes round"
    missing = [w for w in wanted.values() if w not in reached]
    assert not missing


def test_an_idle_window_paints_nothing(app):
    settle(app)
    frames(app, 3)
    assert app.root.paint() == []


WHEEL = {"x": 0, "y": 0, "precise_x": 0.0, "precise_y": 1.0, "flipped": False}


def test_every_icon_named_anywhere_is_in_the_font(app):
    icons = set(app.root.look.icons.names)
    for tab in TABS:
        app.shell.show(tab)
    actions = {action.icon for action in app.root.actions.all() if action.icon}
    sources = [ast.parse(path.read_text("utf-8")) for path in Path(sandbox.ui.__file__).parent.rglob("*.py")]
    calls = [node for tree in sources for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = {k.value.value for call in calls for k in call.keywords if k.arg == "icon" and is_text(k.value)}
    named |= {call.args[0].value for call in calls if takes_icon_first(call)}
    assert len(named) > 40
    assert not (actions | named) - icons - {""}


def takes_icon_first(call):
    return getattr(call.func, "id", "") in ("IconButton", "Icon") and call.args and is_text(call.args[0])


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


NAMES = "TAB RETURN SPACE ESCAPE LEFT RIGHT UP DOWN b e v z y k 1 2 3 4 0 HOME END F1 DELETE"
KEYS = [getattr(pygame, f"K_{name}") for name in NAMES.split()]


def monkey(app, count, seed):
    """Anything a person could do with both hands."""
    chance = random.Random(seed)
    width, height = app.root.rect.size
    for number in range(count):
        kind = chance.random()
        at = (chance.randrange(width), chance.randrange(height))
        if kind < 0.35:
            pygame.event.post(
                pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False)
            )
        elif kind < 0.7:
            which = pygame.MOUSEBUTTONDOWN if chance.random() < 0.5 else pygame.MOUSEBUTTONUP
            pygame.event.post(pygame.event.Event(which, pos=at, button=chance.choice([1, 1, 1, 2, 3]), touch=False))
        elif kind < 0.75:
            pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, WHEEL | {"y": chance.choice([-1, 1])}))
        elif kind < 0.8:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=chance.choice("0123456789abcé→")))
        else:
            mod = chance.choice([0, 0, 0, pygame.KMOD_CTRL, pygame.KMOD_SHIFT])
            code = chance.choice(KEYS)
            for event in (pygame.KEYDOWN, pygame.KEYUP):
                pygame.event.post(pygame.event.Event(event, key=code, mod=mod, unicode="", scancode=0))
        if number % 7 == 0:
            frames(app)
    frames(app, 3)


def quieten(app, monkeypatch):
    """No queries, no processes: the monkey is after the window."""
    maps(app).asking.ready = False
    monkeypatch.setattr(type(app.services.warmer.state), "ready", lambda *_: False)  # nor are tabs opened later
    app.root.on_close = None
    monkeypatch.setattr("sandbox.ui.benches.page.Page.start", lambda *_: None)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_monkey_breaks_nothing(app, monkeypatch, seed):
    quieten(app, monkeypatch)
    monkey(app, 1500, seed)


def in_use():
    """Bytes allocated since tracing began that are no garbage."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_a_patient_monkey_breaks_nothing_and_memory_stays(app, monkeypatch):
    quieten(app, monkeypatch)
    monkey(app, 10_000, 3)
    tracemalloc.start()
    monkey(app, 5_000, 4)
    first = in_use()
    monkey(app, 85_000, 5)
    grown = in_use() - first
    largest = [] if grown < 30_000_000 else tracemalloc.take_snapshot().statistics("lineno")[:5]
    tracemalloc.stop()
    for one in largest:
        print(one)
    assert not largest
