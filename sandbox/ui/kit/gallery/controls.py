"""Buttons, choices, values, texts, a form, progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandbox.ui.kit.form import Field, Form
from sandbox.ui.kit.layout import Cards, Grid, Panel, Row
from sandbox.ui.kit.overlays.menu_items import MenuItem
from sandbox.ui.kit.widget import Widget
from sandbox.ui.kit.widgets.area import TextArea
from sandbox.ui.kit.widgets.button import Button, IconButton
from sandbox.ui.kit.widgets.collapse import Section
from sandbox.ui.kit.widgets.dropdown import Dropdown
from sandbox.ui.kit.widgets.field import TextField
from sandbox.ui.kit.widgets.label import Label
from sandbox.ui.kit.widgets.number import NumberField
from sandbox.ui.kit.widgets.progress import ProgressBar
from sandbox.ui.kit.widgets.scroll import Scroll
from sandbox.ui.kit.widgets.slider import Slider, ValueSlider
from sandbox.ui.kit.widgets.toggle import Checkbox, Segments

FIELDS = (
    Field("weight", "Heuristic weight", "float", 1.25, 1, 5, 0.05, help="More than 1 is faster, not optimal."),
    Field("cluster", "Cluster size", "int", 16, min=4, max=64, help="Cells on a cluster's side."),
    Field("budget", "Node budget", "int", 100_000, min=100, max=10_000_000, log=True),
    Field("heuristic", "Heuristic", "choice", "octile", choices=("octile", "manhattan", "euclidean", "zero")),
    Field("name", "Run name", "text", "baseline"),
    Field("smooth", "Smooth the path", "bool", True, help="Pull the path taut after the search."),
    Field("rounds", "Smoothing rounds", "int", 2, min=1, visible=lambda values: bool(values["smooth"])),
)


def controls(dialog: Callable[[], None]) -> Widget:
    """Return the page; `dialog` opens a dialog."""
    cards = [
        card("Buttons", _buttons(dialog)),
        card("Values", _values()),
        card("A form from field descriptions", [Form(FIELDS)]),
        card("Progress", _progress()),
        card("Text", _texts()),
        card("Choices", _choices()),
    ]
    return Scroll(Cards(cards, column=430, pad=16))


def _buttons(dialog: Callable[[], None]) -> list[Widget]:
    menu = Button("Menu")
    menu.on_click = lambda: menu.root.menu(_menu(), menu.rect)
    return [
        _states("Primary", lambda: Button("Run", icon="play", kind="primary")),
        _states("Plain", lambda: Button("Open", icon="folder-open")),
        _states("Quiet", lambda: Button("Reset", icon="rotate-ccw", kind="quiet")),
        _states("Danger", lambda: Button("Delete", icon="trash-2", kind="danger")),
        _states("Icon", lambda: IconButton("settings", tip="Settings", kind="plain")),
        _states("Toggled", lambda: IconButton("eye", tip="Shown", on=True)),
        Row([menu, Button("Dialog…", on_click=dialog), Button("A title too long to fit", width=120)]),
    ]


def _states(name: str, make: Callable[[], Widget]) -> Widget:
    """Return a widget at rest, hovered, pressed, focused and disabled."""
    rest, hovered, pressed, disabled = make(), make(), make(), make()
    hovered.hovered = pressed.hovered = pressed.pressed = True
    disabled.enabled = False
    return Row([Label(name, role="dim", width=64), rest, hovered, pressed, disabled], gap=8)


def _menu() -> list[MenuItem]:
    return [
        MenuItem("Undo", key="Ctrl+Z", icon="undo-2"),
        MenuItem("Redo", key="Ctrl+Y", icon="redo-2", enabled=False),
        MenuItem.rule(),
        MenuItem("Show the grid", checked=True),
        MenuItem("Show the clusters", checked=False),
        MenuItem("Export", icon="upload", children=[MenuItem("PNG"), MenuItem("SVG"), MenuItem("GeoJSON")]),
    ]


def _choices() -> list[Widget]:
    names = ("Open list", "Closed list", "Path", "Clusters")
    marks = Grid([1, 1], [Checkbox(name, i != 1, mark=f"series {i}") for i, name in enumerate(names)])
    plain = Row([Checkbox("On", True), Checkbox("Off"), Checkbox("Disabled", True, enabled=False)], gap=16)
    algorithms = ["A*", "Dijkstra", "HPA*", "Theta*", "Jump point search with a very long explanation in its name"]
    return [
        marks,
        plain,
        Segments(["Map", "Crowd", "Board"], icons=["map", "users", "grid-3x3"]),
        Row([Dropdown(algorithms, grow=1), Dropdown(["Disabled"], enabled=False)]),
        Dropdown(algorithms, 4),
    ]


def _values() -> list[Widget]:
    wrong = NumberField(16, least=4, most=64)
    wrong.line.set("640")
    wrong.error = "640 is outside 4 to 64"
    sliders = {
        "Linear": ValueSlider(1.25, 1, 5, step=0.05),
        "Whole": ValueSlider(16, 4, 64, whole=True),
        "Logarithmic": ValueSlider(2000, 1, 100_000, log=True, whole=True),
        "Disabled": ValueSlider(3, 0, 10, whole=True, enabled=False),
        "Alone": Slider(0.4, 0, 1),
    }
    lines = Grid([0, 1], [w for name, s in sliders.items() for w in (Label(name, role="dim"), s)], gap=(12, 8))
    second = NumberField(0.5, whole=False, step=0.1, unit="s", width=88)
    return [lines, Row([NumberField(42, width=88), second, wrong, NumberField(7, enabled=False, width=72)])]


def _texts() -> list[Widget]:
    return [
        TextField(placeholder="Search levels", icon="search"),
        TextField("Caf\u00e9 \u2192 \u2264 \u221e, na\u00efve \u03b1-\u03b2"),
        TextField("Not to be changed", enabled=False),
        TextArea("Several lines,\nwrapped where they are too long for the room there is.", lines=3),
        Label("A label that is too long for its place is cut, and its tooltip has the whole text."),
        Label("A wrapped paragraph breaks between words and takes the height it needs.", role="dim", wrap=True),
    ]


def _progress() -> list[Widget]:
    return [
        Row([ProgressBar(0.64, grow=1), Label("64 %", style="mono", width=40)], gap=12),
        ProgressBar(1.0),
    ]


def card(title: str, children: Iterable[Widget]) -> Widget:
    """Return a titled group."""
    return Panel([Section(title, children, gap=10)], fill="panel", line="line", radius=8, pad=(16, 8, 16, 8))
