"""Another checkout against this one: the same work by both in turn, answers compared, times as ratios.

    MOVINGAI_DIR=… .venv/bin/python -m benchmarks.before ../elsewhere [--rounds 15] [--only WORD] [--write]

Each checkout has processes of its own that serve the rows below, told apart by nothing but `PYTHONPATH`; rounds
alternate which goes first, and every few rounds new processes begin. Times are CPU time of those processes (of the
window: of the child they start), so that others on the machine do little harm. A row's figure is the median over
the rounds of the ratio within a round: 1.05 says that this checkout takes 5 % longer. Answers (cost, path; best
move, value, nodes) have to be equal: rows where they are not are named, and the exit status says so.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROWS = (
    "answer astar bg512/AR0011SR",
    "answer astar:pruning=off bg512/AR0011SR",
    "answer astar:moves=4 bg512/AR0011SR",
    "answer astar:queue=heap bg512/AR0011SR",
    "answer astar sc1/BigGameHunters",
    "answer astar mazes/maze512-1-0",
    "answer astar random/random512-10-0",
    "answer astar bg512/AR0400SR weighted",
    "answer dijkstra bg512/AR0011SR",
    "answer dijkstra bg512/AR0400SR weighted",
    "answer bidirectional bg512/AR0011SR",
    "answer bidirectional bg512/AR0400SR weighted",
    "answer jps bg512/AR0011SR",
    "answer jps mazes/maze512-1-0",
    "answer jps-plus bg512/AR0011SR",
    "answer jps-plus random/random512-10-0",
    "answer theta dao/arena2",
    "answer lazy-theta dao/arena2",
    "answer hpa bg512/AR0011SR",
    "answer hpa:levels=3 cities/Berlin_0_256",
    "answer hpa:sector=32:fields=on bg512/AR0011SR",
    "answer hpa bg512/AR0400SR weighted",
    "prepare hpa bg512/AR0011SR",
    "prepare hpa:levels=3 bg512/AR0400SR weighted",
    "repair hpa bg512/AR0011SR",
    "answer pra bg512/AR0011SR",
    "answer pra:steps=4 bg512/AR0400SR",
    "answer pra mazes/maze512-1-0",
    "answer pra bg512/AR0400SR weighted",
    "prepare pra bg512/AR0011SR",
    "repair pra bg512/AR0011SR",
    "answer polyanya bg512/AR0011SR",
    "answer ta bg512/AR0011SR",
    "answer tra bg512/AR0011SR",
    "answer waypoint bg512/AR0011SR",
    "answer visibility dao/arena2",
    "prepare tra bg512/AR0011SR",
    "repair tra bg512/AR0011SR",
    "search alphabeta connect-four depth=12",
    "search pvs othello depth=9",
    "search mtdf connect-four depth=11",
    "search minimax connect-four depth=6",
    "search mcts connect-four nodes=20000",
    "frames 30 maps",
    "frames 30 boards",
)
QUERIES, EDITS = 40, 40
SAMPLE = 0.05  # seconds of work in a sample, at least
LIVES = 3  # pairs of processes for a row: where the system puts the memory of one is worth a tenth, or more
MEAN_BAR, ROW_BAR = 1.03, 1.08
Work = Callable[[], object]


# One checkout: it serves rows. Only `sandbox`'s public names are used, for inner ones may have moved.


def serve() -> None:
    """Lines "row, tab, times" come in; the CPU seconds of each run, and its answer, go out."""
    works: dict[str, Work] = {}
    for line in sys.stdin:
        row, times = line.rstrip("\n").split("\t")
        if row not in works:
            works[row] = work_of(row)
            works[row]()  # compiles, or loads
        began, answer = cpu(row), None
        for _ in range(int(times)):
            answer = works[row]()
        print(json.dumps([(cpu(row) - began) / int(times), answer]), flush=True)


def cpu(row: str) -> float:
    """CPU seconds so far, of this process or of its children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN if row.startswith("frames") else resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def work_of(row: str) -> Work:
    """What is timed, ready to be called."""
    kind, *words = row.split(" ")
    if kind == "frames":
        return lambda: _frames(*words)
    if kind == "search":
        return _search(*words)
    return {"answer": _answers, "prepare": _preparation, "repair": _repair}[kind](*words)


