"""pygit2 and the disk: the only package that opens repositories and writes user files."""

from guillemet import process_settings

with process_settings.without_certificates():
    import pygit2  # noqa: F401  whatever is imported from here on finds it there
