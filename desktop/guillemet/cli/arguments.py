"""What can be asked on the command line.

    guillemet [FOLDER]                          the window
    guillemet COMMAND [OPTION…] [ARGUMENT…]     everything else; -C FOLDER may stand before the command, too

A first word that names a command is that command; a folder of the same name is written ./review.
"""

import argparse
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

from guillemet import __version__
from guillemet.engine.blocks import FormatName
from guillemet.settings import Strictness

_WINDOW = "guillemet [FOLDER] opens the window; a reply piped in is taken along."
_CODES = "Exit code: 0 done, 1 something failed or is undecided, 2 wrong use or no repository."
AUTO = "auto"


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return what was asked, with the command's name as `command`; ends the program with code 2 on wrong use."""
    parser, names = _commands()
    folder, arguments = _folder_before(arguments, parser)
    first = arguments[0] if arguments else ""
    if folder is not None:
        # Behind the command it is what each command knows; without one, it is the window's.
        behind = ["-C", str(folder)] if first in names else []
        return parser.parse_args([first, *behind, *arguments[1:]]) if first else _window().parse_args([str(folder)])
    if first in names or first in ("-h", "--help", "--version"):
        return parser.parse_args(arguments)
    return _window().parse_args(arguments)


def parsers() -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    """Return the parser of what opens the window and the one of all commands, to make documents from."""
    return _window(), _commands()[0]


def _folder_before(arguments: Sequence[str], parser: argparse.ArgumentParser) -> tuple[Path | None, Sequence[str]]:
    """Return the folder that stands before the command, as git has it, and the rest; each -C is seen from the last."""
    folder = None
    while arguments and arguments[0].startswith("-C"):
        value, rest = arguments[0][2:], arguments[1:]
        if not value and not rest:
            parser.error("argument -C: a folder is missing behind it")
        value, rest = (value, rest) if value else (rest[0], rest[1:])
        folder, arguments = (folder or Path()) / value, rest
    return folder, arguments


def _window() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="guillemet", description=_WINDOW, epilog=_CODES, allow_abbrev=False)
    parser.add_argument("folder", nargs="?", type=_place, metavar="FOLDER", help="a folder of the repository")
    parser.set_defaults(command="window")
    return parser


def _place(written: str) -> Path:
    """Return the folder that a path or, as some desktops give it, a `file:` URI names."""
    if not written.lower().startswith("file:/"):
        return Path(written)
    found = urlsplit(written)
    place = os.fsdecode(unquote_to_bytes(found.path))
    if found.netloc not in ("", "localhost"):
        raise argparse.ArgumentTypeError(f"{written} lies on another computer; give the folder it is mounted at")
    # On Windows the path begins with a slash before the drive.
    return Path(place.removeprefix("/") if os.name == "nt" else place)


def _line_range(written: str) -> tuple[int, int]:
    """Return the half-open range from 0 that "3" or "3-5" stands for."""
    first, _, last = written.partition("-")
    try:
        start, stop = int(first) - 1, int(last or first)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{written} is no range of lines; write it as 3-5") from None
    if not 0 <= start < stop:
        raise argparse.ArgumentTypeError(f"{written} is no range of lines; they count from 1, the first one first")
    return start, stop


