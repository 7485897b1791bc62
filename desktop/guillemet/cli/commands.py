"""What each headless command does: one function each, which returns the exit code."""

import argparse
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from guillemet import settings
from guillemet.cli.arguments import AUTO
from guillemet.cli.output import (
    applied_json,
    command_lines,
    commit_lines,
    count_line,
    file_lines,
    hunk_lines,
    outcome_lines,
    refusal_lines,
    refusals_json,
    review_json,
    suggestion_lines,
    undecided_line,
    warning_lines,
)
from guillemet.cli.terminal import RunPrinter, complain, paint_diff, say, say_bytes, writing
from guillemet.engine.applying import ApplyOptions
from guillemet.engine.applying.options import Append, Choice, Dismiss, InFile, PlaceAt, ReplaceFile, SearchFor
from guillemet.engine.batch import outcome_record, serve
from guillemet.engine.blocks import FormatName
from guillemet.engine.diff.hunk_numbers import with_waiting_lines
from guillemet.engine.diff.parts import part_of, part_of_lines
from guillemet.engine.errors import (
    CommitRefusedError,
    NoIdentityError,
    NoRepositoryError,
    RepositoryError,
    UntrustedRepositoryError,
)
from guillemet.engine.git.git_command import RunMonitor
from guillemet.engine.review import FINISHED, Badge, Decision, Part, Review
from guillemet.engine.workspace import Applied, Done, Workspace
from guillemet.settings import Strictness

LIMIT = 100 * 1024 * 1024
"""Bytes of the largest reply that is read."""
_STDIN = "-"


class WrongUseError(Exception):
    """What was asked cannot be understood or does not exist; the message says what to do instead."""


DONE, UNDONE, WRONG_USE = 0, 1, 2


def apply(asked: argparse.Namespace) -> int:
    """Stage a reply for review and print what became of each block."""
    workspace = open_workspace(asked, only_looks=asked.dry_run)
    reply = read_reply(asked.reply)
    only = None if asked.format == AUTO else FormatName(asked.format)
    match = Strictness(asked.match or settings.load().match)
    applied = workspace.apply(reply, options=ApplyOptions(match=match, only=only), dry_run=asked.dry_run)
    is_empty = not (applied.outcomes or applied.suggestions)
    if asked.json:
        say_json(applied_json(applied))
    elif is_empty:
        why = " ".join(applied.warnings) or "Copy all of the model's answer."
        complain(f"The reply contains no edit blocks and suggests nothing, so nothing is staged. {why}")
    else:
        say(*_applied_lines(applied, is_dry_run=asked.dry_run))
    return UNDONE if is_empty or not all(outcome.is_success for outcome in applied.outcomes) else DONE


def _applied_lines(applied: Applied, *, is_dry_run: bool) -> list[str]:
    first = len(applied.review.outcomes) - len(applied.outcomes) + 1
    proposed = {*applied.review.file_at, *applied.files_modified}
    lines = outcome_lines(applied.outcomes, proposed=proposed, numbered_from=None if is_dry_run else first)
    lines += [""] if applied.outcomes else []
    lines.append(count_line(applied.outcomes) + (" (dry run: nothing is staged)." if is_dry_run else "."))
    lines += warning_lines(applied.warnings)
    if applied.suggestions:
        lines += ["", "Suggested:", *command_lines(applied)]
    if not is_dry_run and (undecided := undecided_line(applied.review)):
        lines += ["", f"{undecided} Look at them with: guillemet diff"]
    return lines


def review(asked: argparse.Namespace) -> int:
    """Print what is proposed and decided."""
    found = _opened(asked, only_looks=True).review()
    is_undone = bool(found.decided(Decision.UNDECIDED)) or any(not o.is_settled for o in found.outcomes)
    if asked.json:
        say_json(review_json(found))
    else:
        say(*_review_lines(found))
    return UNDONE if is_undone else DONE


def diff(asked: argparse.Namespace) -> int:
    """Print the proposal as a unified diff."""
    workspace = open_workspace(asked, only_looks=True)
    paths = _meant(workspace, asked) if asked.paths else ()
    if asked.hunks:
        chosen = paths or [file.path for file in workspace.review().decided(Decision.UNDECIDED)]
        say(*hunk_lines(workspace.texts(path) for path in chosen))
        return DONE
    data = workspace.unified(paths)
    for file in workspace.review().files:
        if Badge.CONFLICT in file.badges and (not paths or file.path in paths):
            complain(f"Another program changed {file.path} meanwhile, so git will not apply its part of the diff.")
    if sys.stdout.isatty():
        say(*paint_diff(data))
    else:
        say_bytes(data)
    return DONE


