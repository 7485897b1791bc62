"""What is reported of a review: of replies, decisions and undo, and what of an earlier report is still true."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from guillemet.app.notices import Level, Notice, Offer, Topic
from guillemet.engine.applying.options import Choice, Dismiss, PlaceAt
from guillemet.engine.outcomes import Outcome, Status
from guillemet.engine.review import (
    WITH_MODE,
    Badge,
    Decision,
    FileReview,
    Head,
    Refusal,
    Review,
    SuggestionState,
)
from guillemet.engine.text import counted
from guillemet.engine.workspace import Applied

_STAYS = "What was changed since stays as it lies on the disk."
_MOST_NAMED = 3
"""Files that the notice of a reply names."""


UNDONE = "taken back"
"""What is `done` to files by undo."""


def of_refusals(refusals: Sequence[Refusal], review: Review, *, done: str) -> Notice:
    """Return what to tell when some paths could not be `done`, such as "accepted"; one is reported in its own words.

    That one is shown until a later step is done.
    """
    if any(refusal.is_stopped for refusal in refusals):
        return _of_stopped(refusals, done=done)
    if all(refusal.can_stay for refusal in refusals):
        return _of_refused_undo(refusals, review, done=done)
    if len(refusals) == 1:
        path = refusals[0].path
        file = review.file_at.get(path)
        is_edited = file is not None and Badge.EDITED_SINCE in file.badges
        return Notice(
            Level.WARN,
            refusals[0].reported,
            offer=Offer.SHOW_FILE if is_edited else None,
            paths=(path,) if is_edited else (),
            conflict=path if path in review.conflicts else "",
            topic=Topic.STEP,
        )
    return Notice(
        Level.WARN,
        f"{len(refusals)} files could not be {done}.",
        "The details say why, file by file.",
        details="\n".join(refusal.reported for refusal in refusals),
    )


def _of_refused_undo(refusals: Sequence[Refusal], review: Review, *, done: str) -> Notice:
    is_undo = done == UNDONE
    is_one = len(refusals) == 1
    reported = [refusal.reported for refusal in refusals]
    it = "the file stays as it lies on the disk" if is_one else "these files stay as they lie on the disk"
    return Notice(
        Level.WARN,
        reported[0] if is_one else f"{len(refusals)} files could not be {done}.",
        f"Or {'take only the decision back' if is_undo else 'reset only the decision'}: {it}.",
        details="" if is_one else "\n".join(reported),
        offer=Offer.UNDO_DECISION if is_undo else Offer.RESET_DECISION,
        also=(Offer.SHOW_FILE,),
        subject=review.undo * is_undo,
        paths=tuple(refusal.path for refusal in refusals),
        topic=Topic.STEP,
    )


def _of_stopped(refusals: Sequence[Refusal], *, done: str) -> Notice:
    count = sum(refusal.is_stopped for refusal in refusals)
    left = f"{count:,} file{' was' if count == 1 else 's were'}"
    others = [refusal.reported for refusal in refusals if not refusal.is_stopped]
    return Notice(
        Level.WARN if others else Level.INFO,
        f"You stopped it: {left} not {done}.",
        "What was done by then stays; undo and redo go on from there.",
        details="\n".join(others),
    )


def of_undo(review: Review, *, leaves_changed: bool) -> Notice:
    """Return the notice for a step that was taken back."""
    todo = _STAYS if leaves_changed else ""
    return Notice(Level.DONE, f"Undone: {review.redo}.", todo)


def of_reply(applied: Applied, *, source: str) -> Notice:
    """Return the notice for a reply that was applied; without a block, with the warnings about it.

    One about a few of several proposed files names them: what is new in these can be told by nothing else.
    """
    outcomes = applied.outcomes
    if not outcomes:
        return _of_no_block(applied.suggestions, applied.warnings, source)
    counts = Counter(outcome.status for outcome in outcomes)
    reported = ", ".join(f"{counts[status]:,} {status.word}" for status in Status if counts[status])
    is_clean = all(outcome.is_success for outcome in outcomes)
    todo = "The failed blocks stand in the diff, each with the reason and the nearest place."
    todo = todo if counts[Status.FAILED] else ""
    paths = {outcome.path for outcome in outcomes}
    changed = [file.path for file in applied.review.files if file.path in paths]
    is_named = 0 < len(changed) <= _MOST_NAMED and len(changed) < len(applied.review.files)
    places = f", in {', '.join(changed)}" if is_named else ""
    return Notice(Level.DONE if is_clean else Level.INFO, f"{source}: {reported}{places}.", todo)


def with_finished(notice: Notice, before: Review | None, applied: Applied) -> Notice:
    """Return what is said of a reply, and where that ended the review before, all of which was decided, say so."""
    is_other = len(applied.outcomes) == len(applied.review.outcomes)
    if not (before is not None and before.files and is_other):
        return notice
    finished = "The review before it was all decided and is finished; undo brings it back."
    return with_undo(replace(notice, todo=" ".join(filter(None, (notice.todo, finished)))), applied.review)


def with_ways_on(reported: Notice, applied: Applied) -> Notice:
    """Return what is said of a reply without blocks in which something seemed to be an edit, with what can be done."""
    if applied.outcomes or not (applied.warnings or applied.listings):
        return reported
    offers = [Offer.READ_FILES] * (applied.listings > 0) + [Offer.PLACE_LISTINGS] * (applied.unread_listings > 0)
    offer, *also = (*offers, Offer.ASK_FOR_BLOCKS)
    todo = "Read the listings as whole files, or ask the model for edit blocks." if applied.listings else reported.todo
    return replace(reported, todo=todo, offer=offer, also=tuple(also), subject=applied.reply_id)


def of_waiting(source: str) -> Notice:
    """Return the notice for a reply that came while no repository is open."""
    what = f"{source} waits for a repository."
    return Notice(Level.INFO, what, "Open the one it was written for.", offer=Offer.OPEN_OTHER)


def _of_no_block(suggestions: Sequence[str], warnings: Sequence[str], source: str) -> Notice:
    if warnings:
        what = f"{source} holds no edit blocks. {warnings[0]}"
        return Notice(Level.WARN, what, "Ask the model for edit blocks.", details="\n".join(warnings[1:]))
    if suggestions:
        return Notice(Level.INFO, f"{source} proposes no edits, only commands; they stand beside the files.")
    return Notice(
        Level.INFO,
        f"{source} holds no edit blocks, so nothing was proposed.",
        "Its text stands in the conversation; ask the model for edit blocks.",
    )


def of_open(review: Review) -> Notice | None:
    """Return the question before a review is finished with failed blocks or suggested commands open; None for none."""
    failed = sum(not outcome.is_settled for outcome in review.outcomes)
    commands = sum(one.state is SuggestionState.OPEN for one in review.suggestions)
    if not review.can_be_finished or not (failed or commands):
        return None
    parts = (
        (failed, "failed block is not settled", "failed blocks are not settled"),
        (commands, "suggested command was not run", "suggested commands were not run"),
    )
    said = [f"{count:,} {one if count == 1 else many}" for count, one, many in parts if count]
    away = " and ".join(("failed blocks",) * bool(failed) + ("commands",) * bool(commands))
    return Notice(
        Level.WARN,
        f"The review is not finished: {' and '.join(said)}.",
        f"Finishing puts {away} away; undo brings them back.",
        offer=Offer.SHOW_OPEN,
        also=(Offer.FINISH_ANYWAY,),
    )


def with_commit(notice: Notice, review: Review) -> Notice:
    """Return the notice with what comes next: the commit, if anything was accepted."""
    count = sum(not one.is_left_out for one in review.commit)
    left_out = sum(one.may_be_included for one in review.commit)
    if count:
        waits = "file waits" if count == 1 else "files wait"
        rest = f", {left_out:,} {'is' if left_out == 1 else 'are'} left out" if left_out else ""
        return replace(notice, todo=f"{count:,} {waits} for a commit{rest}.", offer=Offer.WRITE_MESSAGE)
    if left_out:
        files = "1 file is" if left_out == 1 else f"{left_out:,} files are"
        it = "it" if left_out == 1 else "them"
        return replace(notice, todo=f"{files} left out of commits. Tick {it} above the commit message to commit {it}.")
    return replace(notice, todo="Paste the next reply, or write to the model.")


def of_reset(files: Sequence[FileReview], *, leaves_changed: bool = False) -> str:
    """Return what resetting the decisions on these files takes back; empty where none is decided."""
    divided = [file for file in files if file.divided]
    decided = divided or [file for file in files if file.decision is not Decision.UNDECIDED]
    if not decided:
        return ""
    is_one = len(decided) == 1
    count, stays = f"{len(decided):,} files", f" {_STAYS}" if leaves_changed else ""
    if divided:
        whose = "the file" if is_one else count
        return f"All decisions on the hunks of {whose} are reset. Undo brings them back.{stays}"
    if is_one:
        return f"The decision on {decided[0].lies_at} is reset. Undo brings it back.{stays}"
    return f"The decisions on {count} are reset. Undo brings them back.{stays}"


def with_undo(notice: Notice, review: Review) -> Notice:
    """Return what is said of a step that led to this review, with its undo offered, too, if it can be undone."""
    if not review.undo:
        return notice
    if notice.offer is None:
        return replace(notice, offer=Offer.UNDO, subject=review.undo)
    return replace(notice, also=(*notice.also, Offer.UNDO), subject=review.undo)


def of_all_accepted(
    before: Review, review: Review, *, hidden: Collection[str] = (), unfinished: Collection[str] = ()
) -> Notice:
    """Return the notice for files that were accepted since, many at once, and what was left out.

    What a filter hides was not meant: how many of these are undecided is said, and all are offered.
    """
    undecided = {file.path: file for file in before.decided(Decision.UNDECIDED)}
    accepted = [undecided[file.path] for file in review.decided(Decision.ACCEPTED) if file.path in undecided]
    if not accepted:
        return of_left_out(review, unfinished, hidden)
    hunks = sum(file.hunks - file.decided_hunks for file in accepted)
    files = counted(len(accepted), "file")
    which = f"{hunks:,} hunk{'s' * (hunks != 1)} in {files}" if hunks else files
    left_out = of_left_out(review, unfinished, hidden)
    is_left_out = any(file.path not in hidden for file in review.to_decide)
    rest = f"{left_out.what} {left_out.todo}" if is_left_out else failed_left(review)
    return with_undo(of_shown(Notice(Level.DONE, f"Accepted {which}.", rest), review, hidden), review)


def of_shown(notice: Notice, review: Review, hidden: Collection[str]) -> Notice:
    """Return the notice of what was done to the files that a filter shows, with how many others it hides are left."""
    left = [file.path for file in review.to_decide]
    others = sum(path in hidden for path in left)
    if not others:
        return notice
    which = "1 other file is" if others == 1 else f"{others:,} other files are"
    todo = f"{notice.todo} {which} undecided." if others < len(left) else f"{which} undecided."
    return replace(notice, todo=todo, offer=Offer.SHOW_ALL)


def failed_left(review: Review) -> str:
    """Return how many failed blocks are still to be settled; empty for none."""
    failed = sum(not outcome.is_settled for outcome in review.outcomes)
    them = "1 failed block is" if failed == 1 else f"{failed:,} failed blocks are"
    return f"{them} still to be settled." if failed else ""


def of_hidden(count: int) -> Notice:
    """Return the notice for undecided files, so many, which are all that is left and which the filter hides."""
    files = "1 file that it hides is" if count == 1 else f"{count:,} files that it hides are"
    return Notice(Level.INFO, "Nothing that the filter shows is undecided.", f"{files}.", offer=Offer.SHOW_ALL)


def of_nothing_undecided(review: Review) -> Notice:
    """Return the notice for a key that goes to the next undecided file, where there is none any more."""
    notice = Notice(Level.INFO, "Nothing is left to decide.", failed_left(review))
    return notice if notice.todo else with_commit(notice, review)


def of_left_out(review: Review, unfinished: Collection[str] = (), hidden: Collection[str] = ()) -> Notice:
    """Return the notice for files that Accept all left out; the edits of some of them may be unfinished."""
    left = [file for file in review.decided(Decision.UNDECIDED) if file.path not in hidden]
    count = len(left)
    what = f"{count:,} files were left out because they must be reviewed first."
    if count == 1:
        is_edited = left[0].path in unfinished
        why = "your edit of it is unfinished" if is_edited else "it must be reviewed first"
        what = f"1 file was left out because {why}."
    elif all(file.path in unfinished for file in left):
        what = f"{count:,} files were left out because your edits of them are unfinished."
    return Notice(Level.INFO, what, "Look at it, then accept or reject it." if count == 1 else "The first is shown.")


def of_failed_blocks(before: Review, review: Review) -> Notice | None:
    """Return the notice for blocks that failed in files which were accepted since; None when there are none."""
    undecided, accepted = before.decided(Decision.UNDECIDED), review.decided(Decision.ACCEPTED)
    return _of_failed_in({file.path for file in accepted} & {file.path for file in undecided}, review)


def of_own_lines(before: Review, review: Review) -> Notice | None:
    """Return the notice for files that a decision made a commit leave out, for the user's own lines; None for none."""
    return _of_own_lines(_needing_own_lines(review) - _needing_own_lines(before), review)


