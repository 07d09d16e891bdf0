"""Where compiled kernels are kept, and why a stale one is impossible.

Left to itself, Numba's disk cache notices an edit in the file of the kernel, but not in another file the
kernel calls into, nor a change of NUMBA_BOUNDSCHECK. So every kernel is kept in a folder whose *name* is a digest
over all that it can depend on: the source files it and its callees come from and whatever those import, the
versions of Python and Numba, the CPU and the environment that matters. An edit in the games leaves the
planners' kernels warm. A file that changed after this process started may differ from what the process
imported: what depends on it goes into a private folder, gone with the process. So does everything
when the user's cache folder cannot be written.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import math
import os
import re
import shutil
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from sandbox.kernels.compiling import shortcuts
from sandbox.kernels.compiling.texts import real
from sandbox.kernels.jit import STARTED
from sandbox.settings import cache_folder

PACKAGE = Path(__file__).resolve().parents[2]
WITHOUT_KERNELS = ("ui", "cli", "bench")
RELEVANT = (
    *("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_DISABLE_INTEL_SVML"),
    shortcuts.VARIABLE,
)
CLOCK_TICK = 0.01  # s; file systems' clocks lag behind by as much
KEEP_DAYS = 14
KEEP_BYTES = 400 << 20
GETTING_READY = 60.0  # s at most, before a warm-up counts its seconds: its workers may have used folders by then
BASE_VARIABLE = "NUMBA_CACHE_DIR"
USED = "used"  # a file of every folder of ours, touched at each use

SourceModule = tuple[str, Path]
"""A module that kernels come from: its name, its source."""

_INSIDE = str(PACKAGE) + os.sep
_LIBRARIES = tuple(str(Path(sysconfig.get_path(p)).resolve()) for p in ("stdlib", "purelib", "platlib"))
_INSTALLED = {"site-packages", "dist-packages"}  # of whatever environment: pip builds wheels in one of its own
_IMPORT_FROM = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)", re.MULTILINE)
_IMPORT = re.compile(r"^[ \t]*import[ \t]+([\w., \t]+)", re.MULTILINE)
_WORD = re.compile(r"\w+")


def digest(origins: frozenset[SourceModule] | None = None) -> str:
    """Change whenever a kernel of these origins might; without origins, any kernel of the package."""
    return f"{sources(origins)}-{_machine()}"


@cache
def sources(origins: frozenset[SourceModule] | None = None) -> str:
    """The part of the digest that is the same wherever these sources lie, and on every machine."""
    files = kernel_sources() if origins is None else [str(f) for f in sources_of(file for _, file in origins)]
    names = () if origins is None else sorted(module for module, _ in origins)  # cached code remembers them
    h = hashlib.blake2b(digest_size=10)
    for name in names:
        h.update(name.encode() + b"\0")
    for file in files:
        h.update(_label(file).encode() + b"\0" + _content(file))
    return h.hexdigest()


def whole() -> str:
    """A digest of all sources, and of what every kernel imports of other places, wherever all that lies."""
    return f"{sources()}-{sources(frozenset({('sandbox.kernels.jit', PACKAGE / 'kernels' / 'jit.py')}))}"


@cache
def _content(file: str) -> bytes:
    """A digest of a source as this process first saw it: one lies in the folders of many kernels."""
    with open(file, "rb") as source:  # noqa: PTH123  (hundreds of them at every start)
        return hashlib.blake2b(source.read(), digest_size=16).digest()


@cache
def _machine() -> str:
    """A digest of all that is not source; the CPU's exact features are in the key of each kernel."""
    from llvmlite import binding

    versions = (sys.version, *map(installed, ("numba", "llvmlite", "numpy")))
    facts = (*versions, binding.get_host_cpu_name(), *(os.environ.get(n, "") for n in RELEVANT))
    return hashlib.blake2b("\0".join(facts).encode(), digest_size=5).hexdigest()


def installed(library: str) -> str:
    """Which version, by the folder pip made for it; where there is no such one, `importlib.metadata` takes 20 ms."""
    spec = find_spec(library)
    beside = Path(spec.origin).parents[1] if spec is not None and spec.origin else Path()
    found = [folder.name for folder in beside.glob(f"{library}-*.dist-info")]
    if len(found) == 1:
        return found[0].removeprefix(f"{library}-").removesuffix(".dist-info")
    from importlib.metadata import version

    return version(library)


def _label(file: str) -> str:
    """What a source is called in a digest: its place in the package, wherever that was put."""
    return file.removeprefix(_INSIDE).replace(os.sep, "/") if file.startswith(_INSIDE) else file


def kernel_sources() -> list[str]:
    """Every source of the package whose edit may change a kernel, or what is warmed, in a stable order."""
    return sorted(f"{folder}{os.sep}{name}" for folder, names in _folders() for name in names if _matters(folder, name))


def _folders() -> Iterator[tuple[str, list[str]]]:
    for folder, below, names in os.walk(PACKAGE):
        if "__pycache__" in below:
            below.remove("__pycache__")
        yield folder, names


def _matters(folder: str, name: str) -> bool:
    room = f"{folder}{os.sep}".removeprefix(_INSIDE).partition(os.sep)[0]
    return name.endswith(".py") and (room not in WITHOUT_KERNELS or name == "warm.py")


def sources_of(roots: Iterable[Path]) -> list[Path]:
    """These files and all they import, ours or the user's, in a stable order."""
    found: set[Path] = set()
    waiting = list(roots)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting.extend(_imported_files(file))
    return sorted(found, key=str)


