"""How the property tests of the rules draw their examples."""

from hypothesis import settings

settings.register_profile("kifu", derandomize=True, deadline=None, max_examples=30, database=None)
settings.register_profile("thorough", deadline=None, max_examples=1_000)
settings.load_profile("kifu")
