"""Warm-ups: found by name, run in worker processes, remembered by a stamp."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.kernels.processes import Copy

ROOM = """
    from sandbox.kernels.jit import kernel

    @kernel
    def half(x):
        return x / 2

    @kernel
    def third(x):
        return x / 3

    def warmups():
        yield "halves", lambda: half(1.0)
        yield "thirds", lambda: print(third(1.0), third(1))
        yield "nothing", lambda: None
"""
WARM = """
    import json, sys
    from sandbox.kernels import warm
    seen = []
    report = warm.run(lambda p: seen.append((p.done, p.total)), processes=2)
    steps = {s.name: (s.compiled, s.error) for s in report.steps}
    print(json.dumps([steps, report.compiled, report.already_warm, seen, "numba" in sys.modules]))
"""


@pytest.fixture
def copy(tmp_path):
    made = Copy(tmp_path)
    made.write("sandbox/room/__init__.py", "")
    made.write("sandbox/room/warm.py", ROOM)
    made.write("sandbox/cli/__init__.py", "")
    made.write("sandbox/cli/warm.py", "raise AssertionError('this is a command')")
    made.write("sandbox/bare/__init__.py", "")
    return made


def test_workers_compile_what_the_packages_ask_for(copy):
    steps, compiled, already, seen, numba = copy.run(WARM)
    assert steps == {"room: halves": [1, ""], "room: thirds": [2, ""], "room: nothing": [0, ""]}
    assert (compiled, already, numba) == (3, False, False)
    assert seen == [[0, 3], [1, 3], [2, 3], [3, 3]]
    use = "import json\nfrom sandbox.room.warm import half\nfrom sandbox.kernels.jit import compiled\nhalf(3.0)\n"
    assert copy.run(use + "print(json.dumps(compiled()))") == 0


def test_a_warm_cache_is_not_warmed_again_until_something_changes(copy):
    copy.run(WARM)
    assert copy.run(WARM)[:3] == [{}, 0, True]
    copy.write("sandbox/room/warm.py", ROOM.replace("x / 3", "x / 4"))
    assert copy.run(WARM)[1:3] == [3, False]


def test_a_broken_warm_up_does_not_keep_the_others_cold(copy):
    """One raises, one takes its whole process along; neither leaves a stamp."""
    broken = '        yield "raises", lambda: 1 / 0\n        yield "dies", lambda: __import__("os")._exit(7)\n'
    copy.write("sandbox/room/warm.py", ROOM.replace('        yield "nothing", lambda: None\n', broken))
    steps, compiled, *_ = copy.run(WARM)
    assert steps["room: raises"] == [0, "ZeroDivisionError: division by zero"]
    assert steps["room: dies"] == [0, "the worker process ended (status 7)"]
    assert compiled == 3
    assert copy.run(WARM)[2] is False


def test_a_kernel_that_cannot_be_compiled_is_named(copy):
    """Also one that another calls: the outer one, whose compilation was asked for, and Numba's words with the rest."""
    bad = """
    @kernel
    def hopeless(x):
        return x.nothing_of_the_kind

    @kernel
    def caller(x):
        return hopeless(x) + 1
"""
    room = ROOM.replace("    def warmups():", bad + "\n    def warmups():")
    room = room.replace("lambda: half(1.0)", "lambda: hopeless(1.0)").replace("lambda: None", "lambda: caller(1.0)")
    copy.write("sandbox/room/warm.py", room)
    steps, *_ = copy.run(WARM)
    assert steps["room: halves"][1].startswith("kernel sandbox.room.warm.hopeless: TypingError: ")
    assert steps["room: nothing"][1].startswith("kernel sandbox.room.warm.caller: TypingError: ")
    assert "nothing_of_the_kind" in steps["room: nothing"][1]
    assert steps["room: thirds"] == [2, ""]


def test_children_import_nothing_that_lies_in_the_current_folder(copy, tmp_path):
    """Nor where PYTHONPATH has an empty entry, which means just that folder."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    for name in ("numpy", "sandbox", "json", "queue"):
        (folder / f"{name}.py").write_text("open('taken', 'w', encoding='utf-8').close()\n", encoding="utf-8")
    start = WARM.replace("from sandbox", f"import os, sys; sys.path[:] = sys.path[1:]; os.chdir({str(folder)!r})\n"
                         "    from sandbox")  # fmt: skip
    steps, *_ = copy.run(start, PYTHONPATH=os.pathsep.join([str(copy.folder), "", ""]))
    assert steps["room: halves"] == [1, ""]
    assert not (folder / "taken").exists()


def _hearing():
    """A job in the background inherits deafness to interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _command(copy, *arguments):
    settings = {"PYTHONPATH": str(copy.folder), "NUMBA_CACHE_DIR": str(copy.cache), "NUMBA_DISABLE_JIT": "0"}
    return subprocess.Popen(
        [sys.executable, "-m", "sandbox.kernels", "warm", *arguments],
        env=os.environ | settings,
        cwd=copy.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=_hearing if os.name == "posix" else None,  # noqa: PLW1509  (one thread here)
    )


