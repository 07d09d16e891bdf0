"""Games with dice or many players in the window: who is due, dice, seats, and what each player may expect."""

import time
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from sandbox.games.general.api import general_games
from sandbox.games.general.words import CHANCE
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import general_engines
from sandbox.gametree.general.picture import LETTER, drawn
from sandbox.ui.boards.general.page import GeneralPage
from sandbox.ui.boards.general.panel import number as worded
from sandbox.ui.boards.general.panel import scale_of
from sandbox.ui.boards.general.play import Finding, Play
from sandbox.ui.boards.general.seats import usual
from sandbox.ui.boards.general.session import Listeners, Session
from sandbox.ui.boards.general.stages import PictureStage
from sandbox.ui.boards.general.surface import NEVER, by_points, hold_from
from sandbox.ui.boards.pacman.cast import PACMEN
from sandbox.ui.boards.pages.listed import offered
from sandbox.ui.jobs import Failure
from tests.ui.test_app import click, key, mouse


class Later:
    """A worker that keeps what it was asked."""

    def __init__(self):
        self.jobs = []

    def submit(self, job):
        self.jobs.append(job)

    def cancel(self, slot):
        self.jobs = [job for job in self.jobs if job.slot != slot]

    def work(self):
        job = self.jobs.pop(0)
        job.done(job.work(stop=job.stop))


class Table:
    """A session with a clock of its own."""

    def __init__(self, key="pig", options=None, people=(0,), start="-"):
        self.now, self.worker, self.said, self.failures = 0.0, Later(), [], []
        listeners = Listeners(lambda: None, self.said.append, self.failures.append)
        play = Play(general_games[key], options, start)
        self.session = Session(self.worker, listeners, play, clock=lambda: self.now)
        for number, seat in enumerate(self.session.seats):
            seat.invite(play, "" if number in people else usual(play))
            seat.budget["seconds"] = 0.05
        self.session.ready = True
        self.session.attend()

    def wait(self, seconds=1.0):
        self.now += seconds
        self.session.tick()

    @property
    def moves(self):
        return self.session.play.moves


def test_dice_roll_by_themselves_and_alike_after_taking_back():
    table = Table()
    table.session.make("roll")
    assert table.session.rolling is not None
    table.wait(0.1)
    assert table.moves == ["roll"]
    table.wait()
    shown = table.moves[1]
    assert shown in "123456"
    assert table.said[-1] == f"A throws {shown}"
    table.session.take_back()
    assert table.session.play.at == 0
    table.session.make("roll")
    table.wait(2.0)
    assert table.moves[1] == shown


def test_dice_set_by_hand():
    table = Table()
    table.session.set_by_hand(True)
    table.session.make("roll")
    table.wait(5.0)
    assert table.session.play.by_chance
    assert table.session.person_moves
    assert "Choose" in table.session.waits
    table.session.make("6")
    assert table.session.play.position.points == 6
    table.session.make("roll")
    assert table.session.move_now() == ""
    table.wait()
    assert len(table.moves) == 4


def test_other_seeds_throw_other_dice():
    def thrown(seed):
        play = Play(general_games["pig"], seed=seed)
        play.play("roll")
        return play.rolled()

    assert len({thrown(seed) for seed in range(40)}) == 6
    assert thrown(7) == thrown(7)


def test_an_engine_answers_and_its_dice_roll():
    table = Table("pig", {"goal": 12})
    for move in ("roll", "3", "hold"):
        table.session.set_by_hand(True)
        table.session.make(move)
    table.session.set_by_hand(False)
    assert len(table.worker.jobs) == 1
    table.worker.work()
    assert table.moves[3] == "roll"
    table.wait()
    assert len(table.moves) == 5
    who, worth = table.session.play.expected
    assert who.startswith("Value iteration")
    assert sum(worth) == pytest.approx(1)


def test_an_engine_that_does_not_fit_more_players_makes_room_for_one_that_does():
    table = Table("pig")
    assert table.session.seats[1].key == "value-iteration"
    table.session.begin(Play(general_games["pig"], {"players": 4}))
    keys = [seat.key for seat in table.session.in_play]
    assert keys[0] == ""
    assert all(keys[1:])


