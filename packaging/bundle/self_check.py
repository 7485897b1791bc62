"""What a frozen app can lack without anybody noticing at its start: run in it by `guillemet -m self_check`.

All of this is loaded on first use, by name or in a process of its own. Prints a line for each part; ends with the
code 1 when one failed. Reaches for no network.
"""

import asyncio
import importlib
import importlib.metadata
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

import httpx2
from pygments.lexers import get_all_lexers, get_lexer_for_filename
from PySide6.QtGui import QGuiApplication, QImageReader

from guillemet import components
from guillemet.engine import languages
from guillemet.engine.outcomes import Rung
from guillemet.engine.workspace import Workspace
from guillemet.llm import keys
from guillemet.llm.repo_map.reader import NOTHING, OutlineReader
from guillemet.llm.secrets import find_secrets
from guillemet.llm.services.catalogue import choice_of, open_service
from guillemet.llm.services.model_process import ModelProcess
from guillemet.llm.services.presets import PRESETS

_FILE = "def total(items):\n    # Adds them up.\n    return sum(items)\n\n\ndef other():\n    return 1\n"
_KEYRING_LIBRARIES = {
    "linux": "secretstorage",
    "win32": "win32ctypes.pywin32.win32cred",
    "darwin": "keyring.backends.macOS.api",
}
_REPLY = """\
sums.py
```python
<<<<<<< SEARCH
def total(items):
    return sum(items)
=======
def total(items):
    return round(sum(items), 2)
>>>>>>> REPLACE
```
"""


def _syntax_rung() -> str:
    with tempfile.TemporaryDirectory() as place:
        Path(place, "sums.py").write_text(_FILE, encoding="utf-8")
        found = Workspace.create(Path(place)).apply(_REPLY).outcomes
    assert [one.how for one in found] == [Rung.SYNTAX], found
    return "a block found its function by the grammar"


def _grammars() -> str:
    names = ("py", "js", "ts", "tsx", "go", "rs", "java", "c", "cpp", "cs", "html", "css", "json", "yaml", "sh")
    for ending in names:
        language = languages.language_of(f"a.{ending}")
        assert language is not None, ending
        assert languages.parser_of(language) is not None, ending
    return ", ".join(names)


def _outlines() -> str:
    reader = OutlineReader(most=1)
    try:
        ((path, outline),) = reader.read([("sums.py", _FILE.encode())])
    finally:
        reader.close()
    assert outline not in (None, NOTHING), outline
    return f"{path} read in a process of its own"


def _embedded_model() -> str:
    async def ask() -> object:
        process = await ModelProcess.start()
        process.tell({"load": "no-such-file.gguf", "threads": None, "room": 512})
        answer = await process.hear()
        await process.end()
        return answer

    answer = asyncio.run(ask())
    assert isinstance(answer, dict), answer
    assert "failed" in answer, answer
    return f"its process answers: {answer['failed']}"


def _services() -> str:
    wanted = [preset for preset in PRESETS if preset.name in {"anthropic", "openai", "ollama"}]
    opened = [type(open_service(choice_of(preset), key="no key")).__name__ for preset in wanted]
    assert len(opened) == 3, opened
    return ", ".join(opened)


def _keyring() -> str:
    # Those of other systems say so when asked; this system's must load, whether or not its service runs.
    importlib.import_module(_KEYRING_LIBRARIES[sys.platform])
    known = importlib.metadata.entry_points(group="keyring.backends").names
    assert known, "keyring has no backends"
    return f"usable: {keys.has_keyring()}; knows {', '.join(sorted(known))}"


def _secrets() -> str:
    found = find_secrets({"settings.py": 'token = "ghp_' + "a1B2c3D4e5F6" * 3 + '"\n'})
    assert [one.kind for one in found] == ["GitHub token"], found
    return found[0].kind


def _certificates() -> str:
    context = httpx2.create_ssl_context()
    kind = f"{type(context).__module__}.{type(context).__name__}"
    # Elsewhere the system itself is asked, and its authorities are not counted.
    return f"{kind}, {context.cert_store_stats()['x509_ca']} authorities" if sys.platform == "linux" else kind


def _highlighting() -> str:
    for name in ("a.py", "a.rs", "a.ts", "a.sh", "a.md", "a.toml", "a.kt", "a.swift"):
        get_lexer_for_filename(name)
    return f"{len(list(get_all_lexers()))} lexers"


def _pictures() -> str:
    application = QGuiApplication.instance() or QGuiApplication(["", "-platform", "offscreen"])
    formats = {bytes(kind.data()).decode() for kind in QImageReader.supportedImageFormats()}
    assert {"png", "svg"} <= formats, formats
    return f"{', '.join(sorted(formats))} ({type(application).__name__})"


def _versions() -> str:
    missing = [one.name for one in components.COMPONENTS if not one.version()]
    return f"{len(components.COMPONENTS) - len(missing)} components, without a version: {', '.join(missing) or 'none'}"


CHECKS: tuple[Callable[[], str], ...] = (
    *(_syntax_rung, _grammars, _outlines, _embedded_model, _services, _keyring),
    *(_secrets, _certificates, _highlighting, _pictures, _versions),
)


def main() -> int:
    """Run every check; return 1 when one failed."""
    failed = False
    for check in CHECKS:
        title = check.__name__.strip("_").replace("_", " ")
        try:
            print(f"{title}: {check()}", flush=True)
        except Exception:  # noqa: BLE001  the outermost place of this program
            failed = True
            print(f"{title}: FAILED", flush=True)
            traceback.print_exc()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
