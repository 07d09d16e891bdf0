"""Which open cells hang together, kept true under edits.

Without corner cutting, a diagonal step is never needed to get anywhere: components are those of the four
straight moves. They are found in two storeys, so that an edit touches little:

    cells  ──▶  nodes: the pieces inside each block of 64 × 64 cells   (relabelled where cells flipped)
    nodes  ──▶  components: pieces joined by links across block borders  (joined again if links changed)

Cells that open among neighbours of one piece, or close without parting what is around them, change neither
storey; most painting ends there. After a new join an id goes to the largest part (in pieces) that holds any of it,
and a part takes the first of the ids that went to it, or else a new one; of the blocks outside the edit, only those
with a piece whose id has changed are written again.

Node ids: block · CAPACITY + number in the block (from 1); 0 is a blocked cell. Component ids are from 1,
stable as far as possible, not consecutive.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel

SIDE = 64  # cells of a block
CAPACITY = SIDE * SIDE // 2  # pieces in a block: a chessboard has the most
LINKS = SIDE // 2  # links across one side of a block: every other cell pair open
EAST, SOUTH = 0, 1


class Components(NamedTuple):
    """Both storeys. Read `component`; the rest is the repair's business."""

    width: int  # cells
    height: int  # cells
    across: int  # blocks in a row
    component: NDArray[np.int32]  # [(height + 2) · (width + 2)] component id of a cell; 0 blocked
    node_of_cell: NDArray[np.int32]  # the same shape: node id of a cell; 0 blocked
    nodes: NDArray[np.int32]  # [blocks] pieces in a block
    links: NDArray[np.int32]  # [blocks, EAST or SOUTH, LINKS, 2] node here, node there
    link_count: NDArray[np.int32]  # [blocks, EAST or SOUTH]
    id_of_node: NDArray[np.int32]  # [blocks · CAPACITY + 1] component id; 0 none yet
    root: NDArray[np.int32]  # the same shape: union-find, meaningful during a join; also provisional labels
    weight: NDArray[np.int32]  # the same shape: nodes per root, during a join
    owner: NDArray[np.int32]  # the same shape, by component id: the root that keeps it, during a join
    active: NDArray[np.int32]  # the same shape: all nodes in a row, during a join
    next_id: NDArray[np.int32]  # [1] the next unused component id