def test_where_moves_were_taken_back_everybody_waits():
    table = Table("rolit", {"players": 3}, people=())
    table.worker.work()
    table.session.step(-1)
    assert table.worker.jobs == []
    assert "waits: Move now goes on" in table.session.waits
    table.session.move_now()
    assert len(table.worker.jobs) == 1


def test_a_paused_game_of_engines_stands():
    table = Table("rolit", {"players": 4}, people=())
    table.session.pause()
    assert table.worker.jobs == []
    assert "Paused" in table.session.waits
    table.session.move_now()
    table.worker.work()
    assert len(table.moves) == 1
    assert table.worker.jobs == []


def test_what_a_search_failed_of_is_said_and_can_be_tried_again():
    table = Table("rolit", people=())
    table.worker.jobs[0].failed(Failure("Thinking", "ValueError: no", "…"))
    assert table.failures
    assert "Move now tries again" in table.session.waits
    table.session.move_now()
    assert table.session.waits == ""


def test_a_hint_says_what_every_move_is_worth_to_everybody():
    table = Table("any-tree", people=(0, 1, 2), start="three-players")
    assert table.session.ask_hint() == ""
    table.worker.work()
    assert table.session.hint == "1"
    assert table.session.play.expected == ("Max^n", (1.0, 2.0, 6.0))
    rows = table.session.play.findings[0].answer.rows
    assert [row.worth for row in rows] == [(1, 2, 6), (1, 5, 2)]


def test_taking_back_goes_to_where_a_person_chose():
    table = Table("pig", {"goal": 50})
    table.session.set_by_hand(True)
    for move in ("roll", "3", "roll", "4"):
        table.session.make(move)
    table.session.take_back()
    assert table.moves[: table.session.play.at] == ["roll", "3"]
    table.session.forward()
    assert table.session.play.at == 4


def test_an_answer_to_a_question_that_is_gone_is_not_heard():
    table = Table("rolit", people=())
    job = table.worker.jobs[0]
    table.session.new_game()
    job.done(job.work(stop=job.stop))
    assert table.moves == []


@pytest.mark.parametrize("entry", list(general_games), ids=lambda entry: entry.key)
def test_every_game_says_who_is_due_and_how_it_ended(entry):
    import random

    rng, play = random.Random(1), Play(entry)
    while not play.over and play.at < 3000:
        assert play.caption
        play.play(rng.choice(list(play.choices)) if play.to_move != CHANCE else play.rolled())
    assert play.over
    assert any(word in play.caption for word in ("wins", "even", "Worth"))
    assert play.expected[0] == "The rules"


def test_of_two_the_other_s_share_follows():
    play = Play(general_games["pig"])
    found = general_engines["expectiminimax"].create({"depth": 2}).search(play.game, play.position, Limits())
    play.findings[0] = Finding("Expectiminimax", "expectiminimax", {}, Limits(), found)
    assert None in found.worth
    assert sum(play.expected[1]) == pytest.approx(1)


# In the window --------------------------------------------------------------------------------------


def page_of(app, name):
    tab = app.shell.tabs["boards"]
    assert tab.open_file(name, strict=True)
    app.host.frame()
    page = tab.pages.current
    assert isinstance(page, GeneralPage)
    return page


def test_every_offered_game_opens_and_the_board_comes_back(app):
    tab = app.shell.tabs["boards"]
    for offer in offered():
        assert tab.open_file(offer.entry.key, strict=True)
        app.host.frame()
        assert tab.pages.current is not None
        assert not tab._page.visible
        assert tab.bar.game_box.choices[tab.pages.current.number] == offer.entry.title
    tab.pages.choose(0)
    app.host.frame()
    assert tab.pages.current is None
    assert tab._page.visible
    assert app.root.actions.places == ("boards",)


