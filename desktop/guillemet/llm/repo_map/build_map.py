"""Build the map: read new files, rank their definitions, fill the budget with the best ones, listed by path.

The names of files of which no definition is shown come below them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest

from msgspec import Struct

from guillemet.engine.outline.outline import BAR, GAP, in_one_line, rows_of, shown, with_holders
from guillemet.engine.outline.reading import has_outline
from guillemet.llm.repo_map.cache import OutlineCache, Read
from guillemet.llm.repo_map.index import Index, Place
from guillemet.llm.repo_map.ranking import Scores, best, by_files, by_use, by_words
from guillemet.llm.repo_map.throttle import Throttle

MOST_FILES = 20_000
"""Files with an outline; a larger repository gets a map only when it is asked for."""
_LASTING = 0.8
"""The share of the budget for what does not depend on the message."""
_NAMES = 0.2
"""The share of that which is kept for the names of files, as far as they need it."""
_NAMES_HEAD = "Further files:"
_SHORTEST_NAME = 2
"""Paths that a token holds at the most."""
_SMALLEST_PIECE = 6
"""Tokens a definition takes at the least."""
_WORTH = 0.25
"""The part of the best score by words that a definition must have to be reported."""
_MOST_MISSES = 8
"""Definitions in a row that no longer fit before no further ones are tried."""


def quarter(text: str) -> int:
    """Return about how many tokens a text has: a quarter of its characters."""
    return -(-len(text) // 4)


def never() -> bool:
    """Return False: the work is not to be stopped."""
    return False


class MapOptions(Struct, frozen=True):
    """How a map is made."""

    stop: Callable[[], bool] = never
    """Asked every few milliseconds; what was read until then makes the map."""
    estimate: Callable[[str], int] = quarter
    """Tokens of a text."""
    even_if_huge: bool = False


_AS_USUAL = MapOptions()


class RepositoryMap(Struct, frozen=True):
    """What the other files define, as text for a model."""

    text: str = ""
    """By path, then the names of further files; depends on the files and on those of the conversation, and not on the
    message: services keep it."""
    named: str = ""
    """What the message names and `text` does not tell, by path; changes with every message and belongs beside it."""
    is_whole: bool = True
    """Whether every file was looked at; otherwise there was no time, or too many of them."""
    too_many: int = 0
    """How many files there are when that is more than are looked at without being asked."""


def make_map(
    files: Mapping[str, str],
    read: Read,
    *,
    focus: Collection[str],
    words: Collection[str],
    budget: int,
    cache: OutlineCache,
    options: MapOptions = _AS_USUAL,
) -> RepositoryMap:
    """Return the map of a repository's files, given by path and blob id, within a budget of tokens.

    `focus` are the files of the conversation, which are left out; `words` are those of the message. `read` returns the
    bytes of a path, or None; it is called in this thread, for files the cache does not know. Works in slices, with
    rests between them.
    """
    if len(files) > MOST_FILES and not options.even_if_huge and (count := sum(map(has_outline, files))) > MOST_FILES:
        return RepositoryMap(is_whole=False, too_many=count)
    pace = Throttle(options.stop)
    is_whole = cache.follow(files, read, first=sorted(focus), pace=pace)
    plain = _plain_names(cache, files, read, focus)
    index, most = cache.index, budget // _SMALLEST_PIECE + 10
    share = int(budget * _LASTING)
    others = _by_nearness(files, focus, share * _SHORTEST_NAME, pace=pace)
    count = len(files) - sum(path in files for path in focus)
    for_names = min(int(share * _NAMES), options.estimate(_name_list(others, count)))
    lasting = BudgetFill(index, budget=share - for_names, estimate=options.estimate)
    lasting.fill(best(index, by_files(index, focus, plain, pace=pace), most))
    if lasting.has_room:
        lasting.fill(best(index, by_use(index, focus, most, pace=pace), most))
    text = _with_names(lasting, others, count, lambda whole: options.estimate(whole) <= share)
    message = BudgetFill(index, budget=budget - share, estimate=options.estimate)
    message.fill(place for place in _worthy(index, by_words(index, words, focus), most) if not lasting.shows(place))
    return RepositoryMap(text, message.text(), is_whole)


def _by_nearness(files: Iterable[str], focus: Collection[str], most: int, *, pace: Throttle) -> list[str]:
    """Return so many of the other files: those in folders of the conversation's files first, then from the top down."""
    inside, folders = set(focus), {path.rpartition("/")[0] for path in focus}

    def others() -> Iterator[tuple[bool, int, str]]:
        for path in files:
            pace.rest()
            if path not in inside:
                yield path.rpartition("/")[0] not in folders, path.count("/"), path

    return [path for _, _, path in nsmallest(most, others())]


def _plain_names(cache: OutlineCache, files: Mapping[str, str], read: Read, focus: Iterable[str]) -> set[str]:
    """Return the names that those files of the conversation use that have no outline."""
    without_outline = [path for path in focus if path not in cache.index.files]
    return set[str]().union(*(cache.names(path, files.get(path), read) for path in without_outline))


def _with_names(filled: "BudgetFill", others: Iterable[str], count: int, fits: Callable[[str], bool]) -> str:
    """Return the text of what was filled, and below it as many names of other files, of `count` in all, as fit."""
    text, shown = filled.text(), filled.files()
    paths = [path for path in others if path not in shown]

    def whole(number: int) -> str:
        names = _name_list(paths[:number], count - len(shown))
        return f"{text}\n{names}" if text and names else text + names

    low, high = 0, len(paths)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(whole(middle)) else (low, middle - 1)
    return whole(low)


def _name_list(paths: Sequence[str], count: int) -> str:
    if not paths:
        return ""
    more = [f"{GAP} {count - len(paths):,} more"] if count > len(paths) else []
    return "\n".join((_NAMES_HEAD, *map(in_one_line, sorted(paths)), *more, ""))


def _worthy(index: Index, scores: Scores, most: int) -> list[Place]:
    """Return the best places by words, as far as they are not much worse than the best one."""
    least = _WORTH * max(scores.values(), default=0.0)
    return best(index, {place: score for place, score in scores.items() if score >= least}, most)


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
        """Return whether the first line of a definition was taken."""
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
