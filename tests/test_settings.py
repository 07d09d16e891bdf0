"""Files that are replaced whole or not at all, and settings that survive anything."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox import settings as module
from sandbox.settings import Settings, write_atomically

pytestmark = pytest.mark.small
posix = pytest.mark.skipif(os.name != "posix", reason="modes and links as POSIX has them")


def _names(folder):
    return sorted(p.name for p in folder.iterdir())


def test_a_file_is_made_with_its_folders_and_replaced(tmp_path):
    path = tmp_path / "a" / "b" / "file.json"
    write_atomically(path, b"first")
    write_atomically(path, b"second")
    assert path.read_bytes() == b"second"
    assert _names(path.parent) == ["file.json"]


def test_a_backup_keeps_what_was_there_before(tmp_path):
    path = tmp_path / "level.json"
    for content in (b"1", b"2", b"3"):
        write_atomically(path, content, backup=True)
    assert path.read_bytes() == b"3"
    assert (tmp_path / "level.json~").read_bytes() == b"2"
    assert _names(tmp_path) == ["level.json", "level.json~"]


def test_a_backup_without_hard_links(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError("no links here")

    monkeypatch.setattr(module.os, "link", refuse)
    test_a_backup_keeps_what_was_there_before(tmp_path)


@posix
def test_mode_bits_stay_and_new_files_follow_the_umask(tmp_path):
    path = tmp_path / "file"
    before = os.umask(0o027)
    try:
        write_atomically(path, b"new")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o600)
        write_atomically(path, b"old")
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)


@posix
def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


STEPS = ["os.fsync", "Path.chmod", "os.link", "Path.replace"]
KILLED = """
import os, sys
from pathlib import Path
from sandbox import settings
step, path = sys.argv[1:]
owner = {"os": os, "Path": Path}[step.split(".")[0]]
setattr(owner, step.split(".")[1], lambda *_, **__: os._exit(9))
settings.write_atomically(Path(path), b"new" * 100_000, backup=True)
"""


@pytest.mark.parametrize("step", STEPS)
def test_killed_at_any_step_the_old_file_is_there_whole(tmp_path, step):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    root = Path(__file__).resolve().parents[1]
    command = [sys.executable, "-c", KILLED, step, str(path)]
    outcome = subprocess.run(command, cwd=root, check=False, capture_output=True)
    assert outcome.returncode == 9, outcome.stderr
    assert path.read_bytes() == b"old"
    write_atomically(path, b"later", backup=True)
    assert path.read_bytes() == b"later"
    assert path.with_name("file~").read_bytes() == b"old"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_an_error_at_any_step_leaves_the_old_file_and_no_other(tmp_path, monkeypatch, step):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os if step == "fsync" else Path, step, fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert _names(tmp_path) == ["file"]


def test_settings_are_remembered(tmp_path):
    path = tmp_path / "conf" / "settings.json"
    settings = Settings(path)
    assert settings.get("size", 5) == 5
    settings.set("size", 7)
    assert settings.save()
    assert Settings(path).get("size") == 7


@pytest.mark.parametrize("content", [b"{broken", b"[1, 2]", b"\xff\xfe", b"", b"[" * 100_000])
def test_a_broken_file_is_set_aside(tmp_path, content):
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    settings = Settings(path)
    assert settings.values == {}
    assert (tmp_path / "settings.broken.json").read_bytes() == content
    settings.set("a", 1)
    assert settings.save()
    assert Settings(path).get("a") == 1


def test_a_disk_that_refuses_is_not_fatal(tmp_path):
    (tmp_path / "occupied").write_text("a file, not a folder", encoding="utf-8")
    settings = Settings(tmp_path / "occupied" / "settings.json")
    settings.set("a", 1)
    assert not settings.save()
    assert settings.get("a") == 1


def test_what_we_ship_is_found():
    assert (module.assets_folder() / "fonts").is_dir()
    assert module.levels_folder().name == "levels"
