"""What learning is worth: evaluations measured in matches."""
