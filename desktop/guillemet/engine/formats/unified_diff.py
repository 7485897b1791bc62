"""The unified diff, as `diff -u` and git write it and as models remember it.

    diff --git a/src/prices.py b/src/prices.py      optional, like all lines down to `---`
    --- a/src/prices.py
    +++ b/src/prices.py
    @@ -12,3 +12,4 @@ def total(prices):
     lines that stay
    -lines that go
    +lines that come

Every hunk is an edit of its own; `hunk` defines what its lines mean. `/dev/null` before or after, `new file mode` and
`deleted file mode` create and delete, `rename from` and `rename to` move the file, whose hunks are then edits of its
new path; `new mode` is a part of its edits. Bytes, copies, links, submodules and changes of mode alone are refused.

A name ends at a tab or a time; it may stand in double quotes, with C's escapes inside. `a/` and `b/` are taken off
where both sides show that they are not folders. Where the sides name two files and nothing says that one is to become
the other, the diff is about the first, unless that is a spare copy (`.orig`, `.bak`, `~`) or no path at all.

A diff begins with `diff --git`, with `+++` directly below `---`, or with `@@ … @@`, above which either of the two may
stand alone. `---` alone, as of a rule or of front matter, is prose. The numbers of a hunk are hints, and so is the line
of the file behind them: a head may be `@@ ... @@`, its numbers may have one `@` or three around them, and below `+++`
it may be missing. In a fence for diffs that a path belongs to, both may be missing:

    src/prices.py
    ```diff
     lines that stay
    -lines that go
    +lines that come
    ```

A listing without a path stays prose, whatever its signs.

A diff ends, in a fence, with the fence, or where a full hunk is followed by text without a sign; outside, before the
first line that is none of its own. An empty line may stand anywhere in it; below one, outside a fence, a full hunk has
come to its end, and so has a hunk without numbers below which prose begins a list. A hunk is full when its lines are as
many as its head announces.

A line `--- x` in a hunk may be the removed line `-- x` or the next file's. It is the next file's when the hunk is full;
when `+++` follows and the hunk has no numbers or no room for both; and when `@@` follows both, whatever the hunk's head
announces, unless both fill it and neither names a file. In any other case it is content.
"""

import re

from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.blocks import Breakage, FormatName
from guillemet.engine.formats.fences import Fence, read_fence
from guillemet.engine.formats.format import (
    WHOLE_INSTEAD,
    BlockFault,
    Deletion,
    Ended,
    FileMove,
    Format,
    OpenBlock,
    Parts,
    Step,
    Whole,
    never,
)
from guillemet.engine.formats.hunk import (
    Hunk,
    OpenPatch,
    growth_of,
    is_head,
    parts_of,
    read_heading,
    read_numbers,
    unfinished,
)
from guillemet.engine.formats.path_line import undecorate
from guillemet.engine.patterns import lazy_pattern

NOWHERE = "/dev/null"
_NOTHING_ID = "e69de29"
"""What git calls a file of no bytes."""
GIT = "diff --git "
OLD, NEW = "--- ", "+++ "

