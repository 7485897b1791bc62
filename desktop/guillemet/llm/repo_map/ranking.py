"""Which definitions matter to a conversation, by counting names.

A name weighs the more the fewer files use it and the fewer define it. A definition scores

- the weight of its name for each file of the conversation that uses it without defining it; little of it when it
  stands in a type the conversation does not use, or when its name says that it is private,
- a quarter of that of the type it stands in, so that a class in use brings its methods,
- a share of what its file scores by using names that files of the conversation define,

and, apart from those, the weight of its name when the message says it or most of its parts. What no file of the
conversation has to do with comes after, by how many files use it.

Ranks are stable: scores are rounded to halves of a power of two and equal ones go by path and row, so that a change
of one file seldom moves another. Words of the message have a ranking of their own, which the first does not depend on.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import nlargest, nsmallest
from operator import itemgetter

from guillemet.engine.outline.outline import Definition, DefinitionKind
from guillemet.llm.repo_map.index import Index, Place, parts_of
from guillemet.llm.repo_map.throttle import Throttle

_MOST_DEFINERS = 40
"""Definitions of one name; a name that is defined more often tells nothing."""
_MEMBER = 0.25
_STRAY = 0.15
"""What the name of a field, a method or something private is worth where the conversation does not use its type."""
_USER = 0.5
_FEW_USERS = 50
_MOST_WORDS = 300

Scores = Mapping[Place, float]


def by_files(index: Index, focus: Collection[str], plain_names: Iterable[str], *, pace: Throttle) -> Scores:
    """Return the scores of definitions by the files of the conversation.

    `plain_names` are used by those of them that have no outline.
    """
    inside = _inside(index, focus)
    used, defined = _names_of(index, focus)
    used.update(plain_names)
    scores: dict[Place, float] = defaultdict(float)
    for name, times in used.items():
        weight = weight_of(index, name) * math.log2(1 + times)
        for place in index.definers[name] if weight else ():
            if place[0] not in inside:
                _score(index, place, weight * _closeness(index, place, used), scores)
        pace.rest()
    _score_users(index, defined, inside, scores)
    return scores


def _names_of(index: Index, focus: Iterable[str]) -> tuple[Counter[str], set[str]]:
    """Return the names that these files use of others, each with the number of files, and those they define."""
    used, defined = Counter[str](), set[str]()
    for path in focus:
        if path in index.files:
            outline = index.files[path].outline
            own = {definition.name for definition in outline.definitions}
            defined |= {outline.definitions[at].name for at in _outermost(outline.definitions)}
            used.update(name for name in outline.names.split() if name not in own)
    return used, defined


def by_words(index: Index, words: Iterable[str], focus: Collection[str]) -> Scores:
    """Return the scores of definitions that these words name, in whole or for the greater part."""
    whole = dict.fromkeys(sorted(set(words))[:_MOST_WORDS])
    parts = {part for word in whole for part in parts_of(word)}
    inside = _inside(index, focus)
    scores: dict[Place, float] = {}
    for name, weight in _names_with(index, parts).items():
        own = parts_of(name)
        share = len(own & parts) / len(own)
        if share <= 0.5 and name not in whole:
            continue
        factor = weight * share * (2 if name in whole else 1) / len(index.definers[name])
        for place in index.definers[name][:_MOST_DEFINERS]:
            if place[0] not in inside:
                scores[place] = _closeness(index, place, whole) * factor
    return {**_by_path(index, parts, inside), **scores}


def _inside(index: Index, focus: Iterable[str]) -> set[int]:
    """Return the numbers of the conversation's files."""
    return {index.files[path].number for path in focus if path in index.files}


