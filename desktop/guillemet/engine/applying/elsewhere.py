"""A block under the wrong path: its lines are not in the file it names, but in one other file of the conversation."""

from collections.abc import Iterable

from guillemet.engine.applying.placing import is_telling
from guillemet.engine.applying.sheets import Sheet
from guillemet.engine.blocks import EditBlock
from guillemet.engine.errors import NotTextError
from guillemet.engine.matching.ladder import find


def file_meant_instead(block: EditBlock, others: Iterable[Sheet]) -> Sheet | None:
    """Return the only one of the files in which the block's lines stand exactly and once; None when there is none."""
    if not is_telling(block.searched):
        return None
    found: list[Sheet] = []
    for other in others:
        try:
            places = find(other.lines, block.searched, strict=True)
        except NotTextError:
            # Not text: no block means it.
            continue
        if places is not None:
            found += [other] * len(places.places)
    return found[0] if len(found) == 1 else None
