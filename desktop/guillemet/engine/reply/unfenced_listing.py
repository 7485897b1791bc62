"""A listing without its fence, as a page has it that was copied: where it begins, where it ends, what is code of it.

    Update src/rates.py:          the words above, which lost their back-ticks and the signs of heads
    python                        what the page puts above code: its language, the labels of buttons
    Copy code
    STANDARD = 20                 code, up to the first line that reads as a sentence or as a head,
    Both rates are whole now.     where what stands above parses in the language of the file

Only a grammar can tell code from prose here, so a file of a language without one, or of one whose grammar takes prose
for code, is not read.
"""

from collections.abc import Callable, Sequence

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.fences import read_fence
from guillemet.engine.formats.format import HeldBlock, HeldConstruct, Step, Whole
from guillemet.engine.formats.listing.naming import Naming
from guillemet.engine.languages import language_of
from guillemet.engine.matching.sure_rungs import shared_indentation
from guillemet.engine.outline.sections import all_sections, sections_of
from guillemet.engine.patterns import lazy_pattern
from guillemet.engine.reply.checks import COPY_BUTTONS, TOOL_CALL, is_alike

_ENDINGS = {
    "python": "py",
    "py": "py",
    "javascript": "js",
    "js": "js",
    "jsx": "jsx",
    "typescript": "ts",
    "ts": "ts",
    "tsx": "tsx",
    "go": "go",
    "golang": "go",
    "rust": "rs",
    "java": "java",
    "c": "c",
    "cpp": "cpp",
    "c++": "cpp",
    "csharp": "cs",
    "c#": "cs",
    "css": "css",
    "json": "json",
}
"""Of a file of each language that pages name above code, where its grammar tells code from prose."""
_OTHERS = ("bash", "shell", "sh", "text", "plaintext", "html", "yaml", "sql", "ruby", "php", "markdown", "diff")
_PRINTED = {"javascript": "JavaScript", "typescript": "TypeScript", "cpp": "C++", "csharp": "C#", "php": "PHP"}
_LANGUAGES = {
    form: language
    for language in (*_ENDINGS, *_OTHERS)
    for form in (language, language.capitalize(), language.upper(), _PRINTED.get(language, language))
}
LABELS = frozenset((*_LANGUAGES, *COPY_BUTTONS, "Edit", "Bearbeiten", "Modifier", "Editar", "编辑"))
"""Lines that a page puts above code."""

_READS_PROSE = frozenset(("tree_sitter_html", "tree_sitter_yaml", "tree_sitter_bash"))
"""Grammars that take prose for code."""
_MOST_LINES = 3_000
_MOST_TRIES = 8
"""Lines that read as prose, in one listing, after which it has no certain end."""
_LEAST_LINES = 2
"""Of code that nothing but the words above announces."""
_LONGEST_HEAD = 80

