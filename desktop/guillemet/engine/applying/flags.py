"""Flags of an applied block that the user should know before accepting it: of its path and of its new lines.

Among them traces of copying that were put in as written (line numbers of a listing, characters escaped for HTML), and
whether the edit broke the syntax of the file, as far as a tree-sitter grammar can tell.
"""

from collections.abc import Callable, Sequence
from itertools import islice, pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.applying.can_run_code import why_it_can_run
from guillemet.engine.applying.hidden_characters import hidden_in, look_alike_in
from guillemet.engine.applying.options import ApplyOptions
from guillemet.engine.applying.outcome_factory import COPIED, flagged
from guillemet.engine.applying.placeholders import placeholder_in, stand_in_of
from guillemet.engine.applying.whole_texts import dropped_by_whole, emptied, stray_fence
from guillemet.engine.applying.working_file import Edit, WorkingFile, beyond_ascii, count_non_blank
from guillemet.engine.blocks import BrokenBlock, EditBlock, FileAction, MoveFile, WholeFile
from guillemet.engine.hidden_characters import escape_unseen, has_unseen
from guillemet.engine.languages import (
    Language,
    has_lost_depth,
    is_harmless,
    is_prose,
    language_of,
    parser_of,
    surroundings,
)
from guillemet.engine.matching.copy_artifacts import NEAR, read_numbers
from guillemet.engine.matching.quotes import has_typographic, straightened
from guillemet.engine.matching.work_budget import BudgetSpentError, WorkBudget
from guillemet.engine.matching.wraps import likely_breaks, looks_broken
from guillemet.engine.outcomes import PREVIEW_LENGTH, Flag, Outcome, Rung, Status
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.reply.checks import puts_separator
from guillemet.engine.text import FileText
from guillemet.settings import OtherFiles

if TYPE_CHECKING:
    from tree_sitter import Node

