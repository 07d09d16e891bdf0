"""Who warms what, and in which order: what is needed on the screen first, the rest when nobody waits."""
