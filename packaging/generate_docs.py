"""Writes the man page and the completions of shells from the argument parser: `python packaging/generate_docs.py`.

The files in resources/man and resources/completions are committed, so that no package needs to run this. `--check`
writes nothing, and ends with 1 when one of them is not what this would write.
"""

import argparse
import sys
import textwrap
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "desktop"))

from guillemet import __version__  # noqa: E402
from guillemet.cli.arguments import parsers  # noqa: E402

RESOURCES = ROOT / "resources"
FOLDERS, FILES = "folders", "files"
_COMPLETED = {"FOLDER": FOLDERS, "REPLY": FILES, "PATH": FILES}
"""What is completed for an argument of this name."""


@dataclass(frozen=True)
class Argument:
    """An option, or an argument without a name."""

    flags: tuple[str, ...]
    """Empty for one without a name."""
    value: str
    """What stands for its value; empty for an option that takes none."""
    help: str
    choices: tuple[str, ...]
    is_repeated: bool
    is_required: bool
    group: int
    """Those of a number above 0 exclude each other."""
    is_group_required: bool

    @property
    def completed(self) -> str:
        """Return FOLDERS, FILES, or an empty text."""
        return _COMPLETED.get(self.value, "")


@dataclass(frozen=True)
class Command:
    """A command; its name is empty for the window."""

    name: str
    help: str
    description: str
    arguments: tuple[Argument, ...]

    @property
    def options(self) -> tuple[Argument, ...]:
        """Return the arguments that have names."""
        return tuple(one for one in self.arguments if one.flags)

    @property
    def operands(self) -> tuple[Argument, ...]:
        """Return the arguments without names."""
        return tuple(one for one in self.arguments if not one.flags)


