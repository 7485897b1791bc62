"""Hides the host's keys, addresses, proxies and certificates, and lends each test both services."""

import os
import ssl
from collections.abc import Callable
from typing import Any

import pytest

from guillemet.llm.services.anthropic_service import AnthropicService
from guillemet.llm.services.http_client import RetryPolicy
from guillemet.llm.services.openai_service import OpenAIService
from tests.kit.model_server import ModelServer

Open = Callable[..., AnthropicService | OpenAIService]
QUICK = RetryPolicy(first_wait=0.001)


@pytest.fixture(scope="session")
def one_certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of a file with one of the system's certificates: all of them take 100 ms for each client."""
    known = ssl.create_default_context().get_ca_certs(binary_form=True)
    file = tmp_path_factory.mktemp("certificates") / "one.pem"
    file.write_text("".join(ssl.DER_cert_to_PEM_cert(each) for each in known[:1]), encoding="ascii")
    return str(file) if known else ""


@pytest.fixture(autouse=True)
def no_surroundings(monkeypatch: pytest.MonkeyPatch, one_certificate: str) -> None:
    """Take away what the SDKs and their HTTP client read from the environment."""
    for name in os.environ:
        if name.upper().startswith(("OPENAI_", "ANTHROPIC_", "SSL_")) or name.upper().endswith("_PROXY"):
            monkeypatch.delenv(name)
    if one_certificate:
        monkeypatch.setenv("SSL_CERT_FILE", one_certificate)


@pytest.fixture(params=["openai", "anthropic"])
def open_service(request: pytest.FixtureRequest) -> Open:
    """Return a function that makes one of the services for a server; the test runs once for each."""

    def make(server: ModelServer, **options: Any) -> AnthropicService | OpenAIService:
        chosen: dict[str, Any] = {"key": "sk-test-key-1234", "patience": QUICK, "timeout": 20.0, **options}
        if request.param == "openai":
            return OpenAIService(address=server.address, **chosen)
        return AnthropicService(address=server.bare_address, **chosen)

    return make
