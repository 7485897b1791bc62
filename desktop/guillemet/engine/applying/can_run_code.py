"""Files that some program runs or obeys unasked: hooks, pipelines, build files, settings of editors and of agents."""

import json
import re
from collections.abc import Callable
from fnmatch import translate
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from guillemet.engine.matching.work_budget import UNLIMITED, WorkBudget
from guillemet.engine.text import FileText


class _Kind(Struct, frozen=True):
    """Files of one kind, as patterns of lower-case paths; a pattern without a slash is a name in any folder."""

    why: str
    patterns: tuple[str, ...]
    keys: tuple[str, ...] = ()
    """Where only some values are run, and others are edited every day: these, with dots before those inside others."""


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text of several lines; a line that begins with # is a comment."""
    return tuple(word for line in text.splitlines() if not line.lstrip().startswith("#") for word in line.split())


_KINDS = (
    _Kind(
        "holds scripts, which the package manager runs, some of them on installing",
        ("package.json",),
        (
            *("scripts", "husky", "lint-staged", "simple-git-hooks", "gitHooks", "pre-commit", "packageManager"),
            *("pnpm", "gypfile", "jest", "mocha", "ava", "babel", "eslintConfig", "stylelint", "prettier"),
            *("nodemonConfig", "wireit", "nx", "prisma", "release", "commitlint", "config"),
        ),
    ),
    _Kind(
        "holds scripts, which the package manager runs, some of them on installing",
        ("composer.json",),
        ("scripts", "config", "repositories"),
    ),
    _Kind("holds tasks and plugins, which Deno runs", ("deno.json", "deno.jsonc"), ("tasks", "lint")),
    _Kind(
        "names plugins, which editors load",
        ("tsconfig.json", "tsconfig.*.json", "jsconfig.json"),
        ("compilerOptions.plugins", "ts-node", "extends"),
    ),
    _Kind(
        "names a build script, which cargo and editors run",
        ("cargo.toml",),
        ("package.build", "package.links", "lib.proc-macro"),
    ),
    _Kind(
        "says what builds, tests or checks the project, and with which plugins",
        ("pyproject.toml",),
        (
            *("build-system", "tool.pytest", "tool.tox", "tool.nox", "tool.hatch", "tool.pdm", "tool.poetry.build"),
            *("tool.poe", "tool.taskipy", "tool.setuptools", "tool.cibuildwheel", "tool.mypy", "tool.pylint"),
            *("tool.coverage", "tool.uv", "tool.pixi", "tool.scikit-build", "tool.maturin", "tool.meson-python"),
            *("tool.semantic_release", "tool.commitizen", "tool.bumpversion", "tool.briefcase", "tool.flake8"),
        ),
    ),
    _Kind(
        "holds hooks, which git runs on commands as common as commit",
        _words(
            """
            .husky/** .githooks/** .git-hooks/** .lefthook/** .pre-commit-config.y*ml .hooks/** .pre-commit-hooks.y*ml
            lefthook*.y*ml .lefthook*.y*ml lefthook*.toml lefthook*.json .overcommit.yml .lintstagedrc* .huskyrc*
            prek.toml .simple-git-hooks* captainhook.json grumphp.y*ml* .commitlintrc* .rusty-hook.toml .cargo-husky/**
            .czrc .cz.*
            """
        ),
    ),
    _Kind(
        "tells git which programs and repositories to use for files",
        _words(".gitattributes .gitmodules .gitconfig .lfsconfig .gitconfig.*"),
    ),
    _Kind(
        "can make its folder a git repository, whose configuration names programs that git runs",
        _words("head"),
    ),
    _Kind(
        "is run by the service that builds the project on every push, or that deploys it",
        _words(
            """
            .github/workflows/** .github/actions/** .gitlab-ci*.y*ml .gitlab/** .circleci/** .travis.yml appveyor.yml
            .appveyor.yml azure-pipelines*.y*ml .azure-pipelines/** bitbucket-pipelines.yml jenkinsfile* .drone.y*ml
            .woodpecker.y*ml .woodpecker/** .buildkite/** .cirrus.yml .cirrus.star .semaphore/** .forgejo/** .gitea/**
            cloudbuild.y*ml buildspec.y*ml .teamcity/** .ci/** .builds/** .build.yml .tekton/** .harness/** .zuul.y*ml
            .zuul.d/** screwdriver.yaml bitrise.yml codemagic.yaml .rultor.yml .dagger/** dagger.json earthfile
            skaffold.y*ml action.y*ml renovate.json* .renovaterc* .github/renovate.json netlify.toml vercel.json
            now.json fly.toml render.yaml railway.json railway.toml heroku.yml procfile procfile.* firebase.json
            wrangler.toml wrangler.json* serverless.y*ml amplify.yml appspec.y*ml apprunner.yaml .platform.app.yaml
            .do/** nixpacks.toml cdk.json pulumi.yaml ansible.cfg .readthedocs.y*ml .goreleaser.y*ml .releaserc*
            fastlane/** fastfile samconfig.toml
            """
        ),
    ),
    _Kind(
        "is obeyed by an editor, or its language server, that opens the folder, and can start programs",
        _words(
            """
            .vscode/** *.code-workspace .idea/** .run/** .zed/** .fleet/** .vs/** .nova/** .exrc .exrc.lua .nvimrc
            .nvim.lua .nvim/** .vimrc _vimrc .lvimrc .local.vimrc .vim/** .vimspector.json .dir-locals.el
            .dir-locals-2.el .emacs .emacs.d/** .helix/** .kakrc *.sublime-project *.sublime-workspace *.sublime-build
            .theia/** .kateproject* .settings/** .project .cproject *.launch *.pbxproj *.xcscheme *.xcworkspacedata
            rust-analyzer.toml .rust-analyzer.toml .clangd .clang-tidy compile_commands.json .ccls compile_flags.txt
            .solargraph.yml .neoconf.json .nlsettings/** .luarc.json* .merlin
            """
        ),
    ),
    _Kind(
        "sets up the container, the machine or the environment in which the project is opened or run",
        _words(
            """
            .devcontainer/** .devcontainer.json dockerfile dockerfile.* *.dockerfile containerfile containerfile.*
            vagrantfile docker-compose*.y*ml compose.y*ml compose.*.y*ml docker-bake.* devfile.y*ml .gitpod.* .ona/**
            .idx/** .replit devbox.json *.nix devenv.y*ml .flox/** .codesandbox/** tiltfile sandbox.config.json
            .stackblitzrc
            """
        ),
    ),
    _Kind(
        "is run by a shell, an interpreter or a tool that enters the folder or starts there",
        _words(
            """
            .envrc .env .env.local .env.development .env.production .env.test .flaskenv .bashrc .bash_profile
            .bash_aliases .bash_login .bash_logout .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc
            .tcshrc config.fish .login *profile.ps1 .xprofile .xinitrc .xsession .tmux.conf .screenrc .inputrc
            mise*.toml .mise*.toml .mise/** mise/** .autoenv* .env.leave .sdkmanrc sitecustomize.py usercustomize.py
            *.pth .pdbrc .pythonrc* .pythonstartup ipython_config.py .ipython/** jupyter_*config.* .gdbinit
            .gdbearlyinit .lldbinit .irbrc .pryrc .byebugrc .rdbgrc .rprofile .renviron .iex.exs .ghci .psqlrc
            .sqliterc .sbclrc .curlrc .wgetrc .netrc .ssh/** .user.ini .htaccess web.config
            """
        ),
    ),
    _Kind(
        "is obeyed by the system when it shows the folder or the file",
        _words("desktop.ini autorun.inf *.lnk *.scf *.desktop *.url *.webloc .directory"),
    ),
    _Kind(
        "is run when the project is built, tested, checked or installed",
        _words(
            """
            # make and its kin, C and C++
            makefile makefile.am makefile.in makefile.inc gnumakefile *.mk *.mak justfile .justfile *.just rakefile
            *.rake taskfile.y*ml taskfile.*.y*ml maskfile.md cmakelists.txt *.cmake cmakepresets.json
            cmakeuserpresets.json meson.build meson_options.txt meson.options *.ninja sconstruct sconscript wscript
            configure configure.ac configure.in autogen.sh bootstrap.sh *.m4 xmake.lua premake5.lua tupfile
            tuprules.tup conanfile.py vcpkg-configuration.json *.bazel *.bzl build workspace .bazelrc .bazeliskrc buck
            .buckconfig pants.toml snakefile nextflow.config
            # Python
            setup.py setup.cfg conftest.py pytest.ini .pytest.ini noxfile.py tox.ini dodo.py hatch.toml hatch_build.py
            pdm_build.py pixi.toml fabfile.py tasks.py pavement.py conf.py mkdocs.y*ml .pylintrc pylintrc mypy.ini
            .mypy.ini .coveragerc .flake8 uv.toml pip.conf pip.ini .pypirc .condarc gunicorn.conf.py locustfile.py
            # JavaScript
            *.config.js *.config.cjs *.config.mjs *.config.ts *.config.cts *.config.mts *.conf.js *.conf.ts *.setup.js
            *.setup.ts vitest.workspace.* .*rc.js .*rc.cjs .*rc.mjs .*rc.ts .eslintrc* .stylelintrc* .prettierrc*
            .babelrc* .postcssrc* .mocharc* .swcrc .parcelrc gulpfile.* gruntfile.* gatsby-*.js gatsby-*.ts knexfile.*
            angular.json nx.json project.json turbo.json* lerna.json rush.json .storybook/** nodemon.json binding.gyp
            *.gypi .npmrc .yarnrc .yarnrc.yml .yarn/** .pnp.* .pnpmfile.* pnpm-workspace.yaml bunfig.toml codegen.y*ml
            .graphqlrc*
            # the JVM
            *.gradle *.gradle.kts gradlew gradlew.bat gradle.properties gradle-wrapper.* mvnw mvnw.cmd .mvn/** pom.xml
            build.xml *.sbt build.sc build.mill project.clj deps.edn bb.edn build.clj shadow-cljs.edn build.boot
            # Rust, Go, Zig, Swift, .NET
            build.rs .cargo/** rust-toolchain rust-toolchain.toml cross.toml magefile.go magefiles/** .golangci.*
            *.nimble shard.yml .busted .luacheckrc nextest.toml .jvmopts .sbtopts psake*.ps1
            .air.toml air.toml build.zig build.zig.zon package.swift podfile *.podspec *.csproj *.fsproj *.vbproj
            *.vcxproj *.proj *.props *.targets nuget.config global.json *.csx *.cake build.fsx dotnet-tools.json
            # Ruby, PHP, Elixir, Erlang, Haskell, OCaml
            gemfile gems.rb *.gemspec guardfile capfile thorfile dangerfile brewfile berksfile appraisals .rspec
            .simplecov .rubocop*.y*ml .bundle/** .gemrc phpunit*.xml* phpstan*.neon* psalm*.xml* rector.php
            .php-cs-fixer* ecs.php mix.exs .formatter.exs .credo.exs rebar.config* setup.hs dune dune-project
            dune-workspace
            """
        ),
    ),
    _Kind(
        "is obeyed by coding agents",
        _words(
            """
            agents.md agent.md agents.*.md claude.md claude.*.md gemini.md qwen.md crush.md warp.md replit.md grok.md
            iflow.md codebuddy.md skill.md copilot-instructions.md .cursor/** .cursorrules *.mdc .claude/**
            .claude-plugin/** .windsurf/** .windsurfrules .clinerules* .clinerules/** .roo/** .roorules* .roomodes
            .continue/** .continuerules .codex/** .gemini/** .qwen/** .crush/** crush.json .crush.json
            .github/instructions/** .github/prompts/** .github/agents/** .github/hooks/** .github/chatmodes/**
            .github/skills/** .copilot/** .aider*.y*ml .mcp.json mcp.json mcp*config.json *mcp_settings.json .mcp/**
            claude_desktop_config.json .amazonq/** .kiro/** .junie/** .goosehints .goose/** .opencode/** opencode.json*
            .agents/** .agent/** .augment/** .augment-guidelines .trae/** .kilocode/** .kilocode* .rules .openhands/**
            .openhands_instructions .devin/** .factory/** .amp/** .tabnine/** .codeium/** .codebuddy/** .iflow/**
            .vibe/** .grok/** .antigravity/** .firebender/** firebender.json .aiassistant/** .serena/** .taskmaster/**
            .cody/** sweep.yaml .sweep.yaml .coderabbit.y*ml .pr_agent.toml greptile.json gemini-extension.json .ai/**
            .skills/** .lovable/** .bolt/**
            """
        ),
    ),
    _Kind(
        "tells coding agents, and this program, which files to leave alone",
        _words(
            """
            .guillemetignore .aiderignore .cursorignore .cursorindexingignore .geminiignore .claudeignore
            .codeiumignore .aiexclude .clineignore .rooignore .aiignore
            """
        ),
    ),
)


