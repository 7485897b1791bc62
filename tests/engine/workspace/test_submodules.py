"""Promises about submodules: suggested commands leave them to git, and say so before they run."""

import pygit2
import pytest

from guillemet.engine.errors import FileError
from guillemet.engine.workspace import Workspace
from tests.kit.repositories import RepositoryBuilder

COMMANDS = ("git rm inner", "git rm --cached inner", "git rm -rf lib", "git mv inner other", "git mv lib other")


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    """Return a repository with two submodules that are not checked out."""
    repository.write({"lib/a.txt": "a\n"})
    repository.git.index.read()
    repository.git.index.add("lib/a.txt")
    for path in ("inner", "lib/deep"):
        (repository.root / path).mkdir()
        repository.git.index.add(
            pygit2.IndexEntry(path, repository.git.head.target, pygit2.enums.FileMode.COMMIT)  # type: ignore[arg-type]
        )
    repository.git.index.write()
    return repository


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_would_touch_one_is_refused_in_the_preview_and_when_it_runs(
    project: RepositoryBuilder, command: str
) -> None:
    workspace = Workspace.open(project.root)
    workspace.apply(f"```bash\n{command}\n```\n")
    before = project.state()

    assert "is a submodule" in workspace.preview(command).refusal
    with pytest.raises(FileError, match="is a submodule"):
        workspace.run(command)

    assert project.state() == before
