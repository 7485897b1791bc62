"""The unified diff, as `diff -u` and git write it and as models remember it.

    diff --git a/src/prices.py b/src/prices.py      optional, like all lines down to `---`
    --- a/src/prices.py
    +++ b/src/prices.py
    @@ -12,3 +12,4 @@ def total(prices):
     lines that stay
    -lines that go
    +lines that come

Every hunk is an edit of its own; `hunk` tells what its lines mean and `diff_head` what is said of the file. `/dev/null`
before or after, `new file mode` and `deleted file mode` create and delete, `rename from` and `rename to` move the file,
whose hunks are then edits of its new path. Bytes are refused, as are copies and changes of mode only.

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
many as its head told of.

A line `--- x` in a hunk may be the removed line `-- x` or the next file's. It is the next file's when the hunk is full;
when `+++` follows and the hunk has no numbers or no room for both; and when `@@` follows both, whatever the hunk's head
told of, unless both fill it and neither names a file. In any other case it is content. The writer puts the right
numbers, and added lines before removed ones if those would look like a head.
"""

import re

from msgspec.structs import replace

from guillemet.engine.blocks import Breakage, FormatName
from guillemet.engine.formats.diff_head import (
    GIT,
    NEW,
    OLD,
    FileHead,
    git_head,
    is_change,
    is_pair,
    is_side,
    sides_head,
)
from guillemet.engine.formats.diff_writer import write
from guillemet.engine.formats.fences import Fence, read_fence
from guillemet.engine.formats.file_diff import FileDiff
from guillemet.engine.formats.format import Ended, Format, OpenBlock, Parts, Step, Trouble, never
from guillemet.engine.formats.hunk import Hunk, is_head, read_heading, read_numbers

INSTRUCTIONS = """\
Propose every change as a unified diff in a fence. Name the file before and after, then write a hunk for every place
that changes:

```diff
--- a/src/prices.py
+++ b/src/prices.py
@@ -3,3 +3,3 @@
 def total(prices):
-    return sum(prices)
+    return round(sum(prices), 2)
 # The mean of no prices is 0.
```

Lines that stay begin with one blank, lines that go with `-`, lines that come with `+`: also empty ones.

Rules:
1. Write the whole path as it was shown to you, after `a/` and `b/`.
2. Copy the lines that stay and go from the file, letter by letter, with their whole indentation after the sign.
3. Surround a change with about three lines that stay, and take so many that they stand in the file only once.
4. The numbers of a hunk say where you believe it to be. If you do not know them, write `@@ ... @@`.
5. Write every line that is meant. Never leave code out with dots or with a comment such as "the rest is unchanged".
6. Use a fence longer than any run of back-ticks in the lines it holds.
7. Edit only files that were given to you, and new ones. Ask for any other file first.

Sizing: one hunk for edits within a few lines of each other, another one for every other place; long runs of lines that
stay do not belong in a hunk. Replace a function that changes in most of its lines as a whole. A hunk sees the file as
the hunks before it left it.

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

COMMANDS = """\
Whole folders are beyond a diff. Suggest a command for them, `git rm -r src/old` or `git mv src/taxes src/rates`.
"""

_HEAD = re.compile(r"@@ .*@@")
_SIGNATURE = ("--", "-- ")
_STARTS_OF_OTHERS = frozenset("«<🟧*")
_BYTES_SIGN = re.compile(r"(?:literal|delta) \d+\Z|\S*\Z")


class _Reading(OpenBlock):
    """The diff of one file being read, and of the next ones where only later lines tell that they began."""

    signs = None
    may_stop = True

    def __init__(self, head: FileHead, *, indentation: str, has_lead: bool = False) -> None:
        self.part: list[str] = []
        self.path = head.path
        self.has_lead = has_lead
        self._indentation = indentation
        self._file = FileDiff(head)
        self._depth = 0
        """Fences that lines without a sign opened."""
        self._done: Ended | None = None
        self._is_cut = False

    def begin(self, line: str) -> Step:
        """Begin a hunk at its head, or without one."""
        self._done = self._file.begin(Hunk(read_numbers(line), read_heading(line)))
        self.path = self._file.path
        return Step.NEXT if self._done else Step.MORE

    def take(self, line: str, line_number: int) -> Step:  # noqa: ARG002 - the protocol's
        text = line.removeprefix(self._indentation)
        if not text.strip() and text[:1] != " ":
            text = ""
        step = self._take_between(text) or (self._in_hunk(text) if self._file.hunks else self._in_head(text))
        if step is Step.BEFORE:
            done = self._file.ended()
            self._done = replace(done, is_cut=True) if self._is_cut and isinstance(done, Parts) else done
        return step

    def end(self) -> Ended:
        done, self._done = self._done, None
        if done:
            return done
        hunk = self._file.hunks[-1] if self._file.hunks else None
        if self.fence and hunk and not hunk.is_full:
            return Trouble(Breakage.UNFINISHED, f"The reply ended inside this block: no `{self.fence.run}` closed it.")
        return self._file.stopped()

    @property
    def awaits(self) -> str:  # type: ignore[override]
        return self.fence.run if self.fence else "@@"

    def _take_between(self, text: str) -> Step | None:
        """Read a line that ends the diff or says nothing, wherever in it that is; None for any other."""
        if text.startswith((GIT, "Index: ")):
            return Step.BEFORE
        if text[:1] in ("`", "~", "<") and (fence := read_fence(text.rstrip())):
            if self.fence is None:
                return Step.BEFORE
            if fence.closes(self.fence):
                if not self._depth:
                    return Step.BEFORE
                self._depth -= 1
            elif fence.run.startswith(self.fence.run):
                self._depth += 1
        if self._file.head.is_binary:
            return Step.MORE if self.fence or _BYTES_SIGN.match(text) else Step.BEFORE
        return None

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
            if len(lines) > 1 and is_pair(lines[-2], lines[-1]) and not (hunk.is_full and is_change(*lines[-2:])):
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


def _open_listing(lead: str, fence: Fence | None, indentation: str) -> OpenBlock:
    """Return a diff whose hunk has no head, in its fence; the lead above names a side, or is empty."""
    head = sides_head(*((lead, "") if lead.startswith(OLD) else ("", lead)))
    reading = _Reading(head, indentation=indentation, has_lead=lead != "")
    reading.fence = fence
    reading.begin("")
    return reading


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
        head = sides_head(*((lead, "") if lead.startswith(OLD) else ("", lead)))
        reading = _Reading(head, indentation=indentation, has_lead=lead != "")
        reading.begin(text)
        return reading
    return None


UNIFIED_DIFF = Format(
    name=FormatName.UNIFIED_DIFF,
    signs=(OLD, NEW, "@@", "@ -", GIT),
    open=_open,
    is_stray=never,
    is_sticky=True,
    write=write,
    instructions=INSTRUCTIONS,
    reminder="a unified diff in a fence, with --- and +++ lines",
    commands=COMMANDS,
    is_lead=_is_lead,
    is_diff=True,
    takes_off_indentation=True,
    open_listing=_open_listing,
)
