"""A thousand presses in any order while engines think at full speed: no hang, no wrong move, no old search's move."""

import random
from types import SimpleNamespace

import pygame
import pytest

from sandbox.gametree.api import Result
from sandbox.ui.app import App, Request
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.panel.search import NO_SEARCH
from sandbox.ui.boards.thinking import Thinking
from tests.ui.test_app import click, frames, key, settle

GAMES = ("connect-four", "othello", "tic-tac-toe", "nim", "morris", "tree")
OWN_OPTIONS = {"nim": [{"piles": "5,4"}, {}], "tree": [{}]}
COMPILED = ("evaluation",)  # another one is another kernel, which takes a while and cannot be stopped
PASTES = {
    "connect-four": ("4453", "-", "nonsense", "444444 4"),
    "othello": ("f5d6c3", "a1", "-"),
    "tic-tac-toe": ("a1 b2", "XO-------X", "XX"),
    "nim": ("4,3", "7=5+2", "0"),
    "morris": ("---XOO--X X", "-", "XXXXXXXXX"),
    "tree": ("[[3,12,8],[2,4,6]]", "-", "["),
}
TREE_KEYS = ["c", "h", "f", "r", ".", ",", "up", "down", "left", "right", "return", "space"]
LONG = 60.0  # seconds nobody waits for
ENDED = 20.0  # seconds in which a thread that was told to stop has stopped


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A window on the boards whose kernels count as warm."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    window = App(Request(size=(1280, 720)))
    window.services.warmer.start = lambda: None
    window.root.stand_ins.on_failure = None  # what cannot be painted raises
    window.services.warmer.state = type(window.services.warmer.state)(finished=True)
    window.shell.show("boards")
    frames(window, 2)
    yield window
    window.shell.close(remember=False)
    window.host.window.destroy()
    pygame.event.clear()


