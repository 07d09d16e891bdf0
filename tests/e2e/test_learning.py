"""From launch to a learned evaluation that plays on the board: five actions of a real mouse."""

import json
import time

import pytest

from tests.e2e.person import NEEDED
from tests.e2e.test_boards import Counting, kept

pytestmark = [*NEEDED, pytest.mark.timeout(900)]
SIZE = "1280x720"
PATIENCE = 250  # seconds for kernels that may have to be made, and for a round, beside much else
BENCH, LEARN, RUN, PLAY, CENTRE = (474, 22), (446, 62), (142, 668), (1199, 110), (433, 352)


@pytest.fixture
def person(display, tmp_path):
    """Somebody who opens the window for the first time, on a level."""
    return Counting(display, tmp_path, "--level", "levels/circle.json", "--size", SIZE)


def until(there):
    """Wait."""
    end = time.monotonic() + PATIENCE
    while not there() and time.monotonic() < end:
        time.sleep(1)
    return there()


def test_tic_tac_toe_is_learned_and_plays_in_five_actions(person, tmp_path):
    person.click(BENCH)
    person.click(LEARN)
    begun = lambda: list(tmp_path.rglob("learned/tic-tac-toe"))  # noqa: E731

    def run():
        """Once more, as long as it says that the algorithms are being prepared."""
        Counting.__mro__[1].click(person, RUN)
        time.sleep(2)
        return begun()

    assert until(run)
    person.clicks += 1
    assert until(lambda: list(tmp_path.rglob("best-open-lines.toml")))
    time.sleep(3)  # till it is told
    person.click(PLAY)
    time.sleep(3)
    person.click(CENTRE)
    assert person.clicks == 5
    assert until(lambda: len(kept(tmp_path, "board.game.json").get("plies", [])) >= 3)
    game = kept(tmp_path, "board.game.json")
    status, _, err = person.leave()
    assert (status, err) == (0, "")
    assert game["game"] == "tic-tac-toe"
    assert [ply.get("move") for ply in game["plies"]][1] == "b2"
    seats = json.loads(kept(tmp_path, "settings.json")["boards"])["seats"]
    assert "best-open-lines.toml" in json.dumps(seats[1])
