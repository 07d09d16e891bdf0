"""The page of hidden information: learning, stepping through it, regions, and a hand nobody peeks into."""

import time
from dataclasses import replace

import pygame
import pytest

from sandbox.errors import BadInput
from sandbox.games.general.api import general_games
from sandbox.gametree.api import new_stop
from sandbox.gametree.document import general
from sandbox.ui.boards.general.tree import COMPILED_FIRST, TreePage
from sandbox.ui.boards.strategies.hand import Hand
from sandbox.ui.boards.strategies.page import StrategyPage
from sandbox.ui.boards.strategies.picture import placed
from sandbox.ui.boards.strategies.run import LEARNERS, Run
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import Button, Dropdown, Form, Label, TextArea
from tests.ui.test_app import click, key, mouse


def page_of(app, name):
    tab = app.shell.tabs["boards"]
    assert tab.open_file(name, strict=True)
    app.host.frame()
    page = tab.pages.current
    assert isinstance(page, StrategyPage)
    page.warmed()
    return page


def test_each_game_waits_for_what_it_needs_itself(app, monkeypatch):
    asked = []
    monkeypatch.setattr(
        StrategyPage, "_write_down", lambda page: asked.append(page.run.entry.key) if page.ready else None
    )
    tab, state = app.shell.tabs["boards"], WarmState()
    app.services.warmer.state = state
    for name, compiled in (("kuhn", True), ("leduc", False), ("kuhn", True), ("phantom", False), ("matrix", False)):
        app.services.warmer.state = replace(state, through=frozenset({"gametree: cfr, kuhn"}))
        assert tab.open_file(name, strict=True)
        del asked[:]
        app.host.frame()
        assert tab.pages.current.ready is compiled, name
        assert bool(asked) is compiled, name
    app.services.warmer.state = replace(state, through=frozenset({"gametree: ismcts, phantom"}))
    assert tab.open_file("phantom", strict=True)
    assert tab.pages.current.ready


@pytest.mark.parametrize("game", ["kuhn", "leduc", "liars-dice"])
@pytest.mark.parametrize("engine", ["ismcts", "determinised"])
def test_a_tree_waits_for_its_own_search_and_not_for_what_learns(app, monkeypatch, game, engine):
    asked, tab, state = [], app.shell.tabs["boards"], WarmState()
    monkeypatch.setattr(TreePage, "grow", lambda _, work, words: asked.append(words))
    monkeypatch.setattr(StrategyPage, "_write_down", lambda _: None)
    for learns, searches, words in ((True, False, []), (False, True, ["Searching …"]), (True, True, ["Searching …"])):
        names = [f"gametree: cfr, {game}"] * learns + [f"gametree: ismcts, {game}"] * searches
        app.services.warmer.state = replace(state, through=frozenset(names))
        assert tab.open_file(game, strict=True)
        del asked[:]
        tab.pages.current.open_tree(engine)
        assert asked == words
    assert tab.open_file("matrix", strict=True)
    del asked[:]
    tab.pages.current.open_tree(engine)  # nothing prepares that: it is said that this takes a moment
    assert asked == ["Searching …" + COMPILED_FIRST]


def settle(app, page, seconds=60):
    until = time.monotonic() + seconds
    while not page.settled and time.monotonic() < until:
        app.services.poll()
        app.host.frame()
        time.sleep(0.01)
    assert page.settled


def told(app):
    """What the notes in the corner say."""
    app.host.frame()
    return " ".join(w.text for box in app.root.toasts.shown for w in box.walk() if isinstance(w, Label))


@pytest.mark.parametrize("learner", LEARNERS)
def test_snapshots_come_nearer_and_are_stepped_through(learner):
    run = Run(general_games["kuhn"], learner=learner)
    for _ in range(6):
        run.take(run.work(new_stop(), single=True))
    run.take(run.work(new_stop()))
    assert [s.iterations for s in run.snapshots][:7] == [1, 2, 3, 4, 5, 6, 7]
    assert run.snapshots[-1].exploitability < run.snapshots[0].exploitability
    last = run.shown
    run.step(-1)
    assert run.shown is run.snapshots[-2]
    run.step(1)
    assert run.shown is last
    run.step(-1000)
    assert run.shown is run.snapshots[0]


@pytest.mark.parametrize("key_", ["kuhn", "leduc", "liars-dice", "matrix"])
def test_a_seat_sees_what_it_may_see_until_the_end(key_):
    run = Run(general_games[key_], options={"sides": 3} if key_ == "liars-dice" else {})
    run.take(run.work(new_stop(), single=True))
    seen: dict[tuple[int, str], str] = {}
    for number in range(40):
        hand = Hand(run, number)
        hand.go_on(run.snapshots[-1])
        while not hand.over:
            known = run.face.information(hand.position, hand.seat)
            assert seen.setdefault((hand.seat, known), hand.words) == hand.words  # whatever the other holds
            hand.make(hand.moves[number % len(hand.moves)])
            hand.go_on(run.snapshots[-1])
        assert any(word in hand.words for word in ("win", "lose", "even"))


