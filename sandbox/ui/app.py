"""The window and its loop: sleep until something happens, then repaint what changed, 60 times a second at most."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sandbox
from sandbox.errors import SandboxError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandbox.ui.jobs import WarmState
    from sandbox.ui.tabs import Tab

SMALLEST = (960, 600)
PATHS_SECONDS = 300.0  # the longest that paths, or a move, are waited for
SETTLE_SECONDS = 60.0  # the longest a picture of the window waits for searches and compilers
FIRST = {"boards": "first_move", "crowds": "first_run"}  # what is awaited on a tab
BACKEND_ADVICE = (
    "no display to open a window on; without one, use the commands: "
    "plan, bench, solve, match, render, generate, ... (see --help)"
)


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks of the window."""

    tab: str = ""
    level: str = ""
    game: str = ""
    frames: int = 0
    shot: str = ""
    theme: str = ""
    scale: float = 0.0
    size: tuple[int, int] | None = None
    lesson: str = ""
    until: str = ""  # "paths": what the tab's `awaited` names is there

    @property
    def measured(self) -> bool:
        """Whether nobody sits at the window: it closes by itself, and remembers nothing."""
        return bool(self.frames or self.shot or self.until)


def prepare_sdl() -> None:
    """Settings that must stand before SDL starts, but for those the kit knows."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")  # there is no sound here, and its start-up may complain


def run(request: Request) -> int:
    """Open the window and stay until it closes."""
    prepare_sdl()
    if not has_display():
        if not request.measured:
            raise SandboxError(BACKEND_ADVICE)
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    if not getattr(pygame, "IS_CE", False):
        raise SandboxError(
            "plain pygame is installed over pygame-ce; fix it with: "
            "pip uninstall -y pygame pygame-ce && pip install pygame-ce"
        )
    try:
        app = App(request)
    except pygame.error as error:
        if not request.measured:
            raise SandboxError(f"{BACKEND_ADVICE} ({error})") from None
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        app = App(request)
    return app.run()


def has_display() -> bool:
    """Whether there is a screen: without one, SDL on Linux would open a window nobody can see."""
    if sys.platform != "linux" or os.environ.get("SDL_VIDEODRIVER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@dataclass
class Meter:
    """Times of frames, for --frames."""

    cpu_ms: list[float] = field(default_factory=list)
    wall_ms: list[float] = field(default_factory=list)
    first_frame_ms: float = 0.0
    _last: float = 0.0

    def add(self, began: float, cpu: float) -> None:
        """A frame: when it began, and the processor's seconds that it took."""
        self.cpu_ms.append(cpu * 1000)
        if self._last:
            self.wall_ms.append((began - self._last) * 1000)
        self._last = began

    def report(self, facts: Mapping[str, Any]) -> str:
        """The one JSON line."""
        mine = {
            "frames": len(self.cpu_ms),
            "first_frame_ms": round(self.first_frame_ms, 1),
            "frame_cpu_ms": quantiles(self.cpu_ms),
            "frame_wall_ms": quantiles(self.wall_ms),
        }
        return json.dumps(mine | dict(facts))


@dataclass
class Arrivals:
    """When what a person waits for came, for `--until paths`."""

    began: float = field(default_factory=time.perf_counter)  # with the first frame
    ms: dict[str, float] = field(default_factory=dict)
    first: dict[str, Any] = field(default_factory=dict)  # what had been compiled until the first came

    def look(self, awaited: Mapping[str, bool], state: WarmState) -> bool:
        """Note what has come; True as long as something is to be waited for."""
        spent = time.perf_counter() - self.began
        for name, there in awaited.items():
            if there and name not in self.ms:
                self.first = self.first or {"compiled": state.compiled, "cpu_s": round(state.cpu, 2)}
                self.ms[name] = round(1000 * spent, 1)
        return not all(awaited.values()) and spent < PATHS_SECONDS

    def report(self, first: str) -> dict[str, Any]:
        """The first of them, each of them, and the kernels and the processor's seconds that the first took."""
        earliest = min(self.ms.values(), default=None)
        times = {f"{first}_{name}": value for name, value in self.first.items()}
        return {f"{first}_ms": earliest, **times} | ({"paths_ms": self.ms} if first == "first_path" else {})


def quantiles(values: list[float]) -> dict[str, float]:
    """Median, 99th percentile, largest."""
    ordered = sorted(values) or [0.0]
    at = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    return {name: round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3) for name, share in at.items()}


