"""No command: the window."""

from __future__ import annotations

import argparse
import gc

from sandbox.cli.options import size
from sandbox.errors import BadInput
from sandbox.settings import SCALES, THEMES, WINDOW_SIDES
from sandbox.ui.tabs import TABS

HELP = "open the window"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to open it on, and how to look at it without a person."""
    parser.add_argument("--tab", choices=list(TABS), default="", help="the tab to show")
    parser.add_argument("--level", default="", metavar="FILE", help="a level file, or the name of one that ships")
    parser.add_argument("--lesson", default="", metavar="FILE", help="a lesson's file, or the name of one that ships")
    parser.add_argument(
        "--game",
        default="",
        metavar="KEY",
        help="the game to play, perhaps with options and a position, KEY:NAME=VALUE:POSITION",
    )
    parser.add_argument(
        "--frames", type=int, default=0, metavar="N", help="run N frames, print their times as JSON, quit"
    )
    parser.add_argument(
        "--until",
        choices=("paths",),
        default="",
        help="run until the ticked planners have answered, the crowd is there or the engine moved; times as JSON, quit",
    )
    parser.add_argument("--shot", default="", metavar="OUT.png", help="save what the window shows, quit")
    parser.add_argument("--theme", choices=THEMES, default="", help="colours and type")
    parser.add_argument("--scale", type=float, default=0.0, metavar="S", help="0.5 to 3: size of everything")
    parser.add_argument("--size", default="", metavar="WxH", help="the window's size")


def run(arguments: argparse.Namespace) -> int:
    """Hand over to the window (pygame is imported only here)."""
    if arguments.scale and not SCALES[0] <= arguments.scale <= SCALES[-1]:
        raise BadInput("--scale", f"{arguments.scale:g}", f"{SCALES[0]:g} to {SCALES[-1]:g}")
    if arguments.frames < 0:
        raise BadInput("--frames", f"{arguments.frames}", "a whole number from 1")
    gc.disable()  # nothing is garbage before the first frame, which a search for some would put off by 30 ms
    try:
        return _open(arguments)
    finally:
        gc.enable()


def _open(arguments: argparse.Namespace) -> int:
    from sandbox.ui.app import Request
    from sandbox.ui.app import run as run_window

    wanted = _size(arguments.size) if arguments.size else None
    tab = arguments.tab or ("maps" if arguments.level else "boards" if arguments.game else "")
    return run_window(
        Request(
            tab,
            arguments.level,
            arguments.game,
            arguments.frames,
            arguments.shot,
            arguments.theme,
            arguments.scale,
            wanted,
            arguments.lesson,
            arguments.until,
        )
    )


def _size(text: str) -> tuple[int, int]:
    low, high = WINDOW_SIDES
    wanted = size(text, "--size")
    if not all(low <= side <= high for side in wanted):
        raise BadInput("--size", text, f"sides from {low} to {high}")
    return wanted