def test_a_tree_is_laid_out_without_nodes_upon_each_other():
    run = Run(general_games["kuhn"])
    run.work(new_stop(), single=True)
    places = placed(run.tree)
    assert len({tuple(place) for place in places.round(6).tolist()}) == run.tree.nodes
    assert 0 <= places.min() <= places.max() <= 1


def test_kuhn_is_learnt_looked_at_and_played_in_the_window(app):
    page = page_of(app, "kuhn")
    key(app, pygame.K_n, unicode="n")
    settle(app, page)
    assert len(page.run.snapshots) == 1
    key(app, pygame.K_SPACE, unicode=" ")
    assert page.learning
    for _ in range(400):
        app.services.poll()
        app.host.frame()
        if len(page.run.snapshots) > 50:
            break
        time.sleep(0.01)
    key(app, pygame.K_SPACE, unicode=" ")
    settle(app, page)
    assert page.run.snapshots[-1].exploitability < 1e-2
    assert page.curve.has_values
    assert page.regrets.has_values
    many = page.run.shown.iterations
    key(app, pygame.K_LEFT)
    assert page.run.shown.iterations < many
    key(app, pygame.K_RIGHT)
    page.choose(3)
    assert page.tree.group == page.bars.group == 3
    page.deal()
    app.host.frame()
    while not page.hand.over:
        assert "see: " in page.hand_said.text
        page._play(page.hand.moves[0])
    assert page.hand_moves.children == []
    page.again()
    assert page.run.snapshots == []


def learnt(app, page):
    key(app, pygame.K_n, unicode="n")
    settle(app, page)


def test_a_hand_is_saved_when_it_is_over_and_not_before(app, tmp_path, monkeypatch):
    monkeypatch.setattr("sandbox.ui.boards.pages.files.data_folder", lambda: tmp_path / "data")
    page = page_of(app, "kuhn")
    key(app, pygame.K_s, pygame.KMOD_CTRL)
    assert "none was dealt" in told(app)
    learnt(app, page)
    for _ in range(6):
        page.deal()
        app.host.frame()
        while not page.hand.over:
            key(app, pygame.K_s, pygame.KMOD_CTRL)
            assert "not over" in told(app)
            assert not page.files.write(tmp_path / "early")
            page.files.keep()
            assert list(tmp_path.rglob("*.json")) == []
            page._play(page.hand.moves[0])
        hand, words = page.hand, page.hand_said.text
        assert page.files.write(tmp_path / "late")
        page.deal()
        assert page.files.path is None
        assert page_of(app, str(tmp_path / "late.game.json")) is page
        assert (page.hand.position, page.hand.seat, page.hand_said.text) == (hand.position, hand.seat, words)
        assert page.files.path == tmp_path / "late.game.json"
        assert page.run.snapshots  # what was learnt stays
        page.files.keep()
        assert [path.name for path in (tmp_path / "data").rglob("*.json")] == ["page.game.json"]
        (tmp_path / "data/unsaved/page.game.json").unlink()
        (tmp_path / "late.game.json").unlink()


@pytest.mark.parametrize(
    ("name", "moves"),
    [("leduc", ()), ("liars-dice", ()), ("matrix:chicken", ("swerve", "straight")), ("any-tree:bluff", ())],
)
def test_files_of_other_games_open_too(app, tmp_path, name, moves):
    page = page_of(app, name)
    face, position = page.run.face, page.run.root
    for number in range(40):
        if not face.moves(position):
            break
        position = face.play(position, moves[number] if moves else face.moves(position)[-1])
    page.hand = Hand(page.run, 3)
    page.hand.position = position
    assert page.files.write(tmp_path / "hand")
    other = page_of(app, "kuhn")
    assert other is page
    page_of(app, str(tmp_path / "hand.game.json"))
    assert page.run.entry.key == name.partition(":")[0]
    assert page.run.face.print(page.hand.position) == face.print(position)
    assert (page.hand.seat, page.hand.over) == (1, True)
    early = general.load(tmp_path / "hand.game.json")
    early.moves = early.moves[:-1]
    with pytest.raises(BadInput, match="not over"):
        page.take(early, 0)


def test_a_hand_that_was_over_is_there_again_at_the_next_start(app, tmp_path, monkeypatch):
    monkeypatch.setattr("sandbox.ui.boards.pages.files.data_folder", lambda: tmp_path)
    page = page_of(app, "kuhn")
    tab = app.shell.tabs["boards"]
    learnt(app, page)
    app.services.started = True
    page.deal()
    while not page.hand.over:
        page._play(page.hand.moves[-1])
    words = page.hand.words
    tab.opening.remember()
    tab.pages.close()
    page.again()
    assert page.hand is None
    tab.pages.shut()
    tab.opening.asked = False
    tab.opening.bring_back()
    assert tab.pages.current is page
    assert page.hand.words == words


