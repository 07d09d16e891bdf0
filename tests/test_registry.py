"""Registered dataclasses, their fields as controls."""

import sys
import threading
import time
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.metadata import EntryPoint
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import registry as module
from sandbox.errors import BadInput, SandboxError
from sandbox.registry import ChoicesFrom, Help, Option, Range, Registry, Unit, options_of

pytestmark = pytest.mark.small


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Gadget:
    """Does things.

    And more.
    """

    size: Annotated[int, Range(1, 9), Unit("cells"), Help("how big")] = 3
    weight: Annotated[float, Range(0.5, 2.0, step=0.5, log=True)] = 1.0
    loud: bool = False
    name: str = "it"
    moves: Annotated[Literal[4, 8], Help("neighbours")] = 8
    colour: Colour = Colour.RED
    friend: Annotated[str, ChoicesFrom(lambda: ("near", "far"))] = "near"
    free: float = 0.0
    made: int = field(default_factory=lambda: 7)
    hidden: int = field(default=1, init=False)


def _new(package="tests.oracles", group=""):
    return Registry("gadget", package, group)


@pytest.fixture
def gadgets():
    registry = _new()
    registry.register("gadget", title="A gadget", paper="Somebody, 1999", world="grid", order=2)(Gadget)
    return registry


def _options():
    return {o.name: o for o in options_of(Gadget)}


def test_fields_become_options_in_their_order():
    options = _options()
    assert list(options) == ["size", "weight", "loud", "name", "moves", "colour", "friend", "free", "made"]
    kinds = [o.kind for o in options.values()]
    assert kinds == ["int", "float", "bool", "str", "choice", "choice", "choice", "float", "int"]
    assert options["size"] == Option("size", "int", 3, low=1, high=9, unit="cells", help="how big")
    assert options["weight"].step == 0.5
    assert options["weight"].log
    assert options["friend"].choices == ("near", "far")
    assert options["made"].default == 7
    assert options["size"].label == "Size"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("size", "9", 9),
        ("weight", "1e0", 1.0),
        ("loud", "Yes", True),
        ("loud", " off ", False),
        ("name", "any thing", "any thing"),
        ("moves", "4", 4),
        ("colour", "blue", Colour.BLUE),
        ("friend", "far", "far"),
        ("free", "-3", -3.0),
    ],
)
def test_texts_become_values(gadgets, name, text, value):
    made = getattr(gadgets["gadget"].parse({name: text}), name)
    assert made == value
    assert type(made) is type(value)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("size", "10", "a whole number from 1 to 9"),
        ("size", "2.5", "a whole number from 1 to 9"),
        ("weight", "nan", "a number from 0.5 to 2"),
        ("weight", "heavy", "a number from 0.5 to 2"),
        ("free", "nan", "a number"),
        ("free", "inf", "a number"),
        ("loud", "perhaps", "on or off"),
        ("moves", "6", "one of 4, 8"),
        ("moves", "four", "one of 4, 8"),
        ("colour", "green", "one of red, blue"),
        ("friend", "", "one of near, far"),
    ],
)
def test_what_is_wrong_with_a_text_is_said(gadgets, name, text, expected):
    with pytest.raises(BadInput) as refusal:
        gadgets["gadget"].parse({name: text})
    assert str(refusal.value).replace("'", "") == f"gadget.{name}: {text}, expected {expected}"


@pytest.mark.parametrize("name", ["size", "weight", "free", "loud", "moves", "colour"])
def test_four_hundred_digits_are_refused_in_a_short_line(gadgets, name):
    for digits in (400, 5000):  # more than a float holds; more than Python reads
        with pytest.raises(BadInput, match=rf"gadget\.{name}: .*expected") as refusal:
            gadgets["gadget"].parse({name: "9" * digits})
        assert len(str(refusal.value)) < 160
    with pytest.raises(BadInput):
        gadgets["gadget"].create({name: 10**400})