_TIME = lazy_pattern(r"(?<!\s)\s+(?:\d{4}-\d\d-\d\d\b.*|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:.*)\Z")
_QUOTED = lazy_pattern(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = lazy_pattern(r"\\([0-7]{1,3}|.)", re.DOTALL)
_CONTROLS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_EXTENSION = lazy_pattern(r"\w\.\w{1,12}\Z")
_SAID_BY = {
    "new file mode": ("is_new", "is_empty"),
    "deleted file mode": ("is_deleted",),
    "copy from ": ("is_copied",),
    "copy to ": ("is_copied",),
    "@@@ -": ("is_merge",),
    "GIT binary patch": ("is_binary",),
    "Binary files ": ("is_binary",),
}
"""Which fields of `DiffFileHead` a line of the head sets, by how it begins."""
_HEAD_LINE = lazy_pattern(
    r"rename to |rename from |index |similarity index |dissimilarity index |new file mode|deleted file mode"
    r"|copy from |copy to |old mode |new mode |@@@ -|GIT binary patch|Binary files (?=.* differ\Z)"
)
_MODE = lazy_pattern(r"\s*(1[0-7]{5})\s*\Z")
_LINK, _SUBMODULE = 0o120000, 0o160000
_NEW_NAME = lazy_pattern(r' "?b/')
_LONGEST = 4_096
"""Characters of the longest name that is looked at."""
_SPARE = (".orig", ".old", ".bak", "~")
_PREFIXES = (("a/", "b/"), ("a\\", "b\\"), ("i/", "w/"), ("c/", "i/"), ("c/", "w/"), ("o/", "w/"), ("old/", "new/"))


class DiffFileHead(Struct):
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
    mode: int | None = None
    """That the file is to have, as git writes it; None when nothing was said of it."""
    is_link: bool = False
    is_submodule: bool = False
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
        found = _HEAD_LINE.match(line)
        if found is None:
            return False
        value = line[found.end() :]
        match found[0]:
            case "rename to ":
                self.target = _unquoted(value)
            case "rename from ":
                self.path = _unquoted(value)
            case "index ":
                self.is_without_lines |= value.partition("..")[2].startswith(_NOTHING_ID)
                self._read_mode(value.rpartition(" ")[2], is_new=False)
            case start:
                for field in _SAID_BY.get(start, ()):
                    setattr(self, field, True)
                self._read_mode(value, is_new=start.startswith("new "))
        return True

    def _read_mode(self, value: str, *, is_new: bool) -> None:
        found = _MODE.match(value)
        mode = int(found[1], 8) if found else None
        self.is_link |= mode == _LINK
        self.is_submodule |= mode == _SUBMODULE
        self.mode = mode if mode and is_new else self.mode


def git_head(line: str) -> DiffFileHead | None:
    """Return the head that a `diff --git` line begins, None when its two names cannot be separated."""
    old, new = _two_names(line[len(GIT) :].strip())
    if not old or not new:
        return None
    # Also where the names differ without what git puts before them: the file moves from one to the other.
    return DiffFileHead(old[2:] if old.startswith("a/") and new.startswith("b/") else about(old, new))


def _two_names(text: str) -> tuple[str, str]:
    """Return the names that stand behind each other; two empty ones when they cannot be separated."""
    middle = len(text) // 2
    old, blank, new = text[:middle], text[middle : middle + 1], text[middle + 1 :]
    if blank == " " and bare_names(_unquoted(old), _unquoted(new)) is not None:
        return _unquoted(old), _unquoted(new)
    if found := _QUOTED.match(text):
        old, new = found[0], text[found.end() :]
    elif found := _NEW_NAME.search(text):
        old, new = text[: found.start()], text[found.start() :]
    elif text.count(" ") == 1:
        old, new = text.split()
    else:
        return "", ""
    return _unquoted(old), _unquoted(new)


def sides_head(old: str, new: str) -> DiffFileHead:
    """Return the head that the two lines `--- …` and `+++ …` make; either may be empty."""
    head = DiffFileHead(about(_name(old[4:]), _name(new[4:])))
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


_BYTES = (
    "The block changes a binary file, which has no lines to review. Save the new file in its place yourself, "
    "then dismiss the block."
)
_COPY = "The block asks for a copy of a file, which is not an edit. Give all lines of the new file instead."
_MERGE = "The block is the diff of a merge, with a sign for each parent before its lines, and cannot be applied."
_LEADS = "The block makes a symbolic link, or changes where it leads{}, which is not an edit. Make the link yourself."
_COMMIT = "The block changes the commit of a submodule, which is not an edit. Check that commit out in the submodule."
_NOTHING = "The block says nothing to do with its file: no line comes, and none goes."
_CUT = "The reply ended inside this block: its header announces more lines."


class FileDiff:
    """What was said of one file: its head, and the hunks of the current block.

    A hunk is a block, unless the file is made or deleted: then all hunks are one. A move is a block before the hunks.
    """

    __slots__ = ("_drift", "_is_moved", "head", "hunks")

    def __init__(self, head: DiffFileHead) -> None:
        self.head = head
        self.hunks: list[Hunk] = []
        self._is_moved = False
        """Whether the block that moves the file is done."""
        self._drift = 0
        """Lines by which the earlier hunks let the file grow."""

    @property
    def path(self) -> str:
        """The file the current block is about."""
        return self.head.target if self._is_moved else self.head.path

    def begin(self, hunk: Hunk) -> Ended | None:
        """Begin a hunk; return the block that is done by that, None when the current one goes on."""
        if self.head.is_new or self.head.is_deleted or self.head.is_copied:
            self.hunks.append(hunk)
            return None
        is_moving = self.head.target != "" and not self._is_moved
        done = self.ended() if is_moving or any(one.lines for one in self.hunks) else None
        self._is_moved |= is_moving
        self.hunks = [hunk]
        return done

    def ended(self) -> Ended:
        """Return what the current block amounts to; called once a block."""
        if trouble := self._unsupported():
            return trouble
        if self.head.is_deleted:
            return Deletion()
        ended = self._new_file() or self._lines_ended() or self._wordless()
        return ended if isinstance(ended, BlockFault) else replace(ended, mode=self.head.mode)

    def _unsupported(self) -> BlockFault | None:
        """Return what the head asks for that no edit can do."""
        head = self.head
        if head.is_binary and not head.is_deleted:
            return BlockFault(Breakage.BINARY, _BYTES)
        if head.is_merge:
            return BlockFault(Breakage.UNSUPPORTED, _MERGE)
        if head.is_copied:
            return BlockFault(Breakage.UNSUPPORTED, _COPY)
        if head.is_link and not head.is_deleted:
            added = [text for sign, text in self._signed() if sign == "+"]
            return BlockFault(Breakage.NO_EDIT, _LEADS.format(f", to {added[0]}" if added else ""))
        return BlockFault(Breakage.NO_EDIT, _COMMIT) if head.is_submodule else None

    def stopped(self) -> Ended:
        """Return what the current block amounts to where the reply ended, unless there must have been more of it."""
        hunk = self.hunks[-1] if self.hunks else None
        is_cut_short = self.head.is_new and not self.head.is_without_lines
        lacks_lines = hunk.is_short and not hunk.ends_unchanged if hunk else is_cut_short
        return BlockFault(Breakage.UNFINISHED, _CUT) if lacks_lines and not self.head.is_binary else self.ended()

    def _new_file(self) -> Whole | None:
        """Return the file that all hunks together make, or one alone in the manner of chat programs."""
        signed = self._signed()
        if self.head.is_new and (signed or self.head.is_empty) and "-" not in dict(signed):
            return Whole(tuple(text for _sign, text in signed), must_be_new=True)
        new = self.hunks[0].new_file if self.hunks else None
        return None if new is None else Whole(new, must_be_new=True)

    def _signed(self) -> list[tuple[str, str]]:
        return [one for hunk in self.hunks for one in hunk.signed()]

    def _lines_ended(self) -> Parts | None:
        if not self.hunks:
            return None
        signed = self._signed()
        line, drift = self.hunks[0].line, self._drift
        self._drift += growth_of(signed)
        within = filter(None, (self.hunks[0].heading,))
        parts = parts_of(signed, hint=None if line is None else max(1, line + drift), within=within)
        return replace(parts, final_newline=self.hunks[-1].final_newline)

    def _wordless(self) -> FileMove | BlockFault:
        if self.head.target:
            return FileMove(self.head.target)
        is_mode = self.head.mode is not None
        return FileMove(self.head.path) if is_mode else BlockFault(Breakage.UNSUPPORTED, _NOTHING)


INSTRUCTIONS = """\
Propose every change as a unified diff in a fence. Name the file before and after, then write a hunk for every place
that changes:

```diff
--- a/src/prices.py
+++ b/src/prices.py
@@ -11,3 +11,3 @@
 def mean(prices):
     print(prices)
-    return total(prices) / len(prices)
+    return total(prices) / max(len(prices), 1)
```

Lines that stay begin with one blank, lines that go with `-`, lines that come with `+`: also empty ones.

Rules:
1. Write the whole path as it was shown to you, after `a/` and `b/`. Mind which files the user names, and give a new one
   that very name.
2. Copy the lines that stay and go from the file, letter by letter, with their whole indentation after the sign. Where
   the file holds code or data inside JSON, XML or strings, write all lines as they stand there, with escapes and tags.
3. Surround a change with about three lines that stay, and take so many that they stand in the file only once.
4. The numbers of a hunk say where you believe it to be. If you do not know them, write `@@ ... @@`.
5. Write every line that is meant. Never leave code out with dots or with a comment such as "the rest is unchanged".
6. Use a fence longer than any run of back-ticks in the lines it holds.
7. Edit only files that were given to you, and new ones. Ask for any other file first.

Sizing: one hunk for each logical change and for edits within a few lines of each other, another one for every other
place; long runs of lines that stay do not belong in a hunk. Replace a function that changes in most of its lines as a
whole. A hunk sees the file as the hunks before it left it.

To create a file, let it come from nowhere:

```diff
--- /dev/null
+++ b/src/rates.py
@@ -0,0 +1,2 @@
+STANDARD = 19
+REDUCED = 7
```

To delete a file, let it go nowhere:

```diff
diff --git a/src/old_prices.py b/src/old_prices.py
deleted file mode 100644
```

To rename a file, and edit it under its new name if need be:

```diff
diff --git a/src/rates.py b/src/tax_rates.py
rename from src/rates.py
rename to src/tax_rates.py
@@ -1,2 +1,2 @@
 STANDARD = 19
-REDUCED = 7
+REDUCED = 8
```
"""

EXAMPLES = (
    """\
```diff
--- a/src/basket.py
+++ b/src/basket.py
@@ -1,2 +1,4 @@
 # Baskets and what they cost.
+import math
+
 from shop import Item
@@ -5,6 +7,2 @@
-def show(items):
-    print(items)
-
-
 def total(items):
-    return sum(item.price for item in items)
+    return math.fsum(item.price for item in items)
```
""",
    """\
```diff
--- /dev/null
+++ b/src/greeting.py
@@ -0,0 +1,2 @@
+def greet(name):
+    print("Hello", name)
```

```diff
--- a/src/main.py
+++ b/src/main.py
@@ -1,5 +1,3 @@
 import sys
-
-
-def greet(name):
-    print("Hello", name)
+
+from greeting import greet
```
""",
)

COMMANDS = """\
Whole folders are beyond a diff. Suggest a command for them, `git rm -r src/old` or `git mv src/taxes src/rates`.
"""

_HEAD = lazy_pattern(r"@@ .*@@")
_SIGNATURE = ("--", "-- ")
_STARTS_OF_OTHERS = frozenset("«<🟧*")
_BYTES_SIGN = lazy_pattern(r"(?:literal|delta) \d+\Z|\S*\Z")


class _Reading(OpenPatch):
    """The diff of one file being read, and of the next ones where only later lines tell that they began."""

    def __init__(self, head: DiffFileHead, *, indentation: str, has_lead: bool = False) -> None:
        super().__init__(indentation=indentation, has_lead=has_lead)
        self.path = head.path
        self._file = FileDiff(head)
        self._depth = 0
        """Fences that lines without a sign opened."""
        self._is_cut = False

    def begin(self, line: str) -> Step:
        """Begin a hunk at its head, or without one."""
        self._done = self._file.begin(Hunk(read_numbers(line), read_heading(line)))
        self.path = self._file.path
        return Step.NEXT if self._done else Step.MORE

    def take(self, line: str, line_number: int) -> Step:  # noqa: ARG002 - the protocol's
        text = self._text_of(line)
        step = self._take_between(text) or (self._in_hunk(text) if self._file.hunks else self._in_head(text))
        if step is Step.BEFORE:
            done = self._file.ended()
            self._done = replace(done, is_cut=True) if self._is_cut and isinstance(done, Parts) else done
        return step

    def _stopped(self) -> Ended:
        hunk = self._file.hunks[-1] if self._file.hunks else None
        is_cut_off = self.fence and hunk and not hunk.is_full
        return unfinished(f"no `{self.awaits}` closed it") if is_cut_off else self._file.stopped()

    @property
    def awaits(self) -> str:  # type: ignore[override]
        return self.fence.run if self.fence else "@@"

    def _take_between(self, text: str) -> Step | None:
        """Read a line that ends the diff or says nothing, wherever in it that is; None for any other."""
        if text.startswith((GIT, "Index: ")):
            return Step.BEFORE
        if text[:1] in ("`", "~", "<") and (fence := read_fence(text.rstrip())) and self._is_ended_by(fence):
            return Step.BEFORE
        if self._file.head.is_binary:
            return Step.MORE if self.fence or _BYTES_SIGN.match(text) else Step.BEFORE
        return None

    def _is_ended_by(self, fence: Fence) -> bool:
        """Whether a fence ends the diff; one within it is counted."""
        if self.fence is None:
            return True
        if fence.closes(self.fence):
            self._depth -= 1
        elif fence.run.startswith(self.fence.run):
            self._depth += 1
        return self._depth < 0

    def _in_head(self, text: str) -> Step:
        if not text:
            return Step.MORE
        if is_head(text):
            return self.begin(text)
        if self._file.head.has_sides and text[0] in " +-":
            step = self.begin("")
            self._file.hunks[-1].add(text)
            return step
        if self._file.head.read(text) or (self.fence and text[0] not in _STARTS_OF_OTHERS):
            return Step.MORE
        return Step.RESTART if self.fence else Step.BEFORE

    def _in_hunk(self, text: str) -> Step:
        hunk = self._file.hunks[-1]
        lines = hunk.lines
        if not text:
            hunk.add(text)
            return Step.MORE
        if is_head(text):
            if self._ends_with_sides(hunk):
                self._begin_file(lines[-2], lines[-1], hunk.without_last(2))
                self._file.begin(Hunk(read_numbers(text), read_heading(text)))
                return Step.NEXT
            return self.begin(text)
        if lines and is_pair(lines[-1], text) and not hunk.has_room:
            self._begin_file(lines[-1], text, hunk.without_last(1))
            return Step.NEXT
        if self._is_below(text, hunk):
            return Step.BEFORE
        hunk.add(text)
        return Step.RESTART if text[0] in _STARTS_OF_OTHERS else Step.MORE

    def _ends_with_sides(self, hunk: Hunk) -> bool:
        """Whether the last two lines of a hunk, above another head, are those that name the next file."""
        last = hunk.lines[-2:]
        return len(last) > 1 and is_pair(*last) and not (hunk.is_full and is_change(*last))

    def _is_below(self, text: str, hunk: Hunk) -> bool:
        """Whether the line does not belong to the hunk."""
        if text[0] not in " +-\\":
            self._is_cut = hunk.is_short and not hunk.ends_unchanged
            return hunk.is_full or self.fence is None
        if not hunk.is_full:
            return self.fence is None and hunk.is_followed_by(text)
        return text in _SIGNATURE or is_side(text, OLD) or (hunk.is_parted and self.fence is None)

    def _begin_file(self, old: str, new: str, hunk: Hunk) -> None:
        """Begin the diff of another file, which these lines name; the hunk is the last one of the file before."""
        self._file.hunks[-1] = hunk
        self._done = self._file.ended()
        self._file = FileDiff(sides_head(old, new))
        self.path = self._file.path


def _open_headless(lead: str, fence: Fence | None, indentation: str) -> OpenBlock:
    """Return a diff whose hunk has no head, in its fence; the lead above names a side, or is empty."""
    reading = _Reading(_lead_head(lead), indentation=indentation, has_lead=lead != "")
    reading.fence = fence
    reading.begin("")
    return reading


def _lead_head(lead: str) -> DiffFileHead:
    """Return the head that one of the two lines `--- …` and `+++ …` makes, or none of them."""
    return sides_head(lead, "") if lead.startswith(OLD) else sides_head("", lead)


def _is_lead(line: str) -> bool:
    text = line.strip()
    return is_side(text, OLD) or is_side(text, NEW)


def _open(line: str, above: str) -> OpenBlock | None:
    text = line.lstrip(" \t")
    indentation = line[: len(line) - len(text)]
    lead = above.strip() if _is_lead(above) else ""
    if text.startswith(GIT):
        head = git_head(text)
        return _Reading(head, indentation=indentation) if head else None
    if text.startswith(NEW) and lead.startswith(OLD):
        return _Reading(sides_head(lead, text), indentation=indentation, has_lead=True)
    if is_head(text) and (lead or _HEAD.match(text) or read_numbers(text)):
        reading = _Reading(_lead_head(lead), indentation=indentation, has_lead=lead != "")
        reading.begin(text)
        return reading
    return None


UNIFIED_DIFF = Format(
    name=FormatName.UNIFIED_DIFF,
    signs=(OLD, NEW, "@@", "@ -", GIT),
    open=_open,
    is_stray=never,
    is_sticky=True,
    instructions=f"{INSTRUCTIONS}\n{WHOLE_INSTEAD}",
    examples=EXAMPLES,
    reminder="a unified diff in a fence, with --- and +++ lines",
    commands=COMMANDS,
    is_lead=_is_lead,
    is_diff=True,
    takes_off_indentation=True,
    open_headless=_open_headless,
)
