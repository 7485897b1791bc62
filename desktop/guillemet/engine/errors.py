"""Errors of the engine: what is raised when the surroundings fail.

Expected ends (a block that does not match, a conflict) are values, see `outcomes` and `review`. Every message is one or
two sentences for people: what happened, then what to do.

    GuillemetError
    ├── RepositoryError          the repository cannot be used as asked
    │   ├── NoRepositoryError    the folder belongs to no repository; one can be made
    │   ├── BareRepositoryError  there is no worktree to edit
    │   ├── UntrustedRepositoryError  owned by another user, or would run programs of its own
    │   ├── IndexLockedError     another git process holds the index
    │   ├── MovedError           another process moved the review ref or HEAD meanwhile
    │   ├── NoIdentityError      neither name nor address of an author is configured
    │   └── CommitRefusedError   a hook, a signature or the git program said no
    ├── FileError                one file of the user cannot be read or written
    │   └── UnsafePathError      a path leads out of the repository or into .git
    ├── NotTextError             bytes that cannot be edited as text
    │   ├── BinaryError
    │   ├── EncodingError
    │   └── TooLargeError
    └── StoppedError             the user stopped the work; all is as it was before
"""


class GuillemetError(Exception):
    """Anything this program raises on purpose."""


class RepositoryError(GuillemetError):
    """The repository cannot be used as asked."""


class NoRepositoryError(RepositoryError):
    """The folder belongs to no repository."""


class BareRepositoryError(RepositoryError):
    """The repository has no worktree."""


class UntrustedRepositoryError(RepositoryError):
    """The repository is owned by another user, or would run programs of its own that the user has not allowed.

    `key` names those programs as they are; empty where there are none to allow.
    """

    def __init__(self, message: str, *, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class IndexLockedError(RepositoryError):
    """Another git process holds the index."""


class MovedError(RepositoryError):
    """Another process moved the review ref or HEAD since it was read."""


class NoIdentityError(RepositoryError):
    """Neither name nor address of an author is configured."""


class CommitRefusedError(RepositoryError):
    """A hook, a signature or the git program refused the commit."""


class FileError(GuillemetError):
    """One file of the user cannot be read or written; `path` is relative to the worktree."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.path = path


class UnsafePathError(FileError):
    """A path leads out of the repository or into .git."""


class NotTextError(GuillemetError):
    """Bytes that cannot be edited as text."""


class BinaryError(NotTextError):
    """A NUL stands in the first 8,000 bytes."""


class EncodingError(NotTextError):
    """No encoding reads the bytes, or the new text cannot be written in the file's encoding."""


class TooLargeError(NotTextError):
    """The text would take too much memory."""


class StoppedError(GuillemetError):
    """The user stopped the work; all is as it was before."""