@cache
def _commands() -> tuple[argparse.ArgumentParser, frozenset[str]]:
    parser = argparse.ArgumentParser(
        prog="guillemet",
        usage="guillemet [FOLDER] | guillemet [-C FOLDER] COMMAND …",
        description=f"Review what a model proposes, and sign for it. {_WINDOW}",
        epilog=f"guillemet COMMAND --help explains each. {_CODES}",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"guillemet {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", prog="guillemet", required=True)

    demo = _command(commands, "demo", "try everything on a sample repository with recorded replies")
    demo.add_argument("--headless", action="store_true", help="in the terminal, without a window")

    _add_apply(_command(commands, "apply", "stage a reply for review and print what became of each block"))

    review = _command(commands, "review", "print what is proposed and decided")
    _add_folder(review)
    _add_json(review)

    diff = _command(commands, "diff", "print the proposal as a unified diff that git apply accepts")
    _add_folder(diff)
    diff.add_argument("paths", nargs="*", metavar="PATH", help="files or folders; without any, the whole proposal")
    diff.add_argument("--hunks", action="store_true", help="instead, the hunks with their numbers")

    for name, does, every in (
        ("accept", "write the proposal of files", "every undecided file that asks no question"),
        ("reject", "refuse the proposal of files", "every undecided file; when none is left, the review is finished"),
    ):
        _add_decision(_command(commands, name, does), every, is_accept=name == "accept")

    for name, does in (("undo", "take back the last step"), ("redo", "do the step undone last again")):
        step = _command(commands, name, does)
        _add_folder(step)
        _add_json(step)

    _add_place(_command(commands, "place", "put one block where you say; blocks after it are tried again"))
    _add_commit(_command(commands, "commit", "commit what was accepted, and only that"))
    _command(commands, "batch", "answer one JSON request a line, for scripts and editors")
    doctor = _command(commands, "doctor", "print what a bug report needs, and nothing private")
    _add_folder(doctor)
    _add_json(doctor)
    return parser, frozenset(commands.choices)


def _add_decision(parser: argparse.ArgumentParser, every: str, *, is_accept: bool) -> None:
    """Add what to decide on; `every` says what is meant by all."""
    _add_folder(parser)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--all", action="store_true", help=every)
    which.add_argument("paths", nargs="*", default=[], metavar="PATH", help="files or folders")
    parser.add_argument(
        "--hunk",
        type=int,
        action="append",
        default=[],
        metavar="N",
        help="of one file, the hunk of this number in diff --hunks; it stays until a commit, an edit or a reply",
    )
    parser.add_argument(
        "--lines",
        type=_line_range,
        action="append",
        default=[],
        metavar="A-B",
        help="of one file, these lines as proposed, and what they replace",
    )
    if is_accept:
        of_conflict = parser.add_mutually_exclusive_group()
        of_conflict.add_argument("--mine", action="store_true", help="in a conflict: keep the file as it is")
        of_conflict.add_argument("--proposal", action="store_true", help="in a conflict: write over the file")
    _add_json(parser)


def _add_apply(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("reply", nargs="?", metavar="REPLY", help="a file with the reply; - or nothing: standard input")
    formats = [AUTO, *(name.value for name in FormatName)]
    parser.add_argument("--format", choices=formats, default=AUTO, help="read blocks of this format only")
    strictness = [name.value for name in Strictness]
    parser.add_argument("--match", choices=strictness, help="how exactly lines must be found (default: your settings)")
    parser.add_argument("--dry-run", action="store_true", help="print what would become of it, stage nothing")
    _add_json(parser)


def _add_place(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("block", type=int, metavar="BLOCK", help="the block's number, as guillemet review prints it")
    parser.add_argument("--path", metavar="PATH", help="in this file: at a line, or where its lines stand")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--line", type=int, metavar="N", help="at this line of the proposed file, from 1")
    where.add_argument("--search", metavar="PATH", help="where the text in this file stands: it searches for that")
    where.add_argument("--dismiss", action="store_true", help="nowhere: leave the block out")
    where.add_argument("--replace-file", action="store_true", help="in place of the whole file")
    where.add_argument("--append", action="store_true", help="at the end of the file")
    where.add_argument("--as-read", action="store_true", help="where it was found at first: forget an earlier choice")
    parser.add_argument("--count", type=int, metavar="N", help="with --line: how many lines it replaces")
    _add_json(parser)


def _add_commit(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("-m", "--message", required=True, help="the message")
    parser.add_argument(
        "--own-lines",
        action="append",
        default=[],
        metavar="PATH",
        help="commit this accepted file as it is on disk, your own lines included; may be repeated",
    )
    parser.add_argument("--author", metavar="NAME <MAIL>", help="the author, if git has none configured")
    parser.add_argument(
        "--trust",
        action="store_true",
        help="let this repository's own hooks, filters and signing programs run, now and from now on",
    )
    _add_json(parser)


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, does: str
) -> argparse.ArgumentParser:
    sentence = does[0].upper() + does[1:] + "."
    return commands.add_parser(name, help=does, description=sentence, epilog=_CODES, allow_abbrev=False)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-C",
        dest="folder",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="a folder of the repository (default: this one)",
    )


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
