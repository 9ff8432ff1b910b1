"""A hundred pages watch while the game goes on, and each of them sees every change."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from urllib.parse import urlsplit

from tests.webui.conftest import Start, play_some

WATCHERS = 100
PATIENCE_S = 60.0


def watch(address: str, wanted: int, seen: list[int]) -> None:
    """Read the stream until the state with that number comes."""
    parts = urlsplit(address)
    assert parts.hostname
    with socket.create_connection((parts.hostname, parts.port or 80), PATIENCE_S) as line:
        line.sendall(f"GET /api/changes HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
        with line.makefile("rb") as answer:
            for row in answer:
                if row.startswith(b"data: "):
                    n = json.loads(row[6:])["n"]
                    if n >= wanted:
                        seen.append(n)
                        return


def test_a_hundred_watchers_see_the_game_go_on(start: Start, serve: Callable[..., str]) -> None:
    service = start("railroad-tiles", moves=20)
    address = serve(service)
    wanted = service.snapshot.n + 15
    seen: list[int] = []
    threads = [threading.Thread(target=watch, args=(address, wanted, seen), daemon=True) for _ in range(WATCHERS)]
    for thread in threads:
        thread.start()
    play_some(service, 15, seed=7)
    for thread in threads:
        thread.join(PATIENCE_S)
    assert len(seen) == WATCHERS
    assert service.is_alive()