_SEPARATOR = "A line `=======` of the block became a line of the file: there may be one too many."
_MAYBE_EXAMPLE = "It began inside a block whose end never came, so it may be an example in the text of that one."
_MAYBE_END = "The file holds fences like the one around it, so where it ends in the reply is not certain."
_SCRIPT = frozenset((".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"))
"""Endings of files that are code, and may hold markup all the same."""
_CODE = _SCRIPT | frozenset(
    (
        *(".py", ".pyi", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".m", ".mm", ".cs", ".java", ".go", ".rs"),
        *(".kt", ".kts", ".swift", ".scala", ".dart", ".rb", ".lua", ".pl", ".pm", ".r", ".jl", ".zig", ".nim", ".ex"),
        *(".exs", ".erl", ".hs", ".ml", ".fs", ".sql", ".sh", ".bash", ".zsh", ".ps1", ".css", ".scss", ".less", ".gd"),
    )
)
"""Endings of files in which an escape is not a character of its own, outside of texts."""
_ESCAPED = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'"}
_ESCAPE = lazy_pattern("|".join(_ESCAPED))
_OPERATOR = lazy_pattern(r"&amp;&amp;|[-=]&gt;|\s&[lg]t;=?\s")
_PATH_TO_FILL_IN = lazy_pattern(
    r"(?:\A|/)path/to/|(?:\A|/)your[-_]?\w|(?:\A|/)(?:\$[A-Z_]+|%\w+%)/|[.,;:]\Z|:\d+\Z|(?:\A|/)file_?name\.\w+\Z|"
    r"(?:\A|/)\.(?:py|jsx?|tsx?|go|rs|java|c|cpp|cs|rb|php|html|css|md|txt|json|ya?ml)\Z"
)
"""A path as documentation writes it, or one with more or less than a name behind it."""
_REMARK = ("//", "/*", "*", "#", "--", "<!--")
"""What a line begins with that says something in words, where an escape may be intended."""
_MARK_OF_COPYING = lazy_pattern(r"\\[_*#\[\]]|\*\*\w+\*\*|\\n[ \t]{2}|&(?:amp|lt|gt|quot|#39);|[—–−…]")
_OPTION = lazy_pattern(r"\s[—–][a-z][\w-]*")
"""An option such as `--all` whose two dashes became a long one."""
_CAPTIONS = frozenset(
    (
        *(
            "python",
            "javascript",
            "typescript",
            "jsx",
            "tsx",
            "java",
            "kotlin",
            "swift",
            "rust",
            "golang",
            "ruby",
            "php",
        ),
        *(
            "html",
            "css",
            "scss",
            "json",
            "yaml",
            "toml",
            "sql",
            "bash",
            "shell",
            "powershell",
            "diff",
            "plaintext",
            "c++",
        ),
        *("cpp", "csharp", "dockerfile", "makefile", "copy", "copy code", "copied!", "wrap", "expand", "collapse"),
    )
)
"""Lines above or below a listing that name its language or say what a button does."""
_CITATION = lazy_pattern(
    r"【\d+[^】]*】|:contentReference\[oaicite:\d+\]|[\ue200-\ue20f]|\[(?<![\w\\]\[)(?:0|1|2|3\d|9\d)(?:;\d+)*m(?=\S)"
)
"""What chat programs put behind a sentence, and what is left of the colours of a terminal.

Each way begins with a character, for which `re` looks three times as fast as for what stands before one.
"""
_SHOWN_END = lazy_pattern(r"(?:[$¶↵⏎]|<br\s*/?>)\Z")
"""What programs show at the end of each line."""
_IN_QUOTES = lazy_pattern(r'"(?:[^"\\]|\\.)*"|' r"'(?:[^'\\]|\\.)*'|" r"`(?:[^`\\]|\\.)*`")
_CHOSEN_OR_APPENDED = frozenset({Flag.PLACED_BY_HAND, Flag.APPENDED})
_LONGEST_LIST = 20
"""Numbers up to this one may begin a list, unless they are those of the lines."""
_LONGEST = 2_000
"""Characters of a line that are looked at."""
_LARGEST = 500_000
"""Characters of a file that is parsed; tree-sitter takes about a tenth of a second for them, and cannot be stopped."""
_MOST_BESIDE = 8
"""Lines above and below a place that may be repeated."""
_TELLING = 20
"""Letters and digits of two lines that code seldom has twice in a row."""
_TELLING_LINE = 8
"""Letters and digits of a line that code seldom has twice, one directly below the other."""
_MOST_BREAKS = 4
"""Lines of a block that are looked at for going on in the next one."""
_TEMPLATE = ("{{", "{%", "<%")
_STEPS_A_BYTE = 200
_STEPS_A_PARSER = 100_000
"""What parsing takes."""


class FlagEffort(Struct, frozen=True):
    """What looking at the blocks of a reply may take."""

    reading: WorkBudget
    """For reading what is run; where none is left, it counts as changed."""
    parsing: WorkBudget
    """For the syntax of blocks about which nothing else is odd."""
    check: Callable[[], None]
    """Is called from time to time, and may raise to stop."""


class _Change(Struct, frozen=True):
    """What a block changed in the text of a file."""

    file: WorkingFile
    before: FileText | None
    """The text before the block, None when there was no file."""
    edit: Edit
    old: Sequence[str]
    """The lines that were replaced."""
    new: Sequence[str]
    """The lines that were put in."""
    after: Sequence[str]
    """The lines after the block."""
    is_whole: bool
    """Whether the block gave all of the file."""
    effort: WorkBudget
    parsing: WorkBudget
    """What looking for broken syntax may take where nothing else is odd."""
    check: Callable[[], None]
    """May raise to stop."""


