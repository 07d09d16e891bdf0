"""Tab order, the ring, capture, hover, shortcuts, dialogs that keep the keyboard."""

import pytest

from sandbox.ui.kit import (
    Action,
    Button,
    Checkbox,
    Column,
    Dialog,
    Floating,
    Key,
    Label,
    MenuItem,
    Pointer,
    Row,
    Slider,
    TextField,
    Wheel,
    Widget,
    ask,
    load_look,
)
from sandbox.ui.kit.events import FocusLost, nothing
from sandbox.ui.kit.shortcuts import Actions, normal_key

from .conftest import ASSETS
from .driving import click, press, write


def test_tab_goes_through_what_can_be_used_in_the_order_of_the_tree(make_root) -> None:
    a, b, c, d = Button("a"), Checkbox("b"), TextField(), Slider(0, 0, 1)
    off, hidden = Button("off", enabled=False), Button("hidden", visible=False)
    root = make_root(Column([Row([a, off, b]), hidden, Label("no"), c, d]))
    seen = []
    for _ in range(5):
        press(root, "Tab")
        seen.append(root.focus.widget)
    assert seen == [a, b, c, d, a]
    press(root, "Shift+Tab")
    assert root.focus.widget is d


def test_the_ring_shows_for_the_keyboard_only(make_root) -> None:
    a, b = Button("a"), Button("b")
    root = make_root(Row([a, b]))
    click(root, a)
    assert root.focus.widget is a
    assert not root.focus.ring_shown
    press(root, "Tab")
    assert root.focus.widget is b
    assert root.focus.ring_shown


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_keys_click_buttons(make_root, key: str) -> None:
    clicks = []
    root = make_root(Row([Button("a", on_click=lambda: clicks.append(1))]))
    press(root, "Tab", key)
    assert clicks == [1]


def test_a_click_counts_only_when_released_inside(make_root) -> None:
    clicks = []
    button = Button("a", on_click=lambda: clicks.append(1), align="start")
    root = make_root(Column([button]))
    root.dispatch(Pointer("down", *button.rect.center, 1))
    root.dispatch(Pointer("move", 600, 400))
    root.dispatch(Pointer("up", 600, 400, 1))
    assert clicks == []
    click(root, button)
    assert clicks == [1]


def test_disabled_means_everything_inside(make_root) -> None:
    clicks = []
    row = Row([Button("a", on_click=lambda: clicks.append(1))], enabled=False)
    root = make_root(row)
    click(root, row.children[0])
    press(root, "Tab", "Space")
    assert clicks == []
    row.enabled = True
    click(root, row.children[0])
    assert clicks == [1]


class Catcher(Widget):
    """Captures presses and notes what it is told."""

    def __init__(self) -> None:
        super().__init__(width=50, height=50)
        self.seen = []

    def on_pointer(self, event: Pointer) -> bool:
        self.seen.append(event.kind)
        return event.kind == "down"


def test_a_pressed_widget_gets_the_mouse_until_it_is_released(make_root) -> None:
    a, b = Catcher(), Catcher()
    root = make_root(Row([a, b], align="start"))
    root.dispatch(Pointer("move", *a.rect.center))
    root.dispatch(Pointer("down", *a.rect.center, 1))
    root.dispatch(Pointer("move", *b.rect.center))
    root.dispatch(Pointer("up", *b.rect.center, 1))
    assert a.seen == ["enter", "move", "down", "move", "up", "leave"]
    assert b.seen == ["enter"]


@pytest.mark.parametrize("how", ["focus lost", "Escape", "removed"])
def test_a_drag_can_be_called_off(make_root, how: str) -> None:
    a = Catcher()
    row = Row([a], align="start")
    root = make_root(row)
    root.dispatch(Pointer("down", *a.rect.center, 1))
    if how == "focus lost":
        root.dispatch(FocusLost())
    elif how == "Escape":
        root.dispatch(Key("Escape", "Escape"))
    else:
        row.remove(a)
    assert root.dispatcher.captured is None
    assert not a.pressed
    assert ("cancel" in a.seen) == (how != "removed")


