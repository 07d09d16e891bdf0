"""The engines, one file each. None imports another."""