def with_flags(
    outcome: Outcome,
    file: WorkingFile,
    *,
    before: FileText | None,
    options: ApplyOptions,
    effort: FlagEffort,
    runs_here: Callable[[str], str | None],
) -> Outcome:
    """Return the outcome of a block with the flags of what it changed, and a sentence for each.

    `before` is the text before the block, None when there was no file or it was not read as text. `runs_here` says what
    of this repository in particular runs a file.
    """
    if outcome.status is not Status.APPLIED:
        return outcome
    outcome = _with_block_flags(outcome)
    target = outcome.block.target if isinstance(outcome.block, MoveFile) else outcome.path
    paths = tuple(dict.fromkeys((outcome.path, outcome.block.path, target)))
    outcome = _with_path_flag(outcome, paths, file, before=before, effort=effort.reading, runs_here=runs_here)
    outcome = _with_conversation_flag(outcome, paths, options, is_new=before is None)
    if file.edits and file.text and isinstance(outcome.block, EditBlock | WholeFile):
        edit, after = file.edits[-1], file.text.lines
        old = before.lines[edit.start : edit.start + edit.count] if before else ()
        new = after[edit.start : edit.start + edit.new_count]
        is_whole = outcome.action is FileAction.CREATE or bool(outcome.flags & {Flag.REPLACED_WHOLE, Flag.CUT_SHORT})
        change = _Change(file, before, edit, old, new, after, is_whole, effort.reading, effort.parsing, effort.check)
        for with_flag in _TEXT_CHECKS:
            effort.check()
            outcome = with_flag(outcome, change)
    return outcome


def with_name_flags(outcome: Outcome, look_alike: Callable[[str], str]) -> Outcome:
    """Return the outcome of a block that made a file with the flags of its name."""
    if outcome.status is not Status.APPLIED or outcome.action not in (FileAction.CREATE, FileAction.MOVE):
        return outcome
    path = outcome.block.target if isinstance(outcome.block, MoveFile) else outcome.path
    if has_unseen(path):
        message = f"The new file's name contains invisible characters: {escape_unseen(path)}."
        outcome = flagged(outcome, Flag.HIDDEN_CHARACTERS, message)
    if _PATH_TO_FILL_IN.search(path):
        message = f"The new file's path, {path}, seems to stand for another one, or to end with a sign of the reply."
        outcome = flagged(outcome, Flag.GUESSED_PATH, message)
    alike = look_alike(path)
    if alike:
        message = f"The new file's path looks like {alike}, which is there, and is another one: {path!a}."
        outcome = flagged(outcome, Flag.LOOK_ALIKE, message)
    return outcome


def _with_path_flag(
    outcome: Outcome,
    paths: Sequence[str],
    file: WorkingFile,
    *,
    before: FileText | None,
    effort: WorkBudget,
    runs_here: Callable[[str], str | None],
) -> Outcome:
    for path in paths:
        why = why_it_can_run(path, before=before, after=file.text_if_read, effort=effort)
        why = why or runs_here(path)
        if why:
            return flagged(outcome, Flag.CAN_RUN_CODE, why)
    return outcome


def _with_conversation_flag(outcome: Outcome, paths: Sequence[str], options: ApplyOptions, *, is_new: bool) -> Outcome:
    for path in paths:
        if path in options.read_only:
            return flagged(outcome, Flag.READ_ONLY, f"You gave the model {path} to read, not to edit.")
    if options.others is None or outcome.path in options.chat_files:
        return outcome
    if is_new and outcome.action is FileAction.CREATE:
        return outcome
    outcome = flagged(outcome, Flag.NOT_IN_CONVERSATION, f"{outcome.path} was not given to the model to edit.")
    if options.others is OtherFiles.APPLIED:
        return outcome
    return replace(outcome, flags=outcome.flags | {Flag.DEFERRED})


def _with_block_flags(outcome: Outcome) -> Outcome:
    """Add what is odd about the block itself."""
    block = outcome.block
    if not isinstance(block, BrokenBlock) and block.is_inside_broken:
        outcome = flagged(outcome, Flag.INSIDE_ANOTHER, _MAYBE_EXAMPLE)
    if isinstance(block, EditBlock | WholeFile) and block.is_escaped:
        outcome = flagged(outcome, Flag.ESCAPES, COPIED[Flag.ESCAPES])
    if isinstance(block, WholeFile) and block.is_end_guessed:
        outcome = flagged(outcome, Flag.FENCE, _MAYBE_END)
    if isinstance(block, EditBlock) and puts_separator(block):
        outcome = flagged(outcome, Flag.SEPARATOR, _SEPARATOR)
    return outcome


