"""A request cut into the parts it is shown in, file by file; put together they are the request's text."""

from collections.abc import Callable, Iterator

from guillemet.app.chat.request import Prepared
from guillemet.llm.prompts.layout import PartName, Section, sections
from guillemet.ui.chat.request_view import RequestPart

Count = Callable[[str], int]


def parts_of(prepared: Prepared, count: Count) -> tuple[RequestPart, ...]:
    """Return the parts; `count` estimates the tokens of a text."""
    return tuple(part for section in sections(prepared.parts) for part in _parts(section, prepared, count))


def _parts(section: Section, prepared: Prepared, count: Count) -> Iterator[RequestPart]:
    text = section.text
    if section.name is PartName.MESSAGE:
        yield RequestPart(str(section.name), text, count(text), path="")
        return
    start = 0
    for file in prepared.parts.files if section.name is PartName.FILES else ():
        place = text.find(file.text, start) if file.text else -1
        if place < 0:
            continue
        if text[start:place].strip():
            yield RequestPart(str(section.name), text[start:place], count(text[start:place]))
        yield RequestPart(file.path, file.text, count(file.text), path=file.path)
        start = place + len(file.text)
    if text[start:].strip():
        yield RequestPart(str(section.name), text[start:], count(text[start:]))
