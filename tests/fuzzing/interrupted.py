# ruff: noqa: D102 - the names of rules are what they do
"""What comes between in the middle of a step, or from another process, as rules of a machine."""

from contextlib import suppress
from pathlib import Path

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import rule

from guillemet.engine.errors import GuillemetError
from tests.fuzzing.deeds import (
    ASKED,
    COMMANDS,
    FAULTS,
    FORMS,
    MOMENTS,
    PLACES,
    SAVING,
    VERBS,
    Killed,
    at_moment,
    changed,
    killed_at,
)
from tests.fuzzing.watched import Watched
from tests.fuzzing.worlds import LINES
from tests.kit.command import CommandLine
from tests.kit.killing import kill_if_reached

FOCUS = 3
"""Files that one world is about."""

proposed = st.integers(0, FOCUS - 1)
some = st.sets(proposed, min_size=1)
commands = st.one_of(st.sampled_from(COMMANDS), st.tuples(st.sampled_from(FORMS), proposed))
lines = st.integers(0, LINES)
verbs = st.sampled_from(VERBS)


class Interrupted(Watched):
    """A world in which steps are cut off, fail, and are not alone."""

    @rule(
        name=verbs,
        command=commands,
        moment=st.sampled_from(MOMENTS),
        call=st.integers(1, 3),
        when=st.sampled_from(["before", "after"]),
    )
    def killed(self, name: str, command: str, moment: tuple[object, str], call: int, when: str) -> None:
        command = self.spelled(command)
        if name == "run":
            self.take_in(f"```bash\n{command}\n```\n", "")
        before, was = self.world.state(), self.ledger()

        try:
            with suppress(GuillemetError), killed_at(*moment, call, when=when):
                self.verb(name, command)()
            return
        except Killed:
            pass
        self.settle(name, before, was)

    @rule(
        name=verbs,
        command=commands,
        fault=st.sampled_from(FAULTS),
        call=st.integers(1, 4),
    )
    def fails(self, name: str, command: str, fault: tuple[object, str, Exception], call: int) -> None:
        command = self.spelled(command)
        if name == "run":
            self.take_in(f"```bash\n{command}\n```\n", "")
        before, was = self.world.state(), self.ledger()
        holder, where, error = fault

        def fail() -> None:
            raise error

        try:
            with at_moment(holder, where, call, fail):
                done = self.verb(name, command)()
        except GuillemetError as raised:
            note(f"raised {raised}")
        else:
            for refusal in done.refusals:
                assert self.world.disk().get(refusal.path) == before[0].get(refusal.path), refusal
        self.settle(name, before, was)

    @rule(
        name=verbs,
        command=commands,
        moment=st.sampled_from(SAVING),
        call=st.integers(1, 3),
        path=proposed,
        line=lines,
        way=st.sampled_from(["insert", "replace", "rename"]),
    )
    def meanwhile(
        self, name: str, command: str, moment: tuple[object, str], call: int, path: str, line: int, way: str
    ) -> None:
        """Save a file in the very middle of a step: what was saved then is never gone."""
        command, path = self.spelled(command), self.focus[path]
        if name == "run":
            self.take_in(f"```bash\n{command}\n```\n", "")
        before = self.world.last
        with suppress(GuillemetError), at_moment(*moment, call, lambda: self.world.edit(path, line, way=way)):
            self.verb(name, command)()
        if self.world.last != before:
            held = self.world.words()
            assert self.world.last in held or self.is_kept(self.world.last), f"{name} lost what was saved meanwhile"
        for one in self.ledger().now.signed.values():
            self.signed_at.setdefault(one, self.world.last)
        self.check_agrees()

    @rule(asked=st.sampled_from(ASKED))
    def command_line(self, asked: tuple[str, ...]) -> None:
        """Do it from a terminal, as a second process would."""
        was, before, words = self.ledger(), self.world.state(), self.world.words()
        ran = CommandLine()(*asked, "-C", str(self.world.root))
        note(f"guillemet {asked}: {ran.code} {ran.err}")
        after = self.world.state()
        assert ran.code in (0, 1, 2), ran.err
        if asked[0] in ("review", "diff", "reject") and not was.now.signed:
            assert after == before, changed(before, after)
        self.remember(was, self.ledger(), before, after)
        if asked[0] not in ("undo", "redo"):
            self.check_lost(asked[0], was, words - self.world.words())
        self.check_agrees()

    @rule(
        verb=st.sampled_from(["accept_all", "undo", "redo", "commit"]),
        at=st.sampled_from(PLACES),
        call=st.integers(1, 3),
        when=st.sampled_from(["before", "after"]),
    )
    def killed_for_good(self, verb: str, at: str, call: int, when: str) -> None:
        """End another process with kill -9 in the middle of a step."""
        before, was = self.world.state(), self.ledger()
        given = ("Say why",) if verb == "commit" else ()
        kill_if_reached(self.world.root, at, verb, *given, when=when, call=call)
        self.settle(verb, before, was)

    @rule(name=verbs, command=commands)
    def locked(self, name: str, command: str) -> None:
        command = self.spelled(command)
        if name == "run":
            self.take_in(f"```bash\n{command}\n```\n", "")
        lock = Path(self.world.repository.path) / "index.lock"
        before, was = self.world.state(), self.ledger()
        lock.touch()
        try:
            with suppress(GuillemetError):
                self.verb(name, command)()
            assert lock.exists()
        finally:
            lock.unlink()
        self.settle(name, before, was)
