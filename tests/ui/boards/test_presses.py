"""A thousand presses in any order while engines think at full speed: no hang, no wrong move, no old search's move."""

import random
from types import SimpleNamespace

import pygame
import pytest

from sandbox.ui.app import App, Request
from sandbox.ui.boards.thinking import Thinking
from tests.ui.test_app import click, frames, key, settle

GAMES = ("connect-four", "othello", "tic-tac-toe", "nim")
COMPILED = ("evaluation",)  # another one is another kernel, which takes a while and cannot be stopped
PASTES = {
    "connect-four": ("4453", "-", "nonsense", "444444 4"),
    "othello": ("f5d6c3", "a1", "-"),
    "tic-tac-toe": ("a1 b2", "XO-------X", "XX"),
    "nim": ("4,3", "7=5+2", "0"),
}


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
        getattr(self, self.chance.choice([name for name in dir(self) if name.startswith("do_")]))()
        for box in list(self.app.root.floating):
            if not box.passive:
                box.close()
        frames(self.app)

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

    def do_wait(self):
        pygame.time.wait(self.chance.choice([1, 20, 80]))
        frames(self.app, 2)

    do_wait_again = do_wait_longer = do_wait

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


def consistent(session):
    """The game can be replayed, and whoever thinks does so about the position on the board."""
    match, search = session.match, session.thinking.search
    position = match.position_at(match.line[0])
    for ply in match.line[1:]:
        move = match.document.plies[ply].move
        assert move in match.face.moves(position)
        position = match.face.play(position, move)
        assert match.face.print(position) == match.face.print(match.position_at(ply))
    if search is not None:
        assert search.position is match.position
        assert match.told[match.here] is search.told
    for ply, told in match.told.items():
        legal = set(match.face.moves(match.position_at(ply)))
        assert {row.move for row in told.shot.root} <= legal


@pytest.mark.parametrize("seed", range(4))
def test_a_thousand_presses_while_engines_think(app, seed, capfd, monkeypatch):
    hands, failures, asked = Hands(app, seed), [], []
    hands.warm_up()
    ended = Thinking._ended

    def watched(self, search, tell, what):
        if search is self.search:
            asked.append((search, app.shell.tabs["boards"].session.match.position))
        ended(self, search, tell, what)

    monkeypatch.setattr(Thinking, "_ended", watched)
    app.services.failed = hands.session.listeners.failed = failures.append
    for _ in range(250):
        hands.press()
        consistent(hands.session)
    for search, position in asked:
        assert search.position is position  # nobody is told of a position that is gone
    assert not failures
    hands.still_plays()
    assert asked
    hands.session.move_now()
    app.shell.close(remember=False)  # while somebody thinks
    assert capfd.readouterr().err == ""
