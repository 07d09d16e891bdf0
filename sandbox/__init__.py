"""The Game AI Sandbox: draw maps, watch planners, let crowds loose, play engines.

The public Python API; everything heavier than a version number is imported when first asked for.
"""

__version__ = "0.1.0"
