"""Scaling a recipe to another number of eaters."""

from dataclasses import replace


def scaled(recipe, serves):
    """Return the recipe for another number of eaters."""
    factor = serves / recipe.serves
    ingredients = []
    for each in recipe.ingredients:
        ingredients.append(replace(each, amount=each.amount * factor))
    return replace(recipe, serves=serves, ingredients=ingredients)


def halved(recipe):
    """Return the recipe for half as many eaters."""
    return scaled(recipe, recipe.serves // 2)
