"""The boards with a real mouse: how many actions it takes to play, and to see why the engine moved there."""

import json
import time

import pytest

from tests.e2e.person import NEEDED, Person

pytestmark = NEEDED
SIZE = "1280x720"
PATIENCE = 120  # seconds for kernels that may have to be loaded
GAME, SEAT = (90, 66), (980, 138)  # the lists of games, and of who plays second
LINE = 28  # pixels of an entry of theirs
BOARDS, DUEL, RUN = (380, 22), (567, 66), (588, 260)  # the tab, and the two buttons
OTHELLO, TIC_TAC_TOE, BEGINNER = 1, 2, 1
A1, FIELD = (268, 187), 47.2  # of the Othello board at this size


def square(name):
    """Where a square is."""
    return round(A1[0] + FIELD * "abcdefgh".index(name[0])), round(A1[1] + FIELD * (int(name[1]) - 1))


class Counting(Person):
    """Somebody whose clicks are counted."""

    clicks = 0

    def click(self, at):
        super().click(at)
        self.clicks += 1

    def choose(self, box, number):
        """Open a list and choose from it: two clicks."""
        self.click(box)
        self.click((box[0], box[1] + 16 + 4 + 6 + LINE // 2 + LINE * number))


@pytest.fixture
def person(display, tmp_path):
    """Somebody who opens the boards for the first time."""
    return Counting(display, tmp_path, "--tab", "boards", "--size", SIZE)


def kept(home, what):
    """A file of the person's, read again until it is as it should be."""
    return next((json.loads(path.read_text(encoding="utf-8")) for path in home.rglob(what)), {})


def test_othello_and_why_it_moved_there_in_three_actions(person, tmp_path):
    person.choose(GAME, OTHELLO)
    person.click(square("d3"))
    assert person.clicks == 3
    game, end = {}, time.monotonic() + PATIENCE
    while len(game.get("plies", [])) < 3 and time.monotonic() < end:  # its answer, kept a few seconds later
        time.sleep(1)
        game = kept(tmp_path, "board.game.json")
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    assert game["game"] == "othello"
    assert [ply["move"] for ply in game["plies"]][1] == "d3"
    assert len(game["plies"]) == 3


def test_a_beginner_in_two_actions(person, tmp_path):
    person.choose(SEAT, BEGINNER)
    assert person.clicks == 2
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    seats = json.loads(kept(tmp_path, "settings.json")["boards"])["seats"]
    assert [seat["who"] for seat in seats] == ["", "level beginner"]


def test_how_alpha_beta_cut_this_branch_in_two_actions(person, tmp_path):
    person.choose(GAME, TIC_TAC_TOE)
    person.key("Return")  # a move, and the engine's answer: a finished search
    game, end = {}, time.monotonic() + PATIENCE
    while len(game.get("plies", [])) < 3 and time.monotonic() < end:
        time.sleep(1)
        game = kept(tmp_path, "board.game.json")
    assert len(game["plies"]) == 3
    person.key("t")
    person.key("c")
    tree, end = [], time.monotonic() + PATIENCE
    while not tree and time.monotonic() < end:  # until then the tree is being recorded
        person.key("ctrl+s")
        time.sleep(1)
        person.key("Return")
        time.sleep(2)
        tree = kept(tmp_path, "*.tree.json")
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    assert tree[0]["tree"]["game"] == "tic-tac-toe"
    assert any(" already has " in node["cause"] for node in tree)


def test_two_engines_on_one_position_in_three_actions(display, tmp_path):
    person = Counting(display, tmp_path, "--level", "levels/circle.json", "--size", SIZE)
    for at in (BOARDS, DUEL, RUN):
        person.click(at)
        time.sleep(1)
    assert person.clicks == 3
    found, end = [], time.monotonic() + PATIENCE
    while len(found) < 3 and time.monotonic() < end:  # two answers and the summary
        time.sleep(3)
        person.key("ctrl+s")
        person.key("Return")
        time.sleep(1)
        path = next(tmp_path.rglob("*.duel.jsonl"), None)
        found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path else []
        if len(found) < 3:
            person.key("Return")  # yes, over the one before
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    assert [line.get("engine") for line in found] == ["alphabeta", "mcts", None]
    assert all(line["nodes"] > 0 for line in found[:2])