def test_pig_is_played_with_mouse_and_keys(app):
    page = page_of(app, "pig")
    session = page.session
    session.seats[1].chosen = 0
    key(app, pygame.K_d, pygame.KMOD_CTRL)
    assert session.by_hand
    board = page.stage
    mouse(app, pygame.MOUSEBUTTONDOWN, board._die.center)
    mouse(app, pygame.MOUSEBUTTONUP, board._die.center)
    assert session.play.moves == ["roll"]
    key(app, pygame.K_5, unicode="5")
    assert session.play.position.points == 5
    for lane, points in (board._lanes[1], 5), (board._lanes[0], 0):  # the mover's lane holds, no other does
        mouse(app, pygame.MOUSEBUTTONDOWN, lane.center)
        mouse(app, pygame.MOUSEBUTTONUP, lane.center)
        assert session.play.position.points == points
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    key(app, pygame.K_o, unicode="o")
    assert session.play.position.scores == (5, 0)
    key(app, pygame.K_z, pygame.KMOD_CTRL)
    assert session.play.position.points == 5
    app.host.frame()
    button = next(w for w in page.choices.buttons.children if getattr(w, "text", "") == "Hold")
    click(app, button)
    assert session.play.position.scores == (5, 0)


@pytest.mark.parametrize("hint", ["roll", "hold"])
def test_a_hint_is_ringed_in_pig(app, hint):
    page = page_of(app, "pig:10,20 A+9")
    board = page.stage
    board.follow(replace(board.view, live=True, hint=""))
    app.host.frame()
    ring = board._die.inflate(board.dp(10), board.dp(10)) if hint == "roll" else board._lanes[0].inflate(4, 4)
    good, at = tuple(board.look.colours.good)[:3], (ring.x + board.dp(1), ring.centery)
    assert app.host.surface.get_at(at)[:3] != good
    board.follow(replace(board.view, hint=hint))
    app.host.frame()
    assert app.host.surface.get_at(at)[:3] == good


@pytest.mark.parametrize("wide", [900, 300, 200])
def test_what_is_said_beside_the_die_stays_on_the_board(app, wide):
    page = page_of(app, "pig:10,20 A")
    board = page.stage
    play = board.view.play
    play.moves, play.at = ["roll", "1"], 2
    play.positions = [play.positions[0]] * 3
    board.rect = pygame.Rect(0, 60, wide, 300)
    board._place()
    lines = board.lines_beside()
    assert " ".join(line for line, _ in lines) == "A one: the turn's points are gone"
    assert all(x + board.look.fonts.width(line, "body") <= wide for line, (x, _) in lines)


def test_rolit_is_played_on_the_board(app):
    page = page_of(app, "rolit")
    assert isinstance(page.stage, PictureStage)
    board = page.stage.board
    assert len({stone.player for stone in board.picture.stones}) == 4
    key(app, pygame.K_RIGHT)
    key(app, pygame.K_RETURN)
    assert len(page.session.play.moves) == 1
    app.host.frame()
    assert board.picture.highlights


def test_a_position_that_cannot_be_read_is_refused_in_a_line(app):
    tab = app.shell.tabs["boards"]
    with pytest.raises(Exception, match="expected") as error:
        tab.open_file("pig:12", strict=True)
    assert "\n" not in str(error.value)


def test_a_pasted_position_is_played_from(app):
    page = page_of(app, "pig")
    app.root.clipboard.put("34,52 B+7")
    key(app, pygame.K_v, pygame.KMOD_CTRL)
    key(app, pygame.K_RETURN, pygame.KMOD_CTRL)
    assert page.session.play.position.scores == (34, 52)
    key(app, pygame.K_c, pygame.KMOD_CTRL)
    assert app.root.clipboard.get() == "34,52 B+7"


# The tree -------------------------------------------------------------------------------------------


def opened(app, name):
    page = page_of(app, name)
    page.warmed()
    key(app, pygame.K_t, unicode="t")
    return shown(app, page)


def shown(app, page):
    """The page, once the tree that was asked for is there: its kernels may have to be compiled."""
    until = time.monotonic() + 200
    while time.monotonic() < until:
        app.services.poll()
        app.host.frame()
        if page.trees.viewer.found is not None and page.trees.viewer.settled:
            return page
        time.sleep(0.01)
    raise AssertionError(page.trees.viewer.whose.text)


def texts(page, name):
    layers = page.trees.viewer.drawn.picture.layers
    return [text for layer in layers if layer.name == name for text in layer.texts]