def test_the_command_says_every_step_in_json(copy):
    out, errors = _command(copy, "--json").communicate(timeout=120)
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[0] == {"done": 0, "total": 3, "cold": ["room"]}
    assert lines[-2]["cold"] == []
    assert [line["done"] for line in lines[:-1]] == [0, 1, 2, 3]
    assert lines[-1].items() >= {"summary": True, "compiled": 3, "failed": 0, "already_warm": False}.items()
    assert "0.33" in errors  # what a warm-up prints does not disturb the lines


def test_what_a_warm_up_writes_past_python_does_not_disturb_the_lines_either(copy):
    copy.write("sandbox/room/warm.py", ROOM.replace("lambda: None", "lambda: __import__('os').write(1, b'{raw}')"))
    out, errors = _command(copy, "--json").communicate(timeout=120)
    assert [json.loads(line).get("done") for line in out.splitlines()] == [0, 1, 2, 3, None]
    assert "{raw}" in errors


def test_without_json_the_command_tells_each_step_in_a_line(copy):
    broken = ROOM.replace('"nothing", lambda: None', '"raises", lambda: 1 / 0')
    for room, last in ((broken, "0 compiled  room: raises  FAILED: ZeroDivisionError: division by zero"),
                       (ROOM, "0 compiled  room: nothing")):  # fmt: skip
        copy.write("sandbox/room/warm.py", room)
        process = _command(copy, "--processes", "1")
        out, _ = process.communicate(timeout=120)
        told = [re.sub(r" +\d+\.\d\d s +", " in s, ", line) for line in out.splitlines()]
        steps = ["1 compiled  room: halves", "2 compiled  room: thirds", last]
        assert told[:3] == [f"  {number}/3 in s, {step}" for number, step in enumerate(steps, start=1)]
        assert process.returncode == ("FAILED" in last)
    process = _command(copy)
    assert process.communicate(timeout=120)[0] == "everything is warm\n"
    assert process.returncode == 0


SLEEPING = ROOM.replace("lambda: half(1.0)", "lambda: __import__('time').sleep(600)")
BUSY = ROOM.replace("lambda: half(1.0)", "lambda: any(False for _ in iter(int, 1))")  # holds on to Python


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_workers_end_with_the_one_who_started_them(copy, sign):
    copy.write("sandbox/room/warm.py", SLEEPING)
    process = _command(copy, "--json")
    assert process.stdout.readline()
    time.sleep(0.5)
    process.send_signal(sign)
    process.communicate(timeout=60)
    assert process.returncode != 0
    assert _gone(copy)


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="looks into /proc")
@pytest.mark.parametrize("room", [SLEEPING, BUSY])
@pytest.mark.parametrize("end", [subprocess.Popen.kill, lambda process: process.stdin.close()])
def test_workers_end_however_the_one_who_started_them_does(copy, room, end):
    """Killed, or left by its own parent, which closes the pipe: no worker stays."""
    copy.write("sandbox/room/warm.py", room)
    with _command(copy, "--json", "--leashed") as process:
        assert process.stdout.readline()
        time.sleep(0.5)
        assert len(_workers_of(copy)) == 3, "the one who compiles, and two workers"
        end(process)
        assert process.wait(60) != 0
        assert _gone(copy)


def test_without_a_leash_the_command_needs_no_standard_input(copy):
    process = _command(copy, "--json")
    process.stdin.close()
    process.stdin = None
    out, _ = process.communicate(timeout=120)
    assert (process.returncode, len(out.splitlines())) == (0, 5)


def _gone(copy):
    """Whether all processes in the copy's folder end: two seconds are the promise, more where much else runs."""
    end = time.monotonic() + 20.0
    while _workers_of(copy) and time.monotonic() < end:
        time.sleep(0.02)
    return not _workers_of(copy)


def _workers_of(copy):
    """Processes that run in the copy's folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            if entry.readlink() == copy.folder:
                found.append(entry)
    return found