def accept(asked: argparse.Namespace) -> int:
    """Write the proposal of the chosen files."""
    workspace = open_workspace(asked)
    if asked.hunk or asked.lines:
        return _decided_in_part(asked, workspace, workspace.accept_part)
    if not asked.all:
        return _accept_named(asked, workspace)
    if asked.mine or asked.proposal:
        raise WrongUseError("Name the files to take yours of, or the proposal; --all does not go with that.")
    return _accept_all(asked, workspace)


def _accept_all(asked: argparse.Namespace, workspace: Workspace) -> int:
    done = workspace.accept_all()
    left = done.review.decided(Decision.UNDECIDED)
    code = _decided(asked, done)
    refused = {refusal.path for refusal in done.refusals}
    asking = [file for file in left if file.path not in refused]
    if asking and not asked.json:
        say("", "Left out, for they ask for a look of their own:", *file_lines(asking))
    return UNDONE if left else code


def _accept_named(asked: argparse.Namespace, workspace: Workspace) -> int:
    verb: Callable[[tuple[str, ...]], Done] = workspace.accept
    if asked.mine or asked.proposal:
        verb = workspace.take_mine if asked.mine else partial(workspace.accept, overwrites=True)
    code = _decided(asked, done := verb(_meant(workspace, asked)))
    if any(refusal.path in done.review.conflicts for refusal in done.refusals) and not asked.json:
        say("", "Take one of the two as it is with: guillemet accept PATH --mine, or --proposal")
    return code


def reject(asked: argparse.Namespace) -> int:
    """Refuse the proposal of the chosen files."""
    workspace = open_workspace(asked)
    if asked.hunk or asked.lines:
        return _decided_in_part(asked, workspace, workspace.reject_part)
    if not asked.all:
        return _decided(asked, workspace.reject(_meant(workspace, asked)))
    is_finished = workspace.review().can_be_finished
    done = workspace.reject_all()
    if asked.json or not is_finished:
        return _decided(asked, done)
    say(FINISHED)
    return DONE


def _decided_in_part(asked: argparse.Namespace, workspace: Workspace, verb: Callable[[str, Part], Done]) -> int:
    """Decide on the chosen hunks and lines of one file."""
    paths = _meant(workspace, asked) if asked.paths else ()
    if len(paths) != 1 or getattr(asked, "mine", False) or getattr(asked, "proposal", False):
        raise WrongUseError("Name one file of which hunks or lines are decided on, and nothing else.")
    texts = workspace.texts(paths[0])
    hunks = with_waiting_lines(texts)
    see = "See their numbers with: guillemet diff --hunks"
    if unknown := [number for number in asked.hunk if not 1 <= number <= len(hunks)]:
        raise WrongUseError(f"{paths[0]} has no hunk {unknown[0]}. {see}")
    if decided := [number for number in asked.hunk if not hunks[number - 1][1]]:
        raise WrongUseError(f"Hunk {decided[0]} of {paths[0]} is decided already. {see}")
    runs = (run for number in asked.hunk for run in hunks[number - 1][1])
    whole, lines = part_of(runs, texts.identity), part_of_lines(texts, asked.lines)
    return _decided(asked, verb(paths[0], Part(whole.old + lines.old, whole.new + lines.new, texts.identity)))


def undo(asked: argparse.Namespace) -> int:
    """Take back the last step."""
    workspace = open_workspace(asked)
    return _stepped(asked, workspace.review().undo, workspace.undo(), does="Undone")


def redo(asked: argparse.Namespace) -> int:
    """Do the step undone last again."""
    workspace = open_workspace(asked)
    return _stepped(asked, workspace.review().redo, workspace.redo(), does="Done again")


def commit(asked: argparse.Namespace) -> int:
    """Commit what was accepted, and only that."""
    workspace = open_workspace(asked)
    author = _author(asked.author) if asked.author else None
    key = workspace.trust_key()
    chosen = settings.load()
    if asked.trust and key not in chosen.trusted:
        settings.save(settings.trust(chosen, key))
    own_lines = [_seen_from_root(path, asked.folder, workspace) for path in asked.own_lines]
    if own_lines and (refusals := workspace.include_own_lines(own_lines).refusals):
        raise WrongUseError(refusals[0].reported)
    done = _commit(workspace, asked.message, author=author, trust=asked.trust or key in chosen.trusted)
    if asked.json:
        say_json({"commit": done.commit, "refusals": refusals_json(done.refusals)})
    else:
        say(f"Committed {done.commit[:10]}:", *commit_lines(done.committed), *refusal_lines(done.refusals))
    return UNDONE if done.refusals else DONE


