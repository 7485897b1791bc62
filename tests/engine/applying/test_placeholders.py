"""Lines that only say that code was left out, and lines that only look so."""

import pytest

from guillemet.engine.applying.placeholders import placeholder_in, says_left_out, stand_in_of
from tests.kit.cases import each

LEFT_OUT = (
    "// rest of the code",
    "# existing code",
    "/* ... */",
    "<!-- ... -->",
    "// ... keep the same",
    "# ...",
    "// ...",
    "... existing code ...",
    "// ... existing code ...",
    "# ... rest of file unchanged ...",
    "{/* ... existing JSX ... */}",
    "// ... other methods ...",
    "# Rest of the class remains the same",
    "// (rest of the code stays the same)",
    "# [rest of the code]",
    "<!-- rest of the page unchanged -->",
    "// Keep existing imports",
    "-- ... existing columns",
    "/* existing styles */",
    "// other methods remain unchanged",
    "# remaining code omitted for brevity",
    "// code omitted for brevity",
    "// unchanged",
    "# No changes here",
    "// ... (previous code)",
    "# ... more fields",
    "// ...rest of the file",
    "# The rest of the code remains the same...",
    "// ... existing code",
    "// Rest of your component",
    "...existing code...",
    "# [...]",
    "// <snip>",
    "; ...",
    "% ...",
    "# ... (keep all existing methods)",
    "//... rest of the function",
    "// [...existing code...]",
    "# same as before",
    "// Existing code here...",
    "// The rest of the implementation goes here",
    "* ... existing ...",
    "... (rest of the code remains the same)",
    "# ... (unchanged)",
    "// Rest des Codes",
    "# ... bestehender Code ...",
    "// reste du code",
    "# resto del código",
    "// ... 其余代码保持不变 ...",
    "# ... existing users ...",
    "// your existing code here",
    "// ... (other routes) ...",
    "# Existing imports...",
    "// ... same as above",
    "# (rest of file unchanged)",
    "// ... handle errors ...",
    "# rest of the methods...",
    "# ... and the rest",
    "(* ... *)",
    "// Previous code remains the same",
    "// Other imports remain the same",
    "{{!-- rest of the template --}}",
    "# Existing code remains unchanged",
    "/* Rest of the CSS */",
    "// ... previous methods stay as they were",
    "// [rest of file is unchanged]",
    "## ... existing content ...",
    "# ---- rest of the file unchanged ----",
    "// … rest of the code …",
    "... rest of code ...",
    "// ... keep existing code ...",
    "// keep existing code",
    "# The original content is below",
    "// the rest stays the same",
    "# rest of my two loops is unchanged",
    "# and the rest of it",
    "// keep everything else unchanged",
    "# leave all of this as is",
    "# keep the rest",
    "// implementation remains the same",
    "# everything else stays here",
    "// methods untouched",
    "// some code omitted here",
    "# error handling removed for brevity",
    "// bestehende Methoden",
    "// bleibt unverändert",
    "// resto del codice",
    "// kalan kod aynı",
    "// mevcut kod",
    "# 其余代码不变",
)

SAID = (
    "...",
    "…",
    "    ...rest",
    "...props,",
    "...other,",
    "...existing,",
    "# Loading...",
    "// This is the rest of it, really",
    "# existing users are kept",
    "x = [...]",
    "tuple[int, ...]",
    "print('...')",
    "// keep the connection alive",
    "# the rest of the arguments are passed on",
    "# Other",
    "// Previous",
    "rest of the code",
    "existing code",
    "# Same problem as above",
    "# TODO: implement",
    "pass",
    "# keep the order stable",
    "keep = existing",
    "// Remaining time in seconds",
    "# original price",
    "# The file is unchanged",
    "// Wait...",
    "# and so on",
    "log('... done')",
    "* existing: list",
    "# Existing users",
    "// remaining bytes",
    "- rest of the code is fine",
    "return unchanged",
    "# Remove old files",
    "// skip the rest",
    "# same",
    "--- a/x",
    "# keep in mind that this is slow",
    "// other options: foo, bar",
    "# previous value",
    "# Original idea by Bob",
    "// The rest is history",
    "# Original file: foo.c",
    "// ...args are forwarded to the constructor of the class",
    "args...",
    "# otherwise keep going",
    "/* fallthrough */",
    "# unchanged files are skipped",
    "<rest>",
    "# existing = 3",
    "# Remaining: 3 of 4 items",
    "# Ask for the remaining items",
    "// omitted",
)


@each("line", LEFT_OUT)
def test_a_line_that_says_code_was_left_out_is_seen(line: str) -> None:
    assert says_left_out(f"    {line}  ")
    assert placeholder_in([line], old=["x"], path="a.js") == line


@each("line", SAID)
def test_a_line_that_says_something_else_is_none(line: str) -> None:
    assert not says_left_out(line)


@each(
    "line", ["// REST OF THE CODE", "# The Re\u017ft of the Code \u2026", "// Bleibt UNVER\u00c4NDERT", "// MEVCUT KOD"]
)
def test_a_phrase_is_found_in_capitals_and_in_letters_beyond_ascii(line: str) -> None:
    assert placeholder_in([line], old=["x"], path="a.js") == line


def test_a_placeholder_among_new_lines_is_named() -> None:
    new = ["def f():", "    # ... rest of the function"]

    assert placeholder_in(new, old=["def f():", "    return 1"], path="a.py") == "    # ... rest of the function"


