"""Kernels that come with the package: taken where all agrees, left alone where anything does not."""

import shutil
import sys
import types
from pathlib import Path

import pytest

from sandbox.kernels.compiling import cache as kept
from sandbox.kernels.compiling import packing, prebuilt, target
from sandbox.kernels.jit import JIT_OFF
from tests.kernels.processes import Copy

ROOM = """
    from sandbox.kernels.bits import nth_set
    from sandbox.kernels.jit import kernel, specialise
    import numpy as np

    @kernel
    def weight(x):
        return x

    @kernel
    def total(values):
        result = 0.0
        for i in range(values.size):
            result += weight(values[i]) * 3.0
        return result

    @kernel
    def halved(x):
        return x / 2

    @kernel
    def second(word):
        return nth_set(word, 1)

    total_of_halves = specialise(total, weight=halved)
    VALUES = np.arange(1000) / 7

    def warmups():
        yield "sums", lambda: (total(VALUES), total_of_halves(VALUES))
        yield "bits", lambda: second(np.uint64(12))
"""
ASK = """
    import json, numpy as np
    from sandbox.kernels.jit import compiled, prebuilt
    from sandbox.room import warm
    answers = [warm.total(warm.VALUES), warm.total_of_halves(warm.VALUES), int(warm.second(np.uint64(0b10110)))]
    print(json.dumps([answers, compiled(), prebuilt()]))
"""


PACK = """
    from pathlib import Path
    from sandbox.kernels.compiling import cache, packing
    print(len(packing.pack(Path("compiled"), cache.PACKAGE / "prebuilt", cache.whole()).name))
"""


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """A package that carries its few kernels."""
    if JIT_OFF:
        pytest.skip("nothing is compiled")
    if lacking := target.lacking_here():
        pytest.skip(lacking)
    made = Copy(tmp_path_factory.mktemp("packed"))
    made.write("sandbox/room/__init__.py", "")
    made.write("sandbox/room/warm.py", ROOM)
    assert made.run(ASK, **target.FOR_ALL, NUMBA_CACHE_DIR=str(made.folder / "compiled"))[1:] == [5, 0]
    made.run(PACK)
    return made


@pytest.fixture
def copy(packed, tmp_path):
    """The same elsewhere, with an empty cache of the user's."""
    shutil.copytree(packed.folder / "sandbox", tmp_path / "sandbox")
    made = object.__new__(Copy)
    made.folder, made.cache = tmp_path, tmp_path / "cache"
    return made


def file_of(copy) -> Path:
    return copy.folder / "sandbox" / "prebuilt" / prebuilt.file_name()


@pytest.mark.tour
def test_an_empty_cache_takes_what_came_along_and_compiles_nothing(copy):
    answers, compiled, taken = copy.run(ASK)
    assert (compiled, taken) == (0, 3)
    assert not list(copy.cache.glob("*")), "nothing is written"
    assert copy.run(ASK, SANDBOX_PREBUILT="0") == [answers, 5, 0]
    assert copy.run(ASK) == [answers, 0, 0], "the user's own come first"


def test_where_everything_came_along_there_is_nothing_to_warm(copy):
    script = """
        import json
        from sandbox.kernels import warm
        report = warm.run()
        print(json.dumps([report.already_warm, report.prebuilt, warm.is_warm(), warm.is_stamped()]))
    """
    assert copy.run(script) == [True, 5, True, False]
    assert not list(copy.cache.glob("*"))


HALF = """
    from sandbox.kernels.jit import kernel

    @kernel
    def half(x):
        return x / 2

    def warmups():
        yield "halves", lambda: half(1.0)
"""
MAKE = """
    import json, os
    from pathlib import Path
    from sandbox.kernels import warm
    from sandbox.kernels.compiling import prebuilt
    made = warm.prebuild(Path("store"), processes=1)
    native = warm.run(processes=1, native=True)
    there, os.environ["SANDBOX_PREBUILT"] = [warm.is_stamped(), prebuilt.told()], "store"
    prebuilt._looked.cache_clear()
    print(json.dumps([made.compiled, native.compiled, native.prebuilt, there, prebuilt.told()]))
"""


