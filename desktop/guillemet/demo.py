"""The sample repository of `guillemet demo` and its recorded replies, created from `resources/demo`.

history/N-name/commit.json   author, when, message of one commit
history/N-name/files/        what that commit changes
untracked/                   untracked files of the worktree
meanwhile/                   files that "another program" saves after the first reply was staged
replies/                     written by hand; no model was asked
"""

import json
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from guillemet.bundled import bundled
from guillemet.engine.git.commits import RecordedCommit, write_history
from guillemet.engine.git.repository import Repository

USER = ("You", "you@ladle.example")
_NOT_OURS = "__pycache__"


class Sample(Struct, frozen=True):
    """A sample repository on disk, and the files of the replies to try on it."""

    root: Path
    replies: tuple[Path, ...]

    def save_as_other_program(self) -> tuple[str, ...]:
        """Save files as another program would during a review; return their paths."""
        return _copy(bundled("demo/meanwhile"), self.root)


@contextmanager
def sample() -> Iterator[Sample]:
    """Create a sample in a temporary folder; remove it at the end, also after SIGTERM and SIGHUP."""
    folder = tempfile.TemporaryDirectory(prefix="guillemet-demo-", ignore_cleanup_errors=True)
    with _unwound_by_signals(), folder as place:
        yield make_sample(Path(place))


@contextmanager
def _unwound_by_signals() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into SystemExit, so that temporary files are removed; handlers set by others stay."""

    def leave(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, leave) for number in known if signal.getsignal(number) is signal.SIG_DFL}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def make_sample(folder: Path) -> Sample:
    """Create the repository `ladle` and the folder `replies` in this folder."""
    repository = Repository.create(folder / "ladle")
    steps = sorted(bundled("demo/history").iterdir())
    write_history(repository, [_recorded(step) for step in steps if step.name != _NOT_OURS], user=USER)
    _copy(bundled("demo/untracked"), repository.root)
    _copy(bundled("demo/replies"), folder / "replies")
    return Sample(repository.root, tuple(sorted((folder / "replies").iterdir())))


def _recorded(step: Path) -> RecordedCommit:
    reported = json.loads((step / "commit.json").read_text(encoding="utf-8"))
    name, _, mail = reported["author"].partition(" <")
    return RecordedCommit(
        author=(name, mail.removesuffix(">")),
        when=datetime.fromisoformat(reported["when"]),
        message=reported["message"] + "\n",
        files={path: (step / "files" / path).read_bytes() for path in _files(step / "files")},
    )


def _copy(source: Path, target: Path) -> tuple[str, ...]:
    paths = _files(source)
    for path in paths:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / path, target / path)
    return paths


def _files(folder: Path) -> tuple[str, ...]:
    """Return the relative path of every file below the folder, without the byte code that an installation compiled."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return tuple(sorted(path.as_posix() for path in found if _NOT_OURS not in path.parts))
