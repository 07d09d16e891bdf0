"""A `.scen` file as a level: the map it names, with start and goal of one of its queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from sandbox.errors import BadInput
from sandbox.level.formats import movingai
from sandbox.level.formats.common.format import Format
from sandbox.level.formats.common.source import Source, shown
from sandbox.level.markers import Marker
from sandbox.level.model import Level
from sandbox.registry import Help, Range


@dataclass(frozen=True, slots=True)
class ScenarioOptions:
    """Which query."""

    query: Annotated[int, Range(-1, 10_000_000), Help("the query, from 0; -1 is the last, mostly the longest")] = -1


def read(source: Source, options: ScenarioOptions) -> Level:
    """The map beside the scenario, with its query's ends marked."""
    scenario = movingai.parse_scenario(source)
    if not -1 <= options.query < len(scenario) or not len(scenario):
        raise BadInput(f"{source.name}: query", str(options.query), f"-1 to {len(scenario) - 1}")
    level = movingai.read(Source.open(find_map(source, scenario.maps[options.query])))
    _check_size(source, scenario, level, options.query)
    for name, cells in (("start", scenario.start), ("goal", scenario.goal)):
        x, y = cells[options.query].tolist()
        level.markers[name] = Marker.at(x + 0.5, y + 0.5)
    return level


def limits(source: Source) -> Mapping[str, tuple[float, float]]:
    """Which queries a file has: a line each, after the first."""
    lines = sum(not line.isspace() for line in source.data.splitlines() if line)
    return {"query": (-1, max(lines - 2, -1))}


def find_map(source: Source, name: str) -> Path:
    """The map a scenario names: beside it by that name, or the scenario's own name without `.scen`."""
    folder = source.folder or Path(source.name).parent
    own = Path(source.name).name.removesuffix(".scen")
    candidates = [folder / Path(name.replace("\\", "/")).name, folder / own, folder / f"{own}.map"]
    for path in candidates:
        if path.suffix == ".map" and path.is_file():
            return path
    raise BadInput(source.line(2), f"map {shown(name)}, not found beside the file", f"{candidates[0]}")


def _check_size(source: Source, scenario: movingai.Scenario, level: Level, query: int) -> None:
    width, height = scenario.size[query].tolist()
    if (width, height) != (level.width, level.height):
        found = f"a map of {width} × {height} cells"
        place = source.line(query + 2 if query >= 0 else 2)
        raise BadInput(place, found, f"{level.width} × {level.height}, as the map is")


FORMAT = Format(
    title="MovingAI scenario",
    extensions=(".scen",),
    help="the map beside it with start and goal of one `query`",
    order=20,
    read=read,
    options_class=ScenarioOptions,
    limits=limits,
)