def _of_own_lines(paths: Collection[str], review: Review) -> Notice | None:
    files = sorted(_needing_own_lines(review) & set(paths))
    if not files:
        return None
    who, it = (files[0], "it") if len(files) == 1 else (f"{len(files):,} files", "them")
    return Notice(
        Level.WARN,
        f"The commit leaves {who} out because of your own uncommitted lines in {it}.",
        "Include these lines, or undo and commit them first.",
        details="\n".join(files) if len(files) > 1 else "",
        offer=Offer.INCLUDE_OWN_LINES,
        paths=tuple(files),
    )


def _needing_own_lines(review: Review) -> set[str]:
    return {line.path for line in review.commit if line.needs_own_lines}


def of_unfinished(paths: Sequence[str]) -> Notice:
    """Return the notice for files that were not accepted, for the user began to edit them."""
    it = "it" if (is_one := len(paths) == 1) else "them"
    what = f"{paths[0]} was not accepted: your edit of it is unfinished."
    return Notice(
        Level.WARN,
        what if is_one else f"{len(paths):,} files were not accepted: your edits of them are unfinished.",
        f"Finish {it}, or accept without {it}; undo brings {it} back.",
        details="" if is_one else "\n".join(paths),
        offer=Offer.RESUME_EDIT,
        also=(Offer.ACCEPT_WITHOUT_EDIT,),
        paths=tuple(paths),
        topic=Topic.EDITING,
    )