@pytest.mark.skipif(JIT_OFF or bool(target.lacking_here()), reason="nothing to be compiled for the level")
def test_workers_make_it_in_any_folder_and_leave_the_users_cache_alone(tmp_path):
    made = Copy(tmp_path)
    made.write("sandbox/room/__init__.py", "")
    made.write("sandbox/room/warm.py", HALF)
    assert made.run(MAKE) == [1, 1, 0, [True, "none"], "1 for x86-64-v3"]


def _with_facts(copy, **other):
    """As if it had been built where some fact was another."""
    file, held = file_of(copy), prebuilt.Store(file_of(copy))
    packing_head = {"facts": held.facts | other, "whole": held.whole, "places": held._places, "blocks": held._blocks}
    file.write_bytes(packing._headed(packing_head) + file.read_bytes()[held._start :])


def _truncated(copy):
    file_of(copy).write_bytes(file_of(copy).read_bytes()[:-500])


def _damaged_head(copy):
    content = bytearray(file_of(copy).read_bytes())
    content[60] ^= 1
    file_of(copy).write_bytes(content)


def _damaged_kernel(copy):
    """What unpacks well and is no kernel, under each of their names."""
    file, held = file_of(copy), prebuilt.Store(file_of(copy))
    whole = bytearray(held._block(0))
    for at in range(100, len(whole), 97):
        whole[at] ^= 1
    packed = packing._compressed(bytes(whole))
    head = {"facts": held.facts, "whole": held.whole, "places": held._places, "blocks": [[0, len(packed)]]}
    file.write_bytes(packing._headed(head) + packed)


def _swapped(copy):
    """Sound kernels under each other's names."""
    file, held = file_of(copy), prebuilt.Store(file_of(copy))
    places = list(held._places.values())
    swapped = dict(zip(held._places, places[1:] + places[:1], strict=True))
    head = {"facts": held.facts, "whole": held.whole, "places": swapped, "blocks": held._blocks}
    file.write_bytes(packing._headed(head) + file.read_bytes()[held._start :])


@pytest.mark.parametrize(
    "change", [lambda copy: _with_facts(copy, numba="0.1"), _truncated, _damaged_head, _damaged_kernel, _swapped]
)
def test_what_is_damaged_or_for_others_is_compiled_here(copy, packed, change):
    expected = packed.run(ASK, NUMBA_CACHE_DIR=str(copy.cache / "elsewhere"))
    assert expected[1:] == [0, 3]
    change(copy)
    assert copy.run(ASK) == [expected[0], 5, 0]


def test_libraries_may_lie_in_another_environment(tmp_path, monkeypatch):
    """As in the one that pip makes to build a wheel in."""
    seen = {}
    for name in ("site-packages", "mine"):
        file = tmp_path / name / "helped.py"
        file.parent.mkdir()
        file.write_text("X = 1\n", encoding="utf-8")
        monkeypatch.setitem(sys.modules, "helped", types.SimpleNamespace(__file__=str(file)))
        seen[name] = kept._files("helped")
    assert seen == {"site-packages": (), "mine": (tmp_path.resolve() / "mine" / "helped.py",)}


def test_an_edit_is_compiled_here_and_what_it_does_not_concern_is_not(copy):
    copy.write("sandbox/other/__init__.py", "")
    copy.write(
        "sandbox/other/texts.py", "from sandbox.kernels.jit import kernel\n\n@kernel\ndef one(x):\n    return x\n"
    )
    assert copy.run(ASK)[1:] == [0, 3]
    assert copy.run("from sandbox.kernels import warm; print(int(warm.is_warm()))") == 0
    copy.write("sandbox/room/warm.py", ROOM.replace("* 3.0", "* 4.0"))
    assert copy.run(ASK)[1:] == [5, 0]


@pytest.mark.parametrize("name", ["python", "system", "numba", "llvmlite", "numpy", *prebuilt.VARIABLES])
def test_every_fact_counts(name, monkeypatch):
    monkeypatch.setattr(target, "lacking_here", lambda: "")
    for chosen in target.CHOICE:
        monkeypatch.delenv(chosen, raising=False)
    here = prebuilt.facts()
    assert prebuilt._misfit(here) == ""
    assert prebuilt._misfit(here | {name: "other"}) == f"{name} 'other' there, {here[name]!r} here"
    assert prebuilt._misfit({n: value for n, value in here.items() if n != name}).startswith(f"{name} None there")


