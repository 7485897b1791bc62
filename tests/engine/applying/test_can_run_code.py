"""Files that some program runs or obeys unasked."""

import pytest

from guillemet.engine.applying.can_run_code import why_it_can_run
from guillemet.engine.text import FileText
from tests.kit.cases import each

RISKY = (
    *(".husky/pre-commit", ".githooks/commit-msg", ".pre-commit-config.yaml", ".gitattributes", "sub/.gitattributes"),
    *(".gitmodules", ".github/workflows/test.yml", ".gitlab-ci.yml", ".circleci/config.yml", "Jenkinsfile"),
    *(".vscode/settings.json", ".vscode/tasks.json", "app.code-workspace", ".idea/workspace.xml", ".envrc"),
    *("Makefile", "lib/Makefile", "setup.py", "conftest.py", "tests/conftest.py", "AGENTS.md", "CLAUDE.md"),
    *(".cursor/rules/a.mdc", ".claude/settings.json", "packages/app/.claude/hooks/x.sh", ".GitHub/Workflows/A.YML"),
    *("pom.xml", "Dockerfile", "docker/api.dockerfile", "docker-compose.dev.yml", "flake.nix", "vite.config.ts"),
    *("web/eslint.config.mjs", ".eslintrc.json", "pytest.ini", "docs/conf.py", "Gemfile", "mix.exs", "App.csproj"),
    *("build.zig", "meson.build", "BUILD", "defs.bzl", ".clangd", "rust-analyzer.toml", ".env", ".gdbinit", "a.nix"),
    *("netlify.toml", ".replit", "desktop.ini", "start.desktop", "QWEN.md", ".rules", ".mise.local.toml", "Podfile"),
    *("skills/x/SKILL.md", ".kilocode/rules/a.md", ".guillemetignore", "vendored/HEAD", ".storybook/main.js"),
    *("app.nimble", "shard.yml", ".busted", ".luacheckrc", ".config/nextest.toml", ".jvmopts", "psakefile.ps1"),
    *("build.gradle.kts", ".mcp.json", ".github/copilot-instructions.md", ".devcontainer/devcontainer.json"),
)
PLAIN = (
    *(
        "src/app.py",
        "README.md",
        "docs/agents.md.txt",
        "makefile.py",
        "husky/a",
        "tests/test_setup.py",
        "vscode/a.json",
    ),
    *("dockerfile_parser.py", "composer.yaml", "src/config.js", "build.py", "workspace.py", "heading.md", "env.py"),
    *(".github/ISSUE_TEMPLATE.md", "src/workflows/a.yml", "package-lock.json", "claude.py", ".gitignore", "index.html"),
)


def package(text: str) -> FileText:
    return FileText.new(text.splitlines())


@each("path", RISKY)
def test_a_file_that_is_run_or_obeyed_is_named_with_the_reason(path: str) -> None:
    why = why_it_can_run(path, before=None, after=None)

    assert why is not None
    assert why.startswith(path)
    assert why.endswith(".")


@each("path", PLAIN)
def test_other_files_are_none(path: str) -> None:
    assert why_it_can_run(path, before=None, after=None) is None


@pytest.mark.parametrize("after", ['{"scripts": {"test": "b"}}', "{", "[]"])
def test_a_package_file_whose_scripts_change_can_run_code(after: str) -> None:
    before = package('{"scripts": {"test": "a"}}')

    assert why_it_can_run("app/package.json", before=before, after=package(after))


def test_a_package_file_whose_scripts_stay_does_not() -> None:
    before = package('{"name": "a", "scripts": {"test": "a"}}')
    after = package('{"name": "b", "scripts": {"test": "a"}}')

    assert why_it_can_run("package.json", before=before, after=after) is None


def test_a_new_package_file_with_scripts_can_run_code() -> None:
    assert why_it_can_run("package.json", before=None, after=package('{"scripts": {"a": "b"}}'))


def test_a_new_package_file_without_scripts_does_not() -> None:
    assert why_it_can_run("package.json", before=None, after=package('{"name": "a"}')) is None


@pytest.mark.parametrize(
    ("path", "plain", "risky"),
    [
        ("pyproject.toml", '[project]\nversion = "2"\n', '[build-system]\nbackend-path = ["."]\n'),
        ("pyproject.toml", "[tool.ruff]\nline-length = 90\n", '[tool.pytest.ini_options]\naddopts = "-p evil"\n'),
        ("a/Cargo.toml", '[package]\nversion = "2"\n', '[package]\nbuild = "evil.rs"\n'),
        ("composer.json", '{"name": "b"}', '{"scripts": {"post-install-cmd": "x"}}'),
        ("deno.json", '{"name": "b"}', '{"tasks": {"test": "x"}}'),
        ("tsconfig.json", '{"include": ["b"]}', '{"compilerOptions": {"plugins": [{"name": "./x"}]}}'),
        ("package.json", '{"name": "b"}', '{"packageManager": "yarn@https://example.org/x.js"}'),
    ],
)
def test_of_files_edited_every_day_only_what_is_run_counts(path: str, plain: str, risky: str) -> None:
    before = package("[project]\n" if path.endswith("toml") else "{}")

    assert why_it_can_run(path, before=before, after=package(plain)) is None
    assert why_it_can_run(path, before=before, after=package(risky))