_LONGEST_PARTIAL = 50_000
_STEPS_A_LINE = 500
"""What reading takes, for each line."""


def why_it_can_run(
    path: str, *, before: FileText | None, after: FileText | None, effort: WorkBudget = UNLIMITED
) -> str | None:
    """Return in a sentence what runs or obeys the file, None when nothing known does.

    Of `package.json` and its like only the values that are run count; texts that cannot be compared, or only without
    effort left, count as changed.
    """
    plain = path.replace("\\", "/").removeprefix("./").casefold()
    kind = _kind_of(plain)
    if kind is None or (kind.keys and after is not None and not _may_differ(plain, kind.keys, before, after, effort)):
        return None
    return f"{path} {kind.why}."


@lru_cache(maxsize=1_000)
def _kind_of(plain: str) -> _Kind | None:
    rooted = "/" + plain
    return next((kind for kind, fits in _finders() if fits(rooted)), None)


@cache
def _finders() -> tuple[tuple[_Kind, Callable[[str], bool]], ...]:
    """Return the kinds, each with what tells whether a path that begins with a slash is of it."""
    return tuple((kind, _finder(kind.patterns)) for kind in _KINDS)


def _finder(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    folders = [f"/{pattern[:-2]}" for pattern in patterns if pattern.endswith("/**")]
    ends = tuple(f"/{pattern}" for pattern in patterns if "/" in pattern and not pattern.endswith("/**"))
    of_name = [pattern for pattern in patterns if "/" not in pattern]
    names = frozenset(pattern for pattern in of_name if "*" not in pattern)
    alike = re.compile("|".join(translate(pattern) for pattern in of_name if "*" in pattern) or r"\b\B")

    def fits(rooted: str) -> bool:
        name = rooted.rpartition("/")[2]
        return (
            name in names
            or rooted.endswith(ends)
            or any(folder in rooted for folder in folders)
            or alike.match(name) is not None
        )

    return fits


def _may_differ(
    plain: str, keys: tuple[str, ...], before: FileText | None, after: FileText, effort: WorkBudget
) -> bool:
    if effort.is_spent:
        return True
    effort.take(_STEPS_A_LINE * (len(after.lines) + len(before.lines if before else ())))
    import tomllib  # noqa: PLC0415  slow to load, and needed for few files

    read = tomllib.loads if plain.endswith(".toml") else json.loads
    return bool(_run_values(read, keys, before) != _run_values(read, keys, after))


def _run_values(read: Callable[[str], Any], keys: tuple[str, ...], text: FileText | None) -> Any:
    """Return what of a file is run; an object equal to nothing else when that cannot be known."""
    if text is None:
        return {}
    if len(text.lines) > _LONGEST_PARTIAL:
        return object()
    try:
        values = read(text.text)
    except (ValueError, RecursionError):
        return object()
    if not isinstance(values, dict):
        return object()
    found = {key: _value(values, key.split(".")) for key in keys}
    return {key: value for key, value in found.items() if value}


def _value(values: Any, keys: list[str]) -> Any:
    for key in keys:
        values = values.get(key) if isinstance(values, dict) else None
    return values
