"""What somebody who tries the boards for the first time looks for, and would stumble over."""

import pygame
import pytest

from sandbox.games.api import games
from sandbox.gametree.api import engines_for
from sandbox.gametree.document import GameDocument, Kept
from sandbox.gametree.evaluation import those_for
from sandbox.ui.boards import marks
from sandbox.ui.boards.drawing import Drawing, place_of, plate_of
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.panel.search import NO_SEARCH
from sandbox.ui.boards.seats import Seat
from sandbox.ui.kit import Form, Label
from tests.ui.test_app import click, frames

PASSES = 24 * "-" + "OXXXX---" + "---XX---" + 24 * "-" + " X"
NAMED = ("First", "Second", "Red", "Yellow", "Black", "White", "MAX", "MIN")


def shown_texts(widget):
    return [w.text for w in widget.walk() if isinstance(w, Label) and all(above.visible for above in w.above())]


@pytest.mark.parametrize("game", games.keys())
def test_players_are_called_the_same_everywhere(app, game):
    tab = app.shell.tabs["boards"]
    tab.open_file(game)
    match = tab.session.match
    names = marks.side_names(match.face.picture(match.position))
    tab.files.take(played(game), to_end=True)
    tab.session.match.document.keep(0, Kept("alphabeta", 0.1, depth=2, best=match.face.moves(match.position)[0]))
    tab._show()
    frames(app, 4)
    assert [line.name_label.text for line in tab.seat_lines] == [name.removesuffix(" player") for name in names]
    assert names[1].removesuffix(" player") in tab.status.words.text
    others = set(NAMED) - {name.split()[0] for name in names}
    texts = [*shown_texts(tab.panel), *shown_texts(tab.status), *(shown_texts(line) for line in tab.seat_lines)]
    assert not [text for text in texts if isinstance(text, str) and others & set(text.replace(":", " ").split())]
    assert f"for {names[0]}, before" in tab.panel.head.text


def played(game):
    """A game of one move."""
    document = GameDocument(game)
    face = document.face
    document.play_all([face.moves(face.start())[0]])
    return document


def test_what_was_said_goes_with_the_game(app):
    tab = app.shell.tabs["boards"]
    for other in (
        tab.new_game,
        lambda: tab._pick_game(list(games.keys()).index("othello")),
        lambda: tab._take_pasted(Match.of("connect-four", "12").document),
        lambda: tab.session.begin(Match.of("connect-four", "44")),
    ):
        made = GameDocument("connect-four")
        made.play_all(["4", "4"])
        made.keep(1, Kept("alphabeta, playing", 0.5, depth=7, best="4", pv=("4", "3")))
        made.keep(2, Kept("alphabeta, asked", 0.25, depth=3, best="3", pv=("3",)))
        tab.files.take(made, to_end=True)
        frames(app, 4)
        assert tab.panel.best_line.text == "3"
        other()
        frames(app)
        assert tab.panel.head.text == NO_SEARCH
        assert tab.panel.best_line.text == ""
        assert tab.board.values == {}
        assert not tab.panel.tree.enabled


@pytest.mark.parametrize("game", [entry.key for entry in games if entry.options])
def test_a_game_s_own_options_are_behind_the_button_beside_it(app, game):
    tab = app.shell.tabs["boards"]
    tab.open_file(game)
    click(app, tab.bar.options)
    form = next(w for w in app.root.floating[-1].walk() if isinstance(w, Form))
    assert set(form.fields) == {option.name for option in games[game].options}


def test_piles_of_nim_begin_a_new_game_and_wrong_ones_are_said(app):
    tab = app.shell.tabs["boards"]
    tab.open_file("nim")
    click(app, tab.bar.options)
    sheet = app.root.floating[-1]
    form = next(w for w in sheet.walk() if isinstance(w, Form))
    before = tab.session.match
    form.control("piles").on_change("5,0")
    assert tab.session.match is before
    assert any("piles" in text for text in shown_texts(sheet))
    form.control("piles").on_change("5,4")
    assert tab.session.match.face.print(tab.session.match.position) == "5,4"


def test_an_evaluation_s_own_options_are_in_its_section(app):
    tab = app.shell.tabs["boards"]
    tab.session.ready = True
    for entry in games:
        tab.open_file(entry.key)
        frames(app, 4)
        for number, evaluation in enumerate(those_for(entry.key)):
            tab.estimate.which.value = number
            tab.estimate._pick(number)
            forms = [w for w in tab.estimate.form.walk() if isinstance(w, Form)]
            found = {name for form in forms for name in form.fields}
            assert found == {option.name for option in evaluation.options}


def test_when_to_stop_is_said_in_one_place():
    for game in games:
        for entry in engines_for(game):
            seat = Seat()
            seat.suit(game, entry.key)
            own = {option.name for option in seat.free}
            assert not (seat.stops and own & {"depth", "simulations"}), entry.key
            if entry.key == "minimax":
                assert seat.stops == ("depth",)
            if seat.stops:
                limits = seat.limits()
                assert [limits.depth, limits.seconds, limits.nodes].count(0) == 2, entry.key


def test_the_board_keeps_its_size_whatever_is_said(app):
    tab = app.shell.tabs["boards"]
    tab.open_file("othello")
    frames(app, 2)
    before = tab.board.rect.copy()
    tab.open_file("othello:" + "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5h5")
    tab.services.say("A very long sentence " * 12)
    tab.session.trouble = "Alpha-beta failed"
    tab._show()
    frames(app, 2)
    assert tab.board.rect == before


def test_a_pass_is_a_button(app):
    tab = app.shell.tabs["boards"]
    tab.open_file(f"othello:{PASSES}")
    frames(app, 2)
    assert tab.status.pass_button.visible
    click(app, tab.status.pass_button)
    assert tab.session.match.moves == ["pass"]
    assert not tab.status.pass_button.visible


