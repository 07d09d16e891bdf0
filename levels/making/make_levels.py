"""Make the example levels again: generators do the ground, hands the rest.

    python levels/making/make_levels.py            writes every level into the folder above
    python levels/making/make_levels.py gaps flood   only these

Each function below is one level and says in its notes what to look for. A test holds that the files are what
this script makes, load without a remark, and pass `lint`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from sandbox.level import formats
from sandbox.level.generators.caves import Caves
from sandbox.level.generators.city import City
from sandbox.level.generators.field import Field
from sandbox.level.generators.ground import FLOOR, GRASS, ROAD, SAND, TREES, WALL, WATER, line_cells, noise, stamp
from sandbox.level.generators.islands import Islands
from sandbox.level.generators.maze import Maze
from sandbox.level.generators.warehouse import Warehouse
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.obstacles import DrawnAs, Obstacle, ring_of_cells
from sandbox.level.rect import Rect
from sandbox.level.terrain import DEFAULT_PALETTE
from sandbox.level.timed import Door, Drift

Point = tuple[float, float]
FOLDER = Path(__file__).parents[1]


def add(level: Level, points: Sequence[Point], name: str = "", origin: DrawnAs | None = None) -> int:
    """Put a polygon into a level under construction; returns its id."""
    number = level.free_id()
    level.polygons[number] = Obstacle(number, ring_of_cells(points), name=name, origin=origin or DrawnAs())
    return number


def round_corners(x: float, y: float, radius: float, corners: int = 24) -> list[Point]:
    """A circle as a ring."""
    turn = 2 * math.pi / corners
    return [(x + radius * math.cos(i * turn), y + radius * math.sin(i * turn)) for i in range(corners)]


def add_circle(level: Level, x: float, y: float, radius: float, name: str = "") -> int:
    """Put a round obstacle into a level."""
    corners = 24
    tolerance = radius * (1 - math.cos(math.pi / corners))
    circle = DrawnAs("circle", (x, y, radius), round(tolerance, 6))
    return add(level, round_corners(x, y, radius, corners), name, circle)


def ends(level: Level, start: Point, goal: Point) -> None:
    """Mark start and goal at the centres of two cells."""
    level.markers["start"] = Marker.at(start[0] + 0.5, start[1] + 0.5)
    level.markers["goal"] = Marker.at(goal[0] + 0.5, goal[1] + 0.5)


def walled(width: int, height: int) -> Level:
    """An empty hall."""
    level = Level.empty(width, height)
    level.terrain[[0, -1], :] = WALL
    level.terrain[:, [0, -1]] = WALL
    return level


def caves() -> Level:
    """Caves, 256²: the everyday case."""
    level = Caves(rock=0.49, scale=3, pools=0.15).generate(256, 256, 11)
    level.title = "Caves"
    level.notes = (
        "Winding caverns, all connected; everything costs the same.\n"
        "Look for: how far A* strays into caverns that end, how few jump points JPS needs for the same path, and "
        "how close HPA* and PRA* come with a fraction of the work. Drag the goal into a dead end and back."
    )
    return level


def maze() -> Level:
    """A nearly perfect maze, 256²: no heuristic helps."""
    level = Maze(corridor=3, wall=1, winding=0.85, loops=0.04).generate(257, 257, 5)
    level.title = "Maze"
    level.notes = (
        "Corridors wind, a few loops are open. The straight-line heuristic says nothing here.\n"
        "Look for: A* expanding nearly as much as Dijkstra; dead ends that JPS still has to scan; an abstraction "
        "that wins by knowing the corridors beforehand. On the mesh the corridors become a chain of few "
        "triangles."
    )
    return level


def city() -> Level:
    """A city of tiles with polygon monuments, 320 × 256."""
    level = City(block=18, street=3, parks=0.2).generate(320, 256, 8)
    for x, y, radius in ((88, 60, 11), (236, 92, 13), (150, 190, 12)):
        ys, xs = np.ogrid[: level.height, : level.width]
        square = (xs + 0.5 - x) ** 2 + (ys + 0.5 - y) ** 2 < (radius + 3) ** 2
        level.terrain[square] = ROAD
        add_circle(level, x, y, radius * 0.45, "fountain")
        for k in range(6):
            angle = 2 * math.pi * (k + 0.25) / 6
            add(
                level,
                stall(x + radius * 0.85 * math.cos(angle), y + radius * 0.85 * math.sin(angle), angle),
                "market stall",
            )
    level.palette = level.palette.changed(GRASS, replace(level.palette[GRASS], cost=1.0))  # lengths stay comparable
    level.title = "City"
    level.notes = (
        "Houses and parks are tiles; the fountains and market stalls on the three round squares are polygons. "
        "All open ground costs the same.\n"
        "Look for: the boulevard against the grain, which octile paths follow in stairs and mesh paths follow "
        "straight; sectors of HPA* whose entrances are the streets; stalls that cost the grid whole cells."
    )
    return level


def stall(x: float, y: float, angle: float) -> list[Point]:
    """A small rectangle turned towards the middle of its square."""
    c, s = math.cos(angle), math.sin(angle)
    corners = ((-1.1, -1.8), (1.1, -1.8), (1.1, 1.8), (-1.1, 1.8))
    return [(x + c * u - s * v, y + s * u + c * v) for u, v in corners]


def archipelago() -> Level:
    """Polygon islands among tile reefs, 256²."""
    level = Islands(count=60, size=20.0, corners=18, roughness=0.7, gap=3.0, shallows=False).generate(256, 256, 21)
    dice = np.random.default_rng(4)
    shoals = np.zeros((256, 256), np.uint8)
    for _ in range(12):
        x, y = dice.integers(24, 232, 2).tolist()
        for _ in range(7):
            nx, ny = (int(np.clip(c + dice.integers(-14, 15), 4, 251)) for c in (x, y))
            stamp(shoals, line_cells((x, y), (nx, ny)), 1, 3)
            x, y = nx, ny
    level.terrain[shoals > 0] = WALL
    clear = [(8, 8), (247, 247)]
    for x, y in clear:
        level.terrain[y - 4 : y + 5, x - 4 : x + 5] = FLOOR
    ends(level, *clear)
    level.title = "Archipelago"
    level.notes = (
        "Islands are polygons with free-standing coasts; the stony reefs between them are tiles.\n"
        "Look for: mesh paths that bend only at real corners while grid paths keep half a cell off every coast; "
        "how the triangulation is coarse on open water and fine along the reefs; visibility lines growing with "
        "every coast in sight."
    )
    return level


def fields() -> Level:
    """Weighted country, 192 × 144."""
    level = Field(swamp=0.26, woods=0.12, roads=3, scale=30.0).generate(192, 144, 6)
    level.title = "Fields"
    level.notes = (
        "Swamp costs 3, shallows 2, grass 1.25, road and bare ground 1; woods and deep water are closed.\n"
        "Look for: the cheapest path leaving the straight line for a road or a bridge. Theta* and the mesh "
        "planners measure length only and are not comparable here; the strip says so. Paint swamp over the bridge "
        "and watch the path give it up."
    )
    return level


def doors() -> Level:
    """Timed doors and a raft, 72 × 48."""
    level = walled(72, 48)
    for x in (18, 36, 54):
        level.terrain[1:-1, x] = WALL
    level.terrain[24, 1:18] = level.terrain[24, 55:71] = WALL
    openings = ((18, 6, 6.0, 3.0, 0.0), (18, 38, 9.0, 3.0, 2.0), (36, 12, 8.0, 4.0, 1.0), (36, 34, 5.0, 2.5, 2.5))
    openings += ((54, 8, 10.0, 5.0, 4.0), (54, 40, 7.0, 3.5, 0.0))
    timed: list[Door | Drift] = []
    for number, (x, y, period, open_for, phase) in enumerate(openings, start=1):
        area = Rect(x, y, x + 1, y + 4)
        level.terrain[y : y + 4, x] = FLOOR
        timed.append(Door(f"door {number}", area, period, open_for, phase))
    for x, y in ((9, 24), (62, 24)):
        level.terrain[y, x - 1 : x + 2] = FLOOR
    raft = add(level, [(23, 20), (31, 20), (32, 24), (31, 28), (23, 28), (22, 24)], "block")
    cart = add(level, [(41, 6), (49, 6), (49, 10), (41, 10)], "cart")
    timed += [Drift("block", raft, ((0.0, 0.0), (0.0, -14.0), (0.0, 14.0), (0.0, 0.0)), 16.0)]
    timed += [Drift("cart", cart, ((0.0, 0.0), (0.0, 30.0)), 12.0, step=0.125)]
    for x, y in ((8, 12), (63, 12), (8, 36), (63, 36)):
        add_circle(level, x + 0.5, y + 0.5, 2.5, "pillar")
    level.timed = tuple(timed)
    ends(level, (4, 4), (67, 43))
    level.title = "Doors"
    level.notes = (
        "Six doors open and close, each with its own period; two polygon blocks drift up and down the middle "
        "halls.\n"
        "Look for: what each change costs every planner: cells of the grid, sectors of HPA*, flips in the mesh. "
        "Play the clock and compare repair with rebuild; stop it while the near door is shut and see which way "
        "round is taken."
    )
    return level


def doorway() -> Level:
    """A jam: two crowds, one door, 48 × 28."""
    level = walled(48, 28)
    level.terrain[1:-1, 23:25] = WALL
    level.terrain[13, 23:25] = FLOOR
    west, east = Rect(2, 4, 12, 24), Rect(36, 4, 46, 24)
    level.markers = {
        "west": Marker.area(MarkerKind.SPAWN, west, target="to the east", agents=40),
        "east": Marker.area(MarkerKind.SPAWN, east, target="to the west", agents=40),
        "to the east": Marker.area(MarkerKind.GOAL, east),
        "to the west": Marker.area(MarkerKind.GOAL, west),
    }
    ends(level, (6, 13), (41, 13))
    level.title = "Doorway"
    level.notes = (
        "Two crowds of forty want through the same door, one cell wide and two deep, in opposite directions.\n"
        "Look for: who yields. Replanning alone jams at once; stop-and-wait lives off luck; pushing clears the "
        "door but not fairly; a planned reservation lets one side through at a time. Widen the door by a cell and "
        "compare."
    )
    return level


def knot() -> Level:
    """A sliding puzzle of agents, 15 × 11."""
    level = Level.empty(15, 11, WALL)
    level.terrain[3:8, 3:12] = FLOOR
    level.terrain[5, 1:3] = level.terrain[5, 12:14] = FLOOR
    level.terrain[1:3, 7] = level.terrain[8:10, 7] = FLOOR
    west, east = Rect(3, 3, 7, 8), Rect(8, 3, 12, 8)
    level.markers = {
        "west": Marker.area(MarkerKind.SPAWN, west, target="to the east", agents=18),
        "east": Marker.area(MarkerKind.SPAWN, east, target="to the west", agents=18),
        "to the east": Marker.area(MarkerKind.GOAL, east),
        "to the west": Marker.area(MarkerKind.GOAL, west),
    }
    ends(level, (3, 5), (11, 5))
    level.title = "Knot"
    level.notes = (
        "Thirty-six agents in a hall of forty-five cells with four dead-end pockets; each half wants to where the "
        "other is, as in a sliding-tile puzzle.\n"
        "Look for: policies that plan each agent alone lock up in the first second and stay so. Progress needs "
        "agents that step back into a pocket to let others pass. Take agents away one by one and find how many a "
        "policy can untie."
    )
    return level


def channels() -> Level:
    """The first channel is the wrong one, 80 × 64."""
    level = Level.empty(80, 64)
    for k in range(9):
        x = 22.0 + 4.5 * k
        top, bottom = (23.0, 38.5) if k % 2 == 0 else (25.5, 41.0)
        lean = 0.6 if k % 2 == 0 else -0.6
        add(level, [(x - lean, top), (x + 1.2 - lean, top), (x + 1.2 + lean, bottom), (x + lean, bottom)], "baffle")
    add(level, [(19, 11), (29, 7.5), (41, 6), (53, 7.5), (63, 11), (63, 23), (19, 23)], "north bank")
    add(level, [(19, 41), (63, 41), (63, 53), (53, 56.5), (41, 58), (29, 56.5), (19, 53)], "south bank")
    ends(level, (5, 31), (74, 31))
    level.title = "Channels"
    level.notes = (
        "Baffles stand between start and goal; the way round outside them is plain.\n"
        "Look for: TA* reaching the goal first through the baffles, for its lower bound sees only how near each "
        "triangle's edge is, not how the path must swing from side to side. Pulled taut, that channel is far "
        "longer than the way round, and TA* goes on until its bound proves so. Naive planning on triangle "
        "midpoints never finds out. Step from the first channel to the last and read the two lengths."
    )
    return level


def flood() -> Level:
    """A* floods: a deep bay before the goal, 192 × 144."""
    width, height = 192, 144
    dice = np.random.default_rng(17)
    rough = noise(dice, width, height, 30) - 0.5
    y, x = np.ogrid[:height, :width]
    along, across = (x + 0.5 - 92) / 74, (y + 0.5 - 72) / 52
    away = np.sqrt(along**2 + across**2) + 0.16 * rough
    shore = (away > 0.88) & (away < 1.0) & ~((along < -0.45) & (np.abs(across + 0.6 * rough) < 0.5))
    codes = np.full((height, width), FLOOR, np.uint8)
    codes[away < 0.88] = SAND
    codes[(away < 0.74) & (along > -0.75)] = FLOOR
    codes[(away > 1.0) & (rough > 0.06)] = GRASS
    codes[(away > 1.06) & (noise(dice, width, height, 9) > 0.68)] = TREES
    rocks = (noise(dice, width, height, 11, 2) > 0.76) & (away < 0.8)
    codes[rocks] = WATER
    codes[shore] = WALL
    for cx, cy in ((52, 72), (178, 72)):
        codes[cy - 3 : cy + 4, cx - 3 : cx + 4] = np.where(
            codes[cy - 3 : cy + 4, cx - 3 : cx + 4] == GRASS, GRASS, FLOOR
        )
    palette = DEFAULT_PALETTE
    for code in (SAND, GRASS):  # for the eye only
        palette = palette.changed(code, replace(palette[code], cost=1.0))
    level = Level(codes, palette=palette)
    ends(level, (52, 72), (178, 72))
    level.title = "Flood"
    level.notes = (
        "The goal lies just behind the far shore of a bay: every step towards it is a step into the trap. "
        "Everything open costs the same; sand and grass are for the eye.\n"
        "Look for: A* filling the whole bay before it leaves by the mouth behind the start; greedy search doing "
        "so too; HPA* seeing from above that the shore is closed. Break a cell out of the shore, and mend it "
        "again."
    )
    return level


def gaps() -> Level:
    """What the grid closes and the mesh does not, 64 × 48."""
    level = walled(64, 48)
    level.terrain[1:-1, 20:22] = WALL
    level.terrain[20:28, 20:22] = FLOOR
    add(level, [(19.0, 19.5), (22.3, 19.5), (22.3, 23.75), (19.0, 23.4)], "left leaf")
    add(level, [(19.0, 24.3), (22.3, 24.25), (22.3, 28.5), (19.0, 28.5)], "right leaf")
    level.terrain[1:4, 20:22] = FLOOR
    for k, (x, y) in enumerate(((34, 8), (38, 14), (33, 20), (39, 26), (34, 32), (38, 38))):
        add_circle(level, x + 0.5, y + 0.5, 2.9, f"pillar {k + 1}")
    add(level, [(46, 5), (49, 5), (52, 22), (47.5, 23.6)], "upper blade")
    add(level, [(47.4, 24.4), (52, 25.5), (49, 43), (46, 43)], "lower blade")
    level.terrain[8:12, 55:60] = level.terrain[36:41, 26:30] = TREES
    ends(level, (6, 24), (57, 24))
    level.title = "Gaps"
    level.notes = (
        "A door ajar, a slalom of pillars, two blades that nearly touch: gaps narrower than a cell.\n"
        "Look for: the grid, which closes every cell a polygon touches, going the long way round by the top; the "
        "mesh going straight through. Then raise the agent's radius: above 0.25 the door is too narrow, above 0.4 "
        "the blades are, and the two worlds agree again."
    )
    return level


def warehouse() -> Level:
    """Two streams in narrow aisles, 98 × 62."""
    level = Warehouse(shelf=8, depth=2, aisle=1, crossing=2, strip=9, missing=0.04, agents=80).generate(98, 62, 3)
    level.title = "Warehouse"
    level.notes = (
        "Shelves in rows; in most aisles two agents cannot pass each other. Eighty start at each side and cross "
        "to the other.\n"
        "Look for: head-on meetings in the aisles and how each policy undoes them; lanes that form by themselves "
        "in the crossings; makespan against sum of costs. Doubling the agents more than doubles the conflicts."
    )
    return level


LEVELS: dict[str, Callable[[], Level]] = {
    made.__name__: made
    for made in (archipelago, caves, channels, city, doors, doorway, fields, flood, gaps, knot, maze, warehouse)
}


def main(names: Sequence[str]) -> None:
    """Write the levels named, or all."""
    for name in names or LEVELS:
        formats.save(LEVELS[name](), FOLDER / f"{name}.json")
        (FOLDER / f"{name}.json~").unlink(missing_ok=True)


if __name__ == "__main__":
    main(sys.argv[1:])
