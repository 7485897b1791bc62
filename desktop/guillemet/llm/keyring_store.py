"""Keys in the operating system's keyring. Loading this module loads `keyring`: `keys` does so on first use.

Only keyrings that keep a secret are used. The null and failing ones keep nothing, and those of `keyrings.alt` write
files that anybody can read, or ask for a password on a terminal that is not visible.
"""

import logging

import keyring
from keyring.backend import KeyringBackend
from keyring.backends.chainer import ChainerBackend
from keyring.errors import KeyringError

APPLICATION = "guillemet"
"""Under which name the keyring shows them."""

_NO_SECRET = ("keyring.backends.fail.", "keyring.backends.null.", "keyrings.alt.")
_FAULTS = (KeyringError, OSError, RuntimeError, ImportError, AttributeError, ValueError)
"""What keyrings raise of their own, and what misconfigured ones do."""

log = logging.getLogger(__name__)


def is_usable() -> bool:
    """Return whether there is a keyring that keeps a secret."""
    return _safe_keyring() is not None


def kind_in_use() -> str:
    """Return the name of the keyring that is used, such as "keyring.backends.SecretService"; empty without one."""
    safe = _safe_keyring()
    return type(safe).__module__ if safe else ""


def read(service: str) -> str:
    """Return the key of this service; empty when there is none, or the keyring stays locked."""
    safe = _safe_keyring()
    try:
        return (safe.get_password(APPLICATION, service) or "") if safe else ""
    except _FAULTS as error:
        log.info("The keyring gave no key: %s", type(error).__name__)
        return ""


def write(service: str, key: str) -> bool:
    """Keep the key of this service; return whether the keyring took it."""
    safe = _safe_keyring()
    if safe is None:
        return False
    try:
        safe.set_password(APPLICATION, service, key)
    except _FAULTS as error:
        log.info("The keyring took no key: %s", type(error).__name__)
        return False
    return True


def remove(service: str) -> None:
    """Forget the key of this service, if there is one."""
    safe = _safe_keyring()
    try:
        if safe is not None:
            safe.delete_password(APPLICATION, service)
    except _FAULTS as error:
        log.info("The keyring removed no key: %s", type(error).__name__)


def keeps_secrets(backend: KeyringBackend) -> bool:
    """Return whether this kind of keyring keeps what it is given, and keeps it to itself."""
    kind = f"{type(backend).__module__}.{type(backend).__qualname__}"
    return not kind.startswith(_NO_SECRET) and "plaintext" not in kind.lower()


def _safe_keyring() -> KeyringBackend | None:
    """Return the keyring chosen or found; of a chain of them only the first that keeps secrets."""
    try:
        chosen = keyring.get_keyring()
        backends = list(chosen.backends) if isinstance(chosen, ChainerBackend) else [chosen]
    except _FAULTS as error:
        log.info("No keyring can be used: %s", type(error).__name__)
        return None
    return next((backend for backend in backends if keeps_secrets(backend)), None)