def main() -> int:
    """Write the files, or check them; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only tell which files are not current")
    is_check = parser.parse_args().check
    stale = [name for name, text in documents().items() if _read(RESOURCES / name) != text]
    for name in stale:
        if is_check:
            sys.stderr.write(f"resources/{name} is not current. Run: python packaging/generate_docs.py\n")
        else:
            (RESOURCES / name).parent.mkdir(exist_ok=True)
            (RESOURCES / name).write_text(documents()[name], encoding="utf-8", newline="\n")
    return 1 if is_check and stale else 0


def documents() -> dict[str, str]:
    """Return the text of each file, by its path in resources/."""
    window, commands = described()
    return {
        "man/guillemet.1": man_page(window, commands),
        "completions/guillemet.bash": bash(commands),
        "completions/_guillemet": zsh(commands),
        "completions/guillemet.fish": fish(commands),
    }


def described() -> tuple[Command, tuple[Command, ...]]:
    """Return the window and every command as the parser knows them."""
    window, parser = parsers()
    subparsers = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    helps = {action.dest: action.help or "" for action in subparsers._choices_actions}
    commands = tuple(_described(name, helps[name], found) for name, found in subparsers.choices.items())
    return _described("", "open the window", window), commands


def _described(name: str, words: str, parser: argparse.ArgumentParser) -> Command:
    groups = {
        id(action): (number, group.required)
        for number, group in enumerate(parser._mutually_exclusive_groups, 1)
        for action in group._group_actions
    }
    arguments = []
    for action in parser._actions:
        takes_value = action.nargs != 0
        value = action.metavar if isinstance(action.metavar, str) else "" if action.choices else action.dest.upper()
        group, is_required = groups.get(id(action), (0, False))
        arguments.append(
            Argument(
                flags=tuple(action.option_strings),
                value=value if takes_value else "",
                help=action.help or "",
                choices=tuple(map(str, action.choices or ())),
                is_repeated=action.nargs in ("*", "+"),
                is_required=action.required and not group and action.nargs not in ("*", "?"),
                group=group,
                is_group_required=is_required,
            )
        )
    return Command(name, words, parser.description or "", tuple(arguments))


def _read(file: Path) -> str:
    return file.read_bytes().decode() if file.is_file() else ""


# The man page, in the man macros of groff and mandoc.

_ABOUT = """\
Guillemet shows what the reply of a language model would change in a git repository, before anything is changed.
Only edits that you accept are written to your files, and every step can be undone.
A reply comes from a model that you talk to in the window, from a file, or from standard input.
The window and the commands share the same review."""
_EXIT = (
    ("0", "Everything is done."),
    ("1", "Something failed, or waits for a decision."),
    ("2", "Wrong use, or the folder belongs to no repository."),
)
_ENVIRONMENT = (
    ("VISUAL, EDITOR", "The editor that files are opened with from the window, with its arguments."),
    ("NO_COLOR", "When set, nothing is coloured in the terminal."),
    (
        "ANTHROPIC_API_KEY, OPENAI_API_KEY and others",
        "Keys of model services, used where the keyring of the system holds none.",
    ),
    ("QT_QPA_PLATFORM, QT_SCALE_FACTOR", "The platform and the scale of the window, as in any program that uses Qt."),
    ("XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME", "Where the folders below lie, instead of in the home folder."),
)
_FILES = (
    ("~/.config/guillemet", "Settings and saved snippets."),
    ("~/.local/share/guillemet", "Conversations, outlines of files, and what was learned of token counts."),
    ("~/.local/state/guillemet/log", "The log."),
    (
        "refs/guillemet/",
        "The review of a repository, in that repository; no log, push, fetch or clone shows or takes it.",
    ),
    (".guillemetignore", "In a repository: patterns of files that are never sent to a model."),
)
_EXAMPLES = (
    ("Open the window on a repository:", "guillemet ~/projects/mine"),
    ("Stage a reply from a file, look at it, and accept all of it:", "guillemet apply reply.md"),
    ("", "guillemet diff"),
    ("", "guillemet accept --all"),
    ("Commit what was accepted:", 'guillemet commit -m "Exact amounts"'),
)


def man_page(window: Command, commands: Iterable[Command]) -> str:
    """Return the man page."""
    lines = [
        '.\\" Written by packaging/generate_docs.py from the argument parser.',
        f'.TH GUILLEMET 1 {_released()} "Guillemet {__version__}" "User Commands"',
        ".ad l",  # even lines would pull the parts of a synopsis apart
        ".nh",
        ".SH NAME",
        "guillemet \\- review what a language model proposes for a git repository",
        ".SH SYNOPSIS",
    ]
    synopses = [_synopsis(window)]
    synopses += ["\\fBguillemet\\fR [\\fB\\-C\\fR \\fIFOLDER\\fR] \\fICOMMAND\\fR [\\fIOPTION\\fR ...]"]
    synopses += ["\\fBguillemet \\-\\-help\\fR | \\fB\\-\\-version\\fR"]
    lines += "\n.br\n".join(synopses).split("\n")
    lines += [".SH DESCRIPTION", *map(_roff, _ABOUT.split("\n")), ".PP", _roff(window.description), ".SH COMMANDS"]
    for command in commands:
        lines += [f".SS {command.name}", _synopsis(command), ".PP", _roff(command.description)]
        for one in command.arguments:
            if one.flags != ("-h", "--help"):
                lines += [".TP", _named(one), _roff(_sentence(one))]
    for title, entries in (("EXIT STATUS", _EXIT), ("ENVIRONMENT", _ENVIRONMENT), ("FILES", _FILES)):
        lines += [f".SH {title}"]
        for name, words in entries:
            lines += [".TP", f"\\fB{_roff(name)}\\fR", _roff(words)]
    lines += [".SH EXAMPLES"]
    for number, (words, example) in enumerate(_EXAMPLES):
        lines += [
            *([*([".PP"] if number else []), _roff(words)] if words else []),
            ".RS 4",
            f"\\fB{_roff(example)}\\fR",
            ".RE",
        ]
    return "\n".join([*lines, ".SH SEE ALSO", "\\fBgit\\fR(1)", ""])


def _released() -> str:
    """Return the day of the release in the metadata: the page would otherwise be another one each day."""
    metainfo = RESOURCES / "desktop" / "org.guillemet.Guillemet.metainfo.xml"
    release = ET.parse(metainfo).getroot().find("releases/release")  # noqa: S314  a file of ours
    assert release is not None
    return release.get("date", "")


def _synopsis(command: Command) -> str:
    words = ["\\fBguillemet\\fR" + (f" \\fB{command.name}\\fR" if command.name else "")]
    shown = set[int]()
    for one in command.arguments:
        if one.flags == ("-h", "--help") or (one.group and one.group in shown):
            continue
        if one.group:
            shown.add(one.group)
            members = " | ".join(_short(member) for member in command.arguments if member.group == one.group)
            words.append(f"({members})" if one.is_group_required else f"[{members}]")
        else:
            words.append(_short(one) if one.is_required else f"[{_short(one)}]")
    return " ".join(words)


def _short(one: Argument) -> str:
    value = _value(one)
    if not one.flags:
        return value + (" ..." if one.is_repeated else "")
    return f"\\fB{_roff(one.flags[0])}\\fR{f' {value}' if value else ''}"


def _named(one: Argument) -> str:
    value = _value(one)
    flags = ", ".join(f"\\fB{_roff(flag)}\\fR" for flag in one.flags)
    return f"{flags} {value}".strip()


def _value(one: Argument) -> str:
    if one.choices and not one.value:
        return f"\\fI{_roff(one.flags[-1].lstrip('-').upper() if one.flags else 'CHOICE')}\\fR"
    return f"\\fI{_roff(one.value)}\\fR" if one.value else ""


def _sentence(one: Argument) -> str:
    text = one.help[:1].upper() + one.help[1:] if one.help[:1].isalpha() else one.help
    return f"{text.rstrip('.')}." + (f" One of: {', '.join(one.choices)}." if one.choices else "")


def _roff(text: str) -> str:
    """Return the text so that groff prints it as it stands, in lines of the width that mandoc asks for."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in text)
    lines = textwrap.wrap(text, width=76, break_long_words=False, break_on_hyphens=False)
    return "\n".join(f"\\&{line}" if line[:1] in {".", "'"} else line for line in lines)


