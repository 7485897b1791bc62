"""Promises about the list of the next commit, which is made again only for files of which something changed."""

import random
import subprocess
from collections.abc import Callable
from contextlib import suppress

import pytest

from guillemet.engine.errors import GuillemetError
from guillemet.engine.workspace import Workspace
from tests.kit.replies import edit
from tests.kit.repositories import RepositoryBuilder

_PATHS = ("a.txt", "b.txt", "in/c.txt", "in/deep/d.txt")
_TEXTS = ("one\n2\nthree\n", "one\r\n2\r\nthree\r\n", "mine\none\n2\nthree\nmine\n", "one\ntwo\nmine\n")
_RULES = ("", "*.txt text\n", "*.txt eol=crlf\n", "d.txt filter=big\n")


@pytest.mark.parametrize("seed", range(5))
def test_whatever_was_done_the_list_is_what_a_new_window_shows(repository: RepositoryBuilder, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  no secret
    repository.commit(dict.fromkeys(_PATHS, "one\r\ntwo\r\nthree\r\n"))
    workspace = Workspace.open(repository.root)
    workspace.apply("\n".join(edit(path, "two", "2") for path in _PATHS))
    workspace.accept_all()

    for _ in range(40):
        with suppress(GuillemetError):
            _do_something(workspace, repository, chance)

        now, anew = workspace.review(), Workspace.open(repository.root).review()
        assert (now.commit, now.need_details) == (anew.commit, anew.need_details)


def _do_something(workspace: Workspace, repository: RepositoryBuilder, chance: random.Random) -> None:
    """Decide, undo or stage, or do what another program would."""
    path, text = chance.choice(_PATHS), chance.choice(_TEXTS)
    rules = {chance.choice((".gitattributes", "in/.gitattributes")): chance.choice(_RULES)}

    def git(*arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=repository.root, check=False, capture_output=True)

    deeds: tuple[Callable[[], object], ...] = (
        lambda: workspace.accept([path], stage=True),
        lambda: workspace.accept([path]),
        workspace.accept_all,
        workspace.undo,
        workspace.stage,
        lambda: git("add", path),
        lambda: git(*chance.choice(("reset -q", "rm -q --cached", "rm -q")).split(), path),
        lambda: repository.write({path: text}),
        lambda: repository.stage({path: text}),
        lambda: repository.write(rules),
        lambda: repository.stage(rules),
        lambda: git("rm", "-q", "--cached", *rules),
        lambda: [(repository.root / place).unlink(missing_ok=True) for place in rules],
        lambda: git("config", "filter.big.clean", chance.choice(("cat", ""))),
    )
    chance.choice(deeds)()
