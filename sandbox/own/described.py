"""What a source offers, asked of a process that reads it; and a registered dataclass made of that."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, make_dataclass
from typing import Annotated, Any, ClassVar, Final, Literal

from sandbox.own.child import Child
from sandbox.own.failures import OwnCodeFailed
from sandbox.own.folder import Source, sources
from sandbox.registry import Help, Option, Range, Unit

KINDS_OF_VALUE: Final = {"bool": bool, "int": int, "float": float, "str": str}
PARTS: Final = ",:"  # between keys, and between a key and its options
AT_ONCE: Final = 4  # files read side by side


@dataclass(frozen=True, slots=True)
class Described:
    """One thing a source offers."""

    source: Source
    kind: str
    title: str
    paper: str
    summary: str
    seconds: float
    optimal: bool
    any_angle: bool
    options: tuple[Option, ...]
    rule: str = ""  # of contact: a policy's


_known: dict[Source, tuple[Described, ...] | OwnCodeFailed] = {}
_lock = threading.Lock()


def described(source: Source) -> tuple[Described, ...]:
    """What a source offers, asked once of each version. Raises OwnCodeFailed if it cannot be read."""
    with _lock:
        known = _known.get(source)
    if known is None:
        known = _asked(source)
        with _lock:
            _known[source] = known
    if isinstance(known, OwnCodeFailed):
        raise known.with_traceback(None)
    return known


def all_described(of: Iterable[Source] | None = None) -> list[tuple[Source, tuple[Described, ...] | OwnCodeFailed]]:
    """The same for all sources there are, or what is wrong with each."""
    listed = list(sources() if of is None else of)
    if not listed:
        return []
    from concurrent.futures import ThreadPoolExecutor  # 2 ms of a start that needs it for the user's own code only

    with ThreadPoolExecutor(AT_ONCE) as readers:
        return list(zip(listed, readers.map(_or_trouble, listed), strict=True))


def _or_trouble(source: Source) -> tuple[Described, ...] | OwnCodeFailed:
    try:
        return described(source)
    except OwnCodeFailed as trouble:
        return trouble


def _asked(source: Source) -> tuple[Described, ...] | OwnCodeFailed:
    if parts := sorted(set(source.name) & set(PARTS)):
        return OwnCodeFailed(source.shown, f"{parts[0]!r} in its name parts words of commands", "another name")
    child = Child(source)
    try:
        answer = child.ask({"do": "describe"})
        assert answer is not None
        return tuple(_read(source, offer) for offer in answer["offers"])
    except OwnCodeFailed as trouble:
        return trouble
    finally:
        child.end()


def _read(source: Source, said: Mapping[str, Any]) -> Described:
    options = tuple(Option(**{**option, "choices": tuple(option["choices"])}) for option in said["options"])
    return Described(
        source, str(said["kind"]), str(said["title"]), str(said["paper"]), str(said["summary"]),
        float(said["seconds"]), bool(said.get("optimal")), bool(said.get("any_angle")), options,
        str(said.get("rule", "")),
    )  # fmt: skip


class Own:
    """What is made of a description, beside its options; sent to another process of ours, it is made there again."""

    what: ClassVar[Described]

    @staticmethod
    def again(key: str, options: dict[str, Any]) -> Any:
        """The same in another process, which reads the source itself."""
        raise NotImplementedError

    @property
    def own_options(self) -> dict[str, Any]:
        """The options' values."""
        return {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]

    def __reduce__(self) -> tuple[Any, ...]:
        return self.again, (self.what.source.key, self.own_options)


def class_of(base: type, what: Described) -> type:
    """A frozen dataclass with the user's options, on `base`, which has all else; its `what` is the description."""
    members = [(option.name, _hint(option), field(default=option.default)) for option in what.options]
    name = f"{what.kind} {what.source.name}"
    text = {"what": what, "__module__": base.__module__, "__doc__": what.summary or what.title}
    return make_dataclass(name, members, bases=(base,), namespace=text, frozen=True)


def _hint(option: Option) -> Any:
    """An annotation that `registry.options_of` reads as the same option."""
    base: Any = KINDS_OF_VALUE.get(option.kind) or Literal[option.choices]
    extras: list[Any] = [Help(option.help), Unit(option.unit)]
    if option.low is not None and option.high is not None:
        extras.append(Range(option.low, option.high, option.step, option.log))
    for extra in extras:
        base = Annotated[base, extra]
    return base
