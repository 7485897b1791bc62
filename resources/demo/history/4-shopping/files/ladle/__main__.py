"""The command: print a recipe for so many eaters, or what to buy for it."""

import argparse
from pathlib import Path

from ladle.quantities import show
from ladle.recipe import read
from ladle.scale import scaled
from ladle.shop import ShoppingList


def main():
    parser = argparse.ArgumentParser(prog="ladle")
    parser.add_argument("recipe", type=Path)
    parser.add_argument("--for", dest="serves", type=int)
    parser.add_argument("--shop", action="store_true")
    asked = parser.parse_args()

    recipe = read(asked.recipe.read_text())
    if asked.serves:
        recipe = scaled(recipe, asked.serves)
    if asked.shop:
        bought = ShoppingList()
        bought.add(recipe)
        print("\n".join(bought.lines()))
        return

    print(f"{recipe.name}, for {recipe.serves}")
    print()
    for each in recipe.ingredients:
        print(f"  {show(each.amount):>6} {each.unit} {each.name}")
    print()
    for step in recipe.steps:
        print(step)


if __name__ == "__main__":
    main()
