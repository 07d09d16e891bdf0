"""Forms: controls made from a list of field descriptions.

The kit knows only `Field`; a program turns its own options into these, builds a `Form`, and reads `values`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, Unpack

from .events import nothing
from .layout import Column, Grid, Row, Spacer
from .widget import Common, Widget
from .widgets.dropdown import Dropdown
from .widgets.field import TextField
from .widgets.label import Label
from .widgets.number import NumberField
from .widgets.slider import ValueSlider
from .widgets.toggle import Checkbox

FieldKind = Literal["int", "float", "bool", "choice", "text"]


@dataclass(frozen=True, slots=True)
class Field:
    """One value to be set: what it is called, its kind, its limits, and a sentence of help.

    A number with both limits gets a slider and a field, one without gets a field alone. The values of
    `choices` may be anything; they are shown as text, or as `choice_labels` say.
    """

    name: str
    label: str
    kind: FieldKind
    default: Any
    min: float | None = None
    max: float | None = None
    step: float | None = None
    choices: Sequence[Any] = ()
    help: str = ""
    choice_labels: Sequence[str] = ()
    unit: str = ""
    log: bool = False
    visible: Callable[[Mapping[str, Any]], bool] | None = field(default=None, compare=False)


class Form(Column):
    """Labelled controls, one line each. `on_change` is given the name and the new value."""

    def __init__(
        self,
        fields: Sequence[Field],
        values: Mapping[str, Any] | None = None,
        *,
        on_change: Callable[[str, Any], None] = nothing,
        **common: Unpack[Common],
    ) -> None:
        self.fields = {spec.name: spec for spec in fields}
        self._values = {spec.name: (values or {}).get(spec.name, spec.default) for spec in fields}
        self.on_change = on_change
        self._controls: dict[str, Widget] = {}
        self._lines: dict[str, list[Widget]] = {}
        super().__init__(gap=8, **common)
        self._build()

    @property
    def values(self) -> dict[str, Any]:
        """What is set."""
        return dict(self._values)

    def control(self, name: str) -> Widget:
        """Return the control of a field."""
        return self._controls[name]

    def _build(self) -> None:
        grid = Grid([0, 1], gap=(12, 8))
        for spec in self.fields.values():
            control = self._controls[spec.name] = self._make(spec)
            self._lines[spec.name] = self._line(spec, control)
            for widget in self._lines[spec.name]:
                grid.add(widget)
        self.add(grid)
        self._align()
        self._show_lines()

    def _align(self) -> None:
        """Let all sliders end where the one with the longest unit does."""
        sliders = [control for control in self._controls.values() if isinstance(control, ValueSlider)]
        widest = max((slider.field.width or 0 for slider in sliders), default=0)
        for slider in sliders:
            slider.field.width = widest

    @staticmethod
    def _line(spec: Field, control: Widget) -> list[Widget]:
        if spec.kind == "bool":
            return [Spacer(0), control]
        label = Label(spec.label, role="dim", tip=spec.help)
        return [label, Row([control], gap=0) if control.grow else control]

    def _make(self, spec: Field) -> Widget:
        value, put = self._values[spec.name], partial(self._set, spec.name)
        if spec.kind == "bool":
            return Checkbox(spec.label, bool(value), on_change=put, tip=spec.help)
        if spec.kind == "choice":
            return self._dropdown(spec, value)
        if spec.kind == "text":
            return TextField(str(value), on_change=put, tip=spec.help)
        return self._number(spec, value, put)

    def _dropdown(self, spec: Field, value: Any) -> Widget:
        choices = list(spec.choices)
        labels = list(spec.choice_labels) or [str(choice) for choice in choices]
        at = choices.index(value) if value in choices else 0
        return Dropdown(labels, at, on_change=lambda i: self._set(spec.name, choices[i]), tip=spec.help)

    @staticmethod
    def _number(spec: Field, value: Any, put: Callable[[float], None]) -> Widget:
        whole, low, high, unit, tip = spec.kind == "int", spec.min, spec.max, spec.unit, spec.help
        if low is not None and high is not None and low < high:
            log, step = spec.log and low > 0, spec.step or 0.0
            return ValueSlider(value, low, high, step=step, whole=whole, log=log, unit=unit, on_change=put, tip=tip)
        number = NumberField(value, least=low, most=high, whole=whole, unit=unit, on_number=put, tip=tip, width=110)
        number.step, number.align = spec.step or (1 if whole else 0.1), "start"
        return number

    def _set(self, name: str, value: Any) -> None:
        if self.fields[name].kind == "int":
            value = round(value)
        self._values[name] = value
        self._show_lines()
        self.on_change(name, value)

    def set_value(self, name: str, value: Any) -> None:
        """Show another value, without telling `on_change`."""
        spec, control = self.fields[name], self._controls[name]
        self._values[name] = value
        if isinstance(control, Dropdown):
            control.value = list(spec.choices).index(value)
        elif isinstance(control, TextField) and spec.kind == "text":
            control.text = value
        elif isinstance(control, Checkbox | ValueSlider | NumberField):
            control.value = value
        self._show_lines()

    def reset(self) -> None:
        """Set every field to its default, telling `on_change` of each that differs."""
        for spec in self.fields.values():
            if self._values[spec.name] != spec.default:
                self.set_value(spec.name, spec.default)
                self.on_change(spec.name, spec.default)

    def _show_lines(self) -> None:
        for name, line in self._lines.items():
            shown = self.fields[name].visible
            visible = shown is None or shown(self._values)
            for widget in line:
                widget.visible = visible
