"""Parts of the boards by themselves: who follows a search, lines, stages, who plays, pages of other games."""

from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from sandbox.errors import BadInput
from sandbox.games.api import BoardStyle, games
from sandbox.settings import assets_folder
from sandbox.ui import kit
from sandbox.ui.boards.area import BoardArea, Wrapped
from sandbox.ui.boards.contest.contest import Contest
from sandbox.ui.boards.game import review
from sandbox.ui.boards.game.review import Review
from sandbox.ui.boards.general import backgammon
from sandbox.ui.boards.general.stages import PictureStage, TextStage
from sandbox.ui.boards.general.tables import OFF
from sandbox.ui.boards.marks import line_of
from sandbox.ui.boards.own.page import OwnPage
from sandbox.ui.boards.pacman.cast import Cast
from sandbox.ui.boards.pacman.panel import CastSection
from sandbox.ui.boards.pages import access
from sandbox.ui.boards.pages.access import Pages
from sandbox.ui.boards.panel.follower import Follower
from sandbox.ui.boards.tree.access import TreeAccess


@pytest.fixture
def look():
    pygame.display.init()
    pygame.font.init()
    return kit.load_look(assets_folder())


@pytest.mark.parametrize(
    ("widths", "room", "lines"),
    [
        ((50, 50, 50), 120, [2, 1]),
        ((50, 50, 50), 106, [2, 1]),
        ((50, 50, 50), 105, [1, 1, 1]),
        ((300, 20), 100, [1, 1]),
    ],
)
def test_lines_are_full_before_the_next_is_begun(look, widths, room, lines):
    wrapped = Wrapped([kit.Widget(width=wide, height=10) for wide in widths], gap=6)
    kit.Root(pygame.Surface((400, 200)), look, wrapped, clipboard=kit.MemoryClipboard(), clock=lambda: 0.0).paint()
    found = wrapped._lines(room)
    assert [len(line) for line in found] == lines
    assert [wide for line in found for _, wide in line] == [min(wide, room) for wide in widths]


