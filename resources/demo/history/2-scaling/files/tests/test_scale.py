"""Promises of scaling."""

from ladle.recipe import read
from ladle.scale import scaled

SOUP = """Leek soup (serves 4)
3 pieces leek
1 1/2 litres stock

Cook until soft.
"""


def test_twice_as_many_eaters_need_twice_as_much():
    soup = scaled(read(SOUP), 8)
    assert [each.amount for each in soup.ingredients] == [6, 3]
