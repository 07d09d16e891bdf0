"""Independent judges of plans, one for each world."""
