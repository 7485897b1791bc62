"""pygit2 and the disk: the only room that opens repositories and writes user files."""

from guillemet.engine import certificates

with certificates.set_aside():
    import pygit2  # noqa: F401  whatever is imported from here on finds it there