def test_who_chooses_a_processor_gets_it(monkeypatch):
    monkeypatch.setenv("NUMBA_CPU_NAME", "skylake")
    assert prebuilt._misfit(prebuilt.facts()) == "NUMBA_CPU_NAME is set"


def test_which_processors_have_the_level():
    able = dict.fromkeys(target.NEEDED, True) | {"avx512f": True}
    assert target.lacking("skylake", able) == ""
    assert target.lacking("ivybridge", able | {"avx2": False, "fma": False}) == "ivybridge has no avx2, fma"
    assert target.lacking("znver2", able) == "znver2 deposits bits slowly"
    assert target.lacking("apple-m1", {}).startswith("apple-m1 has no avx, avx2, bmi")


def test_features_go_by_llvms_names():
    from llvmlite import binding

    known = binding.get_host_cpu_features()
    if known:
        assert set(known) >= target.NEEDED


@pytest.mark.parametrize(
    ("name", "features", "fast"),
    [
        (target.LEVEL, "", True),
        ("generic", "", False),
        ("haswell", "+avx,+bmi2", True),
        ("znver1", "+bmi2", False),
    ],
)
def test_what_is_compiled_for_another_processor_asks_that_one(name, features, fast, monkeypatch):
    import numba

    monkeypatch.setattr(numba.config, "CPU_NAME", name)
    monkeypatch.setattr(numba.config, "CPU_FEATURES", features)
    assert target.deposits_fast() is fast


def test_many_kernels_lie_in_blocks_and_every_one_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(packing, "BLOCK", 1000)
    kernels = {f"{folder}/k{n}.nbc": bytes([n]) * 300 for folder in ("aa", "bb") for n in range(20)}
    for name, content in kernels.items():
        file = tmp_path / "cache" / name.replace("/", "-machine/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    store = prebuilt.Store(packing.pack(tmp_path / "cache", tmp_path / "into", "whole"))
    assert (len(store), store.whole, store.facts) == (40, "whole", prebuilt.facts())
    assert len(store._blocks) == 10
    assert {name: store.content(name) for name in kernels} == kernels
    with pytest.raises(KeyError):
        store.content("aa/k20.nbc")


def test_what_it_is_told(tmp_path, monkeypatch):
    def told(folder):
        prebuilt._looked.cache_clear()
        monkeypatch.setenv(prebuilt.VARIABLE, str(folder))
        return prebuilt.told()

    monkeypatch.setattr(target, "lacking_here", lambda: "")
    for chosen in target.CHOICE:
        monkeypatch.delenv(chosen, raising=False)
    assert [told("0"), told(tmp_path)] == ["none", "none"]
    (tmp_path / "cache" / "aa-machine").mkdir(parents=True)
    (tmp_path / "cache" / "aa-machine" / "k.nbc").write_bytes(b"kernel")
    packing.pack(tmp_path / "cache", tmp_path, kept.whole())
    assert told(tmp_path) == "1 for x86-64-v3"
    packing.pack(tmp_path / "cache", tmp_path, "other sources")
    assert told(tmp_path) == "1 for x86-64-v3, not of all these sources"
    (tmp_path / prebuilt.file_name()).write_bytes(b"nothing of the kind")
    assert told(tmp_path) == "not used: the file is damaged"
    prebuilt._looked.cache_clear()


@pytest.mark.small
def test_a_file_of_another_sign_is_refused_however_sound_the_rest(tmp_path):
    file, content = tmp_path / "some.kernels", packing._compressed(b"abcdef")
    head = {"facts": {}, "whole": "", "places": {"one": [0, 2, 3]}, "blocks": [[0, len(content)]]}
    sound = packing._headed(head) + content
    file.write_bytes(sound)
    assert prebuilt.Store(file).content("one") == b"cde"
    file.write_bytes(sound.replace(prebuilt.SIGN, b"game-ai-sandbox kernels 9\n", 1))
    with pytest.raises(ValueError, match="another kind of file"):
        prebuilt.Store(file)
    file.write_bytes(sound.replace(head_of := sound[len(prebuilt.SIGN) :][:1], bytes([head_of[0] ^ 1]), 1))
    with pytest.raises(ValueError, match="head is damaged"):
        prebuilt.Store(file)
