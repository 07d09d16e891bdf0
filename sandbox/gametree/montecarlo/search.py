"""The one text of Monte Carlo tree search: UCT with rapid action values, priors and proven values.

L. Kocsis, C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006 (UCT); R. Coulom, "Efficient
Selectivity and Backup Operators in Monte-Carlo Tree Search", CG 2006 (one new node a simulation); S. Gelly,
D. Silver, "Combining Online and Offline Knowledge in UCT", ICML 2007 (RAVE, priors); M. Winands, Y. Björnsson,
J.-T. Saito, "Monte-Carlo Tree Search Solver", CG 2008 (proven values).

Departs from them in that proven values are the game's own scores, draws included; that a tree may be gone on
with from the position reached since (tree.py); that a prior's virtual
visits come from the evaluation; and that the moves of a rollout are two words, since a move is a bit, which
makes RAVE's bookkeeping one test a child.

The tree is one array of numbers, eight a node (one cache line), children side by side:

    word 0 CHILDREN      first child × 128 + how many; 0 while not expanded (the root is nobody's child)
         1 MOVE     bit index of the move into the node
         2 SCORE    proven score for the player to move at the node, or UNPROVEN; half a point beyond a whole
                    number where it is but a bound: a win found is at least so good, a loss at least so bad
         3 VISITS   simulations through the node
         4 TOTAL    their rewards, -1 … 1 each, for the player who moved *into* the node
         5 PRIOR    what the evaluation thinks TOTAL / VISITS is
         6 AMAF_VISITS, 7 AMAF_TOTAL   the same of simulations in which the move came later (RAVE)
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.games.two_words.rules import ONE, ZERO, Words, evaluate, moves, outcome, play, reward
from sandbox.gametree import work as w
from sandbox.gametree.montecarlo.rollouts import Policy, rollout
from sandbox.gametree.packed_scores import word_of
from sandbox.gametree.values import ONE_HALF
from sandbox.gametree.windowed.nodes import out_of_budget, reached, root_row
from sandbox.kernels.bits import ctz, lowest, popcount
from sandbox.kernels.jit import kernel
from sandbox.kernels.rng import Rng, next_float

UNPROVEN: Final = -32768.0
SHOW_EVERY: Final = 1024
MOST_VISITS, BEST_MEAN, SECURE = range(3)
NEVER: Final = -1e9


Tree = NDArray[np.float64]
CHILDREN, MOVE, SCORE, VISITS, TOTAL, PRIOR, AMAF_VISITS, AMAF_TOTAL = range(8)
NODE: Final = 8


class Wishes(NamedTuple):
    """What the engine's options say."""

    c: float  # exploration
    rave: float  # visits at which RAVE and the mean weigh the same; 0 off
    prior: float  # virtual visits of the evaluation's value; 0 off
    proven: bool
    final: int  # MOST_VISITS, BEST_MEAN, SECURE
    most: float  # the best score there is: a win of that size cannot be bettered


@kernel
def first_of(node: int, tree: Tree) -> int:
    """Where the children begin; 0 when there are none yet."""
    return int(np.int64(tree[node + CHILDREN])) >> 7


@kernel
def count_of(node: int, tree: Tree) -> int:
    """How many children."""
    return int(np.int64(tree[node + CHILDREN])) & 127


@kernel
def move_of(node: int, tree: Tree) -> int:
    """The move into a node."""
    return int(np.int64(tree[node + MOVE]))


@kernel
def blank(tree: Tree, node: int, move: int) -> None:
    """A new node."""
    for word in range(NODE):
        tree[node * NODE + word] = 0.0
    tree[node * NODE + MOVE], tree[node * NODE + SCORE] = float(move), UNPROVEN


@kernel
def expand(
    a: np.uint64, b: np.uint64, legal: np.uint64, at: int, used: int, tree: Tree, wishes: Wishes, work: Words
) -> int:
    """Give the node at `at` its children; how many nodes are used then (as before if there is no room)."""
    count = popcount(legal)
    if (used + count) * NODE > tree.size:
        return used
    tree[at + CHILDREN] = float(used * 128 + count)
    while legal != ZERO:
        move = lowest(legal)
        legal ^= move
        blank(tree, used, ctz(move))
        if wishes.prior > 0.0:
            tree[used * NODE + PRIOR] = judged_move(a, b, move, work)
        used += 1
    return used


@kernel
def judged_move(a: np.uint64, b: np.uint64, move: np.uint64, work: Words) -> float:
    """What the evaluation, or the rules, say of a move: -1 … 1."""
    next_a, next_b = play(a, b, move, work)
    if moves(next_a, next_b, work) == ZERO:
        return -reward(outcome(next_a, next_b, work), work)
    value = float(-evaluate(next_a, next_b, work))
    return value / (abs(value) + ONE_HALF)


