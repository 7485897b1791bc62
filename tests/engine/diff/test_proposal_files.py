"""Promises of the files of a commit in one document: long ones are folded, of many only those that are near shown."""

from guillemet.engine.diff.content import DiffContent, prepare
from guillemet.engine.diff.proposal_files import AROUND, LONGEST_OPEN, MOST_HUNKS, CommitFiles
from guillemet.engine.review import FileTexts


def committed(path: str, *, hunks: int = 1, lines: int = 1) -> DiffContent:
    before = "".join(f"{n}\n" * 2 for n in range(hunks))
    after = "".join(f"{n}\n" + f"new {n}\n" * lines + f"{n}\n" for n in range(hunks))
    return prepare(FileTexts(path, before, after), is_proposed=False, is_of_commit=True)


def test_a_long_file_of_the_commit_is_folded_until_it_is_unfolded() -> None:
    files = CommitFiles()
    files.set_paths(["a", "long"])
    assert files.content_of("a").is_of_commit  # while it is read
    contents = {"a": committed("a"), "long": committed("long", lines=LONGEST_OPEN + 1)}
    files.set_contents(contents, but_for=None)
    files.open(contents["long"])
    assert (files.is_closed("a"), files.is_closed("long")) == (False, True)

    files.toggle("long")
    files.set_contents(contents, but_for=None)
    assert not files.is_closed("long")
    files.join_around("a")
    assert files.document is not None
    assert (files.document.content.is_of_commit, files.document.content.is_proposed) == (True, False)
    assert not files.document.can_decide(0, ())


def test_of_a_commit_of_many_hunks_only_the_files_around_the_current_one_are_shown() -> None:
    files, paths = CommitFiles(), [f"f{n:03}" for n in range(AROUND * 3)]
    one = committed("", hunks=MOST_HUNKS // len(paths) + 1)
    files.set_paths(paths)
    files.set_contents(dict.fromkeys(paths, one), but_for=None)
    files.join_around(paths[0])

    assert files.document is not None
    assert sum(file.content is not None for file in files.document.files) == AROUND + 1
    assert len(files.document.files) == len(paths)
