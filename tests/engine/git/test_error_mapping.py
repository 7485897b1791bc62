"""Promises about what is said when the disk or libgit2 fails."""

import errno
import os
from pathlib import Path

import pygit2
import pytest

from guillemet.engine.errors import RepositoryError, UnsafePathError
from guillemet.engine.git.error_mapping import file_faults, is_lock, repository_faults


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
        pygit2.GitError(f"failed to write out file: {os.strerror(errno.ENOSPC)}"),
    ],
)
def test_a_full_disk_is_told_with_what_to_do(error: Exception) -> None:
    with pytest.raises(RepositoryError, match=r"^It fails\. There is no space left on disk\. Free some space"):
        fail_with(error)


def test_a_failure_without_words_is_not_called_no_error() -> None:
    with pytest.raises(RepositoryError, match="the disk may be full"):
        fail_with(pygit2.GitError("no error"))


def test_only_a_lock_of_another_program_is_called_one() -> None:
    assert is_lock(OSError("failed to lock file '.git/refs/heads/main.lock' for writing: "))
    assert not is_lock(OSError(f"failed to create locked file 'main.lock': {os.strerror(errno.ENOSPC)}"))
    assert not is_lock(OSError(f"failed to rename lockfile to 'main': {os.strerror(errno.EPERM)}"))


def fail_with(error: Exception) -> None:
    with repository_faults("It fails"):
        raise error


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="this system follows every link it opens")
def test_a_link_in_the_place_of_a_file_is_refused_as_one(tmp_path: Path) -> None:
    (tmp_path / "a.txt").symlink_to("elsewhere")

    with pytest.raises(UnsafePathError, match="is a link, or has become one"), file_faults("a.txt"):
        os.open(tmp_path / "a.txt", os.O_RDONLY | os.O_NOFOLLOW)