def _with_syntax_flag(outcome: Outcome, change: _Change) -> Outcome:
    """Flag what leaves the file so that it does not parse; of what was placed surely, as long as it takes no time."""
    is_whole = change.before is None or isinstance(outcome.block, WholeFile)
    is_likely = is_whole or outcome.how is Rung.FUZZY or _has_marks_of_copying(change)
    effort = change.effort if is_likely else change.parsing
    if outcome.flags & _CHOSEN_OR_APPENDED:
        return outcome
    path = change.file.path
    if change.before is None:
        if not is_new_and_wrong(path, change.after, effort=effort):
            return outcome
        message = f"{path} does not parse: a line may be missing, or is no part of it."
        return flagged(outcome, Flag.BREAKS_SYNTAX, message)
    if not breaks_syntax(path, change.before.lines, change.after, edit=change.edit, effort=effort):
        return outcome
    message = f"{path} parsed without an error before, and does not any more: a line may be missing or doubled."
    return flagged(outcome, Flag.BREAKS_SYNTAX, message)


def _has_marks_of_copying(change: _Change) -> bool:
    """Whether a line that comes has signs that pages and chat programs put in the place of those of code."""
    known = frozenset(change.old)
    return any(_MARK_OF_COPYING.search(line[:_LONGEST]) for line in change.new if line not in known)


def _with_repeats_flag(outcome: Outcome, change: _Change) -> Outcome:
    """Flag new lines that go on with those that stand beside the place already, which are there twice then."""
    if outcome.how is None or outcome.flags & _CHOSEN_OR_APPENDED:
        return outcome
    start, end = change.edit.start, change.edit.start + change.edit.new_count
    below = list(islice(filter(str.strip, change.after[end : end + _MOST_BESIDE]), 2))
    above = list(islice(filter(str.strip, reversed(change.after[max(0, start - _MOST_BESIDE) : start])), 2))[::-1]
    for beside in (below, above):
        letters = sum(map(str.isalnum, "".join(beside)))
        if len(beside) > 1 and letters >= _TELLING and _has_run(change.new, beside) > _has_run(change.old, beside):
            message = f"The new lines say {beside[0].strip()!r} and what follows it, which stands beside them already."
            return flagged(outcome, Flag.REPEATS, message)
    for line, known, next_to in (
        (change.new[-1:], change.old[-1:], change.after[end : end + 1]),
        (change.new[:1], change.old[:1], change.after[max(0, start - 1) : start]),
    ):
        if line and line == next_to != known and sum(map(str.isalnum, line[0])) >= _TELLING_LINE:
            message = f"The new lines say {line[0].strip()!r}, which stands next to them already."
            return flagged(outcome, Flag.REPEATS, message)
    return outcome


def _has_run(lines: Sequence[str], run: Sequence[str]) -> bool:
    """Whether the two lines stand there one below the other, but for blank lines."""
    return any(pair == (run[0], run[1]) for pair in pairwise(filter(str.strip, lines)))


def _with_encoding_flag(outcome: Outcome, change: _Change) -> Outcome:
    before = change.before
    if before is None or before.is_sure:
        return outcome
    found = beyond_ascii(change.new) - change.file.non_ascii
    if not found:
        return outcome
    message = (
        f"The file is not UTF-8, so its encoding, {before.encoding}, is a guess; in it {min(found)!r} was written, "
        "which the file did not hold before."
    )
    return flagged(outcome, Flag.GUESSED_ENCODING, message)


def _with_dropped_flag(outcome: Outcome, change: _Change) -> Outcome:
    """Flag that little is left of the text before."""
    if change.before is None or outcome.flags & _CHOSEN_OR_APPENDED:
        return outcome
    dropped = ""
    if Flag.REPLACED_WHOLE in outcome.flags:
        dropped = dropped_by_whole(change.before.lines, change.after)
    elif not any(map(str.strip, change.new)) and not change.file.non_blank_lines:
        # Only blank lines are left, so what was there before is what the block removed.
        dropped = emptied(count) if (count := count_non_blank(change.old)) else ""
    return flagged(outcome, Flag.DROPS_MOST, dropped) if dropped else outcome