@kernel
def select(at: int, tree: Tree, wishes: Wishes, rng: Rng) -> int:
    """The child to simulate next: a proven win at once, a proven loss never, else UCB; a place in the array.

    A child's mean takes in the prior's virtual visits, and RAVE with the weight sqrt(k / (3 n + k)).
    """
    best, most = 0, -math.inf
    spread = wishes.c * wishes.c * math.log(tree[at + VISITS] + 1.0)
    child = first_of(at, tree) * NODE
    for _ in range(count_of(at, tree)):
        score, visits = tree[child + SCORE], tree[child + VISITS] + wishes.prior
        if score not in (UNPROVEN, 0.0):
            if score < 0.0:
                return child
            value = NEVER - score
        elif visits == 0.0:
            value = 1e6 + next_float(rng)
        else:
            a_visit = 1.0 / visits
            mean = (tree[child + TOTAL] + wishes.prior * tree[child + PRIOR]) * a_visit if score != 0.0 else 0.0
            later = tree[child + AMAF_VISITS]
            if later > 0.0:
                share = math.sqrt(wishes.rave / (3.0 * visits + wishes.rave))
                mean += share * (tree[child + AMAF_TOTAL] / later - mean)
            value = mean + math.sqrt(spread * a_visit)
        if value > most:
            best, most = child, value
        child += NODE
    return best


@kernel
def is_bound(score: float) -> bool:
    """Whether a proven score only says "at least so good" or "at least so bad"."""
    return score != math.floor(score)


@kernel
def prove(at: int, tree: Tree, wishes: Wishes) -> None:
    """A node is proven when a child is lost for the other side, or when all children are proven."""
    best, all_exact, all_proven = UNPROVEN, True, True
    child = first_of(at, tree) * NODE
    for _ in range(count_of(at, tree)):
        score = tree[child + SCORE]
        if score == UNPROVEN:
            all_proven = False
        else:
            best = max(best, -score)
            all_exact &= not is_bound(score)
        child += NODE
    if best > UNPROVEN and (all_proven or best > 0.0):
        whole = float(np.int64(best))  # towards zero
        exact = (all_proven and all_exact) or abs(whole) >= wishes.most or whole == 0.0
        tree[at + SCORE] = whole if exact else whole + math.copysign(0.5, whole)


@kernel
def learn_amaf(at: int, mine: np.uint64, result: float, tree: Tree) -> None:
    """All moves as first: credit each child whose move its player made later in the simulation."""
    child = first_of(at, tree) * NODE
    for _ in range(count_of(at, tree)):
        if (mine >> np.uint64(move_of(child, tree))) & ONE != ZERO:
            tree[child + AMAF_VISITS] += 1.0
            tree[child + AMAF_TOTAL] += result
        child += NODE


@kernel
def back_up(
    last: int, result: float, mine: np.uint64, others: np.uint64, tree: Tree, wishes: Wishes, work: Words
) -> None:
    """Carry a result (for the side to move at the path's end) to the root; what each side played goes along."""
    below_proven = tree[np.int64(work[w.PATH + last]) + SCORE] != UNPROVEN
    for step in range(last, -1, -1):
        at = int(np.int64(work[w.PATH + step]))
        if wishes.rave > 0.0:
            learn_amaf(at, mine, result, tree)
            mine, others = others | (ONE << np.uint64(move_of(at, tree))), mine
        if below_proven and step < last and tree[at + SCORE] == UNPROVEN:
            prove(at, tree, wishes)
            below_proven = tree[at + SCORE] != UNPROVEN
        tree[at + VISITS] += 1.0
        tree[at + TOTAL] -= result
        result = -result


@kernel
def final_choice(tree: Tree, wishes: Wishes) -> int:
    """The root move to play: a proven win, else by the final-move rule; a proven loss last."""
    best, most = 0, -math.inf
    child = first_of(0, tree) * NODE
    for _ in range(count_of(0, tree)):
        visits, score = tree[child + VISITS], tree[child + SCORE]
        mean = tree[child + TOTAL] / visits if visits > 0.0 else -1.0
        value = mean if wishes.final == BEST_MEAN else visits
        if wishes.final == SECURE:
            value = mean - 1.0 / math.sqrt(visits + 1.0)
        if score not in (UNPROVEN, 0.0):
            value = -1e12 * score
        if value > most:
            best, most = child, value
        child += NODE
    return best


