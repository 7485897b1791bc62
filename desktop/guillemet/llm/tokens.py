"""How many tokens a text has, guessed from what it consists of, and corrected by what services counted.

No tokenizer is used: each family has its own, some are secret, and others fetch their tables from the network. A guess
is good to about a fifth; after a few answers of a model its figures make it better.
"""

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from math import ceil, sqrt
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta, Struct, convert, field

from guillemet.llm.messages import Picture

_PAGE = 2_250
"""Tokens of a page of a PDF."""
_MOST_PACKED = 4_000_000
"""Bytes that are unpacked of one run of a PDF."""
_MOST_RUNS = 1_000
_A_PAGE = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
_PACKED = re.compile(rb"/ObjStm\b.{0,300}?stream\r?\n", re.DOTALL)
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Segments of a JPEG that hold its size."""
_DENSITY = (
    # Families whose tokenizers make more tokens of the same text.
    (re.compile(r"claude.*(?:fable|mythos|(?:opus|sonnet|haiku)-(?:4-[7-9]|[5-9]))"), 1.5),
    (re.compile(r"claude"), 1.15),
    (re.compile(r"llama|mi[sx]tral|codestral|devstral|deepseek|qwen|phi"), 1.05),
)
_KEPT = 15
"""Figures kept of one model."""
_MODELS = 64
_SMALLEST = 200
"""Tokens below which a request tells more of its frame than of its text."""
_FURTHEST = 4.0
"""A figure that is this many times the guess, or this part of it, is about something else, such as pictures."""
_Ratios = Annotated[tuple[Annotated[float, Meta(ge=1 / _FURTHEST, le=_FURTHEST)], ...], Meta(min_length=1)]


class _Squares(Struct, frozen=True):
    """How a family of models looks at a picture."""

    side: int
    """Pixels."""
    edge: int
    """Pixels of the longer edge that are left of a larger picture."""
    most: int
    """Squares."""
    short_edge: int = 0
    """Pixels of the shorter edge that are left of a larger picture; 0 for all of them."""
    each: int = 1
    """Tokens of a square."""
    base: int = 0
    """Tokens of any picture."""

    def tokens(self, width: int, height: int) -> int:
        """Return how many tokens a picture of so many pixels has."""
        scale = min(1.0, self.edge / max(width, height), (self.short_edge or self.edge) / min(width, height))
        across, down = width * scale / self.side, height * scale / self.side
        if (squares := ceil(across) * ceil(down)) > self.most:
            shrink = sqrt(self.most / (across * down))
            squares = min(self.most, ceil(across * shrink) * ceil(down * shrink))
        return self.base + self.each * squares


_FAMILIES = (
    (re.compile(r"claude.*(?:fable|mythos|(?:opus|sonnet|haiku)-(?:4-[7-9]|[5-9]))"), _Squares(28, 2_576, 4_784)),
    (re.compile(r"claude"), _Squares(28, 1_568, 1_568)),
    (re.compile(r"gpt-4o"), _Squares(512, 2_048, 12, short_edge=768, each=170, base=85)),
)
_OTHERS = _Squares(32, 2_048, 1_536)


def estimate_pictures(pictures: Iterable[Picture], model: str = "") -> int:
    """Return about how many tokens the model reads in these pictures and PDFs."""
    squares = next((squares for family, squares in _FAMILIES if family.search(model.lower())), _OTHERS)
    return sum(_tokens(picture, squares) for picture in pictures)


def _tokens(picture: Picture, squares: _Squares) -> int:
    if not picture.media_type.startswith("image/"):
        return _PAGE * _pages(picture.data)
    width, height = _size(picture.data)
    return squares.tokens(width, height) if width and height else squares.base + squares.each * squares.most


def _size(data: bytes) -> tuple[int, int]:
    """Return width and height in pixels; zeros where the data does not tell."""
    if data.startswith(b"\x89PNG"):
        return _number(data[16:20]), _number(data[20:24])
    if data.startswith(b"GIF8"):
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    return next(_jpeg_sizes(data), (0, 0))


def _jpeg_sizes(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the sizes that the segments of a JPEG tell, the picture's own first."""
    at = 2
    while data[at : at + 1] == b"\xff" and at + 9 <= len(data):
        kind = data[at + 1]
        if kind in _FRAMES:
            yield _number(data[at + 7 : at + 9]), _number(data[at + 5 : at + 7])
        at += 1 if kind == 0xFF else 2 + max(2, _number(data[at + 2 : at + 4]))


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _pages(data: bytes) -> int:
    """Return how many pages a PDF names, in the open or in what is packed; at least one."""
    runs = islice(_PACKED.finditer(data), _MOST_RUNS)
    return max(1, len(_A_PAGE.findall(data)) + sum(len(_A_PAGE.findall(_unpacked(data, run.end()))) for run in runs))


