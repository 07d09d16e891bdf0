"""The tree of a search in the window: two actions from a finished search to why a branch was cut, steps, files."""

from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from sandbox.games.api import games
from sandbox.gametree.recorder import Cause
from sandbox.gametree.tree import files
from sandbox.gametree.tree.picture import HIGH, place
from sandbox.gametree.tree.reading import for_people
from sandbox.ui.app import App, Request
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.tree import words
from tests.gametree.tree.recorded import PLAIN
from tests.oracles.windows import NaiveAlphaBeta
from tests.ui.test_app import frames, key, mouse, settle


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A window on the boards whose kernels count as warm: what is missing is compiled as it is needed."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    window = App(Request(size=(1280, 720)))
    window.services.warmer.start = lambda: None
    window.root.stand_ins.on_failure = None  # what cannot be painted raises
    state = window.services.warmer.state
    window.services.warmer.state = type(state)(finished=True)
    window.shell.show("boards")
    frames(window, 2)
    yield window
    window.shell.close(remember=False)
    window.host.window.destroy()
    pygame.event.clear()


def seat(tab, engine, budget, **options):
    """Who plays second, and how."""
    chair = tab.session.seats[1]
    chair.suit(tab.session.match.entry, engine)
    chair.options = {engine: options}
    chair.budget |= budget
    return chair


def finished(app, engine="alphabeta", budget=None, moves=("4",), game="connect-four", **options):
    """A search that has ended: the answer to a person's move."""
    tab = app.shell.tabs["boards"]
    tab.session.begin(Match.of(game))
    seat(tab, engine, budget or {"stop": "depth", "depth": 6}, **options)
    for move in moves:
        tab.play(move)
        settle(app)
    return tab


def press(app, letter, mod=0):
    key(app, getattr(pygame, f"K_{letter}"), mod, letter if letter in "cht" else "")
    settle(app)


def opened(app):
    """Press T, and wait for the tree."""
    press(app, "t")
    viewer = app.shell.tabs["boards"].trees.viewer
    assert viewer.is_open
    assert viewer.view is not None
    return viewer


def click_at(app, viewer, x, y):
    """A click at a place of the tree, in cells."""
    at = viewer.canvas.to_window(x, y)
    assert viewer.canvas.rect.collidepoint(at)
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        mouse(app, kind, at)


def seen_stubs(viewer):
    """What was cut off, with where its words are, as far as it is in view."""
    for stub, column, level in viewer.view.placed.stubs:
        x, y = place([[column, level]])[0]
        if viewer.canvas.rect.inflate(-40, -40).collidepoint(viewer.canvas.to_window(x, y - HIGH / 2 + 0.6)):
            yield stub, x, y - HIGH / 2 + 0.6


def test_how_alpha_beta_cut_this_branch_two_actions_from_a_finished_search(app):
    tab = finished(app)
    told = tab.follower.asked.finding
    viewer = opened(app)  # the first
    assert len(viewer.view.tree) == told.shot.nodes
    assert viewer.bar.said.text == f"All {told.shot.nodes:,} nodes"
    stub, x, y = next(s for s in seen_stubs(viewer) if "already has" in s[0].words)
    click_at(app, viewer, x, y)  # the second
    assert viewer.view.picked == stub.row
    assert viewer.panel.cut_off.visible
    assert " already has " in viewer.panel.cut_off.text
    assert all(move in viewer.panel.cut_off.text for move in stub.moves)
    named = {layer.texts[0] for layer in viewer.canvas.scene.live if layer.name == "sign"}
    assert "refutes" in named
    assert any(" has " in words for words in named)
    assert all(sign.row in viewer.view.placed.index for sign in viewer.view.signs)


def test_by_keys_it_takes_two_as_well(app):
    finished(app)
    viewer = opened(app)
    press(app, "c")
    assert viewer.view.tree.cause[viewer.view.picked] == Cause.CUT
    assert any("cut" in label.text for label in viewer.panel.values)


def test_counts_are_the_panel_s(app):
    tab = finished(app, "pvs", {"stop": "nodes", "nodes": 5_000})
    shot = tab.follower.asked.finding.shot
    tree = opened(app).view.tree
    counts = tree.counts()
    assert len(tree) == shot.nodes
    assert (counts["table"], counts["terminal"], counts["horizon"]) == (shot.table.cutoffs, shot.terminals, shot.leaves)