def of_unfinished_beside_conflict(paths: Sequence[str]) -> Notice:
    """Return the notice for a file of which a conflict was not settled, for the user began to edit the file."""
    return replace(
        of_unfinished(paths),
        what=f"The conflict in {paths[0]} was not settled: your edit of the file is unfinished.",
        todo="Finish it, or settle the conflict without it.",
        offer=Offer.SETTLE_WITHOUT_EDIT,
        also=(Offer.RESUME_EDIT,),
    )


def of_edited(path: str, before: Review, review: Review) -> Notice | None:
    """Return the notice for an edit that was kept and settled conflicts; None for one that settled none."""
    was, now = (
        each.file_at[path].conflicts or int(path in each.conflicts) if path in each.file_at else 0
        for each in (before, review)
    )
    conflicts = counted(was - now, "conflict")
    kept = Notice(Level.DONE, f"Kept your edit of {path}, and settled {conflicts} by it.")
    return with_undo(kept, review) if now < was else None


def of_discarded(path: str) -> Notice:
    """Return the notice for an edit of a file that was discarded."""
    return Notice(Level.DONE, f"Your edit of {path} is discarded.", offer=Offer.BRING_EDIT_BACK, paths=(path,))


def _of_undecided(paths: Collection[str], review: Review) -> Notice | None:
    files = filter(None, map(review.file_at.get, paths))
    held = [file.path for file in files if file.decision is Decision.UNDECIDED]
    return of_unfinished(held) if held else None


