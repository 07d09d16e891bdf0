"""A game by its name, with options and a position: `--game KEY:NAME=VALUE:POSITION`, on the board and on every page."""

import pytest

from sandbox.errors import BadInput, SandboxError
from sandbox.games.api import games
from sandbox.games.general.api import general_games


@pytest.fixture
def named(app):
    """What opens a game by its name, or raises; and the page that shows it."""

    def opened(name):
        tab = app.shell.tabs["boards"]
        assert tab.open_file(name, strict=True)
        return tab.pages.current or tab

    return opened


@pytest.mark.parametrize(
    ("text", "options", "rest"),
    [
        ("", {}, ""),
        ("-", {}, "-"),
        ("players=3", {"players": 3}, ""),
        ("players=3:d4 c3", {"players": 3}, "d4 c3"),
        ("d4:players=3", {}, "d4:players=3"),
    ],
)
def test_options_stand_in_front_of_a_position(text, options, rest):
    assert general_games["rolit"].taken(text) == (options, rest)


def test_a_game_of_the_boards_own_takes_its_options(named):
    match = named("nim:piles=3 4").session.match
    assert (match.entry.key, match.options["piles"]) == ("nim", "3 4")
    assert match.game.face().print(match.position) == games["nim"].create({"piles": "3 4"}).face().print(match.position)


def test_every_page_takes_options_and_the_same_game_with_others_begins_anew(named):
    page = named("rolit:players=3")
    assert page.session.play.players == 3
    assert named("rolit:players=4").session.play.players == 4
    assert named("rolit").session.play.players == 4, "it goes on"
    assert named("vacuum:squares=3").walk.world.squares == 3
    assert named("liars-dice:sides=3").run.game.sides == 3
    assert named("pacman:maze=trap").run.maze == "trap"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("rolit:playrs=3", "rolit.playrs: no such option, expected one of players"),
        ("rolit:players=9", "rolit.players: 9, expected a whole number from 2 to 4"),
        ("nim:heaps=3", "nim.heaps: no such option, expected one of piles"),
        ("othello:size=6", "othello.size: no such option, expected one of none"),
        ("vacuum:squares=many", "vacuum.squares: 'many'"),
        ("pacman:steps=9", "pacman.steps: set beside the board, expected the option maze"),
    ],
)
def test_what_is_wrong_with_options_is_said_in_a_line(named, name, line):
    with pytest.raises((BadInput, SandboxError)) as refusal:
        named(name)
    assert line in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_bad_option_out_of_the_window_is_told_there(app):
    app.shell.tabs["boards"].pages.open_named("rolit:players=9")
    assert app.shell.tabs["boards"].pages.current is None
