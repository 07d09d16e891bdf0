"""The event recorder, and recordings as files."""

import contextlib
import io
import json
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.kernels import recording as events
from sandbox.kernels.jit import kernel, specialise
from sandbox.kernels.playback import Playback
from sandbox.kernels.recording import (
    EXPAND,
    GENERATE,
    LEVEL,
    NO_EVENTS,
    NONE,
    RECORD,
    STAGE,
    EventKind,
    Recording,
    new_events,
    record_event,
    record_nothing,
)

pytestmark = pytest.mark.small


@kernel
def record(events, kind, subject, parent, g, f, aux):
    """What the walk below is bound to."""


@kernel
def _walk(events, steps):
    total = 0
    for step in range(steps):
        record(events, GENERATE, step, step - 1, 2 * total, 0.5 + step * 1001, -step)
        total += step
    return total


recorded = specialise(_walk, record=record_event)
clean = specialise(_walk, record=record_nothing)


def test_numbers_of_kinds_stay_what_recordings_on_disk_have():
    known = {1: "GENERATE", 2: "EXPAND", 3: "RELAX", 4: "REOPEN", 5: "CLOSE", 6: "STAGE", 7: "LEVEL", 8: "PRUNE"}
    known |= {9: "INCUMBENT", 16: "LOCATE", 17: "FLIP", 32: "APEX", 33: "LEFT", 34: "RIGHT", 64: "FORESEE"}
    known |= {65: "RESOLVE"}
    assert {int(kind): kind.name for kind in EventKind}.items() >= known.items()
    assert all(getattr(events, kind.name) == kind for kind in EventKind)  # the plain numbers that kernels write


def test_events_are_kept_as_they_happened():
    recording = Recording(100, unit=2.0)
    assert recorded(recording.events, 4) == 6
    assert recording.kind.tolist() == [GENERATE] * 4
    assert recording.subject.tolist() == [0, 1, 2, 3]
    assert recording.parent.tolist() == [NONE, 0, 1, 2]
    assert recording.g.tolist() == [0, 0, 1, 3]  # in cells: divided by the unit
    assert recording.f.tolist() == [0.25, 500.75, 1001.25, 1501.75]
    assert recording.aux.tolist() == [0, -1, -2, -3]
    assert not recording.truncated


def test_the_clean_run_answers_the_same_and_writes_nothing():
    events = new_events(100)
    assert clean(events, 10) == recorded(new_events(100), 10)
    assert events.happened[0] == 0
    clean(NO_EVENTS, 10)
    assert NO_EVENTS.happened[0] == 0


def test_a_full_recording_keeps_the_beginning_and_says_so():
    recording = Recording(3)
    recorded(recording.events, 5)
    recording.add(EXPAND, 9)
    assert recording.subject.tolist() == [0, 1, 2]
    assert (recording.count, recording.happened, recording.truncated) == (3, 6, True)
    recording.clear()
    assert (recording.count, recording.truncated) == (0, False)


def test_stages_have_names():
    recording = Recording(10)
    for name in ("search", "smooth", "search"):
        recording.stage(name)
    recording.level(2)
    assert recording.stages == ["search", "smooth"]
    assert recording.subject.tolist() == [0, 1, 0, 2]
    assert recording.kind.tolist() == [STAGE] * 3 + [LEVEL]


def test_kinds_are_what_the_kernels_write():
    from sandbox.kernels import recording as module

    assert all(getattr(module, kind.name) == kind for kind in EventKind)


@given(
    st.integers(0, 30), st.integers(0, 40), st.lists(st.text(), max_size=3), st.dictionaries(st.text(), st.integers())
)
def test_a_file_gives_back_what_was_saved(tmp_path_factory, capacity, steps, stages, about):
    path = tmp_path_factory.mktemp("recordings") / "run.npz"
    recording = Recording(capacity, unit=5741.0, about=about)
    recorded(recording.events, steps)
    recording.stages = stages
    recording.save(path)
    again = Recording.load(path)
    assert again.events.rows.tobytes() == recording.events.rows[: recording.count].tobytes()
    facts = ("happened", "count", "truncated", "unit", "stages", "about")
    assert all(getattr(again, f) == getattr(recording, f) for f in facts)


