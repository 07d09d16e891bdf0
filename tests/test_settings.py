"""Where things lie, and settings that survive anything."""

import os
from pathlib import Path

import pytest

from sandbox import settings as module
from sandbox.settings import Settings

pytestmark = pytest.mark.small
ROOT = Path(__file__).resolve().parents[1]


def test_settings_are_remembered(tmp_path):
    path = tmp_path / "conf" / "settings.json"
    settings = Settings(path)
    assert settings.scale == 1.0
    settings.scale = 2
    settings.recent = ["a", "b"]
    assert settings.save()
    again = Settings(path)
    assert (again.scale, again.recent, again.remarks) == (2.0, ("a", "b"), [])


@pytest.mark.parametrize("wrong", [{"astar": 8}, {"astar": -1}, {"astar": "1"}, {"astar": True}, [1], 3])
def test_colours_are_small_numbers_by_name(tmp_path, wrong):
    settings = Settings(tmp_path / "settings.json")
    settings.planner_colours = {"astar": 7}
    with pytest.raises(module.Unfit):
        settings.planner_colours = wrong
    assert settings.planner_colours == {"astar": 7}


def test_what_a_later_version_remembers_is_kept(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text('{"colour of the sky": "blue"}', encoding="utf-8")
    settings = Settings(path)
    assert settings.remarks == []
    settings.theme = "light"
    assert settings.save()
    assert Settings(path).values == {"colour of the sky": "blue", "theme": "light"}


@pytest.mark.parametrize("wrong", [4.0, float("nan"), "1", True, None])
def test_what_could_not_be_read_again_is_never_set(tmp_path, wrong):
    settings = Settings(tmp_path / "settings.json")
    with pytest.raises(module.Unfit):
        settings.scale = wrong
    assert settings.values == {}


@pytest.mark.parametrize("content", [b"{broken", b"[1, 2]", b"\xff\xfe", b"", b"[" * 100_000, b"1" * 5000])
def test_a_broken_file_is_set_aside(tmp_path, content):
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    settings = Settings(path)
    assert settings.values == {}
    assert len(settings.remarks) == 1
    assert (tmp_path / "settings.broken.json").read_bytes() == content
    settings.theme = "light"
    assert settings.save()
    assert Settings(path).theme == "light"


@pytest.mark.skipif(os.name != "posix", reason="pipes as POSIX has them")
def test_what_is_no_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "settings.json")
    (tmp_path / "folder").mkdir()
    assert Settings(tmp_path / "settings.json").values == {}
    settings = Settings(tmp_path / "folder")
    assert settings.values == {}
    assert not settings.save()


def test_a_disk_that_refuses_is_not_fatal(tmp_path):
    (tmp_path / "occupied").write_text("a file, not a folder", encoding="utf-8")
    settings = Settings(tmp_path / "occupied" / "settings.json")
    settings.theme = "light"
    assert not settings.save()
    assert settings.theme == "light"


def test_what_we_ship_is_found():
    assert (module.assets_folder() / "fonts").is_dir()
    assert module.levels_folder().name == "levels"
