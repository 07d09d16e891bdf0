"""Fields, sliders, dropdowns, forms, progress: what a person does to them and what they tell."""

import pytest

from sandbox.ui.kit import (
    Button,
    Checkbox,
    Column,
    Composing,
    Dropdown,
    Field,
    Form,
    NumberField,
    Pointer,
    ProgressBar,
    Segments,
    Slider,
    Text,
    TextField,
    ValueSlider,
    Widget,
)
from sandbox.ui.kit.widgets.number import format_number, parse_number

from .driving import click, drag, press, wheel, write

# Text fields --------------------------------------------------------------------------------------------------


def test_typing_selecting_and_the_clipboard(make_root) -> None:
    told = []
    field = TextField(on_change=told.append)
    root = make_root(Column([field]))
    click(root, field)
    write(root, "héllo")
    assert field.text == "héllo"
    assert told[-1] == "héllo"
    press(root, "Ctrl+A", "Ctrl+C", "End", "Ctrl+V")
    assert field.text == "héllohéllo"
    press(root, "Shift+Home", "Ctrl+X")
    assert field.text == ""
    assert root.clipboard.get() == "héllohéllo"
    press(root, "Ctrl+Z")
    assert field.text == "héllohéllo"
    press(root, "Ctrl+Y")
    assert field.text == ""


def test_the_mouse_places_the_caret_and_selects(make_root) -> None:
    field = TextField("alpha beta gamma", width=300)
    root = make_root(Column([field], cross="start"))
    stops = root.look.fonts.caret_stops(field.text, "body")
    x0, y = field.rect.x + 10, field.rect.centery
    click(root, (x0 + stops[3], y))
    assert field.line.caret == 3
    drag(root, (x0 + stops[2], y), (x0 + stops[7], y))
    assert field.line.selected == "pha b"
    click(root, (x0 + stops[8], y), clicks=2)
    assert field.line.selected == "beta"
    click(root, (x0 + stops[8], y), clicks=3)
    assert field.line.selected == field.text


def test_a_long_text_scrolls_with_its_caret(make_root) -> None:
    field = TextField("x" * 100, width=120)
    root = make_root(Column([field], cross="start"))
    root.focus.set(field)
    press(root, "End")
    end = field._left
    press(root, "Home")
    assert end > 0
    assert field._left == 0


def test_enter_submits_and_letters_do_not_leak(make_root) -> None:
    told = []
    field = TextField("go", on_submit=told.append)
    root = make_root(Column([field]))
    root.focus.set(field)
    press(root, "Enter")
    assert told == ["go"]


def test_an_input_method_composes_before_it_types(make_root) -> None:
    field = TextField("a")
    root = make_root(Column([field]))
    root.focus.set(field)
    root.dispatch(Composing("に"))
    press(root, "Backspace")  # goes to the input method, not to the text
    assert field.text == "a"
    root.dispatch(Composing(""))
    root.dispatch(Text("日本"))
    assert field.text == "a日本"


def test_the_input_method_is_on_only_in_fields(make_root) -> None:
    wanted = []
    field, button = TextField(), Button("b")
    root = make_root(Column([field, button]))
    root.on_text_input = lambda on, _: wanted.append(on)
    root.focus.set(field)
    root.focus.set(button)
    assert wanted == [True, False]


def test_the_caret_blinks_only_while_focused(make_root) -> None:
    field = TextField("a")
    root = make_root(Column([field]))
    root.focus.set(field)
    root.paint()
    assert root.wake_in(0.0) is not None
    root.update(0.6)
    assert root.paint()
    root.focus.set(None)
    root.paint()
    root.update(5.0)
    assert root.paint() == []
    assert root.wake_in(5.0) is None


# Numbers ------------------------------------------------------------------------------------------------------


@pytest.mark.small
@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), (" -3 ", -3), ("1,5", 1.5), ("1,024.5", 1024.5), ("1 000", 1000), ("−2", -2), ("1e3", 1000)],
)
def test_numbers_as_people_write_them(text: str, value: float) -> None:
    assert parse_number(text, whole=False) == value


