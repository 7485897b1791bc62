"""Takes the best definitions as long as the budget lasts, and writes them down by path."""

from collections.abc import Callable, Iterable

from guillemet.engine.outline.outline import BAR, GAP, rows_of, shown, with_holders
from guillemet.llm.repo_map.index import Index, Place

_MOST_MISSES = 8
"""Definitions in a row that no longer fit before no further ones are tried."""


class BudgetFill:
    """One text of the map while it is being filled."""

    def __init__(self, index: Index, *, budget: int, estimate: Callable[[str], int]) -> None:
        self._index = index
        self._estimate = estimate
        self._left = self._budget = budget
        self._rows: dict[int, dict[int, str]] = {}
        self._added: list[tuple[int, tuple[int, ...]]] = []
        """What each definition brought, so that the last one can be taken back."""

    def fill(self, places: Iterable[Place]) -> None:
        """Take as many of these definitions as there is room for, in their order."""
        misses = 0
        for place in places:
            if misses >= _MOST_MISSES:
                break
            misses = 0 if self._take(place) else misses + 1

    def text(self) -> str:
        """Return what was taken, by path, within the budget."""
        while (text := self._written()) and self._estimate(text) > self._budget:
            number, rows = self._added.pop()
            for row in rows:
                del self._rows[number][row]
            if not self._rows[number]:
                del self._rows[number]
        return text

    def files(self) -> set[str]:
        """Return the paths of which something was taken."""
        return {self._index.paths[number] for number in self._rows}

    def shows(self, place: Place) -> bool:
        """Tell whether the first line of a definition was taken."""
        return self._index.definition(place).row in self._rows.get(place[0], {})

    @property
    def has_room(self) -> bool:
        """Whether a good part of the budget is left."""
        return self._left > self._budget // 10

    def _take(self, place: Place) -> bool:
        number, at = place
        known = self._rows.get(number)
        rows = rows_of(with_holders(self._index.outline(number).definitions, at))
        new = {row: line for row, line in rows.items() if known is None or row not in known}
        if not new:
            return True
        head = f"\n{self._index.paths[number]}:\n{GAP}\n" if known is None else ""
        piece = head + "".join(f"{BAR}{line}\n" for line in new.values()) + f"{GAP}\n"
        price = self._estimate(piece)
        if price > self._left:
            return False
        self._left -= price
        self._rows.setdefault(number, {}).update(new)
        self._added.append((number, tuple(new)))
        return True

    def _written(self) -> str:
        paths = self._index.paths
        numbers = sorted(self._rows, key=paths.__getitem__)
        return "\n".join(
            shown(paths[number], self._rows[number], self._index.outline(number).line_count) for number in numbers
        )
