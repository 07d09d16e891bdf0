"""Minds that change while engines are side by side, or play a match: no hang, no answer of another position."""

import random
from dataclasses import replace

import pygame
import pytest

from sandbox.bench.openings import KINDS
from sandbox.ui.app import App, Request
from sandbox.ui.boards.duel.fight import Fight
from tests.ui.test_app import frames, key, settle

GAMES = ("connect-four", "othello", "tic-tac-toe", "nim", "morris")


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A window on the boards whose kernels count as warm."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    made = App(Request(size=(1280, 720)))
    made.services.warmer.start = lambda: None
    made.root.stand_ins.on_failure = None  # what cannot be painted raises
    made.services.warmer.state = replace(made.services.warmer.state, finished=True)
    made.shell.show("boards")
    frames(made, 2)
    yield made
    made.shell.close(remember=False)
    made.host.window.destroy()
    pygame.event.clear()


class Hands:
    """Presses at random, at a duel and a match."""

    def __init__(self, app, seed):
        self.app, self.chance = app, random.Random(seed)
        self.tab = app.shell.tabs["boards"]
        self.session, self.duels, self.matches = self.tab.session, self.tab.duels, self.tab.matches
        self.brief()

    def brief(self):
        """Whoever thinks does so for an instant."""
        seats = list(self.session.seats)
        seats += self.duels.pane.contenders.seats if self.duels.pane is not None else []
        for seat in seats:
            seat.budget |= {"seconds": 0.05, "depth": 4, "nodes": 500}

    def press(self):
        getattr(self, self.chance.choice([name for name in dir(self) if name.startswith("do_")]))()
        for box in list(self.app.root.floating):
            if not box.passive:
                box.close()
        self.brief()
        frames(self.app)

    def do_open_or_close(self):
        key(self.app, pygame.K_d, unicode="d")

    def do_run(self):
        if self.duels.is_open:
            key(self.app, pygame.K_F5)

    do_run_again = do_run

    def do_ablate(self):
        if self.duels.is_open:
            self.duels.pane.depth.value = 3
            self.duels.ablate()

    def do_stop(self):
        if self.duels.pane is not None:
            self.duels.pane.deeds.stop()

    def do_add_or_drop(self):
        if self.duels.pane is not None:
            contenders = self.duels.pane.contenders
            if len(contenders.seats) < 4 and self.chance.random() < 0.6:
                contenders.add_one()
            else:
                contenders.drop(self.chance.choice(contenders.seats))

    def do_another_contender(self):
        if self.duels.pane is not None:
            line = self.chance.choice(self.duels.pane.contenders.lines.children)
            line._pick(self.chance.randrange(1, len(line.who.choices)))

    def do_hover(self):
        if self.duels.pane is not None:
            self.duels.pane._hovered(self.chance.randrange(-1, 5))

    def do_move(self):
        choices = [t for t in self.tab.board.choices() if t.move]
        if choices:
            self.tab.board.play(self.chance.choice(choices).move)

    do_move_again = do_move

    def do_walk(self):
        key(self.app, self.chance.choice([pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END]))

    def do_take_back(self):
        key(self.app, pygame.K_z, pygame.KMOD_CTRL)

    def do_new_game(self):
        key(self.app, pygame.K_n, pygame.KMOD_CTRL)

    def do_another_game(self):
        keys = [entry.key for entry in self.tab.entries]
        self.tab._pick_game(keys.index(self.chance.choice(GAMES)))

    def do_another_player(self):
        line = self.chance.choice(self.tab.seat_lines)
        line._pick(self.chance.randrange(len(line.who.choices)))

    def do_hint(self):
        key(self.app, pygame.K_h, unicode="h")

    def do_tree(self):
        key(self.app, pygame.K_t, unicode="t")

    def do_escape(self):
        key(self.app, pygame.K_ESCAPE)

    def do_leave_and_return(self):
        self.app.shell.show("crowds")
        self.app.shell.show("boards")

    def do_match(self):
        for seat in self.session.seats:
            seat.suit(self.session.match.entry, "alphabeta")
        self.session.reseat(self.session.seats[0])
        self.matches.look_for_openings({"games": 4, "kind": self.chance.choice(list(KINDS)), "plies": 2})

    def do_go_on(self):
        self.matches.toggle()

    def do_open_a_game(self):
        if self.matches.contest is not None and self.matches.contest.played:
            self.matches.open_game(self.chance.randrange(len(self.matches.contest.played)))

    def do_end_the_match(self):
        self.matches.close()

    def do_pace(self):
        self.session.set_pace(self.chance.choice([0.0, 0.0, 0.1]))

    def do_wait(self):
        pygame.time.wait(self.chance.choice([1, 20, 60]))
        frames(self.app, 2)

    do_wait_again = do_wait_longer = do_wait


def consistent(hands):
    """Nobody thinks beside a duel, and what was answered fits the position it is said of."""
    duels, session = hands.duels, hands.session
    if duels.running:
        assert session.thinking.search is None
        assert duels._where == (session.match, session.match.here)
    if duels.pane is not None and duels._fight.bouts:
        match, ply = duels._where
        legal = set(match.face.moves(match.position_at(ply)))
        assert {bout.best for bout in duels._fight.bouts} <= legal
    contest = hands.matches.contest
    if contest is not None:
        assert len(contest.results) == contest.number <= contest.games
        for document in contest.played:
            assert document.result() is not None
            assert len(document.plies) == len(document.line())


@pytest.mark.parametrize("seed", range(2))
def test_two_hundred_presses_while_engines_are_side_by_side(app, seed, capfd, monkeypatch):
    hands, failures, fought = Hands(app, seed), [], []
    begun = Fight.begin
    monkeypatch.setattr(Fight, "begin", lambda self, duel: (fought.append(duel), begun(self, duel))[1])
    app.services.failed = hands.session.listeners.failed = failures.append
    for _ in range(200):
        hands.press()
        consistent(hands)
    assert not failures
    assert fought
    app.shell.show("boards")
    hands.matches.close()
    if hands.tab.trees.is_open:
        hands.tab.trees.leave()
    for seat, who in zip(hands.session.seats, ("", "alphabeta"), strict=True):
        seat.suit(hands.session.match.entry, who)
    hands.session.paused = False
    if not hands.duels.is_open:
        hands.duels.open()
    hands.brief()
    hands.session.new_game()
    hands.duels.run()
    settle(app)
    assert len(hands.duels.pane.table.rows) == len(hands.duels.pane.contenders.seats)
    hands.duels.run()
    app.shell.close(remember=False)  # while somebody is at it
    assert capfd.readouterr().err == ""
