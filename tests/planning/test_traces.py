"""Traces: ours come back as they went out, others play, and what is wrong with one is told by line and key."""

import json
import pathlib
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from sandbox.children import environment
from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.kernels.recording import EXPAND, GENERATE, NONE, RELAX, Recording
from sandbox.level.formats import save
from sandbox.level.markers import Marker
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, Query, planners
from sandbox.planning.recorded import Recorded, texts_of, whereabouts
from sandbox.planning.traces.kinds import ENDS, MOST_BYTES, MOST_EVENTS, NAMES, VERSION
from sandbox.planning.traces.read import read_trace
from sandbox.planning.traces.write import write_trace
from sandbox.ui.canvas.film import Film

FLOW = """version: 1.4.0
views:
  main:                          # drawn at each event
    - {$: rect, x: "${{ $.x }}", y: "${{ $.y }}", width: 1, height: 1, fill: "${{ color[$.type] }}"}
pivot: {x: "${{ $.x + 0.5 }}", y: "${{ $.y + 0.5 }}", scale: 1}
events:
  - {type: source, id: 1736, x: 8, y: 15}
  - {type: destination, id: 4419, x: 9, y: 16}
  - {type: generating, id: 1736, pId: null, g: 0, f: 3, x: 8, y: 15}
  - {type: expanding, id: 1736, pId: null, g: 0, f: 3, x: 8, y: 15}   # the first
  - {type: generating, id: "a, b", pId: 1736, g: 1, f: 3.5, x: 8, y: 16, note: 'it''s {odd}'}
  - {type: updating, id: "a, b", pId: 1736, g: 0.5, f: 3, x: 8, y: 16, points: [{x: 1, y: 2}]}
  - {type: expanding, id: 4419, pId: "a, b", g: 2, f: 2,
     x: 9, y: 16}
  - {type: end, id: 4419}
"""


@pytest.mark.small
def test_the_page_names_every_type_we_write_and_its_bounds():
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "traces.md").read_text(encoding="utf-8")
    assert [name for name in (*NAMES.values(), *ENDS) if f"`{name}`" not in page] == []
    assert f"(version {VERSION})" in page
    assert f"The first {MOST_EVENTS:,} events of\na file of up to {MOST_BYTES >> 30} GB are kept." in page


def recorded(key):
    level = Level(np.where(np.random.default_rng(5).random((12, 16)) < 0.2, WALL, 0).astype(np.uint8))
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    level.markers |= {"start": Marker.at(0.5, 0.5), "goal": Marker.at(15.5, 11.5)}
    entry = planners[key]
    planner, recording = entry.create(), Recording(100_000)
    prepared = planner.prepare(level)
    plan = prepared.plan(Query((0.5, 0.5), (15.5, 11.5)), Limits(), recording)
    where = whereabouts(prepared, recording)
    return Recorded(recording, level, key, entry.title, texts_of(entry, planner), plan.points, *where)