_BULLET = lazy_pattern(r"(?:[-*•–—✅❌]|\d{1,3}[.)])\s+")
_NO_WORDS = lazy_pattern(r"[{};=<>\[\]]|[({,\\]\Z")
"""What hardly a line of code is without, and hardly a sentence has."""
_END_OF_SENTENCE = lazy_pattern(r"[.!?:。！？：…][\"”')*]*\Z")
_IDEOGRAPHS = lazy_pattern(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_HEAD = lazy_pattern(r"\w+(?:(?:[ ’'/&-]+|: )\w+){0,7}[:?!]?")
_FEWEST_WORDS = 3
_SIGN_OF_CODE = lazy_pattern(r"\A\s+\S|[{}()\[\];,:]\s*\Z|\w\s*[:=]|\A[@#/]")
_FILE_WORD = lazy_pattern(r"(?<![\w`/.@-])[\w@.+~-][\w./@+\[\]()~-]*\.[A-Za-z]\w{0,9}(?![\w/`(-])")


def with_marks(line: str, means_file: Callable[[str], bool]) -> str:
    """Return a line above code as it was before its page was copied: the file in back-ticks, a head with its sign."""
    if "`" in line or not line:
        return line
    marked = _FILE_WORD.sub(lambda word: f"`{word[0]}`" if means_file(word[0]) else word[0], line)
    is_head = marked != line and len(line) <= _LONGEST_HEAD and line[-1] not in ".:,;!?："
    return f"### {marked}" if is_head and line[0] != "#" else marked


def label_of(lines: Sequence[str]) -> str:
    """Return the language that the labels above code name."""
    return next((_LANGUAGES[line.strip()] for line in lines if line.strip() in _LANGUAGES), "")


def reads_as_prose(line: str) -> bool:
    """Whether a line reads as a sentence, an item of a list or a head, whatever the language of the code above it."""
    if line[:1] in ("", " ", "\t", "\u00a0"):
        return False
    found = _BULLET.match(line)
    text = line[found.end() :].strip() if found else line.strip()
    if _IDEOGRAPHS.match(text):
        return True
    is_begun = text[:1].isalpha() and (found is not None or not text[0].islower())
    return is_begun and not text.isupper() and not _NO_WORDS.search(text) and _is_said(text, is_item=found is not None)


def _is_said(text: str, *, is_item: bool) -> bool:
    if _END_OF_SENTENCE.search(text) and len(text.split()) >= _FEWEST_WORDS:
        return True
    return _HEAD.fullmatch(text) is not None or (is_item and "(" not in text)


class UnfencedListing(HeldConstruct):
    """A listing without a fence being read."""

    def __init__(
        self,
        find: Callable[[str, str], Naming | None],
        is_file: Callable[[str], bool],
        report: Callable[[str], None],
        *,
        naming: Naming | None = None,
    ) -> None:
        """`find` returns the file of a listing by its language and its first line, where `naming` does not tell it.

        `is_file` tells whether a word is the name of a file. `report` is given the path of a listing that has no
        certain end.
        """
        self._find, self._is_file, self._report = find, is_file, report
        self._naming = naming
        self._is_labelled = naming is None
        self._lines: list[str] = []
        self._first = 0
        """Which line is the first one of the code; 0 before it comes where labels stand above."""
        self._tries = 0
        self._is_given_up = False

    def take(self, line: str) -> Step:
        """Read one more line: a label, code, or what stands below it."""
        text = line.strip()
        if self._is_labelled and not self._first:
            if text and text not in LABELS and not self._begins(line):
                return Step.BEFORE
        elif text and self._ends_above(line, text):
            return Step.BEFORE
        self._lines.append(line)
        return Step.MORE

    def _begins(self, line: str) -> bool:
        """Whether the line is the first one of a listing whose file is known."""
        self._first = len(self._lines)
        if reads_as_prose(line) or read_fence(line.strip()) or is_alike(line):
            self._is_given_up = True
        else:
            self._naming = self._find(label_of(self._lines), line)
        return self._naming is not None

    def _ends_above(self, line: str, text: str) -> bool:
        """Whether the listing ends above the line, or has no end that is certain."""
        is_foreign = read_fence(text) is not None or is_alike(line)
        is_below = text in LABELS or reads_as_prose(line) or (" " not in text and self._is_file(text))
        if not is_foreign and not is_below:
            self._is_given_up = len(self._lines) > _MOST_LINES
            return self._is_given_up
        self._tries += 1
        self._is_given_up = is_foreign or (self._tries > _MOST_TRIES)
        return self._is_given_up or self._is_code()

    def end(self, exists: Callable[[str], bool]) -> Sequence[HeldBlock]:  # noqa: ARG002
        """Return the listing, if its file is known and all of it is code."""
        if self._naming is None:
            return ()
        if self._is_given_up or not self._is_code():
            if self._is_labelled or self._looks_like_code():
                self._report(self._naming.path)
            return ()
        ended = Whole(
            tuple(self._code),
            is_called_new=self._naming.is_new,
            addition=self._naming.addition,
            format=FormatName.LISTING,
        )
        return [HeldBlock(self._naming.path, ended, tuple(self._lines), 0)]

    @property
    def _code(self) -> list[str]:
        code = self._lines[self._first :]
        while code and not code[-1].strip():
            code.pop()
        return code

    def _is_code(self) -> bool:
        """Whether the lines so far parse in the language of the file, and say enough to be a listing of it."""
        path, code = self._naming.path if self._naming else "", self._code
        if not code or not self._may_be_language_of(path):
            return False
        margin = len(shared_indentation(code))
        plain = [line[margin:].replace("\u00a0", " ") for line in code]
        sections = sections_of(path, plain, is_part=True)
        if sections is None or self._is_labelled:
            return sections is not None
        return self._count >= _LEAST_LINES and any(one.name or one.is_import for one in all_sections(sections))

    @property
    def _count(self) -> int:
        return sum(bool(line.strip()) for line in self._code)

    def _may_be_language_of(self, path: str) -> bool:
        """Whether the language of the file is one whose grammar tells code from prose, and that of label and code."""
        language, label = language_of(path), label_of(self._lines[: self._first])
        if language is None or language.module in _READS_PROSE or any(map(TOOL_CALL.search, self._code)):
            return False
        named = language_of(f"x.{_ENDINGS.get(label, '')}")
        return not label or (named is not None and named.module == language.module)

    def _looks_like_code(self) -> bool:
        signs = sum(_SIGN_OF_CODE.search(line) is not None for line in self._code)
        return self._count >= _LEAST_LINES and 2 * signs > self._count
