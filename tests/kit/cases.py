"""Runs many small cases in one test: to collect, begin, end and report each as its own takes longer than the case."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[..., None]


def each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Return what lets one test try all cases, with these parameters; the failure names the case it is about."""
    given = (names,) if isinstance(names, str) else names
    every = tuple(cases)
    assert every

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def try_all(**fixtures: Any) -> None:
            for case in every:
                try:
                    test(**fixtures, **dict(zip(given, (case,) if isinstance(names, str) else case, strict=True)))
                except BaseException as failure:
                    failure.add_note(f"in the case {repr(case)[:1_000]}")
                    raise

        asked = inspect.signature(test)
        rest = [asked.parameters[name] for name in asked.parameters if name not in given]
        try_all.__signature__ = asked.replace(parameters=rest)  # type: ignore[attr-defined]
        return try_all

    return decorate
