"""Games, one file or folder each: rules as kernels for the engines, and a face in plain Python for people."""
