"""Unsaved work after a kill: whole, recent, offered once, and never at the cost of the user's file."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given

from sandbox.errors import BadInput
from sandbox.level import formats, recovery
from sandbox.level.edits import Line, SetTimed, SetTitle
from sandbox.level.formats import level_json
from sandbox.level.formats.common.source import Source
from sandbox.level.model import WALL, Level
from sandbox.level.recovery import Recovery, SourceFile
from tests.strategies.edits import SEEDS, scene

ROOT = Path(__file__).resolve().parents[2]
EDITOR = Path(__file__).with_name("killed_editor.py")


NOWHERE = SourceFile()


def crashed(folder, level, origin=NOWHERE):
    """A program that kept a copy and is gone: its lock is free."""
    gone = Recovery(folder)
    gone.keep(level, origin, gone.ticket)
    gone._lock.close()
    return gone


@pytest.mark.small
def test_what_a_dead_program_kept_is_found_and_equal(tmp_path):
    level, _ = scene(5)
    level.apply(SetTimed(tuple(t for t in level.timed if t.fits(level))))
    crashed(tmp_path, level, SourceFile("/home/a/caves.json", "caves"))
    (lost,) = Recovery(tmp_path).leftovers()
    assert lost.origin == SourceFile("/home/a/caves.json", "caves")
    assert lost.read().same_as(level)
    assert abs(lost.time - time.time()) < 60


@pytest.mark.small
def test_the_living_are_left_alone(tmp_path):
    alive = Recovery(tmp_path)
    alive.keep(Level.empty(3, 3), SourceFile(), alive.ticket)
    other = Recovery(tmp_path)
    assert other.leftovers() == []
    assert alive.leftovers() == []
    alive.close()
    assert len(other.leftovers()) == 1


@pytest.mark.small
def test_dropped_is_gone_even_for_a_copy_under_way(tmp_path):
    mine = Recovery(tmp_path)
    ticket = mine.ticket
    mine.keep(Level.empty(3, 3), SourceFile(), ticket)
    mine.drop()
    assert not mine.keep(Level.empty(3, 3), SourceFile(), ticket)
    mine.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.small
def test_discarding_and_sweeping_leave_nothing(tmp_path):
    gone = crashed(tmp_path, Level.empty(3, 3))
    (tmp_path / f".{gone.file.name}.x8z1").write_text("a write cut short", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not ours", encoding="utf-8")
    mine = Recovery(tmp_path)
    (lost,) = mine.leftovers()
    assert not list(tmp_path.glob(".*"))
    assert gone._lock_file.exists(), "it guards the copy until that is discarded"
    mine.discard(lost)
    assert [f.name for f in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.small
def test_several_leftovers_come_newest_first(tmp_path, monkeypatch):
    for number in range(3):
        monkeypatch.setattr(recovery.time, "time", lambda n=number: 1000.0 + n)
        crashed(tmp_path, Level.empty(3, 3), SourceFile(name=str(number)))
    assert [lost.origin.name for lost in Recovery(tmp_path).leftovers()] == ["2", "1", "0"]


@pytest.mark.small
def test_a_damaged_copy_says_so(tmp_path):
    gone = crashed(tmp_path, Level.empty(3, 3), SourceFile(name="caves"))
    gone.file.write_bytes(gone.file.read_bytes()[:-40])
    (lost,) = Recovery(tmp_path).leftovers()
    with pytest.raises(BadInput, match="unsaved copy of caves"):
        lost.read()
    (tmp_path / "1-1.unsaved").write_bytes(b"\x00\x01")
    assert Recovery(tmp_path).leftovers() == [lost]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root writes everywhere")
def test_a_read_only_folder_is_an_os_error(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        Recovery(tmp_path / "unsaved").keep(Level.empty(3, 3), SourceFile(), 0)


@pytest.mark.small
def test_a_folder_that_is_a_file_is_an_os_error(tmp_path):
    (tmp_path / "unsaved").write_text("", encoding="utf-8")
    mine = Recovery(tmp_path / "unsaved")
    assert mine.leftovers() == []
    with pytest.raises(OSError, match="unsaved"):
        mine.keep(Level.empty(3, 3), SourceFile(), 0)


REFUSED = """
import resource, sys
from pathlib import Path
from sandbox.level import formats
from sandbox.level.model import Level
from sandbox.level.recovery import SourceFile, Recovery

