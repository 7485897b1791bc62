r"""The lines that say which file a diff is about, and what becomes of it.

    diff --git a/src/prices.py b/src/tax.py     both names
    rename from src/prices.py                   what is to happen, one thing a line
    --- a/src/prices.py                         the name before, or /dev/null
    +++ b/src/tax.py                            the name after, or /dev/null

A name ends at a tab or a time; it may stand in double quotes, with C's escapes inside. `a/` and `b/` are taken off
where both sides show that they are no folders. Where the sides name two files and nothing says that one is to become
the other, the diff is about the first, unless that is a spare copy (`.orig`, `.bak`, `~`) or no path at all.
"""

import re

from msgspec import Struct

from guillemet.engine.formats.path_line import undecorate

NOWHERE = "/dev/null"
_NOTHING_ID = "e69de29"
"""What git calls a file of no bytes."""
GIT = "diff --git "
OLD, NEW = "--- ", "+++ "

_TIME = re.compile(r"(?<!\s)\s+(?:\d{4}-\d\d-\d\d\b.*|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:.*)\Z")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\([0-7]{1,3}|.)", re.DOTALL)
_CONTROLS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_PLAIN = re.compile(r"[\w.@+-](?:[\w./@+-]*[\w@+-])?")
_EXTENSION = re.compile(r"\w\.\w{1,12}\Z")
_LONGEST = 4_096
"""Characters of the longest name that is looked at."""
_SPARE = (".orig", ".old", ".bak", "~")
_PREFIXES = (("a/", "b/"), ("a\\", "b\\"), ("i/", "w/"), ("c/", "i/"), ("c/", "w/"), ("o/", "w/"), ("old/", "new/"))


class FileHead(Struct):
    """What the head of a file's diff said so far."""

    path: str
    """The file it is about, under its name before."""
    target: str = ""
    """The name it is to get."""
    is_new: bool = False
    is_deleted: bool = False
    is_empty: bool = False
    """Whether it said by a word of its own, not by hunks, that the file is new."""
    is_without_lines: bool = False
    """Whether it said that the file is to hold nothing."""
    is_binary: bool = False
    is_copied: bool = False
    is_merge: bool = False
    """Whether it compares with several parents, so that each line has several signs."""
    changes_mode: bool = False
    has_sides: bool = False
    """Whether `+++` came, so that hunks may follow."""

    def read(self, line: str) -> bool:
        """Take one line of the head; return whether it was one."""
        if line.startswith((OLD, NEW)):
            nowhere = _name(line[4:]) == NOWHERE
            self.is_new |= nowhere and line[0] == "-"
            self.is_deleted |= nowhere and line[0] == "+"
            self.has_sides |= line[0] == "+"
            return True
        if line.startswith("new file mode"):
            self.is_new = self.is_empty = True
        elif line.startswith("deleted file mode"):
            self.is_deleted = True
        elif line.startswith("rename to "):
            self.target = _unquoted(line[10:])
        elif line.startswith("rename from "):
            self.path = _unquoted(line[12:])
        elif line.startswith(("copy from ", "copy to ")):
            self.is_copied = True
        elif line.startswith(("old mode ", "new mode ")):
            self.changes_mode = True
        elif line.startswith("@@@ -"):
            self.is_merge = True
        elif line.startswith("GIT binary patch") or (line.startswith("Binary files ") and line.endswith(" differ")):
            self.is_binary = True
        else:
            self.is_without_lines |= line.startswith("index ") and line.partition("..")[2].startswith(_NOTHING_ID)
            return line.startswith(("index ", "similarity index ", "dissimilarity index "))
        return True


def git_head(line: str) -> FileHead | None:
    """Return the head that a `diff --git` line begins, None when its two names cannot be told apart."""
    rest = line[len(GIT) :].strip()
    middle = len(rest) // 2
    old, blank, new = rest[:middle], rest[middle : middle + 1], rest[middle + 1 :]
    if blank == " " and bare_names(_unquoted(old), _unquoted(new)) is not None:
        return FileHead(about(_unquoted(old), _unquoted(new)))
    if found := _QUOTED.match(rest):
        old, new = found[0], rest[found.end() :].strip()
    elif " b/" in rest or ' "b/' in rest:
        at = rest.index(' "b/') if ' "b/' in rest else rest.index(" b/")
        old, new = rest[:at], rest[at + 1 :]
    elif rest.count(" ") == 1:
        old, new = rest.split()
    else:
        return None
    if not old or not new:
        return None
    old, new = _unquoted(old), _unquoted(new)
    # Two names that differ without what git puts before them: the file moves from one to the other.
    return FileHead(old[2:] if old.startswith("a/") and new.startswith("b/") else about(old, new))


