"""The planners: one file each, or one folder for a family. None imports another."""
