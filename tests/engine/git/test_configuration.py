"""Promises of the configuration as git sees it."""

from pathlib import Path

import pytest

from guillemet.engine.git.git_command import Setting
from guillemet.engine.git.repository import Repository
from tests.engine.git.conftest import needs_git
from tests.kit.cases import each
from tests.kit.repositories import RepositoryBuilder


@each(
    ("value", "is_on"),
    [
        *(("true", True), ("Yes", True), ("on", True), ("1", True), ("-1", True), ("10k", True), ("what", True)),
        *(("", False), ("false", False), ("NO", False), ("off", False), ("0", False), ("00", False)),
    ],
)
def test_a_setting_is_on_as_git_reads_it_and_when_git_would_complain(value: str, *, is_on: bool) -> None:
    assert Setting("commit.gpgsign", value).is_true is is_on


@needs_git
def test_a_name_without_a_value_is_on(opened: Repository) -> None:
    config = opened.git_dir / "config"
    config.write_text(f"{config.read_text()}[commit]\n\tgpgSign\n")

    assert opened.config()["commit.gpgsign"] == "true"


@needs_git
def test_git_is_asked_again_when_any_file_of_the_configuration_changed(
    repository: RepositoryBuilder, tmp_path: Path
) -> None:
    included = tmp_path / "included"
    repository.git.config["include.path"] = str(included)
    opened = Repository.open(repository.root)
    first = opened.config().get("x.y")

    included.write_text("[x]\n\ty = 1\n")
    second = opened.config().get("x.y")
    included.write_text("[x]\n\ty = 22\n")
    third = opened.config().get("x.y")

    assert (first, second, third) == (None, "1", "22")


@needs_git
def test_git_is_asked_again_once_the_file_it_could_not_read_is_mended(
    opened: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outer, inner = tmp_path / "outer", tmp_path / "inner"
    outer.write_text(f"[include]\n\tpath = {inner}\n")
    inner.write_text("[x\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(outer))
    opened.config()
    was_refused = opened.configuration.is_refused

    inner.write_text("[x]\n\ty = 1\n")

    assert was_refused
    assert opened.config()["x.y"] == "1"
    assert not opened.configuration.is_refused


@needs_git
def test_git_is_not_asked_again_while_nothing_changed(opened: Repository) -> None:
    assert opened.settings() is opened.settings()


def test_without_git_it_is_what_libgit2_reads(opened: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    assert opened.settings() == opened.settings_of_libgit2()
    assert not opened.configuration.is_refused
