"""The canvas: the only place where layers become pixels.

`Camera` maps cells to pixels. `Scene` is what there is to see: the tiles and a stack of core layers, each with
its opacity. `Picture` keeps the scene painted for one camera and repaints only what a pan, an edit or a new
layer version changed; the `Canvas` widget shows it and turns wheel and drag into camera moves, and
`render` saves it as PNG. No planner, mesh or engine is known here by name.
"""