def _with_placeholder_flag(outcome: Outcome, change: _Change) -> Outcome:
    left_out = placeholder_in(change.new, old=change.old, path=outcome.path, check=change.check)
    if left_out and left_out not in change.old and not _stands_elsewhere(left_out, change):
        message = f"The new line {left_out.strip()!r} only says that code was left out."
        return flagged(outcome, Flag.PLACEHOLDER, message)
    if change.is_whole and (stand_in := stand_in_of(change.after, outcome.path)):
        message = f"The file says nothing but {stand_in!r}, which stands in the place of its content."
        return flagged(outcome, Flag.PLACEHOLDER, message)
    return outcome


def _stands_elsewhere(line: str, change: _Change) -> bool:
    """Whether the line stands in the text outside of what the block put in."""
    places = change.file.lines.plain.positions(line)
    return any(not 0 <= at - change.edit.start < change.edit.new_count for at in places)


def _with_fence_flag(outcome: Outcome, change: _Change) -> Outcome:
    if not change.is_whole or not (fence := stray_fence(change.after, old=change.old, path=outcome.path)):
        return outcome
    message = f"The line {fence!r} became a part of the file, though it looks like a fence of the reply."
    return flagged(outcome, Flag.FENCE, message)


def _with_copying_flags(outcome: Outcome, change: _Change) -> Outcome:
    if numbers_in(change.new, old=change.old, line=change.edit.start + 1):
        message = "The new lines have line numbers before them, which would be part of the file."
        outcome = flagged(outcome, Flag.LINE_NUMBERS, message)
    escape = "" if Flag.ESCAPES in outcome.flags else escape_in(change.new, old=change.old, path=outcome.path)
    if escape:
        message = f"The new lines say `{escape}`, where the character itself seems to be meant."
        outcome = flagged(outcome, Flag.ESCAPES, message)
    return outcome


def _with_page_flag(outcome: Outcome, change: _Change) -> Outcome:
    """Flag what pages and programs show beside code: the name of its language, a button, a citation, a line's end."""
    known = frozenset(change.old)
    fresh = [line[:_LONGEST] for line in change.new if line.strip() and line not in known]
    # A comprehension, unlike `map`, lets the interpreter turn to the window: 160,000 lines take 100 ms.
    citation = next((found for line in fresh if (found := _CITATION.search(line))), None)
    shown = citation[0] if citation else _caption(fresh, outcome.path) or _shown_end(fresh, change.old, outcome.path)
    if not shown:
        return outcome
    message = f"The new lines say {shown!r}, which seems to be of the page or program that they were copied from."
    return flagged(outcome, Flag.PAGE, message)


def _shown_end(fresh: Sequence[str], old: Sequence[str], path: str) -> str:
    """Return what each new line of code ends with and no old one does, if programs show ends of lines so."""
    if PurePosixPath(path).suffix.lower() not in _CODE - _SCRIPT or len(fresh) < 2 or any(map(_SHOWN_END.search, old)):
        return ""
    ends = {end[0] if (end := _SHOWN_END.search(line)) else "" for line in fresh}
    return ends.pop() if len(ends) == 1 else ""


def _caption(fresh: Sequence[str], path: str) -> str:
    """Return the first or last new line if it is the caption of a listing; "" where it may be a line of the file."""
    if is_prose(path) or len(fresh) < 2 or path.endswith((".sh", ".bash", ".zsh", ".fish")):
        return ""
    return next((line for line in (fresh[0], fresh[1], fresh[-1]) if line.strip().lower() in _CAPTIONS), "")


def _with_hidden_flag(outcome: Outcome, change: _Change) -> Outcome:
    hidden = hidden_in(change.new, old=change.old)
    hidden = hidden or look_alike_in(change.new, old=change.old, file=change.after, effort=change.effort)
    return flagged(outcome, Flag.HIDDEN_CHARACTERS, hidden) if hidden else outcome