def test_a_removed_widget_loses_focus_and_hover(make_root) -> None:
    button = Button("a")
    row = Row([button])
    root = make_root(row)
    click(root, button)
    row.remove(button)
    assert root.focus.widget is None
    assert not button.hovered


# Shortcuts ----------------------------------------------------------------------------------------------------


def test_shortcuts_run_actions_but_not_while_text_is_typed(make_root) -> None:
    runs = []
    field = TextField()
    root = make_root(Column([field]))
    root.actions.add(Action("brush", "Brush", ("B",), lambda: runs.append("b")))
    root.actions.add(Action("palette", "Palette", ("Ctrl+K",), lambda: runs.append("k")))
    press(root, "B", "Ctrl+K")
    assert runs == ["b", "k"]
    root.focus.set(field)
    write(root, "b")
    press(root, "Ctrl+K")
    assert runs == ["b", "k", "k"]
    assert field.text == "b"


def test_places_decide_which_action_a_key_means(make_root) -> None:
    runs = []
    inside = Button("x")
    inside.scope = "board"
    root = make_root(Row([inside]))
    for where in ("", "maps", "board"):
        root.actions.add(Action(f"a{where}", "A", ("A",), lambda where=where: runs.append(where), where=where))
    press(root, "A")
    root.actions.places = ("maps",)
    press(root, "A")
    root.focus.set(inside)
    press(root, "A")
    assert runs == ["", "maps", "board"]


def test_an_unavailable_action_leaves_its_key_alone(make_root) -> None:
    runs = []
    root = make_root(Row([]))
    root.actions.add(Action("a", "A", ("A",), lambda: runs.append("no"), enabled=lambda: False))
    root.actions.add(Action("b", "B", ("A",), lambda: runs.append("yes")))
    press(root, "A")
    assert runs == ["yes"]


def test_rebinding_takes_the_key_from_others_and_is_remembered() -> None:
    actions = Actions()
    actions.add(Action("a", "A", ("A",), lambda: None))
    actions.add(Action("b", "B", ("B", "C"), lambda: None))
    assert [loser.id for loser in actions.rebind("a", ["ctrl+shift+x", "B"])] == ["b"]
    assert actions["a"].keys == ("Ctrl+Shift+X", "B")
    assert actions["b"].keys == ("C",)
    kept = actions.rebound()
    actions.reset()
    assert actions["a"].keys == ("A",)
    actions.restore(kept)
    assert actions["a"].keys == ("Ctrl+Shift+X", "B")
    actions.restore({"gone": ["Z"]})


@pytest.mark.parametrize(
    ("text", "key"), [("shift+ctrl+k", "Ctrl+Shift+K"), ("F1", "F1"), ("Ctrl++", "Ctrl+Plus"), ("[", "[")]
)
def test_keys_are_spelt_one_way(text: str, key: str) -> None:
    assert normal_key(text) == key


@pytest.mark.parametrize("text", ["", "Ctrl+", "Hyper+K"])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        normal_key(text)


def test_an_action_cannot_be_registered_twice() -> None:
    actions = Actions()
    actions.add(Action("a", "A", (), lambda: None))
    with pytest.raises(ValueError, match="registered already"):
        actions.add(Action("a", "B", (), lambda: None))


# Floating boxes -----------------------------------------------------------------------------------------------


def test_a_dialog_keeps_keyboard_and_mouse_until_it_is_answered(make_root) -> None:
    clicks, answers = [], []
    behind = Button("behind", on_click=lambda: clicks.append(1), align="start")
    root = make_root(Column([behind]))
    root.actions.add(Action("a", "A", ("A",), lambda: clicks.append("a")))
    click(root, behind)
    ask(root, "Sure?", "Really?", [("No", "plain", nothing), ("Yes", "primary", lambda: answers.append("yes"))])
    click(root, behind)
    press(root, "A")
    for _ in range(6):
        press(root, "Tab")
        assert root.focus.widget is not behind
    assert clicks == [1]
    root.focus.set(None)
    press(root, "Enter")
    assert answers == ["yes"]
    assert not root.floating
    assert root.focus.widget is behind