@kernel
def show_tree(tree: Tree, wishes: Wishes, used: int, work: Words) -> None:
    """Write the root rows, the best move, and the line of most visits below each root move, if there was one visit."""
    if tree[CHILDREN] == 0.0:
        return
    work[w.SEQUENCE] += ONE
    child = first_of(0, tree) * NODE
    for _ in range(count_of(0, tree)):
        index = move_of(child, tree)
        root_row(index, tree[child + VISITS], tree[child + TOTAL], work)
        row = w.ROOT + index * w.ROOT_STRIDE
        score = -tree[child + SCORE]
        if score != -UNPROVEN:
            bounded = w.BOUND_LOWER if score > 0.0 else w.BOUND_UPPER
            work[row + w.ROOT_VALUE] = word_of(int(np.int64(score)))
            work[row + w.ROOT_BOUND] = np.uint64(bounded if is_bound(score) else w.BOUND_EXACT)
            work[row + w.ROOT_PROVEN] = np.uint64(not is_bound(score))
        work[row + w.ROOT_PV_LENGTH] = np.uint64(show_line(child, index, tree, work))
        child += NODE
    index = move_of(final_choice(tree, wishes), tree)
    work[w.BEST] = np.uint64(index) + ONE
    work[w.VALUE] = work[w.ROOT + index * w.ROOT_STRIDE + w.ROOT_VALUE]
    work[w.TREE_NODES] = np.uint64(used)
    work[w.SIMULATIONS] = work[w.NODES]
    work[w.SEQUENCE] += ONE


@kernel
def most_visited(at: int, tree: Tree) -> int:
    """The child most simulations went through, or 0."""
    best, most = 0, 0.0
    child = first_of(at, tree) * NODE
    for _ in range(count_of(at, tree)):
        if tree[child + VISITS] > most:
            best, most = child, tree[child + VISITS]
        child += NODE
    return best


@kernel
def show_line(at: int, index: int, tree: Tree, work: Words) -> int:
    """Follow the most visited children; the length of the line."""
    line = w.ROOT_PV + index * w.LINE
    work[line] = np.uint64(index)
    length = 1
    at = most_visited(at, tree)
    while at != 0 and length < w.LINE:
        work[line + length] = np.uint64(move_of(at, tree))
        length += 1
        at = most_visited(at, tree)
    return length


@kernel
def grow(a0: np.uint64, b0: np.uint64, wishes: Wishes, policy: Policy, tree: Tree, work: Words, rng: Rng) -> int:
    """Simulate until the budget is spent or the root is proven; the number of nodes.

    Goes on with a tree of TREE_NODES nodes, or begins one if that is zero.
    """
    used = int(np.int64(work[w.TREE_NODES]))
    if used == 0:
        blank(tree, 0, 0)
        used = 1
    while not out_of_budget(work) and tree[SCORE] == UNPROVEN:
        a, b, at, depth = a0, b0, 0, 0
        work[w.PATH] = ZERO
        while True:
            # 1 Expansion, on a node's second visit (the root's first), or as soon as there is room
            if tree[at + CHILDREN] == 0.0 and tree[at + SCORE] == UNPROVEN and (at == 0 or tree[at + VISITS] > 0.0):
                legal = moves(a, b, work)
                if legal != ZERO:
                    used = expand(a, b, legal, at, used, tree, wishes, work)
            if tree[at + CHILDREN] == 0.0 or tree[at + SCORE] != UNPROVEN or depth >= w.MAX_PLY - 2:
                break
            # 2 Selection
            at = select(at, tree, wishes, rng)
            a, b = play(a, b, ONE << np.uint64(move_of(at, tree)), work)
            depth += 1
            work[w.PATH + depth] = np.uint64(at)
            if tree[at + VISITS] == 0.0:
                break
        # 3 Simulation
        mine, others = ZERO, ZERO
        if tree[at + SCORE] == UNPROVEN and wishes.proven and moves(a, b, work) == ZERO:
            tree[at + SCORE] = float(outcome(a, b, work))
        if tree[at + SCORE] != UNPROVEN:
            result = reward(int(np.int64(tree[at + SCORE])), work)
            work[w.TERMINALS] += ONE
        else:
            result, mine, others = rollout(a, b, policy, work, rng)
            work[w.LEAVES] += ONE
        reached(depth, work)
        # 4 Back-propagation
        back_up(depth, result, mine, others, tree, wishes, work)
        work[w.NODES] += ONE
        if work[w.NODES] % np.uint64(SHOW_EVERY) == ZERO:
            show_tree(tree, wishes, used, work)
    show_tree(tree, wishes, used, work)
    return used