def _unpacked(data: bytes, start: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(data[start:], _MOST_PACKED)
    except zlib.error:
        return b""


def _bytes(*ranges: tuple[int, int]) -> bytes:
    return bytes(code for first, last in ranges for code in range(first, last + 1))


_WEIGHTS = (
    # Bytes of one kind, and the tokens of each. Of a sign beyond ASCII only the first byte counts. Set by what Gemma's
    # tokenizer makes of source text, prose and settings: within a fifth, minified code aside.
    (_bytes((0x41, 0x5A), (0x61, 0x7A)), 0.24),  # letters: a word is a token or two, the blank before it included
    (_bytes((0x30, 0x39)), 0.6),  # digits come in threes, or one by one
    (_bytes((0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)), 0.7),  # signs, which code has in runs
    (b"\n", 0.7),
    (b" \t", 0.04),  # indentation: a run of blanks is one token
    (_bytes((0xC2, 0xDF)), 0.35),  # Latin with accents, Greek, Cyrillic, Hebrew, Arabic
    (_bytes((0xE0, 0xE1)), 0.7),  # Indic scripts, Thai
    (b"\xe2", 0.9),  # dashes, quotes, arrows, boxes
    (_bytes((0xE3, 0xEF)), 0.7),  # Chinese, Japanese, Korean
    (_bytes((0xF0, 0xF4)), 2.0),  # emoji
)


def estimate(text: str, model: str = "") -> int:
    """Return about how many tokens the model reads in the text, never less than one for a text that is not empty."""
    if not text:
        return 0
    data = text.encode("utf-8", "surrogatepass")
    tokens = sum((len(data) - len(data.translate(None, kind))) * weight for kind, weight in _WEIGHTS)
    return max(1, ceil(tokens * _density(model)))


def _density(model: str) -> float:
    name = model.lower()
    return next((factor for family, factor in _DENSITY if family.search(name)), 1.0)


class Calibration(Struct, frozen=True):
    """What the services' own counts say of the guesses, model by model."""

    ratios: Mapping[str, tuple[float, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Counted by guessed, the latest last; the model that was asked last stands last."""

    def factor(self, model: str) -> float:
        """Return by what a guess for the model is to be multiplied: the middle of the latest figures, 1 without any.

        Of two in the middle it is the larger one.
        """
        found = sorted(self.ratios.get(model) or (1.0,))
        return found[len(found) // 2]

    def estimate(self, text: str, model: str) -> int:
        """Return the corrected guess."""
        return ceil(estimate(text, model) * self.factor(model))

    def learned(self, model: str, *, guessed: int, counted: int) -> "Calibration":
        """Return the calibration that also knows of this request; `guessed` is the guess before any correction."""
        if guessed < _SMALLEST or not guessed / _FURTHEST <= counted <= guessed * _FURTHEST:
            return self
        rest = {name: ratios for name, ratios in self.ratios.items() if name != model}
        rest[model] = (*self.ratios.get(model, ()), round(counted / guessed, 4))[-_KEPT:]
        return Calibration(MappingProxyType(dict(list(rest.items())[-_MODELS:])))

    def to_json(self) -> str:
        """Return it as the app keeps it."""
        return json.dumps({name: list(ratios) for name, ratios in self.ratios.items()})

    @classmethod
    def from_json(cls, text: str) -> "Calibration":
        """Return what was saved; invalid entries are left out."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return cls()
        if not isinstance(found, dict):
            return cls()
        kept: dict[str, tuple[float, ...]] = {}
        for name, ratios in list(found.items())[-_MODELS:]:
            with suppress(ValueError):
                kept[name] = convert(ratios, _Ratios)[-_KEPT:]
        return cls(MappingProxyType(kept))
