"""Tables: rows, columns, and how they are drawn."""
