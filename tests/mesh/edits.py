"""Random edits of a triangulation, for soaks: crowded on a small grid, so that everything meets everything."""

import numpy as np

from sandbox.errors import BadInput
from sandbox.mesh.check import problems
from sandbox.mesh.triangulation import Triangulation

GRID = 40
MOST_OWNERS = 14
MOST_POINTS = 15


class RandomEdits:
    """A world and someone who keeps changing it."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.world = Triangulation((0, 0, GRID, GRID))
        self.owners: list[int] = []
        self.points: list[int] = []
        self.refused = self.crossings = 0

    def step(self) -> None:
        """One edit: a point, a wall, a star, a crooked ring, a dragged polygon, or something taken out."""
        edits = (self.add_point, self.add_wall, self.add_star, self.add_crooked, self.reshape, self.drop_owner)
        try:
            (*edits, self.drop_point)[self.rng.integers(7)]()
        except BadInput:
            self.refused += 1
        self.crossings += self.world.report.crossings

    def add_point(self) -> None:
        if len(self.points) == MOST_POINTS:
            self.drop_point()
        self.points.append(self.world.add_point(*map(int, self.somewhere(1)[0])))

    def add_wall(self) -> None:
        self.make_room()
        self.owners.append(self.world.add_wall(self.somewhere(int(self.rng.integers(2, 5)))))

    def add_star(self) -> None:
        self.make_room()
        self.owners.append(self.world.add_polygon([self.star()]))

    def add_crooked(self) -> None:
        self.make_room()
        self.owners.append(self.world.add_polygon([self.somewhere(int(self.rng.integers(3, 6)))]))

    def reshape(self) -> None:
        closed = [o for o in self.owners if self.world.shapes[o].closed]
        if closed:
            owner = closed[self.rng.integers(len(closed))]
            self.owners.remove(owner)
            self.world.replace(owner, [self.star()])
            self.owners.append(owner)

    def drop_owner(self) -> None:
        if self.owners:
            self.world.remove(self.owners.pop(self.rng.integers(len(self.owners))))

    def drop_point(self) -> None:
        if self.points:
            self.world.remove_point(self.points.pop(self.rng.integers(len(self.points))))

    def make_room(self) -> None:
        if len(self.owners) == MOST_OWNERS:
            self.drop_owner()

    def somewhere(self, count: int) -> np.ndarray:
        """Points of the grid; now and then all in one cluster, or on one line."""
        spread = int(self.rng.choice((2, 5, GRID)))
        corner = self.rng.integers(0, GRID - spread + 1, 2)
        points = corner + self.rng.integers(0, spread + 1, (count, 2))
        if self.rng.random() < 0.1:
            points[:, 1] = points[0, 1]
        return points.astype(np.int32)

    def star(self) -> np.ndarray:
        n = int(self.rng.integers(3, 9))
        centre, radius = self.rng.integers(0, GRID + 1, 2), self.rng.integers(1, 15)
        angle = np.sort(self.rng.random(n)) * 2 * np.pi
        ring = centre + radius * np.column_stack((np.cos(angle), np.sin(angle)))
        return np.clip(np.rint(ring), 0, GRID).astype(np.int32)

    def clear(self) -> None:
        """Take everything out again."""
        while self.owners:
            self.drop_owner()
        while self.points:
            self.drop_point()


def soak(seed: int, edits: int, every: int) -> RandomEdits:
    """So many edits, checked every so often and at the end, when everything is gone."""
    person = RandomEdits(seed)
    for i in range(edits):
        person.step()
        if i % every == 0:
            assert problems(person.world.mesh) == [], f"after edit {i} of seed {seed}"
    person.clear()
    assert problems(person.world.mesh) == []
    assert person.world.report.triangles == 2
    return person