def blank_components(width: int, height: int) -> Components:
    """Everything blocked."""
    across, down = -(-width // SIDE), -(-height // SIDE)
    cells, blocks = (width + 2) * (height + 2), across * down
    nodes = blocks * CAPACITY + 1
    return Components(
        width,
        height,
        across,
        component=np.zeros(cells, np.int32),
        node_of_cell=np.zeros(cells, np.int32),
        nodes=np.zeros(blocks, np.int32),
        links=np.zeros((blocks, 2, LINKS, 2), np.int32),
        link_count=np.zeros((blocks, 2), np.int32),
        id_of_node=np.zeros(nodes, np.int32),
        root=np.zeros(nodes, np.int32),
        weight=np.zeros(nodes, np.int32),
        owner=np.zeros(nodes, np.int32),
        active=np.zeros(nodes, np.int32),
        next_id=np.ones(1, np.int32),
    )


@kernel
def repair_inside(cost8: NDArray[np.uint8], parts: Components, box: NDArray[np.int64]) -> bool:
    """Settle cells of a box that opened or closed, if that changes no piece of its block; otherwise False.

    It does not where all that touches them was one piece before, and still hangs together in the box and one cell
    more around. Modified: parts.
    """
    x0, y0 = max(box[0] - 1, 0), max(box[1] - 1, 0)
    x1, y1 = min(box[2] + 1, parts.width), min(box[3] + 1, parts.height)
    width = x1 - x0
    if x0 // SIDE != (x1 - 1) // SIDE or y0 // SIDE != (y1 - 1) // SIDE or width * (y1 - y0) >= CAPACITY:
        return False
    stride = parts.width + 2
    _unite_within(cost8, parts, x0, y0, x1, y1)
    piece, room = 0, -1  # the one piece they were, the one root they have
    stays = False
    for y in range(box[1], box[3]):
        for x in range(box[0], box[2]):
            cell = (y + 1) * stride + x + 1
            if (cost8[cell] > 0) == (parts.node_of_cell[cell] > 0):
                continue
            for k in range(5):  # the cell that flipped, and those beside it
                u, v = x + (k == 1) - (k == 2), y + (k == 3) - (k == 4)
                at = (v + 1) * stride + u + 1
                node = parts.node_of_cell[at]
                if node and (k == 0 or cost8[at]):
                    if piece > 0 and node != piece:
                        return False
                    piece = node
                if cost8[at]:
                    root = _find(parts.root, (v - y0) * width + u - x0)
                    if room >= 0 and root != room:
                        return False
                    room = root
                    stays |= node > 0
    if stays:
        _settle(cost8, parts, box, piece)
    return stays


@kernel
def _unite_within(cost8: NDArray[np.uint8], parts: Components, x0: int, y0: int, x1: int, y1: int) -> None:
    """Join the open cells of a box, numbered by rows from 0. Modified: parts.root."""
    root, width, stride = parts.root, x1 - x0, parts.width + 2
    for y in range(y0, y1):
        for x in range(x0, x1):
            cell, label = (y + 1) * stride + x + 1, (y - y0) * width + x - x0
            root[label] = label
            if cost8[cell] == 0:
                continue
            if x > x0 and cost8[cell - 1]:
                root[label] = _find(root, label - 1)
            if y > y0 and cost8[cell - stride]:
                a, b = _find(root, label), _find(root, label - width)
                root[max(a, b)] = min(a, b)


@kernel
def _settle(cost8: NDArray[np.uint8], parts: Components, box: NDArray[np.int64], node: int) -> None:
    """Write the cells of a box that opened, into one piece, or closed. Modified: parts."""
    for y in range(box[1], box[3]):
        for cell in range((y + 1) * (parts.width + 2) + box[0] + 1, (y + 1) * (parts.width + 2) + box[2] + 1):
            is_open = cost8[cell] > 0
            if is_open != (parts.node_of_cell[cell] > 0):
                parts.node_of_cell[cell] = node if is_open else 0
                parts.component[cell] = parts.id_of_node[node] if is_open else 0


@kernel
def repair_components(cost8: NDArray[np.uint8], parts: Components, box: NDArray[np.int64]) -> None:
    """Follow cells of a box that opened or closed. Modified: parts."""
    first_x, last_x = box[0] // SIDE, (box[2] - 1) // SIDE
    first_y, last_y = box[1] // SIDE, (box[3] - 1) // SIDE
    changed = False
    for by in range(first_y, last_y + 1):
        for bx in range(first_x, last_x + 1):
            changed |= _label(cost8, parts, bx, by)
    for by in range(max(first_y - 1, 0), last_y + 1):
        for bx in range(max(first_x - 1, 0), last_x + 1):
            for side in range(2):
                changed |= _link(parts, bx, by, side)
    if changed:
        _join(parts)
    for by in range(first_y, last_y + 1):
        for bx in range(first_x, last_x + 1):
            _write(parts, bx, by)


@kernel
def _label(cost8: NDArray[np.uint8], parts: Components, bx: int, by: int) -> bool:
    """Find the pieces of a block by rows; True when their number changed. Modified: parts."""
    node_of_cell, root = parts.node_of_cell, parts.root
    stride = parts.width + 2
    base = (by * parts.across + bx) * CAPACITY
    made = 0
    for y in range(by * SIDE, min(by * SIDE + SIDE, parts.height)):
        left = 0
        start = (y + 1) * stride + bx * SIDE + 1
        for cell in range(start, (y + 1) * stride + min(bx * SIDE + SIDE, parts.width) + 1):
            if cost8[cell] == 0:
                node_of_cell[cell] = 0
                left = 0
                continue
            above = node_of_cell[cell - stride] if y > by * SIDE else 0
            if above:
                above = _find(root, above)
                if left and left != above:
                    root[max(left, above)] = min(left, above)
                    above = min(left, above)
                left = above
            elif left == 0:
                made += 1
                left = base + made
                root[left] = left
            node_of_cell[cell] = left
    return _renumber(parts, bx, by, base, made)


@kernel
def _renumber(parts: Components, bx: int, by: int, base: int, made: int) -> bool:
    """Give the pieces consecutive numbers; True when there are more or fewer than before. Modified: parts."""
    node_of_cell, root, weight = parts.node_of_cell, parts.root, parts.weight
    stride = parts.width + 2
    count = 0
    for label in range(base + 1, base + made + 1):  # a root is the smallest label of its piece
        if root[label] == label:
            count += 1
            weight[label] = base + count
        else:
            weight[label] = weight[_find(root, label)]
    if made > 1:
        for y in range(by * SIDE, min(by * SIDE + SIDE, parts.height)):
            start = (y + 1) * stride + bx * SIDE + 1
            for cell in range(start, (y + 1) * stride + min(bx * SIDE + SIDE, parts.width) + 1):
                if node_of_cell[cell]:
                    node_of_cell[cell] = weight[node_of_cell[cell]]
    block = by * parts.across + bx
    before = parts.nodes[block]
    parts.nodes[block] = count
    for label in range(base + count + 1, base + before + 1):
        parts.id_of_node[label] = 0
    return bool(before != count)


@kernel
def _find(root: NDArray[np.int32], node: int) -> int:
    """The root of a node, halving the way there. Modified: root."""
    while root[node] != node:
        root[node] = root[root[node]]
        node = root[node]
    return node


@kernel
def _link(parts: Components, bx: int, by: int, side: int) -> bool:
    """List the node pairs across a block's east or south border; True when they changed. Modified: parts."""
    stride = parts.width + 2
    block = by * parts.across + bx
    edge_x, edge_y = min(bx * SIDE + SIDE, parts.width), min(by * SIDE + SIDE, parts.height)
    if side == EAST:
        here, step, length = (by * SIDE + 1) * stride + edge_x, stride, edge_y - by * SIDE
    else:
        here, step, length = edge_y * stride + bx * SIDE + 1, 1, edge_x - bx * SIDE
    over = 1 if side == EAST else stride
    links = parts.links[block, side]
    count = 0
    running, changed = False, False
    for cell in range(here, here + length * step, step):
        a, b = parts.node_of_cell[cell], parts.node_of_cell[cell + over]
        if a and b and not running:  # one link a run: its cells are of one piece on either side
            changed |= links[count, 0] != a or links[count, 1] != b
            links[count, 0] = a
            links[count, 1] = b
            count += 1
        running = a != 0 and b != 0
    changed |= parts.link_count[block, side] != count
    parts.link_count[block, side] = count
    return bool(changed)


@kernel
def _join(parts: Components) -> None:
    """Join the nodes along all links, and give every component an id. Modified: parts."""
    root, weight, owner, id_of_node, active = parts.root, parts.weight, parts.owner, parts.id_of_node, parts.active
    count = 0
    for block in range(len(parts.nodes)):
        for node in range(block * CAPACITY + 1, block * CAPACITY + parts.nodes[block] + 1):
            active[count] = node
            root[node] = node
            weight[node] = 0
            owner[id_of_node[node]] = 0
            count += 1
    for block in range(len(parts.nodes)):
        for side in range(2):
            for k in range(parts.link_count[block, side]):
                a = _find(root, parts.links[block, side, k, 0])
                b = _find(root, parts.links[block, side, k, 1])
                root[max(a, b)] = min(a, b)
    for k in range(count):
        node = active[k]
        root[node] = _find(root, node)
        weight[root[node]] += 1
    for k in range(count):  # an old id goes to the heaviest of the roots that hold nodes of it
        old, mine = id_of_node[active[k]], root[active[k]]
        if owner[old] == 0 or weight[mine] > weight[owner[old]]:
            owner[old] = mine
    for k in range(count):  # from here, weight[root] is minus the root's id, once it has one
        old, mine = id_of_node[active[k]], root[active[k]]
        if old and owner[old] == mine and weight[mine] > 0:
            weight[mine] = -old
    _name(parts, count)


@kernel
def _name(parts: Components, count: int) -> None:
    """Roots without an id get new ones; blocks with renamed nodes are written. Modified: parts."""
    written = -1
    for k in range(count):
        node = parts.active[k]
        mine = parts.root[node]
        if parts.weight[mine] > 0:
            parts.weight[mine] = -parts.next_id[0]
            parts.next_id[0] += 1
        block = (node - 1) // CAPACITY
        if parts.id_of_node[node] != -parts.weight[mine]:
            parts.id_of_node[node] = -parts.weight[mine]
            written = block
        if written == block and (k + 1 == count or (parts.active[k + 1] - 1) // CAPACITY != block):
            _write(parts, block % parts.across, block // parts.across)


@kernel
def _write(parts: Components, bx: int, by: int) -> None:
    """Write the component of every cell of a block. Modified: parts."""
    stride = parts.width + 2
    for y in range(by * SIDE, min(by * SIDE + SIDE, parts.height)):
        start = (y + 1) * stride + bx * SIDE + 1
        for cell in range(start, (y + 1) * stride + min(bx * SIDE + SIDE, parts.width) + 1):
            parts.component[cell] = parts.id_of_node[parts.node_of_cell[cell]]
