"""The detectors of the package detect-secrets, run on text in memory; nothing is verified, nothing leaves the machine.

Loaded on first use by `guillemet.llm.secrets`, because importing the package takes a while. Its detectors of high
entropy, of public addresses and of key words are not taken as they are: they fill the list with hashes, versions and
names of variables. What they are after is looked for here, more narrowly.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from detect_secrets.plugins.artifactory import ArtifactoryDetector
from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
from detect_secrets.plugins.base import BasePlugin, RegexBasedDetector
from detect_secrets.plugins.basic_auth import BasicAuthDetector
from detect_secrets.plugins.cloudant import CloudantDetector
from detect_secrets.plugins.discord import DiscordBotTokenDetector
from detect_secrets.plugins.github_token import GitHubTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.ibm_cloud_iam import IbmCloudIamDetector
from detect_secrets.plugins.ibm_cos_hmac import IbmCosHmacDetector
from detect_secrets.plugins.jwt import JwtTokenDetector
from detect_secrets.plugins.mailchimp import MailchimpDetector
from detect_secrets.plugins.npm import NpmDetector
from detect_secrets.plugins.openai import OpenAIDetector
from detect_secrets.plugins.pypi_token import PypiTokenDetector
from detect_secrets.plugins.sendgrid import SendGridDetector
from detect_secrets.plugins.slack import SlackDetector
from detect_secrets.plugins.softlayer import SoftlayerDetector
from detect_secrets.plugins.square_oauth import SquareOAuthDetector
from detect_secrets.plugins.stripe import StripeDetector
from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
from detect_secrets.plugins.twilio import TwilioKeyDetector
from msgspec import Struct


class _Detector(Struct, frozen=True):
    """One of the package's detectors, and the words of which a text must hold one for it to be tried."""

    plugin: RegexBasedDetector
    kind: str
    words: tuple[str, ...]
    """In lower case. Looking for them is a hundred times faster than the expressions are."""


_DETECTORS = (
    _Detector(AWSKeyDetector(), "AWS access key", ("akia", "asia", "abia", "acca", "a3t", "aws")),
    _Detector(ArtifactoryDetector(), "Artifactory token", ("artifactory",)),
    _Detector(AzureStorageKeyDetector(), "Azure storage key", ("accountkey=",)),
    _Detector(BasicAuthDetector(), "password in an address", ("://",)),
    _Detector(CloudantDetector(), "Cloudant key", ("cloudant",)),
    _Detector(DiscordBotTokenDetector(), "Discord token", ("discord",)),
    _Detector(GitHubTokenDetector(), "GitHub token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    _Detector(
        GitLabTokenDetector(), "GitLab token", ("glpat-", "gldt-", "glft-", "glsoat-", "glrt-", "gitlab", "gr1348941")
    ),
    _Detector(IbmCloudIamDetector(), "IBM Cloud key", ("ibm",)),
    _Detector(IbmCosHmacDetector(), "IBM Cloud key", ("cos_", "cos-", "ibm")),
    _Detector(JwtTokenDetector(), "JSON web token", ("eyj",)),
    _Detector(MailchimpDetector(), "Mailchimp key", ("mailchimp", "-us1", "-us2")),
    _Detector(NpmDetector(), "npm token", ("_authtoken",)),
    _Detector(OpenAIDetector(), "OpenAI key", ("t3blbkfj",)),
    _Detector(PypiTokenDetector(), "PyPI token", ("pypi-age",)),
    _Detector(SendGridDetector(), "SendGrid key", ("sg.",)),
    _Detector(SlackDetector(), "Slack token", ("xox", "hooks.slack.com")),
    _Detector(SoftlayerDetector(), "SoftLayer key", ("softlayer",)),
    _Detector(SquareOAuthDetector(), "Square token", ("sq0csp-",)),
    _Detector(StripeDetector(), "Stripe key", ("k_live_",)),
    _Detector(TelegramBotTokenDetector(), "Telegram token", ("telegram", "bot_token", "/bot")),
    _Detector(TwilioKeyDetector(), "Twilio key", ("twilio",)),
)

_KEY_OF_A_SERVICE = re.compile(
    r"\b(?:sk-ant-[\w-]{24,}|sk-(?:proj-|or-v1-)?[A-Za-z0-9][\w-]{31,}|AIza[\w-]{35}|hf_[A-Za-z]{30,})"
)
"""Keys of model services, which the package does not know yet."""
_SERVICE_WORDS = ("sk-", "aiza", "hf_")

_PRIVATE_KEY = re.compile(
    r"-----BEGIN ([A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?)-----(?:(?!-----BEGIN )[\s\S]){0,20000}?(?:-----END \1-----|\Z)"
)

_SIGNATURE = re.compile(r"[\w.+/=-]*", re.ASCII)
_SHORTEST = 8

_NAME = r"(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|auth[_-]?key|access[_-]?key|private[_-]?key|credential)"
_QUOTED = re.compile(
    _NAME
    + r"""\w{0,30}+["'`\]]{0,2}[ \t]*(?::=|=>|={1,3}|:)[ \t]*(?P<quote>["'`])(?P<value>[^"'`\s]{8,200})(?P=quote)"""
)
_BARE = re.compile(
    r"^[ \t]*(?:export[ \t]+)?[\w.-]{0,60}?"
    + _NAME
    + r"[\w.-]{0,30}[ \t]*[:=][ \t]*(?P<value>[^\s\"'`#;]{8,200})[ \t]*$",
    re.MULTILINE,
)