def _archive(path, **members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return path


def _npy(array):
    out = io.BytesIO()
    np.save(out, array, allow_pickle=True)
    return out.getvalue()


def _facts(**changes):
    facts = {"version": 1, "unit": 1.0, "happened": 0, "stages": [], "about": {}} | changes
    return _npy(np.frombuffer(json.dumps(facts).encode(), np.uint8))


NO_ROWS = _npy(np.zeros(0, RECORD))


def _claiming(length):
    """Rows of which the header claims more than there are."""
    return _npy(np.zeros(10, RECORD)).replace(b"(10,)", f"({length},)".encode())


@pytest.mark.parametrize(
    ("members", "says"),
    [
        ({"events": NO_ROWS}, "facts: missing"),
        ({"events": _npy(np.zeros(3)), "facts": _facts()}, "events: an array that begins with {'descr': '<f8'"),
        ({"events": _npy(np.zeros((2, 2), RECORD)), "facts": _facts()}, "'shape': (2, 2)"),
        ({"events": _npy(np.array([{}], object)), "facts": _facts()}, "'descr': '|O'"),
        ({"events": _claiming(50), "facts": _facts()}, "bytes missing"),
        ({"events": _claiming(10**12), "facts": _facts()}, "at most"),
        ({"events": _claiming(-1), "facts": _facts()}, "(-1,)"),
        ({"events": b"no array", "facts": _facts()}, "an array that begins with"),
        ({"events": NO_ROWS, "facts": _npy(np.zeros(5, np.uint8))}, "facts: not JSON"),
        ({"events": NO_ROWS, "facts": _facts(version=2)}, "expected version 1"),
        ({"events": NO_ROWS, "facts": _facts(unit=0)}, "facts.unit: 0"),
        ({"events": NO_ROWS, "facts": _facts(happened=-3)}, "facts.happened: -3"),
        ({"events": NO_ROWS, "facts": _facts(stages=["a", 1])}, "facts.stages"),
        ({"events": NO_ROWS, "facts": _facts(about=[])}, "facts.about"),
    ],
)
def test_a_broken_file_is_refused_by_name(tmp_path, members, says):
    path = _archive(tmp_path / "broken.npz", **members)
    with pytest.raises(BadInput) as refusal:
        Recording.load(path)
    assert says in str(refusal.value)
    assert "broken.npz" in str(refusal.value)


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ((99, 0, 0, 0, 0, 0), r"run.npz:events\[1\]: kind 99, expected a known kind"),
        ((STAGE, 1, 0, 0, 0, 0), r"run.npz:events\[1\]: stage 1, expected one of 1 stages"),
        ((STAGE, -1, 0, 0, 0, 0), "stage -1"),
    ],
)
def test_events_without_a_name_are_refused(tmp_path, event, says):
    recording = Recording(2)
    recording.stage("search")
    recording.add(GENERATE)
    recording.events.rows[1] = event
    recording.save(tmp_path / "run.npz")
    with pytest.raises(BadInput, match=says):
        Recording.load(tmp_path / "run.npz")


def test_a_small_file_that_unpacks_to_a_lot_costs_little(tmp_path):
    """24 million zero bytes of rows are claimed and present, but not as a row of records."""
    path = _archive(tmp_path / "bomb.npz", events=_npy(np.zeros(3_000_000)), facts=_facts())
    with pytest.raises(BadInput, match="<f8"):
        Recording.load(path)


@given(st.data())
def test_no_mutation_of_a_file_does_more_than_be_refused(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("recordings") / "run.npz"
    recording = Recording(20)
    recorded(recording.events, 12)
    recording.save(path)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    with contextlib.suppress(BadInput):
        Playback(Recording.load(path)).field_at(5, 10)
