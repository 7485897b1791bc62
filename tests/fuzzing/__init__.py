"""Replies no one would write: what the engine promises holds for them too.

`test_fuzzing` is the short run of the suite; `python -m tests.fuzzing --minutes 60` goes on with other seeds.
"""
