"""A policy of the user's own in the Crowds tab: written, walked by, saved anew, broken, taken away."""

import pytest

from sandbox.agents.api import policies
from sandbox.own.folder import folder
from sandbox.registry import OWN
from sandbox.ui.crowds.run.running import State
from tests.ui.crowds.conftest import hall
from tests.ui.test_app import click, frames

KEY = "own-my-policy"


@pytest.fixture(autouse=True)
def _forget():
    yield
    for key in [entry.key for entry in policies if entry.key.startswith(OWN)]:
        policies.drop(key)


def _follow(hands):
    hands.app.services.own.look()
    frames(hands.app, 3)


def _save(text):
    (folder() / "my-policy.py").write_text(text, encoding="utf-8")


def _text():
    return (folder() / "my-policy.py").read_text(encoding="utf-8")


def _new(hands):
    hands.show(hall())
    hands.gathered()
    click(hands.app, hands.tab.heads[0].new)
    _follow(hands)
    hands.until(lambda: hands.session.choice.policies[0].key == KEY)
    hands.until(lambda: hands.run.start is not None and hands.run.start.settings[0].policy == policies[KEY].create())
    hands.gathered()


def _walk_until_broken(hands):
    def broken():
        hands.run.want(200)  # whichever run it is: it begins anew a moment after a file was saved
        return hands.run.state is State.BROKEN

    hands.until(broken)


def test_from_a_click_to_a_crowd_that_walks_by_it(hands):
    _new(hands)
    head = hands.tab.heads[0]
    assert head.box.chosen == "My policy"
    hands.press("Space")
    hands.until(lambda: hands.timeline.time >= 20)
    assert hands.run.lanes[0].verdict.first == ""
    assert not hands.failures
    assert f"crowds.policy-{KEY}" in hands.app.root.actions
    assert hands.app.services.settings.crowds["policy"][0] == KEY


def test_saving_begins_anew_and_what_is_wrong_is_said(hands):
    _new(hands)
    text = _text()
    _save(text.replace('title="My policy"', 'title="Polite"'))
    _follow(hands)
    assert hands.tab.heads[0].box.chosen == "Polite"
    for wrong, line in (
        (text.replace("self.angle)", "self.angle / 0)").replace("self.horizon:", "9e9:"), "my-policy.py:23: ZeroDivi"),
        (text.replace("crowd.walking:", "crowd.walking"), "my-policy.py:20: SyntaxError"),
        (text.replace("for agent in crowd.walking:", "raise SystemExit(3)\n        for agent in crowd.walking:"),
         "my-policy.py:20: sys.exit(3) was called"),
    ):  # fmt: skip
        _save(wrong)
        _follow(hands)
        _walk_until_broken(hands)
        assert hands.run.trouble.startswith(line)
        assert hands.tab.panel.messages.text.startswith(line)
        assert hands.tab.panel.more.visible
        hands.tab.panel._tell()
        frames(hands.app, 2)
        hands.app.root.close(hands.app.root.floating[-1])
    _save(text)
    _follow(hands)
    hands.until(lambda: hands.run.state is State.READY)
    hands.walked(10)
    assert not hands.run.trouble
    assert not hands.tab.panel.more.visible


def test_an_endless_loop_costs_no_frame(hands):
    _new(hands)
    text = _text()
    _save(text.replace("for agent in crowd.walking:", "while True: pass\n        for agent in crowd.walking:"))
    _follow(hands)
    _walk_until_broken(hands)  # frame after frame: nothing there waits for it
    assert "no answer after" in hands.run.trouble


def test_it_is_remembered_and_goes_with_its_file(hands):
    _new(hands)
    choice = hands.session.choice
    texts = choice.texts()
    policies.drop(KEY)
    fresh = type(choice)()
    fresh.take(texts)
    assert fresh.policies[0].key != KEY
    assert fresh.texts()["policy"][0] == KEY  # it may yet come
    (folder() / "my-policy.py").unlink()
    _follow(hands)
    assert choice.policies[0].key == "keep-right"
    hands.gathered()
    assert "My policy" not in hands.tab.heads[0].box.choices


def test_an_ended_run_leaves_no_process(hands):
    _new(hands)
    hands.walked(3)
    child = hands.run._engine._lanes[0].film.world.driver.child
    assert not child.fresh
    hands.session.begin()
    hands.until(lambda: child.fresh)
