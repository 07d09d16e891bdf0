"""The funnel as a recording shows it, step by step."""

import numpy as np
import pytest

from sandbox.kernels.playback import Playback
from sandbox.kernels.recording import APEX, EXPAND, LEFT, RIGHT, Recording
from sandbox.planning.api import Limits, Query, planners
from sandbox.planning.mesh.funnel_steps import GOAL, STAGE, START, FunnelState, funnel_layers
from tests.planning.levels import drawn

pytestmark = pytest.mark.small
LEVEL = drawn("..........", "..##..##..", "..##..##..", "..........", ".....##...")
QUERY = Query((0.5, 2.0), (9.5, 2.0))


def recorded(key="ta", **options):
    recording = Recording(10_000)
    prepared = planners[key].create(options).prepare(LEVEL)
    plan = prepared.plan(QUERY, Limits(), recording)
    acts = [Playback(recording).act(i) for i in range(len(Playback(recording).act_starts))]
    return prepared, plan, recording, acts[-1]


def test_the_last_state_is_the_way_found():
    prepared, plan, recording, act = recorded()
    state = FunnelState(recording, act.start, act.stop)
    corners = prepared.mesh.xy[state.chain(GOAL)[1:-1][::-1]] / 512
    assert act.stage == STAGE
    assert np.array_equal(corners, plan.points[1:-1])
    layers = {layer.name: layer for layer in funnel_layers(recording, act.start, act.stop, prepared.places(act.level))}
    assert np.array_equal(layers["left side"].ends[0], QUERY.goal)
    fixed = layers["fixed"].ends
    assert all(layers[name].chained for name in ("left side", "right side", "fixed"))
    assert np.array_equal(fixed[-1], QUERY.start)


def test_sides_begin_at_the_apex_after_every_step():
    _, _, recording, act = recorded()
    seen = set()
    for stop in range(act.start, act.stop + 1):
        state = FunnelState(recording, act.start, stop)
        seen.add(state.apex)
        for kind in (LEFT, RIGHT):
            assert state.side(kind)[-1] == state.apex
        assert state.chain(state.apex)[-1] == START
    assert len(seen) == 1 + int((recording.kind[act.start : act.stop] == APEX).sum()) > 1


def test_the_naive_way_goes_through_the_middles_of_the_portals_its_channel_shows():
    from sandbox.planning.mesh import channel_search

    prepared, plan, _, _ = recorded("naive-triangles")
    assert prepared.measure == channel_search.NAIVE
    layers = {layer.name: layer for layer in plan.layers}
    assert np.allclose(plan.points[1:-1], layers["crossed portals"].ends.mean(axis=1))
    channel = layers["channel"]
    assert channel.starts.tolist() == [3 * i for i in range(len(layers["crossed portals"].ends) + 2)]
    assert len(channel.xy) == channel.starts[-1]


def test_triangles_are_shown_in_the_order_they_were_expanded():
    _, plan, recording, _ = recorded("waypoint")
    order = next(layer for layer in plan.layers if layer.name == "expansion order")
    assert (np.diff(order.born) > 0).all()
    assert (recording.kind[order.born] == EXPAND).all()
    assert len(order.starts) == len(order.born) + 1 == len(np.unique(recording.subject[recording.kind == EXPAND])) + 1


def test_triangles_of_a_face_are_shown_together():
    prepared, plan, recording, _ = recorded("polyanya")
    order = next(layer for layer in plan.layers if layer.name == "expansion order")
    expanded = np.unique(prepared.face[recording.subject[recording.kind == EXPAND]])
    assert (np.diff(order.born) >= 0).all()
    assert len(np.unique(order.born)) == len(expanded)
    assert (recording.kind[order.born] == EXPAND).all()
    assert len(order.starts) == np.isin(prepared.face, expanded).sum() + 1


def test_a_disc_shows_its_arcs():
    plan = planners["ta"].cls().prepare(LEVEL).plan(Query(QUERY.start, QUERY.goal, 0.3), Limits())
    arcs = next(layer for layer in plan.layers if layer.name == "arcs")
    assert np.array_equal(arcs.arcs, plan.arcs)


def test_pictures_of_a_mesh_that_is_no_more_are_not_made():
    from sandbox.level.edits.paint import PaintCells
    from sandbox.level.model import WALL

    level = LEVEL.copy()
    prepared = planners["ta"].cls().prepare(level)
    early, late = prepared.plan(QUERY, Limits()), prepared.plan(QUERY, Limits())
    assert len(early.layers) > 0
    level.apply(PaintCells.one(0, 0, WALL))
    prepared.plan(QUERY, Limits())
    assert len(late.layers) == 0
    assert early.layers[0].name == "channel"
