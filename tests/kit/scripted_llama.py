"""Runs the embedded model's process with a scripted llama.cpp in place of the real one.

`python scripted_llama.py MODE`, which says how loading goes: empty is well, `missing`, `fails`, `killed`, `slow` (for
ever). What an answer does is said by the first word of the last message; any other message is said back.
"""

import importlib
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NoReturn

MODE = sys.argv[1] if len(sys.argv) > 1 else ""
TOO_LONG = {"type": "exceed_context_size_error", "message": "too long", "n_prompt_tokens": 20_024, "n_ctx": 16_384}

Tell = Callable[[dict[str, Any]], object]


def command(mode: str = "") -> tuple[str, ...]:
    """Return what starts this process."""
    return (sys.executable, str(Path(__file__)), mode)


class Server:
    """Looks like llama.cpp's server from where `embedded_child` stands."""

    def __init__(self, params: SimpleNamespace) -> None:
        self._params = params
        if MODE == "fails":
            raise RuntimeError("Failed to init server, please check the input params.")
        if MODE == "killed":
            _kill()
        while MODE == "slow":
            time.sleep(0.01)

    def handle_chat_completions(self, request: dict[str, Any], tell: Tell) -> None:
        """Answer as the last message says."""
        told = request["messages"][-1]["content"]
        order, _, rest = told.partition(" ")
        match order:
            case "count":
                number = 0
                while not tell(_delta(content=f"{number} ")):
                    number += 1
            case "hang":
                tell(_delta(content="before"))
                while True:
                    time.sleep(0.01)
            case "die":
                if rest:
                    tell(_delta(content=rest))
                _kill()
            case "refuse":
                tell({"error": TOO_LONG})
            case "fail":
                raise RuntimeError("image input is not supported")
            case _:
                self._answer(order, rest, told, tell)

    def _answer(self, order: str, rest: str, told: str, tell: Tell) -> None:
        tell(_delta(role="assistant", content=None))
        match order:
            case "noise":
                os.write(1, b'{"chunk": 1}\nloading tensors\n')
                tell(_delta(content=rest))
            case "think":
                tell(_delta(reasoning_content=rest))
                tell(_delta(content="done"))
            case "process":
                tell(_delta(content=str(os.getpid())))
            case "order":
                tell(
                    _delta(content=f"{self._params.model.path}|{self._params.n_ctx}|{self._params.cpuparams.n_threads}")
                )
            case _:
                for word in told.split():
                    tell(_delta(content=f"{word} "))
        tell({"choices": [{"index": 0, "delta": {}, "finish_reason": "length" if order == "long" else "stop"}]})
        usage = {"prompt_tokens": 27, "completion_tokens": 60, "prompt_tokens_details": {"cached_tokens": 20}}
        tell({"choices": [], "usage": usage})


def _delta(**parts: object) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": parts, "finish_reason": None}]}


def _kill() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("killed, but alive")


def _params() -> SimpleNamespace:
    return SimpleNamespace(model=SimpleNamespace(path=""), cpuparams=SimpleNamespace(n_threads=-1))


if __name__ == "__main__":
    llama: Any = ModuleType("xllamacpp")
    llama.CommonParams, llama.Server = _params, Server
    sys.modules["xllamacpp"] = None if MODE == "missing" else llama  # type: ignore[assignment]
    sys.path.insert(0, str(Path.cwd()))
    importlib.import_module("guillemet.llm.services.embedded_child").main()