@cache
def _imported_files(file: Path) -> tuple[Path, ...]:
    text = file.read_text(encoding="utf-8", errors="replace")
    return tuple({f for name in _imports(text) for f in _files(name)})


def _imports(text: str) -> Iterator[str]:
    """Names of modules a source may import; too many (from a comment, say) does no harm."""
    for module, names in _IMPORT_FROM.findall(text):
        yield module
        yield from (f"{module}.{name}" for name in _WORD.findall(names))
    for names in _IMPORT.findall(text):
        yield from (words[0] for part in names.split(",") if (words := part.split()))


def _files(module: str) -> tuple[Path, ...]:
    """The source of a module and of the packages it lies in; none for libraries, which have versions."""
    if module == "sandbox" or module.startswith("sandbox."):
        return _own_files(module)
    parts = module.split(".")
    names = (".".join(parts[: n + 1]) for n in range(len(parts)))
    found = (getattr(sys.modules.get(name), "__file__", None) for name in names)
    return tuple(f for known in found if (f := _file_of_user(known or "")) is not None)


@cache
def _own_files(module: str) -> tuple[Path, ...]:
    package = module.rpartition(".")[0]
    above = _own_files(package) if package else ()
    if above and above[-1].name != "__init__.py":
        return above  # it is something in a module, like most that is imported: not looked for on the disk
    file = _own_file(module)
    return above if file is None else (*above, file)


@cache
def _file_of_user(known: str) -> Path | None:
    """A module's source, if it is the user's."""
    file = real(known) if known.endswith(".py") else None
    if file is None or str(file).startswith(_LIBRARIES) or not _INSTALLED.isdisjoint(file.parts):
        return None
    return file


@cache
def _own_file(module: str) -> Path | None:
    stem = f"{PACKAGE.parent}{os.sep}{module.replace('.', os.sep)}"
    candidates = (f"{stem}{os.sep}__init__.py", f"{stem}.py")
    return next((Path(f) for f in candidates if os.path.isfile(f)), None)  # noqa: PTH113  (more than a thousand names)


@cache
def base() -> Path:
    """Under which this process keeps its kernels: the user's cache, or a temporary folder if need be."""
    chosen = os.environ.get(BASE_VARIABLE)
    wanted = Path(chosen) if chosen else cache_folder() / "kernels"
    return wanted if _can_write(wanted) else _temporary()


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _temporary() -> Path:
    """A folder for this process and its children, gone when it ends."""
    made = private()
    os.environ[BASE_VARIABLE] = str(made)
    return made


@cache
def private() -> Path:
    """A folder for this process alone, gone when it ends."""
    made = Path(tempfile.mkdtemp(prefix="game-ai-sandbox-kernels-"))
    atexit.register(_remove_own, made, os.getpid())
    return made


def _remove_own(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # not in a forked child
        shutil.rmtree(folder, ignore_errors=True)


@cache
def folder(origins: frozenset[SourceModule]) -> Path:
    """Where kernels of these origins are kept, once there are any; it is marked as used."""
    if changed(origins):
        return private()
    mine = base() / digest(origins)
    with contextlib.suppress(OSError):
        os.utime(mine / USED)
    return mine


@cache
def changed(origins: frozenset[SourceModule]) -> bool:
    """Whether a source of these may differ from what this process imported."""
    return any(_changed_since_start(f) for f in sources_of(file for _, file in origins))


def _changed_since_start(file: Path) -> bool:
    facts = file.stat()
    return max(facts.st_mtime, facts.st_ctime) > STARTED - CLOCK_TICK


def warm_stamp() -> Path:
    """The file that says: everything these sources need is in the cache."""
    return base() / f"warm-{digest()}.json"


def sweep() -> list[Path]:
    """Remove the folders that were not used for two weeks, and the oldest beyond the size we allow ourselves.

    But what the stamp of these sources vouches for stays: else the next warm-up would compile it again.
    """
    folders = sorted((f for f in base().iterdir() if (f / USED).exists()), key=_last_used, reverse=True)
    horizon, needed = time.time() - KEEP_DAYS * 86400, _vouched_since()
    kept, stale = 0, []
    for f in folders:
        kept += _size(f)
        used = _last_used(f)
        if used < needed and (used < horizon or kept > KEEP_BYTES):
            stale.append(f)
    _remove(stale, keep_ours=needed < math.inf)
    return stale


def _vouched_since() -> float:
    """When the warm-up began that left the stamp of these sources: it used all that it needs. Never: infinity."""
    import json

    try:
        facts = json.loads(warm_stamp().read_text(encoding="utf-8"))
        return warm_stamp().stat().st_mtime - float(facts["seconds"]) - GETTING_READY
    except (OSError, ValueError, TypeError, LookupError):
        return math.inf


def _remove(stale: list[Path], *, keep_ours: bool) -> None:
    """Stamps of other sources go first: they may vouch for what is removed."""
    stamps = base().glob("warm-*.json") if stale else ()
    with contextlib.suppress(OSError):
        for stamp in stamps:
            if not (keep_ours and stamp == warm_stamp()):
                stamp.unlink(missing_ok=True)
    for old in stale:
        shutil.rmtree(old, ignore_errors=True)


def _last_used(folder: Path) -> float:
    try:
        return (folder / USED).stat().st_mtime
    except OSError:  # another process is sweeping too
        return 0.0


def _size(folder: Path) -> int:
    with contextlib.suppress(OSError):
        return sum(f.stat().st_size for f in folder.rglob("*"))
    return 0