# Completions. Before the command stands -C with its folder, any number of times.

_HEAD = "# Completion of guillemet for {name}, written by packaging/generate_docs.py from the argument parser."
_GLOBAL = (("-C", "a folder of the repository"), ("--help", "show the help"), ("--version", "show the version"))


def bash(commands: Iterable[Command]) -> str:
    """Return the completion for bash, which needs no other package."""
    commands = tuple(commands)
    cases, values = [], []
    for command in commands:
        flags = " ".join(flag for one in command.options for flag in one.flags)
        kind = next((one.completed for one in command.operands if one.completed), "")
        cases.append(f"        {command.name}) options='{flags}' operands='{kind}' ;;")
        for one in command.options:
            if one.value or one.choices:
                names = "|".join(f"{command.name}:{flag}" for flag in one.flags)
                values.append(f"        {names}) values='{' '.join(one.choices)}' kind='{one.completed}' ;;")
    template = """\
@HEAD@

_guillemet() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' at=1
    local options='' operands='' values='' kind='' found
    COMPREPLY=()
    while ((at < COMP_CWORD)); do
        case ${COMP_WORDS[at]} in
            -C) ((at++)) ;;
            -*) ;;
            *) command=${COMP_WORDS[at]}; break ;;
        esac
        ((at++))
    done
    case $command in
        '') options='@GLOBAL@' operands='folders' ;;
@CASES@
    esac
    case $command:$before in
        :-C) kind='folders' options='' ;;
@VALUES@
        *) before='' ;;
    esac
    if [[ -n $before ]]; then
        options=$values operands=$kind
    elif [[ -z $command && $word != -* ]]; then
        options='@NAMES@'
    elif [[ $word != -* ]]; then
        options=''
    fi
    while IFS= read -r found; do
        COMPREPLY+=("$found")
    done < <(
        compgen -W "$options" -- "$word"
        [[ $operands == folders && $word != -* ]] && compgen -d -- "$word"
        [[ $operands == files && $word != -* ]] && compgen -f -- "$word"
    )
    # Bash of macOS is too old for this; names with blanks are then left to the user.
    [[ -z $operands ]] || compopt -o filenames 2>/dev/null
    return 0
}
complete -F _guillemet guillemet
"""
    return _filled(
        template,
        HEAD=_HEAD.format(name="bash"),
        GLOBAL=" ".join(flag for flag, _ in _GLOBAL),
        NAMES=" ".join(command.name for command in commands),
        CASES="\n".join(cases),
        VALUES="\n".join(values),
    )


