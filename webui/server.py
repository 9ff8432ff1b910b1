"""The web server: waitress in the service's own process, in threads."""

from __future__ import annotations

import socket
import threading
from typing import Any

from flask import Flask

from engine.errors import ClearNo
from webui.api import MOST_STREAMS

# Every event stream holds a thread; the rest answer everything else.
THREADS = MOST_STREAMS + 16


class PortInUse(ClearNo):
    """Something else listens where the page should be."""


class Server:
    """Serves the page from a thread of its own until it is closed."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        from waitress import create_server

        try:
            # A change must leave at once, however short: without send_bytes=1 waitress waits for more.
            self._server: Any = create_server(
                app, host=host, port=port, threads=THREADS, send_bytes=1, connection_limit=200, ident="Capostazione"
            )
        except OSError as error:
            words = f"port {port} cannot be used ({error.strerror or error}); choose another with --port"
            raise PortInUse(words) from error
        self.port = int(self._server.effective_port)
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._server.close()


def addresses(port: int) -> list[str]:
    """Where the page can be reached: the machine's name, and its address in the home network if it has one."""
    found = [f"http://localhost:{port}/", f"http://{socket.gethostname().partition('.')[0]}.local:{port}/"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # No packet is sent: connecting a datagram socket only chooses the way.
            probe.connect(("192.0.2.1", 9))
            found.append(f"http://{probe.getsockname()[0]}:{port}/")
        except OSError:
            return found
    return found
