"""In words, how the lines of a place differ from the searched ones: short, and the telling things first."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from guillemet.engine.matching.lines import can_be_aligned, single_spaced
from guillemet.engine.matching.sure_rungs import indentation

_MOST_REPORTED = 4


def differences(searched: Sequence[str], standing: Sequence[str], *, is_file_end: bool) -> tuple[str, ...]:
    """Return what differs; line numbers are those of the searched lines, from 1.

    `is_file_end` says that the standing lines are the last ones of the file.
    """
    if list(searched) == list(standing):
        return ()
    old, new = ([single_spaced(line) for line in lines] for lines in (searched, standing))
    if old == new:
        return tuple(_of_blanks(searched, standing))
    if [line for line in old if line] == [line for line in new if line]:
        return ("only blank lines differ",)
    if not can_be_aligned(old, new):
        return ("many lines differ",)
    reported = list(_of_lines(old, new, is_file_end=is_file_end))
    rest = len(reported) - _MOST_REPORTED
    return (*reported[:_MOST_REPORTED], f"and {rest} more differences") if rest > 1 else tuple(reported)


def _of_blanks(searched: Sequence[str], standing: Sequence[str]) -> Iterator[str]:
    pairs = [(indentation(a), indentation(b)) for a, b in zip(searched, standing, strict=True) if a.strip()]
    if any("\t" in a and "\t" not in b for a, b in pairs if a != b):
        yield "tabs instead of spaces"
    elif any("\t" in b and "\t" not in a for a, b in pairs if a != b):
        yield "spaces instead of tabs"
    elif any(a != b for a, b in pairs):
        yield "the indentation differs"
    else:
        yield "only blanks differ"


def _of_lines(old: Sequence[str], new: Sequence[str], *, is_file_end: bool) -> Iterator[str]:
    for tag, start, end, other_start, other_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        count = other_end - other_start
        if tag == "delete" and end == len(old) and is_file_end:
            yield f"the file ends before {_named(start, end)}"
        elif tag == "delete":
            yield f"{_named(start, end)} {'is' if end - start == 1 else 'are'} missing"
        elif tag == "insert":
            lines = "1 more line stands" if count == 1 else f"{count} more lines stand"
            yield f"{lines} {f'after line {start}' if start else 'before line 1'}"
        elif tag == "replace":
            yield f"{_named(start, end)} {'differs' if end - start == 1 else 'differ'}"


def _named(start: int, end: int) -> str:
    if end - start == 1:
        return f"line {end}"
    return f"lines {start + 1} {'and' if end - start == 2 else 'to'} {end}"
