"""Opens the service that was chosen. What a service needs is loaded only here, when it is first opened.

The SDKs take seconds to load, so that each stands at the top of a module of its own, which is imported on first use.
"""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from guillemet import process_settings
from guillemet.bundled import bundled
from guillemet.llm.errors import MissingPackageError, NoKeyError, ServiceError
from guillemet.llm.services.presets import Kind, Preset, preset_named
from guillemet.llm.services.service import Service
from guillemet.settings import KeptService


def address_of(choice: KeptService) -> str:
    """Return where requests go; empty when none leaves the program."""
    preset = preset_named(choice.name)
    return choice.address or (preset.address if preset else "")


def title_of(choice: KeptService) -> str:
    """Return its name on the screen."""
    preset = preset_named(choice.name)
    return preset.title if preset else choice.name


def counts_tokens(choice: KeptService) -> bool:
    """Whether it counts the tokens of a request, which is sent to it for that."""
    return choice.kind is Kind.ANTHROPIC


def choice_of(preset: Preset) -> KeptService:
    """Return a preset as it is chosen without changes."""
    return KeptService(preset.name, preset.kind)


def key_name(choice: KeptService) -> str:
    """Return what the keyring calls the key of this service.

    An address of the user's own is part of it: a key never goes to another host than the one it was given for.
    """
    if _is_at_home(choice):
        return choice.name
    place = urlsplit(address_of(choice))
    return f"{choice.name} at {place.scheme}://{place.netloc.rpartition('@')[2]}"


def key_variables(choice: KeptService) -> tuple[str, ...]:
    """Return the environment variables that may hold its key; none at an address of the user's own."""
    preset = preset_named(choice.name)
    return preset.key_variables if preset and _is_at_home(choice) else ()


def open_service(choice: KeptService, *, key: str, timeout: float = 60.0) -> Service:
    """Return the service, ready to be asked; loads its package, which can take seconds, but connects to nothing yet.

    `timeout` is how many seconds a remote service may stay silent. Raises MissingPackageError, NoKeyError,
    and ServiceError when the choice lacks its address or file.
    """
    match choice.kind:
        case Kind.ANTHROPIC | Kind.OPENAI | Kind.COMPATIBLE:
            return _open_remote(choice, key, timeout)
        case Kind.EMBEDDED:
            return _open_embedded(choice)
        case Kind.RECORDED:
            script = Path(choice.model_file) if choice.model_file else bundled("demo/replies")
            from guillemet.llm.services.recorded import RecordedService  # noqa: PLC0415  as the others

            return RecordedService(script)


def _open_remote(choice: KeptService, key: str, timeout: float) -> Service:
    preset = preset_named(choice.name)
    address = address_of(choice)
    if urlsplit(address).scheme not in {"http", "https"}:
        raise ServiceError(
            f"{title_of(choice)} has no address. Give one in the settings, such as http://localhost:8080/v1."
        )
    if preset and preset.needs_key and not key:
        variables = " or ".join(preset.key_variables)
        raise NoKeyError(
            f"{title_of(choice)} requires a key, but none is set. Enter it in the settings, or set {variables}."
        )
    # At no address of its own an SDK speaks to the service it is made for, in the words that only this one knows.
    own = choice.kind is not Kind.COMPATIBLE and _is_at_home(choice)
    address = "" if own else address
    if choice.kind is Kind.ANTHROPIC:
        with _package_needed():
            from guillemet.llm.services.anthropic_service import AnthropicService  # noqa: PLC0415
        return AnthropicService(address=address, key=key, timeout=timeout)
    with _package_needed():
        from guillemet.llm.services.openai_service import OpenAIService  # noqa: PLC0415
    return OpenAIService(address=address, key=key, timeout=timeout)


def _open_embedded(choice: KeptService) -> Service:
    if not choice.model_file:
        raise ServiceError("No model file is chosen. Choose a GGUF file in the settings.")
    if importlib.util.find_spec("xllamacpp") is None:
        raise MissingPackageError("A model file", "xllamacpp")
    with _package_needed():
        from guillemet.llm.services.embedded import EmbeddedService  # noqa: PLC0415
    return EmbeddedService(Path(choice.model_file))


@contextmanager
def _package_needed() -> Iterator[None]:
    """Import a service's module; raises MissingPackageError when its SDK is not installed."""
    try:
        with process_settings.loading():
            yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in {"", "guillemet"}:
            raise
        raise MissingPackageError("This service", package) from error


def _is_at_home(choice: KeptService) -> bool:
    """Whether it answers where its preset says, or at no address at all."""
    preset = preset_named(choice.name)
    return not address_of(choice) or (preset is not None and address_of(choice).rstrip("/") == preset.address)
