"""Names of new files that a reader takes for one that is there."""

import pytest

from guillemet.engine.applying.hidden_characters import LookAlikes
from guillemet.engine.blocks import Block
from guillemet.engine.outcomes import Flag
from tests.engine.applying.making import applied, edit, move, whole
from tests.kit.cases import each

KNOWN = {"src/admin.py": "x = 1\n", "docs/über.md": "x\n", "p\u0430yroll.py": "x = 1\n", "o/1.c": "x\n"}


@each(
    ("path", "like"),
    [
        ("src/\u0430dmin.py", "src/admin.py"),
        ("src/adm\u0456n.py", "src/admin.py"),
        ("src/\uff41dmin.py", "src/admin.py"),
        ("src/\U0001d41admin.py", "src/admin.py"),
        ("src/ad\u200bmin.py", "src/admin.py"),
        ("src/admin\ufe0f.py", "src/admin.py"),
        ("src/\u0410DMIN.py", "src/admin.py"),
        ("src/\u13aadmin.py", "src/admin.py"),
        ("src\u2215admin.py", "src/admin.py"),
        ("s\u0433c/new.py", "src"),
        ("\u0455rc/deep/new.py", "src"),
        ("payroll.py", "p\u0430yroll.py"),
        ("docs/\u00fcb\u0435r.md", "docs/über.md"),
        ("\u03bf/l.c", "o"),
    ],
)
def test_a_new_path_that_looks_like_one_that_is_there_asks(path: str, like: str) -> None:
    applier, [outcome] = applied(KNOWN, whole(path, "y = 2\n", must_be_new=True))

    assert outcome.asks
    assert Flag.LOOK_ALIKE in outcome.flags
    assert f"looks like {like}, which" in outcome.message
    assert list(applier.changed) == [path]


@pytest.mark.parametrize(
    "path",
    [
        "src/admin2.py",
        "src/новый.py",
        "文書/src.md",
        "docs/uber.md",
        "o/l.c",
        "src/Ωmega.py",
        "src/new/admin.py",
        "ѕ.py",
    ],
)
def test_other_new_paths_ask_nothing(path: str) -> None:
    _, [outcome] = applied(KNOWN, whole(path, "\n", must_be_new=True))

    assert outcome.flags == frozenset()


def test_the_target_of_a_move_is_looked_at() -> None:
    _, [outcome] = applied(KNOWN, move("o/1.c", "src/\u0430dmin.py"))

    assert Flag.LOOK_ALIKE in outcome.flags


@pytest.mark.parametrize("block", [edit("p\u0430yroll.py", "x = 1", "x = 2"), whole("src/admin.py", "x = 2\n")])
def test_a_file_that_is_there_asks_nothing(block: Block) -> None:
    _, [outcome] = applied(KNOWN, block)

    assert Flag.LOOK_ALIKE not in outcome.flags


@pytest.mark.parametrize("hidden", ["\u200b", "\u00a0", "\u2800", "\U000e0041"])
def test_hidden_characters_in_a_new_name_ask(hidden: str) -> None:
    _, [outcome] = applied(KNOWN, whole(f"new{hidden}er.py", "y = 2\n", must_be_new=True))

    assert outcome.asks
    assert Flag.HIDDEN_CHARACTERS in outcome.flags


def test_many_files_are_compared_in_a_moment() -> None:
    known = {f"src/{number}/файл_{number}.py" for number in range(50_000)}
    names = LookAlikes(known)

    assert [names.of(f"src/{number}/ф\u0430йл_{number}.py") for number in range(1000)] == [""] * 1000
    assert names.of("src/7/ф\u0430\u0439\u043b_7.p\u0443")
