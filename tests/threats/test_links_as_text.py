"""Row 3: where git keeps links as files that hold their target, as on Windows, they are links all the same."""

import pygit2
import pytest

from guillemet.engine.workspace import Workspace
from tests.kit.replies import create, edit
from tests.kit.repositories import RepositoryBuilder


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    """Return the repository with a link checked out as Windows has it, a file that holds the target."""
    (repository.root / "link").symlink_to("README.md")
    repository.git.index.add("link")
    repository.git.index.write()
    repository.git.config["core.symlinks"] = False
    (repository.root / "link").unlink()
    (repository.root / "link").write_text("README.md")
    return repository


@pytest.mark.parametrize("reply", [edit("link", "README.md", "../../outside"), create("link", "../../outside")])
def test_a_link_that_git_keeps_as_text_is_neither_edited_nor_turned_into_a_file(
    project: RepositoryBuilder, reply: str
) -> None:
    workspace = Workspace.open(project.root)

    outcome = workspace.apply(reply).outcomes[0]
    workspace.accept_all(stage=True)

    assert "is a link" in outcome.message
    assert project.read("link") == b"README.md"
    assert project.git.index["link"].mode == pygit2.enums.FileMode.LINK


def test_a_link_that_git_keeps_as_text_is_not_moved_and_its_removal_can_be_undone(
    project: RepositoryBuilder,
) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply("```bash\ngit mv link other\ngit rm -f link\n```\n")

    refusal = workspace.preview("git mv link other").refusal
    workspace.run("git rm -f link")
    workspace.undo()

    assert "is a link" in refusal
    assert project.read("link") == b"README.md"
    project.git.index.read()
    assert project.git.index["link"].mode == pygit2.enums.FileMode.LINK