def _commit(workspace: Workspace, message: str, *, author: tuple[str, str] | None, trust: bool) -> Done:
    """Commit, and print what hooks print; where that is refused, say which option helps."""
    output = RunPrinter()
    try:
        return workspace.commit(message, author=author, trust=trust, monitor=RunMonitor(output.report))
    except CommitRefusedError as error:
        if not output.text:
            raise
        raise CommitRefusedError(str(error).partition("\n")[0]) from error  # its details are printed already
    except NoIdentityError as error:
        raise NoIdentityError(f'{error} For this commit alone: guillemet commit --author "Name <address>"') from error
    except UntrustedRepositoryError as error:
        raise UntrustedRepositoryError(
            f"{error} To allow them for this repository: guillemet commit --trust"
        ) from error
    except RepositoryError:
        if any(line.is_left_out and line.holds_own for line in workspace.review().commit):
            complain("To commit a file with your own lines: guillemet commit --own-lines PATH")
        raise
    finally:
        output.end()


def batch(_asked: argparse.Namespace) -> int:
    """Answer one JSON request a line until standard input ends."""
    # A byte that is not UTF-8 becomes an escape that is not valid JSON, so its line is answered as a bad request.
    with writing():
        serve((line.decode("utf-8", "backslashreplace") for line in sys.stdin.buffer), sys.stdout)
    return DONE


def open_workspace(asked: argparse.Namespace, *, only_looks: bool = False) -> Workspace:
    """Return the workspace of the folder after -C, and complain of what was found in it.

    Raises WrongUseError when there is none to work on.
    """
    workspace = _opened(asked, only_looks=only_looks)
    for note in workspace.settle():
        complain(note)
    return workspace


def _opened(asked: argparse.Namespace, *, only_looks: bool = False) -> Workspace:
    folder: Path = asked.folder.absolute()
    if not folder.is_dir():
        raise WrongUseError(f"There is no folder {folder}. Give one of a repository after -C.")
    try:
        return Workspace.open(folder, only_looks=only_looks)
    except NoRepositoryError as error:
        raise WrongUseError(
            f"{folder} belongs to no git repository. Make one with git init, or in the window."
        ) from error
    except RepositoryError as error:
        raise WrongUseError(str(error)) from error


def _review_lines(found: Review) -> list[str]:
    lines = [*found.notes, *([""] if found.notes else [])]
    lines += _proposed_lines(found)
    if any(not outcome.is_settled or outcome.asks for outcome in found.outcomes):
        lines += ["", "Blocks:", *outcome_lines(found.outcomes, proposed=found.file_at, numbered_from=1, review=found)]
    lines += warning_lines(found.warnings)
    if found.suggestions:
        lines += ["", "Suggested:", *suggestion_lines(found.suggestions)]
    if found.commit:
        lines += ["", "The next commit holds:", *commit_lines(found.commit)]
    if undecided_line(found):
        lines += ["", undecided_line(found)]
    return lines


def _proposed_lines(found: Review) -> list[str]:
    if found.files:
        return file_lines(found.files)
    if found.outcomes or found.suggestions:
        return ["No file is proposed. Be done with what else is open by: guillemet reject --all"]
    return ["Nothing is proposed. Bring a reply with: guillemet apply REPLY"]


def _decided(asked: argparse.Namespace, done: Done) -> int:
    if asked.json:
        say_json({"files": review_json(done.review)["files"], "refusals": refusals_json(done.refusals)})
    else:
        say(*_proposed_lines(done.review), *refusal_lines(done.refusals))
    return UNDONE if done.refusals else DONE


def _stepped(asked: argparse.Namespace, title: str, done: Done, *, does: str) -> int:
    if asked.json:
        say_json({"step": title, "refusals": refusals_json(done.refusals)})
    elif done.refusals:
        complain(f"“{title}” was not done, and nothing changed.")
        say(*refusal_lines(done.refusals))
    else:
        say(f"{does}: {title}")
    return UNDONE if done.refusals else DONE


def _meant(workspace: Workspace, asked: argparse.Namespace) -> tuple[str, ...]:
    """Return the proposed files the given paths mean: files and folders, seen from where the user stands."""
    known = [file.path for file in workspace.review().files]
    found: list[str] = []
    for written in asked.paths:
        seen = _seen_from_root(written, asked.folder, workspace)
        beneath = [path for path in known if seen in (path, ".") or path.startswith(seen + "/")]
        if not beneath:
            raise WrongUseError(f"{written} is not part of the proposal. See what is with: guillemet review")
        found += beneath
    return tuple(dict.fromkeys(found))


def _seen_from_root(written: str, folder: Path, workspace: Workspace) -> str:
    """Return the path, written from where the user stands, as it is seen from the root of the repository."""
    here = os.path.relpath(os.path.realpath(folder), os.path.realpath(workspace.root))
    return os.path.normpath(Path(here, _from_here(written, workspace))).replace(os.sep, "/")


