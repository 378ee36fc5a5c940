"""The numba engine: searches over packed states. Only this package imports numba."""
