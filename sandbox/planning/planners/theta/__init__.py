"""Theta* and lazy Theta*: any-angle paths on the grid."""