def _planner(spec: str) -> Any:
    import sandbox

    key, *options = spec.split(":")
    return sandbox.planners[key].parse(dict(o.split("=") for o in options))


def _level(name: str, terrain: str = "") -> tuple[Any, list[Any]]:
    """A map with the longest queries of its scenario file; with patches of dearer ground if "weighted"."""
    import sandbox

    file = Path(os.environ["MOVINGAI_DIR"]) / f"{name}.map"
    level = sandbox.load(file)
    lines = file.with_name(file.name + ".scen").read_text(encoding="utf-8").splitlines()[1:]
    cases = sorted((line.split() for line in lines if line), key=lambda words: float(words[-1]))[-QUERIES:]
    ends = [tuple(int(word) + 0.5 for word in words[4:8]) for words in cases]
    queries = [sandbox.Query((sx, sy), (gx, gy)) for sx, sy, gx, gy in ends]
    return (_patched(level) if terrain else level), queries


def _open(level: Any) -> Any:
    return np.array([level.palette[code].cost > 0 for code in range(len(level.palette))])[level.terrain]


def _patched(level: Any) -> Any:
    import sandbox

    plain = sandbox.Level(np.zeros((1, 1), np.uint8)).palette
    costs = [plain[code].cost for code in range(len(plain))]
    kinds = [costs.index(cost) for cost in (1, 1.25, 1.5, 3)]
    tiles = np.random.default_rng(5).choice(kinds, (-(-level.height // 24), -(-level.width // 24)))
    ground = np.kron(tiles, np.ones((24, 24), int))[: level.height, : level.width]
    return sandbox.Level(np.where(_open(level), ground, costs.index(0)).astype(np.uint8))


def _answers(spec: str, name: str, terrain: str = "") -> Work:
    """All queries: in one jitted loop where a planner has one, so that kernels are what is timed."""
    import sandbox

    level, queries = _level(name, terrain)
    prepared = _planner(spec).prepare(level)

    def one_by_one() -> str:
        plans = [prepared.plan(query, sandbox.Limits()) for query in queries]
        return digest((p.status.value, round(p.cost, 9), p.points.round(6).tobytes()) for p in plans)

    if not hasattr(prepared, "plan_all"):
        return one_by_one
    pairs = prepared.ids([tuple((int(x), int(y)) for x, y in (q.start, q.goal)) for q in queries])

    def all_at_once() -> str:
        found = prepared.plan_all(pairs, sandbox.Limits())
        return digest(zip(found.costs().round(9).tolist(), (path.tobytes() for path in found.paths), strict=True))

    return all_at_once


def _preparation(spec: str, name: str, terrain: str = "") -> Work:
    """With all that hangs on the level: its grid, its mesh."""
    import sandbox

    planner, (level, _) = _planner(spec), _level(name, terrain)
    codes = level.terrain if terrain else np.where(_open(level), 0, 1).astype(np.uint8)
    return lambda: str(bool(planner.prepare(sandbox.Level(codes.copy()))))


def _repair(spec: str, name: str, terrain: str = "") -> Work:
    """Cells along the map's middle are closed and opened again, and the planner asked after each."""
    import sandbox

    level, (query, *_) = _level(name, terrain)
    prepared, paint = _planner(spec).prepare(level), _painter()
    xs = np.linspace(2, level.width - 3, EDITS).astype(int).tolist()

    def run() -> str:
        costs = []
        for x in xs:
            before = int(level.terrain[level.height // 2, x])
            for code in (_other(level, before), before):
                level.apply(paint(x, level.height // 2, code))
                costs.append(round(prepared.plan(query, sandbox.Limits()).cost, 9))
        return digest(costs)

    return run


def _other(level: Any, code: int) -> int:
    """A wall for what is open, a floor for what is not."""
    return next(c for c in range(len(level.palette)) if (level.palette[c].cost > 0) != (level.palette[code].cost > 0))


def _painter() -> Callable[[int, int, int], Any]:
    for module in ("sandbox.level.edits.paint", "sandbox.level.edits"):
        with contextlib.suppress(ImportError, AttributeError):
            return importlib.import_module(module).PaintCells.one  # type: ignore[no-any-return]
    raise ImportError("PaintCells")


def _search(key: str, game_key: str, limit: str) -> Work:
    import sandbox

    game, engine = sandbox.board_games[game_key].create(), sandbox.engines[key].create()
    name, number = limit.split("=")

    def run() -> str:
        limits = sandbox.SearchLimits(**{name: int(number)})
        found = engine.search(game, game.face().start(), limits, sandbox.SearchReport())
        return f"{found.best} {found.value} {found.report.nodes}"

    return run


def _frames(count: str, tab: str) -> str:
    import sandbox

    root = Path(sandbox.__path__[0]).parent
    quiet = os.environ | {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [sys.executable, str(root / "main.py"), "--tab", tab, "--frames", count]
    subprocess.run(command, cwd=root, env=quiet, stdout=subprocess.DEVNULL, check=True)
    return ""


def digest(things: Any) -> str:
    """A few letters that differ where answers do."""
    made = hashlib.blake2b(digest_size=8)
    for thing in things:
        made.update(repr(thing).encode())
    return made.hexdigest()


# Both checkouts, in turn.


def environment_of(root: Path) -> dict[str, str]:
    """A cache of its own: two checkouts have more kernels than one cache keeps, and would throw out each other's."""
    return os.environ | {"XDG_CACHE_HOME": str(Path(tempfile.gettempdir(), "before", digest([str(root)])))}


class Checkout:
    """A process that serves the rows of one checkout."""

    def __init__(self, root: Path) -> None:
        self.root = root
        command = [sys.executable, "-P", str(Path(__file__).resolve()), "--serve"]
        environment = environment_of(root) | {"PYTHONPATH": str(root)}
        self.process = subprocess.Popen(
            command, cwd=root, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def run(self, row: str, times: int) -> tuple[float, str]:
        """The mean CPU seconds of so many runs of a row, and its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{row}\t{times}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.root} could not do {row!r}")
        seconds, answer = json.loads(line)
        return seconds, answer

    def end(self) -> None:
        """No more rows: the process ends by itself."""
        self.process.communicate()


def compared(roots: tuple[Path, Path], row: str, rounds: int) -> tuple[list[float], float, bool]:
    """The ratios new / old round by round, the seconds of the old one, and whether their answers are equal."""
    ratios: list[float] = []
    same, seconds = True, 0.0
    for life in range(LIVES):
        old, new = sides = [Checkout(root) for root in roots]
        seconds, expected = old.run(row, 1)
        new.run(row, 1)
        times = max(1, min(200, math.ceil(SAMPLE / max(seconds, 1e-6))))
        for number in range(life, rounds, LIVES):
            took = {}
            for side in sides[:: 1 if number % 2 else -1]:
                took[side], answer = side.run(row, times)
                same = same and answer == expected
            ratios.append(took[new] / took[old])
        for side in sides:
            side.end()
    return ratios, seconds, same


def main() -> int:
    """Compare, print, and say whether answers were equal."""
    parser = argparse.ArgumentParser(description="another checkout against this one")
    parser.add_argument("checkout", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="", help="rows with this word")
    parser.add_argument("--write", action="store_true", help="keep the table in results.md")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve()
        return 0
    from benchmarks.harness import duration, section, table

    roots = asked.checkout.resolve(), Path(__file__).resolve().parents[1]
    for root in roots:  # a start that lacks kernels plans nothing, and is quick
        warm = [sys.executable, str(root / "main.py"), "warm"]
        subprocess.run(warm, cwd=root, env=environment_of(root), check=True, stdout=subprocess.DEVNULL)
    rows, means, different = [], [], []
    for row in (row for row in ROWS if asked.only in row):
        ratios, seconds, same = compared(roots, row, asked.rounds)
        middle, (low, high) = float(np.median(ratios)), np.percentile(ratios, [25, 75])
        means.append(math.log(middle))
        different += [] if same else [row]
        notes = ("answers differ " if not same else "") + ("above the bar" if middle > ROW_BAR else "")
        rows.append([row, duration(seconds), f"{middle:.3f}", f"{low:.3f} to {high:.3f}", notes])
        print(*rows[-1], flush=True)
    mean = math.exp(float(np.mean(means)))
    said = f"{asked.rounds} rounds. Geometric mean {mean:.3f} (bar {MEAN_BAR}; of a row {ROW_BAR})."
    if asked.write:
        section("before", f"{table(['row', 'before', 'now / before', 'middle half', ''], rows)}\n\n{said}")
    print(said, *(f"Other answers: {row}" for row in different), sep="\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
