"""A search-replace block whose first separator turns out to be a line of the file: it is cut at a later one.

first separator:  old  Title                  new  (blank), text, =======, Title, =======, (blank), other text
the one meant:    old  Title, =======, text   new  Title, =======, (blank), other text

The later one is meant where all lines above it stand in the file as they are written.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from guillemet.engine.blocks import EditBlock
from guillemet.engine.formats.search_replace import SEPARATOR, has_further_separator
from guillemet.engine.matching.ladder import find
from guillemet.engine.matching.lines import Lines

_MOST_TRIED = 8


def recut(block: EditBlock, lines: Lines) -> EditBlock:
    """Return the block with the longest old part up to one of its separators that stands in the file as written."""
    if not block.old or not has_further_separator(block):
        return block
    cuts = [one for one in _cuts(block) if find(lines, one.searched, strict=True)]
    return cuts[-1] if cuts else block


def _cuts(block: EditBlock) -> Iterator[EditBlock]:
    new = block.new
    at = [index for index, line in enumerate(new) if line == SEPARATOR]
    for index in at[:_MOST_TRIED]:
        yield replace(block, old=(*block.old, SEPARATOR, *new[:index]), new=new[index + 1 :])
