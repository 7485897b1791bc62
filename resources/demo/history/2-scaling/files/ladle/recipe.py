"""A recipe read from text."""

import re
from dataclasses import dataclass, field

from ladle.quantities import is_quantity, parse

TITLE = re.compile(r"(?P<name>.+) \(serves (?P<serves>\d+)\)")


@dataclass
class Ingredient:
    amount: object
    unit: str
    name: str


@dataclass
class Recipe:
    name: str
    serves: int
    ingredients: list = field(default_factory=list)
    steps: list = field(default_factory=list)


def read(text):
    """Return the recipe a text tells."""
    first, *lines = text.splitlines()
    title = TITLE.fullmatch(first.strip())
    recipe = Recipe(title["name"], int(title["serves"]))
    for line in lines:
        if not line.strip():
            continue
        amount, rest = split_amount(line)
        if amount is None:
            recipe.steps.append(line.strip())
        else:
            unit, _, name = rest.partition(" ")
            recipe.ingredients.append(Ingredient(amount, unit, name))
    return recipe


def split_amount(line):
    """Return a line's quantity and the rest; None when it has no quantity."""
    words = line.split()
    count = 0
    while count < len(words) and is_quantity(words[count]):
        count += 1
    if count == 0:
        return None, line
    return parse(" ".join(words[:count])), " ".join(words[count:])
