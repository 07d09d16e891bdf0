"""Files that are replaced whole or not at all, by any number of processes, killed or not."""

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from sandbox.files import STAGED, write_atomically

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


STEPS = ["os.fsync", "Path.chmod", "Path.replace"]
KILLED = """
import os, sys
from pathlib import Path
from sandbox import files
step, path = sys.argv[1:]
owner = {"os": os, "Path": Path}[step.split(".")[0]]
setattr(owner, step.split(".")[1], lambda *_, **__: os._exit(9))
files.write_atomically(Path(path), b"new" * 100_000, backup=True)
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
    assert _names(tmp_path) == ["file", "file~"]  # nothing is left of who was killed


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


@posix
def test_the_umask_of_other_threads_is_never_touched(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "umask", lambda _: pytest.fail("the process's umask is everybody's"))
    write_atomically(tmp_path / "file", b"new")
    write_atomically(tmp_path / "file", b"again", backup=True)


@posix
def test_what_is_private_is_private_at_every_moment(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"mine")
    path.chmod(0o600)
    modes = []
    sync = os.fsync
    monkeypatch.setattr(
        os, "fsync", lambda handle: (modes.append(stat.S_IMODE(os.fstat(handle).st_mode)), sync(handle))
    )
    write_atomically(path, b"mine too", backup=True)
    assert modes[:2] == [0o600, 0o600]
    assert {stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()} == {0o600}


@posix
def test_a_device_is_written_to_and_stays_one(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"through")
    reader.join()
    assert got == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    if Path("/dev/full").exists():
        with pytest.raises(OSError, match="No space left"):
            write_atomically(Path("/dev/full"), b"more")


def test_names_as_long_as_the_system_takes_them(tmp_path):
    for name in ("a" * 250, "ü" * 120, "[*]?" * 10):
        write_atomically(tmp_path / name, b"1")
        write_atomically(tmp_path / name, b"2", backup=True)
        assert (tmp_path / name).read_bytes() == b"2"


MANY = """
import sys
from pathlib import Path
from sandbox.files import write_atomically
name, path = sys.argv[1:]
print("ready", flush=True)
for number in range(10**9):
    write_atomically(Path(path), f"{name} {number} ".encode() * 3000, backup=True)
    print(number, flush=True)
"""


def _whole(content):
    """Whether a file holds all of what one process wrote at once, and nothing else."""
    words = content.decode().split()
    return words == words[:2] * 3000


def _savers(path, count, many=MANY):
    return [
        subprocess.Popen(
            [sys.executable, "-c", many, f"saver{number}", str(path)],
            cwd=Path(__file__).resolve().parents[1],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        for number in range(count)
    ]


def _watched(path, seconds):
    """Whether file and backup were there and whole whenever they were looked at."""
    end = time.monotonic() + seconds
    looks = 0
    while time.monotonic() < end:
        for seen in (path, path.with_name(path.name + "~")):
            assert _whole(seen.read_bytes()), seen
            looks += 1
    return looks


def _end(savers):
    """Kill all; what they complained of before."""
    for saver in savers:
        saver.kill()
    return [saver.communicate()[1] for saver in savers]


@posix
def test_many_processes_save_one_file(tmp_path):
    path = tmp_path / "level.json"
    write_atomically(path, b"first 0 " * 3000)
    write_atomically(path, b"first 1 " * 3000, backup=True)
    savers = _savers(path, 5)
    try:
        assert all(saver.stdout.readline() == "ready\n" for saver in savers)
        assert _watched(path, 2.0) > 10
        assert all(saver.poll() is None for saver in savers)
    finally:
        complaints = _end(savers)
    assert complaints == [""] * 5
    write_atomically(path, b"last 0 " * 3000, backup=True)
    assert _names(tmp_path) == ["level.json", "level.json~"]


@posix
def test_killed_at_any_moment_among_others(tmp_path):
    path = tmp_path / "level.json"
    write_atomically(path, b"first 0 " * 3000)
    write_atomically(path, b"first 1 " * 3000, backup=True)
    steady = _savers(path, 1)
    try:
        for round_ in range(8):
            (victim,) = _savers(path, 1)
            assert victim.stdout.readline() == "ready\n"
            _watched(path, 0.05 + 0.013 * round_)
            victim.send_signal(signal.SIGKILL)
            assert victim.communicate()[1] == ""
        assert steady[0].poll() is None
    finally:
        assert _end(steady) == [""]
    write_atomically(path, b"last 0 " * 3000)
    assert [name for name in _names(tmp_path) if name.endswith(STAGED)] == []