folder = Path(sys.argv[1])
formats.save(Level.empty(8, 8), folder / "mine.json")
mine = Recovery(folder / "unsaved")
mine.keep(Level.empty(8, 8), SourceFile(), 0)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
for write in (
    lambda: formats.save(Level.empty(200, 200), folder / "mine.json"),
    lambda: mine.keep(Level.empty(200, 200), SourceFile(), 0),
):
    try:
        write()
    except OSError as error:
        print(error.strerror)
"""


@pytest.mark.skipif(os.name != "posix", reason="limits are a POSIX word")
def test_a_disk_that_takes_no_more_leaves_the_old_file_and_the_old_copy(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", REFUSED, str(tmp_path)], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == "File too large\n" * 2, done.stderr
    assert formats.load(tmp_path / "mine.json").same_as(Level.empty(8, 8))
    (lost,) = Recovery(tmp_path / "unsaved").leftovers()
    assert lost.read().same_as(Level.empty(8, 8))
    assert sorted(f.name[:9] for f in tmp_path.iterdir()) == ["mine.json", "unsaved"], "nothing half-written is left"


@given(SEEDS)
def test_whatever_was_edited_can_be_read_again(seed):
    level, _ = scene(seed)
    fitting = tuple(t for t in level.timed if t.fits(level))
    told = formats.losses(level, formats.FORMATS[".json"])
    assert bool(told) == (fitting != level.timed), told
    again = formats.read(Source("level", level_json.write(level)), formats.FORMATS[".json"])
    level.apply(SetTimed(fitting))
    assert again.same_as(level)


def state(number):
    """The level after so many edits, as the killed editor makes them."""
    level = Level.empty(40, 30)
    for n in range(1, number + 1):
        level.apply(SetTitle(str(n)))
        level.apply(Line(n % 40, 0, n * 7 % 40, 29, n % 2 * WALL, 2))
    return level


def killed_after(folder, seconds):
    """Let an editor work and kill it; the number of the last edit it had brought to safety, and of the last one."""
    command = [sys.executable, str(EDITOR), str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as editor:
        assert editor.stdout.readline() == "ready\n"
        time.sleep(seconds)
        editor.kill()
        whole = [line.split() for line in editor.stdout.read().splitlines() if line.endswith(";")]
    safe, done = ([int(number) for word, number, _ in whole if word == kind] for kind in ("safe", "done"))
    return max(safe, default=0), max(done, default=0)


def check_killed(folder, seconds):
    """Kill an editor: its file is whole, its copy is whole, and all it had brought to safety is in one of them."""
    safe, done = killed_after(folder, seconds)
    file = formats.load(folder / "mine.json")
    mine = Recovery(folder / "unsaved")
    levels = [file, *(lost.read() for lost in mine.leftovers())]
    assert len(levels) <= 2
    for level in levels:
        assert level.same_as(state(int(level.title or 0)))
    newest = max(int(level.title or 0) for level in levels)
    assert safe <= newest <= done + 1
    for lost in mine.leftovers():
        mine.discard(lost)
    return int(newest > int(file.title or 0))


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a POSIX word")
@pytest.mark.parametrize("kills", [4, pytest.param(100, marks=[pytest.mark.slow, pytest.mark.timeout(600)])])
def test_kill_9_at_any_moment(tmp_path, kills):
    chance = random.Random(kills)
    formats.save(Level.empty(40, 30), tmp_path / "mine.json")
    rescued = 0
    for _ in range(kills):
        formats.save(Level.empty(40, 30), tmp_path / "mine.json")
        rescued += check_killed(tmp_path, 0.1 + chance.random() * 0.5)
    assert rescued, "no copy was ever newer than the file"
    assert not list((tmp_path / "unsaved").glob("*.unsaved"))
