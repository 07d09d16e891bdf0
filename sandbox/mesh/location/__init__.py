"""Which triangle holds a point: the walk, and the methods compared with it."""