def test_what_a_search_tells_is_shown_later_and_dropped_where_there_is_none():
    waiting, shown = {}, []
    asked = SimpleNamespace(shown=SimpleNamespace(best="4"))
    follower = SimpleNamespace(
        session=SimpleNamespace(match=SimpleNamespace(here=3), hint=""),
        _source=lambda: 3,
        asked=asked,
        status=SimpleNamespace(show_thinking=lambda _: None),
        later=SimpleNamespace(put=waiting.__setitem__, drop=lambda name: waiting.pop(name, None)),
        panel=SimpleNamespace(
            show_depths=lambda one: shown.append(("depths", one)), clear=lambda: shown.append("clear")
        ),
        board=SimpleNamespace(show_values=lambda *values: shown.append(("values", *values)), hint=""),
        _show_panel=lambda one: shown.append(("panel", one)),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sandbox.ui.boards.panel.follower.board_values", lambda _: {"4": 1.0})
        Follower.show(follower)
    assert list(waiting) == ["panel", "depths"]
    for call in waiting.values():
        call()
    assert shown == [("values", {"4": 1.0}, "4", ()), ("panel", asked), ("depths", asked)]
    follower.asked = None
    Follower.show(follower)
    assert waiting == {}
    assert shown[3:] == ["clear", ("values", {})]


@pytest.mark.parametrize(("name", "value"), [("pacman", "minimax"), ("seed", 7)])
def test_whoever_is_chosen_plays(name, value):
    put = []
    section = CastSection(put.append)
    section._cast = Cast()
    section._set(name, value)
    assert [getattr(cast, name) for cast in put] == [value]
    assert section._cast == (Cast() if name == "pacman" else put[0]), "the control of a number shows it already"


def test_a_file_that_nobody_takes_is_not_opened():
    assert Pages(SimpleNamespace(), lambda: None, lambda _: None).open_any(Path("a.json")) is False


def test_a_page_of_ones_own_game_is_settled_while_nothing_is_asked():
    for busy in (True, False):
        page = SimpleNamespace(session=SimpleNamespace(worker=SimpleNamespace(busy=busy)))
        assert OwnPage.settled.fget(page) is not busy


@pytest.mark.parametrize(("style", "shown"), [(BoardStyle.TREE, {}), (None, {"4": 0.5})])
def test_a_board_shows_its_position_and_what_each_move_is_worth_unless_that_would_cover_it(style, shown):
    told = []
    board = SimpleNamespace(show=lambda *_, **how: told.append(how), show_values=lambda *values: told.append(values))
    picture = SimpleNamespace(style=style, highlights=((1, 2),))
    play = SimpleNamespace(picture=picture, at=0, to_move=-1)
    view = SimpleNamespace(play=play, live=True, hint="4", values={"4": 0.5}, best="4")
    stage = SimpleNamespace(board=board)
    stage._marked = lambda *words: PictureStage._marked(stage, *words)
    PictureStage.follow(stage, view)
    assert told == [{"live": True, "mover": 0, "hint": "4"}, (shown, "4")]
    view.values = None
    PictureStage.follow(stage, view)
    assert told[-1] == ({}, "4")


def test_a_game_without_a_picture_is_written_in_lines_that_are_wrapped(look):
    stage = TextStage()
    kit.Root(pygame.Surface((200, 100)), look, stage.widget, clipboard=kit.MemoryClipboard(), clock=lambda: 0.0).paint()
    board = SimpleNamespace(board=lambda position: f"{position} " * 30)
    stage.follow(SimpleNamespace(play=SimpleNamespace(face=board, position="stones")))
    assert stage.label.text == "stones " * 30
    assert stage.label.wrap
    assert stage.label.rect.left - stage.widget.rect.left == 16


def test_two_take_turns_at_beginning():
    told = [Contest.side.fget(SimpleNamespace(number=number)) for number in range(6)]
    assert told == [0, 1, 0, 1, 0, 1]


def test_checkers_of_a_hint_go_down_to_the_point_or_off(monkeypatch):
    turns = [SimpleNamespace(name="8/5 6/5", steps=((8, 3), (6, 1))), SimpleNamespace(name="2/off", steps=((2, 6),))]
    monkeypatch.setattr(backgammon, "turns", lambda *_: turns)
    hand = SimpleNamespace(taken=[], sides=(None, None), board=SimpleNamespace(dice=(3, 1)))
    board = SimpleNamespace(view=SimpleNamespace(hint="8/5 6/5"), hand=hand)
    hinted = backgammon.BackgammonBoard.hinted
    assert hinted(board) == [(8, 5), (6, 5)]
    board.view.hint = "2/off"
    assert hinted(board) == [(2, OFF)]
    hand.taken = [1]
    assert hinted(board) == []


@pytest.mark.parametrize("finished", [True, False])
def test_a_page_made_once_the_kernels_are_there_knows_it(finished, monkeypatch):
    warmed, added, content = [], [], SimpleNamespace(visible=True)
    page = SimpleNamespace(
        files=None, content=lambda: content, actions=lambda: ("one", "two"), warmed=lambda: warmed.append(1)
    )
    monkeypatch.setattr(Pages, "titles", [])
    monkeypatch.setitem(access.PAGES, "toy", SimpleNamespace(make=lambda *_: page))
    services = SimpleNamespace(
        root=SimpleNamespace(actions=SimpleNamespace(add=added.append)),
        warmer=SimpleNamespace(state=SimpleNamespace(finished=finished)),
    )
    pages = Pages(services, lambda: None, lambda _: None, stack=SimpleNamespace(add=added.append))
    assert pages._page("toy") is pages._page("toy") is page
    assert warmed == [1] * finished
    assert added == [content, "one", "two"]
    assert not content.visible


@pytest.mark.parametrize("size", [(485, 373), (486, 373), (485, 374), (486, 374)])
def test_moves_and_graph_are_there_where_they_leave_the_board_its_room(look, size):
    moves, board, graph = (kit.Widget() for _ in range(3))
    area = BoardArea(moves, board, graph)
    kit.Root(pygame.Surface(size), look, area, clipboard=kit.MemoryClipboard(), clock=lambda: 0.0).paint()
    assert (moves.visible, graph.visible) == (size[0] >= 156 + 330, size[1] >= 124 + 250)
    assert board.rect.size == (size[0] - 156 * moves.visible, size[1] - 124 * graph.visible)
    assert board.rect.topright == area.rect.topright


def test_a_line_is_shown_move_by_move_as_far_as_it_is_legal():
    face = games["connect-four"].create().face()
    line = line_of(face, face.start(), ["4", "4", "9", "1"])
    assert line.picture == face.picture(face.start())
    found = [(ghost.x, ghost.player, ghost.number) for ghost in line.ghosts]
    assert found == [(3, 0, 1), (3, 1, 2)]
    assert line.words == "4 4 9 1"


@pytest.mark.parametrize(
    ("kept", "taken"), [("pig", ["document"]), ("backgammon", ["pig"]), (None, ["pig"]), ("elsewhere", ["pig"])]
)
def test_the_page_that_was_open_comes_back_with_its_game_or_without(kept, taken, monkeypatch):
    told, document = [], SimpleNamespace(key=kept)

    def load(_):
        if kept is None:
            raise OSError("gone")
        return document

    def take(found):
        if kept == "elsewhere":
            raise BadInput("game", "it", "another")
        told.append("document" if found is document else found)

    monkeypatch.setattr(access.general, "load", load)
    if kept == "elsewhere":
        document.key = "pig"
    offers = [SimpleNamespace(entry=SimpleNamespace(key="pig"))]
    pages = SimpleNamespace(offers=offers, take=take, open_named=told.append)
    Pages.bring_back(pages, "pig")
    assert told == taken
    Pages.bring_back(pages, "no such game")
    assert told == taken


def test_a_tree_of_a_general_game_is_shown_in_the_boards_place(monkeypatch):
    told = []
    monkeypatch.setattr("sandbox.ui.boards.tree.found.from_file", lambda file: f"tree of {file}")
    tree = SimpleNamespace(_make_room=lambda: told.append("room"))
    tree.made_for_general = lambda: SimpleNamespace(show=told.append)
    TreeAccess._take_general(tree, Path("a.json"), strict=False)
    assert told == ["room", "tree of a.json"]


def test_whoever_looks_through_a_game_looks_as_deep_as_was_asked(monkeypatch):
    asked, begun = [], []
    monkeypatch.setattr(
        review, "Analysis", lambda *words: asked.append(words) or SimpleNamespace(line=(1, 2), plies="p")
    )
    match = SimpleNamespace(entry=games["connect-four"], document="document", line=[0, 1, 2])
    made = SimpleNamespace(source="no such", depth=5, start=begun.append)
    Review.begin(made, match)
    ((document, settings, end),) = asked
    assert (document, end, made.match, made.line, begun) == ("document", 2, match, [1, 2], ["p"])
    assert made.source == next(iter(review.sources_for(match.entry)))
    assert settings == review.settings_of(made.source, 5)