def _names_with(index: Index, parts: Iterable[str]) -> dict[str, float]:
    """Return the names that have these parts, each with the sum of their weights; parts of many names do not count."""
    weights: dict[str, float] = defaultdict(float)
    for part in parts:
        names = index.names_with.get(part, ())
        weight = math.log2(1 + len(index.definers) / (1 + len(names)))
        if len(names) <= max(_FEW_USERS, len(index.definers) // 20):
            for name in names:
                weights[name] += weight
    return weights


def by_use(index: Index, focus: Collection[str], count: int, *, pace: Throttle) -> Scores:
    """Return the scores of functions and types of the names that most files use, so many of them."""
    inside = _inside(index, focus)
    scores: dict[Place, float] = {}
    often = nlargest(count, index.used_often().items(), key=itemgetter(1, 0))
    for name, score in often:
        for place in index.definers[name]:
            if place[0] not in inside and index.definition(place).kind in {
                DefinitionKind.FUNCTION,
                DefinitionKind.TYPE,
            }:
                scores[place] = score
        pace.rest()
    return scores


def best(index: Index, scores: Scores, count: int) -> list[Place]:
    """Return the places of the highest scores, the best first."""

    def rank(place: Place) -> tuple[int, str, int]:
        return (-round(2 * math.log2(scores[place])), index.paths[place[0]], place[1])

    return nsmallest(count, scores, key=rank)


def weight_of(index: Index, name: str) -> float:
    """Return how much a name tells; zero when nothing defines it or too much does."""
    places = index.definers.get(name)
    if places is None or len(places) > _MOST_DEFINERS:
        return 0.0
    rarity = math.log2(1 + len(index.files) / (1 + len(index.users.get(name, ()))))
    return rarity / len({number for number, _ in places})


def _closeness(index: Index, place: Place, used: Collection[str]) -> float:
    """Return how likely a definition is meant where its name is used: surely when the types it stands in are used."""
    definitions = index.outline(place[0]).definitions
    definition = definitions[place[1]]
    if definition.name.startswith("_"):
        return _STRAY
    depth, at = definition.depth, place[1]
    while depth:
        at -= 1
        if definitions[at].depth < depth:
            depth = definitions[at].depth
            if definitions[at].kind is DefinitionKind.TYPE and definitions[at].name not in used:
                return _STRAY
    return 1.0


def _score(index: Index, place: Place, weight: float, scores: dict[Place, float]) -> None:
    scores[place] += weight
    definitions = index.outline(place[0]).definitions
    holder = definitions[place[1]]
    if holder.kind is not DefinitionKind.TYPE:
        return
    for at in range(place[1] + 1, len(definitions)):
        if definitions[at].depth <= holder.depth:
            break
        if not definitions[at].name.startswith("_"):
            scores[(place[0], at)] += _MEMBER * weight


def _score_users(index: Index, defined: Iterable[str], inside: Collection[int], scores: dict[Place, float]) -> None:
    """Score the outermost definitions of files that use what files of the conversation define."""
    limit = max(_FEW_USERS, len(index.files) // 10)
    files: dict[int, float] = defaultdict(float)
    for name in defined:
        users = index.users.get(name, ())
        if len(users) > limit or not (weight := weight_of(index, name)):
            continue
        elsewhere = {number for number, _ in index.definers[name]}
        for number in users:
            if number not in inside and number not in elsewhere:
                files[number] += weight
    for number, weight in files.items():
        outermost = _outermost(index.outline(number).definitions)
        for at in outermost:
            scores[(number, at)] += _USER * weight / math.sqrt(len(outermost))


def _by_path(index: Index, parts: Collection[str], inside: Collection[int]) -> dict[Place, float]:
    """Score the outermost definitions of files whose own name the words say."""
    found: set[int] = set().union(*(index.paths_with.get(part, ()) for part in parts))
    scores: dict[Place, float] = {}
    for number in found - set(inside):
        own = parts_of(index.paths[number].rpartition("/")[2].rpartition(".")[0])
        if own <= set(parts):
            outermost = _outermost(index.outline(number).definitions)
            scores |= {(number, at): len(own) / math.sqrt(len(outermost)) for at in outermost}
    return scores


def _outermost(definitions: Sequence[Definition]) -> list[int]:
    """Return what a file gives to others: it stands in nothing but namespaces, and is neither private nor a value."""
    found: list[int] = []
    level = 0
    for at, definition in enumerate(definitions):
        level = min(level, definition.depth)
        if definition.kind is DefinitionKind.MODULE and definition.depth == level:
            level += 1
        elif (
            definition.depth == level
            and definition.kind is not DefinitionKind.VALUE
            and not definition.name.startswith("_")
        ):
            found.append(at)
    return found