def _with_quotes_flag(outcome: Outcome, change: _Change) -> Outcome:
    """Flag new lines of a whole text whose quotes code does not have; those of an edit were taken back before."""
    if outcome.how is not None or Flag.PLACED_BY_HAND in outcome.flags:
        return outcome
    known = frozenset(change.old)
    new = enumerate(change.new, change.edit.start)
    rows = [row for row, line in new if has_typographic(line) and line not in known]
    if not rows or not straightened(change.after, rows, path=change.file.path, effort=change.effort):
        return outcome
    return flagged(outcome, Flag.QUOTES, "The new lines have typographic quotes where code has straight ones.")


def _with_dash_flag(outcome: Outcome, change: _Change) -> Outcome:
    """Flag a long dash in code where an option such as `--all` may begin."""
    if is_prose(outcome.path) or any(map(_OPTION.search, change.old)):
        return outcome
    dashed = (line for line in change.new if not line.isascii() and not line.lstrip().startswith(_REMARK))
    found = next(filter(None, map(_OPTION.search, dashed)), None)
    if found is None:
        return outcome
    message = f"The new lines say `{found[0].strip()}`, with a long dash where code has two short ones."
    return flagged(outcome, Flag.QUOTES, message)


def _with_wrapped_flag(outcome: Outcome, change: _Change) -> Outcome:
    """Flag new lines that go on in the next one, as those of a terminal do that was too narrow for them."""
    if Flag.WRAPPED in outcome.flags or Flag.PLACED_BY_HAND in outcome.flags:
        return outcome
    rows = list(islice(likely_breaks(change.new, old=change.old), _MOST_BREAKS))
    path, new = outcome.path, change.new
    broken = (new[row] for row in rows if looks_broken(new[row], new[row + 1], text=change.after, path=path))
    found = next(broken, None) or _broken_statement(path, change, rows)
    if found is None:
        return outcome
    message = f"The new line {_shortened(found)!r} seems to go on in the next one, as in a terminal too narrow for it."
    return flagged(outcome, Flag.WRAPPED, message)


def _broken_statement(path: str, change: _Change, rows: Sequence[int]) -> str | None:
    """Return a line without which the file does not parse, and does if the next one is joined to it."""
    before, start = change.before, change.edit.start
    if not rows or before is None or is_prose(path):
        return None
    if not breaks_syntax(path, before.lines, change.after, edit=change.edit, effort=change.effort):
        return None
    for joined in [rows, *([row] for row in rows)]:
        for blank in ("", " "):
            after = list(change.after)
            for row in reversed(joined):
                at = start + row
                after[at : at + 2] = [after[at] + blank + after[at + 1].lstrip()]
            if not breaks_syntax(path, before.lines, after, edit=change.edit, effort=change.effort):
                return change.new[joined[0]]
    return None


def _shortened(line: str) -> str:
    return line.strip()[:PREVIEW_LENGTH] + "…"


_TEXT_CHECKS = (
    _with_syntax_flag,
    _with_dropped_flag,
    _with_repeats_flag,
    _with_encoding_flag,
    _with_placeholder_flag,
    _with_fence_flag,
    _with_copying_flags,
    _with_page_flag,
    _with_hidden_flag,
    _with_quotes_flag,
    _with_dash_flag,
    _with_wrapped_flag,
)
"""In the order of their sentences."""


def numbers_in(new: Sequence[str], *, old: Sequence[str], line: int) -> bool:
    """Whether every new line has the number of its line before it, and one of them stood there without.

    `line` is the number, from 1, of the first of them in the file.
    """
    if len(new) < 2 or not new[0].lstrip(" \tL")[:1].isdecimal():
        return False
    numbered = read_numbers(new)
    if numbered is None or read_numbers(old):
        return False
    is_near = numbered.first > _LONGEST_LIST and abs(numbered.first - line) <= NEAR
    if numbered.first != line and not is_near:
        return False
    standing = frozenset(map(str.strip, old))
    return any(one.strip() in standing for one in numbered.lines if any(map(str.isalnum, one)))


