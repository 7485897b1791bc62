"""What the arguments of a tool call say: an edit, several, a whole file, or nothing that is one.

A tool is known by its name; without one the arguments must say it: by keys that only edit tools have (`old_string` and
its kin), or by a path that names a file. What documentation shows in their place, such as `path/to/file` or
`text to replace`, is no edit.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from guillemet.engine.blocks import FormatName
from guillemet.engine.formats.format import Ended, Parts, Whole
from guillemet.engine.formats.tool_call.json_value import Json, JsonScalar
from guillemet.engine.patterns import lazy_pattern

Exists = Callable[[str], bool]

_PATH = ("file_path", "path", "target_file", "file_name", "filename", "file", "absolute_path", "relative_path", "uri")
_CERTAIN_OLD = ("old_string", "old_str", "old_text", "old_content", "target_content")
"""Keys that only tools have which edit files."""
_OLD = (*_CERTAIN_OLD, "search", "find", "old", "original")
_NEW = (
    "new_string",
    "new_str",
    "new_text",
    "new_content",
    "replacement_content",
    "replace",
    "replacement",
    "new",
    "updated",
)
_EDITS = ("edits", "replacements", "replacement_chunks", "changes", "operations")
_SKETCH = ("code_edit",)
_CERTAIN_CONTENT = ("file_text", *_SKETCH, "code_content")
FILE_ARGUMENTS = (*_CERTAIN_CONTENT, "content", "contents", "new_content", "text", "code")
"""What a whole file is called."""
_LINE = ("insert_line", "line_number", "line")
_INSERTED = ("new_str", "insert_text", "new_string", "content", "text")
_EVERY = ("replace_all", "allow_multiple")
_ALONE = frozenset(
    (
        *_PATH,
        *FILE_ARGUMENTS,
        *_OLD,
        *_NEW,
        *_EVERY,
        "description",
        "explanation",
        "instructions",
        "action",
        "type",
        "operation",
        "language",
        "name",
    )
)
"""The only keys of an object that names no tool and has no key that only edit tools have."""

_CAMEL = lazy_pattern(r"(?<=[a-z])(?=[A-Z])")
# fmt: off
_TOOLS = frozenset((
    "edit", "multiedit", "write", "replace", "create",
    "strreplace", "strreplaceeditor", "strreplacebasededittool", "texteditor",
    "editfile", "editfiles", "editexistingfile", "fileedit", "edittool", "searchreplace", "searchandreplace",
    "replaceinfile", "replacestringinfile", "multireplacestringinfile", "replacefilecontent", "multireplacefilecontent",
    "insertcontent", "insert", "inserteditintofile", "updatefile", "modifyfile",
    "writefile", "writefiles", "filewrite", "writetofile", "createfile", "createfiles", "createnewfile", "savefile",
    "createtextfile", "createorupdatefile", "pushfiles", "filestrreplace", "filecreate",
))
# fmt: on
"""Names of tools that edit files, without signs and in lower case."""
_VERBS = frozenset(("edit", "write", "replace", "create", "insert"))
_VERSION = lazy_pattern(r"\d{6,}$")

_SAMPLE_PATH = lazy_pattern(
    r"""path/to/ | \A/?path\Z | /absolute/ | (?<!\[)\.\.\. | … | [<>*?"] | \{\w+\} | your[-_ ]? | \A/?some[-_/]
    | \A[^/.]*\ [^/.]*\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_SAMPLE_NAME = lazy_pattern(r"(?:\A|/)(?:example|sample|filename|file_?name|file|foo|bar)(?:\.\w+)?\Z", re.IGNORECASE)
"""What stands for a path where no tool is named."""
_PATH_FORM = lazy_pattern(r"(?:[\w.@+()\[\] -]{1,100}/){0,40}[\w.@+()\[\] -]{1,100}\.\w{1,12}")
_SAMPLE_WORD = (
    "the|an?|this|that|your|my|some|exact|exactly|existing|old|new|original|current|modified|updated|text|string|str|code"
    "|contents?|file|lines?|to|find|search|replaced?|replacement|for|be|with|it|of|in|here|goes|multi|block|snippet"
    "|value|before|after|edit|edits|be|as|appears|matching|match|from|will|should|complete|full|entire|desired"
)
_SAMPLE_TEXT = lazy_pattern(rf"[\W_]*(?:(?:{_SAMPLE_WORD})(?![^\W_])[\W_]*)*", re.IGNORECASE)
_SAMPLE_SAYS = lazy_pattern(r"old|new|text|string|str|code|content|lines?|search|find|exact|\.\.\.|…", re.IGNORECASE)
_LONGEST_SAMPLE = 200


def is_edit_tool(name: str, *, is_sure: bool = True) -> bool:
    """Whether a tool of this name edits files, whatever server or program stands before its name.

    Where it is not sure that the name is that of a tool, a plain verb is none.
    """
    last = re.split(r"__|[./:]", name)[-1]
    bare = _VERSION.sub("", re.sub(r"[\W_]", "", last).lower())
    return bare in _TOOLS and (is_sure or bare not in _VERBS)


class Arguments:
    """The arguments of one call by their names, as text or as JSON."""

    def __init__(self, given: Mapping[str, Json], *, is_named: bool, exists: Exists, path: str = "") -> None:
        """`is_named` tells that the tool is known to edit files; `path` is that of the call around."""
        self._given = {_snake(key): value for key, value in given.items()}
        self._exists = exists
        self._is_named = is_named
        own = self._text(_PATH)
        self.path = clean_path(own) if own else path

    def edits(self) -> Iterator[tuple[str, Ended, Mapping[str, Json] | None]]:
        """Yield path and content of each edit, and the object inside of the arguments it stands in, if any."""
        inner = self._inner_edits()
        if inner:
            for one in inner:
                said = Arguments(one, is_named=self._is_named or self._is_certain, exists=self._exists, path=self.path)
                for path, ended, _ in said.edits():
                    yield path, ended, one
            return
        if found := self._replacement() or self._insertion() or self._whole():
            yield self.path, found, None

    @property
    def is_begun(self) -> bool:
        """Whether arguments of which the rest is missing are those of an edit."""
        edits = (Arguments(one, is_named=self._is_named, exists=self._exists) for one in self._inner_edits())
        is_certain = self._is_named or self._is_certain or any(one._is_certain for one in edits)  # noqa: SLF001
        return is_certain and self.path != "" and not self._is_sample(self._text(_OLD) or "")

    @property
    def _is_certain(self) -> bool:
        """Whether there is a key that only edit tools have."""
        return any(isinstance(self._given.get(key), str) for key in (*_CERTAIN_OLD, *_CERTAIN_CONTENT))

    def _inner_edits(self) -> list[Mapping[str, Json]]:
        lists = (self._given.get(key) for key in _EDITS)
        found = next((one for one in lists if isinstance(one, list) and one), [])
        return [one for one in found if isinstance(one, Mapping)]

    def _replacement(self) -> Parts | None:
        old, new = self._text(_OLD), self._text(_NEW)
        new = "" if self._is_named and self.path and new is None else new
        if old is None or new is None or not self._is_replacement or self._is_sample(old):
            return None
        lines = text_lines(new) if old else whole_lines(new)
        return Parts((), text_lines(old), lines, is_everywhere=old != "" and self._is_everywhere)

    @property
    def _is_replacement(self) -> bool:
        """Whether texts called old and new are those of an edit."""
        is_alone = self._is_known and self._given.keys() <= _ALONE
        return self._is_named or self._text(_CERTAIN_OLD) is not None or is_alone

    def _insertion(self) -> Parts | None:
        line, text = self._text(_LINE, scalar=True) or "", self._text(_INSERTED)
        if not line.isdecimal() or text is None or not (self._is_named or "insert_line" in self._given):
            return None
        return None if self._is_sample(text) else Parts((), (), whole_lines(text), hint=int(line[:9]) + 1)

    def _whole(self) -> Whole | None:
        content = self._text(FILE_ARGUMENTS)
        if content is None or not self.path:
            return None
        if not self._is_file(content) or self._is_sample(content):
            return None
        # Cursor's sketches of an edit leave out what stays, with or without a line that says so.
        is_sketch = self._text(_SKETCH) is not None
        form = FormatName.LISTING if is_sketch and self._is_known else None
        return Whole(whole_lines(content), is_called_new=is_sketch, format=form)

    def _is_file(self, content: str) -> bool:
        """Whether a text called content is that of a whole file; without a tool's name it must look like one."""
        is_long = self._is_known and content.strip() != "" and content.count("\n") > 1
        return self._is_named or self._text(_CERTAIN_CONTENT) is not None or (is_long and self._given.keys() <= _ALONE)

    def _is_sample(self, text: str) -> bool:
        """Whether documentation shows the path, or the text, in the place of a real one."""
        if self._is_known:
            return False
        is_sample = _SAMPLE_PATH.search(self.path) or (not self._is_named and _SAMPLE_NAME.search(self.path))
        return bool(is_sample) or is_sample_text(text)

    @property
    def _is_known(self) -> bool:
        return is_known(self.path, self._exists)

    @property
    def _is_everywhere(self) -> bool:
        says_all = any(str(self._given.get(key)).lower() == "true" for key in _EVERY)
        count = str(self._given.get("expected_replacements") or "")
        return says_all or (count.isdecimal() and count not in ("0", "1"))

    def _text(self, keys: tuple[str, ...], *, scalar: bool = False) -> str | None:
        values = (self._given.get(key) for key in keys)
        texts = (one for one in values if isinstance(one, str) and isinstance(one, JsonScalar) in (scalar, False))
        return next(texts, None)


def clean_path(path: str) -> str:
    """Return the path of an argument without what makes it an address."""
    return path.strip().removeprefix("file://")


def is_known(path: str, exists: Exists) -> bool:
    """Whether the path, or the end of an absolute one, names a file."""
    if not path or not path.isprintable():
        return False
    names = path.replace("\\", "/").split("/")[-_MOST_FOLDERS:]
    is_absolute = path.startswith(("/", "\\", "~")) or path[1:2] == ":"
    return exists(path) or (is_absolute and any(exists("/".join(names[at:])) for at in range(1, len(names))))


_MOST_FOLDERS = 40


def may_be_path(text: str) -> bool:
    """Whether the text has the form of a file's path, and is none that documentation shows."""
    return _PATH_FORM.fullmatch(text) is not None and _SAMPLE_PATH.search(text) is None


def is_sample_text(text: str) -> bool:
    """Whether the text only says what would stand in its place."""
    short = text.strip()[:_LONGEST_SAMPLE]
    is_said = len(text) <= _LONGEST_SAMPLE and _SAMPLE_SAYS.search(short) is not None
    return is_said and _SAMPLE_TEXT.fullmatch(short) is not None


def text_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text that may begin and end inside of a line; an empty last one where it ends with LF."""
    return tuple(text.replace("\r\n", "\n").split("\n")) if text else ()


def whole_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a whole file."""
    return text_lines(text.removesuffix("\n").removesuffix("\r"))


@lru_cache(maxsize=1_000)
def _snake(key: str) -> str:
    return _CAMEL.sub("_", key).lower()