def zsh(commands: Iterable[Command]) -> str:
    """Return the completion for zsh."""
    commands = tuple(commands)
    cases = []
    for command in commands:
        specs = [spec for one in command.options for spec in _zsh_options(one)]
        specs += [f"'*:{_zsh(one.value.lower())}:{_zsh_action(one)}'" for one in command.operands]
        joined = " \\\n                ".join(specs)
        cases.append(f"            {command.name})\n                _arguments -s -S \\\n                {joined} ;;")
    template = """\
#compdef guillemet
@HEAD@

_guillemet() {
    local context state state_descr line
    typeset -A opt_args
    _arguments -C \\
        '*-C[a folder of the repository]:folder:_files -/' \\
        '(- *)--help[show the help]' \\
        '(- *)--version[show the version]' \\
        '1: :->first' \\
        '*:: :->rest'
    case $state in
        first)
            local -a commands=(
@NAMES@
            )
            _describe -t commands command commands
            _files -/
            ;;
        rest)
            case $words[1] in
@CASES@
            esac
            ;;
    esac
}

if [[ $funcstack[1] == _guillemet ]]; then
    _guillemet "$@"
else
    compdef _guillemet guillemet
fi
"""
    names = "\n".join(f"                '{command.name}:{_zsh(command.help)}'" for command in commands)
    return _filled(template, HEAD=_HEAD.format(name="zsh"), NAMES=names, CASES="\n".join(cases))


def _zsh_options(one: Argument) -> list[str]:
    together = f"({' '.join(one.flags)})" if len(one.flags) > 1 else ""
    value = f":{_zsh(one.value.lower() or 'choice')}:{_zsh_action(one)}" if one.value or one.choices else ""
    return [f"'{together}{flag}[{_zsh(one.help)}]{value}'" for flag in one.flags]


def _zsh_action(one: Argument) -> str:
    return (
        f"({' '.join(one.choices)})" if one.choices else {FOLDERS: "_files -/", FILES: "_files"}.get(one.completed, " ")
    )


def _zsh(text: str) -> str:
    """Return the text as it stands in a description: quoted, without what would end one."""
    return text.replace("'", "'\\''").replace("[", "(").replace("]", ")").replace(":", "\\:")


def fish(commands: Iterable[Command]) -> str:
    """Return the completion for fish."""
    before, folders = "__guillemet_command_is ''", "-a '(__fish_complete_directories)'"
    lines = [f'complete -c guillemet -n "{before}" {folders}']
    lines += [_fish(before, f"-s C -x {folders}" if flag == "-C" else f"-l {flag[2:]}", does) for flag, does in _GLOBAL]
    for command in commands:
        lines.append(_fish(before, f"-a {command.name}", command.help))
        condition = f"__guillemet_command_is {command.name}"
        for one in command.options:
            names = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in one.flags)
            values = {FOLDERS: " -x -a '(__fish_complete_directories)'", FILES: " -r -F"}.get(one.completed, " -x")
            if one.choices:
                values = f" -x -a '{' '.join(one.choices)}'"
            lines.append(_fish(condition, names + (values if one.value or one.choices else ""), one.help))
        if any(one.completed == FILES for one in command.operands):
            lines.append(f"complete -c guillemet -n '{condition}' -F")
    template = """\
@HEAD@

function __guillemet_command_is
    set -l words (commandline -opc)
    set -l at 2
    while test $at -le (count $words)
        switch $words[$at]
            case -C
                set at (math $at + 1)
            case '-*'
            case '*'
                break
        end
        set at (math $at + 1)
    end
    test "$words[$at]" = "$argv[1]"
end

complete -c guillemet -f
@LINES@
"""
    return _filled(template, HEAD=_HEAD.format(name="fish"), LINES="\n".join(lines))


def _fish(condition: str, what: str, words: str) -> str:
    quoted = condition.replace("'", "\\'")
    text = words.replace("\\", "\\\\").replace("'", "\\'")
    return f"complete -c guillemet -n '{quoted}' {what} -d '{text}'"


def _filled(template: str, **parts: str) -> str:
    for name, text in parts.items():
        template = template.replace(f"@{name}@", text)
    return template


if __name__ == "__main__":
    raise SystemExit(main())
