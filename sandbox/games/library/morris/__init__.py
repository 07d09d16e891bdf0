"""Three men's morris."""
