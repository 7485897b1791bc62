"""pygit2 and the disk: the only package that opens repositories and writes user files."""

from guillemet import process_settings

with process_settings.without_certificates():
    import pygit2  # the first import: all later ones reuse it

# The types of pygit2 do not export it.
PYGIT2_VERSION: str = pygit2.__version__  # type: ignore[attr-defined]
LIBGIT2_VERSION = pygit2.LIBGIT2_VERSION
