"""Runs the model server by hand: `python -m tests.kit.model_server --port 8123 --script demo --rate 200`."""

import argparse
import sys
import threading

from tests.kit.model_server.by_hand import SCRIPTS
from tests.kit.model_server.server import ModelServer


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.model_server", description=__doc__)
    parser.add_argument("--port", type=int, default=8123)
    parser.add_argument("--script", choices=sorted(SCRIPTS), default="demo")
    parser.add_argument("--rate", type=float, default=60.0, help="tokens a second, 0 for as fast as can be")
    parser.add_argument("--key", default="", help="the only key taken; without it any key will do")
    chosen = parser.parse_args()
    models = ({"id": "demo-small", "context_length": 32_768}, {"id": "demo-large", "context_length": 200_000})
    with ModelServer(
        SCRIPTS[chosen.script], models=models, key=chosen.key, rate=chosen.rate, port=chosen.port
    ) as server:
        told = f"OpenAI's format at {server.address}, Anthropic's at {server.bare_address}. A message that holds"
        sys.stdout.write(f"{told} `script:NAME` is answered with that one: {', '.join(sorted(SCRIPTS))}.\n")
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            sys.stdout.write("\n")


main()
