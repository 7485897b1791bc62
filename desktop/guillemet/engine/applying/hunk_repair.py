"""A hunk whose lines that stay lost the blank before them: it is given back where they stand so in the file.

    hunk                    as it was read           in the file
    "    total = 0"         "   total = 0"           "    total = 0"
    "-    return total"     "    return total"       "    return total"

The lines that come and go have their signs, so only those that stay are too shallow, by one blank; a line that is not
indented at all is read as it is.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher

from msgspec.structs import replace

from guillemet.engine.blocks import EditBlock
from guillemet.engine.formats.catalogue import format_named
from guillemet.engine.matching.lines import Lines, can_be_aligned
from guillemet.engine.matching.sure_rungs import exact_places


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
