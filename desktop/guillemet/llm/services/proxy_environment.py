"""What the HTTP client takes from the environment, proxies and certificates, and errors of what is wrong with it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import getproxies, proxy_bypass

from guillemet.llm.errors import MissingPackageError, ServiceError, UnreachableError

_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR")


@contextmanager
def taken_in() -> Iterator[None]:
    """Raise as ServiceError what a client stumbles with, while it is made, over what the environment names."""
    try:
        yield
    except ServiceError:
        raise
    except ImportError as error:
        raise MissingPackageError("The SOCKS proxy that is set in the environment", "socksio") from error
    except OSError as error:
        named = " or ".join(name for name in _CERTIFICATES if os.environ.get(name)) or "the system"
        raise UnreachableError(
            f"The certificates that {named} names cannot be read ({error.strerror or error}).",
            "Correct that, and start Guillemet again.",
        ) from error
    except ValueError as error:
        raise UnreachableError(
            "The proxy that is set in the environment cannot be used.",
            "Correct HTTP_PROXY, HTTPS_PROXY, ALL_PROXY or NO_PROXY, and start Guillemet again.",
        ) from error


def has_proxy(host: str) -> bool:
    """Whether requests to this host, with or without its port, go through a proxy."""
    return bool(getproxies().keys() & {"http", "https", "all"}) and not proxy_bypass(host)
