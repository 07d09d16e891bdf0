"""Warm-ups of crowds: a few steps of something tiny."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """One for each kind of crowd."""
    yield "agents on a lattice", _lattice


def _lattice() -> None:
    """Two who cannot pass each other: windows, a deadlock, steps of PIBT; one with another goal, and then a wall."""
    import numpy as np

    from sandbox.agents.lattice.graph import lattice_of_free
    from sandbox.agents.lattice.windowed import WindowedOptions, new_windowed

    lattice = lattice_of_free(np.ones((1, 4), bool))
    crowd = new_windowed(lattice, np.array([0, 3]), np.array([3, 0]), WindowedOptions(window=4, tries=1))
    crowd.close(1, 2, 3)
    for _ in range(10):
        crowd.advance()
    free = np.ones((3, 3), bool)
    crowd = new_windowed(lattice_of_free(free), np.array([0]), np.array([3]))
    crowd.advance()
    crowd.aim(0, 2)
    free[1, 1] = False
    crowd.follow(lattice_of_free(free))
