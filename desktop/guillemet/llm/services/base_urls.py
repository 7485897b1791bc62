"""Addresses of services as people type them."""

from ipaddress import ip_address
from urllib.parse import urlsplit

_NEARBY = (".lan", ".local", ".localhost", ".internal", ".home.arpa")


def completed(address: str) -> str:
    """Return the address with its scheme: `http` for a host nearby, `https` for any other, if it has none.

    Raises ValueError when it names no host, or speaks of something else than the web.
    """
    if not address:
        return address
    parts = urlsplit(address if "://" in address else f"//{address}")
    host = parts.hostname or ""
    is_host = bool(host) and not any(sign.isspace() for sign in address)
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