def test_the_tree_has_rings_for_dice_with_probabilities_and_vectors(app):
    page = opened(app, "any-tree:fallible")
    assert page.trees.viewer.is_open
    names = {layer.name for layer in page.trees.viewer.drawn.picture.layers}
    assert "chance" in names
    assert {"9/10", "1/10", "risk", "draw"} <= set(texts(page, "moves"))
    assert "0.8, −0.8" in texts(page, "worths")
    assert "0.8" in page.trees.viewer.facts.text
    key(app, pygame.K_DOWN)
    assert page.trees.viewer.title.text == "Dice"
    key(app, pygame.K_RETURN)
    assert page.trees.viewer.root == page.trees.viewer.picked == 1
    key(app, pygame.K_BACKSPACE)
    assert page.trees.viewer.root == 0
    key(app, pygame.K_RIGHT)
    x, y = page.trees.viewer.drawn.places[4]
    mouse(app, pygame.MOUSEBUTTONDOWN, page.trees.viewer.canvas.to_window(x, y))
    mouse(app, pygame.MOUSEBUTTONUP, page.trees.viewer.canvas.to_window(x, y))
    assert page.trees.viewer.path.text == "draw"
    key(app, pygame.K_t, unicode="t")
    assert not page.trees.viewer.is_open
    assert app.root.actions.places == ("general",)


def test_throws_are_named_and_words_on_edges_do_not_run_together(app):
    page = opened(app, "backgammon")
    assert {"66: 1/36", "65: 1/18"} <= set(texts(page, "moves"))
    key(app, pygame.K_DOWN)
    key(app, pygame.K_RETURN)
    assert all("/" in text and ":" not in text for text in texts(page, "moves")[:4])
    for root in (0, page.trees.viewer.root):
        layers = {layer.name: layer for layer in drawn(page.trees.viewer.found.tree, root, 120).picture.layers}
        for name in ("moves", "worths"):
            boxes = [
                (round(y, 6), x - LETTER * len(text) / 2, x + LETTER * len(text) / 2)
                for (x, y), text in zip(layers[name].xy, layers[name].texts, strict=True)
            ]
            for (here, _, end), (there, begin, _) in pairwise(sorted(boxes)):
                assert here != there or end <= begin, (name, root)


def test_numbers_of_a_table_fit_their_column():
    values = (0.00381, -0.00381, 0.0319, -0.09996, 1e-9, 0.0, -0.547651, 17.25, -1234.5, 999999.0)
    said = [worded(value) for value in values]
    assert said[:6] == ["0.0038", "−0.0038", "0.0319", "−0.1", "0.0000", "0"]
    assert max(map(len, said)) <= 8
    assert worded(None) == "–"


@pytest.mark.parametrize(
    ("worth", "reach"), [((0.03, -0.03), 1), ((2.0, -2.0), 2), ((-300.0, 300.0), 300), ((0.25, 0.75), 1), ((0, 0), 1)]
)
def test_little_is_shown_as_little(worth, reach):
    low, high = scale_of(worth)
    assert high == reach
    assert low == (-reach if min(worth) < 0 else 0)


def test_three_players_and_their_vectors(app):
    page = opened(app, "any-tree:three-players")
    assert {"1, 2, 6", "6, 1, 2", "1, 5, 2", "5, 4, 5"} <= set(texts(page, "worths"))
    assert page.trees.viewer.facts.text.startswith("To each: 1, 2, 6")


# Pig solved -----------------------------------------------------------------------------------------


def test_the_surface_says_what_the_solver_plays():
    game = general_games["pig"].create({"goal": 30})
    engine, surface = general_engines["value-iteration"].create(), hold_from(30)
    for own, other, points in ((0, 0, 5), (3, 20, 9), (12, 12, 8), (20, 5, 4), (0, 29, 12), (9, 2, 20)):
        position = game.face().parse(f"{own},{other} A+{points}")
        fewest = surface[own, other]
        best = engine.search(game, position, Limits()).best
        assert best == ("hold" if fewest != NEVER and points >= fewest else "roll"), (own, other, points, fewest)


