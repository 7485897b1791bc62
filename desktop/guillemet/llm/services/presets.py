"""The services known by name: their addresses and the variables of their keys; completing addresses that users type.

"Another address" covers all other services.

Model names change from month to month: a preset names a default model only where the name has long been stable or the
service's own package lists it; elsewhere the user chooses from the list that the service returns.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

from msgspec import Struct

from guillemet.settings import ServiceKind

Kind = ServiceKind
_NEARBY = (".lan", ".local", ".localhost", ".internal", ".home.arpa")


class Preset(Struct, frozen=True):
    """A service as it is before the user configures it."""

    name: str
    """Its id in the settings and the keyring; never changes."""
    title: str
    """Its name on the screen."""
    kind: Kind
    address: str = ""
    """Base URL; empty when the user gives it, or when no network is used."""
    key_variables: tuple[str, ...] = ()
    """Environment variables that may hold its key; the first one that is set is used."""
    needs_key: bool = False
    default_model: str = ""

    @property
    def is_local(self) -> bool:
        """Whether it runs on this computer, so that no data leaves it."""
        return self.kind in {Kind.EMBEDDED, Kind.RECORDED} or self.address.startswith("http://localhost")


PRESETS: tuple[Preset, ...] = (
    Preset(
        "anthropic",
        "Anthropic",
        Kind.ANTHROPIC,
        "https://api.anthropic.com",
        ("ANTHROPIC_API_KEY",),
        needs_key=True,
        default_model="claude-sonnet-5-5",
    ),
    Preset(
        "openai",
        "OpenAI",
        Kind.OPENAI,
        "https://api.openai.com/v1",
        ("OPENAI_API_KEY",),
        needs_key=True,
        default_model="gpt-6.2-sol",
    ),
    Preset("ollama", "Ollama", Kind.COMPATIBLE, "http://localhost:11434/v1"),
    Preset("lm-studio", "LM Studio", Kind.COMPATIBLE, "http://localhost:1234/v1", ("LM_API_TOKEN",)),
    Preset("llama.cpp", "llama.cpp server", Kind.COMPATIBLE, "http://localhost:8080/v1", ("LLAMA_API_KEY",)),
    Preset("vllm", "vLLM", Kind.COMPATIBLE, "http://localhost:8000/v1", ("VLLM_API_KEY",)),
    Preset(
        "openrouter",
        "OpenRouter",
        Kind.COMPATIBLE,
        "https://openrouter.ai/api/v1",
        ("OPENROUTER_API_KEY",),
        needs_key=True,
        default_model="openrouter/auto",
    ),
    Preset(
        "deepseek",
        "DeepSeek",
        Kind.COMPATIBLE,
        "https://api.deepseek.com/v1",
        ("DEEPSEEK_API_KEY",),
        needs_key=True,
    ),
    Preset(
        "mistral",
        "Mistral",
        Kind.COMPATIBLE,
        "https://api.mistral.ai/v1",
        ("MISTRAL_API_KEY",),
        needs_key=True,
        default_model="mistral-large-latest",
    ),
    Preset("xai", "xAI", Kind.COMPATIBLE, "https://api.x.ai/v1", ("XAI_API_KEY",), needs_key=True),
    Preset("groq", "Groq", Kind.COMPATIBLE, "https://api.groq.com/openai/v1", ("GROQ_API_KEY",), needs_key=True),
    Preset(
        "gemini",
        "Google Gemini",
        Kind.COMPATIBLE,
        "https://generativelanguage.googleapis.com/v1beta/openai",
        ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        needs_key=True,
    ),
    Preset("address", "Another address", Kind.COMPATIBLE),
    Preset("embedded", "A model file on this computer", Kind.EMBEDDED),
    Preset("recorded", "Recorded replies", Kind.RECORDED),
)


_BY_NAME = {preset.name: preset for preset in PRESETS}


def preset_named(name: str) -> Preset | None:
    """Return the preset with this name; None when it is unknown."""
    return _BY_NAME.get(name)


def completed(address: str) -> str:
    """Return the address with a scheme; if it has none, `http` for an IP address or a local name, else `https`.

    Raises ValueError when there is no host, or the scheme is neither `http` nor `https`.
    """
    if not address:
        return address
    parts = urlsplit(address if "://" in address else f"//{address}")
    host = parts.hostname or ""
    is_host = host != "" and address.split() == [address]
    if not is_host or parts.scheme not in {"", "http", "https"} or parts.port == 0:
        raise ValueError(f"not an address: {address}")
    if parts.scheme:
        return address
    return f"{'http' if _defaults_to_http(host) else 'https'}://{address}"


def _defaults_to_http(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(_NEARBY)
    return True
