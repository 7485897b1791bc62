"""The tree of a conversation's turns, of which one branch is shown."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

Pair = tuple[int, int | None]
"""A turn's key and its parent's."""


class Branches(Struct, frozen=True):
    """How the turns of one conversation hang together."""

    parents: Mapping[int, int | None]
    children: Mapping[int | None, Sequence[int]]

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> "Branches":
        """Return the tree of these turns."""
        parents = dict(sorted(pairs))
        children: dict[int | None, list[int]] = {}
        for key, parent in parents.items():
            children.setdefault(parent, []).append(key)
        return cls(parents, children)

    def way_to(self, leaf: int | None) -> tuple[int, ...]:
        """Return the turns from the first one down to this one."""
        way = []
        while leaf is not None and leaf in self.parents:
            way.append(leaf)
            leaf = self.parents[leaf]
        return tuple(reversed(way))

    def siblings(self, key: int) -> tuple[int, ...]:
        """Return all turns that answer the same parent, oldest first."""
        return tuple(self.children.get(self.parents[key], ()))

    def leaves(self) -> tuple[int, ...]:
        """Return the last turn of every branch, oldest first."""
        return tuple(key for key in self.parents if key not in self.children)

    def newest_below(self, key: int) -> int:
        """Return the turn added last among those that follow this one; itself when none does."""
        newest, inside = key, {key}
        for other, parent in self.parents.items():  # ascending: a parent comes before its children
            if parent in inside:
                inside.add(other)
                newest = other
        return newest