def _of_unsettled(paths: Collection[str], review: Review) -> Notice | None:
    held = [path for path in paths if path in review.conflicts]
    return of_unfinished_beside_conflict(held) if held else None


def of_new_conflicts(before: Review, review: Review) -> Notice | None:
    """Return the notice for files that came into conflict since; None for none."""
    return _of_conflicts(review.conflicts - before.conflicts, review)


def _of_conflicts(paths: Collection[str], review: Review) -> Notice | None:
    found = [file for file in review.files if file.path in paths and file.path in review.conflicts]
    files = [file.path for file in found]
    if not files:
        return None
    todo = "Choose which lines to keep." if found[0].conflicts else "Take mine or the proposal for the whole file."
    who = (
        f"{found[0].on_disk} changed on disk; it is"
        if len(files) == 1
        else f"{len(files):,} files changed on disk; they are"
    )
    return Notice(
        Level.WARN,
        f"{who} in conflict with what is proposed.",
        todo if len(files) == 1 else "The details name them.",
        details="\n".join(file.on_disk for file in found) if len(files) > 1 else "",
        offer=Offer.SHOW_CONFLICT,
        paths=tuple(files),
    )


def of_mine(paths: Sequence[str], before: Review | None, review: Review) -> Notice | None:
    """Return the notice for conflicts settled for the user's lines, if the commit holds other lines by that."""
    was, now = ({line.path: line.identity for line in one.commit} for one in (before or review, review))
    if not (changed := [path for path in paths if was.get(path) != now.get(path)]):
        return None
    where = changed[0] if len(changed) == 1 else f"{len(changed):,} files"
    what = f"Your lines stay in {where}; the commit does not hold the accepted ones that they replaced any more."
    return with_undo(Notice(Level.DONE, what), review)


