"""The first minute at the board: the engine to move is prepared first, and moves as soon as it is."""

from types import SimpleNamespace

import pytest
from sandbox.ui.boards.match import Match

from sandbox.gametree import warm
from sandbox.kernels.warming.order import Needs
from sandbox.ui.boards.session import Listeners, Session
from sandbox.ui.jobs import WarmState

ALPHA_BETA = "gametree: alpha-beta, connect-four"
ESTIMATE = "gametree: estimate, connect-four"


@pytest.fixture
def cold():
    """A session of which nothing is compiled; `asked` are the searches."""
    asked = []
    worker = SimpleNamespace(submit=lambda job: asked.append(job.work), cancel=lambda slot: None)
    session = Session(worker, Listeners(*(lambda *_: None,) * 4))
    state = SimpleNamespace(now=WarmState(total=9))
    session.state = lambda: state.now
    return SimpleNamespace(session=session, asked=asked, state=state)


def compiled(cold, *names):
    cold.state.now = WarmState(1, 9, "", frozenset({"games"}), through=cold.state.now.through | set(names))
    cold.session.think_if_due()


def test_the_engine_is_needed_first_and_then_what_judges(cold):
    assert cold.session.needs == Needs((ALPHA_BETA,), (ESTIMATE,))
    cold.session.seats[0].suit(cold.session.match.entry, "mcts")
    assert cold.session.needs.now == ("gametree: MCTS, connect-four", ALPHA_BETA), "the one to move before the other"
    cold.session.begin(Match.of("othello"))
    assert cold.session.needs == Needs(
        ("gametree: MCTS, othello", "gametree: alpha-beta, othello"), ("gametree: estimate, othello",)
    )


def test_the_engine_moves_as_soon_as_it_is_compiled_and_not_before(cold):
    cold.session.play("4")
    assert cold.session.cold == "Preparing alpha-beta, connect-four (1 of 1)"
    assert cold.session.move_now() == "The engines are being prepared"
    compiled(cold, "gametree: MCTS, connect-four", ESTIMATE)
    assert not cold.asked
    assert cold.session.may_judge
    compiled(cold, ALPHA_BETA)
    assert [search.entry.key for search in cold.asked] == ["alphabeta"]
    assert cold.session.cold == ""


def test_other_options_or_games_wait_for_everything(cold):
    session = cold.session
    session.seats[1].options["alphabeta"] = {"table": "off"}
    compiled(cold, ALPHA_BETA)
    session.play("4")
    assert not cold.asked
    session.seats[1].options.clear()
    session.begin(Match.of("tic-tac-toe"))
    assert session.needs == Needs()
    session.play(session.match.face.moves(session.match.position)[0])
    assert not cold.asked
    session.ready = True
    session.think_if_due()
    assert len(cold.asked) == 1


def test_who_analyses_for_a_person_is_needed_too(cold):
    for seat in cold.session.seats:
        seat.suit(cold.session.match.entry, "")
    assert cold.session.needs.now == ()
    cold.session.set_analysis(True)
    assert cold.session.needs.now == (ALPHA_BETA,)
    compiled(cold, ALPHA_BETA)
    assert [search.plays for search in cold.asked] == [False]


def test_the_names_are_those_of_warm_ups():
    known = {f"gametree: {name}" for name, _ in warm.warmups()}
    for game in warm.MAIN:
        assert {warm.judging(game), *(warm.first_move(engine, game) for engine in warm.SEARCHES)} <= known
