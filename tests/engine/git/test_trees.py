"""Promises of trees by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.engine.errors import RepositoryError
from guillemet.engine.git import trees
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.trees import EXECUTABLE, FILE, FOLDER, LINK, TreeFile


@pytest.fixture
def blob(opened: Repository) -> str:
    return opened.write_blob(b"content\n")


def test_nested_files_are_read_back(opened: Repository, blob: str) -> None:
    files = {
        "a.txt": TreeFile(blob),
        "deep/er/run": TreeFile(blob, EXECUTABLE),
        "deep/link": TreeFile(blob, LINK),
        "ünï/« »": TreeFile(blob),
    }

    assert trees.read_tree(opened, trees.write_tree(opened, files)) == files


def test_a_thousand_files_are_read_back(opened: Repository, blob: str) -> None:
    files = {f"folder {number % 40}/file {number}": TreeFile(blob) for number in range(1000)}

    assert trees.read_tree(opened, trees.write_tree(opened, files)) == files


def test_a_file_cannot_be_a_folder_too(opened: Repository, blob: str) -> None:
    with pytest.raises(RepositoryError, match="a file and a folder"):
        trees.write_tree(opened, {"a": TreeFile(blob), "a/b": TreeFile(blob)})


@pytest.mark.parametrize("path", [".git", "../x", "a/../b", "", "a//b", ".GIT/config", "."])
def test_names_no_tree_can_hold_are_refused(opened: Repository, blob: str, path: str) -> None:
    with pytest.raises(RepositoryError, match="cannot be written"):
        trees.write_tree(opened, {path: TreeFile(blob)})


def test_a_name_that_is_no_unicode_is_refused_in_words(opened: Repository, blob: str) -> None:
    with pytest.raises(RepositoryError, match="not valid Unicode"):
        trees.write_tree(opened, {"\udcff": TreeFile(blob)})


def test_named_parts_are_read_back_without_entering_folders(opened: Repository, blob: str) -> None:
    inner = trees.write_tree(opened, {"x/y": TreeFile(blob)})
    parts = {"blob": (blob, FILE), "tree": (inner, FOLDER)}

    assert trees.entries(opened, trees.build(opened, parts)) == parts


def test_what_a_tree_holds_is_not_looked_up_again(opened: Repository, blob: str) -> None:
    tree = trees.write_tree(opened, {"a/b": TreeFile(blob)})
    (opened.common_dir / "objects" / blob[:2] / blob[2:]).unlink()
    opened.objects.end_step()
    opened.objects.end_step()
    other = opened.write_blob(b"other\n")

    changed = trees.write_tree(opened, {"a/c": TreeFile(other)}, tree=tree)

    assert trees.read_tree(opened, changed) == {"a/b": TreeFile(blob), "a/c": TreeFile(other)}


@pytest.mark.parametrize("path", ["a/b", "a/c", "b"])
def test_what_comes_into_a_tree_is_looked_up(opened: Repository, blob: str, path: str) -> None:
    tree = trees.write_tree(opened, {"a/b": TreeFile(blob)})

    with pytest.raises(RepositoryError, match="cannot be written"):
        trees.write_tree(opened, {path: TreeFile("1" * 40)}, tree=tree)


def test_no_files_make_the_empty_tree(opened: Repository) -> None:
    assert trees.read_tree(opened, trees.write_tree(opened, {})) == {}


_NAMES = st.sampled_from(["a", "b", "c"])
_PATHS = st.lists(_NAMES, min_size=1, max_size=3).map("/".join)


def _without_clashes(paths: set[str]) -> set[str]:
    return {path for path in paths if not any(path.startswith(other + "/") for other in paths)}


@given(before=st.sets(_PATHS).map(_without_clashes), added=st.sets(_PATHS).map(_without_clashes), gone=st.sets(_PATHS))
def test_a_changed_tree_is_the_old_one_but_for_the_changes(
    before: set[str], added: set[str], gone: set[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    repository = _shared_repository(tmp_path_factory)
    old, new = TreeFile(repository.write_blob(b"old")), TreeFile(repository.write_blob(b"new"))
    gone = {path for path in gone if not any(_meet(path, other) for other in added)}
    start = trees.write_tree(repository, dict.fromkeys(before, old))

    changed = trees.changed_tree(repository, start, {**dict.fromkeys(gone, None), **dict.fromkeys(added, new)})

    kept = {p for p in before if p not in added and not any(_meet(p, other) for other in added)}
    kept -= {p for p in kept for path in gone if p == path or p.startswith(path + "/")}
    assert trees.read_tree(repository, changed) == {**dict.fromkeys(kept, old), **dict.fromkeys(added, new)}


def _meet(path: str, other: str) -> bool:
    return path == other or path.startswith(other + "/") or other.startswith(path + "/")


_MADE: list[Repository] = []


def _shared_repository(factory: pytest.TempPathFactory) -> Repository:
    if not _MADE:
        _MADE.append(Repository.create(factory.mktemp("trees")))
    return _MADE[0]


def test_a_tree_that_is_none_is_refused(opened: Repository, blob: str) -> None:
    with pytest.raises(RepositoryError, match="not a tree"):
        trees.read_tree(opened, blob)
