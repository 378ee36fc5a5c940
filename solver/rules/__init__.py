"""The game itself, in plain Python: what ``play`` needs and what checks the engine."""
