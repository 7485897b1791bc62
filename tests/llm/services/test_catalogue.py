"""Choosing and opening services."""

import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import guillemet
from guillemet.llm.errors import MissingPackageError, NoKeyError, ServiceError
from guillemet.llm.services import catalogue
from guillemet.llm.services.anthropic_service import AnthropicService
from guillemet.llm.services.catalogue import choice_of, key_name, key_variables, open_service
from guillemet.llm.services.embedded import EmbeddedService
from guillemet.llm.services.openai_service import OpenAIService
from guillemet.llm.services.presets import PRESETS, Kind, Preset, preset_named
from guillemet.llm.services.recorded import RecordedService
from guillemet.settings import KeptService
from tests.kit.asking import ask
from tests.kit.cases import each
from tests.kit.model_server import ModelServer, said

REMOTE = [preset for preset in PRESETS if preset.address]
ELSEWHERE = KeptService("openai", Kind.OPENAI, "https://proxy.example:8443/v1")


def test_names_and_titles_are_there_once() -> None:
    assert len({preset.name for preset in PRESETS}) == len({preset.title for preset in PRESETS}) == len(PRESETS)


@each("preset", REMOTE)
def test_what_leaves_the_computer_goes_encrypted(preset: Preset) -> None:
    assert (urlsplit(preset.address).scheme == "https") is not preset.is_local


@each("preset", REMOTE)
def test_a_service_that_wants_a_key_says_where_it_may_be(preset: Preset) -> None:
    assert preset.key_variables or not preset.needs_key


@each("preset", REMOTE)
def test_every_preset_can_be_opened(preset: Preset) -> None:
    kind = AnthropicService if preset.kind is Kind.ANTHROPIC else OpenAIService

    assert isinstance(open_service(choice_of(preset), key="a-key-made-up"), kind)


def test_a_name_that_no_preset_has_is_told() -> None:
    assert preset_named("nobody") is None


def test_a_service_at_an_address_of_its_own_answers() -> None:
    with ModelServer(said("Hello.")) as server:
        service = open_service(KeptService("at home", Kind.COMPATIBLE, server.address), key="")

        assert ask(service).text == "Hello."


def test_an_own_address_gets_the_key_that_was_given() -> None:
    with ModelServer(said("Hello."), key="a-key-made-up") as server:
        service = open_service(KeptService("openai", Kind.OPENAI, server.address), key="a-key-made-up")

        assert ask(service).text == "Hello."


@pytest.mark.parametrize("address", ["", "localhost:8080/v1", "file:///etc/passwd"])
def test_a_service_without_an_address_is_told(address: str) -> None:
    with pytest.raises(ServiceError, match="address"):
        open_service(KeptService("address", Kind.COMPATIBLE, address), key="")


def test_a_service_that_wants_a_key_is_not_opened_without() -> None:
    with pytest.raises(NoKeyError, match="GEMINI_API_KEY or GOOGLE_API_KEY"):
        open_service(KeptService("gemini", Kind.COMPATIBLE), key="")


def test_the_key_of_a_preset_has_its_name() -> None:
    assert key_name(KeptService("openai", Kind.OPENAI)) == "openai"
    assert key_name(KeptService("openai", Kind.OPENAI, "https://api.openai.com/v1/")) == "openai"


def test_another_address_has_a_key_of_its_own() -> None:
    assert key_name(ELSEWHERE) == "openai at https://proxy.example:8443"


def test_a_key_name_holds_no_password_of_the_address() -> None:
    assert "hush" not in key_name(KeptService("mine", Kind.COMPATIBLE, "http://me:hush@host/v1"))


def test_another_address_gets_no_key_from_the_environment() -> None:
    assert key_variables(KeptService("openai", Kind.OPENAI)) == ("OPENAI_API_KEY",)
    assert key_variables(ELSEWHERE) == ()


def test_recorded_replies_are_those_of_the_demo_unless_others_are_chosen() -> None:
    service = open_service(KeptService("recorded", Kind.RECORDED), key="")

    assert isinstance(service, RecordedService)


def test_an_embedded_model_is_opened_without_being_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue.importlib.util, "find_spec", lambda _: object())
    choice = KeptService("embedded", Kind.EMBEDDED, model_file=str(tmp_path / "any.gguf"))

    assert isinstance(open_service(choice, key=""), EmbeddedService)


def test_an_embedded_model_without_a_file_is_told() -> None:
    with pytest.raises(ServiceError, match="GGUF"):
        open_service(KeptService("embedded", Kind.EMBEDDED), key="")


def test_an_embedded_model_without_its_package_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    monkeypatch.setattr(catalogue.importlib.util, "find_spec", lambda _: None)

    with pytest.raises(MissingPackageError, match="pip install xllamacpp"):
        open_service(KeptService("embedded", Kind.EMBEDDED, model_file="any.gguf"), key="")


def test_a_missing_sdk_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "guillemet.llm.services.anthropic_service")
    monkeypatch.setitem(sys.modules, "anthropic", None)

    with pytest.raises(MissingPackageError, match="pip install anthropic"):
        open_service(KeptService("anthropic", Kind.ANTHROPIC), key="a-key-made-up")


def test_no_sdk_is_loaded_before_a_service_is_opened() -> None:
    services = "catalogue", "presets", "connection_test", "local_servers", "embedded"
    imports = "\n".join(["import guillemet.llm.keys", *(f"import guillemet.llm.services.{name}" for name in services)])
    heavy = "print(sorted({'anthropic', 'openai', 'httpx2', 'keyring', 'xllamacpp'} & set(sys.modules)))"

    told = subprocess.run(
        [sys.executable, "-c", f"import sys\n{imports}\n{heavy}"],
        cwd=Path(guillemet.__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout.strip() == "[]"


def test_what_a_service_loads_is_in_no_search_for_garbage() -> None:
    opens = "open_service(KeptService('at home', Kind.COMPATIBLE, 'http://127.0.0.1:1/v1'), key='')"
    searched = "sum(isinstance(one, type) and one.__module__.startswith('openai.') for one in gc.get_objects())"

    code = f"""import gc
from guillemet.llm.services.catalogue import Kind, open_service
from guillemet.settings import KeptService
kept = {opens}
print({searched}, type(kept).__name__, gc.isenabled())"""

    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(guillemet.__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout.split() == ["0", "OpenAIService", "True"]
