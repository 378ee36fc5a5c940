"""Settings for every test."""

from hypothesis import settings

# A slow or busy machine is no failure: no example has a time to keep.
settings.register_profile("spider", deadline=None)
settings.load_profile("spider")
