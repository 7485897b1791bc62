"""What the tests of the command line share: a repository with two files, and a reply for it."""

import pytest

from tests.kit.replies import create, edit, guillemet_edit
from tests.kit.repositories import RepositoryBuilder

GREETING = "def greet(name):\n    return 'Hello ' + name\n"
REPLY = "\n".join(
    [
        "Kinder words, and a new file.",
        "",
        edit("src/greeting.py", "    return 'Hello ' + name", "    return f'Hello, {name}!'"),
        create("src/farewell.py", "def leave():\n    return 'Bye'"),
        guillemet_edit("README.md", "# Project", "# Greetings"),
        "Afterwards run `mkdir -p src/more`.",
        "",
    ],
)
FAILING = edit("src/greeting.py", "def greet(nobody):\n    return 'Hello ' + nobody", "pass")


@pytest.fixture
def project(repository: RepositoryBuilder) -> RepositoryBuilder:
    """Return a repository with README.md and src/greeting.py committed."""
    repository.commit({"src/greeting.py": GREETING})
    return repository