def people(score):
    return float(for_people(np.array([int(score)], np.int16))[0])


def test_steps_show_the_windows_of_a_naive_twin_stopped_there(app):
    tab = finished(app, budget={"stop": "depth", "depth": 7}, **PLAIN)
    position = tab.follower.asked.position
    viewer = opened(app)
    view, timeline = viewer.view, viewer.timeline
    assert len(view.tree) > 10_000
    game = games["connect-four"].create()
    twin = NaiveAlphaBeta(game)
    twin.search(position, 7)
    assert timeline.length == len(twin.events)
    key(app, pygame.K_HOME)
    frames(app, 3)
    assert viewer.panel.windows.rows == []
    rng = np.random.default_rng(1)
    for number in [*range(60), *sorted(rng.choice(len(twin.events) - 1, 120).tolist())]:
        if number < 60:
            key(app, pygame.K_PERIOD)
        else:
            timeline.stop(number + 1)
        frames(app, 3)  # the panel comes a frame or two after the tree
        assert view.time == number + 1
        shown = [row[:1] + tuple(float(x) for x in row[2:4]) + row[4:] for row in viewer.panel.windows.rows]
        wanted = []
        for move, _alpha, beta, low, best, tried in twin.events[number]:
            wanted.append((move or "root", people(low), people(beta), people(best) if tried else None, tried))
        assert [(m, lo, b, None if x is None else float(x), n) for m, lo, b, x, n in shown] == wanted
        layer = next(s.layer for s in viewer.canvas.scene.stack.values() if s.layer.name == "open")
        assert len(layer.xyr) == len(twin.events[number])
    key(app, pygame.K_COMMA)
    assert view.time == number


def test_deepening_is_shown_as_acts(app):
    finished(app)
    viewer = opened(app)
    assert [a.depth for a in viewer.view.tree.acts] == [1, 2, 3, 4, 5, 6]
    assert viewer.bar.acts.value == 5
    key(app, pygame.K_PAGEUP)
    assert viewer.view.act == 4
    assert viewer.timeline.time == viewer.view.film.end_of(4)
    key(app, pygame.K_PERIOD)
    assert viewer.view.act == 5


def test_arrows_enter_and_the_mouse_go_about(app):
    finished(app)
    viewer = opened(app)
    view = viewer.view
    for name in ("DOWN", "DOWN", "RIGHT", "UP"):
        key(app, getattr(pygame, f"K_{name}"))
        assert view.picked in view.placed.index
    assert view.tree.ply[view.picked] == 1
    row, before = view.picked, len(view.placed.rows)
    hidden = int(view.placed.hidden[view.placed.index[row]])
    at = viewer.canvas.to_window(*view.place_of(row))
    key(app, pygame.K_RETURN)
    assert hidden
    assert len(view.placed.rows) >= before
    assert all(child in view.placed.index for child in view.tree.children(row))
    assert viewer.canvas.to_window(*view.place_of(row)) == pytest.approx(at, abs=1)
    key(app, pygame.K_RETURN)
    assert not any(child in view.placed.index for child in view.tree.children(row))
    camera = viewer.canvas.camera
    start = viewer.canvas.rect.center
    mouse(app, pygame.MOUSEMOTION, start)
    mouse(app, pygame.MOUSEBUTTONDOWN, start)
    mouse(app, pygame.MOUSEMOTION, (start[0] + 50, start[1] - 30))
    mouse(app, pygame.MOUSEBUTTONUP, (start[0] + 50, start[1] - 30))
    moved = viewer.canvas.camera
    assert ((camera.x - moved.x) * camera.scale, (camera.y - moved.y) * camera.scale) == pytest.approx((50, -30), abs=1)
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0, flipped=False))
    frames(app)
    assert viewer.canvas.camera.scale > moved.scale


def test_a_node_under_the_mouse_shows_its_position(app):
    finished(app)
    viewer = opened(app)
    view = viewer.view
    inside = viewer.canvas.rect.inflate(-60, -60).collidepoint
    row = [r for r in view.placed.rows.tolist() if inside(viewer.canvas.to_window(*view.place_of(r)))][-1]
    assert row != view.picked
    mouse(app, pygame.MOUSEMOTION, viewer.canvas.to_window(*view.place_of(row)))
    assert viewer.panel.board.picture == view.walk.face.picture(view.walk.position(row))
    assert viewer.panel.title.text.startswith(" ".join(view.tree.moves(row)))


