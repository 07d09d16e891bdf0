"""Agents on the lattice of a level: one cell each, one straight step or none at a time, all together.

    graph         the free cells, numbered, and which touch      state       a crowd as kernels see it; events
    distances     true distances to every goal                   crowd       what every crowd can do
    reservations  who is where when                              windowed    WHCA*: ways for a window of steps
    space_time    A* over cells and steps                        pibt        one step for all, by priority
    check         an independent judge of a plan                 pibt_crowd  a crowd that takes every step so

Two agents never share a cell, and never change places in one step: then discs of up to `WIDEST` cells' radius do not
overlap on the way either. Papers are named where they are followed.
"""
