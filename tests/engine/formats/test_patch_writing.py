"""Promises of both patch formats: what is written reads back."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from guillemet.engine.blocks import Block, DeleteFile, EditBlock, MoveFile, WholeFile
from guillemet.engine.formats.apply_patch import APPLY_PATCH
from guillemet.engine.formats.format import Format
from guillemet.engine.formats.unified_diff import UNIFIED_DIFF
from tests.engine.formats.patches import SIDES, edits, fenced, read
from tests.kit.writing import written

PATCHES = (UNIFIED_DIFF, APPLY_PATCH)

texts = st.one_of(
    st.sampled_from(("--- a/x.py", "-- a", "++ b/x.py", "@@ -1 +1 @@", "@@ x", "diff --git a b")),
    st.sampled_from(("*** End Patch", "*** Add File: x", "*** End of File", "", " ", "\\ No newline", "```")),
    st.text(st.characters(exclude_characters="\n\r"), max_size=12),
)
sections = st.lists(texts, max_size=4).map(tuple)
parts_of_an_edit = st.tuples(sections, sections, sections, sections)
plain_paths = st.from_regex(r"[a-z]{1,3}(/[a-z]{1,3}){0,2}\.[a-z]{1,3}", fullmatch=True)
odd_paths = st.sampled_from(
    ('a "b"\\c.py', "ä ö.md", "a/b/x.py", "tab\there.txt", "bin/run", "Makefile", "x (copy).py")
)
paths = plain_paths | odd_paths
heads = st.lists(st.sampled_from(("class A:", "def f(a, b):", "## Part")), max_size=3).map(tuple)


def edit(form: Format, path: str, parts: tuple[tuple[str, ...], ...], **place: object) -> EditBlock:
    """Return an edit; where it changes nothing, all its lines stand above the change."""
    anchor, old, new, trailing = parts
    if not old and not new:
        anchor, trailing = (*anchor, *trailing), ()
    return EditBlock(path, form.name, 1, 1, anchor=anchor, old=old, new=new, trailing=trailing, **place)


@given(path=paths, parts=parts_of_an_edit, hint=st.none() | st.integers(1, 10**6))
@example(path="x.py", parts=((), ("-- a/y",), ("++ b/y",), ("@@",)), hint=3)
def test_a_written_hunk_of_a_diff_reads_as_the_same_edit(
    path: str, parts: tuple[tuple[str, ...], ...], hint: int | None
) -> None:
    block = edit(UNIFIED_DIFF, path, parts, hint=hint)

    [back] = edits(written(block, UNIFIED_DIFF.name))

    assert (back.path, back.hint) == (path, hint)
    assert (back.anchor, back.old, back.new, back.trailing) == (block.anchor, block.old, block.new, block.trailing)


@given(path=plain_paths, parts=parts_of_an_edit, within=heads, at_end=st.booleans())
@example(path="x.py", parts=((), (), (), ()), within=(), at_end=False)
def test_a_written_hunk_of_named_operations_reads_as_the_same_edit(
    path: str, parts: tuple[tuple[str, ...], ...], *, within: tuple[str, ...], at_end: bool
) -> None:
    block = edit(APPLY_PATCH, path, parts, within=within, at_end=at_end)

    [back] = edits(written(block, APPLY_PATCH.name))

    assert (back.path, back.within, back.at_end) == (path, within, at_end)
    assert (back.anchor, back.old, back.new, back.trailing) == (block.anchor, block.old, block.new, block.trailing)


def test_a_written_hunk_keeps_the_line_behind_its_numbers() -> None:
    [block] = edits(fenced(f"{SIDES}@@ -4 +4 @@ def f():\n-a\n+b\n"))

    [again] = edits(written(block, UNIFIED_DIFF.name))

    assert (again.within, again.hint) == (("def f():",), 4)


@pytest.mark.parametrize("form", PATCHES, ids=lambda form: form.name)
@given(path=paths, target=paths, lines=sections)
def test_what_happens_to_whole_files_reads_as_it_was_written(
    form: Format, path: str, target: str, lines: tuple[str, ...]
) -> None:
    blocks: list[Block] = [
        WholeFile(path, new=lines, must_be_new=True, format=form.name, number=1, line_number=1),
        DeleteFile(path, form.name, 1, 1),
        MoveFile(path, form.name, 1, 1, target=target),
    ]

    whole, deletion, move = read("".join(written(block, form.name) for block in blocks))

    assert isinstance(whole, WholeFile)
    assert (whole.path, whole.new) == (path, lines)
    assert isinstance(deletion, DeleteFile)
    assert deletion.path == path
    assert isinstance(move, MoveFile)
    assert (move.path, move.target) == (path, target)


@pytest.mark.parametrize("form", PATCHES, ids=lambda form: form.name)
def test_the_examples_show_every_operation(form: Format) -> None:
    kinds = {type(block) for block in read(form.instructions)}

    assert kinds == {EditBlock, WholeFile, DeleteFile, MoveFile}
