"""Going on with an answer that broke off: what the model is asked, and how the two halves become one text.

Models asked to go on at the very character often begin the line again, or the lines before it, or reopen the fence and
the head of the block they were in. `join` leaves such a repetition out. What it cannot be sure of, it keeps: a doubled
line in a block only makes the block fail, a lost one would change what it says.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from guillemet.engine.blocks import BlockBroken, BlockFinished, BlockStarted, Breakage, FormatName
from guillemet.engine.formats.catalogue import format_named
from guillemet.engine.formats.fences import read_fence
from guillemet.engine.formats.path_line import undecorate
from guillemet.engine.reply.reader import Reply, ReplyContext
from guillemet.llm.prompts.fencing import fenced

_SHOWN_LINES = 12
_SHOWN_CHARACTERS = 1_200
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_LOOKED_BACK = 20_000
"""Characters at the end of the first half in which a repetition may begin."""
_PROBE = 16
_HEAD = 4
"""Lines a block's head has at the most: a label, its path, its fence, its start marker."""
_TELLING = 4
"""Signs, blanks not counted, of a piece that is taken for begun again when it ends inside a line."""
_TELLING_LINES = 12
"""The same for whole lines, which must be two at least: code repeats single ones for good reasons."""


class _Opening(Struct, frozen=True):
    """Where the block or the fence begins in which a text ends."""

    line: int
    """Of its start marker or its fence, from 0."""
    head: int
    """First line that may belong to it: its path, a fence."""
    format: FormatName | None = None


def continue_message(text: str) -> str:
    """Return the message that asks to go on with an answer that ends as the text does."""
    last = "\n".join(text.split("\n")[-_SHOWN_LINES:])[-_SHOWN_CHARACTERS:]
    if not last.strip():
        return "Your answer broke off before it said anything. Please answer again."
    place = "on a new line" if text.endswith("\n") else "in the middle of the last line"
    return (
        f"Your answer broke off. Its last lines are:\n{fenced(last)}\n"
        f"Go on exactly where it stopped, {place}, with the very next character. Repeat nothing of it, say nothing "
        "before it, and do not open the block or the fence again: what you write now is put directly behind it."
    )


def join(text: str, continuation: str) -> str:
    """Return both as one text, without what the continuation only repeats of the text's end.

    The text is kept whole. Of the continuation only its beginning can be left out, and only what stands in the text
    too: the end of it, or the lines that open its last block or fence. Where the block is begun again instead, a line
    break comes between, so that its head is read as one.
    """
    opening = _opening(text)
    if repeated := _overlap(text, continuation, opening):
        return text + continuation[repeated:]
    head = _reopened(text, continuation, opening) if opening and not _begins_a_head(text) else 0
    if not opening or not head:
        return text + continuation
    # Every part of a diff needs its head once more.
    is_diff = opening.format is not None and format_named(opening.format).is_diff
    if is_diff or _begins_again(text, continuation, head):
        return text + ("" if text.endswith("\n") else "\n") + continuation
    rest = continuation[head:]
    return text + rest[_overlap(text, rest, opening, telling=1) :]


def _overlap(text: str, continuation: str, opening: _Opening | None, *, telling: int = _TELLING) -> int:
    """Return how many characters of the continuation repeat the end of the text.

    `telling` says how many signs a piece of a line must have to count.
    """
    tail = text[-_LOOKED_BACK:]
    # Whole lines are only looked for where a block or a fence is open: one that is finished may be meant twice.
    open_lines = text.count("\n") - opening.head if opening else 0
    probe = continuation[: min(_PROBE, continuation.find("\n") + 1 or _PROBE)]
    if not probe.strip():
        probe = continuation[:_PROBE]
    starts: list[int] = []
    start = tail.find(probe) if probe else -1
    while start >= 0:
        starts.append(start)
        start = tail.find(probe, start + 1)
    # An overlap shorter than the probe is not found by it.
    starts += range(max(len(tail) - len(probe), 0), len(tail))
    for start in starts:
        is_repeated = continuation.startswith(tail[start:])
        if is_repeated and _is_begun_again(tail, start, telling=telling, open_lines=open_lines):
            return len(tail) - start
    return 0


