"""Everything selectable is a frozen dataclass in a registry; its fields are its controls.

A planner, policy, game, engine, evaluation or generator is *one* dataclass in *one* file:

    @planners.register("astar", title="A*", paper="Hart, Nilsson, Raphael, IEEE SSC 1968", world="grid")
    @dataclass(frozen=True, slots=True)
    class AStar:
        weight: Annotated[float, Range(1.0, 10.0), Help("1 is optimal; more is greedier")] = 1.0
        moves: Annotated[Literal[4, 8], Help("neighbours of a cell")] = 8

Fields become the controls of the window, the options of the command line, the columns of a benchmark.
Types: bool, int, float, str, a Literal of str or int, or an Enum of str.
"""

from __future__ import annotations

import importlib
import math
import pkgutil
import reprlib
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, asdict, dataclass, field, fields, replace
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from sandbox.errors import BadInput, SandboxError
from sandbox.plugins import plugins

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
C = TypeVar("C", bound=type)
OWN: Final = "own-"  # how the keys of the user's code begin
SHORT: Final = reprlib.Repr()  # of what was found, so that a message stays one line
SHORT.maxstring = SHORT.maxlong = SHORT.maxother = 60


@dataclass(frozen=True, slots=True)
class Range:
    """The values a number may take; `log` asks the window for a logarithmic slider."""

    low: float
    high: float
    step: float | None = None
    log: bool = False


@dataclass(frozen=True, slots=True)
class Help:
    """One sentence, for the tooltip and for `list --json`."""

    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """What a number is counted in, for labels: "cells", "ms", "MB"."""

    name: str


@dataclass(frozen=True, slots=True)
class ChoicesFrom:
    """The choices are the keys of another registry, looked up when asked for (not at import)."""

    keys: Callable[[], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Option:
    """One field of a registered dataclass, as a control."""

    name: str
    kind: Literal["bool", "int", "float", "str", "choice"]
    default: Any
    low: float | None = None
    high: float | None = None
    step: float | None = None
    log: bool = False
    choices: tuple[Any, ...] = ()
    unit: str = ""
    help: str = ""

    @property
    def label(self) -> str:
        """The name as a person reads it."""
        text = self.name.replace("_", " ")
        return text[:1].upper() + text[1:]

    def parse(self, text: str, where: str) -> Any:
        """Turn the text of a command line or a text field into a value, or say what is wrong with it."""
        if self.kind == "bool":
            return self.check(_parse_bool(text), where)
        if self.kind == "choice":
            return self.check({_plain(c): c for c in self.choices}.get(text, text), where)
        try:
            return self.check({"int": int, "float": float, "str": str}[self.kind](text), where)
        except ValueError:
            raise BadInput(where, SHORT.repr(text), self.expectation()) from None

    def check(self, value: Any, where: str) -> Any:
        """Return the value if this option may take it (the choice itself if it is given by its plain value)."""
        if self.kind == "choice":
            for choice in self.choices:
                if value == choice and isinstance(choice, type(value)):
                    return choice
        elif self._accepts(value):
            return value
        raise BadInput(where, SHORT.repr(value), self.expectation())

    def _accepts(self, value: Any) -> bool:
        if self.kind in ("bool", "str"):
            return type(value).__name__ == self.kind
        numeric = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not numeric or (self.kind == "int" and not isinstance(value, int)) or not _is_finite(value):
            return False
        above = self.low is None or value >= self.low
        return above and (self.high is None or value <= self.high)

    def expectation(self) -> str:
        """What this option accepts, in words."""
        if self.kind == "choice":
            return "one of " + ", ".join(map(_plain, self.choices))
        if self.kind == "bool":
            return "on or off"
        noun = {"int": "a whole number", "float": "a number", "str": "text"}[self.kind]
        return noun if self.low is None else f"{noun} from {self.low:g} to {self.high:g}"

    def to_json(self) -> dict[str, Any]:
        """The fields `list --json` promises."""
        return {
            "name": self.name,
            "type": self.kind,
            "default": getattr(self.default, "value", self.default),
            "min": self.low,
            "max": self.high,
            "choices": [getattr(c, "value", c) for c in self.choices],
            "help": self.help,
        }


def spec_of(key: str, options: Iterable[tuple[str, str]]) -> str:
    """One that is registered with what is set, as the command line takes it: KEY:NAME=VALUE."""
    return ":".join([key, *(f"{name}={text}" for name, text in options)])


def _plain(choice: Any) -> str:
    """A choice as a person types it."""
    return str(getattr(choice, "value", choice))


def _is_finite(number: float) -> bool:
    """Whether it is a number that a float can be, too: a whole number of 400 digits cannot."""
    try:
        return math.isfinite(number)
    except OverflowError:
        return False


def _parse_bool(text: str) -> Any:
    words = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}
    return words.get(text.strip().lower(), text)


