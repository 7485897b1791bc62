"""Writing a block as a unified diff that reads back as the same block."""

import re
from collections.abc import Sequence

from guillemet.engine.blocks import Block, DeleteFile, EditBlock, FormatName, MoveFile, WholeFile
from guillemet.engine.formats.diff_head import GIT, NEW, OLD, is_pair, quoted
from guillemet.engine.formats.hunk import write_numbers


def write(block: Block) -> str:
    """Return the block as a reply holds it, in a fence longer than any run of back-ticks inside."""
    match block:
        case EditBlock():
            lines = [*_sides(quoted(f"a/{block.path}"), quoted(f"b/{block.path}"))] if block.path else []
            lines += _hunk(block)
        case WholeFile(path=path, new=new, must_be_new=True):
            lines = [f"{GIT}{quoted(f'a/{path}')} {quoted(f'b/{path}')}", "new file mode 100644"]
            if new:
                numbers = write_numbers(1, old_count=0, new_count=len(new))
                lines += (*_sides("/dev/null", quoted(f"b/{path}")), numbers, *(f"+{line}" for line in new))
        case DeleteFile(path=path):
            lines = [f"{GIT}{quoted(f'a/{path}')} {quoted(f'b/{path}')}", "deleted file mode 100644"]
        case MoveFile(path=path, target=target):
            lines = [f"{GIT}{quoted(f'a/{path}')} {quoted(f'b/{target}')}"]
            lines += (f"rename from {quoted(path)}", f"rename to {quoted(target)}")
        case _:
            message = f"The {FormatName.UNIFIED_DIFF} format has no words for a file that is replaced whole."
            raise TypeError(message)
    fence = "`" * max(3, 1 + max(len(run) for line in ("", *lines) for run in ("", *re.findall("`+", line))))
    return "".join(f"{line}\n" for line in (f"{fence}diff", *lines, fence))


def _sides(old: str, new: str) -> tuple[str, str]:
    return f"{OLD}{old}", f"{NEW}{new}"


def _hunk(block: EditBlock) -> Sequence[str]:
    old, new = [f"-{line}" for line in block.old], [f"+{line}" for line in block.new]
    if old and new and is_pair(old[-1], new[0]):
        old, new = new, old
    numbers = write_numbers(block.hint, old_count=len(block.searched), new_count=len(block.replacement))
    head = f"{numbers} {block.within[-1]}" if block.within else numbers
    return (head, *(f" {line}" for line in block.anchor), *old, *new, *(f" {line}" for line in block.trailing))
