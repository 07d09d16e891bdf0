"""Warm-ups of crowds: a few steps of something tiny."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """One for each kind of crowd."""
    yield "agents on a lattice", _lattice


def _lattice() -> None:
    """Two who cannot pass each other: windows, a deadlock, steps of PIBT, an agent that comes and goes."""
    import numpy as np

    from sandbox.agents.lattice.graph import lattice_of_free
    from sandbox.agents.lattice.windowed import WindowedOptions, new_windowed

    lattice = lattice_of_free(np.ones((1, 4), bool))
    crowd = new_windowed(lattice, np.array([0, 3]), np.array([3, 0]), WindowedOptions(window=4, tries=1))
    crowd.close(1, 2, 3)
    for _ in range(10):
        crowd.advance()
    crowd.remove(1)
    crowd.add(int(np.setdiff1d(np.arange(4), crowd.state.cell)[0]), 0)