@pytest.mark.parametrize("key", [entry.key for entry in planners])
def test_what_comes_back_is_what_went_out(key, tmp_path):
    ours = recorded(key)
    assert ours.recording.count
    for ending in ("yaml", "json"):
        first, second = tmp_path / f"a.trace.{ending}", tmp_path / f"b.trace.{ending}"
        write_trace(ours, first)
        found = read_trace(first)
        for name in ("kind", "subject", "parent", "aux", "g", "f"):
            one, other = getattr(ours.recording, name), getattr(found.recording, name)
            if name in "gf":
                one, other = (np.where(np.isfinite(column), column, 0) for column in (one, other))
            assert np.array_equal(one, other), name
        assert (found.planner, found.title, found.options) == (ours.planner, ours.title, ours.options)
        assert found.recording.stages == ours.recording.stages
        assert np.array_equal(found.path, ours.path)
        assert np.array_equal(found.level.terrain, ours.level.terrain)
        films = [Film.of(one) for one in (ours, found)]
        for time in (0, 1, len(films[0]) // 2, len(films[0])):
            assert films[0].words(time) == films[1].words(time)
        write_trace(found, second)
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("ending", ["yaml", "json"])
def test_names_are_written_as_they_are(ending, tmp_path):
    ours = replace(recorded("astar"), title="Höhle №1")
    write_trace(ours, tmp_path / f"a.trace.{ending}")
    assert "Höhle №1" in (tmp_path / f"a.trace.{ending}").read_text(encoding="utf-8")


def test_other_programs_find_every_event_on_its_cell(tmp_path):
    """They draw by x and y alone."""
    ours, file = recorded("astar"), tmp_path / "a.trace.json"
    write_trace(ours, file)
    events = [event for event in json.loads(file.read_text(encoding="utf-8"))["events"] if "x" in event]
    assert all(int(event["id"]) == (event["y"] + 1) * (16 + 2) + event["x"] + 1 for event in events)
    places = [(event["x"], event["y"]) for event in events]
    assert (places[0], places[-1]) == ((0, 0), (15, 11))
    assert all(ours.level.terrain[y, x] == 0 for x, y in places)


@pytest.mark.parametrize("ending", ["yaml", "json"])
def test_costs_of_any_size_come_back(tmp_path, ending):
    ours = recorded("astar")
    costs = np.array([1e38, -1e38, 1e16, 1e-5, 1e-38, -0.1, 3.4028235e38, 2.0**24 + 2], np.float32)
    ours.recording.unit = 1.0
    ours.recording.events.rows["g"][: len(costs)] = costs
    ours.recording.events.rows["f"][: len(costs)] = costs[::-1]
    path = tmp_path / f"a.trace.{ending}"
    write_trace(ours, path)
    found = read_trace(path)
    assert np.array_equal(found.recording.g[: len(costs)], costs)
    assert np.array_equal(found.recording.f[: len(costs)], costs[::-1])
    numbers = re.findall(r"[gf]: (\S+?),", path.read_text(encoding="utf-8"))
    assert all("." in number for number in numbers if "e" in number)  # or it is a text in YAML 1.1


@pytest.mark.small
def test_another_programs_trace_plays(tmp_path):
    path = tmp_path / "run.trace.yaml"
    path.write_text(FLOW, encoding="utf-8")
    found = read_trace(path)
    assert found.recording.kind.tolist() == [GENERATE, EXPAND, GENERATE, RELAX, EXPAND]
    stride = found.level.width + 2
    assert [((s % stride) - 1, s // stride - 1) for s in found.recording.subject.tolist()] == [
        (8, 15), (8, 15), (8, 16), (8, 16), (9, 16),
    ]  # fmt: skip
    assert found.recording.parent[0] == NONE
    assert found.recording.parent[-1] == found.recording.subject[2]
    assert found.recording.g.tolist() == [0, 0, 1, 0.5, 2]
    assert found.path.tolist() == [[8.5, 15.5], [8.5, 16.5], [9.5, 16.5]]
    assert found.level.markers["goal"].point == (9.5, 16.5)
    assert Film.of(found).words(4) == "run: finds a cheaper way to (8, 16), g 0.50, f 3.00"


@pytest.mark.small
def test_blocks_and_json_say_the_same(tmp_path):
    yaml, blocks, js = (tmp_path / name for name in ("a.trace.yaml", "b.trace.yaml", "c.trace.json"))
    events = [{"type": "expanding", "id": n, "pId": n - 1 if n else None, "g": n, "f": 9, "x": n, "y": 2 * n}
              for n in range(9)]  # fmt: skip
    text = "version: 1.4.0\nevents:\n"
    yaml.write_text(text + "".join(f"- {{type: expanding, id: {e['id']}, pId: {e['pId'] if e['id'] else 'null'}, "
                    f"g: {e['g']}, f: 9, x: {e['x']}, y: {e['y']}}}\n" for e in events), encoding="utf-8")  # fmt: skip
    blocks.write_text(
        text
        + "".join("  - " + "\n    ".join(f"{k}: {'' if v is None else v}" for k, v in e.items()) + "\n" for e in events)
        + "pivot:\n  x: 3\n", encoding="utf-8")  # fmt: skip
    js.write_text(json.dumps({"version": "1.4.0", "events": events}, indent=1), encoding="utf-8")
    rows = [read_trace(path).recording.events.rows.tolist() for path in (yaml, blocks, js)]
    assert rows[0] == rows[1] == rows[2]
    assert len(rows[0]) == 9


@pytest.mark.small
def test_it_plays_on_the_map_it_belongs_to(tmp_path):
    path, level = tmp_path / "run.trace.yaml", Level.empty(40, 30)
    path.write_text(FLOW, encoding="utf-8")
    level.terrain[3, 3] = WALL
    assert read_trace(path, level).level.terrain[3, 3] == WALL
    assert read_trace(path, Level.empty(5, 5)).level.width == 10  # too small: an empty one that has room
    save(level, tmp_path / "run.json")
    assert read_trace(path).level.terrain[3, 3] == WALL


@pytest.mark.small
def test_fractions_are_places_of_nodes(tmp_path):
    path = tmp_path / "mesh.trace.json"
    events = [{"type": "expanding", "id": "t1", "x": 1.25, "y": 2}, {"type": "expanding", "id": "t2", "x": 3, "y": 2}]
    path.write_text(json.dumps({"events": events}), encoding="utf-8")
    found = read_trace(path)
    assert found.places[-1].tolist() == [[1.25, 2], [3, 2]]
    assert Film.of(found).words(2) == "mesh: expands node 1"


BROKEN = {
    "": ":1: no key events, expected a list of events",
    "version: 1\n": ":1: no key events",
    "events:\n- {type: exploding, id: 2}\n": ": no event of a known type (left out: 1 exploding)",
    "events:\n- {id: 1, x: 1}\n": ":2: type: missing, expected a text",
    "events:\n- {type: expanding, x: 1, y: 1}\n": ":2: id: missing, expected a number or a text",
    "events:\n- {type: expanding, id: 1, x: '${{ quit() }}', y: 1}\n": ":2: x: '${{ quit() }}', expected a number",
    "events:\n- {type: expanding, id: 1, x: 1, y: 1, g: much}\n": ":2: g: 'much', expected a number",
    "events:\n- {type: expanding, id: *one, x: 1, y: 1}\n": ":2: '*one', expected a value",
    "events:\n- {type: expanding, id: &one 1, x: 1, y: 1}\n": ":2: '&one 1', expected a value",
    "events:\n- {type: expanding, id: 1, x: 1\n": ":2: a brace that is never closed",
    "events:\n- {type: expanding id 1}\n": ": no event of a known type (left out: 1 expanding id 1)",
    "events:\n  nothing\n": ":2: 'nothing', expected an event",
    "events: 7\n": ":1: events: '7', expected a list",
    "what is this\n": ":1: 'what is this', expected a key",
    "events:\n- {type: expanding, id: 1}\n": ": no x and y for id 1",
    "events:\n- {type: expanding, id: 1, x: -5, y: 1}\n": ": places from",
    "events:\n- {type: expanding, id: 1, x: 1e9, y: 1}\n": ": places from (1e+09, 1) to (1e+09, 2), expected within",
    "events:\n- {type: expanding, id: 1, x: 1e300, y: 1}\n": ":2: x: '1e300', expected a number up to 3.4e+38",
    "events:\n- {type: expanding, id: 1, x: 1, y: 1}\n  - {type: expanding, id: 1, g: .inf}\n": ":3: g: '.inf'",
    'sandbox: {"places": 7}\nevents:\n- {type: expanding, id: 1, x: 1, y: 1}\n': ":sandbox.level: None, expected",
    "events:\n- {type: expanding, id: 1, x: nan, y: 1}\n": ": no x and y for id 1",
    "{": ":1: the end of the file",
    '{"events": [{"type": "expanding",\n "id": 1, "x": }]}': ":2: no JSON",
    '{"events": [{"type": "expanding", "id": 1, "x": 1, "y": 2},\n 7]}': ":2: 7, expected an event",
    '{"events": {"type": 1}}': ":1: events: no list",
    '{"events": [{"type": "expanding", "id": {"a": 1}}]}': ":1: id: {'a': 1}, expected",
    '{"a": ' + "[" * 100_000: ":1: the end of the file, or nesting without end",
    '{"sandbox": {}, "events": []}': ":sandbox.level: None, expected an object",
    '{"sandbox": 7, "events": []}': ":1: sandbox: 7, expected an object",
}


@pytest.mark.small
@pytest.mark.parametrize("text", BROKEN)
def test_what_is_wrong_is_told_in_a_line(tmp_path, text):
    path = tmp_path / "bad.trace.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as trouble:
        read_trace(path)
    assert "\n" not in str(trouble.value)
    assert str(trouble.value).startswith(f"{path}{BROKEN[text]}")


@pytest.mark.small
@pytest.mark.parametrize("seed", range(30))
def test_a_spoilt_file_is_read_or_refused(tmp_path, seed):
    path, rng = tmp_path / "bad.trace.yaml", np.random.default_rng(seed)
    ours = bytearray(FLOW.encode())
    for _ in range(6):
        at = int(rng.integers(len(ours)))
        ours[at : at + int(rng.integers(3))] = bytes(rng.integers(32, 127, int(rng.integers(3))).tolist())
    path.write_bytes(ours)
    told = str(path)
    try:
        read_trace(path)
    except BadInput as trouble:
        told = str(trouble)
    assert str(path) in told


def test_by_the_command_line(tmp_path, capsys):
    npz, yaml, js = (str(tmp_path / name) for name in ("run.npz", "run.trace.yaml", "run.trace.json"))
    assert main(["plan", "flood", "--record", npz]) == 0
    assert main(["render", npz, "-o", yaml]) == 0
    assert main(["render", yaml, "-o", js]) == 0
    assert main(["render", js, "-o", str(tmp_path / "run.png"), "--size", "200x150"]) == 0
    assert main(["plan", "flood", "--record", str(tmp_path / "again.trace.yaml")]) == 0
    assert (tmp_path / "again.trace.yaml").read_bytes() == (tmp_path / "run.trace.yaml").read_bytes()
    assert main(["plan", "flood", "--record", "run.txt"]) == 2
    assert "a name ending in .npz, .trace.yaml" in capsys.readouterr().err


MILLION = """
import resource, sys, time
from pathlib import Path
from sandbox.planning.traces.read import read_trace
began = time.process_time()
found = read_trace(Path(sys.argv[1]))
print(found.recording.count, time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is told in kilobytes on Linux")
@pytest.mark.parametrize("ending", ["yaml", "json"])
def test_a_million_events_take_little_memory(tmp_path, ending):
    path, side = tmp_path / f"large.trace.{ending}", 1000
    with path.open("w", encoding="utf-8") as out:
        out.write("version: 1.4.0\nevents:\n" if ending == "yaml" else '{"version": "1.4.0", "events": [\n')
        for n in range(side * side):
            y, x = divmod(n, side)
            facts = {"type": "expanding", "id": n, "pId": n - 1 if n else None, "g": n, "f": n + 0.5, "x": x, "y": y}
            if ending == "yaml":
                pairs = ", ".join(f"{key}: {'null' if value is None else value}" for key, value in facts.items())
                out.write(f"  - {{{pairs}}}\n")
            else:
                out.write(json.dumps(facts) + (",\n" if n < side * side - 1 else "\n]}\n"))
    done = subprocess.run([sys.executable, "-P", "-c", MILLION, str(path)], env=environment(), capture_output=True,
                          encoding="utf-8", check=True)  # fmt: skip
    count, seconds, kilobytes = map(float, done.stdout.split())
    print(
        f"{ending}: {pathlib.Path(path).stat().st_size >> 20} MB, {seconds:.1f} s, {kilobytes / 1024:.0f} MB of memory"
    )
    assert count == side * side
    assert kilobytes < 1 << 20