def sides_head(old: str, new: str) -> FileHead:
    """Return the head that the two lines `--- …` and `+++ …` make; either may be empty."""
    head = FileHead(about(_name(old[4:]), _name(new[4:])))
    for line in (old, new):
        head.read(line)
    head.has_sides = True
    return head


def about(old: str, new: str) -> str:
    """Return the path of the file that a diff with these two names is about; empty when none is a path."""
    bare = bare_names(old, new)
    if bare is None:
        bare = (old.removeprefix("a/"), new.removeprefix("b/"))
    first, second = bare
    if old in ("", NOWHERE) or new in ("", NOWHERE):
        return _path(second if old in ("", NOWHERE) else first, is_sure=NOWHERE in (old, new))
    if first == second:
        return _path(first, is_sure=" " not in first or old != new)
    path = _path(first, is_sure=old.startswith("a/"))
    other = _path(second, is_sure=new.startswith("b/"))
    return other if not path or (other and path.endswith(_SPARE)) else path


def bare_names(old: str, new: str) -> tuple[str, str] | None:
    """Return both names without what git puts before them, when they are the same then; else None."""
    if old == new:
        return old, new
    for one, other in (*_PREFIXES, ("a/", ""), ("", "b/")):
        if old.startswith(one) and new.startswith(other) and old[len(one) :] == new[len(other) :]:
            return old[len(one) :], new[len(other) :]
    return None


def quoted(path: str) -> str:
    """Return the path as a line of a diff names it, in quotes unless it is plain."""
    if _PLAIN.fullmatch(path):
        return path
    escaped = path.replace("\\", "\\\\").replace('"', '\\"')
    for letter, control in _CONTROLS.items():
        escaped = escaped.replace(control, f"\\{letter}")
    return f'"{escaped}"'


def is_side(line: str, sign: str) -> bool:
    """Whether the line names a file as `---` or `+++` lines do, and is not only content that begins like one."""
    name = _name(line[4:]) if line.startswith(sign) else ""
    return name == NOWHERE or bool(_path(name, is_sure=name.startswith(("a/", "b/"))))


def is_pair(old: str, new: str) -> bool:
    """Whether the lines may name a file before and after."""
    return new.startswith(NEW) and old.startswith(OLD)


def is_change(old: str, new: str) -> bool:
    """Whether such a pair of lines names no file, so that it can only be a line that goes and one that comes."""
    return not (is_side(old, OLD) or is_side(new, NEW) or _name(old[4:]) == _name(new[4:]))


def _name(text: str) -> str:
    """Return the name in what stands after `--- ` or `+++ `."""
    text = text.strip(" ")
    if text.startswith('"'):
        return _unquoted(text)
    name = _TIME.sub("", text.partition("\t")[0][:_LONGEST]).strip()
    name = undecorate(name, _unknown) or name
    return NOWHERE if name in ("dev/null", "a/dev/null", "b/dev/null") else name


def _unquoted(text: str) -> str:
    text = text.strip()
    found = _QUOTED.match(text)
    if found is None:
        return text
    # Octal escapes are the bytes of UTF-8; everything else is written as it is.
    data = bytearray()
    at = 0
    for escape in _ESCAPE.finditer(inner := found[1]):
        data += inner[at : escape.start()].encode("utf-8", "surrogatepass")
        code = escape[1]
        if code[0] in "01234567":
            data.append(int(code, 8) & 0xFF)
        else:
            data += _CONTROLS.get(code, code).encode("utf-8", "surrogatepass")
        at = escape.end()
    data += inner[at:].encode("utf-8", "surrogatepass")
    return data.decode("utf-8", "replace")


def _path(name: str, *, is_sure: bool) -> str:
    """Return the name if it is a path and not a word such as `original`, else nothing."""
    is_path = is_sure or undecorate(name, _unknown) is not None or _EXTENSION.search(name) is not None
    return name if is_path and name != NOWHERE else ""


def _unknown(_path: str) -> bool:
    return False
