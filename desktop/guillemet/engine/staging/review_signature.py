"""Proof that a review was written here by this user: an HMAC in its tree, which no other person can make.

    HMAC-SHA256(secret, repository id + every other entry of the tree)

The secret lies in the user's data folder; the repository id, a random number, in `.git/guillemet/id`. So a ref that
came with a clone, a fetch or an archive is not a review here, and neither is one of this user's that was published and
put into another repository; a repository that was moved or copied whole keeps its own. The proof is part of the tree,
so part of the one ref move: there is no instant at which a review of ours is without it.
"""

import hashlib
import hmac
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from guillemet.engine.errors import FileError, RepositoryError
from guillemet.engine.git import refs, trees
from guillemet.engine.git.repository import Repository
from guillemet.engine.git.safe_dir import check_own, open_folder
from guillemet.private_files import data_folder, kept_once

NAME = "signature"
"""Of the entry in the tree."""

_SECRET_BYTES = 32
_ID = "id"
_ID_LENGTH = 32
_PURPOSE = b"guillemet review 1\0"

Parts = Mapping[str, tuple[str, int]]
"""Entries of a tree by their names: hex id and mode."""


def secret_file() -> Path:
    """Return where the user's secret is kept; it is made when the first review is written."""
    return data_folder() / "review-secret"


def sign(repository: Repository, parts: Parts) -> bytes:
    """Return the signature of a tree with these entries; makes the secret and the id where they are missing."""
    secret = _made_secret()
    identity = _read_id(repository) or _make_id(repository)
    return _signature(secret, identity, parts)


def is_signed(repository: Repository, parts: Parts) -> bool:
    """Whether the tree of these entries was written for this repository by this user."""
    found, identity = parts.get(NAME), _read_id(repository)
    if found is None or not identity:
        return False
    try:
        secret = secret_file().read_bytes()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _unusable(error) from error
    # The blob's id is compared, so nothing that is not ours is read.
    wanted = repository.blob_id(_signature(secret, identity, parts))
    return len(secret) == _SECRET_BYTES and hmac.compare_digest(found[0], wanted)


def _signature(secret: bytes, identity: bytes, parts: Parts) -> bytes:
    signed = trees.encoded({name: part for name, part in parts.items() if name != NAME})
    return hmac.new(secret, _PURPOSE + identity + signed, hashlib.sha256).hexdigest().encode()


def _made_secret() -> bytes:
    try:
        secret = kept_once(secret_file(), secrets.token_bytes(_SECRET_BYTES))
    except OSError as error:
        raise _unusable(error) from error
    if len(secret) != _SECRET_BYTES:
        raise RepositoryError(f"{secret_file()} is damaged. Delete it; reviews that are open are put aside then.")
    return secret


def _unusable(error: OSError) -> RepositoryError:
    return RepositoryError(
        f"{secret_file()}, which tells your reviews from those of others, cannot be used "
        f"({error.strerror or error}). Check its permissions and those of its folder."
    )


def _read_id(repository: Repository) -> bytes:
    """Return the repository's id; empty when there is none."""
    folder = refs.folder(repository)
    check_own(folder.parent, f"{folder.name}/{_ID}")
    try:
        with open_folder(folder.parent, (folder.name,), forbidden=frozenset()) as opened:
            found, _ = opened.read(_ID)
    except FileNotFoundError:
        return b""
    except (OSError, FileError) as error:
        # A temporary read error must not make the user's own review count as foreign.
        raise RepositoryError(f"{folder / _ID} cannot be read ({error}). Check its permissions.") from error
    return found if len(found) == _ID_LENGTH else b""


def _make_id(repository: Repository) -> bytes:
    made = secrets.token_hex(_ID_LENGTH // 2).encode()
    folder = refs.folder(repository)
    try:
        with (
            open_folder(folder.parent, (folder.name,), forbidden=frozenset()) as opened,
            opened.temporary() as temporary,
        ):
            opened.create(temporary, made, permissions=0o666)
            opened.replace(temporary, opened, _ID)
            if opened.handle is not None:
                with suppress(OSError):  # not every file system flushes folders
                    os.fsync(opened.handle)
    except (OSError, FileError) as error:
        raise RepositoryError(f"{folder} cannot be written ({error}). Check its permissions.") from error
    refs.share_folder(repository)
    return made