def test_a_placeholder_that_stood_there_before_is_none() -> None:
    line = "# ... rest of the function"

    assert placeholder_in(["a", f"    {line}"], old=["b", line], path="a.py") is None


def test_dots_where_python_lines_vanish_are_a_placeholder() -> None:
    old = ["def f():", "    a = 1", "    return a"]

    assert placeholder_in(["def f(x):", "    ..."], old=old, path="a.py") == "    ..."


@pytest.mark.parametrize("body", ["pass", "raise NotImplementedError", '"""Do it."""'])
def test_dots_in_the_place_of_an_empty_body_are_code(body: str) -> None:
    assert placeholder_in(["def f(x):", "    ..."], old=["def f():", f"    {body}"], path="a.py") is None


def test_dots_of_a_new_protocol_are_code() -> None:
    new = ["class Shape(Protocol):", "    def area(self) -> float:", "        ..."]

    assert placeholder_in(new, old=[], path="shapes.py") is None


def test_dots_put_between_python_lines_are_code() -> None:
    old = ["class A:", "    def f(self): ...", "    x = 1"]
    new = ["class A:", "    def f(self): ...", "    def g(self):", "        ...", "    x = 1"]

    assert placeholder_in(new, old=old, path="a.pyi") is None


def test_dots_in_a_language_without_them_are_a_placeholder() -> None:
    assert placeholder_in(["function f() {", "  ...", "}"], old=[], path="a.js") == "  ..."


def test_a_spread_is_code() -> None:
    assert placeholder_in(["const all = {", "  ...rest,", "  ...other", "}"], old=[], path="a.js") is None


@pytest.mark.parametrize("line", ["// ... " + "rest " * 100_000, "// ... rest of " + "a" * 400])
def test_a_huge_line_is_no_placeholder(line: str) -> None:
    assert placeholder_in([line], old=[], path="a.js") is None


STAND_INS = (
    "[Paste the entire file contents here]",
    "[Paste the file here]",
    "// Your code here",
    "... full file content here ...",
    "[File content unchanged]",
    "(contents of the file)",
    "# contents of the file",
    "<paste file content>",
    "<full contents of src/x.ts>",
    "Content of the file goes here",
    "[The complete updated file]",
    "// Insert the code from above",
    "[same as before]",
    "[binary file]",
    "[Content truncated]",
    "<!-- file content here -->",
    "See above for the code",
    "[unchanged file]",
    "No changes needed",
    "# file contents...",
    "[image data]",
    "base64 encoded data here",
    "[Your logo here]",
    "{{ full file contents }}",
    "[Hier den gesamten Dateiinhalt einfügen]",
    "# Vollständige Datei hier",
    "TODO: paste your license here",
    "(contenu complet du fichier)",
    "[Contenido completo del archivo]",
    "[Dosyanın tüm içeriği]",
    "[文件完整内容]",
    "// 此处粘贴完整代码",
    "Paste the entire file contents here",
    "// src/x.ts\n[Paste the entire file contents here]",
    "/*\n * Paste the full source here\n */",
    "...",
    "# ...",
    "[...]",
    "[... full file ...]",
    "// TODO: Paste implementation here",
    "**[Full file content here]**",
    "`[full code here]`",
    "/* entire file content */",
    "// [entire file content]",
    "// (same as original)",
    "# The full content of config.py remains the same",
    "<entire file>",
    "<YOUR CODE HERE>",
    "[MIT license text]",
    "*[existing content]*",
    "__FILE_CONTENTS__",
    "FILE CONTENTS HERE",
    "[file contents]",
    "// ... complete code ...",
    "/* rest of the file unchanged */",
    "[rest of the code]",
    "{existing code here}",
    "«the whole file»",
)

FILES = (
    "import x",
    "x = 1",
    "# This file is intentionally left blank",
    "# tests package",
    '"""Package."""',
    "{}",
    "[]",
    "[1, 2]",
    '["a full file"]',
    '{"full": "file"}',
    "[tool.black]",
    "[section name]",
    "export * from './code'",
    "# Main entry file of the application",
    "hello world",
    "<div>",
    '<slot name="code"></slot>',
    "{children}",
    "*.pyc",
    "API_KEY=your_key_here",
    "(load-file)",
    "1.0.0",
    'require("./full/code")',
    "from .file import here",
    "* @owner/team",
    "print('paste the code here')",
    "echo paste the file here | cat",
    "main(full_code)",
    "# Changelog",
    "[Unreleased]",
    "export default code;",
    "/* eslint-disable */\nmodule.exports = code;",
    "// @ts-ignore",
    "Sitemap: /here",
    '<html lang="en">',
    "web: gunicorn app",
    "3.11",
)


@each("text", STAND_INS)
def test_a_file_that_only_says_what_it_would_hold_is_seen(text: str) -> None:
    assert stand_in_of(text.split("\n"), "src/x.ts")


@each("text", FILES)
def test_a_short_file_is_one(text: str) -> None:
    assert not stand_in_of(text.split("\n"), "src/x.ts")


@pytest.mark.parametrize(
    ("text", "path"),
    [("[[what the page holds today]]", "a.ts"), ("(what the page says today)", "a.txt"), ("[one two three]", "a.el")],
)
def test_words_in_brackets_that_no_code_has_are_no_file(text: str, path: str) -> None:
    assert stand_in_of([text], path) == text


def test_lists_of_lisp_and_the_dots_of_a_stub_are_code() -> None:
    assert not stand_in_of(["(require one two)"], "a.el")
    assert not stand_in_of(["..."], "a.pyi")