def test_simulations_are_stepped_with_their_path_terms_and_rollout(app):
    tab = finished(app, "mcts", {"stop": "nodes", "nodes": 600})
    assert tab.follower.asked.simulates
    viewer = opened(app)
    view, sims = viewer.view, viewer.view.found.simulations
    assert viewer.timeline.length == len(sims) == 600
    viewer.timeline.stop(300)
    settle(app)
    assert view.picked == sims.path(300)[-1]
    lit = next(s.layer for s in viewer.canvas.scene.stack.values() if s.layer.name == "simulated")
    assert len(lit.ends) == len(sims.path(300)) - 1
    told = sims.simulation(300)
    assert viewer.panel.rollout.visible
    assert all(move in viewer.panel.rolled.text for move in told.rollout[:5])
    view.pick(0)
    viewer._changed()
    shown = {row[0]: (row[1], row[2], float(row[3])) for row in viewer.panel.arms.rows}
    for arm in sims.choices(0, 300):
        assert shown[arm.move] == pytest.approx((arm.visits, arm.exploit, arm.explore))
    assert sum(visits for visits, _, _ in shown.values()) == 300
    press(app, "r")
    assert "move 0 of" in viewer.panel.caption.text


def test_a_rollout_goes_with_its_tree(app):
    finished(app, "mcts", {"stop": "nodes", "nodes": 300}, game="othello", moves=("f5",))
    viewer = opened(app)
    viewer.timeline.stop(200)
    settle(app)
    assert viewer.panel.rollout.visible
    viewer.close()
    finished(app)
    assert not opened(app).panel.rollout.visible
    said = []
    viewer.services.say_listeners.append(said.append)
    press(app, "r")
    assert "no rollout" in said[-1]


def test_a_lecture_s_tree_opens_without_a_search_and_fills_in(app):
    tab = app.shell.tabs["boards"]
    tab.session.begin(Match.of("tree"))
    tab.session.seats[1].suit(tab.session.match.entry, "")
    viewer = opened(app)
    assert viewer.view.placed.lecture
    assert len(viewer.view.placed.ghosts) == 2

    def values():
        return next(s.layer for s in viewer.canvas.scene.stack.values() if s.layer.name == "values").texts

    assert values() == ("3", "3", "3", "12", "8", "≤ 2", "2", "≤ 2", "14", "5", "2")
    key(app, pygame.K_HOME)
    assert values() == ()
    for _ in range(6):
        key(app, pygame.K_PERIOD)
    assert values() == ("3", "12")


def test_a_tree_is_saved_and_opened_again(app, tmp_path):
    finished(app, budget={"stop": "depth", "depth": 4})
    viewer = opened(app)
    mine = viewer.view.tree
    viewer._write(tmp_path / "kept.json")
    settle(app)
    assert files.is_tree(tmp_path / "kept.json")
    press(app, "t")
    assert not viewer.is_open
    assert app.shell.open_file(str(tmp_path / "kept.json"))
    settle(app)
    assert viewer.is_open
    assert np.array_equal(viewer.view.tree.parent, mine.parent)
    assert "from kept.json" in viewer.bar.said.text
    text = (tmp_path / "kept.json").read_text(encoding="utf-8").replace('"PV"', '"XX"', 1)
    (tmp_path / "bad.json").write_text(text, encoding="utf-8")
    viewer.open(tmp_path / "bad.json")
    settle(app)
    assert viewer.view.tree is not mine
    assert any("node 0, kind" in toast.text for toast in toasts(app))


def toasts(app):
    from sandbox.ui.kit import Label

    return [w for box in app.root.toasts.shown for w in box.walk() if isinstance(w, Label)]


def test_nobody_thinks_behind_a_tree_and_the_board_comes_back(app):
    tab = finished(app)
    viewer = opened(app)
    assert tab.session.thinking.search is None
    assert app.root.actions.places == ("tree",)
    assert app.root.focus.widget is viewer.canvas
    key(app, pygame.K_ESCAPE)
    assert not viewer.is_open
    assert app.root.actions.places == ("boards",)
    assert app.root.focus.widget is tab.board
    app.shell.show("maps")
    app.shell.show("boards")
    press(app, "t")
    app.shell.show("maps")
    app.shell.show("boards")
    assert app.root.actions.places == ("tree",)


