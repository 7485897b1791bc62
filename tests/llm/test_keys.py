"""Where keys are kept, and that nothing shown or logged holds one."""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import chainer, fail, null
from keyring.errors import KeyringLocked, PasswordDeleteError

from guillemet.llm import keyring_store, keys
from guillemet.llm.keys import (
    MASK,
    KeyMask,
    KeySource,
    forget_key,
    has_keyring,
    key_for,
    masked,
    remember_key,
)
from tests.kit.cases import each

SECRET = "a-key-without-any-known-form-77"  # noqa: S105  made up
ANTHROPIC = "sk-ant-api03-" + "x1Y2" * 8


class Safe(KeyringBackend):
    """A keyring in memory, as safe as one of the operating system's."""

    priority = 5.0

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.is_locked = False

    def get_password(self, service: str, username: str) -> str | None:
        """Return what is kept."""
        self._check()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep it."""
        self._check()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        """Forget it."""
        self._check()
        if (service, username) not in self.kept:
            raise PasswordDeleteError("not found")
        del self.kept[service, username]

    def _check(self) -> None:
        if self.is_locked:
            raise KeyringLocked("the user closed the dialog")


class PlaintextKeyring(Safe):
    """A keyring that writes what it is given into a file."""


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_of_this_run", {})
    monkeypatch.setattr(keys, "_known", set())


@pytest.fixture
def safe() -> Iterator[Safe]:
    """Make this the operating system's keyring."""
    backend = Safe()
    with installed(backend):
        yield backend


@pytest.fixture
def without_keyring() -> Iterator[None]:
    """Take the keyring away, as on a server without one."""
    with installed(fail.Keyring()):
        yield


@contextmanager
def installed(backend: KeyringBackend) -> Iterator[None]:
    """Make this the keyring meanwhile."""
    before = keyring.get_keyring()
    keyring.set_keyring(backend)
    yield
    keyring.set_keyring(before)


def test_a_key_is_remembered_by_the_keyring(safe: Safe) -> None:
    assert remember_key("openai", f" {SECRET}\n") is KeySource.KEYRING

    assert key_for("openai") == keys.Key(SECRET, KeySource.KEYRING)
    assert safe.kept == {("guillemet", "openai"): SECRET}


@pytest.mark.usefixtures("safe")
def test_a_key_of_one_service_is_no_other_service_s() -> None:
    remember_key("openai", SECRET)

    assert not key_for("openai at http://elsewhere")


@pytest.mark.usefixtures("safe")
def test_the_keyring_comes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "from-the-environment")
    remember_key("openai", SECRET)

    assert key_for("openai", ("SOME_API_KEY",)).value == SECRET


@pytest.mark.usefixtures("without_keyring")
def test_the_first_variable_set_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRST_API_KEY", " ")
    monkeypatch.setenv("SECOND_API_KEY", SECRET)

    found = key_for("gemini", ("ZEROTH_API_KEY", "FIRST_API_KEY", "SECOND_API_KEY"))

    assert found == keys.Key(SECRET, KeySource.ENVIRONMENT, "SECOND_API_KEY")


@pytest.mark.usefixtures("without_keyring")
def test_without_a_keyring_a_key_lasts_for_this_run() -> None:
    assert remember_key("openai", SECRET) is KeySource.RUN

    assert key_for("openai").value == SECRET


@pytest.mark.usefixtures("without_keyring")
def test_without_a_keyring_no_file_holds_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "APPDATA"):
        monkeypatch.setenv(variable, str(tmp_path))

    remember_key("openai", SECRET)

    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


def test_a_key_for_this_run_only_is_not_kept(safe: Safe) -> None:
    remember_key("openai", SECRET, for_run_only=True)

    assert key_for("openai").where is KeySource.RUN
    assert safe.kept == {}


@pytest.mark.usefixtures("safe")
def test_a_forgotten_key_is_gone() -> None:
    remember_key("openai", SECRET)
    forget_key("openai")
    forget_key("openai")

    assert key_for("openai") == keys.Key("", KeySource.NONE)


def test_a_locked_keyring_counts_as_none(safe: Safe) -> None:
    safe.is_locked = True

    assert remember_key("openai", SECRET) is KeySource.RUN
    assert key_for("anthropic").where is KeySource.NONE


def test_a_keyring_that_keeps_secrets_is_one(safe: Safe) -> None:
    assert safe.kept == {}
    assert has_keyring()


