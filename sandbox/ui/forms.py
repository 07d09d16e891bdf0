"""From a registered dataclass's options to the kit's form fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.registry import Option
from sandbox.ui.kit.form import Field

KINDS: dict[str, Any] = {"bool": "bool", "int": "int", "float": "float", "str": "text", "choice": "choice"}


def fields_of(options: Sequence[Option]) -> list[Field]:
    """One form field per option."""
    return [_field(option) for option in options]


def _field(option: Option) -> Field:
    return Field(
        name=option.name,
        label=option.label,
        kind=KINDS[option.kind],
        default=option.default,
        min=option.low,
        max=option.high,
        step=option.step,
        choices=option.choices,
        help=option.help,
        unit=option.unit,
        log=option.log,
    )


def changed_from_default(options: Sequence[Option], values: Mapping[str, Any]) -> str:
    """The options that are not at their default, for a table: "weight=2 moves=4"."""
    return " ".join(f"{o.name}={values[o.name]}" for o in options if values.get(o.name, o.default) != o.default)