def _from_here(written: str, workspace: Workspace) -> str:
    if not Path(written).is_absolute():
        return written
    return os.path.realpath(written) if Path(written).is_relative_to(workspace.root) else written


def _author(written: str) -> tuple[str, str]:
    name, separator, rest = written.partition("<")
    mail, closing, after = rest.partition(">")
    if not (name.strip() and separator and mail.strip() and closing) or after.strip():
        raise WrongUseError(f'{written!r} names no author. Write it as --author "Ada Example <ada@example.org>".')
    return name.strip(), mail.strip()


def say_json(value: dict[str, Any]) -> None:
    """Print a value as JSON, which escapes by itself."""
    say(*json.dumps(value, indent=2).split("\n"))


def place(asked: argparse.Namespace) -> int:
    """Put one block where the user says; blocks after it are tried again."""
    workspace: Workspace = open_workspace(asked)
    done = workspace.choose(asked.block, _choice(asked, workspace))
    outcomes = done.review.outcomes
    if asked.json:
        say_json({"results": [outcome_record(outcome) for outcome in outcomes]})
    elif outcomes:
        say(
            *outcome_lines(outcomes, proposed=done.review.file_at, numbered_from=1, review=done.review),
            "",
            count_line(outcomes) + ".",
        )
    else:
        say(FINISHED)
    return DONE if not outcomes or outcomes[asked.block - 1].is_success or asked.dismiss else UNDONE


def _choice(asked: argparse.Namespace, workspace: Workspace) -> Choice | None:
    place = _place_in_file(asked)
    is_elsewhere = asked.dismiss or asked.as_read
    if asked.path is not None:
        if is_elsewhere:
            raise WrongUseError("A block goes into the file after --path; --dismiss and --as-read do not go with that.")
        return InFile(_chosen_path(asked, workspace), place)
    if place is None and not is_elsewhere:
        raise WrongUseError(
            "Say where the block goes: --path, --line, --search, --append, --replace-file or --dismiss."
        )
    return Dismiss() if asked.dismiss else place


def _place_in_file(asked: argparse.Namespace) -> PlaceAt | ReplaceFile | Append | SearchFor | None:
    if asked.line is not None:
        return PlaceAt(asked.line, asked.count)
    if asked.search is not None:
        return SearchFor(_lines(read_text(asked.search, "text to search for")))
    if asked.replace_file:
        return ReplaceFile()
    return Append() if asked.append else None


def _lines(text: str) -> str:
    """Return the lines of a file as blocks have them: joined by LF, the last one without it."""
    return text.replace("\r\n", "\n").removesuffix("\n")


def _chosen_path(asked: argparse.Namespace, workspace: Workspace) -> str:
    path = _seen_from_root(asked.path, asked.folder, workspace)
    if path in (".", "..") or path.startswith("../") or Path(path).is_absolute():
        raise WrongUseError(f"{asked.path} is no file of this repository. Name one of {workspace.root}.")
    return path


def read_reply(source: str | None) -> str:
    """Return the reply from the named file, or from standard input; raises WrongUseError."""
    if source is None and sys.stdin.isatty():
        raise WrongUseError(
            "No reply was given. Name a file, pipe the reply in, or give - to type it and end with Ctrl+D."
        )
    return read_text(source or _STDIN, "reply")


def read_text(source: str, what: str) -> str:
    """Return the text of the named file, or of standard input; raises WrongUseError, which says what it is."""
    if source == _STDIN:
        return decode(_at_most(sys.stdin.buffer), f"The {what} on standard input")
    try:
        with Path(source).open("rb") as file:
            return decode(_at_most(file), f"The {what} in {source}")
    except FileNotFoundError:
        raise WrongUseError(f"There is no file {source}. Give the path of a file that holds the {what}.") from None
    except OSError as error:
        raise WrongUseError(f"{source} cannot be read ({error.strerror}). Choose another file.") from error


def decode(data: bytes, what: str) -> str:
    """Return the bytes as text; raises WrongUseError when they are none."""
    if len(data) > LIMIT:
        raise WrongUseError(f"{what} is larger than {LIMIT // 1024 // 1024} MB. Cut it into several replies.")
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise WrongUseError(f"{what} contains NUL bytes, so it is not text. Save it as plain text in UTF-8.")
    try:
        text = data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongUseError(f"{what} is not UTF-8 (byte {error.start + 1}). Save it as UTF-8 and try again.") from error
    if not text.strip():
        raise WrongUseError(f"{what} is empty. Copy the whole text and try again.")
    return text


def _at_most(stream: BinaryIO) -> bytes:
    return stream.read(LIMIT + 1)