@pytest.mark.parametrize("backend", [fail.Keyring(), null.Keyring(), PlaintextKeyring()])
def test_a_keyring_that_keeps_nothing_or_no_secret_is_none(backend: KeyringBackend) -> None:
    with installed(backend):
        assert not has_keyring()


def test_every_keyring_of_the_alternative_collection_is_none() -> None:
    alternative = type("EncryptedKeyring", (Safe,), {"__module__": "keyrings.alt.file"})

    assert not keyring_store.keeps_secrets(alternative())


def test_a_chain_gives_the_key_only_to_a_keyring_that_keeps_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, safe = PlaintextKeyring(), Safe()
    monkeypatch.setattr(chainer.ChainerBackend, "backends", [plain, safe])

    with installed(chainer.ChainerBackend()):
        assert remember_key("openai", SECRET) is KeySource.KEYRING

    assert (plain.kept, len(safe.kept)) == ({}, 1)


def test_a_misconfigured_keyring_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "no.such.Keyring")

    assert not has_keyring()


def test_a_key_shows_its_value_to_nobody() -> None:
    assert SECRET not in repr(keys.Key(SECRET, KeySource.RUN))


@each(
    "text",
    [
        f"key {ANTHROPIC} refused",
        "sk-proj-Ab12Cd34Ef56Gh78_-9",
        "sk-or-v1-0123456789abcdef",
        "Incorrect API key provided: sk-Ab12Cd34Ef56Gh78.",
        "(gsk_Ab12Cd34Ef56Gh78)",
        "?key=AIzaSyAb12Cd34Ef56Gh78",
        "xai-Ab12Cd34Ef56Gh78",
        "Authorization: Bearer Ab12Cd34Ef56Gh78",
        "{'authorization': 'Bearer Ab12Cd34Ef56Gh78'}",
        "x-api-key: Ab12Cd34Ef56Gh78",
        '{"api_key": "Ab12Cd34Ef56Gh78"}',
        "x-goog-api-key=Ab12Cd34Ef56Gh78",
    ],
)
def test_what_looks_like_a_key_is_masked(text: str) -> None:
    assert "Cd34" not in masked(text).replace(ANTHROPIC, "Cd34")
    assert MASK in masked(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sk-learn-compatible-estimators",
        "task-management-2026-system",
        "the bearer of news",
        "api_key: str",
        "Äpfel «½»",
    ],
)
def test_what_is_no_key_stays(text: str) -> None:
    assert masked(text) == text


@pytest.mark.usefixtures("without_keyring")
def test_a_key_this_run_has_seen_is_masked_whatever_it_looks_like() -> None:
    remember_key("openai", SECRET)

    assert masked(f"({SECRET})") == f"({MASK})"


def test_a_word_given_to_a_local_server_is_not_masked_everywhere(safe: Safe) -> None:
    remember_key("ollama", "ollama")

    assert safe.kept
    assert masked("Ollama, or ollama") == "Ollama, or ollama"


@pytest.mark.parametrize("piece", ["sk-", "sk-ant-", "bearer ", "api_key=", "authorization: ", "AIza", "x"])
def test_a_text_made_to_take_for_ever_is_masked(piece: str) -> None:
    assert masked(piece * 300_000 + f" {ANTHROPIC}").endswith(MASK)


def test_a_record_of_the_log_holds_no_key() -> None:
    assert SECRET not in logged("refused %s", SECRET, known=SECRET)


def test_a_traceback_in_the_log_holds_no_key() -> None:
    said = logged("failed", known=SECRET, error=ValueError(f"no {SECRET}"))

    assert "ValueError: no •••" in said


def test_a_record_with_wrong_arguments_is_masked_too() -> None:
    assert SECRET not in logged("%d", SECRET, known=SECRET)


def test_a_record_stays_as_it_is_but_for_keys() -> None:
    assert logged("%s of %d", "one", 3, known=SECRET) == "one of 3\n"


def logged(message: str, *arguments: object, known: str, error: Exception | None = None) -> str:
    """Return what the log says after one record."""
    keys._known.add(known)
    told = io.StringIO()
    handler = logging.StreamHandler(told)
    handler.addFilter(KeyMask())
    log = logging.Logger("guillemet.test")  # noqa: LOG001  belongs to this test alone
    log.addHandler(handler)
    log.info(message, *arguments, exc_info=error)
    return told.getvalue()


def test_the_keyring_is_loaded_on_first_use_only() -> None:
    assert not [name for name, value in vars(keys).items() if isinstance(value, ModuleType) and "keyring" in name]
