"""Settings for every test."""

import signal

from hypothesis import settings

# A slow or busy machine is no failure: no example has a time to keep.
settings.register_profile("spider", deadline=None)
settings.load_profile("spider")

# A run in the background of a shell ignores Ctrl-C, and what it starts would too: the tests that
# interrupt a command need it not to.
signal.signal(signal.SIGINT, signal.default_int_handler)
