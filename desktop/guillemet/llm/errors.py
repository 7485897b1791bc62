"""Errors of model services: what is raised when an answer cannot be had.

Every message is one or two sentences for people: what happened, then what to do. No message holds a key.

    ServiceError
    ├── NoKeyError           the service wants a key and none is known
    ├── WrongKeyError        the key was refused (401, 403)
    ├── UnreachableError     no answer from the address, or not in time
    ├── BusyError            too many requests or too much load, and trying again did not help (429, 529)
    ├── TooLongError         the request is longer than the model can read
    ├── UnknownModelError    the service has no such model
    ├── ServiceFaultError    the service failed by itself (5xx), or sent an invalid answer (HTML, bad UTF-8)
    ├── BrokenStreamError    the answer ended midway; what came before it was reported
    └── MissingPackageError  the service needs a package that is not installed
"""

from guillemet.bundled import install_advice
from guillemet.engine.errors import GuillemetError


class ServiceError(GuillemetError):
    """An answer cannot be had; `what` happened is the first sentence of its text, the advice what to do the second."""

    def __init__(self, what: str = "", advice: str = "", *, passes: bool = False, wait: float | None = None) -> None:
        super().__init__(f"{what} {advice}".strip())
        self.what = what
        self.passes = passes
        """Asking again after a while may help."""
        self.wait = wait
        """Seconds the service asks to wait before the next request, when it reported."""


class NoKeyError(ServiceError):
    """The service wants a key and none is known."""


class WrongKeyError(ServiceError):
    """The key was refused."""


class UnreachableError(ServiceError):
    """No server responds at the address, or not in time."""


class BusyError(ServiceError):
    """The service has too much to do, or this user asked too often."""


class TooLongError(ServiceError):
    """The request is longer than the model can read."""


class UnknownModelError(ServiceError):
    """The service has no such model."""


class ServiceFaultError(ServiceError):
    """The service failed by itself, or sent an invalid answer."""


class BrokenStreamError(ServiceError):
    """The answer ended midway; what came before was reported."""


class MissingPackageError(ServiceError):
    """The service needs a package that is not installed."""

    def __init__(self, user: str, library: str) -> None:
        super().__init__(f"{user} needs the package {library}, which is not installed.", install_advice(library))
