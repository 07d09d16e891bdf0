"""The first minute of a crowd: the policy chosen is prepared first, and the run begins as soon as it is."""

from sandbox.kernels.warm import all_warmups
from sandbox.ui.crowds.choice import Choice
from sandbox.ui.crowds.run.running import State
from sandbox.ui.jobs import WarmState
from tests.ui.crowds.conftest import hall


def test_what_is_chosen_is_needed_by_names_that_there_are():
    choice = Choice()
    assert choice.warm_ups[:3] == ("agents: Keep right", "agents: muster", "agents: judge")
    assert set(choice.warm_ups) <= set(all_warmups())
    choice.compared = True
    assert choice.warm_ups[3] == "agents: Push aside"
    choice.planner.key = "tra"
    assert set(choice.warm_ups) <= set(all_warmups())


def test_a_run_begins_when_what_it_needs_is_compiled(app, hands):
    session = hands.session
    session.ready = False
    begun = []
    session.run.begin = begun.append
    app.services.warmer.state = WarmState(1, 9, "", frozenset({"agents"}))
    hands.show(hall())
    session.begin()
    assert session.cold
    assert not begun
    assert session.run.state is State.NONE
    names = session.choice.warm_ups
    app.services.warmer.state = WarmState(2, 9, "", frozenset({"agents"}), through=frozenset(names[1:]))
    app.host.frame()
    assert "Preparing Keep right (11 of 11)" in hands.tab.lesson.words.text
    app.services.warmer.state = WarmState(3, 9, "", frozenset({"agents"}), through=frozenset(names))
    app.host.frame()
    assert begun
    session.choice.policies[0].key = "orca"
    assert hands.tab.needs.now[0] == "agents: ORCA"
    del begun[:]
    session.begin()
    assert session.cold
    assert not begun