@pytest.mark.parametrize("game", games.keys())
def test_every_move_can_be_seen(app, game):
    tab = app.shell.tabs["boards"]
    tab.open_file(game)
    for seat in tab.session.seats:
        seat.chosen = 0
    tab._show()
    app.root.focus.set(None)
    frames(app, 2)
    board = tab.board
    with_moves = pygame.surfarray.array3d(app.root.surface).astype(int)
    board.live = False
    board.touch()
    frames(app, 2)
    without = pygame.surfarray.array3d(app.root.surface).astype(int)
    board.live = True
    choices = board.choices()
    assert choices
    if game == "tree":  # whose children are drawn anyway, and are what is clicked
        return
    for target in choices:
        x, y = (round(v) for v in place_of(board.picture, board._plate[2], target))
        near = slice(x - 3, x + 4), slice(y - 3, y + 4)
        assert abs(with_moves[near] - without[near]).max() > 24, target


@pytest.mark.parametrize("theme", ["dark", "light", "projector"])
@pytest.mark.parametrize("game", games.keys())
def test_a_board_s_corners_have_no_specks(app, theme, game):
    """Round corners fade into the window's ground: nothing is darker, or lighter, than what lies on both sides."""
    app.shell.show_look(theme=theme)
    face = games[game].create().face()
    picture = face.picture(face.start())
    look = app.root.look
    plate = plate_of(picture, pygame.Rect(0, 0, 420, 420))
    drawn = Drawing(picture, plate, look).surface
    ground = pygame.Surface(drawn.get_size())
    ground.fill(look.colours.window[:3])
    ground.blit(drawn, (0, 0))
    pixels = pygame.surfarray.array3d(ground).astype(int)
    edge, empty = pixels[pixels.shape[0] // 2, 1], list(look.colours.window[:3])
    low, high = (
        [min(a, b) - 6 for a, b in zip(edge, empty, strict=True)],
        [max(a, b) + 6 for a, b in zip(edge, empty, strict=True)],
    )
    for corner in (pixels[:4, :4], pixels[-4:, :4], pixels[:4, -4:], pixels[-4:, -4:]):
        assert (corner >= low).all(), corner
        assert (corner <= high).all(), corner


@pytest.mark.parametrize(("size", "scale"), [((1000, 700), 1.0), ((1280, 720), 1.0), ((1440, 900), 2.0)])
@pytest.mark.parametrize("theme", ["dark", "projector"])
def test_no_name_of_a_player_is_cut_and_the_tools_stand_in_one_line(app, theme, size, scale):
    app.root.resize(pygame.Surface(size))
    app.shell.show_look(theme, scale)
    tab = app.shell.tabs["boards"]
    for entry in games:
        tab.open_file(entry.key)
        frames(app, 4)
        for line in tab.seat_lines:
            label = line.name_label
            assert app.root.look.fonts.width(label.text, label.style) <= label.rect.w, label.text
    if scale == 1.0:
        shown = [tool for tool in tab.bar.children if tool.visible]
        assert len({tool.rect.centery for tool in shown}) == 1


@pytest.mark.parametrize("size", [(1000, 700), (1280, 720), (1440, 900)])
def test_bounds_on_a_small_board_do_not_touch_one_another(app, size):
    app.root.resize(pygame.Surface(size))
    app.shell.show_look(scale=2.0)
    tab, written = app.shell.tabs["boards"], []
    tab.board._paint_value = lambda surface, move, value, boxed: written.append(value.box)
    tab.board.show_values({str(n): ("≤+0.05", None) for n in range(1, 8)}, "4")
    app.root.paint()
    for number, place in enumerate(written):
        assert place.inflate(2, 0).collidelist(written[:number]) < 0


def test_values_on_a_small_board_hide_no_stones(app):
    app.root.resize(pygame.Surface((1280, 720)))
    app.shell.show_look(scale=2.0)
    tab, written = app.shell.tabs["boards"], []
    tab.open_file("othello:f5d6c3")
    frames(app, 4)
    tab.board._paint_value = lambda surface, move, value, boxed: written.append(value.box)
    tab.board.show_values({t.move: ("≤+0.05", None) for t in tab.board.picture.targets}, "")
    app.root.paint()
    plate = tab.board._plate[2]
    stones = [plate.point(stone.x, stone.y) for stone in tab.board.picture.stones]
    assert not [place for place in written if any(place.collidepoint(stone) for stone in stones)]


def test_what_was_said_before_covers_no_dot(app):
    tab = app.shell.tabs["boards"]
    tab.open_file("tic-tac-toe:X---O----")
    board, written = tab.board, []
    board._paint_value = lambda surface, move, value, boxed: written.append(value.box)
    targets = board.picture.targets
    board.show_values({t.move: ("≤+0", None) for t in targets}, targets[0].move, targets)
    app.root.paint()
    assert written
    for target, place in zip(sorted(targets, key=lambda t: t.move != targets[0].move), written, strict=True):
        x, y = place_of(board.picture, board._plate[2], target)
        assert not place.inflate(4, 2).collidepoint(x, y - 0.09 * board._plate[2].unit)


def test_the_focus_ring_goes_around_the_board_and_cuts_no_words(app):
    tab = app.shell.tabs["boards"]
    for entry in games:
        tab.open_file(entry.key)
        app.root.focus.set(tab.board, ring=True)
        frames(app, 2)
        ring = tab.board.focus_box.inflate(8, 8)
        assert tab.board.rect.contains(ring)
        assert not ring.colliderect(tab.status.rect)
