"""Open the gallery: `python -m sandbox.ui.kit [--theme light] [--scale 2] [--page charts] [--shot out.png]`."""

from __future__ import annotations

import argparse
from pathlib import Path

import pygame

from . import Host, Root, load_look, theme_names
from .gallery import Gallery

ASSETS = next(p for n in (2, 3) if (p := Path(__file__).parents[n] / "assets").is_dir())  # in a wheel, in a checkout
PAGES = ("controls", "data", "charts", "looks")


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m sandbox.ui.kit", description="Every widget in every state.")
    parser.add_argument("--assets", type=Path, default=ASSETS, help="folder with theme.toml and fonts/")
    parser.add_argument("--theme", default="dark", help="a theme of theme.toml")
    parser.add_argument("--scale", type=float, default=1.0, help="0.5 to 3")
    parser.add_argument("--size", default="1440x900", help="the window's size, WxH")
    parser.add_argument("--page", choices=PAGES, default=PAGES[0])
    parser.add_argument("--shot", type=Path, help="save a picture and quit")
    parsed = parser.parse_args()
    if parsed.theme not in theme_names(parsed.assets / "theme.toml"):
        parser.error(f"theme {parsed.theme!r}: expected one of {', '.join(theme_names(parsed.assets / 'theme.toml'))}")
    return parsed


def main() -> None:
    """Run the gallery."""
    options = arguments()
    width, height = (int(n) for n in options.size.split("x"))
    host = Host("Widget gallery", (width, height), wm_class="kit-gallery")
    look = load_look(options.assets, options.theme, options.scale)
    page = Gallery(options.assets, options.theme, options.scale, PAGES.index(options.page))
    host.attach(Root(host.surface, look, page))
    if options.shot:
        host.frame()
        pygame.image.save(host.surface, options.shot)
    else:
        host.run()


if __name__ == "__main__":
    main()
