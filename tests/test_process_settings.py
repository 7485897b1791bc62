"""pygit2 is imported wherever the system keeps its certificates."""

import os
import subprocess
import sys

import pytest

from guillemet import process_settings

# As OpenSSL answers where it was built for a system that keeps certificates elsewhere.
ELSEWHERE = """
import _ssl
_ssl.get_default_verify_paths = lambda: ("SSL_CERT_FILE", "/nowhere/cert.pem", "SSL_CERT_DIR", "/nowhere/certs")
import guillemet.engine.git
"""


def test_a_system_without_certificates_does_not_end_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("before", [None, "/opt/certificates.pem"])
def test_the_environment_is_as_before(before: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    if before is not None:
        monkeypatch.setenv("SSL_CERT_FILE", before)

    with process_settings.without_certificates():
        assert os.environ["SSL_CERT_FILE"] == ""

    assert os.environ.get("SSL_CERT_FILE") == before
