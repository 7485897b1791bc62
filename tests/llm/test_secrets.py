"""What looks like a secret in what is about to be sent. All keys here are made up, and put together at run time."""

import base64
import json
import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guillemet.llm.secrets import find_secrets, mask
from tests.kit.cases import each

LETTERS = string.ascii_letters + string.digits


def made_up(length: int, letters: str = LETTERS) -> str:
    return "".join(random.Random(7).choices(letters, k=length))  # noqa: S311  for nothing secret


def part(**said: str) -> str:
    return base64.urlsafe_b64encode(json.dumps(said).encode()).decode().rstrip("=")


PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{made_up(64)}\n{made_up(40)}\n-----END RSA PRIVATE KEY-----"
SECRETS = {
    "AWS access key": "AKIA" + made_up(16, string.ascii_uppercase + string.digits),
    "GitHub token": "ghp_" + made_up(36),
    "GitLab token": "glpat-" + made_up(20),
    "Slack token": "xoxb-" + "-".join((made_up(11, string.digits), made_up(11, string.digits), made_up(24))),
    "Stripe key": "sk_live_" + made_up(24),
    "PyPI token": "pypi-AgEIcHlwaS5vcmc" + made_up(80),
    "key of a model service": "sk-ant-api03-" + made_up(60),
    "JSON web token": f"{part(alg='HS256')}.{part(sub='someone', name='Some One')}.{made_up(40)}",
    "private key": PEM,
}


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_is_found_with_its_line_and_kind(kind: str) -> None:
    text = f"# settings\n\nvalue = '{SECRETS[kind]}'\n"

    assert (("conf.py", 3, kind),) == find_secrets({"conf.py": text})


@pytest.mark.parametrize("kind", SECRETS)
def test_nothing_of_a_secret_is_left_when_it_is_masked(kind: str) -> None:
    masked = mask(f"before\nvalue = '{SECRETS[kind]}'\nafter\n")

    assert masked == f"before\nvalue = '[masked: {kind}]'\nafter\n"


@pytest.mark.parametrize(
    "line",
    [
        "password = 'kr4ss!geheim-77'",
        'API_KEY: "b7Qp-91xWz_44Lm"',
        '"client_secret" => "9fQ2x7LmZp0a",',
        "postgres://someone:kr4ss-geheim@db.internal/shop",
    ],
)
def test_a_password_in_code_is_found(line: str) -> None:
    assert [(one.path, one.line) for one in find_secrets({"app.rb": f"\n{line}\n"})] == [("app.rb", 2)]


@each(
    "line",
    [
        "password = os.environ['PASSWORD']",
        "password = 'your-password-here'",
        "api_key = '${API_KEY}'",
        "token = 'xxxxxxxxxxxxxxxx'",
        "TOKEN_URL = 'https://auth.service.test/oauth/token2'",
        "secret_name = 'database/credentials'",
        "def check(password: str, token: str = 'refresh_token') -> bool:",
        "commit = '3f786850e387550fdab836ed7e6dc881de23001b'",
        "integrity: 'sha512-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MEFCQ0RFRkdISUpLTE1OT1A='",
        "http://localhost:8080/path",
        "id = 'aK3jX9mQ2pL8vR5tY7wZ1nB4cD6f'",
        "-----BEGIN CERTIFICATE-----",
    ],
)
def test_what_only_resembles_a_secret_is_not_told(line: str) -> None:
    assert find_secrets({"app.py": line + "\n"}) == ()


def test_values_without_quotes_count_in_configuration_only() -> None:
    text = "db_password = Kr4ssGeheim77\n"

    assert find_secrets({"app.ini": text}) == (("app.ini", 1, "password or key"),)
    assert find_secrets({"notes.py": text}) == ()


@pytest.mark.parametrize("path", [".env", "deploy/.env.production", "home/id_rsa", "certs/server.key", ".netrc"])
def test_a_file_is_told_by_its_name(path: str) -> None:
    assert [(one.path, one.line) for one in find_secrets({path: "nothing\n"})] == [(path, 1)]


@pytest.mark.parametrize("path", [".env.example", "config/env.sample", "id_rsa.pub", "environment.py", "src/.envrc.md"])
def test_a_harmless_name_is_not_told(path: str) -> None:
    assert find_secrets({path: "nothing\n"}) == ()


def test_a_random_looking_string_is_found_but_not_in_lock_files() -> None:
    text = f'salt = "{made_up(44)}"\n'

    assert find_secrets({"app.py": text}) == (("app.py", 1, "random-looking string"),)
    assert find_secrets({"package-lock.json": text, "poetry.lock": text, "bundle.min.js": text}) == ()


def test_many_of_a_kind_in_one_file_are_told_together() -> None:
    text = "".join(f"key{number} = 'AKIA{number:016}'\n" for number in range(40))

    assert find_secrets({"keys.py": text}) == (
        ("keys.py", 1, "AWS access key"),
        ("keys.py", 2, "AWS access key"),
        ("keys.py", 3, "AWS access key, and 37 more"),
    )


def test_the_message_itself_has_no_path() -> None:
    assert find_secrets({"": f"Use ghp_{made_up(36)} for it."}) == (("", 1, "GitHub token"),)


def test_a_private_key_without_an_end_is_masked_to_the_end() -> None:
    assert mask(PEM[: PEM.index("-----END")]) == "[masked: private key]"


def test_text_with_capitals_that_grow_when_small_keeps_its_places() -> None:
    assert mask("İİ password = 'kr4ss!geheim-77'") == "İİ password = '[masked: password or key]'"


@given(st.text(st.sampled_from("ab'\"=: \n")) | st.text())
def test_masking_leaves_text_without_secrets_alone(text: str) -> None:
    if not find_secrets({"": text}):
        assert mask(text) == text
