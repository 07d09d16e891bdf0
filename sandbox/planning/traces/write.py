"""A recorded search as a trace: an event a line, each with the place where it happened.

What the format has no word for (the level, the planner, outlines of what is no cell) goes into a key of ours,
`sandbox`, which other programs pass over; so what comes back is what went out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.kernels.playback import Playback
from sandbox.kernels.recording import LEVEL, NONE, STAGE, EventKind
from sandbox.level.formats import FORMATS
from sandbox.planning.recorded import Recorded
from sandbox.planning.traces.kinds import ENDINGS, NAMES, VERSION, is_trace

COLOURS: Final = "${{ color[$.type] }}"
CELL: Final = {"$": "rect", "x": "${{ $.x }}", "y": "${{ $.y }}", "width": 1, "height": 1, "fill": COLOURS}
NODE: Final = {"$": "circle", "x": "${{ $.x }}", "y": "${{ $.y }}", "radius": 0.3, "fill": COLOURS}


def write_trace(found: Recorded, path: Path) -> None:
    """Write a .trace.yaml or .trace.json file, in one step."""
    if not is_trace(path):
        raise BadInput(str(path), "no name of a trace", "one ending in " + ", ".join(ENDINGS))
    lines = _as_json(found) if path.suffix.lower() == ".json" else _as_yaml(found)
    write_atomically(path, "".join(lines).encode())


def _as_yaml(found: Recorded) -> Iterator[str]:
    view, pivot = _view(found)
    yield f"version: {VERSION}\nviews:\n  main:\n    - {json.dumps(view)}\npivot: {json.dumps(pivot)}\n"
    yield f"sandbox: {json.dumps(_facts(found), ensure_ascii=False)}\nevents:\n"
    for event in _events(found):
        yield "  - {" + ", ".join(f"{key}: {_scalar(value)}" for key, value in event.items()) + "}\n"


def _as_json(found: Recorded) -> Iterator[str]:
    view, pivot = _view(found)
    head = {"version": VERSION, "views": {"main": [view]}, "pivot": pivot, "sandbox": _facts(found)}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "events": [\n'
    between = ""
    for event in _events(found):
        yield between + json.dumps(event, ensure_ascii=False)
        between = ",\n"
    yield "\n]}\n"


def _scalar(value: Any) -> str:
    """A number as it is, a text in quotes where it could be read as anything else."""
    if isinstance(value, str):
        return value if value.isalpha() and value not in ("null", "true", "false") else json.dumps(value)
    text = "null" if value is None else repr(value)
    return (
        text.replace("e", ".0e") if isinstance(value, float) and "e" in text and "." not in text else text
    )  # YAML 1.1


def _view(found: Recorded) -> tuple[dict[str, Any], dict[str, Any]]:
    """How another program draws an event, and where its lines to parents begin."""
    cells = all(places is None for places in found.places.values())
    middle = " + 0.5 }}" if cells else " }}"
    return CELL if cells else NODE, {"x": "${{ $.x" + middle, "y": "${{ $.y" + middle, "scale": 1}


def _facts(found: Recorded) -> dict[str, Any]:
    write = FORMATS[".json"].write
    assert write is not None
    return {
        "level": json.loads(write(found.level)),
        "planner": found.planner,
        "title": found.title,
        "options": dict(found.options),
        "path": np.asarray(found.path).tolist(),
        "happened": found.recording.happened,
        "stages": list(found.recording.stages),
        "places": {str(n): None if at is None else _plain(at) for n, at in found.places.items()},
        "shapes": {str(n): _plain(at) for n, at in found.shapes.items()},
    }


def _plain(numbers: NDArray[np.float64]) -> Any:
    """Lists of numbers; what has no place is null."""
    return [
        _plain(row) if isinstance(row, np.ndarray) else (float(row) if math.isfinite(row) else None) for row in numbers
    ]


def _events(found: Recorded) -> Iterator[dict[str, Any]]:
    """Event by event, after where the search begins and is to end."""
    recording, stride = found.recording, found.level.width + 2
    for name, marker in (("source", "start"), ("destination", "goal")):
        if marker in found.level.markers:
            x, y = map(int, found.level.markers[marker].point)
            yield {"type": name, "id": str((y + 1) * stride + x + 1), "x": x, "y": y}
    playback = Playback(recording)
    bounds = [*playback.act_starts.tolist(), recording.count]
    for start, stop in pairwise(bounds):
        act = playback.act_at(start)
        places = found.places.get(act.level)
        prefix = "" if places is None else f"{act.level}/"
        yield from _of_act(found, start, stop, places, prefix)


def _of_act(
    found: Recorded, start: int, stop: int, places: NDArray[np.float64] | None, prefix: str
) -> Iterator[dict[str, Any]]:
    recording, stride = found.recording, found.level.width + 2
    columns = [getattr(recording, name)[start:stop].tolist() for name in ("kind", "subject", "parent", "aux")]
    costs = [[str(cost) for cost in getattr(recording, name)[start:stop]] for name in ("g", "f")]
    for kind, subject, parent, aux, g, f in zip(*columns, *costs, strict=True):
        event: dict[str, Any] = {"type": NAMES[EventKind(kind)]}
        if kind == STAGE:
            yield event | {"name": recording.stages[subject]}
            continue
        if kind == LEVEL:
            yield event | {"level": subject}
            continue
        event |= {"id": f"{prefix}{subject}", "pId": None if parent == NONE else f"{prefix}{parent}"}
        event |= {name: float(cost) for name, cost in (("g", g), ("f", f)) if math.isfinite(float(cost))}
        if places is None and subject != NONE:
            event |= {"x": subject % stride - 1, "y": subject // stride - 1}
        elif places is not None and 0 <= subject < len(places):
            event |= {"x": float(places[subject, 0]), "y": float(places[subject, 1])}
        yield event | ({"aux": aux} if aux else {})
