# ruff: noqa: D102 - the names of rules and invariants are what they do and promise
"""Promises that hold whatever the repository is and whatever others do to it between two steps, or within one."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, note, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from guillemet.engine.applying.options import Append, Dismiss, InFile, PlaceAt, ReplaceFile, SearchFor
from guillemet.engine.git import git_command
from guillemet.engine.review import Decision
from guillemet.engine.workspace import Workspace
from tests.fuzzing.deeds import PROGRAMS
from tests.fuzzing.interrupted import FOCUS, Interrupted, commands, lines, proposed, some
from tests.fuzzing.worlds import ATTRIBUTES, CONFIGS, CONTENTS, KINDS, NEW, World, numbers_in

pytestmark = [
    pytest.mark.skipif(git_command.find_git() is None, reason="other programs are played by the git program"),
    # It starts hundreds of processes: on a machine that does other things, too, a minute was not always enough. A test
    # that is cut off fails at another place each time, and hypothesis then calls it flaky.
    pytest.mark.timeout(900),
]

EXAMPLES = int(os.environ.get("GUILLEMET_EXAMPLES", "8"))
STEPS = int(os.environ.get("GUILLEMET_STEPS", "20"))


class AnyWorld(Interrupted, RuleBasedStateMachine):
    """One repository, a user at several programs, and two windows."""

    @initialize(
        kind=st.sampled_from(KINDS),
        config=st.sampled_from(CONFIGS),
        attributes=st.sampled_from(ATTRIBUTES),
        focus=st.lists(st.sampled_from((*CONTENTS, *NEW, "link")), min_size=FOCUS, max_size=FOCUS, unique=True),
    )
    def start(self, kind: str, config: dict[str, str], attributes: str, focus: list[str]) -> None:
        self.focus = focus
        if "filter.same.clean" in config:
            attributes = "a.txt filter=same\n"
        self.world = World(Path(self.folder.name), kind=kind, config=config, attributes=attributes)
        self.windows = [Workspace.open(self.world.root), Workspace.open(self.world.root)]
        self.workspace = self.windows[0]

    @rule(
        blocks=st.lists(
            st.tuples(
                proposed,
                lines,
                st.integers(0, 2),
                st.sampled_from(["edit", "edit", "edit", "create", "whole", "delete", "move"]),
            ),
            min_size=1,
            max_size=4,
        )
    )
    def reply(self, blocks: list[tuple[int, int, int, str]]) -> None:
        self.take_in(
            "\n".join(self.block(self.focus[number], line, size, kind) for number, line, size, kind in blocks), ""
        )

    @rule(chosen=some, stage=st.booleans())
    def accept(self, chosen: set[str], *, stage: bool) -> None:
        chosen = {self.focus[one] for one in chosen}
        chosen = chosen & set(self.ledger().now.entries) or chosen
        entries = self.ledger().now.entries
        touches = chosen | {entries[p].moved_from for p in chosen if p in entries}
        self.act("accept", lambda: self.workspace.accept(sorted(chosen), stage=stage), touches=touches)

    @rule(stage=st.booleans())
    def accept_all(self, *, stage: bool) -> None:
        touches = {p for p, e in self.ledger().now.entries.items() if e.decision is Decision.UNDECIDED}
        self.act("accept_all", lambda: self.workspace.accept_all(stage=stage), touches=touches)

    @rule(way=st.sampled_from(["reject", "reconsider"]), chosen=some)
    def decide_back(self, way: str, chosen: set[str]) -> None:
        chosen = {self.focus[one] for one in chosen}
        chosen = chosen & set(self.ledger().now.entries) or chosen
        now = self.ledger().now
        entries = now.entries
        touches = chosen | {entries[p].moved_from for p in chosen if p in entries}
        touches = {p for p in touches if p in entries and entries[p].decision is Decision.ACCEPTED}
        self.act(way, lambda: getattr(self.workspace, way)(sorted(chosen)), touches=touches)

    @rule()
    def reject_all(self) -> None:
        self.act("reject_all", self.workspace.reject_all, touches=set())

    @rule(
        number=st.integers(1, 3),
        choice=st.sampled_from(
            [
                *(PlaceAt(1), PlaceAt(3, 0), Dismiss(), ReplaceFile(), Append(), None),
                *(InFile("a.txt"), InFile("new.txt", Append()), InFile("../out.txt")),
                *(SearchFor("a line 2"), InFile("a.txt", SearchFor("a line 3\na line 4"))),
            ]
        ),
    )
    def choose(self, number: int, choice: object) -> None:
        self.act("choose", lambda: self.workspace.choose(number, choice), touches=set())

    @rule()
    def stage(self) -> None:
        self.act("stage", lambda: self.workspace.stage(trust=True), touches=set())

    @rule(included=st.booleans())
    def choose_hunk(self, *, included: bool) -> None:
        path, part = self.committed_hunk()
        self.act("choose a hunk", lambda: self.workspace.include_hunks(path, part, included=included), touches=set())

    @rule(trust=st.booleans())
    def commit(self, *, trust: bool) -> None:
        parent, held = self.world.head(), self.world.index()
        now = self.ledger().now
        review = self.workspace.review()
        done = self.act("commit", lambda: self.workspace.commit("Say why", trust=trust), touches=set())
        if done is None:
            return
        old, new = self.world.tree(parent), self.world.tree(self.world.head())
        listed = {line.path for line in done.committed if not line.is_left_out}
        listed |= {line.moved_from for line in done.committed if line.moved_from and not line.is_left_out}
        differs = {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}
        assert differs <= listed, f"committed {differs}, listed {listed}"
        assert {line.path for line in done.committed} == {line.path for line in review.commit}
        for path in differs:
            one = now.signed[path]
            theirs = numbers_in(self.world.blob(old[path][0])) if path in old else set()
            kept = numbers_in(self.world.blob(new[path][0])) if path in new else set()
            gone = {n for n in theirs - kept if n > self.signed_at.get(one, 0)}
            assert not gone, f"the commit takes {gone} back from {path}"
        staged = self.world.index()
        other = {p for p in held.keys() | staged.keys() if held.get(p) != staged.get(p)} - listed
        assert not other, f"the commit changed what is staged of {other}"
        for path in listed:
            assert staged.get(path) in (held.get(path), new.get(path)), path

    @rule(command=commands)
    def run_a_command(self, command: str) -> None:
        command = self.spelled(command)
        self.take_in(f"Then:\n\n```bash\n{command}\n```\n", "")
        before = self.world.state()
        shown = self.workspace.preview(command)
        assert self.world.state() == before
        done = self.act(f"run {command}", lambda: self.workspace.run(command), touches=None)
        if done is not None and not done.refusals and not shown.refusal:
            gone = {p for p, lies in before[0].items() if lies[0] != "folder" and p not in self.world.disk()}
            assert gone == {t.path for t in shown.touched if t.does.startswith(("deleted", "moved"))}

    @rule(steps=st.integers(1, 3), way=st.sampled_from(["undo", "redo"]))
    def go(self, steps: int, way: str) -> None:
        for _ in range(steps):
            self.go_once(way)

    @rule(path=proposed, line=lines, way=st.sampled_from(["insert", "replace", "rename"]))
    def user_edits(self, path: str, line: int, way: str) -> None:
        self.world.edit(self.focus[path], line, way=way)

    @rule(
        path=proposed,
        way=st.sampled_from(["delete", "rename", "folder", "link", "pipe", "twin", "0755", "0600", "0444"]),
    )
    def user_changes(self, path: str, way: str) -> None:
        place = self.world.place(self.focus[path])
        if not place.is_file() or place.is_symlink():
            return
        match way:
            case "delete" | "folder" | "link" | "pipe":
                place.unlink()
            case "twin":
                os.link(place, place.with_name(f"twin {self.world.word()}"))
            case "rename":
                place.rename(place.with_name(f"renamed {self.world.word()}"))
            case _:
                place.chmod(int(way, 8))
        if way == "folder":
            place.mkdir()
            (place / "inside.txt").write_text("inside\n")
        if way == "link":
            place.symlink_to("mine.txt")
        if way == "pipe":
            os.mkfifo(place)

    @rule(arguments=st.sampled_from(PROGRAMS))
    def other_program(self, arguments: str) -> None:
        code, said = self.world.git(*arguments.split())
        note(f"git {arguments}: {code} {said}")

    @rule()
    def second_window(self) -> None:
        self.windows.reverse()
        self.workspace = self.windows[0]

    @rule()
    def reopen(self) -> None:
        self.workspace = self.windows[0] = Workspace.open(self.world.root)


# The same worlds every time; others with another seed, more with more examples.
TestAnyWorld = seed(int(os.environ.get("GUILLEMET_SEED", "1")))(AnyWorld).TestCase
TestAnyWorld.settings = settings(
    max_examples=EXAMPLES, stateful_step_count=STEPS, suppress_health_check=list(HealthCheck)
)
