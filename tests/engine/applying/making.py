"""Blocks and appliers for the tests of this folder."""

from guillemet.engine.applying import ApplyOptions, MemoryFiles, ReplyApplier
from guillemet.engine.blocks import Block, DeleteFile, EditBlock, FormatName, MoveFile, WholeFile
from guillemet.engine.outcomes import Outcome


def edit(
    path: str, old: str, new: str, *, anchor: str = "", form: FormatName = FormatName.SEARCH_REPLACE, number: int = 1
) -> EditBlock:
    """Return an edit whose parts are given as text."""
    parts = {"anchor": anchor, "old": old, "new": new}
    return EditBlock(path, form, number, 1, **{name: tuple(part.splitlines()) for name, part in parts.items()})


def whole(path: str, text: str, *, must_be_new: bool = False) -> WholeFile:
    """Return a file given whole."""
    form = FormatName.NEW_FILE if must_be_new else FormatName.WHOLE_FILE
    lines = tuple(text.splitlines())
    return WholeFile(path, new=lines, must_be_new=must_be_new, format=form, number=1, line_number=1)


def listing(path: str, text: str, *, is_called_new: bool = False) -> WholeFile:
    """Return a listing that may be a part of its file."""
    lines = tuple(text.splitlines())
    form = FormatName.LISTING
    return WholeFile(
        path, new=lines, must_be_new=False, format=form, number=1, line_number=1, is_called_new=is_called_new
    )


def delete(path: str) -> DeleteFile:
    """Return a deletion."""
    return DeleteFile(path, format=FormatName.APPLY_PATCH, number=1, line_number=1)


def move(path: str, target: str) -> MoveFile:
    """Return a move."""
    return MoveFile(path, target=target, format=FormatName.APPLY_PATCH, number=1, line_number=1)


def applied(
    files: dict[str, str | bytes], *blocks: Block, options: ApplyOptions | None = None
) -> tuple[ReplyApplier, list[Outcome]]:
    """Return the applier after all blocks, and what became of each."""
    applier = ReplyApplier(MemoryFiles(files), options=options)
    return applier, [applier.apply(block) for block in blocks]
