"""Promises every format keeps: what is written reads back, and the instructions show what is read."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from guillemet.engine.blocks import Block, BrokenBlock, EditBlock, FormatName, WholeFile
from guillemet.engine.formats.anchored import ANCHORED
from guillemet.engine.formats.catalogue import FORMATS
from guillemet.engine.formats.format import Format
from guillemet.engine.formats.guillemet import GUILLEMET, common_prefix
from guillemet.engine.formats.search_replace import SEARCH_REPLACE, block_in
from tests.engine.formats.markers import MARKERS
from tests.kit.reading import blocks_of, context, prose_of
from tests.kit.writing import written

lines = st.one_of(
    st.text(st.characters(exclude_characters="\n\r")),
    st.builds(
        lambda blanks, slashes, marker: blanks + "\\" * slashes + marker,
        st.sampled_from(("", "  ", "\t", "\x0b")),
        st.integers(0, 3),
        st.sampled_from(MARKERS),
    ),
)
ASKED_FOR = [form for form in FORMATS if form.instructions]
sections = st.lists(lines, max_size=6)
paths = st.from_regex(r"[a-z][a-z0-9_]{0,8}(/[a-z][a-z0-9_]{0,8}){0,2}\.[a-z]{1,4}", fullmatch=True)


def edit(form: Format, path: str, old: list[str], new: list[str]) -> EditBlock:
    shared = common_prefix(old, new) if form is GUILLEMET else 0
    return EditBlock(
        path, form.name, 1, 1, anchor=tuple(old[:shared]), old=tuple(old[shared:]), new=tuple(new[shared:])
    )


def block(form: Format, path: str, old: list[str], new: list[str]) -> Block:
    if form.name in (FormatName.NEW_FILE, FormatName.WHOLE_FILE, FormatName.TAGS):
        assume(not block_in(new))  # a file that looks like an edit gone wrong is told, not read
        return WholeFile(path, form.name, 1, 1, new=tuple(new), must_be_new=form.name is FormatName.NEW_FILE)
    return edit(form, path, old, new)


def bare(block: Block | BrokenBlock) -> Block:
    assert not isinstance(block, BrokenBlock), block
    return replace(block, number=1, line_number=1, written=())


@pytest.mark.parametrize("form", ASKED_FOR, ids=lambda form: form.name)
@given(path=paths, old=sections, new=sections)
@example(path="a.py", old=[], new=[])
@example(path="a.py", old=[""], new=["", ""])
def test_a_written_block_reads_as_the_same_block(form: Format, path: str, old: list[str], new: list[str]) -> None:
    wanted = block(form, path, old, new)

    assert [bare(one) for one in blocks_of(written(wanted, form.name))] == [wanted]


@pytest.mark.parametrize("form", ASKED_FOR, ids=lambda form: form.name)
@given(first=sections, second=sections)
def test_written_blocks_can_follow_each_other(form: Format, first: list[str], second: list[str]) -> None:
    wanted = [block(form, "a.py", first, second), block(form, "b.py", second, first)]

    text = "Prose.\n\n".join(written(one, form.name) for one in wanted)

    assert [bare(one) for one in blocks_of(text)] == wanted


@pytest.mark.parametrize("form", ASKED_FOR, ids=lambda form: form.name)
def test_the_examples_in_the_instructions_are_blocks_of_the_format(form: Format) -> None:
    read = [bare(one) for one in blocks_of(form.prompt())]

    # Where a model is to give a whole file instead, it is shown one.
    blocks = [one for one in read if one.format is not FormatName.WHOLE_FILE or form.name is FormatName.WHOLE_FILE]
    assert {one.format for one in blocks} - {FormatName.SEARCH_REPLACE} == {form.name} - {FormatName.SEARCH_REPLACE}
    assert all(one.path for one in blocks)
    edits = [one for one in blocks if isinstance(one, EditBlock)]
    kinds = {(bool(one.searched), bool(one.replacement)) for one in edits}
    assert (False, True) in kinds or any(isinstance(one, WholeFile) for one in blocks), "one creates"
    assert (True, True) in kinds or form.name in (FormatName.NEW_FILE, FormatName.WHOLE_FILE), "one replaces"


@pytest.mark.parametrize("form", ASKED_FOR, ids=lambda form: form.name)
def test_the_instructions_say_how_to_delete_and_rename(form: Format) -> None:
    prose = prose_of(form.prompt())

    assert "git rm " in prose
    assert "git mv " in prose


@given(old=sections, new=sections, hint=st.integers(1, 10**6))
def test_a_line_hint_is_written_and_read(old: list[str], new: list[str], hint: int) -> None:
    wanted = replace(edit(SEARCH_REPLACE, "a.py", old, new), hint=hint)

    assert [bare(one) for one in blocks_of(written(wanted, SEARCH_REPLACE.name))] == [wanted]


@given(anchor=sections, old=sections, new=sections, trailing=sections)
def test_both_anchors_are_written_and_read(
    anchor: list[str], old: list[str], new: list[str], trailing: list[str]
) -> None:
    wanted = EditBlock(
        "a.py",
        ANCHORED.name,
        1,
        1,
        anchor=tuple(anchor),
        old=tuple(old),
        new=tuple(new),
        trailing=tuple(trailing),
    )

    assert [bare(one) for one in blocks_of(written(wanted, ANCHORED.name))] == [wanted]


@pytest.mark.parametrize("form", ASKED_FOR, ids=lambda form: form.name)
@given(path=paths, old=sections, new=sections)
def test_a_written_block_is_read_where_only_its_format_is(
    form: Format, path: str, old: list[str], new: list[str]
) -> None:
    wanted = block(form, path, old, new)

    assert [bare(one) for one in blocks_of(written(wanted, form.name), context(only=form.name))] == [wanted]
