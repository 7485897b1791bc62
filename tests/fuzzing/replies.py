"""Replies, files and paths to try: edits that fit their file, edits that nearly do, markers in any order."""

from collections.abc import Callable

from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from guillemet.engine.applying import ApplyOptions
from guillemet.engine.blocks import Block, DeleteFile, EditBlock, FormatName, MoveFile, WholeFile
from guillemet.engine.formats.catalogue import FORMATS
from guillemet.engine.formats.format import Format
from guillemet.settings import Strictness
from tests.kit.writing import written

PATHS = ("a.py", "src/a.py", "src/b.ts", "lib/deep/c.go", "Makefile", "docs/read me.md", "d.txt")
SPOKEN = (
    "def total(prices):",
    "    return sum(prices)",
    "    return sum(prices) / 2",
    "    # the sum",
    "export function take(jar: Jar) {",
    "  const cookie = jar.cookies.pop();",
    "  return cookie;",
    "\tif err != nil {",
    "\t\treturn err",
    "\t}",
    "}",
    "x = 1",
    "x = 2",
    "pass",
    "- name: Straße",
    "  retry:  3",
    "const happy = '👍🏽';",
    "-- removed",
    "++ added",
    "...",
    "// ... existing code ...",
    "title: a long line that says a lot about nothing in particular, and then some more of it",
)
LINES = (*SPOKEN, "", "", "   ")
MARKERS = (
    *("««« EDIT", "═══════ REPL", "»»» EDIT END", "»»»", "───────", "═══════"),
    *("🟧🟧🟧 EDIT", "🟨🟨🟨 REPL", "🟩🟩🟩 END", "🟧🟧🟧 AGENT", "🟩🟩🟩 AGEND"),
    *("<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "------- SEARCH", "+++++++ REPLACE", ":start_line:3", "-------"),
    *("<<<<< search", ">>>>>>>>> Replace", "<<<<<<< EDIT", ">>>>>>>", "<<<<<<< NEW_FILE", ">>>>>>> NEW_FILE"),
    *("```", "````", "```python", "~~~", "```bash", "```python a.py", "<source>python", "</source>", "````markdown"),
    *(
        "--- a/a.py",
        "+++ b/a.py",
        "--- /dev/null",
        "+++ /dev/null",
        "@@ -1,2 +1,2 @@",
        "@@ @@",
        "@@",
        " x = 1",
        "-x = 1",
    ),
    *(
        "+x = 2",
        "diff --git a/a.py b/a.py",
        "rename from a.py",
        "rename to e.py",
        "GIT binary patch",
        "new file mode 1",
    ),
    *("*** Begin Patch", "*** End Patch", "*** Update File: a.py", "*** Add File: e.py", "*** Delete File: a.py"),
    *("*** Move to: e.py", "*** End of File", "\\ No newline at end of file", "@@ def total(prices):"),
    *('<boltAction type="file" filePath="a.py">', '<boltAction type="edit" filePath="a.py">', "</boltAction>"),
    *("```diff", "```diff a.py", "~~~patch", "<diff>", "</diff>", "<path>a.py</path>", "<think>", "x</think>"),
    *("&lt;&lt;&lt; SEARCH", "<<<< SEARCH", "====", ">>>> REPLACE", "> <<<<<<< SEARCH", "<<<<<<< HEAD", "2 | x = 1"),
    *("@@ -1,2 +1,2 @@ def total(prices):", "\u00a0 x\u00a0= 2", "Now change `src/a.py`:", "### Step 2: src/b.ts"),
    *('<boltAction type="shell">', "<AI_EDIT_CONTENT_START:a.py>", "<AI_EDIT_CONTENT_END:a.py>", "git rm a.py"),
)
WRITTEN_PATHS = (
    *PATHS,
    "### File: a.py",
    "**src/b.ts**",
    "src\\a.py",
    "../a.py",
    ".git/config",
    "/etc/passwd",
    "A.PY",
    "c.go",
    "new.py",
)
ENDINGS = ("\n", "\r\n", "\r")
PATH_PIECES = (
    *("a", "src", "..", ".", "...", ".git", ".GIT", "git~1", ".g\u200dit", "~", "C:", "c", " ", "x y", "\\", "/", "//"),
    *(
        "\x00",
        "\n",
        "\u202e",
        "é",
        "e\u0301",
        "\ud800",
        "aux",
        ".git.",
        ".git ",
        ".git::$INDEX",
        "%2e%2e",
        "file:",
        "a" * 300,
    ),
)

lines = st.lists(st.sampled_from(LINES), min_size=5, max_size=14)


class Case(Struct, frozen=True):
    """A reply with all it is applied to."""

    reply: str
    files: dict[str, str | bytes]
    options: ApplyOptions


@st.composite
def files(draw: st.DrawFn) -> dict[str, str | bytes]:
    """Draw up to three files with endings of all kinds."""
    made: dict[str, str | bytes] = {}
    for path in draw(st.lists(st.sampled_from(PATHS), min_size=1, max_size=3, unique=True)):
        ending = draw(st.sampled_from(ENDINGS[:2]))
        # Most lines of a file are others than the rest of it, or every block would stand in many places.
        text = "".join(line + ending for line in draw(st.one_of(lines, st.permutations(SPOKEN))))
        made[path] = text.removesuffix(ending) if draw(st.integers(0, 4)) == 0 else text
    return made


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw files, and a reply of edits, prose and markers for them."""
    before = draw(files())
    pieces = [draw(_piece(before)) for _ in range(draw(st.integers(1, 5)))]
    reply = "\n".join(pieces)
    if draw(st.integers(0, 3)) == 0:
        reply = draw(_damaged(reply))
    options = ApplyOptions(
        match=draw(st.sampled_from((Strictness.LENIENT, Strictness.LENIENT, Strictness.LENIENT, Strictness.STRICT))),
        chat_files=tuple(draw(st.lists(st.sampled_from(PATHS), max_size=2, unique=True))),
        root=draw(st.sampled_from(("", "/home/ada/shop", "C:\\shop"))),
        only=draw(st.sampled_from(FormatName)) if draw(st.integers(0, 9)) == 9 else None,
    )
    return Case(reply, before, options)


@st.composite
def written_paths(draw: st.DrawFn) -> str:
    """Draw what a reply may write for a path, most of it nothing a path should be."""
    pieces = draw(st.lists(st.one_of(st.sampled_from(PATH_PIECES), st.text(max_size=3)), max_size=7))
    return draw(st.sampled_from(("", "/", "\\"))).join(pieces)


@st.composite
def _piece(draw: st.DrawFn, before: dict[str, str | bytes]) -> str:
    kind = draw(st.sampled_from((*"wwwwww", *"mm", "p")))
    if kind == "p":
        return draw(st.text(max_size=20))
    if kind == "m":
        return "\n".join(draw(st.lists(st.sampled_from((*MARKERS, *LINES, *WRITTEN_PATHS)), min_size=2, max_size=12)))
    path = draw(st.sampled_from((*before, *before, *before, *before, *PATHS)))
    text = before.get(path, "")
    standing = str(text).replace("\r\n", "\n").removesuffix("\n").split("\n")
    return draw(_written(path, standing))


@st.composite
def _written(draw: st.DrawFn, path: str, standing: list[str]) -> str:
    """Draw a block for the file as some format writes it."""
    start = draw(st.integers(0, len(standing) - 1))
    count = draw(st.integers(1, 9))
    old = draw(_remembered(standing[start : start + count]))
    new = draw(_changed(old))
    about = (FormatName.SEARCH_REPLACE, 1, 1)
    block: Block = EditBlock(path, *about, anchor=(), old=tuple(old), new=tuple(new))
    kind = draw(st.integers(0, 9))
    if kind == 0:
        block = WholeFile(path, *about, new=tuple(new), must_be_new=draw(st.booleans()))
    elif kind == 1:
        block = DeleteFile(path, *about)
    elif kind == 2:
        block = MoveFile(path, *about, target=draw(st.sampled_from((*PATHS, "new/e.py", "../e.py"))))
    elif isinstance(block, EditBlock) and kind == 3:
        block = replace(block, trailing=tuple(standing[start + count : start + count + 1]))
    written = [text for form in FORMATS if (text := _words(form, block))]
    return draw(st.sampled_from([*written, *_listings(block)]))


def _listings(block: Block) -> list[str]:
    """Return the edit as a diff without heads, with its context signed and not."""
    if not isinstance(block, EditBlock):
        return []
    changed = [*(f"-{line}" for line in block.old), *(f"+{line}" for line in block.new)]
    signed = ["```diff", *changed, *(f" {line}" for line in block.trailing), "```", ""]
    unsigned = ["```diff", *changed, *block.trailing, "```", ""]
    return ["\n".join((block.path, *listing)) for listing in (signed, unsigned)]


def _words(form: Format, block: Block) -> str:
    """Return the block as the format writes it; nothing where it has no words for it."""
    try:
        return written(block, form.name)
    except TypeError:
        return ""


@st.composite
def _remembered(draw: st.DrawFn, given: list[str]) -> list[str]:
    """Draw the lines as a model may remember them: half of the time as they are."""
    return draw(st.sampled_from(_SLIPS))(given, draw(st.integers(0, 20))) if draw(st.booleans()) else given


@st.composite
def _changed(draw: st.DrawFn, given: list[str]) -> list[str]:
    """Draw the lines as an edit may leave them."""
    changed = draw(st.sampled_from(_EDITS))(given, draw(st.integers(0, 20)))
    return draw(st.sampled_from(_EDITS))(changed, draw(st.integers(0, 20))) if draw(st.booleans()) else changed


def _without_line(given: list[str], at: int) -> list[str]:
    return given[: at % len(given)] + given[at % len(given) + 1 :] if given else given


def _with_line(given: list[str], at: int) -> list[str]:
    cut = at % (len(given) + 1)
    return [*given[:cut], LINES[at % len(LINES)], *given[cut:]]


def _with_typing_error(given: list[str], at: int) -> list[str]:
    return [
        line.replace("e", "", 1) if number == at % max(len(given), 1) else line for number, line in enumerate(given)
    ]


def _with_new_line(given: list[str], at: int) -> list[str]:
    cut = at % (len(given) + 1)
    indent = given[cut - 1][: len(given[cut - 1]) - len(given[cut - 1].lstrip())] if cut else ""
    return [*given[:cut], f"{indent}fresh_{at} = brand_new_{at}(line, {at})", *given[cut:]]


def _with_dots(given: list[str], at: int) -> list[str]:
    cut = at % (len(given) + 1)
    return [*given[:cut], "...", *given[cut + 1 :]]


Change = Callable[[list[str], int], list[str]]

_SLIPS: tuple[Change, ...] = (
    _without_line,
    _with_line,
    _with_typing_error,
    _with_dots,
    _with_dots,
    _with_dots,
    lambda given, _at: ["    " + line for line in given],
    lambda given, _at: [line.lstrip() for line in given],
    lambda given, _at: [line + "  " for line in given],
    lambda given, _at: [line.replace("    ", "\t") for line in given],
    lambda given, _at: ["", *given, ""],
    lambda _given, _at: [],
)
_EDITS: tuple[Change, ...] = (
    _with_new_line,
    _with_new_line,
    _with_line,
    _without_line,
    _with_dots,
    lambda given, _at: [line.replace("return", "yield") for line in given],
    lambda _given, at: [f"only = {at}"],
    lambda _given, _at: [],
)


@st.composite
def _damaged(draw: st.DrawFn, reply: str) -> str:
    """Draw the reply with something missing, twice, or in another order."""
    rows = reply.split("\n")
    at, other = draw(st.integers(0, len(rows) - 1)), draw(st.integers(0, len(rows) - 1))
    match draw(st.integers(0, 4)):
        case 0:
            del rows[at]
        case 1:
            rows.insert(at, rows[other])
        case 2:
            rows[at], rows[other] = rows[other], rows[at]
        case 3:
            rows = rows[: at + 1]
        case _:
            return "\r\n".join(rows)
    return "\n".join(rows)
