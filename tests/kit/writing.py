"""Blocks as a reply writes them: what the reader is given back must be the same block.

The program itself only reads; its formats' markers, and what a back-slash before one means, come from the formats.
"""

import html
import re
from collections.abc import Callable, Iterable, Sequence

from guillemet.engine.blocks import Block, DeleteFile, EditBlock, FormatName, MoveFile, WholeFile
from guillemet.engine.formats import anchored, apply_patch, guillemet, new_file, search_replace, squares, tags
from guillemet.engine.formats.catalogue import FILE_MARKERS
from guillemet.engine.formats.unified_diff import GIT, NEW, OLD, is_pair

_PLAIN = re.compile(r"[\w.@+-](?:[\w./@+-]*[\w@+-])?")
_CONTROLS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def written(block: Block, form: FormatName) -> str:
    """Return the block as a reply of this format holds it; raises TypeError where the format has no words for it."""
    match form, block:
        case (FormatName.UNIFIED_DIFF, _):
            lines = _fenced(_diff(block), info="diff")
        case (FormatName.APPLY_PATCH, _):
            lines = _fenced((apply_patch.BEGIN, *_operation(block), apply_patch.END))
        case (FormatName.GUILLEMET, EditBlock()):
            lines = _two_parts(block, guillemet.MARKERS)
        case (FormatName.SQUARES, EditBlock()):
            lines = _two_parts(block, squares.MARKERS)
        case (FormatName.ANCHORED, EditBlock()):
            lines = _anchored(block)
        case (FormatName.SEARCH_REPLACE, EditBlock()):
            lines = _search_replace(block)
        case (FormatName.NEW_FILE, WholeFile()):
            content = _escaped(block.new, new_file.is_marker)
            lines = (*_path(block.path), new_file.START, *content, new_file.END)
        case (FormatName.TAGS, WholeFile()):
            tag = f'<boltAction type="file" filePath="{html.escape(block.path)}">'
            lines = (tag, *_escaped(block.new, tags.is_action_marker), tags.ACTION_END)
        case (FormatName.WHOLE_FILE, WholeFile()):
            lines = (*_path(block.path), *_fenced(_escaped(block.new, FILE_MARKERS.include)))
        case _:
            raise TypeError(form, type(block))
    return "".join(f"{line}\n" for line in lines)


def _path(path: str) -> tuple[str, ...]:
    return (path,) if path else ()


def _escaped(lines: Iterable[str], is_marker: Callable[[str], bool]) -> list[str]:
    r"""Return content so that it is not read as a marker: one `\` more before a marker or before an escaped one."""
    made = []
    for line in lines:
        rest = line.lstrip()
        blanks = line[: len(line) - len(rest)]
        made.append(f"{blanks}\\{rest}" if is_marker(blanks + rest.lstrip("\\")) else line)
    return made


def _fenced(lines: Sequence[str], *, info: str = "") -> tuple[str, ...]:
    """Return the lines in a fence longer than any run of back-ticks among them."""
    fence = "`" * max(3, 1 + max((len(run) for line in lines for run in re.findall("`+", line)), default=0))
    return (f"{fence}{info}", *lines, fence)


def _two_parts(block: EditBlock, markers: guillemet.Markers) -> tuple[str, ...]:
    old, new = (_escaped(part, markers.include) for part in (block.searched, block.replacement))
    return (*_path(block.path), markers.start, *old, markers.separator, *new, markers.end)


def _anchored(block: EditBlock) -> list[str]:
    lines, markers = [*_path(block.path)], anchored.ASCII
    sections = (block.anchor, block.old, block.new, block.trailing)
    for marker, section in zip((markers.start, *markers.between), sections, strict=True):
        lines += (marker, *_escaped(section, anchored.is_marker))
    return [*lines, markers.end]


def _search_replace(block: EditBlock) -> tuple[str, ...]:
    def is_marker(line: str) -> bool:
        return not search_replace.indent_of(line) and search_replace.is_any_marker(line)

    old, new = _escaped(block.searched, is_marker), _escaped(block.replacement, is_marker)
    hint = () if block.hint is None else (f":start_line:{block.hint}", "-------")
    lines = (search_replace.START, *hint, *old, search_replace.SEPARATOR, *new, search_replace.END)
    return (*_path(block.path), *_fenced(lines))


def _signed(block: EditBlock) -> tuple[list[str], ...]:
    parts = ((" ", block.anchor), ("-", block.old), ("+", block.new), (" ", block.trailing))
    return tuple([f"{sign}{line}" for line in part] for sign, part in parts)


def _diff(block: Block) -> list[str]:
    match block:
        case EditBlock(path=path):
            sides = _sides(_quoted(f"a/{path}"), _quoted(f"b/{path}")) if path else ()
            return [*sides, *_hunk(block)]
        case WholeFile(path=path, new=new, must_be_new=True):
            numbers = f"@@ -0,0 +1,{len(new)} @@"
            hunk = (*_sides("/dev/null", _quoted(f"b/{path}")), numbers, *(f"+{line}" for line in new)) if new else ()
            return [_git(path, path), "new file mode 100644", *hunk]
        case DeleteFile(path=path):
            return [_git(path, path), "deleted file mode 100644"]
        case MoveFile(path=path, target=target):
            return [_git(path, target), f"rename from {_quoted(path)}", f"rename to {_quoted(target)}"]
        case _:
            raise TypeError(block)


def _hunk(block: EditBlock) -> list[str]:
    anchor, old, new, trailing = _signed(block)
    if old and new and is_pair(old[-1], new[0]):
        # These two would look like the head of the next file.
        old, new = new, old
    old_count, new_count = len(block.searched), len(block.replacement)
    start = 0 if block.hint is None else block.hint if old_count else block.hint - 1
    head = f"@@ -{start},{old_count} +{block.hint or 0},{new_count} @@"
    return [" ".join((head, *block.within[-1:])), *anchor, *old, *new, *trailing]


def _sides(old: str, new: str) -> tuple[str, str]:
    return f"{OLD}{old}", f"{NEW}{new}"


def _git(old: str, new: str) -> str:
    return f"{GIT}{_quoted(f'a/{old}')} {_quoted(f'b/{new}')}"


def _quoted(path: str) -> str:
    """Return the path as a line of a diff names it, in quotes unless it is plain."""
    if _PLAIN.fullmatch(path):
        return path
    escaped = path.replace("\\", "\\\\").replace('"', '\\"')
    for letter, control in _CONTROLS.items():
        escaped = escaped.replace(control, f"\\{letter}")
    return f'"{escaped}"'


def _operation(block: Block) -> list[str]:
    match block:
        case EditBlock():
            heads = [f"@@ {one}" for one in block.within] or ["@@"]
            lines = [line for part in _signed(block) for line in part]
            return [f"{apply_patch.UPDATE} {block.path}", *heads, *lines, *([apply_patch.LAST] * block.at_end)]
        case WholeFile(path=path, new=new, must_be_new=True):
            return [f"{apply_patch.ADD} {path}", *(f"+{line}" for line in new)]
        case DeleteFile(path=path):
            return [f"{apply_patch.DELETE} {path}"]
        case MoveFile(path=path, target=target):
            return [f"{apply_patch.UPDATE} {path}", f"{apply_patch.MOVE} {target}"]
        case _:
            raise TypeError(block)