def test_a_game_dropped_on_a_tree_is_on_the_board(app, tmp_path):
    tab = finished(app)
    opened(app)
    assert not tab.open_file(str(tmp_path / "none.game.json"))
    assert tab.trees.is_open
    assert app.shell.open_file("othello:f5d6")
    assert not tab.trees.is_open
    assert tab._page.visible
    assert tab.session.match.moves == ["f5", "d6"]
    assert app.root.actions.places == ("boards",)


def test_where_there_is_no_tree_it_is_said(app):
    tab, said = app.shell.tabs["boards"], []
    tab.services.say_listeners.append(said.append)
    press(app, "t")
    assert "No engine has looked" in said[-1]
    finished(app, "random", {})
    press(app, "t")
    assert said[-1] == "Random records no tree"
    assert not tab.trees.is_open
    assert not tab.panel.tree.enabled


def test_what_is_picked_is_always_in_view(app):
    finished(app)
    viewer = opened(app)
    for _ in range(12):
        key(app, pygame.K_c, unicode="c")
        at = viewer.canvas.to_window(*viewer.view.place_of(viewer.view.picked))
        assert viewer.canvas.rect.collidepoint(at)


def test_a_node_inside_the_search_is_told_as_far_as_it_has_come(app):
    finished(app)
    viewer = opened(app)
    view, steps = viewer.view, viewer.view.film.steps
    row = int(np.flatnonzero(view.tree.cause == Cause.CUT)[20])
    viewer.timeline.stop(int(steps.left[row]))  # the event before it is left

    def told():
        return dict(zip((n.text for n in viewer.panel.names), (v.text for v in viewer.panel.values), strict=True))

    view.pick(row)
    viewer._changed()
    assert told()["State"] == "being searched"
    assert " after " in told()["So far"]
    viewer.timeline.stop(int(steps.left[row]) + 1)
    frames(app, 3)
    assert view.picked == row
    assert told()["Why"].startswith("cut: ")
    viewer.timeline.stop(int(steps.entered[row]))
    view.pick(row)
    viewer._changed()
    assert told()["State"] == "not entered yet"


def test_a_folded_node_opens_where_something_below_it_is_picked(app):
    finished(app)
    viewer = opened(app)
    view = viewer.view
    top = view.placed.rows[view.placed.parent == 0][0]
    below = next(r for r in view.placed.rows.tolist() if top in view.tree.path(r)[:-1])
    view.view = type(view.view)(top=2, folded=frozenset({int(top)}))
    view.placed = view._lay()
    view.pick(below)
    viewer._changed()
    assert below in view.placed.index
    assert viewer.canvas.rect.collidepoint(viewer.canvas.to_window(*view.place_of(below)))


def test_larger_letters_have_larger_cells_so_that_causes_do_not_run_into_one_another(app):
    finished(app)
    viewer, scales = opened(app), {}
    for theme in ("dark", "projector"):
        app.shell.show_look(theme=theme)
        frames(app, 3)
        viewer.canvas.home()
        frames(app, 2)
        scales[theme] = viewer.canvas.camera.scale
    assert scales["projector"] > 1.1 * scales["dark"]


def test_steps_in_every_frame_show_the_tree_and_its_panel_by_turns_and_end_at_the_last(app):
    finished(app)
    viewer = opened(app)
    drawn, told, inside = [], [], []
    refresh, node, around = viewer._refresh, viewer._tell_node, viewer._tell_inside
    viewer._refresh = lambda: (drawn.append(app.host.frames), refresh())
    viewer._tell_node = lambda view: (told.append(app.host.frames), node(view))
    viewer._tell_inside = lambda view: (inside.append(app.host.frames), around(view))
    app.host.frames = 0
    for number in range(1, 21):
        app.host.frames = number
        viewer.timeline.stop(10 * number)
        frames(app)
    assert (len(drawn), len(told), len(inside)) == (7, 7, 6)
    assert len({*drawn, *told, *inside}) == 20, "one of them in a frame"
    settle(app)
    assert viewer.view.time == 200
    assert len(viewer.panel.windows.rows) == len(words.frames(viewer.view))


def test_at_the_end_of_the_game_nobody_is_to_move():
    tree = SimpleNamespace(moves=lambda row: ["a1"], side=lambda row: "O", cause=[Cause.SEARCHED, Cause.TERMINAL])
    assert [words.title(SimpleNamespace(tree=tree), row) for row in (0, 1)] == [
        "a1 · O to move",
        "a1 · the game is over",
    ]
