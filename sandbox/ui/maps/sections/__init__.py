"""Sections of the Maps tab's right side: areas, doors and drifting blocks, problems, history."""
