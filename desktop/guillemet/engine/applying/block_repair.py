"""Blocks whose lines were split or indented wrongly when they were written, corrected by what stands in the file.

A hunk whose context lines lost the blank before them gets it back, where the file has them so. The added and removed
lines have their signs, so only the context is too shallow, by one blank; a line without indentation stays as it is.

    hunk                    as it was read           in the file
    "    total = 0"         "   total = 0"           "    total = 0"
    "-    return total"     "    return total"       "    return total"

A search-replace block whose first separator is a line of the file is cut at a later one, where all lines above that
one stand in the file as written.

    first separator:   old  Title                  new  (blank), text, =======, Title, =======, (blank), other text
    the right one:     old  Title, =======, text   new  Title, =======, (blank), other text
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from msgspec.structs import replace

from guillemet.engine.blocks import EditBlock
from guillemet.engine.formats.catalogue import format_named
from guillemet.engine.formats.search_replace import SEPARATOR, has_further_separator
from guillemet.engine.matching.ladder import find
from guillemet.engine.matching.lines import Lines, can_be_aligned
from guillemet.engine.matching.sure_rungs import exact_places

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


def with_signs(block: EditBlock, lines: Lines) -> EditBlock:
    """Return the block with a blank before its lines that stay, where the file has them so and not as they are."""
    if not format_named(block.format).is_diff or exact_places(lines, block.searched):
        return block
    signed = _signed(block)
    return signed if signed != block and exact_places(lines, signed.searched) else block


def _signed(block: EditBlock) -> EditBlock:
    old, new = list(block.old), list(block.new)
    if can_be_aligned(old, new):
        for at, to, count in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
            old[at : at + count] = new[to : to + count] = _deeper(old[at : at + count])
    anchor, trailing = tuple(_deeper(block.anchor)), tuple(_deeper(block.trailing))
    return replace(block, anchor=anchor, old=tuple(old), new=tuple(new), trailing=trailing)


def _deeper(lines: Sequence[str]) -> list[str]:
    return [f" {line}" if line[:1] == " " else line for line in lines]