def _is_begun_again(tail: str, start: int, *, telling: int, open_lines: int) -> bool:
    """Whether a second `tail[start:]` is a repetition, and not what comes next by chance."""
    line_start = tail.rfind("\n", 0, start) + 1
    piece = tail[start:]
    said = "".join(piece.split())
    if tail[line_start:start].strip() or not said or said in (said + said)[1:-1]:
        # It begins inside a line, says nothing, or repeats itself already, as rules of dashes do.
        return False
    if piece.endswith("\n"):
        return not tail[:start].endswith(piece) and _are_telling_lines(piece, said, open_lines)
    is_indented_line = "\n" not in piece and start == line_start and piece[0].isspace()
    return len(said) >= telling or is_indented_line


def _are_telling_lines(piece: str, said: str, open_lines: int) -> bool:
    """Whether whole lines say enough to be a repetition, and are no more than are open; `said` is without blanks."""
    is_telling = len(said) >= _TELLING_LINES and re.search(r"\w", said) is not None
    return is_telling and "\n" in piece.strip() and piece.count("\n") <= open_lines


def _reopened(text: str, continuation: str, opening: _Opening) -> int:
    """Return how long the lines are by which the continuation opens the text's last block or fence once more."""
    lines = text.split("\n")
    begun = continuation.split("\n", _HEAD)[:_HEAD]
    for length in range(len(begun), 0, -1):
        for end in (opening.line, opening.line - 1):
            first = max(opening.head, end - length + 1)
            found = lines[first : end + 1]
            if found == begun[:length] and _opens(found, has_marker=end == opening.line):
                return sum(len(line) + 1 for line in found)
    return 0


def _begins_a_head(text: str) -> bool:
    """Whether the text ends in a path, or in a fence below one: what goes on behind it is a block of its own."""
    lines = text.split("\n")[-3:]
    if lines.pop():
        return False
    if lines and read_fence(lines[-1].strip()):
        lines.pop()
    return bool(lines) and bool(undecorate(lines[-1], lambda _: False))


def _opens(lines: Sequence[str], *, has_marker: bool) -> bool:
    """Whether the lines can only be the head of a block: a bare fence would close one, a path alone may be content."""
    is_said = any(line.strip() and not _is_bare_fence(line) for line in lines)
    return is_said and (has_marker or any(read_fence(line.strip()) for line in lines))


def _is_bare_fence(line: str) -> bool:
    fence = read_fence(line.strip())
    return fence is not None and not fence.info and not fence.is_tag


def _opening(text: str) -> _Opening | None:
    """Return where the block or the fence begins in which the text ends."""
    reply = Reply(ReplyContext(exists=lambda _: False))
    found: _Opening | None = None
    above = 0
    for number, line in enumerate(_LINE.findall(text)):
        for event in reply.feed(line):
            match event:
                case BlockStarted():
                    marker = event.line_number - 1
                    found = _Opening(marker, max(above, marker - _HEAD + 1), event.format)
                case BlockFinished():
                    found, above = None, number + 1
                case BlockBroken() if event.block.breakage is not Breakage.UNCLOSED:
                    found, above = None, number + 1
                case _:
                    pass
    return found or _open_fence(text, above)


def _open_fence(text: str, above: int) -> _Opening | None:
    opened: tuple[str, int] | None = None
    for number, line in enumerate(text.split("\n")):
        fence = read_fence(line.strip())
        if fence is None or fence.is_tag:
            continue
        if opened is None:
            opened = (fence.run, number)
        elif fence.run.startswith(opened[0]) and not fence.info:
            opened = None
    return _Opening(opened[1], max(min(above, opened[1]), opened[1] - _HEAD + 1)) if opened else None


def _begins_again(text: str, continuation: str, head: int) -> bool:
    """Whether the line behind the head is the one the block began with: it is written again, and differs further on.

    Otherwise the block goes on behind a needless head. Taken for a block of its own, its old part would be only the
    last lines of the one that was meant, and be applied so.
    """
    behind = text.rfind(continuation[:head])
    ours = text[behind + head :].split("\n", 1)[0] if behind >= 0 else ""
    theirs = continuation[head:].split("\n", 1)[0]
    return bool(ours.strip()) and ours == theirs
