"""Promises of the man page and of the completions, tried in the shells that are installed."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from guillemet.bundled import bundled
from guillemet.engine.blocks import FormatName
from tests.kit.command import CommandLine

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "generate_docs.py"
PAGE = bundled("man/guillemet.1")
COMPLETIONS = bundled("completions")
Complete = Callable[[str], set[str]]

IN_BASH = """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_guillemet
printf '%s\\n' "${COMPREPLY[@]}"
"""
IN_ZSH = """
zmodload zsh/zpty
TERM=dumb zpty child zsh -f -i
zpty -w child 'PROMPT= fpath=('${(q)1}' $fpath); autoload -Uz compinit; compinit -u -C -d '${(q)3}'; stty -echo
compadd() {
    [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]] && { builtin compadd "$@"; return }
    local -a hits; builtin compadd -A hits "$@"; local hit; for hit in $hits; do print -r -- "HIT:$hit:"; done
    builtin compadd "$@"
}
ended() { print ALL:FOUND; exit }
comppostfuncs=(ended); bindkey "^I" complete-word; print REA""DY'
zpty -r child output '*READY*'
zpty -n -w child "$2"$'\\t'
while zpty -r child line; do print -rn -- $line; done
"""


@pytest.fixture(params=["bash", "zsh", "fish"])
def complete(request: pytest.FixtureRequest, tmp_path: Path) -> Complete:
    """Return a function that completes a line in a shell, in a folder that holds two of its kind and a file."""
    shell: str = request.param
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    for name in ("sources", "my notes"):
        (tmp_path / name).mkdir()
    (tmp_path / "reply.md").touch()

    def completed(line: str) -> set[str]:
        return COMPLETED_BY[shell](line, tmp_path)

    return completed


def in_bash(line: str, folder: Path) -> set[str]:
    """Call the function as bash does; names of folders come without the slash, which readline adds."""
    return set(
        _output(["bash", "--norc", "-c", IN_BASH, "-", COMPLETIONS / "guillemet.bash", *line.split(" ")], folder)
    )


def in_zsh(line: str, folder: Path) -> set[str]:
    """Press the Tab key in an interactive shell, and return what it would add."""
    found = (
        folder.parent / "completions-of-zsh"
    )  # the first shell looks through all that zsh comes with, for the others
    lines = _output(["zsh", "-f", "-c", IN_ZSH, "-", COMPLETIONS, line, found], folder)
    return {hit.split(":")[1].rstrip("/") for hit in lines if "HIT:" in hit}


def in_fish(line: str, folder: Path) -> set[str]:
    """Ask fish for its completions, without their descriptions."""
    code = 'source $argv[1]; complete -C "$argv[2]"'
    lines = _output(["fish", "--no-config", "-c", code, COMPLETIONS / "guillemet.fish", line], folder)
    return {found.partition("\t")[0].rstrip("/") for found in lines}


COMPLETED_BY: dict[str, Callable[[str, Path], set[str]]] = {"bash": in_bash, "zsh": in_zsh, "fish": in_fish}


def _output(arguments: list[str | Path], folder: Path) -> list[str]:
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=50, check=False)
    assert done.stderr == ""
    return [line.strip() for line in done.stdout.splitlines() if line.strip()]


def test_the_committed_files_are_current() -> None:
    checked = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False)

    assert (checked.returncode, checked.stderr) == (0, "")


def test_the_page_names_every_command(command_line: CommandLine) -> None:
    listed = [line.split()[0] for line in command_line("--help").out.splitlines() if line.startswith("    ")]
    page = PAGE.read_text(encoding="utf-8")

    assert len(listed) > 10
    for name in listed:
        assert f".SS {name}\n" in page


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_the_page_is_shown_without_a_warning() -> None:
    shown = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z", PAGE], capture_output=True, text=True, check=False, timeout=50
    )

    assert (shown.returncode, shown.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("mandoc"), reason="mandoc is not installed")
def test_the_page_is_what_mandoc_asks_for() -> None:
    checked = subprocess.run(["mandoc", "-Tlint", PAGE], capture_output=True, text=True, check=False, timeout=50)

    assert (checked.returncode, checked.stdout) == (0, "")


def test_a_command_is_completed(complete: Complete) -> None:
    assert complete("guillemet ap") == {"apply"}


def test_a_folder_is_completed_where_a_command_may_stand(complete: Complete) -> None:
    assert complete("guillemet sou") == {"sources"}


def test_options_of_a_command_are_completed(complete: Complete) -> None:
    assert {"--format", "--match", "--dry-run"} <= complete("guillemet apply --")
    assert "--trust" not in complete("guillemet apply --")


def test_the_words_of_a_choice_are_completed(complete: Complete) -> None:
    assert complete("guillemet apply --format ") == {"auto", *FormatName}


def test_a_folder_before_the_command_changes_nothing(complete: Complete) -> None:
    assert complete("guillemet -C sources comm") == {"commit"}
    assert complete("guillemet -C sources commit --tr") == {"--trust"}


def test_after_the_folder_option_only_folders_are_completed(complete: Complete) -> None:
    assert complete("guillemet review -C ") >= {"sources"}
    assert "reply.md" not in complete("guillemet review -C ")
    assert complete("guillemet -C sou") == {"sources"}


def test_files_are_completed_where_a_command_takes_them(complete: Complete) -> None:
    assert complete("guillemet apply rep") == {"reply.md"}
    assert complete("guillemet apply --dry-run rep") == {"reply.md"}


def test_nothing_is_completed_where_only_a_user_knows(complete: Complete) -> None:
    assert complete("guillemet commit --message re") == set()
    assert complete("guillemet place --line ") == set()
