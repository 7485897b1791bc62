"""Files that some program runs or obeys unasked: hooks, pipelines, build files, settings of editors and of agents."""

import json
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

from msgspec import Struct

from guillemet.engine.matching.effort import Effort
from guillemet.engine.text import FileText


class _Kind(Struct, frozen=True):
    """Files of one kind, as patterns of lower-case paths; a pattern without a slash is a name in any folder."""

    why: str
    patterns: tuple[str, ...]


_KINDS = (
    _Kind(
        "holds hooks, which git runs on commands as common as commit",
        (
            *(".husky/**", ".githooks/**", ".git-hooks/**", ".lefthook/**", ".pre-commit-config.y*ml"),
            *(".pre-commit-hooks.y*ml", "lefthook*.y*ml", ".lefthook*.y*ml", ".overcommit.yml", ".lintstagedrc*"),
        ),
    ),
    _Kind(
        "tells git which programs and repositories to use for files",
        (".gitattributes", ".gitmodules", ".gitconfig", ".lfsconfig"),
    ),
    _Kind(
        "is run by the build service on every push",
        (
            *(".github/workflows/**", ".github/actions/**", ".gitlab-ci*.y*ml", ".gitlab/**", ".circleci/**"),
            *(".travis.yml", "appveyor.yml", ".appveyor.yml", "azure-pipelines*.y*ml", ".azure-pipelines/**"),
            *("bitbucket-pipelines.yml", "jenkinsfile*", ".drone.y*ml", ".woodpecker.y*ml", ".woodpecker/**"),
            *(".buildkite/**", ".cirrus.yml", ".semaphore/**", ".forgejo/**", ".gitea/**", "cloudbuild.y*ml"),
            *("buildspec.y*ml", ".teamcity/**", ".ci/**"),
        ),
    ),
    _Kind(
        "is obeyed by an editor that opens the folder, and can start programs",
        (
            *(".vscode/**", "*.code-workspace", ".idea/**", ".devcontainer/**", ".devcontainer.json", ".zed/**"),
            *(".fleet/**", ".exrc", ".nvimrc", ".nvim.lua", ".vimrc", ".dir-locals.el", "*.sublime-project"),
        ),
    ),
    _Kind(
        "is run by a shell or a tool that enters the folder",
        (
            *(".envrc", ".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", ".mise.toml", "mise.toml"),
            *(".autoenv.zsh", "sitecustomize.py", "usercustomize.py", "*.pth"),
        ),
    ),
    _Kind(
        "is run when the project is built, tested or installed",
        (
            *("makefile", "gnumakefile", "*.mk", "justfile", ".justfile", "rakefile", "taskfile.y*ml"),
            *("cmakelists.txt", "setup.py", "conftest.py", "noxfile.py", "tox.ini", "build.rs", "*.gradle"),
            *("*.gradle.kts", "gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", ".mvn/**", "binding.gyp"),
            *(".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", ".cargo/config", ".cargo/config.toml"),
        ),
    ),
    _Kind(
        "is obeyed by coding agents",
        (
            *("agents.md", "agent.md", "agents.override.md", "claude.md", "claude.local.md", "gemini.md"),
            *(".cursor/**", ".cursorrules", ".claude/**", ".windsurf/**", ".windsurfrules", ".clinerules"),
            *(".clinerules/**", ".roo/**", ".roorules*", ".roomodes", ".continue/**", ".codex/**", ".gemini/**"),
            *(".github/copilot-instructions.md", ".github/instructions/**", ".github/prompts/**", ".github/agents/**"),
            *(".aider.conf.yml", ".mcp.json", "mcp.json", ".amazonq/**", ".kiro/**", ".junie/**", ".goosehints"),
            *(".opencode/**", "opencode.json", ".agents/**"),
        ),
    ),
)

_PACKAGE = "package.json"
_PACKAGE_WHY = "holds scripts, which the package manager runs, some of them on installing"
_PACKAGE_KEYS = ("scripts", "husky", "lint-staged", "simple-git-hooks", "gitHooks", "pre-commit")
_LONGEST_PACKAGE = 50_000
_STEPS_A_LINE = 500
"""What reading takes, for each line."""


def why_it_can_run(
    path: str, *, before: FileText | None, after: FileText | None, effort: Effort | None = None
) -> str | None:
    """Return in a sentence what runs or obeys the file, None when nothing known does.

    Of `package.json` only the scripts count; texts that cannot be compared, or only without effort left, count as
    changed.
    """
    plain = path.replace("\\", "/").removeprefix("./").casefold()
    if plain.rpartition("/")[2] == _PACKAGE:
        return f"{path} {_PACKAGE_WHY}." if after is None or _may_differ(before, after, effort) else None
    why = _why(plain)
    return f"{path} {why}." if why else None


@lru_cache(maxsize=1_000)
def _why(plain: str) -> str | None:
    rooted = "/" + plain
    return next((kind.why for kind in _KINDS if any(_fits(rooted, pattern) for pattern in kind.patterns)), None)


def _fits(rooted: str, pattern: str) -> bool:
    if pattern.endswith("/**"):
        return f"/{pattern[:-2]}" in rooted
    if "/" in pattern:
        return rooted.endswith("/" + pattern)
    name = rooted.rpartition("/")[2]
    return fnmatchcase(name, pattern) if "*" in pattern else name == pattern


def _may_differ(before: FileText | None, after: FileText, effort: Effort | None) -> bool:
    if effort is not None:
        if effort.is_spent:
            return True
        effort.take(_STEPS_A_LINE * (len(after.lines) + len(before.lines if before else ())))
    return bool(_scripts(before) != _scripts(after))


def _scripts(text: FileText | None) -> Any:
    """Return what of a package file is run; an object equal to nothing else when that cannot be told."""
    if text is None:
        return {}
    if len(text.lines) > _LONGEST_PACKAGE:
        return object()
    try:
        package = json.loads(text.text)
    except (ValueError, RecursionError):
        return object()
    if not isinstance(package, dict):
        return object()
    return {key: package[key] for key in _PACKAGE_KEYS if package.get(key)}
