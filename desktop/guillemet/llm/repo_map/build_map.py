"""Makes the map: reads what is new, ranks, fills the budget."""

from collections.abc import Callable, Collection, Mapping

from msgspec import Struct

from guillemet.engine.outline.reading import has_outline
from guillemet.llm.repo_map.budget_fill import BudgetFill
from guillemet.llm.repo_map.cache import OutlineCache, Read
from guillemet.llm.repo_map.index import Index, Place
from guillemet.llm.repo_map.ranking import Scores, best, by_files, by_use, by_words
from guillemet.llm.repo_map.throttle import Throttle

MOST_FILES = 20_000
"""Files with an outline; a larger repository gets a map only when it is asked for."""
_LASTING = 0.8
"""The share of the budget for what does not depend on the message."""
_SMALLEST_PIECE = 6
"""Tokens a definition takes at the least."""
_WORTH = 0.25
"""The part of the best score by words that a definition must have to be told."""


def quarter(text: str) -> int:
    """Return about how many tokens a text has: a quarter of its characters."""
    return -(-len(text) // 4)


def never() -> bool:
    """Return that nobody wants the work to end."""
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
    """By path; depends on the files and on those of the conversation, and not on the message: services keep it."""
    named: str = ""
    """What the message names and `text` does not tell, by path; changes with every message and belongs beside it."""
    files: tuple[str, ...] = ()
    """Every path in either."""
    tokens: int = 0
    """Estimated, of both together."""
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
    plain = {
        name for path in focus if path not in cache.index.files for name in cache.names(path, files.get(path), read)
    }
    index, most = cache.index, budget // _SMALLEST_PIECE + 10
    share = int(budget * _LASTING)
    lasting = BudgetFill(index, budget=share, estimate=options.estimate)
    lasting.fill(best(index, by_files(index, focus, plain, pace=pace), most))
    if lasting.has_room:
        lasting.fill(best(index, by_use(index, focus, most, pace=pace), most))
    text = lasting.text()
    message = BudgetFill(index, budget=budget - share, estimate=options.estimate)
    message.fill(place for place in _worthy(index, by_words(index, words, focus), most) if not lasting.shows(place))
    named = message.text()
    paths = tuple(sorted(lasting.files() | message.files()))
    tokens = sum(options.estimate(part) for part in (text, named) if part)
    return RepositoryMap(text, named, paths, tokens, is_whole)


def _worthy(index: Index, scores: Scores, most: int) -> list[Place]:
    """Return the best places by words, as far as they are not much worse than the best one."""
    least = _WORTH * max(scores.values(), default=0.0)
    return best(index, {place: score for place, score in scores.items() if score >= least}, most)
