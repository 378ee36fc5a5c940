"""Spider and Spiderette solitaire: rules, engine, players and studies.

The library neither prints nor exits. ``solver.rules`` is the game in plain Python;
``solver.engine`` is the numba search; ``solver.solve`` decides one deal.
"""
