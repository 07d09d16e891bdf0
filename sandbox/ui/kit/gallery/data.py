"""Tables and trees."""

from __future__ import annotations

import random

from sandbox.ui.kit import Column, Container, Label, Splitter, Table, TableColumn, Tree, TreeNode, Widget


def table_columns() -> list[TableColumn]:
    """Return the columns of a made-up benchmark."""
    return [
        TableColumn("Query", 110, help="The number in the scenario file"),
        TableColumn("Planner", 110, 1),
        TableColumn("Status", 100),
        TableColumn("Cost", 90, number=True, format="{:.2f}".format),
        TableColumn("Expanded", 96, number=True),
        TableColumn("Time (µs)", 96, number=True, format="{:,.1f}".format),
    ]


def table_rows(count: int) -> list[tuple[object, ...]]:
    """Return as many rows."""
    rng = random.Random(1)
    planners = ("A*", "Dijkstra", "JPS", "HPA*", "Theta*", "TRA*")
    rows: list[tuple[object, ...]] = []
    for i in range(count):
        found = rng.random() < 0.95
        cost = rng.random() * 900 if found else None
        status = "found" if found else "no path"
        rows.append((f"query {i:05d}", rng.choice(planners), status, cost, rng.randrange(90_000), rng.random() * 4000))
    return rows


def node_tree() -> list[TreeNode]:
    """Return a game tree that grows as it is unfolded."""
    root = TreeNode("root", "+0.58", icon="crown", open=True)
    root.children = [_move(name, 0) for name in "abcdefg"]
    root.children[3].unfold()
    return [root]


def _move(name: str, depth: int) -> TreeNode:
    rng = random.Random(f"{name}{depth}")
    value = rng.uniform(-1, 1)
    node = TreeNode(name, f"{value:+.2f}", icon="circle-dot", role="text")
    if depth < 6:
        node.grow = lambda: [_move(child, depth + 1) for child in "abcdefg"]
    return node


def data() -> Widget:
    """Return the page."""
    tree = Tree(node_tree())
    full = _titled("100,000 rows: sort, resize, select, copy", Table(table_columns(), table_rows(100_000)))
    empty = Table(table_columns(), placeholder="Run a benchmark to fill this table", height=110)
    left = Column([full, _titled("Empty", empty)], gap=12)
    full.grow = 1
    return Splitter(Container([left], pad=16), Container([_titled("Tree", tree)], pad=16), share=0.68)


def _titled(title: str, child: Widget) -> Column:
    child.grow = child.grow or (0 if child.height else 1)
    return Column([Label(title, style="medium", role="dim"), child], gap=8, grow=1 if child.grow else 0)
