"""Every command once, for people and for programs, in one process: `python -m tests.cli.everything FOLDER`.

Prints nothing of its own but a last line that names the commands that did not end as they should.
"""

import sys
from pathlib import Path

from sandbox.cli.entry import command_names, run

MAP = "type octile\nheight 3\nwidth 5\nmap\n.....\n.@@@.\n.....\n"
SCEN = "version 1\n0\ttiny.map\t5\t3\t0\t0\t4\t2\t5.0\n"
MOSTLY_FULL = "62761131361264331137344556"
NAMES = '{"format": "game-ai-sandbox level", "version": 1, "width": 2, "height": 1, "title": "Łódź 東京 → ½", "x": 1}'


def words_of(folder: Path) -> dict[str, list[str]]:
    """What each command is asked; every one of them comes up with signs beyond ASCII or with a file's name."""
    (folder / "tiny.map").write_text(MAP, encoding="utf-8")
    (folder / "tiny.scen").write_text(SCEN, encoding="utf-8")
    (folder / "näme→.json").write_text(NAMES, encoding="utf-8")
    odd = folder / "näme→.json"
    return {
        "analyse": ["connect-four", "4453", "--depth", "3", "-o", f"{folder}/gäme.json"],
        "bench": [f"{folder}/tiny.scen", "--planner", "all"],
        "book": ["connect-four", MOSTLY_FULL, "--plies", "2", "-o", f"{folder}/bòok"],
        "compare": ["caves", "--start", "1,1", "--goal", "60,40", "--planner", "astar,astar:weight=3,ta"],
        "complexity": ["tic-tac-toe", "--depth", "3"],
        "convert": [f"{folder}/tiny.map", f"{folder}/→.svg"],
        "curve": ["bfs", "--sizes", "8,16,32,64"],
        "duel": ["connect-four", "44", "--ablate", "--depth", "3"],
        "experiment": ["depth-and-noise", "--option", "games=2", "--option", "depths=1,2", "--option", "noise=0,300"],
        "export": ["caves", "-o", f"{folder}/mésh.json"],
        "generate": ["caves", "--size", "16x16", "-o", f"{folder}/é.json"],
        "judge": ["connect-four", "4453"],
        "learn": ["open-lines", "--game", "tic-tac-toe", "--games", "4", "--depth", "1", "-o", f"{folder}/é.toml"],
        "lesson": ["windows"],
        "lint": [str(odd), "caves"],
        "list": ["planners"],
        "match": ["tic-tac-toe", "--first", "random", "--second", "random", "--games", "2"],
        "new": ["planner"],
        "perft": ["othello", "--depth", "3"],
        "plan": ["caves", "--start", "1,1", "--goal", "60,40", "--planner", "all"],
        "queries": [f"{folder}/tiny.map", "--count", "3", "-o", f"{folder}/queries.scen"],
        "render": ["othello:-", "-o", f"{folder}/–.svg"],
        "simulate": ["head-on", "--policy", "keep-right,push", "--seconds", "1", "--check"],
        "solve": ["connect-four", "4453", "--engine", "alphabeta", "--depth", "4"],
        "study": ["parity", "--option", "inputs=3", "--option", "learned=0"],
        "table": ["tic-tac-toe", "-o", f"{folder}/tàble"],
        "steps": ["location", "caves"],
        "warm": [],
        "why": ["caves", "--start", "1,1", "--goal", "60,40", "--planner", "all", "--work"],
    }


def main(folder: Path) -> int:
    """Run them all; what a command says of its own failure is on stderr."""
    asked = words_of(folder)
    assert sorted(asked) == command_names()
    odd = []
    for name, words in asked.items():
        calls = [[name, "--help"], [name, *words], [name, *words, "--json"]]
        odd += [" ".join(call) for call in calls if run(call) not in (0, 1)]
    run(["list", "levels"])
    run(["plan", "nöwhere→", "--start", "1,1", "--goal", "2,2"])
    odd += ["--frames"] * run(["--tab", "boards", "--frames", "2"])
    print(f"ENDED {odd!a}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