class App:
    """One window, its services and its shell."""

    def __init__(self, request: Request) -> None:
        from sandbox.settings import Settings, assets_folder
        from sandbox.ui.kit import Host, Root, load_look
        from sandbox.ui.kit.system.screen import fitting
        from sandbox.ui.services import Services
        from sandbox.ui.shell import Shell
        from sandbox.ui.warmer import Warmer

        self.request = request
        self.settings = Settings()
        self._take_wishes()
        size = request.size or (lambda: fitting(self.settings.window))  # known once the screen is
        self.host = Host("Game AI Sandbox", size, wm_class="game-ai-sandbox")
        width, height = self.host.window.size
        self.host.window.minimum_size = (min(SMALLEST[0], width), min(SMALLEST[1], height))
        look = load_look(assets_folder(), self.settings.theme, self.settings.scale)
        self.root = Root(self.host.surface, look)
        self.services = Services(self.settings, self.root, Warmer(self._wake))
        self.shell = Shell(self.services)
        self.root.content = self.shell
        self.root.stand_ins.on_failure = self.services.not_painted
        self.root.on_close = self.ask_to_close
        self.root.on_drop = self.shell.open_file
        self.host.attach(self.root)
        self.host.before_frame = self.shell.tick
        self.meter = Meter()
        if request.measured:
            self.host.after_frame = self.meter.add
        self._check_tab()
        for remark in self.settings.remarks:
            self.services.remark("Settings", remark)

    def _check_tab(self) -> None:
        if self.settings.tab not in self.shell.buttons:
            known = "one of " + ", ".join(self.shell.buttons)
            self.settings.refuse("tab", self.settings.tab, known)

    def _wake(self) -> None:
        self.services.wake()

    def _take_wishes(self) -> None:
        for name in ("theme", "scale"):
            if wish := getattr(self.request, name):
                setattr(self.settings, name, wish)

    # The loop ----------------------------------------------------------------------------------------

    def run(self) -> int:
        """Stay until the window closes."""
        import pygame

        first = self.request.tab or ("boards" if self.request.game else self.settings.tab)
        try:
            self._open_wishes(self.shell.show(first))
            self.host.turn()
            self.meter.first_frame_ms = (time.perf_counter() - sandbox.STARTED) * 1000
            gc.enable()
            gc.freeze()  # what is loaded stays: to look through it again and again takes 70 ms of some frame each time
            self.services.warmer.start()
            if self.request.measured:
                return self._measured()
            self.services.start()
            self.host.run()
        finally:
            self.shell.close(remember=not self.request.measured)
            pygame.quit()
        return 0

    def _open_wishes(self, tab: Tab) -> None:
        for wish in (self.request.level, self.request.game):
            if wish and not tab.open_file(wish, strict=True):
                raise SandboxError(f"{wish}: the {self.shell.current} tab cannot open it")
        if self.request.lesson:
            from sandbox.lessons.reading import found

            self.shell.take_lesson(found(self.request.lesson))

    def _measured(self) -> int:
        """Run a number of frames (or until all is shown), then say how they went and save the picture."""
        deadline = time.perf_counter() + SETTLE_SECONDS
        frames, shot, facts = self.request.frames, self.request.shot, {}
        if self.request.until:
            facts = self._wait_for_paths()
        self.host.run(lambda: len(self.meter.cpu_ms) < frames or bool(shot and not self._ready(deadline)))
        if shot:
            self._save_shot(Path(shot))
        if frames or self.request.until:
            facts["compiled"] = _compiled() + self.services.warmer.state.compiled
            facts["prebuilt"] = _prebuilt() + self.services.warmer.state.prebuilt
            print(self.meter.report(facts))
        return 0

    def _wait_for_paths(self) -> dict[str, Any]:
        """Run until all that the tab awaits is there; how long after the first frame each came."""
        tab, arrivals = self.shell.tabs[self.shell.current], Arrivals()
        tab.await_something()
        self.host.run(lambda: arrivals.look(tab.awaited, self.services.warmer.state))
        first = FIRST.get(tab.key, "first_path")
        return arrivals.report(first) | {"compiled_here": _compiled()}

    def _ready(self, deadline: float) -> bool:
        return self.shell.settled or time.perf_counter() > deadline

    def _save_shot(self, path: Path) -> None:
        import pygame

        if not path.parent.exists():
            raise SandboxError(f"{path}: there is no folder {path.parent}")
        self.root.damage_all()
        self.host.turn()
        pygame.image.save(self.root.surface, str(path))

    def ask_to_close(self) -> None:
        """Close, unless something would be lost."""
        if self.shell.may_close(self.host.close):
            self.host.close()


def _compiled() -> int:
    """How many kernels this process compiled (none, if all went well: the child does that)."""
    jit = sys.modules.get("sandbox.kernels.jit")
    return jit.compiled() if jit is not None else 0


def _prebuilt() -> int:
    """How many kernels this process took from those that came with the package."""
    jit = sys.modules.get("sandbox.kernels.jit")
    return jit.prebuilt() if jit is not None else 0