def test_at_the_start_of_pig_one_holds_from_21():
    assert hold_from(100)[0, 0] == 21
    points, roll, hold = by_points(100, 0, 0)
    better = points[hold > roll]
    assert better.min() == 21


def test_the_surface_stands_beside_pig_for_two_only(app):
    page = page_of(app, "pig:34,52 A+7")
    page.warmed()
    for _ in range(4000):
        app.host.frame()
        if page.companion.map.values is not None:
            break
        time.sleep(0.01)
    assert "34 against 52: hold from" in page.companion.said.text
    plot = page.companion.map.plot
    told = page.companion.map.tooltip(plot.x + 1, plot.bottom - 1)
    assert told == "0 against 0: hold from 21"
    corners = [(x, y) for x in (plot.x, plot.right - 1) for y in (plot.bottom - 1, plot.y)]
    assert [page.companion.map.scores_at(*corner) for corner in corners] == [(0, 0), (0, 99), (99, 0), (99, 99)]
    assert page.companion.map.scores_at(plot.x - 1, plot.y) is None
    assert [series.name for series in page.companion.curve.series] == ["roll", "hold"]
    page.session.begin(Play(general_games["pig"], {"players": 3}))
    assert not page.companion.visible


def test_the_search_is_stepped_through_both_ways(app):
    page = opened(app, "any-tree:fallible")
    tree, seen = page.trees.viewer, []
    for _ in range(2 * len(tree.found.tree)):
        seen.append((len(texts(page, "moves")), tuple(texts(page, "worths"))))
        key(app, pygame.K_COMMA, unicode=",")
        app.host.frame()
    assert (tree.timeline.time, texts(page, "moves"), texts(page, "worths")) == (0, [], [])
    for number, then in enumerate(reversed(seen)):
        key(app, pygame.K_PERIOD, unicode=".")
        app.host.frame()
        assert (len(texts(page, "moves")), tuple(texts(page, "worths"))) == then, number
    assert tree.timeline.time == tree.timeline.length


def test_every_event_of_a_search_is_told(app):
    page = opened(app, "any-tree:fallible")
    film = page.trees.viewer.timeline.film
    said = [film.words(time) for time in range(len(film) + 1)]
    assert said[0] == "Before the search"
    assert said[1] == "the root: A to move"
    assert said[2] == "risk: dice"
    assert "1 is worth 1, −1" in said
    assert said[-1].startswith("the root is worth 0.8, −0.8")
    assert sum("is worth" in words for words in said) == len(film) // 2


def test_pac_man_s_search_has_a_tree(app):
    tab = app.shell.tabs["boards"]
    assert tab.open_file("pacman:trap", strict=True)
    page = tab.pages.current
    page.warmed()
    app.host.frame()
    for agent in PACMEN:  # whoever plays without a search has minimax for an adviser
        words = "Expectiminimax" if agent == "expectimax" else "Minimax"
        page.run.cast = replace(page.run.cast, pacman=agent, depth=2)
        key(app, pygame.K_t, unicode="t")
        assert shown(app, page).trees.viewer.found.words.startswith(words)
        assert page.trees.viewer.drawn.places
        assert page.trees.viewer.title.text == "Pac-Man to move"
        assert ("P" if agent == "expectimax" else "G1") in texts(page, "names")
        key(app, pygame.K_t, unicode="t")
        assert not page.trees.viewer.is_open
        assert app.root.actions.places == ("pacman",)
        page.trees.viewer.found = None


def test_buttons_of_moves_leave_the_board_most_of_the_room(app):
    page = page_of(app, "backgammon")
    page.session.set_by_hand(True)
    page.session.new_game()
    for _ in range(3):
        app.host.frame()
    assert page.choices.visible
    assert len(page.choices.buttons.children) >= 15
    high = app.root.rect.h
    assert page.choices.rect.h <= max(round(0.18 * high), page.choices.dp(52))
    assert page.holder.rect.h > page.choices.rect.h
    last = page.choices.buttons.children[-1]
    app.root.focus.set(last, ring=True)
    app.host.frame()
    assert page.choices.rect.contains(last.rect)  # whoever walks there with Tab sees it
