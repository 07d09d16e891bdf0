"""Connected cells by plain breadth-first search."""

from collections import deque


def flood(free, start):
    """All cells (x, y) reachable from one over edges."""
    seen, todo = {start}, deque([start])
    height, width = len(free), len(free[0])
    while todo:
        x, y = todo.popleft()
        for nx, ny in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= nx < width and 0 <= ny < height and free[ny][nx] and (nx, ny) not in seen:
                seen.add((nx, ny))
                todo.append((nx, ny))
    return seen
