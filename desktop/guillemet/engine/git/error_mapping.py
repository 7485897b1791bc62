"""Turns what pygit2 and the disk raise into the errors of the engine, with sentences for people."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pygit2

from guillemet.engine.errors import FileError, RepositoryError, UnsafePathError

FOREIGN = (pygit2.GitError, KeyError, ValueError, OSError)
"""Everything pygit2 raises for reasons of the repository: it uses the built-in errors as well as its own."""

_SENTENCES = {
    errno.EACCES: "The system does not allow it. Check the permissions of the file and its folder.",
    errno.EPERM: "The system does not allow it. Check the permissions of the file and its folder.",
    errno.EROFS: "The disk is read-only. Mount it writable and try again.",
    errno.ENOSPC: "There is no space left on disk. Free some space and try again.",
    errno.EDQUOT: "Your quota on this disk is used up. Free some space and try again.",
    errno.ENAMETOOLONG: "The name is too long for this disk. Choose a shorter one.",
    errno.EILSEQ: "This disk cannot hold a file of that name. Choose another one.",
    errno.EINVAL: "This disk cannot hold a file of that name. Choose another one.",
    errno.ENOENT: "The file or its folder is no longer there. Look again.",
    errno.EISDIR: "There is a folder of that name. Move it away first.",
    errno.ENOTDIR: "A part of the path is a file, not a folder. Move it away first.",
    errno.ENOTEMPTY: "The folder is not empty. Look at what is inside first.",
    errno.EEXIST: "Something of that name is there already. Move it away first.",
    errno.EBUSY: "Another program holds the file. Close it and try again.",
    errno.ETXTBSY: "The program is running. Stop it and try again.",
    errno.EMFILE: "Too many files are open. Close some programs and try again.",
    errno.ENFILE: "Too many files are open. Close some programs and try again.",
    errno.EXDEV: "The two places lie on different disks. Copy the file yourself.",
    errno.EFBIG: "The file is too large for this disk.",
    errno.EIO: "The disk reports an error. Check it before going on.",
}


_SILENT = "no error"
"""What pygit2 says where libgit2 set no message: seen when writing the last bytes of an object to a full disk."""


@contextmanager
def repository_faults(what: str) -> Iterator[None]:
    """Turn a foreign error into a RepositoryError that says `what` could not be done, and why."""
    try:
        yield
    except FOREIGN as error:
        words = reason(error)
        if os.strerror(errno.ENOSPC) in words:
            raise RepositoryError(f"{what}. {_SENTENCES[errno.ENOSPC]}") from error
        raise RepositoryError(f"{what} ({words}).") from error


@contextmanager
def file_faults(path: str) -> Iterator[None]:
    """Turn an OSError into a FileError of this path, and make a FileError of a part of it one of the whole."""
    try:
        yield
    except FileError as error:
        if error.path == path:
            raise
        raise type(error)(path, str(error)) from error
    except (OSError, UnicodeEncodeError) as error:
        raise file_error(path, error) from error


def file_error(path: str, error: OSError | UnicodeEncodeError) -> FileError:
    """Return the error as one of this path, with what to do about it."""
    if isinstance(error, UnicodeEncodeError):
        return FileError(path, "This disk cannot hold a file of that name. Choose another one.")
    if error.errno == errno.ELOOP:
        return UnsafePathError(path, "The path is a link, or has become one meanwhile; it is not followed.")
    sentence = _SENTENCES.get(error.errno or 0) or f"The operating system refused: {error.strerror or error}."
    return FileError(path, sentence)


def reason(error: BaseException) -> str:
    """Return a foreign error's own words on one line, without the full stop."""
    if isinstance(error, UnicodeError):
        words = "a name is not valid Unicode"
    elif isinstance(error, OSError) and error.strerror:
        words = error.strerror
    elif isinstance(error, KeyError) and error.args:
        words = str(error.args[0])
    else:
        words = str(error)
    if words == _SILENT:
        words = "git's library does not say why; the disk may be full"
    return " ".join(words.split()).rstrip(".") or type(error).__name__


def is_lock(error: BaseException) -> bool:
    """Whether libgit2 says that a lock file of another process stands in the way."""
    # Its other messages about locks mean a full disk or missing permissions.
    return "failed to lock file" in str(error)
