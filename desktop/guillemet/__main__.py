"""Makes `python -m guillemet` the same as `guillemet`."""

from guillemet.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
