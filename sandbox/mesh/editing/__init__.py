"""How a triangulation is changed: points and constraints put in and taken out."""
