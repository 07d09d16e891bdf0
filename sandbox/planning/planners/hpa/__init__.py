"""HPA*: sectors, the transitions between them, and the search over these."""
