"""Games with pages of their own are saved, opened, copied, and there again at the next start."""

import pygame

from sandbox.gametree.document.general import GeneralDocument, load, save
from sandbox.ui.boards.general.page import GeneralPage
from sandbox.ui.boards.pacman.page import PacManPage
from sandbox.ui.boards.strategies.page import StrategyPage
from sandbox.ui.boards.worlds.page import WorldsPage
from tests.ui.test_app import key


def page_of(app, name, kind):
    tab = app.shell.tabs["boards"]
    assert tab.open_file(name, strict=True)
    app.host.frame()
    page = tab.pages.current
    assert isinstance(page, kind)
    return tab, page


def test_a_game_is_saved_with_dice_and_seats_and_opened_again(app, tmp_path):
    tab, page = page_of(app, "backgammon", GeneralPage)
    session = page.session
    session.set_by_hand(True)
    session.make(session.play.choices[3])
    session.make(session.play.choices[0])
    session.seats[1].invite(session.play, "expectiminimax")
    session.seats[1].options["expectiminimax"] = {"star": "star1"}
    session.seats[1].budget |= {"stop": "depth", "depth": 3}
    moves, path = list(session.play.moves), tmp_path / "mine"
    assert page.files.write(path)
    saved = load(tmp_path / "mine.game.json")
    assert (saved.key, saved.moves, saved.seed) == ("backgammon", tuple(moves), session.play.seed)
    assert saved.players[1].budget == {"depth": 3}
    tab.open_file("pig", strict=True)
    assert page.files.path is None
    assert tab.open_file(str(tmp_path / "mine.game.json"))
    assert (session.play.entry.key, session.play.moves, session.play.at) == ("backgammon", moves, len(moves))
    seat = session.seats[1]
    assert (seat.key, seat.settings, seat.stop, seat.budget["depth"]) == (
        "expectiminimax", {"star": "star1"}, "depth", 3,
    )  # fmt: skip
    assert session.seats[0].entry is None
    assert page.files.path == tmp_path / "mine.game.json"


def test_a_file_is_opened_wherever_it_is_played(app, tmp_path):
    tab, page = page_of(app, "pig", GeneralPage)
    board = tmp_path / "board.game.json"
    tab.files._write(board)
    assert page.files.open_any(board)
    assert tab.pages.current is None
    general = tmp_path / "pig.game.json"
    save(GeneralDocument("pig", {"goal": 20}, moves=("roll", "4", "hold")), general)
    assert tab.files.elsewhere(general)
    assert tab.pages.current is page
    assert page.session.play.position.scores == (4, 0)
    assert page.session.play.game.goal == 20
    general.write_text(general.read_text(encoding="utf-8").replace('"4"', '"9"'), encoding="utf-8")
    assert not tab.files.elsewhere(general)
    assert page.session.play.position.scores == (4, 0)


def test_moves_and_positions_are_copied(app):
    _, page = page_of(app, "backgammon", GeneralPage)
    page.session.set_by_hand(True)
    page.session.make(page.session.play.choices[0])
    key(app, pygame.K_c, pygame.KMOD_CTRL)
    text = app.root.clipboard.get()
    assert text.startswith("4HPwATDgc/ABMA")
    key(app, pygame.K_c, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert app.root.clipboard.get() == " ".join(page.session.play.moves)


def test_a_walk_and_a_game_of_pac_man_come_back(app, tmp_path):
    tab, page = page_of(app, "vacuum", WorldsPage)
    action, ways = next(iter(page.walk.actions.items()))
    page.walk.do(action, ways[-1])
    page.files.write(tmp_path / "walk.game.json")
    page.new()
    assert tab.open_file(str(tmp_path / "walk.game.json"))
    assert (page.walk.steps, page.walk.state) == ([action], ways[-1])
    tab, page = page_of(app, "pacman:trap", PacManPage)
    page.run.cast = page.run.cast.named((), 7)
    face, now, moves = page.run.game.face(), page.run.moment, []
    while len(moves) < 12 and face.moves(now):
        moves.append(face.moves(now)[0])
        now = face.play(now, moves[-1])
    page.run.take("trap", "-", moves)
    cast = page.run.cast
    assert (page.run.moment, page.run.at) == (now, len(page.run.rounds))
    page.files.write(tmp_path / "pacman.game.json")
    assert load(tmp_path / "pacman.game.json").moves == tuple(moves)
    page.open_maze("classic")
    page.open_path(tmp_path / "pacman.game.json")
    assert (page.run.moment, page.run.cast, page.run.maze) == (now, cast, "trap")
    page.run.step(-1)
    assert page.run.at == len(page.run.rounds) - 1


def test_the_game_is_there_again_at_the_next_start(app):
    tab, page = page_of(app, "pig", GeneralPage)
    page.session.set_by_hand(True)
    for move in ("roll", "5", "hold"):
        page.session.make(move)
    app.services.started = True
    tab.opening.remember()
    tab.pages.close()
    tab.pages.shut()
    page.session.new_game()
    tab.opening.asked = False
    tab.opening.bring_back()
    assert tab.pages.current is page
    assert page.session.play.moves == ["roll", "5", "hold"]
    tab.pages.shut()
    tab.opening.remember()
    tab.opening.bring_back()
    assert tab.pages.current is None


def test_trees_in_which_something_is_hidden_have_the_page_that_hides_it(app):
    tab, page = page_of(app, "any-tree:bluff", StrategyPage)
    assert page.run.root == page.run.face.parse("bluff")
    assert tab.bar.game_box.choices[page.number].startswith("Explicit tree, with chance")
    _, general = page_of(app, "any-tree:three-players", GeneralPage)
    general._start(type(general.session.play)(general.session.play.entry, start="bluff"))
    assert tab.pages.current is page
    assert general.session.play.beginning != page.run.position
