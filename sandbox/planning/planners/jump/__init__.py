"""JPS and JPS+: jump point search, with jumps scanned or looked up."""
