"""A block under the wrong path: its lines are not in the file it names, but in one other file of the conversation."""

from collections.abc import Iterable

from guillemet.engine.applying.locate import is_telling
from guillemet.engine.applying.working_file import WorkingFile
from guillemet.engine.blocks import EditBlock
from guillemet.engine.errors import NotTextError
from guillemet.engine.matching.ladder import find
from guillemet.engine.matching.work_budget import BudgetSpentError, WorkBudget

_STEPS_A_LINE = 100
"""What searching takes, for each line it is done in."""


def file_meant_instead(block: EditBlock, others: Iterable[WorkingFile], *, effort: WorkBudget) -> WorkingFile | None:
    """Return the only one of the files in which the block's lines stand exactly and once.

    None is returned when there is none, or no effort left.
    """
    if effort.is_spent or not is_telling(block.searched):
        return None
    found: list[WorkingFile] = []
    for other in others:
        try:
            effort.spend(_STEPS_A_LINE * (1 + len(other.lines.plain)))
            places = find(other.lines, block.searched, strict=True)
        except NotTextError:
            # Not text: no block means it.
            continue
        except BudgetSpentError:
            return None
        if places is not None:
            found += [other] * len(places.places)
    return found[0] if len(found) == 1 else None
