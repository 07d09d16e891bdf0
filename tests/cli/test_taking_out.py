"""Recordings, scenes and navigation meshes by command: written, and read again by the other commands."""

import json
import struct

import numpy as np
import pytest

from sandbox.cli import main
from sandbox.cli.scenes import as_wished
from sandbox.kernels.recording import Recording
from sandbox.layers import Segments
from sandbox.level import formats
from sandbox.level.markers import Marker
from sandbox.level.model import WALL, Level
from sandbox.planning.recorded import Recorded
from sandbox.planning.scene import Asked, LayerWish, Scene


@pytest.fixture
def file(tmp_path):
    level = Level(np.where(np.random.default_rng(3).random((18, 24)) < 0.15, WALL, 0).astype(np.uint8))
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    level.markers |= {"start": Marker.at(0.5, 0.5), "goal": Marker.at(23.5, 17.5)}
    formats.save(level, tmp_path / "level.json")
    return tmp_path / "level.json"


def lines(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("planner", ["astar", "hpa", "ta"])
def test_a_recording_is_rendered_at_any_moment(file, planner, tmp_path):
    saved = tmp_path / "run.npz"
    assert main(["plan", str(file), "--planner", planner, "--record", str(saved)]) == 0
    length = Recorded.load(saved).recording.count
    assert length > 10
    for at, name in ((0, "begin"), (length // 2, "half"), (length, "end")):
        for ending in ("png", "svg"):
            out = tmp_path / f"{name}.{ending}"
            assert main(["render", str(saved), "-o", str(out), "--at", str(at), "--size", "240x180"]) == 0
    half, end = ((tmp_path / f"{name}.png").read_bytes() for name in ("half", "end"))
    assert half != end
    texts = [(tmp_path / f"{name}.svg").read_text(encoding="utf-8") for name in ("begin", "half", "end")]
    assert len(set(texts)) == 3
    film = tmp_path / "run.gif"
    assert main(["render", str(saved), "-o", str(film), "--frames", "4", "--size", "96x72"]) == 0
    assert film.read_bytes().startswith(b"GIF89a")


def test_svg_of_a_recording_equals_svg_of_the_recorded_query(file, tmp_path):
    saved, one, other = (tmp_path / name for name in ("run.npz", "one.svg", "other.svg"))
    assert main(["plan", str(file), "--record", str(saved)]) == 0
    assert main(["render", str(saved), "-o", str(one), "--at", "40"]) == 0
    assert main(["render", str(file), "--planner", "astar", "-o", str(other), "--at", "40"]) == 0
    assert "image" in one.read_text(encoding="utf-8")
    search = [text.read_text(encoding="utf-8").split("<image", 1)[1].split(">", 1)[0] for text in (one, other)]
    assert search[0] == search[1]


def test_a_scene_is_one_file_that_plan_and_render_open_again(file, tmp_path, capsys):
    scene = tmp_path / "scene.json"
    words = ["--planner", "astar,theta", "--option", "astar.weight=3", "--start", "1,1", "--goal", "20,12"]
    assert main(["plan", str(file), *words, "--save-scene", str(scene), "--json"]) == 0
    first = lines(capsys)
    assert main(["plan", str(scene), "--json"]) == 0
    again = lines(capsys)
    for a, b in zip(first, again, strict=True):
        assert {k: a[k] for k in ("planner", "cost", "points", "expanded")} == {
            k: b[k] for k in ("planner", "cost", "points", "expanded")
        }
    pictures = [tmp_path / "named.png", tmp_path / "scene.png"]
    end = ["--at", "1000000"]  # a scene's recording stands at its end
    assert main(["render", str(file), *words, *end, "-o", str(pictures[0])]) == 0
    assert main(["render", str(scene), "-o", str(pictures[1])]) == 0
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    capsys.readouterr()
    assert main(["why", str(scene), "--json"]) == 0
    assert [line["planner"] for line in lines(capsys)] == ["astar", "theta"]


def test_a_scenes_picture_is_what_the_window_shows_of_it(file, tmp_path):
    level = formats.load(file)
    level.view = Scene(
        [Asked("ta"), Asked("hpa")],
        recorded="hpa",
        moment=5,
        layers={"hpa/sectors": LayerWish(True)},
        seen=(2, 2, 12, 8),
    ).to_view()
    formats.save(level, tmp_path / "scene.json")
    out = tmp_path / "scene.png"
    assert main(["render", str(tmp_path / "scene.json"), "-o", str(out)]) == 0
    width, height = struct.unpack(">2I", out.read_bytes()[16:24])
    assert height / width == pytest.approx(0.6)  # the part that is seen
    drawn = tmp_path / "scene.svg"
    assert main(["render", str(tmp_path / "scene.json"), "-o", str(drawn)]) == 0
    text = drawn.read_text(encoding="utf-8")
    assert 'viewBox="2 2 10 6"' in text
    named = tmp_path / "named.svg"
    words = ["--planner", "hpa", "--at", "5"]
    assert main(["render", str(file), *words, "-o", str(named)]) == 0
    texts = (text, named.read_text(encoding="utf-8"))
    body = [[line for line in found.splitlines() if not line.startswith(("<svg", "<rect"))] for found in texts]
    assert len(body[0]) > 3
    assert body[0] == body[1]  # of the others' layers none is shown unasked


@pytest.mark.parametrize(
    ("wish", "close", "visible"),
    [
        (None, True, True),
        (None, False, False),
        (LayerWish(), True, True),  # nothing is said of it
        (LayerWish(True), False, True),
        (LayerWish(False), True, False),
        (LayerWish(True, opacity=0.0), True, False),  # what cannot be seen
        (LayerWish(True, opacity=0.05), True, True),
    ],
)
def test_a_layer_is_as_the_scene_wishes_it(wish, close, visible):
    layer = Segments(name="sectors", visible=True, ends=np.zeros((0, 2, 2)))
    wishes = {} if wish is None else {"hpa/sectors": wish, "ta/sectors": LayerWish(not visible)}
    assert as_wished(layer, "hpa", wishes, close=close).visible is visible


def test_only_recordings_become_films_and_only_of_a_level(file, tmp_path, capsys):
    still, film, saved = tmp_path / "still.png", tmp_path / "film.gif", tmp_path / "run.npz"
    words = ["render", str(file), "--size", "24x18"]
    assert main([*words, "-o", str(film)]) == 2
    assert "a film needs a recording; name a --planner" in capsys.readouterr().err
    assert main([*words, "-o", str(still)]) == 0
    assert still.read_bytes().startswith(b"\x89PNG")
    Recording(10).save(saved)
    assert main(["render", str(saved), "-o", str(still)]) == 2
    assert f"{saved}: it names no level, expected a recording of a map" in capsys.readouterr().err


def test_a_scene_that_makes_no_sense_is_told_in_one_line(file, tmp_path, capsys):
    level = formats.load(file)
    level.view = {"scene": {"planners": [{"key": "nobody"}]}}
    formats.save(level, tmp_path / "odd.json")
    assert main(["plan", str(tmp_path / "odd.json")]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_the_navigation_mesh_is_written(file, tmp_path, capsys):
    out = tmp_path / "mesh.json"
    assert main(["export", str(file), "-o", str(out), "--json"]) == 0
    told = lines(capsys)[0]
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["format"] == "game-ai-sandbox navmesh"
    assert told["triangles"] == len(found["triangles"]) > 10
    assert main(["export", str(file), "-o", str(tmp_path / "mesh.txt")]) == 2


def test_a_wrong_ending_is_refused_before_any_work(file, tmp_path, capsys):
    assert main(["plan", str(file), "--record", str(tmp_path / "run.txt")]) == 2
    assert "npz" in capsys.readouterr().err
    assert not list(tmp_path.glob("run*"))
