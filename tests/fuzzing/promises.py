"""What must hold for every reply, file and path; each function raises AssertionError where it does not."""

import math
import re
from itertools import pairwise
from pathlib import PurePosixPath

from guillemet.engine.applying import ApplyOptions, MemoryFiles, ReplyApplier, apply_reply, read_reply
from guillemet.engine.batch import outcome_record
from guillemet.engine.blocks import BlockBroken, BlockFinished, BlockGrew, BlockStarted, EditBlock, Prose, ReplyEvent
from guillemet.engine.errors import UnsafePathError
from guillemet.engine.formats.fences import read_fence
from guillemet.engine.outcomes import Flag, Outcome, Rung, Status
from guillemet.engine.paths import guard_path
from guillemet.engine.reply.wrappers import lines_otherwise, unquoted
from guillemet.engine.text import FileText
from guillemet.settings import Strictness
from tests.fuzzing.replies import Case
from tests.kit.reading import context, events_of_chunks

_LINE_BY_LINE = frozenset({Rung.EXACT, Rung.WHITESPACE, Rung.REINDENTED})
_WORD = re.compile(r"\w+")
_UNSAFE_PART = re.compile(r"\.{2,}|\.git[ .]*|git~\d+", re.IGNORECASE)
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


def reading_keeps_its_promises(case: Case, cuts: list[int]) -> None:
    """Any cut gives the same events, every block has one end, and no line is dropped."""
    whole = _events(case, [case.reply])
    ends = sorted(cut % (len(case.reply) + 1) for cut in cuts)
    chunks = [case.reply[start:end] for start, end in pairwise((0, *ends, len(case.reply)))]
    assert _events(case, chunks) == whole

    numbers = [event.number for event in whole if isinstance(event, BlockStarted)]
    ended = [event.block for event in whole if isinstance(event, BlockFinished | BlockBroken)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [block.number for block in ended] == numbers
    for block in ended:
        grown = [event.text for event in whole if isinstance(event, BlockGrew) and event.number == block.number]
        # The head is above the block; the last lines of a broken one may be the head of the next.
        written = list(block.written)
        assert any(written[head:] == grown[: len(written) - head] for head in range(len(written)))
    _no_line_is_dropped(case.reply, whole)


def applying_keeps_its_promises(case: Case) -> None:
    """Nothing but what outcomes tell happens to the files, and what they tell did happen."""
    memory = MemoryFiles(case.files)
    read = read_reply(case.reply, memory, options=case.options)
    applier = ReplyApplier(memory, options=case.options)
    for block in read.blocks:
        before = _now(case, applier)
        outcome = applier.apply(block)
        after = _now(case, applier)
        outcome_record(outcome)
        _tells_what_happened(outcome, before, after)
    result = apply_reply(case.reply, case.files, options=case.options)
    assert len(result.results) == len(read.blocks)
    for path in result.files.keys() - case.files.keys():
        _is_safe(path)
    if not any(one.status is Status.APPLIED for one in result.results):
        assert result.files == case.files
    _applying_again_changes_nothing(case)


def guarding_keeps_its_promises(written: str, root: str) -> None:
    """Guarded paths lead into the repository, and pass again as they are."""
    try:
        path = guard_path(written, root=root)
    except UnsafePathError:
        return
    _is_safe(path)
    assert guard_path(path, root=root) == path


def _events(case: Case, chunks: list[str]) -> list[ReplyEvent]:
    options = case.options
    where = context(*case.files, chat_files=options.chat_files, path=options.path, only=options.only)
    return events_of_chunks(chunks, where)


def _no_line_is_dropped(reply: str, events: list[ReplyEvent]) -> None:
    """Fences around blocks are neither prose nor a block's; every other line is one of them, in order."""
    kept: list[str] = []
    for event in events:
        match event:
            case Prose(text):
                kept.append(text.removesuffix("\n"))
            case BlockFinished(block) | BlockBroken(block):
                kept += block.written
            case _:
                pass
    told = iter(kept)
    line = next(told, None)
    lines = [one.removesuffix("\n") for one in lines_otherwise(reply)] if "\n" not in reply else []
    lines = lines or reply.removeprefix("\ufeff").split("\n")
    for index, wanted in enumerate(lines):
        text = wanted.removesuffix("\r")
        if line is not None and line.removesuffix("\r") in _ways_to_tell(text):
            line = next(told, None)
        else:
            is_end = index == len(lines) - 1 and not text
            assert not text.strip() or read_fence(text.strip()) or is_end, f"dropped: {text!r}"
    assert line is None, f"told twice: {line!r}"


def _ways_to_tell(line: str) -> list[str]:
    """Return the line as written, and without the marks of the quotes it may stand in."""
    told = [line]
    while told[-1].startswith(">"):
        told.append(unquoted(told[-1]))
    return told


def _now(case: Case, applier: ReplyApplier) -> dict[str, bytes]:
    now = {path: text.encode() if isinstance(text, str) else text for path, text in case.files.items()}
    for path, data in applier.changed.items():
        if data is None:
            now.pop(path, None)
        else:
            now[path] = data
    return now


def _tells_what_happened(outcome: Outcome, before: dict[str, bytes], after: dict[str, bytes]) -> None:
    touched = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    if outcome.status is not Status.APPLIED:
        assert not touched, f"{outcome.status} changed {touched}"
        assert outcome.is_success or (outcome.reason is not None and outcome.message)
        return
    for path in touched:
        _is_safe(path)
    if isinstance(outcome.block, EditBlock):
        assert touched <= {outcome.path}
        if outcome.path in before and outcome.how is not None:
            old, new = (FileText.from_bytes(side[outcome.path]) for side in (before, after))
            _new_lines_stand(outcome, outcome.block, new)
            _untouched_lines_stay(outcome, outcome.block, old, new)


def _new_lines_stand(outcome: Outcome, block: EditBlock, new: FileText) -> None:
    if outcome.how in _LINE_BY_LINE:
        wanted, standing = _spoken(block.replacement), _spoken(new.lines)
        places = range(len(standing) - len(wanted) + 1)
        assert any(standing[at : at + len(wanted)] == wanted for at in places), "the new lines do not stand there"
    old = set(_WORD.findall("\n".join(block.searched)))
    words = set(_WORD.findall("\n".join(block.replacement))) - old
    if not outcome.flags & {Flag.LINE_NUMBERS, Flag.ESCAPES}:
        # The numbers of a listing are left out, and what was escaped is other words.
        assert words <= set(_WORD.findall("\n".join(new.lines))), "a new word is not in the file"


def _untouched_lines_stay(outcome: Outcome, block: EditBlock, old: FileText, new: FileText) -> None:
    if not outcome.lines:
        return
    start = outcome.lines[0] - 1
    assert old.lines[:start] == new.lines[:start], "a line before the place changed"
    # The line right before may get the ending it lacked.
    assert old.endings[: max(start - 1, 0)] == new.endings[: max(start - 1, 0)], "an ending before the place changed"
    if outcome.how in _LINE_BY_LINE and Flag.APPENDED not in outcome.flags:
        kept = len(old.lines) - start - len(block.searched)
        _same_end(old, new, kept)
    elif outcome.how is Rung.FUZZY:
        _same_end(old, new, len(old.lines) - start - math.ceil(len(block.searched) * 1.1) - 5)


def _same_end(old: FileText, new: FileText, count: int) -> None:
    if count > 0:
        assert old.lines[-count:] == new.lines[-count:], "a line after the place changed"
        assert old.endings[-count:] == new.endings[-count:], "an ending after the place changed"


def _applying_again_changes_nothing(case: Case) -> None:
    """One block that was clear and left nothing of its old lines finds nothing to do when it comes again."""
    options = ApplyOptions(match=Strictness.STRICT, chat_files=case.options.chat_files, only=case.options.only)
    first = apply_reply(case.reply, case.files, options=options)
    if len(first.results) != 1:
        return
    outcome = first.results[0]
    block, after = outcome.block, first.files.get(outcome.path)
    if not isinstance(block, EditBlock) or outcome.how is not Rung.EXACT or outcome.asks or after is None:
        return
    text = FileText.from_bytes(after.encode() if isinstance(after, str) else after)
    places = range(len(text.lines) - len(block.searched) + 1)
    if any(text.lines[at : at + len(block.searched)] == block.searched for at in places):
        return
    again = apply_reply(case.reply, first.files, options=options)
    assert again.files == first.files, "applied twice"


def _spoken(lines: tuple[str, ...]) -> list[str]:
    return [" ".join(line.split()) for line in lines if line.strip()]


def _is_safe(path: str) -> None:
    assert path, "an empty path"
    assert not path.startswith(("/", "~")), f"{path!r} is not relative"
    assert not _CONTROL.search(path), f"{path!r} holds control characters"
    assert not any(_UNSAFE_PART.fullmatch(part) for part in PurePosixPath(path).parts), f"{path!r} leads elsewhere"
