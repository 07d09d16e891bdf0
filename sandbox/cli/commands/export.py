"""`export`: a level's navigation mesh, for use in a game."""

from __future__ import annotations

import argparse
from pathlib import Path

from sandbox.cli.options import add_level, load_level
from sandbox.errors import BadInput

HELP = "the navigation mesh of a level as JSON, for use in a game, or as Polyanya's .mesh"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which level, and where to."""
    add_level(parser)
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="OUT.json, or OUT.mesh (Polyanya's)")


def run(arguments: argparse.Namespace) -> int:
    """Triangulate and write."""
    from sandbox.files import write_atomically
    from sandbox.mesh.export import navmesh, text_of
    from sandbox.mesh.of_level import mesh_of
    from sandbox.mesh.polyanya_file import mesh_text

    out = Path(arguments.output)
    if out.suffix.lower() not in (".json", ".mesh"):
        raise BadInput(str(out), f"ends with {out.suffix or 'nothing'}", ".json or .mesh")
    found = navmesh(mesh_of(load_level(arguments.level)))
    data = (text_of if out.suffix.lower() == ".json" else mesh_text)(found).encode()
    write_atomically(out, data)
    counts = {name: len(found[name]) for name in ("vertices", "triangles")}
    counts["components"] = len(set(found["components"]))
    arguments.out.record({"file": str(out), "bytes": len(data), **counts})
    words = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    arguments.out.text(f"{out}: {words}")
    return 0
