"""Where things of the user's lie, where things we ship lie, and the settings that are remembered."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from platformdirs import PlatformDirs

from sandbox.errors import BadInput
from sandbox.files import write_atomically

PACKAGE = Path(__file__).resolve().parent
_DIRS = PlatformDirs("game-ai-sandbox", appauthor=False)

THEMES = ("dark", "light", "projector")
SCALES = (0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
WINDOW_SIDES = (100, 8192)  # pixels
LONGEST_QUOTE = 40  # letters of a wrong value that are shown

T = TypeVar("T")


def cache_folder() -> Path:
    """Things that can be made again: compiled kernels, thumbnails."""
    return _of_user("user_cache_dir")


def data_folder() -> Path:
    """Things of the user's: autosaves, recordings, results."""
    return _of_user("user_data_dir")


def config_file() -> Path:
    """The remembered settings."""
    return _of_user("user_config_dir") / "settings.json"


def _of_user(kind: str) -> Path:
    """A folder of the user's; without a home it would be "~" in the folder we happen to be in, or nowhere."""
    with contextlib.suppress(RuntimeError):
        if (folder := Path(getattr(_DIRS, kind))).is_absolute():
            return folder
    _take_temporary_home()
    return _of_user(kind)


def _take_temporary_home() -> None:
    """A private folder for this process and its children, gone when it ends."""
    made = tempfile.mkdtemp(prefix="game-ai-sandbox-home-")
    os.environ["HOME"] = made
    owner = os.getpid()
    atexit.register(lambda: shutil.rmtree(made, ignore_errors=True) if os.getpid() == owner else None)
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print("no home folder is known: set HOME; until then nothing is kept from start to start", file=sys.stderr)


@cache
def levels_folder() -> Path:
    """The example levels."""
    return _shipped("levels")


@cache
def assets_folder() -> Path:
    """Fonts, icons, themes, weights, openings."""
    return _shipped("assets")


def _shipped(name: str) -> Path:
    """A folder of data: beside the package in a checkout, inside it when installed."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


# What may be remembered: each reads a value as it stands in the file, or says what it expected


class Unfit(ValueError):
    """A value is not what was expected; the words say what that is."""


def word(*choices: str) -> Callable[[object], str]:
    """One of some words."""

    def read(value: object) -> str:
        known: str = _checked(value, isinstance(value, str) and value in choices, "one of " + ", ".join(choices))
        return known

    return read


def number(low: float, high: float) -> Callable[[object], float]:
    """A number in a range."""

    def read(value: object) -> float:
        fits = isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high
        return float(_checked(value, fits, f"a number from {low:g} to {high:g}"))

    return read


def size(value: object) -> tuple[int, int]:
    """Width and height of a window, in pixels."""
    low, high = WINDOW_SIDES
    sides = value if isinstance(value, (list, tuple)) else ()
    fits = len(sides) == 2 and all(type(v) is int and low <= v <= high for v in sides)
    width, height = _checked(sides, fits, f"width and height from {low} to {high}")
    return width, height


def text(value: object) -> str:
    """What may be a file's name, in any letters or none."""
    known: str = _checked(value, isinstance(value, str) and "\0" not in value, "text")
    with contextlib.suppress(UnicodeEncodeError):
        os.fsencode(known)
        return known
    raise Unfit("text")


def texts(value: object) -> tuple[str, ...]:
    """A list of them."""
    return tuple(map(text, _checked(value, isinstance(value, (list, tuple)), "a list of texts")))


def lists_of_texts(value: object) -> Mapping[str, Sequence[str]]:
    """A list of them for each name."""
    known = _checked(value, isinstance(value, dict), "an object of lists of texts")
    return {text(name): texts(entries) for name, entries in known.items()}


def small_numbers(value: object) -> Mapping[str, int]:
    """A number from 0 to 7 for each name."""
    known = _checked(value, isinstance(value, dict), "an object of numbers")
    fits = all(type(number) is int and 0 <= number <= 7 for number in known.values())
    _checked(value, fits, "an object of numbers from 0 to 7")
    return {text(name): number for name, number in known.items()}


def _checked(value: Any, fits: bool, expected: str) -> Any:
    if not fits:
        raise Unfit(expected)
    return value


class Remembered(Generic[T]):
    """One thing `Settings` remembers: what it is until somebody chooses, and how its value is read."""

    def __init__(self, default: T, read: Callable[[object], T]) -> None:
        self.default, self.read = default, read

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, settings: Settings, owner: type) -> T:
        value: T = settings.values.get(self.name, self.default)
        return value

    def __set__(self, settings: Settings, value: T) -> None:
        settings.values[self.name] = self.read(value)


class Settings:
    """What is remembered from one start to the next. A broken file is set aside, never fatal; saving is atomic."""

    theme = Remembered(THEMES[0], word(*THEMES))
    scale = Remembered(1.0, number(SCALES[0], SCALES[-1]))
    window = Remembered((1440, 900), size)
    tab = Remembered("maps", text)
    level = Remembered("", text)
    recent = Remembered[Sequence[str]]((), texts)
    scenarios = Remembered[Sequence[str]]((), texts)
    planners = Remembered[Sequence[str]]((), texts)  # those ticked
    planner_options = Remembered[Mapping[str, Sequence[str]]]({}, lists_of_texts)
    planner_colours = Remembered[Mapping[str, int]]({}, small_numbers)  # which of a theme's colours for lines
    crowds = Remembered[Mapping[str, Sequence[str]]]({}, lists_of_texts)
    boards = Remembered("", text)  # the game, players and options, as JSON
    keys = Remembered[Mapping[str, Sequence[str]]]({}, lists_of_texts)

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or config_file()
        self.remarks: list[str] = []  # what could not be used, one line each
        self.values: dict[str, Any] = {}
        for key, value in self._stored().items():
            self._take(key, value)

    def save(self) -> bool:
        """Write to disk; False when the disk refuses (the values stay in memory)."""
        try:
            write_atomically(self.path, json.dumps(self.values, indent=2, sort_keys=True).encode())
        except OSError:
            return False
        return True

    def _take(self, key: str, value: object) -> None:
        """Keep a stored value if it is what it should be; what we do not know may be a later version's."""
        known = vars(Settings).get(key)
        try:
            self.values[key] = known.read(value) if isinstance(known, Remembered) else value
        except Unfit as unfit:
            self.refuse(key, value, str(unfit))

    def refuse(self, key: str, value: object, expected: str) -> None:
        """Forget a stored value that is not what was expected, and remark on it."""
        self.values.pop(key, None)
        found = json.dumps(value)
        found = found if len(found) <= LONGEST_QUOTE else found[:LONGEST_QUOTE] + "..."
        self.remarks.append(f"{BadInput(f'{self.path}: {key}', found, expected)}; the default is taken")

    def _stored(self) -> dict[str, Any]:
        try:
            values = json.loads(self.path.read_text(encoding="utf-8")) if self.path.is_file() else {}
        except OSError as error:
            self.remarks.append(f"{self.path}: {error.strerror or error}; the defaults are taken")
            return {}
        except (ValueError, RecursionError):
            values = None
        return values if isinstance(values, dict) else self._set_aside()

    def _set_aside(self) -> dict[str, Any]:
        """Keep what cannot be understood for its owner, and begin anew."""
        aside = self.path.with_suffix(".broken.json")
        self.remarks.append(f"{self.path}: no settings in JSON; kept as {aside.name}, and the defaults are taken")
        with contextlib.suppress(OSError):
            self.path.replace(aside)
        return {}