def options_of(cls: type) -> tuple[Option, ...]:
    """The controls of a registered dataclass, in the order of its fields."""
    return tuple(replace(option, choices=source.keys()) if source else option for option, source in _stated(cls))


def names_of(cls: type) -> frozenset[str]:
    """What the controls of a registered dataclass are called."""
    return frozenset(option.name for option, _ in _stated(cls))


@cache
def _stated(cls: type) -> tuple[tuple[Option, ChoicesFrom | None], ...]:
    """What the fields of a class say, and who knows their choices at the moment: reading it takes milliseconds."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(_option(f, hints[f.name]) for f in fields(cls) if f.init)


def _option(of: Field[Any], hint: Any) -> tuple[Option, ChoicesFrom | None]:
    base, extras = (get_args(hint)[0], get_args(hint)[1:]) if get_origin(hint) is Annotated else (hint, ())
    extra = {type(e): e for e in extras}
    span = asdict(extra[Range]) if Range in extra else {}
    source = extra.get(ChoicesFrom)
    kind, choices = _kind(base, source)
    option = Option(
        name=of.name,
        kind=kind,
        default=_default(of),
        choices=choices,
        unit=extra[Unit].name if Unit in extra else "",
        help=extra[Help].text if Help in extra else "",
        **span,
    )
    return option, source


def _default(of: Field[Any]) -> Any:
    if of.default is not MISSING:
        return of.default
    if of.default_factory is not MISSING:
        return of.default_factory()
    raise SandboxError(f"option {of.name} has no default; every control starts somewhere")


def _kind(base: Any, source: ChoicesFrom | None) -> tuple[Any, tuple[Any, ...]]:
    if source is not None:
        return "choice", ()
    if get_origin(base) is Literal:
        return "choice", get_args(base)
    if isinstance(base, type) and hasattr(base, "__members__"):
        return "choice", tuple(base.__members__.values())
    if base in (bool, int, float, str):
        return base.__name__, ()
    raise SandboxError(f"an option cannot be of type {base!r}")


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """One registered thing: its key, what a person reads, its class, and facts about it (`info`)."""

    key: str
    title: str
    paper: str
    summary: str
    cls: type[T]
    info: Mapping[str, Any]

    @property
    def options(self) -> tuple[Option, ...]:
        """The controls of this thing."""
        return options_of(self.cls)

    @property
    def names(self) -> frozenset[str]:
        """What the controls are called: known without asking other registries for their choices."""
        return names_of(self.cls)

    def create(self, options: Mapping[str, Any] | None = None) -> T:
        """Make one, with every option checked."""
        known = {o.name: o for o in self.options}
        given = (options or {}).items()
        return self.cls(**{n: self._known(n, known).check(v, f"{self.key}.{n}") for n, v in given})

    def parse(self, texts: Mapping[str, str]) -> T:
        """Make one from the texts of a command line."""
        known = {o.name: o for o in self.options}
        return self.cls(**{n: self._known(n, known).parse(t, f"{self.key}.{n}") for n, t in texts.items()})

    def taken(self, text: str) -> tuple[dict[str, Any], str]:
        """The options in front of something else, and that: `NAME=VALUE:NAME=VALUE:REST`, as far as there are any."""
        options, known = dict[str, Any](), {o.name: o for o in self.options}
        while True:
            word, _, rest = text.partition(":")
            name, equals, value = word.partition("=")
            if not (equals and name.replace("-", "_").isidentifier()):
                return options, text
            options[name] = self._known(name, known).parse(value, f"{self.key}.{name}")
            text = rest

    def _known(self, name: str, known: Mapping[str, Option]) -> Option:
        if name not in known:
            raise BadInput(f"{self.key}.{name}", "no such option", "one of " + (", ".join(known) or "none"))
        return known[name]


@dataclass
class Registry(Generic[T]):
    """All things of one kind: what is in `package`, and the entry points of plug-ins.

    All of it is imported when all are asked for. Who asks for one key gets it from the module of that name, if there is
    one: the first frame of the window, and a command that names what it runs, wait for nothing else.

    A key that begins with "own-" names code of the user's; the module `own` makes an entry of it when it is asked for
    by that key (`find_own(key)`), or when all of them are (`find_all_own()`).
    """

    noun: str
    package: str
    entry_point_group: str = ""
    own: str = ""
    _entries: dict[str, Entry[T]] = field(default_factory=dict)
    _searched: bool = False
    _searching: bool = False
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def register(self, key: str, *, title: str, paper: str = "", summary: str = "", **info: Any) -> Callable[[C], C]:
        """Decorate a frozen dataclass to make it selectable; what goes for a whole family says its base, in `facts`."""

        def add(cls: C) -> C:
            clash = self._entries.get(key)
            if clash is not None and _full_name(clash.cls) != _full_name(cls):
                raise SandboxError(f"{self.noun} key {key!r} is taken by {_full_name(clash.cls)}")
            text = summary or (cls.__doc__ or "").strip().split("\n")[0]
            entry: Entry[Any] = Entry(key, title, paper, text, cls, {**getattr(cls, "facts", {}), **info})
            self._entries = self._entries | {key: entry}  # whoever goes through them meanwhile has the old ones
            return cls

        return add

    def drop(self, key: str) -> None:
        """Forget code of the user's that is there no more."""
        self._entries = {known: entry for known, entry in self._entries.items() if known != key}

    def add_own(self) -> list[SandboxError]:
        """Have all of the user's own among the entries; what is wrong with those that are not."""
        self._search()
        return list(importlib.import_module(self.own).find_all_own()) if self.own else []

    def __getitem__(self, key: str) -> Entry[T]:
        if key not in self and self.own and key.startswith(OWN):
            importlib.import_module(self.own).find_own(key)
        if key not in self._entries:
            raise BadInput(self.noun, f"{key!r} is not registered", "one of " + ", ".join(self.keys()))
        return self._entries[key]

    def __iter__(self) -> Iterator[Entry[T]]:
        self._search()
        return iter(sorted(self._entries.values(), key=lambda e: (e.info.get("order", 100), e.key)))

    def __contains__(self, key: str) -> bool:
        if key not in self._entries:
            self._look_for(key)
        if key not in self._entries:
            self._search()
        return key in self._entries

    def of(self, thing: T) -> Entry[T]:
        """What a thing is registered as: that it is there says that its module has been imported."""
        return next(entry for entry in self._entries.values() if entry.cls is type(thing))

    def keys(self) -> tuple[str, ...]:
        """All keys, in the order a person should meet them (`order=` in `register`, then by name)."""
        return tuple(e.key for e in self)

    def _search(self) -> None:
        """Import all there is, once; whoever asks meanwhile waits, but what is being imported may ask back."""
        if self._searched:
            return
        with self._lock:
            if not (self._searched or self._searching):
                self._searching = True
                try:
                    self._import_all()
                    self._searched = True
                finally:
                    self._searching = False

    def _look_for(self, key: str) -> None:
        """Import the module, or package, that has the key's name."""
        if self._searched:
            return
        with self._lock:
            package = importlib.import_module(self.package)
            named = f"{self.package}.{key.replace('-', '_')}"
            for module in pkgutil.iter_modules(package.__path__, self.package + "."):
                if module.name == named:
                    _import_below(importlib.import_module(named))

    def _import_all(self) -> None:
        _import_below(importlib.import_module(self.package))
        if self.entry_point_group:
            for plugin in plugins(self.entry_point_group):
                self._load(plugin)

    def _load(self, plugin: EntryPoint) -> None:
        """A broken plug-in says so, and the rest goes on, even if it wanted to end the program."""
        try:
            plugin.load()
        except BaseException as e:  # noqa: BLE001  (whatever a user's code raises)
            text = f"{self.noun} plug-in {plugin.name} ({plugin.value}) cannot be used: {type(e).__name__}: {e}"
            warnings.warn(text, RuntimeWarning, stacklevel=4)


def _import_below(package: ModuleType) -> None:
    """Import all that is in a package; of a module there is no more."""
    for module in pkgutil.walk_packages(getattr(package, "__path__", ()), package.__name__ + "."):
        importlib.import_module(module.name)


def _full_name(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"