def test_escape_closes_a_dialog_and_gives_the_focus_back(make_root) -> None:
    button = Button("a")
    root = make_root(Row([button]))
    root.focus.set(button)
    field = TextField()
    Dialog("Name", field).open(root)
    assert root.focus.widget is field
    press(root, "Escape")
    assert root.focus.widget is button


def test_menus_by_mouse_and_by_keys(make_root) -> None:
    runs = []
    items = [
        MenuItem("One", lambda: runs.append(1)),
        MenuItem.rule(),
        MenuItem("Off", lambda: runs.append("off"), enabled=False),
        MenuItem("More", children=[MenuItem("Deep", lambda: runs.append("deep"))]),
    ]
    button = Button("menu", align="start")
    root = make_root(Column([button]))
    root.menu(items, button.rect)
    press(root, "Down", "Enter")
    assert runs == [1]
    root.menu(items, button.rect)
    press(root, "Up", "Right", "Enter")
    assert runs == [1, "deep"]
    assert not root.floating
    box = root.menu(items, button.rect)
    root.paint()
    click(root, (box.rect.x + 20, box.rect.y + 18))
    assert runs == [1, "deep", 1]
    root.menu(items, button.rect)
    write(root, "of")
    press(root, "Enter")
    assert runs == [1, "deep", 1]
    click(root, (600, 400))
    assert not root.floating


def test_a_click_outside_closes_a_popup_and_nothing_else(make_root) -> None:
    clicks = []
    button = Button("a", on_click=lambda: clicks.append(1), align="start")
    root = make_root(Column([button]))
    root.open(Floating(Label("popup"), anchor=button.rect.move(200, 200)))
    root.paint()
    click(root, button)
    assert not root.floating
    assert clicks == []
    click(root, button)
    assert clicks == [1]


def test_tooltips_wait_and_leave(make_root) -> None:
    button = Button("a", tip="What it does", align="start")
    root = make_root(Column([button]))
    root.dispatch(Pointer("move", *button.rect.center))
    root.update(0.3)
    assert not root.floating
    root.update(0.6)
    assert len(root.floating) == 1
    root.dispatch(Pointer("move", 600, 400))
    assert not root.floating


@pytest.mark.parametrize(
    "leaving",
    [
        lambda root, at: press(root, "X"),
        lambda root, at: root.dispatch(Pointer("down", *at, 2)),
        lambda root, at: root.dispatch(Wheel(*at, 0.0, 1.0)),
    ],
    ids=["key", "press", "wheel"],
)
def test_a_tooltip_goes_with_whatever_is_done_next(make_root, leaving) -> None:
    button = Button("a", tip="What it does", align="start")
    root = make_root(Column([button]))
    root.dispatch(Pointer("move", *button.rect.center))
    root.update(0.6)
    assert root.floating
    leaving(root, button.rect.center)
    assert not root.floating


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_menu_by_key_opens_just_inside_its_widget(make_root, scale) -> None:
    field = TextField("text", align="start")
    root = make_root(Column([field], pad=40), (1280, 960), look=load_look(ASSETS, scale=scale))
    root.focus.set(field, ring=True)
    press(root, "Shift+F10")
    box = root.floating[-1].rect
    dp = root.dp
    assert box.topleft == (field.rect.x + dp(8), field.rect.y + min(field.rect.h, dp(24)))


def test_toasts_stack_expire_and_problems_stay(make_root) -> None:
    copied = []
    root = make_root(Column([]))
    root.toast("Good", kind="good")
    bad = root.toast("Bad", "IndexError", "bad", [("Copy details", lambda: copied.append(1))])
    root.paint()
    good = root.floating[0]
    assert good.rect.bottom <= bad.rect.y
    root.update(10.0)
    assert root.floating == [bad]
    details = next(w for w in bad.walk() if isinstance(w, Button) and w.text == "Copy details")
    root.paint()
    click(root, details)
    assert copied == [1]
    bad.close()
    assert not root.floating


def test_context_menu_by_right_click_and_by_key(make_root) -> None:
    field = TextField("text", align="start")
    root = make_root(Column([field]))
    click(root, field, button=3)
    assert len(root.floating) == 1
    press(root, "Escape")
    assert root.focus.widget is field
    press(root, "Shift+F10")
    assert len(root.floating) == 1
