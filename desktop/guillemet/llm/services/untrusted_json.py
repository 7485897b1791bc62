"""Reads what a service said without trusting its shape: the SDKs build their values without checking them."""

from collections.abc import Mapping, Sequence


def value_at(value: object, *names: str) -> object:
    """Return what stands below these names, in attributes or mappings; None where one is missing."""
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
    return value


def text_at(value: object, *names: str) -> str:
    """Return the text below these names; empty where there is none."""
    found = value_at(value, *names)
    return found if isinstance(found, str) else ""


def number_at(value: object, *names: str) -> int:
    """Return the whole number below these names; 0 where there is none, or less."""
    found = value_at(value, *names)
    return max(0, int(found)) if isinstance(found, int) and not isinstance(found, bool) else 0


def list_at(value: object, *names: str) -> Sequence[object]:
    """Return the list below these names; empty where there is none."""
    found = value_at(value, *names)
    return found if isinstance(found, list) else ()
