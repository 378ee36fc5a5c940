"""Settings for every test."""

import signal

from hypothesis import settings

# A slow or busy machine is no failure: no example has a time to keep.
settings.register_profile("spider", deadline=None)
settings.load_profile("spider")

# A run in the background ignores Ctrl-C, one under nohup the end of the terminal, and what they
# start would too: the tests that send these signals need them to arrive.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
