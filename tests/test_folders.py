"""Whatever lies in the folder one happens to be in: none of it is run, however the program is started."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox import children
from start import is_prepared

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = ("numpy", "numba", "llvmlite", "pygame", "shapely", "platformdirs", "sandbox", "tests", "start", "main")
BY_ITSELF = ("sitecustomize", "usercustomize", "conftest", "setup")
LEVEL = ROOT / "levels" / "caves.json"
SCENARIO = "version 1\n0\tm.map\t4\t1\t0\t0\t3\t0\t3\n"
MAP = "type octile\nheight 1\nwidth 4\nmap\n....\n"


@pytest.fixture
def trap(tmp_path):
    """A folder in which every module there is, ours included, says that it was run."""
    folder, ran = tmp_path / "here", tmp_path / "ran"
    folder.mkdir()
    text = f"open({str(ran)!r}, 'a', encoding='utf-8').write(__name__ + ' ')\nraise SystemExit('code of the folder')\n"
    for name in {*sys.stdlib_module_names, *LIBRARIES, *BY_ITSELF}:
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    for package in ("sandbox", "sandbox/kernels", "sandbox/cli", "multiprocessing", "numpy"):
        (folder / package).mkdir(exist_ok=True)
        (folder / package / "__init__.py").write_text(text, encoding="utf-8")
    (folder / "m.map").write_text(MAP, encoding="utf-8")
    (folder / "m.map.scen").write_text(SCENARIO, encoding="utf-8")
    (folder / "positions").write_text("-\nX-------- O\n", encoding="utf-8")
    return folder


def start(trap, command, *, jit=False, ends=0, **more):
    """Run a command in the folder with nothing cached; what it printed. Nothing of the folder was run."""
    home = trap.parent / "home"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG", "NUMBA"))}
    env = kept | {"HOME": str(home), "NUMBA_DISABLE_JIT": str(int(not jit)), "SDL_VIDEODRIVER": "dummy"} | more
    done = subprocess.run(
        command, cwd=trap, env=env, check=False, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL
    )
    assert not (trap.parent / "ran").exists(), ((trap.parent / "ran").read_text(encoding="utf-8"), done.stderr)
    assert done.returncode == ends, done.stderr
    return done.stdout


def ours(*words):
    return [sys.executable, str(ROOT / "main.py"), *words]


def test_the_trap_snaps(trap):
    subprocess.run([sys.executable, "-c", "import json"], cwd=trap, check=False, capture_output=True)
    assert (trap.parent / "ran").read_text(encoding="utf-8").strip() == "json"


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("list", "planners"), ("lint", "m.map")])
def test_commands(trap, words):
    assert start(trap, ours(*words))


def test_with_a_safe_path_asked_for_from_outside(trap):
    assert start(trap, ours("--version"), PYTHONSAFEPATH="1").startswith("game-ai-sandbox")


def test_the_installed_script(trap):
    script = Path(sys.executable).with_name("game-ai-sandbox")
    if not script.exists():
        pytest.skip("not installed")
    assert start(trap, [str(script), "--version"]).startswith("game-ai-sandbox")


def test_start_py(trap):
    if Path(sys.prefix) != ROOT / ".venv" or not is_prepared(""):
        pytest.skip("start.py would install")
    assert start(trap, [sys.executable, str(ROOT / "start.py"), "--version"]).startswith("game-ai-sandbox")


@pytest.mark.parametrize(
    "words",
    [
        ("bench", "m.map.scen", "m.map.scen", "--planner", "bfs", "--jobs", "2"),
        ("match", "tic-tac-toe", "--first", "random", "--second", "random", "--games", "2", "--jobs", "2"),
        ("solve", "tic-tac-toe", "--file", "positions", "--engine", "random", "--jobs", "2"),
    ],
)
def test_pools(trap, words):
    assert start(trap, ours(*words))


@pytest.mark.parametrize("module", ["pool", "forkserver"])
def test_the_helpers_of_pools(trap, module):
    """Python's own helper processes too: the tracker of resources, a server that forks."""
    text = {
        "pool": (
            "from sandbox import children\nif __name__ == '__main__':\n    print(list(children.pool(1).map(abs, [-1])))"
        ),
        "forkserver": (
            "import multiprocessing; from sandbox import children; children.pool(1)\n"
            "if __name__ == '__main__':\n"
            "    pool = multiprocessing.get_context('forkserver').Pool(1)\n"
            "    print(pool.map(abs, [-1])); pool.terminate()"
        ),
    }[module]
    script = trap.parent / "script.py"
    script.write_text(text, encoding="utf-8")
    assert "[1]" in start(trap, [sys.executable, str(script)], PYTHONPATH=str(ROOT))


def test_the_worker_that_compiles(trap):
    """Its standard input is the line it hangs on: closed, it ends."""
    start(trap, children.command("sandbox.kernels", "work"), ends=children.ORPHANED, **_of_children())


def _of_children():
    return {name: children.environment()[name] for name in ("PYTHONPATH", "PYTHONSAFEPATH")}


def test_the_window_and_the_child_it_compiles_with(trap):
    said = start(trap, ours("--frames", "3", "--tab", "bench"), jit=True)
    assert json.loads(said)["frames"] == 3


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_the_child_that_compiles_and_its_workers(trap):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}  # nothing is cached
    env = kept | _of_children() | {"HOME": str(trap.parent / "home"), "XDG_CACHE_HOME": str(trap.parent / "c")}
    command = children.command("sandbox.kernels", "warm", "--json")
    with subprocess.Popen(command, cwd=trap, env=env, stdout=subprocess.PIPE, encoding="utf-8") as child:
        said = [json.loads(child.stdout.readline()) for _ in range(2)]
        child.send_signal(signal.SIGTERM)
    assert said[-1]["done"] == 1
    assert not (trap.parent / "ran").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("plan", str(LEVEL), "--start", "1,1", "--goal", "9,9", "--planner", "bfs"),
        ("match", "tic-tac-toe", "--first", "minimax", "--second", "mcts", "--games", "2", "--jobs", "2"),
        ("--frames", "120", "--tab", "maps"),
    ],
)
def test_with_a_cold_cache(trap, words):
    assert start(trap, ours(*words), jit=True)
