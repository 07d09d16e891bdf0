"""What is said of a matrix game beside its strategies: its equilibria, and what is crossed out."""

from __future__ import annotations

from sandbox.games.general.library.matrix.reading import Payoffs
from sandbox.gametree.bimatrix.dominance import Game, eliminated
from sandbox.gametree.bimatrix.equilibria import equilibria


def table_text(table: Payoffs) -> str:
    """In two sentences."""
    game = Game(table.first, table.second)
    found, steps = equilibria(game), eliminated(game)[1:]
    names = (table.rows, table.columns)
    crossed = ", then ".join(f"{('row', 'column')[s.player]}'s {names[s.player][s.strategy]}" for s in steps)
    kind = "; degenerate, with all that lies between" if found.degenerate else ""
    dominated = f"Dominated and crossed out: {crossed}." if crossed else "Nothing is dominated."
    return f"Equilibria: {len(found.extreme)}{kind}. {dominated}"
