"""Random mazes for Pac-Man: rooms, dead ends, islands, capsules, up to three ghosts."""

from __future__ import annotations

import random

from sandbox.games.general.library.pacman.maze import STEPS


def maze_text(seed: int, *, ghosts: int = -1) -> str:
    """Rows joined by `/`; food and capsules lie where Pac-Man can come to."""
    rng = random.Random(seed)
    width, height = rng.choice([(3, 1), (4, 3), (6, 4), (9, 2), (9, 8), (13, 6)])
    many = rng.randint(0, 3) if ghosts < 0 else ghosts
    wall = rng.choice([0.0, 0.2, 0.4])
    open_ = [(x, y) for y in range(height) for x in range(width) if rng.random() >= wall]
    if len(open_) < many + 3:
        open_ = [(x, y) for y in range(height) for x in range(width)]
    pacman = rng.choice(open_)
    near = reached(open_, pacman)
    if len(near) < 2:
        open_ = [(x, y) for y in range(height) for x in range(width)]
        near = reached(open_, pacman)
    signs = dict.fromkeys(open_, "_") | {cell: rng.choice(["_", ".", ".", "o"]) for cell in near}
    for cell in rng.sample([cell for cell in open_ if cell != pacman], min(many, len(open_) - 2)):
        signs[cell] = "G"
    signs[pacman] = "P"
    free = [cell for cell in near if signs[cell] not in "PG"]
    if not free:
        return maze_text(seed + 1_000_003, ghosts=ghosts)
    signs[rng.choice(free)] = "."
    return "/".join("".join(signs.get((x, y), "#") for x in range(width)) for y in range(height))


def reached(open_: list[tuple[int, int]], start: tuple[int, int]) -> list[tuple[int, int]]:
    """The cells one can come to."""
    found = [start]
    for x, y in found:
        found += [c for c in ((x + dx, y + dy) for dx, dy in STEPS) if c in open_ and c not in found]
    return found