def of_edited_since(before: Review, review: Review) -> Notice | None:
    """Return the notice for accepted files that were changed on disk since; None where no file is one newly."""
    now = _edited_since(review)
    return _of_edited_since(now, review) if now - _edited_since(before) else None


def _edited_since(review: Review) -> set[str]:
    committed = {line.path for line in review.commit if not (line.is_left_out or line.with_own)}
    return {file.path for file in review.files if Badge.EDITED_SINCE in file.badges and file.path in committed}


def _of_edited_since(paths: Collection[str], review: Review) -> Notice | None:
    files = sorted(_edited_since(review) & set(paths))
    if not files:
        return None
    is_one = len(files) == 1
    what = f"{files[0]} was changed on disk after you accepted it"
    return Notice(
        Level.INFO,
        f"{what}." if is_one else f"{len(files):,} files were changed on disk after you accepted them.",
        "The commit will hold the accepted text.",
        details="" if is_one else "\n".join(files),
        offer=Offer.SHOW_FILE,
        paths=tuple(files),
    )


def _of_failed_left(paths: Collection[str], review: Review) -> Notice | None:
    taken_back = {file.path for file in review.files if file.decision is not Decision.ACCEPTED}
    return _of_failed_in(set(paths) - taken_back, review)


_FINDERS: dict[Offer | None, Callable[[Collection[str], Review], Notice | None]] = {
    Offer.SHOW_CONFLICT: _of_conflicts,
    Offer.INCLUDE_OWN_LINES: _of_own_lines,
    Offer.RESUME_EDIT: _of_undecided,
    Offer.SHOW_FILE: _of_edited_since,
    Offer.SETTLE_WITHOUT_EDIT: _of_unsettled,
    Offer.DISMISS_BLOCKS: _of_failed_left,
}
"""What is said again of those files of a notice of which it is still true."""


def follow(notice: Notice, review: Review) -> Notice | None:
    """Return what is true of a notice by now; None when nothing is."""
    is_of_step = notice.topic is Topic.STEP  # why one was refused, until another is done or the file is seen
    if not is_of_step and (find := _FINDERS.get(notice.offer)) is not None:
        return find(notice.paths, review)
    if notice.offer is Offer.SHOW_OPEN:
        return of_open(review)
    if notice.offer is Offer.SHOW_ALL:
        return notice if review.to_decide else None
    if Offer.UNDO in (notice.offer, *notice.also) and notice.subject != review.undo:
        return _without_undo(notice)
    is_undone = notice.offer is Offer.UNDO_DECISION and notice.subject != review.undo
    is_seen = is_of_step and notice.offer is Offer.SHOW_FILE and not notice.paths
    if is_undone or is_seen or (notice.conflict and notice.conflict not in review.conflicts):
        return None
    return notice