@pytest.mark.parametrize(
    ("name", "value"),
    [("size", True), ("size", 3.0), ("weight", "1"), ("loud", 1), ("name", 5), ("moves", 8.0), ("moves", True)],
)
def test_values_of_another_type_are_refused(gadgets, name, value):
    with pytest.raises(BadInput, match=rf"gadget\.{name}: {value!r}, expected"):
        gadgets["gadget"].create({name: value})


def test_values_make_a_gadget(gadgets):
    made = gadgets["gadget"].create({"size": 2, "weight": 1, "colour": "blue"})
    assert made == Gadget(size=2, weight=1, colour=Colour.BLUE)
    assert made.colour is Colour.BLUE
    assert gadgets["gadget"].create() == Gadget()


def test_an_unknown_option_is_named(gadgets):
    for make in (gadgets["gadget"].create, gadgets["gadget"].parse):
        with pytest.raises(BadInput, match=r"gadget\.bulk: no such option, expected one of size, weight"):
            make({"bulk": "1"})


@given(st.integers(), st.floats(), st.booleans(), st.text())
def test_check_accepts_exactly_what_parse_can_say(whole, number, switch, text):
    options = _options()
    for name, value in {"size": whole, "free": number, "loud": switch, "name": text}.items():
        try:
            options[name].check(value, "")
        except BadInput:
            with pytest.raises(BadInput):
                options[name].parse(str(value), "")
        else:
            assert options[name].parse(str(value), "") == value


def test_json_is_plain():
    json = _options()["colour"].to_json()
    assert json == {
        "name": "colour",
        "type": "choice",
        "default": "red",
        "min": None,
        "max": None,
        "choices": ["red", "blue"],
        "help": "",
    }
    assert type(json["default"]) is str
    assert type(json["choices"][0]) is str


def test_an_option_needs_a_default_and_a_type_with_a_control():
    @dataclass
    class NoDefault:
        size: int

    @dataclass
    class NoControl:
        size: complex = 0j

    with pytest.raises(SandboxError, match="option size has no default"):
        options_of(NoDefault)
    with pytest.raises(SandboxError, match="cannot be of type"):
        options_of(NoControl)


def test_entries_are_found_by_key_and_met_in_order(gadgets):
    gadgets.register("aaa", title="Last", summary="Own words.")(Gadget)
    assert gadgets.keys() == ("gadget", "aaa")
    entry = gadgets["gadget"]
    assert (entry.title, entry.paper, entry.summary) == ("A gadget", "Somebody, 1999", "Does things.")
    assert entry.info["world"] == "grid"
    assert gadgets["aaa"].summary == "Own words."
    assert "gadget" in gadgets
    assert "widget" not in gadgets
    with pytest.raises(BadInput, match="gadget: 'widget' is not registered, expected one of gadget, aaa"):
        gadgets["widget"]


class Hot:
    """What goes for a family of gadgets."""

    facts = {"needs": "power", "strength": 3}  # noqa: RUF012


def test_what_goes_for_a_family_says_its_base_and_a_member_may_say_otherwise(gadgets):
    gadgets.register("toaster", title="Toaster", strength=5)(type("Toaster", (Hot,), {}))
    gadgets.register("iron", title="Iron")(type("Iron", (Hot,), {}))
    assert dict(gadgets["toaster"].info) == {"needs": "power", "strength": 5}
    assert dict(gadgets["iron"].info) == {"needs": "power", "strength": 3}


def test_a_taken_key_is_refused_by_name(gadgets):
    other = type("Gadget", (), {"__module__": "elsewhere"})
    with pytest.raises(SandboxError, match=r"gadget key 'gadget' is taken by tests\.test_registry\.Gadget"):
        gadgets.register("gadget", title="Another")(other)
    gadgets.register("gadget", title="The same again")(Gadget)  # a module that was imported anew
    assert gadgets["gadget"].title == "The same again"


SLOW = """
import time
from tests.test_registry import FOUND, Gadget
assert list(FOUND[0]) is not None  # asking back while being imported does no harm
time.sleep(0.3)
FOUND[0].register("late", title="Late")(Gadget)
"""
FOUND = []


