"""What convex faces have to be, checked half-edge by half-edge."""

import numpy as np

from sandbox.mesh.arrays import NONE, TRIANGLES
from sandbox.mesh.faces import MOST_SIDES


def rim_of(faces, h):
    """The half-edges around a face."""
    rim = [h]
    while (after := int(faces.after[rim[-1]])) != h:
        rim.append(after)
    return rim


def turn(mesh, a, b, c):
    """Positive where the way over the starts of three half-edges is convex."""
    (ax, ay), (bx, by), (cx, cy) = mesh.xy[mesh.org[[a, b, c]]].tolist()
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx)


def doubled_area(mesh, rim):
    x, y = mesh.xy[mesh.org[rim]].T
    return int((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())


def are_convex_and_make_up_the_free_space(mesh, faces, ways_out):
    count = int(mesh.counts[TRIANGLES])
    free = np.flatnonzero((mesh.depth[:count] == 0) & (mesh.org[: 3 * count : 3] != NONE))
    area = 0
    for f in np.unique(faces.face[free]).tolist():
        rim = rim_of(faces, int(faces.rim[f]))
        area += doubled_area(mesh, rim)
        assert 3 <= len(rim) <= MOST_SIDES
        assert len(rim) == faces.sides[f]
        assert all(faces.face[h // 3] == f for h in rim)
        assert len({ways_out[h // 3] == NONE for h in rim}) == 1
        assert all(turn(mesh, a, b, c) >= 0 for a, b, c in zip(rim, rim[1:] + rim[:1], rim[2:] + rim[:2], strict=True))
    assert area == sum(doubled_area(mesh, [3 * t, 3 * t + 1, 3 * t + 2]) for t in free.tolist())


def leave_no_edge_that_could_go(mesh, faces, ways_out):
    edges = range(3 * int(mesh.counts[TRIANGLES]))
    rims = {h: rim_of(faces, h) for h in edges if faces.after[h] != NONE and mesh.org[h] != NONE}
    for h, mine in rims.items():
        e = int(mesh.twin[h])
        if mesh.con[h] != 0 or mesh.depth[h // 3] != 0 or len(mine) + len(rims[e]) - 2 > MOST_SIDES:
            continue
        if (ways_out[h // 3] == NONE) != (ways_out[e // 3] == NONE):
            continue
        yours = rims[e]
        assert turn(mesh, mine[-1], h, yours[2 % len(yours)]) < 0 or turn(mesh, yours[-1], e, mine[2 % len(mine)]) < 0
