"""Games, one file each: rules as bitboard kernels, and a plain-Python face."""
