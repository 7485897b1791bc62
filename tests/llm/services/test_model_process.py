"""The model's process ends with its parent, whatever ends that."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.kit.asking import PATIENCE


@pytest.mark.parametrize("mode", ["", "slow"])
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the process ends once the model is loaded")
def test_the_process_ends_with_a_killed_parent(tmp_path: Path, mode: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT, str(tmp_path / "any.gguf"), mode],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)

    wait_until_gone(child)


_PARENT = """
import asyncio, sys
from pathlib import Path
from guillemet.llm.services.model_process import ModelProcess
from tests.kit.scripted_llama import command

async def main():
    process = await ModelProcess.start(command(sys.argv[2]))
    process.tell({"load": sys.argv[1], "threads": None, "room": 512})
    if not sys.argv[2]:
        await process.hear()
    print(process._process.pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def wait_until_gone(process: int) -> None:
    """Wait until a process that is no child of this one has ended."""
    deadline = time.monotonic() + PATIENCE
    state = Path(f"/proc/{process}/stat")
    while state.exists() and time.monotonic() < deadline:
        try:
            if state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
                return  # gone, but nobody fetched its ending: it has no parent left
        except OSError:
            return
    assert not state.exists(), "the model's process outlived its parent"