@pytest.fixture
def package(tmp_path, monkeypatch):
    folder = tmp_path / "rummage"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "tests.test_registry", sys.modules[__name__])
    yield folder
    for name in [n for n in sys.modules if n.split(".")[0] == "rummage"]:
        del sys.modules[name]


def test_a_package_is_searched_when_first_asked_and_others_wait(package):
    (package / "slow.py").write_text(SLOW, encoding="utf-8")
    registry = _new("rummage")
    FOUND[:] = [registry]
    seen = []
    threads = [threading.Thread(target=lambda: seen.append(registry.keys())) for _ in range(2)]
    for t in threads:
        t.start()
        time.sleep(0.05)
    for t in threads:
        t.join()
    assert seen == [("late",), ("late",)]


def test_a_search_that_failed_is_not_taken_for_a_search(package):
    (package / "broken.py").write_text("1 / 0", encoding="utf-8")
    registry = _new("rummage")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            registry.keys()


def test_a_broken_plug_in_says_so_and_the_rest_goes_on(package, monkeypatch):
    points = [EntryPoint("mine", "rummage.missing:Thing", "group")]
    monkeypatch.setattr(module, "plugins", lambda group: points if group == "group" else [])
    registry = _new("rummage", "group")
    registry.register("gadget", title="A gadget")(Gadget)
    with pytest.warns(RuntimeWarning, match=r"gadget plug-in mine \(rummage.missing:Thing\) cannot be used: ModuleNot"):
        assert registry.keys() == ("gadget",)


@pytest.mark.parametrize("end", ["SystemExit(3)", "KeyboardInterrupt", "GeneratorExit", "BaseException('all')"])
def test_a_plug_in_that_would_end_the_program_does_not(package, monkeypatch, end):
    (package.parent / "plug.py").write_text(f"raise {end}\n", encoding="utf-8")
    points = [EntryPoint("mine", "plug:Thing", "group")]
    monkeypatch.setattr(module, "plugins", lambda group: points if group == "group" else [])
    registry = _new("rummage", "group")
    registry.register("gadget", title="A gadget")(Gadget)
    with pytest.warns(RuntimeWarning, match=r"cannot be used: (SystemExit|Keyboard|Generator|BaseException)"):
        assert registry.keys() == ("gadget",)


LISTED = """
from tests.test_registry import FOUND, Gadget
FOUND[0].register({key!r}, title="Found")(type({name!r}, (Gadget,), {{"__module__": __name__}}))
"""


def test_who_names_one_gets_the_module_of_its_name_and_no_other(package):
    folder = package / "deep_one"
    folder.mkdir()
    (folder / "__init__.py").touch()
    files = {"deep_one/inner.py": "deep-one", "zig_zag.py": "zig-zag", "elsewhere.py": "odd", "zz.py": "zz"}
    for file, key in files.items():
        (package / file).write_text(LISTED.format(key=key, name=file), encoding="utf-8")
    registry = FOUND[0] = _new("rummage")
    here = lambda: {name for name in sys.modules if name.startswith("rummage.")}  # noqa: E731
    assert "zig-zag" in registry
    assert here() == {"rummage.zig_zag"}
    assert registry["deep-one"].title == "Found"
    assert here() == {"rummage.zig_zag", "rummage.deep_one", "rummage.deep_one.inner"}
    assert registry["odd"].key == "odd"  # not in a module of its name: looked for everywhere
    assert registry.keys() == ("deep-one", "odd", "zig-zag", "zz")
    with pytest.raises(BadInput, match="expected one of deep-one, odd, zig-zag, zz"):
        registry["__init__"]


def test_a_thing_knows_its_entry_and_names_ask_nobody_for_choices():
    asked = []

    @dataclass(frozen=True)
    class Choosy:
        friend: Annotated[str, ChoicesFrom(lambda: asked.append(1) or ("near",))] = "near"

    registry = _new()
    registry.register("choosy", title="Choosy")(Choosy)
    entry = registry.of(Choosy())
    assert (entry.key, entry.names, asked) == ("choosy", {"friend"}, [])
    assert [option.name for option in entry.options] == ["friend"]
    assert asked