@pytest.mark.small
@pytest.mark.parametrize("text", ["", "abc", "1.2.3", "nan", "inf", "--1"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="number"):
        parse_number(text, whole=False)


@pytest.mark.small
def test_whole_numbers_are_whole() -> None:
    with pytest.raises(ValueError, match="whole"):
        parse_number("1.5", whole=True)
    assert format_number(1e6, whole=True) == "1000000"


def test_a_number_field_tells_valid_numbers_and_tidies_up(make_root) -> None:
    told = []
    field = NumberField(10, least=0, most=100, on_number=told.append)
    root = make_root(Column([field, Button("else")]))
    press(root, "Tab")
    write(root, "250")
    assert told == [2, 25]
    assert "outside" in field.error
    press(root, "Tab")
    assert field.text == "100"
    assert field.error == ""
    assert told[-1] == 100
    press(root, "Shift+Tab")
    write(root, "x")
    assert "not a number" in field.error
    press(root, "Enter")
    assert field.text == "100"


@pytest.mark.parametrize(("typed", "taken"), [("-7", 3), ("2", 3), ("3", 3), ("12", 9), ("9", 9), ("", 5)])
def test_what_lies_outside_the_limits_becomes_the_nearest_limit(make_root, typed: str, taken: int) -> None:
    field = NumberField(5, least=3, most=9)
    root = make_root(Column([field, Button("else")]))
    press(root, "Tab", "Delete")
    write(root, typed)
    press(root, "Tab")
    assert (field.value, field.text) == (taken, str(taken))


def test_arrows_and_the_wheel_step(make_root) -> None:
    field = NumberField(10, least=0, most=100, step=5)
    root = make_root(Column([field]))
    wheel(root, field, 1)
    assert field.value == 10
    root.focus.set(field)
    press(root, "Up", "Up", "Down", "Shift+Up")
    assert field.value == 65
    wheel(root, field, -1)
    assert field.value == 60
    press(root, *["Up"] * 20)
    assert field.value == 100


# Sliders ------------------------------------------------------------------------------------------------------


def test_a_slider_is_dragged_and_typed(make_root) -> None:
    told = []
    slider = ValueSlider(5, 0, 10, whole=True, on_change=told.append)
    root = make_root(Column([slider]))
    track = slider.slider.rect
    drag(root, track.center, (track.right - 8, track.centery))
    assert slider.value == 10
    assert slider.field.text == "10"
    assert told[-1] == 10
    click(root, slider.field, clicks=3)
    write(root, "3")
    press(root, "Enter")
    assert slider.slider.value == 3
    assert told[-1] == 3


def test_a_slider_by_keys(make_root) -> None:
    slider = Slider(5, 0, 10, step=0.5)
    root = make_root(Column([slider]))
    root.focus.set(slider)
    press(root, "Right", "Up", "Left", "PageUp")
    assert slider.value == 10
    press(root, "Home")
    assert slider.value == 0
    press(root, "Right")
    assert slider.value == 0.5


def test_a_logarithmic_slider_has_equal_ratios() -> None:
    slider = Slider(1, 1, 10_000, log=True)
    assert slider.value_at(0.5) == pytest.approx(100)
    assert slider.value_at(0.75) == pytest.approx(1000)
    slider.value = 10
    assert slider.part == pytest.approx(0.25)


@pytest.mark.parametrize(("least", "most", "log"), [(1, 1, False), (2, 1, False), (0, 10, True)])
def test_a_slider_without_a_range_is_refused(least: float, most: float, log: bool) -> None:
    with pytest.raises(ValueError, match="slider"):
        Slider(1, least, most, log=log)


def test_setting_a_value_tells_nobody(make_root) -> None:
    told = []
    slider, box = ValueSlider(5, 0, 10, on_change=told.append), Checkbox("c", on_change=told.append)
    drop = Dropdown(["a", "b"], on_change=told.append)
    make_root(Column([slider, box, drop]))
    slider.value, box.value, drop.value = 7, True, 1
    assert told == []
    assert (slider.slider.value, slider.field.text) == (7, "7")


# Choices ------------------------------------------------------------------------------------------------------


def test_a_list_that_takes_a_while_to_make_is_made_when_it_is_needed(make_root) -> None:
    made, told = [], []

    def listed() -> tuple[list[str], int]:
        made.append(1)
        return ["A*", "Dijkstra", "JPS"], 1

    drop = Dropdown([], on_change=told.append, align="start", width=120)
    root = make_root(Column([drop]))
    for _ in range(2):
        drop.show("Dijkstra", listed)
        root.layout()
        assert (drop.chosen, made) == ("Dijkstra", [])
    click(root, drop)
    press(root, "Down", "Enter")
    assert (drop.chosen, drop.value, told, made) == ("JPS", 2, [2], [1])
    drop.show("Dijkstra", listed)
    press(root, "Up")
    assert (drop.chosen, told, made) == ("A*", [2, 0], [1, 1])
    drop.show("Dijkstra", listed)
    drop.value = 1  # which it is
    assert (drop.choices, drop.value, told) == (["A*", "Dijkstra", "JPS"], 1, [2, 0])


def test_a_dropdown_by_mouse_and_keys(make_root) -> None:
    told = []
    drop = Dropdown(["A*", "Dijkstra", "JPS"], on_change=told.append, align="start")
    root = make_root(Column([drop]))
    click(root, drop)
    press(root, "Down", "Down", "Enter")
    assert drop.chosen == "JPS"
    assert told == [2]
    press(root, "Up")
    assert told == [2, 1]
    press(root, "Space")
    write(root, "a")
    press(root, "Enter")
    assert drop.value == 0


def test_a_long_dropdown_scrolls_to_its_choice(make_root) -> None:
    drop = Dropdown([f"item {i}" for i in range(200)], 150)
    root = make_root(Column([drop]))
    click(root, drop)
    menu = root.floating[0].child
    assert root.rect.contains(root.floating[0].rect)
    assert menu.rect.collidepoint(menu._rows()[150].center)


def test_segments_are_one_stop_for_tab_and_arrows_choose(make_root) -> None:
    told = []
    segments, after = Segments(["a", "b", "c"], on_change=told.append), Button("after")
    root = make_root(Column([segments, after]))
    press(root, "Tab", "Right", "Right")
    assert told == [1, 2]
    press(root, "Tab")
    assert root.focus.widget is after


# Forms --------------------------------------------------------------------------------------------------------

FIELDS = (
    Field("n", "Count", "int", 4, min=1, max=10),
    Field("w", "Weight", "float", 1.5, min=1.0, max=5.0, step=0.5),
    Field("free", "Free", "int", 7, min=0),
    Field("h", "Heuristic", "choice", "octile", choices=("zero", "octile"), choice_labels=("None", "Octile")),
    Field("s", "Smooth", "bool", True, help="Pull taut"),
    Field("t", "Name", "text", "run"),
    Field("r", "Rounds", "int", 2, min=1, visible=lambda values: values["s"]),
)


def test_a_form_has_a_control_for_each_kind(make_root) -> None:
    form = Form(FIELDS)
    make_root(form)
    kinds = [type(form.control(spec.name)) for spec in FIELDS]
    assert kinds == [ValueSlider, ValueSlider, NumberField, Dropdown, Checkbox, TextField, NumberField]
    assert form.values == {spec.name: spec.default for spec in FIELDS}


def test_sliders_of_a_form_end_at_one_line_whatever_the_units(make_root) -> None:
    form = Form([Field(unit or "none", "Value", "int", 1, 0, 9, unit=unit) for unit in ("", "s", "cells/s")])
    make_root(form)
    sliders = [form.control(name) for name in form.fields]
    assert len({control.slider.rect.right for control in sliders}) == 1
    assert len({control.field.rect.w for control in sliders}) == 1


def test_a_form_tells_names_and_values_of_the_right_type(make_root) -> None:
    told = []
    form = Form(FIELDS, {"t": "other"}, on_change=lambda name, value: told.append((name, value)))
    root = make_root(form)
    root.focus.set(form.control("n").slider)
    press(root, "Right")
    root.focus.set(form.control("h"))
    press(root, "Up")
    click(root, (form.control("s").rect.x + 8, form.control("s").rect.centery))
    assert told == [("n", 5), ("h", "zero"), ("s", False)]
    assert isinstance(told[0][1], int)
    assert form.values["t"] == "other"


def test_a_form_shows_lines_that_apply_and_can_be_reset(make_root) -> None:
    told = []
    form = Form(FIELDS, on_change=lambda name, value: told.append(name))
    root = make_root(form)
    rounds = form.control("r")
    form.set_value("s", False)
    root.paint()
    assert not rounds.visible
    form.set_value("w", 3.0)
    assert told == []
    form.reset()
    assert told == ["w", "s"]
    assert form.values["w"] == 1.5
    assert rounds.visible


# Progress and your own ----------------------------------------------------------------------------------------


def test_a_bar_is_painted_again_when_it_has_grown(make_root) -> None:
    bar = ProgressBar(0.2)
    root = make_root(Column([bar]))
    root.paint()
    bar.value = 0.5
    assert root.paint()
    assert root.paint() == []
    assert root.wake_in(0.3) is None


def test_a_widget_of_your_own_gets_everything(make_root) -> None:
    seen = []

    class Canvas(Widget):
        focusable = wants_text = True
        on_pointer = lambda self, e: seen.append(e.kind) or e.kind == "down"  # noqa: E731
        on_wheel = lambda self, e: seen.append("wheel") or True  # noqa: E731
        on_key = lambda self, e: seen.append(e.combo) or e.combo == "X"  # noqa: E731
        on_text = lambda self, e: seen.append(e.text) or True  # noqa: E731

    canvas = Canvas(grow=1)
    root = make_root(Column([canvas]))
    click(root, canvas)
    wheel(root, canvas, 1)
    press(root, "X")
    root.dispatch(Text("x"))
    root.dispatch(Pointer("move", 5, 5))
    assert seen == ["enter", "move", "down", "up", "wheel", "X", "X", "x", "move"]
