"""The services known by name: their address and where their key is looked up; and addresses as users type them.

"Another address" covers all other services.

Model names change from month to month: a preset names one only where it has long been the same or the service's own
package lists it; elsewhere the user picks from the list that the service gives.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

from msgspec import Struct

from guillemet.settings import ServiceKind

Kind = ServiceKind
_NEARBY = (".lan", ".local", ".localhost", ".internal", ".home.arpa")


class Preset(Struct, frozen=True):
    """A service as the program knows it before the user says anything."""

    name: str
    """What settings and keyring call it; never changes."""
    title: str
    """What people call it."""
    kind: Kind
    address: str = ""
    """Where it answers; empty when the user gives it, or when nothing is called over a network."""
    key_variables: tuple[str, ...] = ()
    """Environment variables that may hold its key, the first one set wins."""
    needs_key: bool = False
    default_model: str = ""

    @property
    def is_local(self) -> bool:
        """True when it runs on this computer, so that nothing leaves it."""
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
    """Return the preset of this name; None for a name that none has."""
    return _BY_NAME.get(name)


def completed(address: str) -> str:
    """Return the address with its scheme: `http` for a host nearby, `https` for any other, if it has none.

    Raises ValueError when it names no host, or speaks of something else than the web.
    """
    if not address:
        return address
    parts = urlsplit(address if "://" in address else f"//{address}")
    host = parts.hostname or ""
    is_host = host != "" and address.split() == [address]
    if not is_host or parts.scheme not in {"", "http", "https"} or parts.port == 0:
        raise ValueError(f"no address: {address}")
    if parts.scheme:
        return address
    return f"{'http' if _is_nearby(host) else 'https'}://{address}"


def _is_nearby(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(_NEARBY)
    return True
