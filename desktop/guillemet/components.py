"""The libraries this program uses directly, with their licences: shown by About and by `guillemet doctor`.

What a package ships besides, because one of these needs it, stands in the list of licences that its build writes.
"""

from importlib.util import find_spec

from msgspec import Struct

_SYSTEM_PACKAGES = (  # what Qt's platforms need of Debian and Ubuntu
    "libegl1 libgl1 libdbus-1-3 libfontconfig1 libglib2.0-0 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 "
    "libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xkb1 libwayland-cursor0"
)


class Component(Struct, frozen=True):
    """A library."""

    name: str
    """As its makers write it."""
    licence: str
    """SPDX expression of what we use it under."""
    package: str = ""
    """The distribution on the package index; empty where another one brings it along."""

    def version(self) -> str:
        """Return the installed version; empty when it is not installed, or the installation does not say."""
        # Loading this takes longer than most commands may.
        from importlib import metadata  # noqa: PLC0415

        try:
            return metadata.version(self.package) if self.package else ""
        except metadata.PackageNotFoundError:
            return ""


COMPONENTS = (
    Component("Python", "PSF-2.0"),
    Component("Qt", "LGPL-3.0-only"),
    Component("PySide6", "LGPL-3.0-only", "PySide6-Essentials"),
    Component("libgit2", "GPL-2.0-only WITH GCC-exception-2.0"),
    Component("pygit2", "GPL-2.0-only WITH GCC-exception-2.0", "pygit2"),
    Component("anthropic", "Apache-2.0", "anthropic"),
    Component("anyio", "MIT", "anyio"),
    Component("charset-normalizer", "MIT", "charset-normalizer"),
    Component("detect-secrets", "Apache-2.0", "detect-secrets"),
    Component("filelock", "MIT", "filelock"),
    Component("httpx2", "BSD-3-Clause", "httpx2"),
    Component("keyring", "MIT", "keyring"),
    Component("jeepney", "MIT", "jeepney"),
    Component("msgspec", "BSD-3-Clause", "msgspec"),
    Component("openai", "Apache-2.0", "openai"),
    Component("pathspec", "MPL-2.0", "pathspec"),
    Component("platformdirs", "MIT", "platformdirs"),
    Component("Pygments", "BSD-2-Clause", "Pygments"),
    Component("RapidFuzz", "MIT", "rapidfuzz"),
    Component("tree-sitter", "MIT", "tree-sitter"),
    *(
        Component(f"tree-sitter-{language}", "MIT", f"tree-sitter-{language}")
        for language in (
            *("bash", "c", "c-sharp", "cpp", "css", "go", "html", "java", "javascript", "json", "python", "rust"),
            *("typescript", "yaml"),
        )
    ),
)


def explain_missing_qt(error: Exception) -> str:
    """Return in one sentence why a library of Qt could not be loaded, and what to install."""
    if find_spec("PySide6") is None:
        return "PySide6 is not installed, so no window can be opened; install it with: pip install PySide6-Essentials"
    return f"Qt cannot be loaded here ({error}). On Debian or Ubuntu try: sudo apt install {_SYSTEM_PACKAGES}"
