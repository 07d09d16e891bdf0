"""Matrix games: every equilibrium of the literature's, degenerate ones too; against supports and programmes."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from sandbox.errors import BadInput
from sandbox.games.general.api import general_games
from sandbox.games.general.library.matrix.reading import read, shipped
from sandbox.gametree.api import Limits
from sandbox.gametree.bimatrix.dominance import Game, eliminated, secured
from sandbox.gametree.bimatrix.equilibria import equilibria
from sandbox.gametree.bimatrix.vertices import dot, solved
from sandbox.gametree.general.api import general_engines
from sandbox.gametree.general.engines.nash import game_of

pytestmark = pytest.mark.small


def of_text(text: str) -> Game:
    return game_of(read(text, "test"))


def of_file(name: str) -> Game:
    return game_of(read(shipped()[name].read_text(encoding="utf-8"), name))


def mixtures(game: Game) -> set[Any]:
    return {(e.row, e.column) for e in equilibria(game).extreme}


def random_game(seed: int, *, spread: int, largest: int = 4) -> Game:
    rng = random.Random(seed)
    rows, columns = rng.randint(1, largest), rng.randint(1, largest)
    both = [[[Fraction(rng.randint(-spread, spread)) for _ in range(columns)] for _ in range(rows)] for _ in range(2)]
    return Game(*both)


def is_equilibrium(game: Game, x: Any, y: Any) -> bool:
    """Every strategy that is played is a best response."""
    mine = [dot(line, y) for line in game.first]
    yours = [dot(line, x) for line in game.seen_by(1)]
    return all(m == max(mine) for m, p in zip(mine, x, strict=True) if p) and all(
        m == max(yours) for m, p in zip(yours, y, strict=True) if p
    )


def by_supports(game: Game) -> set[Any]:
    """Equilibria with supports of one size: all there are, if the game is not degenerate."""
    rows, columns = game.shape
    found = set()
    for k in range(1, min(rows, columns) + 1):
        for I, J in product(combinations(range(rows), k), combinations(range(columns), k)):
            y = _mixture([[game.first[i][j] for j in J] for i in I])
            x = _mixture([[game.second[i][j] for i in I] for j in J])
            if x is None or y is None:
                continue
            X = tuple(dict(zip(I, x, strict=True)).get(i, Fraction(0)) for i in range(rows))
            Y = tuple(dict(zip(J, y, strict=True)).get(j, Fraction(0)) for j in range(columns))
            if is_equilibrium(game, X, Y):
                found.add((X, Y))
    return found


def _mixture(lines: list[list[Fraction]]) -> Any:
    """What makes all lines equally good."""
    least = min(min(line) for line in lines)
    weights = solved([[x - least + 1 for x in line] for line in lines])
    return None if weights is None or min(weights) < 0 else [w / sum(weights) for w in weights]


def test_the_literatures() -> None:
    third = (Fraction(1, 3),) * 3
    assert mixtures(of_file("rock-paper-scissors")) == {(third, third)}
    assert mixtures(of_file("prisoners-dilemma")) == {((0, 1), (0, 1))}
    one, two = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
    mixed = (Fraction(9, 10), Fraction(1, 10))
    assert mixtures(of_file("chicken")) == {(one, two), (two, one), (mixed, mixed)}
    apart = ((Fraction(3, 5), Fraction(2, 5)), (Fraction(2, 5), Fraction(3, 5)))
    assert mixtures(of_file("battle-of-the-sexes")) == {(one, one), (two, two), apart}
    ((row, column),) = mixtures(of_file("penalty-kick"))
    assert [round(float(row[0]), 4), round(float(column[0]), 4)] == [0.3854, 0.4199]
    for name in shipped():
        assert not equilibria(of_file(name)).degenerate


def test_a_degenerate_game_is_named_and_its_continua_are_told() -> None:
    found = equilibria(of_text("1,1 1,1 0,0; 1,1 0,0 1,1"))
    assert found.degenerate
    assert len(found.extreme) == 4
    assert sum(not s.single for s in found.subsets) == 3
    assert len(found.components) == 1
    every = equilibria(of_text("0 0; 0 0"))
    (whole,) = every.subsets
    assert (len(whole.rows), len(whole.columns)) == (2, 2)
    # Avis et al. 2010, their example: a 3 x 2 game with a component that is no point
    threshold = equilibria(of_text("3,3 3,3; 2,2 5,6; 0,3 6,1"))
    assert threshold.degenerate
    assert [[len(s.rows), len(s.columns)] for s in threshold.subsets if not s.single] == [[1, 2]]


def test_random_games_have_the_equilibria_that_supports_give() -> None:
    plain = 0
    for seed in range(150):
        game = random_game(seed, spread=20)
        found = equilibria(game)
        assert found.extreme
        assert all(is_equilibrium(game, e.row, e.column) for e in found.extreme)
        if not found.degenerate:
            plain += 1
            assert mixtures(game) == by_supports(game), seed
            assert len(found.extreme) % 2 == 1  # Wilson 1971
    assert plain > 100


def test_in_degenerate_games_every_equilibrium_lies_in_a_subset() -> None:
    many = 0
    for seed in range(150):
        game = random_game(seed, spread=1, largest=3)
        found = equilibria(game)
        many += found.degenerate
        assert by_supports(game) <= {(e.row, e.column) for e in found.extreme} or all(
            _within(found, x, y) for x, y in by_supports(game)
        )
        for subset in found.subsets:  # any mixture of the ones against any of the others
            x, y = _mean(subset.rows), _mean(subset.columns)
            assert is_equilibrium(game, x, y)
    assert many > 50


def _mean(vectors: Any) -> Any:
    return tuple(sum(column, Fraction(0)) / len(vectors) for column in zip(*vectors, strict=True))


def _within(found: Any, x: Any, y: Any) -> bool:
    return any(_hull(s.rows, x) and _hull(s.columns, y) for s in found.subsets)


def _hull(vectors: Any, point: Any) -> bool:
    """Whether a point is a mixture of some others: a linear programme."""
    equal = np.vstack([np.array(vectors, float).T, np.ones(len(vectors))])
    found = linprog(np.zeros(len(vectors)), A_eq=equal, b_eq=np.append(np.array(point, float), 1.0))
    return bool(found.status == 0)


def test_dominated_strategies_are_those_of_a_programme_and_crossed_out_step_by_step() -> None:
    crossed = 0
    for seed in range(80):
        game = random_game(seed, spread=5)
        steps = eliminated(game)
        for before, step in pairwise(steps):
            payoffs = game.part(*before.left).seen_by(step.player)
            names = before.left[step.player]
            loser = payoffs[names.index(step.strategy)]
            shares = {names.index(k): share for k, share in step.by}
            assert sum(shares.values()) == 1
            for j, lost in enumerate(loser):
                assert sum(share * payoffs[k][j] for k, share in shares.items()) > lost
            crossed += 1
        left = game.part(*steps[-1].left)
        for player in (0, 1):
            matrix = np.array(left.seen_by(player), float)
            for i in range(len(matrix)):
                others = np.delete(matrix, i, axis=0)
                if len(others):
                    assert _margin(others - matrix[i]) < 1e-7, seed
    assert crossed > 50
    three = of_text("3,1 0,1 ; 0,1 3,1 ; 1,1 1,1")  # only a mixture of the first two is better than the third
    (_, step) = eliminated(three)
    assert (step.strategy, dict(step.by)) == (2, {0: Fraction(1, 2), 1: Fraction(1, 2)})


def _margin(gains: Any) -> float:
    """What the row player of a zero-sum game can be sure of."""
    rows, columns = gains.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.c_[-gains.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[np.append(np.ones(rows), 0.0)],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return float(-found.fun)


def test_zero_sum_values_are_those_of_a_programme() -> None:
    for seed in range(60):
        game = random_game(seed, spread=9)
        value, mixture = secured(game.first)
        assert float(value) == pytest.approx(_margin(np.array(game.first, float)), abs=1e-7)
        assert sum(mixture) == 1
        worths = {e.worth[0] for e in equilibria(Game(game.first, [[-x for x in row] for row in game.first])).extreme}
        assert worths == {value}


def test_what_is_too_large_is_refused_in_one_line() -> None:
    rng = random.Random(1)
    large = Game(*[[[Fraction(rng.randint(0, 99)) for _ in range(12)] for _ in range(12)] for _ in range(2)])
    with pytest.raises(BadInput, match="smaller game"):
        equilibria(large)


def test_the_column_player_does_not_see_what_was_chosen() -> None:
    game = general_games["matrix"].create({"file": "chicken"})
    face = game.face()
    for engine in (general_engines["nash"].create(), general_engines["nash"].create({"seed": 3})):
        found = [engine.search(game, face.play(face.start(), row), Limits()) for row in ("swerve", "straight")]
        assert found[0].best == found[1].best
        assert found[0].rows == found[1].rows
