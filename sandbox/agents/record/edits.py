"""Edits as JSON and back: what a saved run knows of the changes to its level.

Every value is itself, or an object that names its kind: a command of `sandbox.level` with its fields, an array, bytes.
Only the kinds listed here come back, so a file cannot have anything else made.
"""

from __future__ import annotations

import base64
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import numpy as np

from sandbox.errors import BadInput
from sandbox.level import edits, markers, obstacles, rect, terrain, timed
from sandbox.level.edits import patch

_ROOMS = (edits, markers, obstacles, patch, rect, terrain, timed)
_ARRAYS = ("|u1", "|b1", "<i4", "<i8", "<f8")


def _kinds() -> dict[str, type]:
    found = {name: thing for room in _ROOMS for name, thing in vars(room).items() if isinstance(thing, type)}
    return {n: t for n, t in found.items() if t.__module__.startswith("sandbox.level.") and _has_parts(t)}


def _has_parts(kind: type) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_fields") or issubclass(kind, (Enum, tuple))


KINDS = _kinds()


def to_json(value: Any) -> Any:
    """A value as JSON can say it."""
    kind = type(value)
    if isinstance(value, np.ndarray):
        array = np.ascontiguousarray(value)
        return {"array": _text(array.tobytes()), "type": array.dtype.str, "shape": list(array.shape)}
    if isinstance(value, bytes):
        return {"bytes": _text(value)}
    if isinstance(value, dict):
        return {"pairs": [[to_json(k), to_json(v)] for k, v in value.items()]}
    if kind is tuple:
        return {"row": [to_json(v) for v in value]}
    if kind.__name__ in KINDS and not isinstance(value, Enum):
        return {"kind": kind.__name__, "parts": [to_json(part) for part in _parts(value)]}
    if isinstance(value, Enum):
        return {"kind": kind.__name__, "parts": [value.value]}
    if isinstance(value, np.generic):
        return value.item()
    if value is None or kind in (bool, int, float, str):
        return value
    raise BadInput("edit", f"a {kind.__name__}", "something a recording can keep")


def _parts(value: Any) -> list[Any]:
    if is_dataclass(value):
        return [getattr(value, f.name) for f in fields(value) if f.init]
    return list(value)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def from_json(value: Any) -> Any:
    """What `to_json` was given. Raises BadInput for anything else."""
    try:
        return _made(value)
    except (TypeError, ValueError, KeyError, RecursionError) as error:
        raise BadInput("edit", f"not readable ({error})", "an edit of a level") from None


def _made(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "array" in value:
        return _array(value)
    if "bytes" in value:
        return base64.b64decode(value["bytes"], validate=True)
    if "pairs" in value:
        return {_made(k): _made(v) for k, v in value["pairs"]}
    if "row" in value:
        return tuple(map(_made, value["row"]))
    kind: Any = KINDS[value["kind"]]
    parts = list(map(_made, value["parts"]))
    plain = issubclass(kind, tuple) and not hasattr(kind, "_fields")
    return kind(parts) if plain else kind(*parts)


def _array(value: dict[str, Any]) -> Any:
    if value["type"] not in _ARRAYS:
        raise ValueError(value["type"])
    data = np.frombuffer(base64.b64decode(value["array"], validate=True), value["type"])
    array = data.reshape(value["shape"]).copy()
    array.setflags(write=False)
    return array
