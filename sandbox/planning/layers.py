"""What an answer shows, made when somebody looks: an answer takes less time than its pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from sandbox.layers import Layer


class OnRequest(Sequence[Layer]):
    """Layers that are made when first looked at.

    What they are made of may have changed by then, through an edit or another query; then there is nothing to see.
    """

    def __init__(self, make: Callable[[], Sequence[Layer]], still_true: Callable[[], bool]) -> None:
        self._make, self._still_true = make, still_true
        self._made: Sequence[Layer] | None = None

    def _layers(self) -> Sequence[Layer]:
        if self._made is None:
            self._made = self._make() if self._still_true() else ()
        return self._made

    @overload
    def __getitem__(self, index: int) -> Layer: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Layer]: ...
    def __getitem__(self, index: int | slice) -> Layer | Sequence[Layer]:
        return self._layers()[index]

    def __len__(self) -> int:
        return len(self._layers())

    def __reduce__(self) -> tuple[type[tuple[Layer, ...]], tuple[list[Layer]]]:
        return tuple, (list(self._layers()),)
