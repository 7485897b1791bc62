"""Looks at a GGUF file before llama.cpp does, so that the commonest mistakes get a sentence of their own."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from guillemet.llm.errors import ServiceError, ServiceFaultError, UnknownModelError

_MAGIC = b"GGUF"
_GIGABYTE = 1_000_000_000


def check_model_file(file: Path) -> None:
    """Raise ServiceError when this cannot be a model file, or is one that this computer's memory cannot hold."""
    try:
        with file.open("rb") as opened:
            begins = opened.read(len(_MAGIC))
        size = file.stat().st_size
    except FileNotFoundError as error:
        raise UnknownModelError(f"There is no model file {file}. Choose a GGUF file in the settings.") from error
    except OSError as error:
        raise ServiceError(
            f"The model file {file} cannot be read ({error.strerror or error}). Choose a GGUF file in the settings.",
        ) from error
    if begins != _MAGIC:
        raise UnknownModelError(
            f"{file.name} is no GGUF file, judging by its first bytes. Choose another in the settings."
        )
    memory = memory_of_computer()
    if memory is not None and size > memory:
        raise ServiceFaultError(
            f"{file.name} has {_told(size)}, and this computer has {_told(memory)} of memory. Choose a smaller model.",
        )


def memory_of_computer() -> int | None:
    """Return the bytes of memory built in; None where the system does not tell."""
    if sys.platform != "win32":
        with suppress(ValueError, OSError):
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return None


def _told(size: int) -> str:
    return f"{size / _GIGABYTE:.1f} GB"
