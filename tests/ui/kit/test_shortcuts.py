"""Keys that were changed: remembered whoever is there, taken from others, named by tips."""

from sandbox.ui.kit import Action, Button, Column, KeyButton
from sandbox.ui.kit.events import Key
from sandbox.ui.kit.overlays.tooltips import DELAY, TipText
from sandbox.ui.kit.shortcuts import Actions
from tests.ui.kit.driving import click, press


def action(name, *keys, where="", run=lambda: None):
    return Action(name, name.capitalize(), keys, run, where=where)


def of(actions, name):
    return actions[name].keys


def test_remembered_keys_wait_for_their_action_and_outlive_its_absence() -> None:
    actions = Actions()
    actions.restore({"late": ["ctrl+l"], "never": ["N"]})
    actions.add(action("early", "E"))
    assert actions.rebound() == {"late": ["Ctrl+L"], "never": ["N"]}
    actions.add(action("late", "L"))
    assert of(actions, "late") == ("Ctrl+L",)
    assert actions.rebound() == {"late": ["Ctrl+L"], "never": ["N"]}
    actions.reset()
    assert actions.rebound() == {}
    assert of(actions, "late") == ("L",)


def test_keys_that_are_none_are_said_and_the_actions_own_kept() -> None:
    actions = Actions()
    actions.add(action("early", "E"))
    (problem,) = actions.restore({"early": ["Hyper+E"], "late": ["L"]})
    assert problem.startswith("early: ")
    assert of(actions, "early") == ("E",)
    assert actions.rebound() == {"late": ["L"]}


def test_a_key_given_away_is_not_taken_back_by_an_action_that_comes_later() -> None:
    actions = Actions()
    actions.add(action("window", "W"))
    actions.rebind("window", ["Z"])
    actions.add(action("undo", "Z", "U", where="maps"))
    assert of(actions, "undo") == ("U",)
    actions.add(action("other", "W", where="maps"))
    assert of(actions, "other") == ("W",)


def test_first_keys_that_two_places_share_stay_with_both() -> None:
    actions = Actions()
    actions.add(action("cancel", "Escape", where="bench"))
    actions.add(action("drop", "Escape", where="maps"))
    assert of(actions, "cancel") == of(actions, "drop") == ("Escape",)


def tip_of(root, button):
    button.root.tooltips.moved(button, *button.rect.center)
    root.update(root.now + DELAY + 1)
    tip = root.floating[-1].child
    assert isinstance(tip, TipText)
    return tip.key


def test_a_tip_names_the_key_that_works(make_root) -> None:
    button, other = Button("Undo", tip="Undo", tip_key="Ctrl+Z"), Button("Close", tip="Close", tip_key="Esc")
    root = make_root(Column([button, other]))
    root.actions.add(action("back", "Ctrl+Z", where="boards"))
    root.actions.add(action("undo", "Ctrl+Z", where="maps"))
    root.actions.places = ("maps",)
    assert tip_of(root, button) == "Ctrl+Z"
    root.actions.rebind("undo", ["Ctrl+U"])
    root.tooltips.hide()
    assert tip_of(root, button) == "Ctrl+U"
    root.actions.rebind("undo", [])
    root.tooltips.hide()
    assert tip_of(root, button) == ""
    root.tooltips.hide()
    assert tip_of(root, other) == "Esc"


def test_space_is_a_shortcut_after_a_click_and_presses_where_the_keyboard_went(make_root) -> None:
    done = []
    first, second = (Button(name, on_click=lambda name=name: done.append(name)) for name in ("first", "second"))
    root = make_root(Column([first, second]))
    root.actions.add(action("now", "Space", run=lambda: done.append("now")))
    click(root, first)
    press(root, "Space")
    assert done == ["first", "now"]
    press(root, "Tab", "Space")
    assert done == ["first", "now", "second"]


def test_space_presses_what_was_clicked_where_it_is_no_shortcut(make_root) -> None:
    done = []
    button = Button("first", on_click=lambda: done.append("first"))
    root = make_root(button)
    click(root, button)
    press(root, "Space", "Enter")
    assert done == ["first"] * 3


def test_no_shortcut_reaches_under_a_dialog(make_root) -> None:
    from sandbox.ui.kit import Dialog

    done = []
    button = Button("in it", on_click=lambda: done.append("in it"))
    root = make_root(Column([Button("page")]))
    root.actions.add(action("now", "Space", run=lambda: done.append("now")))
    Dialog("Title", Column([button])).open(root)
    root.paint()
    click(root, button)
    press(root, "Space")
    assert done == ["in it", "in it"]


def test_keys_are_taken_as_they_are_pressed_until_they_are_accepted(make_root) -> None:
    told, done = [], []
    button = KeyButton(["Ctrl+K"], lambda combo: (told.append(combo), combo != "F1")[1])
    root = make_root(Column([button, Button("other")]))
    root.actions.add(action("quit", "Ctrl+Q", run=lambda: done.append("quit")))
    press(root, "Tab", "Enter")
    assert button.on
    press(root, "F1", "Tab")
    assert (told, button.on) == (["F1", "Tab"], False)
    click(root, button)
    press(root, "Ctrl+Q")
    assert (told, done) == (["F1", "Tab", "Ctrl+Q"], []), "no shortcut while it waits"
    click(root, button)
    press(root, "Escape")
    assert not button.on
    click(root, button)
    root.focus.set(None)
    assert not button.on, "whoever goes elsewhere wants no other keys"
    assert len(told) == 3


def test_a_held_key_repeats_what_may_be_repeated_and_does_the_rest_once(make_root) -> None:
    done = []
    root = make_root(Column([]))
    root.actions.add(Action("step", "Step", ("Right",), lambda: done.append("step")))
    root.actions.add(Action("turn", "Turn", ("X",), lambda: done.append("turn"), once=True))
    for name in ("Right", "X"):
        root.dispatch(Key(name, name))
        root.dispatch(Key(name, name, repeat=True))
        root.dispatch(Key(name, name, down=False))
    root.dispatch(Key("X", "X"))
    assert done == ["step", "step", "turn", "turn"]
