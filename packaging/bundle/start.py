"""Entry point of the frozen app.

`guillemet -m guillemet.MODULE` runs one of the program's own modules, as a Python interpreter does: in a frozen app
`sys.executable` is the app itself, and that is how the program starts the processes for outlines and embedded models.
`guillemet -m self_check` tries what an app can lack without anybody noticing.
"""

import os
import runpy
import sys
from pathlib import Path

_LIBRARIES = "LD_LIBRARY_PATH"


def main() -> int:
    """Run the command line, or the module asked for; return the exit code."""
    _restore_environment()
    if sys.platform == "win32":
        # The program without a console (started from the menu) has no pipes for its children: the other one has.
        sys.executable = str(Path(sys.executable).with_name("guillemet.exe"))
    module = sys.argv[2] if sys.argv[1:2] == ["-m"] and len(sys.argv) > 2 else ""
    if module == "self_check" or module.startswith("guillemet."):
        del sys.argv[1:3]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return 0
    # Not for the processes apart: they start faster without it.
    from guillemet.__main__ import main as command_line  # noqa: PLC0415

    return command_line()


def _restore_environment() -> None:
    """Give programs started from here (git, hooks, editors) the libraries of the system.

    On Linux the bootloader points LD_LIBRARY_PATH at the bundle. The loader has read it by now and keeps to it.
    """
    # The app's own processes find their libraries by themselves, too, and do not rely on what this one was given.
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    if sys.platform != "linux":
        return
    before = os.environ.pop(f"{_LIBRARIES}_ORIG", None)
    os.environ.pop(_LIBRARIES, None)
    if before is not None:
        os.environ[_LIBRARIES] = before


if __name__ == "__main__":
    sys.exit(main())
