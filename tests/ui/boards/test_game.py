"""The game as a document in the window: its move list, its graph, files, what is set up and remembered."""

import pygame
import pytest

from sandbox.games.api import games
from sandbox.gametree.api import Bound
from sandbox.gametree.document import GameDocument, Kept
from sandbox.gametree.document.analysis import PlyReport
from sandbox.settings import Settings
from sandbox.ui.boards import marks
from sandbox.ui.boards.game.graph import played
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.game.move_list import rows_of
from sandbox.ui.boards.remembered import recall
from tests.ui.test_app import frames, key


def document(key, *lines):
    """A game of lines of moves, each a variation of those before."""
    made = GameDocument(key)
    for line in lines:
        made.play_all(line.split())
    return made


@pytest.mark.small
def test_the_list_shows_every_move_once_and_variations_below_what_they_replace():
    made = document("tic-tac-toe", "a1 b2 c3 a3 c1", "a1 b2 b1 a3", "a1 b2 b1 c3", "b2 a1")
    rows = rows_of(made)
    named = [(row.level, row.number, [p and made.plies[p].move for p in row.plies]) for row in rows]
    assert named[0] == (0, "1", ["a1"])
    assert named[1] == (1, "1.", ["b2", "a1"])
    assert (0, "1", [None, "b2"]) in named
    listed = sorted(p for row in rows for p in row.plies if p is not None)
    assert listed == sorted(set(made.plies) - {0})


@pytest.mark.small
def test_a_line_is_played_out_as_numbered_ghosts_passes_left_out():
    face = games["othello"].create().face()
    line = marks.line_of(face, face.start(), ("f5", "d6", "c3", "nonsense"))
    assert [(g.x, g.y, g.player, g.number) for g in line.ghosts] == [(5, 4, 0, 1), (3, 5, 1, 2), (2, 2, 0, 3)]


@pytest.mark.small
def test_a_move_is_foreseen_with_the_discs_it_turns():
    face = games["othello"].create().face()
    start = face.start()
    foreseen = marks.changes(face.picture(start), marks.after(face, start, "f5"))
    assert [(g.x, g.y) for g in foreseen.new] == [(5, 4)]
    assert [(g.x, g.y, g.player) for g in foreseen.turned] == [(4, 4, 0)]
    assert marks.after(face, start, "a1") is None


@pytest.mark.small
@pytest.mark.parametrize(
    ("key", "position", "at", "words"),
    [
        ("othello", "-", (0, 0), "A disc on a1 would turn none"),
        ("othello", "-", (3, 3), "d4 is taken"),
        ("connect-four", "111111", (0, 0), "Column 1 is full"),
        ("tic-tac-toe", "X--------O", (0, 0), "a1 is taken"),
    ],
)
def test_a_refused_click_says_why(key, position, at, words):
    face = games[key].create().face()
    here = face.parse(position)
    assert marks.refusal(face, here, face.picture(here), at) == words


@pytest.mark.small
def test_the_graph_is_for_who_began_and_names_depth_and_source():
    match = Match(document("connect-four", "4 4 3"))
    kept = Kept("alphabeta, playing", 0.25, depth=9, best="4")
    match.document.keep(1, kept)  # the second side is to move
    match.document.keep(3, Kept("alphabeta", 0.9, depth=3, best="4"))  # an analysis is another line
    match.document.keep(2, Kept("mcts, asked", 0.5, best="3", simulations=1000))
    assert played(match, 1.0) == [(1, -0.25, "Alpha-beta, depth 9"), (2, 0.5, "MCTS (UCT), 1,000 simulations")]


def test_a_click_in_the_list_goes_there_and_shows_what_was_known(app):
    tab = app.shell.tabs["boards"]
    made = document("connect-four", "4 4 3 3")
    made.keep(2, Kept("alphabeta", 0.5, depth=7, best="3", pv=("3", "2")))
    tab.files.take(made)
    frames(app, 3)
    box = tab.moves._box_of(2)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=box.center, rel=(0, 0), buttons=(0, 0, 0)))
        pygame.event.post(pygame.event.Event(kind, pos=box.center, button=1, touch=False))
        frames(app, 2)
    assert tab.session.match.here == 2
    assert tab.panel.best_line.text == "3 2"
    assert "Alpha-beta for Yellow, this position" in tab.panel.head.text
    key(app, pygame.K_HOME)
    assert tab.session.match.at == 0
    key(app, pygame.K_END)
    assert tab.session.match.at == 4


def test_mistakes_are_marked_in_the_list_and_as_bars(app):
    tab = app.shell.tabs["boards"]
    tab.files.take(document("connect-four", "4 4 3 3"))
    review, match = tab.review, tab.session.match
    review.match, review.line = match, match.line
    loss = PlyReport(1, 1, 1, "4", "3", 0.5, False, Bound.EXACT, 8, "alphabeta", (), -0.2, 0.7, 0.7, "blunder")
    review.found = [loss]
    tab._show()
    frames(app, 2)
    assert tab.moves.grades == {2: "blunder"}
    assert tab.graph.losses == {2: 0.7}


def test_a_game_looked_through_to_its_end_is_said_to_be(app, monkeypatch):
    tab = app.shell.tabs["boards"]
    tab.files.take(document("connect-four", "4 4 3 3"))
    said = []
    monkeypatch.setattr(tab.services, "say", said.append)
    review, match = tab.review, tab.session.match
    review.match, review.line, review.found, review.running = match, match.line, [], True
    assert review.words == ""
    for ply, number in zip(match.line, range(5), strict=True):
        review.reports.append(PlyReport(ply, number, 1, "4", "4", 0.0, True, Bound.EXACT, 8, "alphabeta", (), 0.0))
        assert review.words == (f"Analysed {number + 1} of 5 positions" if number < 4 else "Analysed 5 positions")
    review._ended(review.reports)
    assert said[-1] == "Analysed 5 positions"


