"""The web server: waitress in the service's own process, in threads."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Any

from flask import Flask
from waitress import create_server

from engine.errors import ClearNo
from webui.api import LOOK_S, MOST_STREAMS, Streams
from webui.guard import MOST_PHOTO_BYTES
from webui.refusals import Channel

# Every event stream holds a thread; the rest answer everything else.
THREADS = MOST_STREAMS + 16
END_S = 2.0
EVERYWHERE = "0.0.0.0"


class PortInUse(ClearNo):
    """Something else listens where the page should be."""


class Server:
    """Serves the page from a thread of its own until it is closed."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        listening = _listen(host, port)
        self.port = int(listening.getsockname()[1])
        self._server: Any = create_server(
            app, sockets=[listening], threads=THREADS, connection_limit=200, ident="Capostazione",
            max_request_body_size=MOST_PHOTO_BYTES + 1,
        )  # fmt: skip
        self._server.channel_class = Channel
        self._streams: Streams = app.extensions["streams"]
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """End the streams, then the server; closing twice does nothing.

        The sockets are closed by waitress' own thread: closed under it, it would go on with numbers of files that by
        then belong to somebody else.
        """
        if not self._thread.is_alive():
            return
        self._streams.end(2 * LOOK_S)
        # Another pull may have woken waitress between noting the call and waking it: then it has closed already.
        with suppress(OSError):
            self._server.trigger.pull_trigger(self._close_sockets)
        self._thread.join(END_S)
        self._server.task_dispatcher.shutdown(timeout=END_S)

    def _close_sockets(self) -> None:
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.close()


def _listen(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        words = f"port {port} on {host} cannot be used ({error.strerror or error}); choose another with --port"
        raise PortInUse(words) from error
    return listening


def addresses(port: int, host: str = EVERYWHERE) -> list[str]:
    """Where the page can be reached: the machine's name, and its address in the home network if it has one.

    A page that listens on one address only has no other.
    """
    if host not in (EVERYWHERE, "::", ""):
        name = "localhost" if host == "127.0.0.1" else f"[{host}]" if ":" in host else host
        return [f"http://{name}:{port}/"]
    found = [f"http://localhost:{port}/", f"http://{socket.gethostname().partition('.')[0]}.local:{port}/"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # No packet is sent: connecting a datagram socket only chooses the way.
            probe.connect(("192.0.2.1", 9))
            found.append(f"http://{probe.getsockname()[0]}:{port}/")
        except OSError:
            return found
    return found
