"""The frame around polygons in hand, and where its handles are."""

from sandbox.ui.maps.tools.parts.grips import HANDLES, Frame


def test_a_frame_is_larger_on_all_sides_and_has_a_handle_at_each():
    frame = Frame(1, 2, 5, 10).enlarged(0.5)
    assert frame == (0.5, 1.5, 5.5, 10.5)
    assert frame.centre == Frame(1, 2, 5, 10).centre == (3, 6)
    assert [frame.point(handle) for handle in HANDLES] == [
        (0.5, 1.5), (3, 1.5), (5.5, 1.5), (0.5, 6), (5.5, 6), (0.5, 10.5), (3, 10.5), (5.5, 10.5),
    ]  # fmt: skip
