"""Promises of addresses as people type them."""

import pytest

from guillemet.llm.services.presets import completed


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", ""),
        ("http://box.lan:8080/v1", "http://box.lan:8080/v1"),
        ("https://api.example.org/v1", "https://api.example.org/v1"),
        ("localhost:8080/v1", "http://localhost:8080/v1"),
        ("127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("box:8080", "http://box:8080"),
        ("box.lan:8080", "http://box.lan:8080"),
        ("api.example.org/v1", "https://api.example.org/v1"),
    ],
)
def test_an_address_without_a_scheme_gets_the_one_that_is_meant(typed: str, meant: str) -> None:
    assert completed(typed) == meant


@pytest.mark.parametrize(
    "typed", ["http://", "http://[", "http://box:port/v1", "ftp://box/v1", "my own server", ":8080"]
)
def test_what_names_no_host_is_no_address(typed: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        completed(typed)
