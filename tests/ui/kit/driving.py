"""Doing what a person does: clicks, keys, typing."""

from sandbox.ui.kit import Key, Mods, Pointer, Root, Text, Wheel, Widget

NO_MODS = Mods()


def click(root: Root, at: Widget | tuple[int, int], *, button: int = 1, clicks: int = 1, mods: Mods = NO_MODS) -> None:
    """Move to a widget's middle or a point, press and release."""
    x, y = at if isinstance(at, tuple) else at.rect.center
    root.dispatch(Pointer("move", x, y))
    root.dispatch(Pointer("down", x, y, button, clicks, mods))
    root.dispatch(Pointer("up", x, y, button, clicks, mods))
    root.paint()


def drag(root: Root, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Press at a point, move, release at another."""
    root.dispatch(Pointer("move", *start))
    root.dispatch(Pointer("down", *start, 1))
    root.dispatch(Pointer("move", (start[0] + end[0]) // 2, (start[1] + end[1]) // 2))
    root.dispatch(Pointer("move", *end))
    root.dispatch(Pointer("up", *end, 1))
    root.paint()


def press(root: Root, *combos: str) -> None:
    """Press keys, each given with its modifiers."""
    for combo in combos:
        *mods, name = combo.split("+")
        held = Mods("Ctrl" in mods, "Shift" in mods, "Alt" in mods)
        root.dispatch(Key(combo, name, held))
        root.dispatch(Key(combo, name, held, down=False))
    root.paint()


def write(root: Root, text: str) -> None:
    """Type letters, as the keyboard tells them: a key, then the text."""
    for char in text:
        root.dispatch(Key(char.upper(), char.upper()))
        root.dispatch(Text(char))
    root.paint()


def wheel(root: Root, at: Widget, dy: float, *, shift: bool = False) -> None:
    """Turn the wheel over a widget."""
    root.dispatch(Wheel(*at.rect.center, 0.0, dy, Mods(shift=shift)))
    root.paint()
