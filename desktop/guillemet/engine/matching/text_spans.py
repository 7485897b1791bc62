"""A text that may begin and end inside of a line, as editing tools search for it, and the whole lines around it.

call                    whole lines                         in the file
"0" to "sum(items)"     old  "    total = 0"                "    total = 0"
                        new  "    total = sum(items)"
"""

from collections.abc import Sequence

Lines = tuple[str, ...]
_HARD_BLANK = "\u00a0"
"""What copying from a page makes of indentation."""


def in_whole_lines(
    old: Sequence[str], new: Sequence[str], lines: Sequence[str], *, is_everywhere: bool
) -> tuple[Lines, Lines]:
    """Return the old and the new text with the whole lines around the one place, or all places, where the old one is.

    An empty last line stands for a newline at the end. Any other text counts as the lines it has, and so does one
    around which the new text stands already.
    """
    text, gone, come = "".join(f"{line}\n" for line in lines), "\n".join(old), "\n".join(new)
    if _HARD_BLANK in gone and gone not in text:
        gone, come = gone.replace(_HARD_BLANK, " "), come.replace(_HARD_BLANK, " ")
    at = text.find(gone) if gone else -1
    end = text.rfind(gone) + len(gone) if is_everywhere else at + len(gone)
    is_clear = at >= 0 and (is_everywhere or text.find(gone, end) < 0)
    if not is_clear or _stands_around(come, gone, text, at):
        return _without_last_newline(old, new)
    return _widened(text, at, end, text[at:end].replace(gone, come))


def _stands_around(new: str, old: str, text: str, at: int) -> bool:
    """Whether the text that is to come stands there already, around the one that is to go."""
    within = new.find(old)
    return 0 <= within <= at and text.startswith(new, at - within)


def _widened(text: str, at: int, end: int, new: str) -> tuple[Lines, Lines]:
    """Return the whole lines around a part of the text, which ends every line with LF, before and after."""
    start = text.rfind("\n", 0, at) + 1
    new = text[start:at] + new
    takes_newline = text[end - 1] == "\n" or (not new and text[end] == "\n")
    if takes_newline and (not new or new.endswith("\n")):
        # Whole lines go, with their last newline.
        stop = end - (text[end - 1] == "\n")
        lines = new.removesuffix("\n").split("\n") if new else []
    else:
        stop = text.find("\n", end) if end < len(text) else end - 1
        lines = (new + text[end:stop]).split("\n")
    return tuple(text[start:stop].split("\n")), tuple(lines)


def _without_last_newline(old: Sequence[str], new: Sequence[str]) -> tuple[Lines, Lines]:
    """Return the lines without the empty one behind a last newline, which both texts have."""
    is_ended = len(old) > 1 and not old[-1] and (not new or not new[-1])
    return (tuple(old[:-1]), tuple(new[:-1])) if is_ended else (tuple(old), tuple(new))
