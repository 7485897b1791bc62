"""Patterns that are compiled when they are first used."""

import re

import pytest

from guillemet.engine.patterns import lazy_pattern


def test_a_pattern_is_compiled_when_it_is_first_used() -> None:
    pattern = lazy_pattern("(")

    with pytest.raises(re.error):
        pattern.match("")


def test_a_pattern_does_what_a_compiled_one_does() -> None:
    pattern, compiled = lazy_pattern("(?P<sign>[ab])", re.IGNORECASE), re.compile("(?P<sign>[ab])", re.IGNORECASE)

    for _ in range(2):
        assert pattern.findall("xAb") == compiled.findall("xAb")
        assert pattern.sub("-", "xAb") == compiled.sub("-", "xAb")
        assert (pattern.pattern, pattern.flags, pattern.groupindex) == ("(?P<sign>[ab])", compiled.flags, {"sign": 1})