def escape_in(new: Sequence[str], *, old: Sequence[str], path: str) -> str:
    """Return the first escape that takes the place of a plain character of code or markup; nothing if there is none.

    In a text between quotes an escape may be intended, and in scripts beside markup, unless nothing is left unescaped.
    """
    ending = PurePosixPath(path).suffix.lower()
    before = "\n".join(line[:_LONGEST] for line in old)
    if _ESCAPE.search(before):
        return ""
    known = frozenset(old)
    added = [line[:_LONGEST] for line in new if "&" in line and line not in known]
    if added and added[0].lstrip().startswith("&lt;") and "<" not in "\n".join(new):
        return "&lt;" if "<" in before or not old else ""
    if ending not in _CODE:
        return ""
    is_script = ending in _SCRIPT
    return ("" if is_script else _escaped_operator(added)) or _odd_escape(added, before, is_script=is_script)


def _escaped_operator(added: Sequence[str]) -> str:
    code = (_IN_QUOTES.sub("", line) for line in added if not line.lstrip().startswith(_REMARK))
    found = _OPERATOR.search("\n".join(code))
    return found[0].strip() if found else ""


def _odd_escape(added: Sequence[str], before: str, *, is_script: bool) -> str:
    """Return the first escape of a character that stood there before, and that code cannot mean."""
    escapes: list[str] = _ESCAPE.findall("\n".join(added))
    taken = (escape for escape in dict.fromkeys(escapes) if _ESCAPED[escape] in before)
    return next((escape for escape in taken if _is_odd(escape, added, is_script=is_script)), "")


def _is_odd(escape: str, added: Sequence[str], *, is_script: bool) -> bool:
    """Whether code cannot mean the escape."""
    plain = _ESCAPE.sub("", "\n".join(added))
    if is_script:
        return not any(sign in plain for sign in "<>&")
    return _ESCAPED[escape] not in plain or any(escape in _IN_QUOTES.sub("", line) for line in added)


def breaks_syntax(path: str, before: Sequence[str], after: Sequence[str], *, edit: Edit, effort: WorkBudget) -> bool:
    """Whether the lines parse without an error before the edit, and not after; False where nothing can tell.

    Where the lines around the edit parse alone before and after, the rest of a long file is not parsed.
    """
    language = language_of(path)
    if language is None or effort.is_spent or not any(map(str.strip, before)):
        return False
    try:
        if (rows := surroundings(before, edit.start, edit.start + edit.count)) is not None:
            around = after[rows[0] : rows[1] + len(after) - len(before)]
            parts = (around, before[rows[0] : rows[1]])
            if all(_has_error(language, part, effort) is False for part in parts):
                return False
        return _has_error(language, after, effort) is True and _has_error(language, before, effort) is False
    except BudgetSpentError:
        return False


def is_new_and_wrong(path: str, lines: Sequence[str], *, effort: WorkBudget) -> bool:
    """Whether a new file does not parse; one with the signs of a template in it need not."""
    language = language_of(path)
    if language is None or any(sign in line for line in lines for sign in _TEMPLATE):
        return False
    try:
        return _has_error(language, lines, effort) is True
    except BudgetSpentError:
        return False


def _has_error(language: Language, lines: Sequence[str], effort: WorkBudget) -> bool | None:
    if sum(map(len, lines)) > _LARGEST or not is_harmless(language, lines):
        return None
    parser = parser_of(language)
    if parser is None:
        return None
    text = "\n".join(lines).encode("utf-8", "replace") + b"\n"
    effort.spend(_STEPS_A_PARSER + _STEPS_A_BYTE * len(text))
    root = parser.parse(text).root_node
    return _is_wrong(root) or has_lost_depth(language, root)


def _is_wrong(root: "Node") -> bool:
    """Whether a node is an error or missing; an ampersand in the text of JSX is none, though its grammar says so."""
    left = [root]
    while left:
        node = left.pop()
        if node.is_missing or (node.is_error and not (node.text or b"").startswith(b"& ")):
            return True
        if not node.is_error:
            left += [child for child in node.children if child.has_error or child.is_missing]
    return False
