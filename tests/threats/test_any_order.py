# ruff: noqa: D102 - the names of rules and invariants are what they do and promise
"""Promises that hold whatever is done in whatever order: the user's text stays, and undo leads back to the start.

A machine takes replies in, decides, stages, commits, runs suggested commands, undoes, redoes, is killed in the middle,
and between all that the user writes files.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from unittest import mock

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from guillemet.engine.applying.options import Dismiss
from guillemet.engine.diff.lines import changed
from guillemet.engine.errors import GuillemetError
from guillemet.engine.git.worktree import Worktree
from guillemet.engine.review import Part, Refusal
from guillemet.engine.workspace import Done, Workspace
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder

LINES = 6
FILES = ("a.txt", "b.txt", "sub/c.txt", "sub/deep/d.txt")
NEW = ("new.txt", "sub/new.txt", "fresh/deep/e.txt")
MINE = "mine.txt"
COMMANDS = (
    "git rm a.txt",
    "git rm --cached b.txt",
    "git rm -r sub",
    "git mv a.txt moved/a.txt",
    "git mv sub elsewhere",
    "mkdir -p made/for/nothing",
    "rm -rf sub",
    "rm -rf sub/deep b.txt",
)
EXAMPLES = int(os.environ.get("GUILLEMET_EXAMPLES", "10"))
STEPS = int(os.environ.get("GUILLEMET_STEPS", "14"))

paths = st.sampled_from(FILES)
proposed = st.sampled_from(FILES + NEW)


class Killed(BaseException):
    """Stands for the end of the process."""


@contextmanager
def killed_after(writes: int) -> Iterator[None]:
    """End every verb when it has changed this many files, before the next."""
    left = [writes]

    def counted(does: Callable[..., object]) -> Callable[..., object]:
        def instead(*given: object, **named: object) -> object:
            if not left[0]:
                raise Killed
            left[0] -= 1
            return does(*given, **named)

        return instead

    with (
        mock.patch.object(Worktree, "write", counted(Worktree.write)),
        mock.patch.object(Worktree, "delete", counted(Worktree.delete)),
    ):
        yield


class AnyOrder(RuleBasedStateMachine):
    """One repository, one user, many replies."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.repository = RepositoryBuilder(Path(self.folder.name) / "project")
        self.numbers = count(1)
        self.is_touched = False
        """Whether the user wrote a file after the start."""
        self.is_cut = False
        """Whether a step was cut off."""
        self.wrote: dict[str, set[bytes]] = {}
        """The user's own lines in each file, as the user left it last."""

    def teardown(self) -> None:
        self.folder.cleanup()

    @initialize()
    def start(self) -> None:
        old = {path: "".join(f"{path} line {n}\n" for n in range(LINES)) for path in FILES}
        self.repository.commit({**old, MINE: "mine\n"})
        self.repository.stage({MINE: "mine, staged\n"})
        self.repository.write({MINE: "mine, being written\n", "sub/untracked.txt": "untracked\n"})
        self.start_of_all = self.everything()
        self.reopen()

    def everything(self) -> tuple[object, ...]:
        root = self.repository.root
        self.repository.git.index.read()
        entries = {entry.path: (str(entry.id), int(entry.mode)) for entry in self.repository.git.index}
        folders = sorted(str(p) for p in root.rglob("*") if p.is_dir() and ".git" not in p.relative_to(root).parts)
        return self.repository.snapshot(), entries, self.repository.head, folders

    def tried(self, verb: Callable[[], Done]) -> tuple[Refusal, ...]:
        """Do it; a refusal in words is an answer like any other."""
        try:
            return verb().refusals
        except GuillemetError:
            return ()

    @rule()
    def reopen(self) -> None:
        self.workspace = Workspace.open(self.repository.root)

    @rule(path=paths, line=st.integers(0, LINES - 1), size=st.integers(0, 3))
    def reply_edits(self, path: str, line: int, size: int) -> None:
        new = "\n".join(f"model {next(self.numbers)}" for _ in range(size))
        lies = self.workspace.root / path
        text = lies.read_text().split("\n") if lies.is_file() else []
        old = text[line] if line < len(text) and text[line] else f"{path} line {line}"
        self.workspace.apply(edit(path, old, new))

    @rule(path=st.sampled_from(NEW))
    def reply_creates(self, path: str) -> None:
        self.workspace.apply(create(path, f"model {next(self.numbers)}"))

    @rule(chosen=st.sets(proposed, min_size=1), stage=st.booleans())
    def accept(self, chosen: set[str], *, stage: bool) -> None:
        self.tried(lambda: self.workspace.accept(sorted(chosen), stage=stage))

    @rule(stage=st.booleans())
    def accept_all(self, *, stage: bool) -> None:
        self.tried(lambda: self.workspace.accept_all(stage=stage))

    @rule(chosen=st.sets(proposed, min_size=1))
    def reject(self, chosen: set[str]) -> None:
        self.tried(lambda: self.workspace.reject(sorted(chosen)))

    @rule(path=proposed, picked=st.sets(st.integers(0, 9), min_size=1), accepts=st.booleans(), stage=st.booleans())
    def decide_on_lines(self, path: str, picked: set[int], *, accepts: bool, stage: bool) -> None:
        def decide() -> Done:
            part = self.part(path, picked)
            if accepts:
                return self.workspace.accept_part(path, part, stage=stage)
            return self.workspace.reject_part(path, part)

        self.tried(decide)

    def part(self, path: str, picked: set[int]) -> Part:
        """Return the part with these of the changed lines."""
        texts = self.workspace.texts(path)
        hunks = changed(texts.before, texts.after)
        old = [line for hunk in hunks for line in range(hunk.old.start, hunk.old.stop)]
        new = [line for hunk in hunks for line in range(hunk.new.start, hunk.new.stop)]
        chosen = [tuple((line, line + 1) for at, line in enumerate(lines) if at in picked) for lines in (old, new)]
        return Part(chosen[0], chosen[1], texts.identity)

    @rule(path=proposed, line=st.integers(0, LINES))
    def edit_the_proposal(self, path: str, line: int) -> None:
        def change() -> Done:
            texts = self.workspace.texts(path)
            lines = texts.after.splitlines(keepends=True)
            lines[line : line + 1] = [f"edit {next(self.numbers)}\n"]
            return self.workspace.edit(path, "".join(lines), texts.identity)

        self.tried(change)

    @rule(number=st.integers(1, 4), choice=st.sampled_from([Dismiss(), None]))
    def leave_a_block_out_or_not(self, number: int, choice: Dismiss | None) -> None:
        self.tried(lambda: self.workspace.choose(number, choice))

    @rule(chosen=st.sets(proposed, min_size=1))
    def reconsider(self, chosen: set[str]) -> None:
        self.tried(lambda: self.workspace.reconsider(sorted(chosen)))

    @rule(path=proposed, number=st.integers(1, 3), stage=st.booleans())
    def reconsider_hunk(self, path: str, number: int, *, stage: bool) -> None:
        self.tried(
            lambda: self.workspace.reconsider_hunk(path, number, self.workspace.texts(path).identity, stage=stage)
        )

    @rule(chosen=st.none() | st.sets(proposed, min_size=1))
    def stage(self, chosen: set[str] | None) -> None:
        self.tried(lambda: self.workspace.stage(chosen))

    @rule()
    def commit(self) -> None:
        self.tried(lambda: self.workspace.commit("Say why"))

    @rule(command=st.sampled_from(COMMANDS))
    def run_a_suggestion(self, command: str) -> None:
        self.workspace.apply(f"Then:\n\n```bash\n{command}\n```\n")
        touched = self.workspace.preview(command)
        refusals = self.tried(lambda: self.workspace.run(command))
        assert touched.touched or touched.refusal or refusals

    @rule(steps=st.integers(1, 3))
    def undo(self, steps: int) -> None:
        for _ in range(steps):
            self.tried(self.workspace.undo)

    @rule(steps=st.integers(1, 3))
    def redo(self, steps: int) -> None:
        for _ in range(steps):
            self.tried(self.workspace.redo)

    @rule(path=proposed, line=st.integers(0, LINES))
    def user_edits(self, path: str, line: int) -> None:
        lies = self.repository.root / path
        if not lies.parent.is_dir() or lies.is_dir():
            return
        lines = lies.read_bytes().splitlines(keepends=True) if lies.is_file() else []
        lines[line : line + 1] = [f"user {next(self.numbers)}\n".encode()]
        lies.write_bytes(b"".join(lines))
        self.wrote[path] = {one for one in lines if one.startswith(b"user ")}
        self.is_touched = True

    @rule(path=proposed)
    def user_deletes(self, path: str) -> None:
        lies = self.repository.root / path
        if lies.is_file():
            lies.unlink()
            self.wrote.pop(path, None)
            self.is_touched = True

    @rule(
        verb=st.sampled_from(["accept_all", "accept_part", "undo", "redo", "reject_all", "reconsider"]),
        writes=st.integers(0, 2),
    )
    def is_killed(self, verb: str, writes: int) -> None:
        def act() -> Done:
            if verb == "reconsider":
                return self.workspace.reconsider(FILES + NEW)
            if verb == "accept_part":
                return self.workspace.accept_part(FILES[0], self.part(FILES[0], {0, 1}))
            return getattr(self.workspace, verb)()

        try:
            with killed_after(writes):
                self.tried(act)
        except Killed:
            self.is_cut = True
            self.reopen()
            assert "interrupted" in self.workspace.review().notes[0]

    @precondition(lambda self: not self.is_touched)
    @rule()
    def undo_everything(self) -> None:
        while self.workspace.review().undo:
            assert self.workspace.undo().refusals == ()

        assert self.everything() == self.start_of_all

    @precondition(lambda self: not self.is_touched)
    @rule(steps=st.integers(1, 5))
    def undo_and_redo_lead_back(self, steps: int) -> None:
        before = self.everything(), self.workspace.review()
        done = 0
        while done < steps and self.workspace.review().undo:
            assert self.workspace.undo().refusals == ()
            done += 1
        for _ in range(done):
            assert self.workspace.redo().refusals == ()

        after = self.everything(), self.workspace.review()
        assert after[0] == before[0]
        assert after[1].files == before[1].files
        assert after[1].commit == before[1].commit

    @invariant()
    def the_users_own_lines_are_on_disk_or_in_a_step(self) -> None:
        if not any(self.wrote.values()):
            return
        area = self.workspace._context.area
        ledger = area.load()
        kept = [self.repository.snapshot().values()]
        blobs = {oid for tree in (*ledger.undo, *ledger.redo) for oid in area.kept(tree).step.contents}
        everything = b"".join(content for contents in kept for content in contents)
        everything += b"".join(self.repository.git[oid].data for oid in sorted(blobs))
        for path, lines in self.wrote.items():
            assert all(line in everything for line in lines), path

    @invariant()
    def what_no_reply_named_stays(self) -> None:
        assert self.repository.read(MINE) == b"mine, being written\n"
        assert self.repository.staged(MINE) == b"mine, staged\n"
        assert self.repository.committed(MINE) == b"mine\n"

    @invariant()
    def nothing_hidden_is_left(self) -> None:
        assert not list(self.repository.root.rglob(".guillemet-*"))


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(
    max_examples=EXAMPLES, stateful_step_count=STEPS, suppress_health_check=list(HealthCheck)
)
