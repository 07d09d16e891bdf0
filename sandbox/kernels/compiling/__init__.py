"""How a kernel is compiled: families of texts, types, flags, and the cache on disk."""
