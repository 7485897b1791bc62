"""Which files are meant by what follows `/add` or `/drop`: paths, folders and patterns, in quotation marks or not."""

import re
from collections.abc import Iterable, Sequence
from fnmatch import translate

from msgspec import Struct

_WORD = re.compile(r'@?"([^"]*)"|(\S+)')


class PathArguments(Struct, frozen=True):
    """The files that are meant, in the order of the listing, and the words that name none."""

    paths: tuple[str, ...]
    unknown: tuple[str, ...]


def named_files(argument: str, known: Sequence[str]) -> PathArguments:
    """Return the files among those known that the words name; the whole argument may be one path with blanks."""
    if argument in known:
        return PathArguments((argument,), ())
    words = [quoted or plain.removeprefix("@") for quoted, plain in _WORD.findall(argument)]
    chosen: set[str] = set()
    unknown = []
    for word in words:
        meant = set(_meant(word.removeprefix("./"), known))
        chosen |= meant
        if not meant:
            unknown.append(word)
    return PathArguments(tuple(path for path in known if path in chosen), tuple(unknown))


def _meant(word: str, known: Iterable[str]) -> Iterable[str]:
    if any(sign in word for sign in "*?"):
        fits = re.compile(translate(word)).match
        return [path for path in known if fits(path)]
    folder = word.rstrip("/") + "/"
    return [path for path in known if path == word or path.startswith(folder)]