def test_the_tree_of_sampled_search_is_what_the_seat_may_see(app, tmp_path):
    page = page_of(app, "kuhn")
    app.host.frame()
    settle(app, page)
    assert page.run.tree is not None  # drawn before anything is learnt
    key(app, pygame.K_t, unicode="t")
    settle(app, page)
    viewer = page.trees.viewer
    assert viewer.is_open
    assert "from the beginning" in viewer.whose.text
    assert viewer.title.text == "Dice"
    key(app, pygame.K_t, unicode="t")
    assert not page.trees.is_open
    learnt(app, page)
    page.deal()
    while not page.hand.moves:
        page.deal()
    known = page.run.face.information(page.hand.position, page.hand.seat)
    for shift, title in ((0, "Information-set MCTS"), (pygame.KMOD_SHIFT, "Determinised MCTS")):
        key(app, pygame.K_t, shift, unicode="t")
        settle(app, page)
        assert viewer.whose.text.startswith(title)
        assert "as your seat sees it" in viewer.whose.text
        assert viewer.title.text == "What may be the case"
        assert f"Known to who is asked: {known}" in viewer.facts.text
        key(app, pygame.K_DOWN)
        assert f"Known to who moves: {known}" in viewer.facts.text
        assert viewer.text.text
        viewer._write(tmp_path / "seen")
        settle(app, page)
        key(app, pygame.K_ESCAPE)
        assert not page.trees.is_open
    page._open(True)
    page.open_tree()
    settle(app, page)
    assert "open cards" in viewer.whose.text
    tab = app.shell.tabs["boards"]
    assert tab.open_file(str(tmp_path / "seen.tree.json"), strict=True)
    assert tab.pages.current is None
    shown = tab.trees.shown
    assert shown.title.text == "What may be the case"
    assert shown.found.tree.infos[0] == known
    key(app, pygame.K_PERIOD, unicode=".")
    key(app, pygame.K_t, unicode="t")
    assert not tab.trees.is_open
    assert tab._page.visible


def test_two_by_two_games_show_who_answers_best_to_what(app):
    page = page_of(app, "matrix:battle-of-the-sexes")
    assert "Equilibria: 3" in page.about.text
    click(app, page.view.children[1])
    app.host.frame()
    assert page.regions.visible
    box = page.regions.box
    page.regions.point = (0.9, 0.9)
    assert "row: opera" in page.regions.words()
    assert "column: opera" in page.regions.words()
    mouse(app, pygame.MOUSEBUTTONDOWN, (box.x + 2, box.bottom - 2))
    mouse(app, pygame.MOUSEBUTTONUP, (box.x + 2, box.bottom - 2))
    assert max(page.regions.point) < 0.05
    page_of(app, "matrix:prisoners-dilemma")
    assert "crossed out: row's silent, then column's silent" in page.about.text
    page_of(app, "matrix:rock-paper-scissors")
    assert not page.view.visible


def test_phantom_is_played_against_sampled_search(app):
    page = page_of(app, "phantom")
    page.toggle()
    assert not page.learning
    assert "Too large" in page.said.text
    page.deal()
    settle(app, page)
    assert page.hand.moves
    for _ in range(9):
        if page.hand.over:
            break
        assert "see: " in page.hand_said.text
        page._play(page.hand.moves[0])
        settle(app, page, 120)
    assert page.hand.over


def sheet_of(app, page, kind):
    click(app, page.how)
    app.host.frame()
    return next(w for w in app.root.floating[-1].walk() if isinstance(w, kind))


def test_another_matrix_is_picked_or_typed_and_dice_have_other_sides(app):
    page = page_of(app, "matrix")
    box = sheet_of(app, page, Dropdown)
    assert box.choices[box.value] == "rock-paper-scissors"
    box.on_change(box.choices.index("chicken"))
    assert page.run.root == page.run.face.parse("chicken")
    assert "Equilibria: 3" in page.about.text
    key(app, pygame.K_ESCAPE)
    area = sheet_of(app, page, TextArea)
    assert area.text.startswith("swerve  straight") or "swerve" in area.text
    go = next(w for w in app.root.floating[-1].walk() if isinstance(w, Button) and w.text == "Begin with this")
    area.text = "3,2 0,0\n0,0 2,3"
    go.click()
    assert page.run.root == page.run.face.parse("3,2 0,0; 0,0 2,3")
    area.text = "3,2 x"
    go.click()
    assert any("3,2 x" in w.text for w in app.root.floating[-1].walk() if isinstance(w, Label) and w.role == "bad")
    assert page.run.root == page.run.face.parse("3,2 0,0; 0,0 2,3")
    key(app, pygame.K_ESCAPE)
    page_of(app, "liars-dice")
    form = sheet_of(app, page, Form)
    form._set("sides", 3)
    assert page.run.game.sides == 3
    assert page.hand is None
    key(app, pygame.K_ESCAPE)
    app.host.frame()
    settle(app, page)
    assert page.run.tree.game.sides == 3
