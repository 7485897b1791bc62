"""One repository and the windows on it, held to what is promised of every verb, whatever it is."""

import tempfile
from collections.abc import Callable
from contextlib import suppress

from hypothesis import note

from guillemet.engine.diff.lines import changed_lines
from guillemet.engine.errors import GuillemetError
from guillemet.engine.review import ConflictChoice, Decision, FileTexts, Part
from guillemet.engine.staging import Ledger
from guillemet.engine.workspace import Done, Workspace
from tests.fuzzing.deeds import changed
from tests.fuzzing.worlds import World, numbers_in
from tests.kit.replies import create, edit

State = tuple[object, ...]
"""Files, index and references of a world."""
EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


class Watched:
    """A world with two windows; the first is the one at work."""

    world: World
    windows: list[Workspace]
    workspace: Workspace
    focus: list[str]

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.pairs: dict[str, tuple[object, object, int]] = {}
        """The state before and after each kept step, and the user's last word then."""
        self.read_at: dict[str, int] = {}
        self.signed_at: dict[object, int] = {}
        self.models = 0

    def teardown(self) -> None:
        """Look at what is left with git's own eyes."""
        if hasattr(self, "world"):
            _, said = self.world.git("fsck", "--no-dangling", "--no-progress")
            # git itself leaves the empty tree out when it resets a repository without a commit
            bad = [line for line in said.splitlines() if not line.startswith("notice") and EMPTY_TREE not in line]
            assert not bad, said
        self.folder.cleanup()

    def ledger(self) -> Ledger:
        """Return what is kept in the staging area now."""
        return self.workspace._context.area.load()

    def act(self, verb: str, does: Callable[[], Done], *, touches: set[str] | None) -> Done | None:
        """Do it and hold it to everything that is promised of every verb."""
        before, was, words = self.world.state(), self.ledger(), self.world.words()
        done = None
        try:
            done = does()
        except GuillemetError as error:
            note(f"{verb}: {error}")
        after, now = self.world.state(), self.ledger()
        if done is None:
            assert after == before, f"{verb} raised but changed something: {changed(before, after)}"
        else:
            note(f"{verb}: {[r.message for r in done.refusals]}")
            for refusal in done.refusals:
                assert after[0].get(refusal.path) == before[0].get(refusal.path), f"{verb} refused {refusal} but did it"
        if touches is not None:
            kinds = changed(before, after)
            stray = {
                p
                for p in kinds[0]
                if p not in touches and before[0].get(p, ("",))[0] != "folder" and after[0].get(p, ("",))[0] != "folder"
            }
            assert not stray, f"{verb} changed {stray}"
        self.remember(was, now, before, after)
        lost = words - self.world.words()
        self.check_lost(verb, was, lost)
        self.check_agrees()
        return done

    def remember(self, was: Ledger, now: Ledger, before: State, after: State) -> None:
        """Note what a new step changed, and when each file was signed."""
        if len(now.undo) == len(was.undo) + 1 and now.undo[:-1] == was.undo:
            self.pairs[now.undo[-1]] = (before, after, self.world.last)
        for one in now.now.signed.values():
            self.signed_at.setdefault(one, self.world.last)

    def check_lost(self, verb: str, was: Ledger, lost: set[int]) -> None:
        """Only words the model saw, or that a command deletes, may go."""
        if verb.startswith("accept"):
            seen = max(self.read_at.values(), default=0)
            assert all(n <= seen for n in lost), f"{verb} lost {lost}"
        if verb.startswith(("stage", "commit", "apply", "choose")):
            assert not lost, f"{verb} lost {lost}"
        if verb.startswith(("reject", "reconsider")):
            top = max((self.signed_at.get(one, 0) for one in was.now.signed.values()), default=0)
            assert all(n <= top for n in lost), f"{verb} lost {lost}"

    def check_agrees(self) -> None:
        """Compare what the window shows with a fresh one, and with the disk."""
        mine = self.workspace.review()
        for other in (self.windows[1], Workspace.open(self.world.root)):
            assert other.review() == mine
        disk = self.world.disk()
        for file in mine.files:
            if file.decision is not Decision.UNDECIDED or file.waits_at:  # what is to be moved changes where it lies
                continue
            entry = self.ledger().now.entries[file.path]
            lies = disk.get(file.path)
            same = [
                lies is None
                if side is None
                else lies is not None and lies[0] == "file" and lies[2] == self.world.blob(side.oid)
                for side in (entry.base, entry.staged)
            ]
            assert file.changed_since == (not any(same)), file

    def block(self, path: str, line: int, size: int, kind: str) -> str:
        """Return one block about a file, as a model would write it."""
        self.models += 1
        new = "\n".join(f"model {self.models} {n}" for n in range(size))
        text = self.world.text(path)
        old = text[line] if line < len(text) else "nothing"
        if "\ufffd" in old:
            return ""
        first = new.splitlines()[0] if new else "model"
        return {
            "edit": edit(path, old, new),
            "create": create(path, new or "model"),
            "whole": f"{path}\n```\n{new}\n```\n",
            "delete": f"*** Begin Patch\n*** Delete File: {path}\n*** End Patch\n",
            "move": f"*** Begin Patch\n*** Update File: {path}\n*** Move to: went/{path}\n"
            f"@@\n-{old}\n+{first}\n*** End Patch\n",
        }[kind]

    def take_in(self, written: str, path: str) -> None:
        """Take a reply in, which changes nothing outside the staging area."""
        before, was = self.world.state(), self.ledger()
        words = self.world.last
        with suppress(GuillemetError):
            applied = self.workspace.apply(written)
            note(f"applied: {[(o.status.value, o.message) for o in applied.outcomes]}")
        after = self.world.state()
        assert after == before, changed(before, after)
        self.read_at[path] = words
        self.remember(was, self.ledger(), before, after)
        self.check_agrees()

    def go_once(self, way: str) -> None:
        """Undo or redo one step: exactly where nothing else happened, and never what the user wrote since."""
        was = self.ledger()
        ours = was.undo if way == "undo" else was.redo
        if not ours:
            return
        before, words = self.world.state(), self.world.words()
        start, end, last = self.pairs.get(ours[-1], (None, None, self.world.last))
        done = self.act(way, getattr(self.workspace, way), touches=None)
        after, now = self.world.state(), self.ledger()
        if done is None or done.refusals:
            assert done is None or after == before, f"{way} was refused but changed {changed(before, after)}"
            assert end is None or before != end, f"{way} is refused: {done and done.refusals}"
            return
        if before == end:
            assert after == start, f"{way} is not exact: {changed(start, after)}"
        lost = words - self.world.words()
        assert end is None or all(n <= last for n in lost), f"{way} lost {lost}"
        self.pairs[(now.redo if way == "undo" else now.undo)[-1]] = (before, after, self.world.last)

    def spelled(self, command: str | tuple[str, int]) -> str:
        """Return a command with the paths of this world."""
        if isinstance(command, str):
            return command
        form, number = command
        path = self.focus[number]
        return form.format(*[f"'./{path}'"] * 2, top=path.partition("/")[0]).replace("'.bak", ".bak'")

    def verb(self, name: str, command: str) -> Callable[[], Done]:
        """Return a verb of the first window, by name."""
        window = self.workspace
        return {
            "accept_all": lambda: window.accept(
                [p for p in self.ledger().now.entries if p not in self.ledger().now.sources]
            ),
            "stage_all": lambda: window.accept(
                [p for p in self.ledger().now.entries if p not in self.ledger().now.sources], stage=True
            ),
            "undo": window.undo,
            "redo": window.redo,
            "reject_all": lambda: window.reject(
                [p for p in self.ledger().now.entries if p not in self.ledger().now.sources]
            ),
            "reconsider": lambda: window.reconsider(
                [p for p in self.ledger().now.entries if p not in self.ledger().now.sources]
            ),
            "commit": lambda: window.commit("Say why"),
            "amend": lambda: window.commit("Say more", amend=True),
            "include_own_lines": lambda: window.include_own_lines([*self.ledger().now.signed]),
            "leave_out": lambda: window.include_in_commit([*self.ledger().now.signed][:1], included=False),
            "leave_out_hunk": lambda: window.include_hunks(*self.committed_hunk(), included=False),
            "accept_part": lambda: window.accept_part(path := self.undecided(), self.part(path), stage=True),
            "reject_part": lambda: window.reject_part(path := self.undecided(), self.part(path)),
            "edit": lambda: self.edited(self.undecided()),
            "settle_mine": lambda: self.settled(self.undecided(), ConflictChoice.MINE),
            "settle_proposed": lambda: self.settled(self.undecided(), ConflictChoice.PROPOSED),
            "run": lambda: window.run(command),
        }[name]

    def undecided(self) -> str:
        """Return the path of the first file that waits for a decision, or of none."""
        return next((one.path for one in self.ledger().now.undecided), "none")

    def part(self, path: str) -> Part:
        """Return the first hunk of a file's proposal."""
        return first_hunk(self.workspace.texts(path))

    def committed_hunk(self) -> tuple[str, Part]:
        """Return the first hunk of the first file with one that the next commit lists, and its path."""
        paths = [line.path for line in self.workspace.review().commit]
        found = zip(paths, map(first_hunk, self.workspace.commit_texts(paths)), strict=True)
        return next((one for one in found if one[1].old or one[1].new), ("none", Part((), (), "")))

    def edited(self, path: str) -> Done:
        """Write a line of the user's own below the proposal for a file."""
        texts = self.workspace.texts(path)
        return self.workspace.edit(path, f"{texts.after}typed {self.models}\n", texts.identity)

    def settled(self, path: str, choice: ConflictChoice) -> Done:
        """Settle the first conflict of a file."""
        return self.workspace.settle_conflict(path, 1, choice, self.workspace.texts(path).identity)

    def settle(self, name: str, before: State, was: Ledger) -> None:
        """Open the windows afresh after something went wrong: a step came about, and can be undone, or it did not."""
        self.windows = [Workspace.open(self.world.root), Workspace.open(self.world.root)]
        self.workspace = self.windows[0]
        review = self.workspace.review()
        note(f"settled: {review.notes}")
        after, now = self.world.state(), self.ledger()
        assert not [p for p in after[0] if ".guillemet-" in p]
        assert now.pending is None
        if name not in ("undo", "redo"):
            if now.undo == was.undo:
                assert after == before, f"{name} left no step but {changed(before, after)}"
            else:
                self.pairs[now.undo[-1]] = (before, after, self.world.last)
        elif now.undo == was.undo and now.redo == was.redo:
            assert after == before, f"{name} left no step but {changed(before, after)}"
        for one in now.now.signed.values():
            self.signed_at.setdefault(one, self.world.last)
        self.check_agrees()

    def is_kept(self, number: int) -> bool:
        """Whether a word of the user lies in a step that brings it back."""
        area = self.workspace._context.area
        ledger = area.load()
        oids = {oid for tree in (*ledger.undo, *ledger.redo) for oid in area.kept(tree).step.contents}
        return any(number in numbers_in(self.world.blob(oid)) for oid in oids)


def first_hunk(texts: FileTexts) -> Part:
    """Return the first hunk of these texts."""
    hunks = changed_lines(texts.before.splitlines(), texts.after.splitlines())
    chosen = [((one.start, one.stop),) for one in (hunks[0].old, hunks[0].new)] if hunks else [(), ()]
    return Part(chosen[0], chosen[1], texts.identity)
