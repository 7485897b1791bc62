"""How many tokens a picture or a PDF has, by the rules that services publish, from no more than its first bytes.

Anthropic (platform.claude.com/docs, "Images and vision", "PDF support"): squares of 28 pixels, a token each; a picture
is first made smaller until it fits an edge and a number of tokens, both of which grew with the fourth generation; a
page of a PDF is a picture and its text, 1,500 to 3,000 tokens. OpenAI (platform.openai.com/docs, "Images and vision"):
squares of 32 pixels, at most 1,536; GPT-4o 85 tokens, and 170 for each square of 512. Other services are taken to do
as OpenAI does.
"""

import re
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from math import ceil, sqrt

from msgspec import Struct

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
