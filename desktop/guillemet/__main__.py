"""The entry point of `guillemet` and of `python -m guillemet`."""

from guillemet import process_settings


def main() -> int:
    """Load the command line and run it; return the exit code."""
    with process_settings.loading():
        from guillemet import cli  # noqa: PLC0415  so that loading it is not slowed down by collecting garbage
    return cli.main()


if __name__ == "__main__":
    raise SystemExit(main())