class Hands:
    """Presses at random."""

    def __init__(self, app, seed):
        self.app, self.chance = app, random.Random(seed)
        self.tab = app.shell.tabs["boards"]
        self.session = self.tab.session
        for seat in self.session.seats:
            seat.budget["seconds"] = 0.05

    def press(self):
        kind = "tree_" if self.tab.trees.is_open else "do_"
        getattr(self, self.chance.choice([name for name in dir(self) if name.startswith(kind)]))()
        for box in list(self.app.root.floating):
            if not box.passive:
                box.close()
        frames(self.app, 4)

    def do_move_on_the_board(self):
        choices = [t for t in self.tab.board.choices() if t.move]
        if choices:
            self.tab.board.play(self.chance.choice(choices).move)

    do_move_again = do_move_once_more = do_move_on_the_board

    def do_click_anywhere_on_the_board(self):
        box = self.tab.board.rect
        at = self.chance.randrange(box.x, box.right), self.chance.randrange(box.y, box.bottom)
        click(self.app, SimpleNamespace(rect=pygame.Rect(*at, 1, 1)))

    def do_move_now(self):
        key(self.app, pygame.K_SPACE, unicode=" ")

    def do_take_back(self):
        key(self.app, pygame.K_z, pygame.KMOD_CTRL)

    def do_forward(self):
        key(self.app, pygame.K_y, pygame.KMOD_CTRL)

    def do_step(self):
        key(self.app, self.chance.choice([pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END]))

    def do_go_by_the_list(self):
        self.tab.moves.on_go(self.chance.choice(list(self.session.match.document.plies)))

    def do_new_game(self):
        key(self.app, pygame.K_n, pygame.KMOD_CTRL)

    def do_another_game(self):
        keys = [entry.key for entry in self.tab.entries]
        self.tab._pick_game(keys.index(self.chance.choice(GAMES)))

    def do_another_engine(self):
        line = self.chance.choice(self.tab.seat_lines)
        line._pick(self.chance.randrange(len(line.who.choices)))
        line.seat.budget["seconds"] = 0.05

    def do_another_option(self):
        seat = self.chance.choice(self.session.seats)
        if seat.entry is not None and seat.level is None:
            options = [o for o in seat.free if o.kind in ("bool", "choice") and o.name not in COMPILED]
            if options:
                option = self.chance.choice(options)
                value = self.chance.choice([True, False] if option.kind == "bool" else list(option.choices))
                seat.options.setdefault(seat.entry.key, {})[option.name] = value
            self.session.reseat(seat)

    def do_paste(self):
        self.app.root.clipboard.put(self.chance.choice(PASTES[self.session.match.entry.key]))
        key(self.app, pygame.K_v, pygame.KMOD_CTRL)
        key(self.app, pygame.K_RETURN, pygame.KMOD_CTRL)

    def do_values(self):
        key(self.app, pygame.K_a, pygame.KMOD_CTRL)

    def do_hint(self):
        key(self.app, pygame.K_h, unicode="h")

    def do_pause(self):
        key(self.app, pygame.K_p, unicode="p")

    def do_swap(self):
        key(self.app, pygame.K_x, pygame.KMOD_CTRL)

    def do_resign(self):
        self.tab.resign()

    def do_rematch(self):
        key(self.app, pygame.K_r, pygame.KMOD_CTRL)

    def do_leave_and_return(self):
        self.app.shell.show(self.chance.choice(["crowds", "boards"]))
        self.app.shell.show("boards")

    def do_another_option_of_the_game(self):
        entry = self.session.match.entry
        if entry.key in OWN_OPTIONS:
            self.session.begin(Match.new(entry, self.chance.choice(OWN_OPTIONS[entry.key])))

    def do_another_budget(self):
        seat = self.chance.choice(self.session.seats)
        if seat.stops:
            seat.budget.update(stop=self.chance.choice(seat.stops), depth=self.chance.randint(1, 4), nodes=2_000)
            self.session.reseat(seat)

    def do_analyse_the_game(self):
        key(self.app, pygame.K_a, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
        if self.app.root.floating:
            self.tab.review.depth = 2
            key(self.app, pygame.K_RETURN, pygame.KMOD_CTRL)

    def do_set_up(self):
        key(self.app, pygame.K_e, pygame.KMOD_CTRL)
        self.do_click_anywhere_on_the_board()
        self.chance.choice([self.tab.setting_up.stop, self.tab.setting_up.ready.click, lambda: None])()

    def do_duel(self):
        self.tab.duel()

    def do_open_the_tree(self):
        key(self.app, pygame.K_t, unicode="t")
        frames(self.app, self.chance.choice([1, 1, 5]))

    def do_wait(self):
        pygame.time.wait(self.chance.choice([1, 20, 80]))
        frames(self.app, 2)

    do_wait_again = do_wait_longer = tree_wait = do_wait
    tree_leave_and_return = do_leave_and_return

    def tree_close(self):
        key(self.app, self.chance.choice([pygame.K_t, pygame.K_ESCAPE]))

    def tree_key(self):
        key(self.app, pygame.key.key_code(self.chance.choice(TREE_KEYS)), self.chance.choice([0, 0, pygame.KMOD_SHIFT]))

    def tree_act(self):
        key(self.app, self.chance.choice([pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END]))

    def tree_click(self):
        box = self.tab.trees.made().canvas.rect
        at = self.chance.randrange(box.x, box.right), self.chance.randrange(box.y, box.bottom)
        click(self.app, SimpleNamespace(rect=pygame.Rect(*at, 1, 1)))

    def tree_drop_a_game(self):
        self.app.shell.open_file(self.chance.choice(["othello:f5d6", "connect-four:44"]))

    def warm_up(self):
        """Have every engine's kernels loaded, so that they think at full speed."""
        for number in range(len(self.tab.entries)):
            if self.tab.entries[number].key in GAMES:
                self.tab._pick_game(number)
                self.session.move_now()
                self.tab.play(self.session.match.face.moves(self.session.match.position)[0])
                settle(self.app)

    def still_plays(self):
        """Whatever was pressed: a person's move is answered."""
        for seat, who in zip(self.session.seats, ("", "alphabeta"), strict=True):
            seat.suit(self.session.match.entry, who)
            seat.options.clear()
        self.session.paused = False
        self.session.set_analysis(False)
        self.session.new_game()
        self.tab.play(self.session.match.face.moves(self.session.match.position)[0])
        settle(self.app)
        assert len(self.session.match.moves) == 2 or self.session.match.over


def consistent(tab, whole):
    """The game can be replayed by hand; whoever thinks does so about the position on the board; all that is seen is."""
    session = tab.session
    match, search = session.match, session.thinking.search
    replayed(match, list(match.document.plies) if whole else match.line)
    if search is not None:
        assert search.position is match.position
        assert match.findings[match.here] is search.finding
        assert not tab.trees.is_open
    for ply, told in match.findings.items():
        legal = set(match.face.moves(match.position_at(ply)))
        assert {row.move for row in told.shot.root} <= legal
    seen(tab, match)


def replayed(match, plies):
    """Every ply is a legal move from the one before, and leads where the game's plain-Python face says."""
    face = match.face
    for number in plies:
        ply = match.document.plies[number]
        if ply.parent >= 0:
            before = match.position_at(ply.parent)
            assert ply.move in face.moves(before)
            assert face.print(face.play(before, ply.move)) == face.print(ply.position)


def seen(tab, match):
    """The board shows the position, and the panel a search of it, or of the one before, or none."""
    told, here = tab.panel._asked, [match.position_at(ply) for ply in (match.here, match.parent) if ply is not None]
    if not tab.later.waiting:  # who moved in this very frame is shown in the next
        assert told is None or any(told.position is position for position in here)
    assert (tab.panel.head.text == NO_SEARCH) == (told is None)
    if not tab.setting_up.going_on(match):
        assert tab.board.picture == match.face.picture(match.position)
        assert tab.board.live == (not match.over and tab.session.mover.entry is None)


@pytest.fixture
def watch(monkeypatch):
    """Look over the shoulder of whoever answers: an old search changes nothing, a new one moves from its position."""
    ended, told = Thinking._ended, SimpleNamespace(answers=0, wrong=[], session=None)

    def watched(self, search, tell, what):
        match, current = told.session.match, search is self.search
        before = match, match.here, len(match.document.plies)
        ended(self, search, tell, what)
        if not current:
            now = told.session.match
            if (now, now.here, len(now.document.plies)) != before:
                told.wrong.append(("an old search's answer", search))
            return
        told.answers += 1
        if match.position_at(before[1]) is not search.position:
            told.wrong.append(("another position's answer", search))
        elif search.plays and isinstance(what, Result) and what.best:
            ply = match.document.plies[match.here]
            if (ply.parent, ply.move) != (before[1], what.best):
                told.wrong.append(("not its move was played", search))

    monkeypatch.setattr(Thinking, "_ended", watched)
    return told


def thousand(app, watch, seed, presses):
    """So many presses, looked at after each."""
    hands, failures = Hands(app, seed), []
    watch.session = hands.session
    hands.warm_up()
    app.services.failed = hands.session.listeners.failed = failures.append
    for number in range(presses):
        hands.press()
        consistent(hands.tab, whole=number % 16 == 0)
    assert not watch.wrong
    assert not failures
    assert watch.answers
    hands.still_plays()
    hands.session.move_now()
    app.shell.close(remember=False)  # while somebody thinks


@pytest.mark.parametrize("seed", range(2))
def test_presses_while_engines_think(app, watch, seed, capfd):
    thousand(app, watch, seed, 250)
    assert capfd.readouterr().err == ""


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("seed", range(10, 14))
def test_a_thousand_presses_while_engines_think(app, watch, seed, capfd):
    thousand(app, watch, seed, 1000)
    assert capfd.readouterr().err == ""


def thinking(app, tab):
    tab.play("4")


def finding_values(app, tab):
    tab.toggle_analysis()


def hinting(app, tab):
    tab.hint()


def looking_through(app, tab):
    tab.open_file("connect-four:4444332")
    tab.review.depth = 30
    tab.review.begin(tab.session.match)


def keeping_a_tree(app, tab):
    tab.session.seats[1].budget.update(stop="nodes", nodes=900_000)
    tab.play("4")
    settle(app)
    tab.open_tree()


@pytest.mark.parametrize("busy", [thinking, finding_values, hinting, looking_through, keeping_a_tree])
def test_the_window_closes_in_the_middle_of_a_thought(app, busy, capfd):
    tab = app.shell.tabs["boards"]
    tab.session.seats[1].budget.update(stop="time", seconds=LONG)
    busy(app, tab)
    frames(app, 3)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    app.host.run()
    assert app.host.closing
    app.shell.close(remember=False)
    for worker in app.services.workers:
        worker._thread.join(ENDED)
        assert not worker._thread.is_alive(), worker.name
    assert capfd.readouterr().err == ""