def test_a_game_is_saved_and_opened_again_with_its_variations(app, tmp_path):
    tab = app.shell.tabs["boards"]
    made = document("othello", "f5 d6 c3", "f5 f6")
    tab.files.take(made)
    path = tmp_path / "one.game.json"
    tab.files._write(path)
    assert tab.open_file("connect-four:44")
    assert tab.open_file(str(path))
    match = tab.session.match
    assert (match.document.key, len(match.document.plies)) == ("othello", 5)
    assert match.moves == ["f5", "d6", "c3"]
    path.write_text("{", encoding="utf-8")
    assert not tab.files.open(path)
    assert tab.session.match is match


def test_what_is_on_the_clipboard_is_what_was_asked_for(app):
    tab = app.shell.tabs["boards"]
    tab.files.take(document("connect-four", "4 4 5 3"))
    key(app, pygame.K_c, pygame.KMOD_CTRL)
    assert app.root.clipboard.get() == "4453"


def test_escape_gives_a_set_up_back_to_the_game(app):
    tab = app.shell.tabs["boards"]
    tab.open_file("tic-tac-toe")
    before = tab.board.picture
    key(app, pygame.K_e, pygame.KMOD_CTRL)
    tab.setting_up.put((0, 0))
    assert tab.setting_up.visible
    key(app, pygame.K_ESCAPE)
    assert not tab.setting_up.visible
    assert tab.board.picture == before
    key(app, pygame.K_ESCAPE)
    assert tab.board.picture == before


def test_a_position_is_set_up_by_clicks_and_what_is_wrong_is_said(app):
    tab = app.shell.tabs["boards"]
    tab.open_file("tic-tac-toe")
    tab.set_up()
    up = tab.setting_up
    assert up.visible
    up.put((0, 0))
    up.put((1, 1))
    frames(app, 2)
    assert up.said.role == "bad"
    assert not up.ready.enabled
    up.piece.choose(1)
    up.put((1, 1))
    up.ready.click()
    assert tab.session.match.document.start.startswith("X---O----")
    assert not up.visible
    assert tab.status.visible


def test_the_set_up_ends_when_the_game_goes_on(app):
    tab = app.shell.tabs["boards"]
    tab.open_file("tic-tac-toe")
    tab.set_up()
    tab.session.play("a1")
    assert not tab.setting_up.visible
    assert tab.session.match.moves == ["a1"]


def test_nobody_thinks_about_a_game_whose_board_is_being_set_up(app):
    tab = app.shell.tabs["boards"]
    tab.open_file("tic-tac-toe")
    tab.set_up()
    tab.session.ready = True
    tab.session.seats[0].suit(tab.session.match.entry, "alphabeta")  # whose turn it would be
    app.shell.show("maps")
    app.shell.show("boards")
    assert tab.session.thinking.search is None
    assert tab.setting_up.visible
    tab.setting_up.stop()
    assert tab.session.thinking.search is not None


def test_game_players_and_options_are_remembered(app):
    tab = app.shell.tabs["boards"]
    tab.open_file("nim")
    tab.session.begin(Match.new(games["nim"], {"piles": "5,4"}))
    tab.session.seats[0].suit(tab.session.match.entry, "level casual")
    tab.session.seats[1].suit(tab.session.match.entry, "pvs")
    tab.session.seats[1].options["pvs"] = {"killers": False}
    tab.session.seats[1].budget.update(stop="depth", depth=4)
    tab.close()
    kept = app.settings.boards
    tab.open_file("othello")
    app.settings.boards = kept
    recall(app.settings, tab.session)
    match, seats = tab.session.match, tab.session.seats
    assert (match.document.key, match.options, match.document.start) == ("nim", {"piles": "5,4"}, "5,4")
    assert [seat.key for seat in seats] == ["level casual", "pvs"]
    assert seats[1].options == {"pvs": {"killers": False}}
    assert seats[1].limits().depth == 4


RUBBISH = ["{", "[]", "5", '{"game": 5}', '{"game": "nim", "options": {"piles": "0"}}', '{"game": "nim", "seats": 3}']
RUBBISH += ['{"game": "nim", "seats": [{"who": 3, "options": {"pvs": {"killers": 7}}, "budget": {"seconds": "x"}}]}']
RUBBISH += ['{"game": "nim", "seats": [{"budget": {"seconds": -1.0}}, 5], "options": {"nothing": 1}}']


@pytest.mark.parametrize("text", RUBBISH)
def test_whatever_is_remembered_the_board_can_be_played_on(app, text):
    tab = app.shell.tabs["boards"]
    settings = Settings()
    settings.boards = text
    recall(settings, tab.session)
    tab._show()
    for seat in tab.session.seats:
        seat.limits()
        if seat.entry is not None:
            seat.entry.create(seat.settings)
    tab.session.play(tab.session.match.face.moves(tab.session.match.position)[0])
    assert tab.session.match.at == 1


def test_the_game_comes_back_at_the_next_start(app):
    tab = app.shell.tabs["boards"]
    tab.play("4")
    tab.play("4")
    tab.files.keep()
    tab.session.new_game()
    tab.opening.bring_back()
    assert tab.session.match.moves[:2] == ["4", "4"]


def test_dialogs_for_a_game_open_and_close(app):
    tab = app.shell.tabs["boards"]
    tab.session.ready = True
    tab.look_through()
    assert app.root.floating
    app.root.floating[-1].close()
    tab._open_options()
    assert app.root.floating
    app.root.floating[-1].close()
    tab.bar.more.click()
    assert app.root.floating