def _without_undo(notice: Notice) -> Notice | None:
    """Return what is left of a notice about a step once another one was taken; a mere confirmation is over then."""
    if notice.offer is not Offer.UNDO:
        return replace(notice, also=tuple(offer for offer in notice.also if offer is not Offer.UNDO))
    return replace(notice, offer=None) if notice.level is Level.WARN else None


def _of_failed_in(accepted: set[str], review: Review) -> Notice | None:
    outcomes = (outcome for path in sorted(accepted) for outcome in review.outcomes_at.get(path, ()))
    failed = [outcome.path for outcome in outcomes if not outcome.is_settled]
    if not failed:
        return None
    paths = list(dict.fromkeys(failed))
    where = paths[0] if len(paths) == 1 else f"{len(paths):,} files"
    blocks = "a block" if len(failed) == 1 else f"{len(failed):,} blocks"
    return Notice(
        Level.INFO,
        f"Accepted {where} without {blocks} that failed.",
        "Dismiss what failed if a later reply made the change.",
        offer=Offer.DISMISS_BLOCKS,
        paths=tuple(paths),
    )


def of_mode(path: str, done: str, review: Review) -> Notice | None:
    """Return the notice for a hunk with which the change of its file's mode was decided, too; None for any other."""
    if not review.undo.endswith(WITH_MODE):
        return None
    return with_undo(Notice(Level.INFO, f"The change of the mode of {path} was {done} with its last hunk."), review)


def of_choice(number: int, choice: Choice | None, before: Sequence[Outcome], after: Sequence[Outcome]) -> Notice:
    """Return the notice for a block, counted from 1 among the outcomes before and after, for which the user chose."""
    others = [(was, now) for at, (was, now) in enumerate(zip(before, after, strict=False), 1) if at != number]
    placed = sum(now.is_success and not was.is_success for was, now in others)
    failed = sum(was.is_success and now.status is Status.FAILED for was, now in others)
    outcome = after[number - 1]
    notice = _of_choice(outcome, choice, before[number - 1] if before else outcome)
    more = (_of_others(placed, "placed now, too"), _of_others(failed, "not placed any more"))
    return replace(notice, what=" ".join(filter(None, (notice.what, *more))))


def _of_others(count: int, what: str) -> str:
    """Return how many other blocks are so since a choice; nothing of none."""
    return f"{counted(count, 'other block')} {'is' if count == 1 else 'are'} {what}." if count else ""


def _of_choice(outcome: Outcome, choice: Choice | None, was: Outcome) -> Notice:
    word = Status.DISMISSED if isinstance(choice, Dismiss) else outcome.status.word
    what = f"The block for {outcome.path} is {word}" if outcome.path else f"The block is {word}"
    if choice is None:
        return Notice(Level.DONE, f"Your choice is forgotten. {what} now.")
    is_placed = was.status is outcome.status is Status.APPLIED
    if is_placed and isinstance(choice, PlaceAt) and was.lines[:1] == outcome.lines[:1]:
        return Notice(Level.DONE, f"The block for {outcome.path} stays at line {outcome.lines[0]:,}.")
    if isinstance(choice, Dismiss) or outcome.is_success:
        at = f" at line {outcome.lines[0]:,}" if outcome.status is Status.APPLIED and outcome.lines else ""
        return Notice(Level.DONE, f"{what}{at}.")
    return Notice(Level.WARN, f"{what}: {outcome.message or outcome.reason}")


def of_moved_head(old: Head, new: Head) -> Notice:
    """Return what to tell when another program moved HEAD."""
    if old.branch != new.branch:
        where = f"the branch {new.branch}" if new.branch else f"no branch, at {new.commit[:7]}"
        return Notice(
            Level.INFO, f"Another program checked out {where}.", "The proposal is compared with its files now."
        )
    return Notice(Level.INFO, f"Another program moved {new.branch or 'HEAD'} to {new.commit[:7] or 'nothing'}.")
