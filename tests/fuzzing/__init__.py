"""Replies no one would write: what the engine promises holds for them too.

`test_fuzzing` and `test_any_world` are the short runs of the suite. `python -m tests.fuzzing --minutes 60` goes on with
other seeds of the first, `GUILLEMET_SEED=2 GUILLEMET_EXAMPLES=500 GUILLEMET_STEPS=40` with other worlds of the second.
"""