_HOLLOW = re.compile(
    r"example|sample|dummy|change.?me|placeholder|your|insert|todo|redacted|masked|x{4}|\*{3}|\.{3}|12345|abcde"
)
_SHAPED = re.compile(
    r"""[<{$%\[(] | [>}\])]\Z | :: | \w\(                # a place to fill in, a reference, a call
    |   \A(?:https?:|urn:|\.{0,2}/)                     # an address, a path
    |   \A[A-Za-z]+(?:[_./:-][A-Za-z]+)*\Z             # words
    """,
    re.VERBOSE,
)
_INTEGRITY = re.compile(r"sha(?:1|256|384|512)-")

_LONG_STRING = re.compile(r"""(?P<quote>["'])(?P<value>[A-Za-z0-9+/_=-]{24,200})(?P=quote)""")
_HEX = re.compile(r"[0-9a-fA-F-]+\Z")
_ENTROPY = 4.5
"""Bits a sign, the package's own limit for base 64."""
_MOST_LONG_STRINGS = 500
_BEFORE_ID = re.compile(r"""id["']?\s{0,3}[:=]\s{0,3}["']\Z""", re.IGNORECASE)


class SecretSpan(Struct, frozen=True):
    """Where a secret stands in a text."""

    start: int
    end: int
    kind: str


def spans(text: str, *, is_bare: bool, with_random: bool) -> list[SecretSpan]:
    """Return where secrets stand, in order and without overlaps.

    `is_bare` reads values without quotes too, as configuration has them; `with_random` adds random-looking strings.
    """
    lower = text.lower()
    if len(lower) != len(text):
        # A few capitals have two small letters; places must stay the same.
        lower = "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
    found = [*_known(text, lower), *_named(text, lower, is_bare=is_bare)]
    if with_random:
        found += _random(text)
    kept: list[SecretSpan] = []
    for span in sorted(found, key=lambda span: (span.start, -span.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


def _known(text: str, lower: str) -> Iterator[SecretSpan]:
    if "private key" in lower:
        yield from (SecretSpan(*one.span(), "private key") for one in _PRIVATE_KEY.finditer(text))
    for detector in _DETECTORS:
        if _says(lower, detector.words):
            for expression in detector.plugin.denylist:
                yield from _of_detector(detector, expression, text)
    if _says(lower, _SERVICE_WORDS):
        for one in _KEY_OF_A_SERVICE.finditer(text):
            if _has_digit(one[0]):
                yield SecretSpan(*one.span(), "key of a model service")


def _says(text: str, words: Iterable[str]) -> bool:
    return any(word in text for word in words)


def _of_detector(detector: _Detector, expression: re.Pattern[str], text: str) -> Iterator[SecretSpan]:
    for one in expression.finditer(text):
        # The first group that is long enough is the secret; shorter ones are only the letters it begins with.
        group = next((group for group in range(1, expression.groups + 1) if len(one[group] or "") >= _SHORTEST), 0)
        start, end = one.span(group)
        if not _is_meant(detector.plugin, text[start:end]):
            continue
        if isinstance(detector.plugin, JwtTokenDetector):
            # Its expression leaves the signature out.
            end = _end_of(_SIGNATURE, text, end)
        yield SecretSpan(start, end, detector.kind)


def _end_of(expression: re.Pattern[str], text: str, at: int) -> int:
    found = expression.match(text, at)
    return found.end() if found else at


def _is_meant(plugin: BasePlugin, value: str) -> bool:
    if isinstance(plugin, JwtTokenDetector):
        return plugin.is_formally_valid(value)
    return not isinstance(plugin, BasicAuthDetector) or _is_telling(value)


def _named(text: str, lower: str, *, is_bare: bool) -> Iterator[SecretSpan]:
    for expression in (_QUOTED, _BARE) if is_bare else (_QUOTED,):
        for one in expression.finditer(lower):
            start, end = one.span("value")
            if _is_telling(text[start:end]):
                yield SecretSpan(start, end, "password or key")


def _random(text: str) -> Iterator[SecretSpan]:
    for one in islice(_LONG_STRING.finditer(text), _MOST_LONG_STRINGS):
        is_id = _BEFORE_ID.search(text[max(0, one.start() - 9) : one.start("value")])
        if not is_id and _is_random(one["value"]):
            yield SecretSpan(*one.span("value"), "random-looking string")


def _is_random(value: str) -> bool:
    is_mixed = _has_digit(value) and value.lower() != value and value.upper() != value
    is_hash = _HEX.match(value) or _INTEGRITY.match(value)
    return is_mixed and not is_hash and entropy(value) > _ENTROPY and _is_telling(value)


def _is_telling(value: str) -> bool:
    """Whether the value may be a real secret: no placeholder, no reference, no plain word."""
    return len(value) >= 6 and not _HOLLOW.search(value.lower()) and not _SHAPED.search(value) and entropy(value) >= 2.5


def _has_digit(value: str) -> bool:
    return any(sign.isdigit() for sign in value)


def entropy(value: str) -> float:
    """Return Shannon's entropy in bits a sign."""
    return -sum(count / len(value) * math.log2(count / len(value)) for count in Counter(value).values())
