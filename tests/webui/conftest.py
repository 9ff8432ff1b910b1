"""A real service with a real page around it: nothing here stands in for anything."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.bots import play_out
from engine.game import seat
from engine.games import find_bot
from firmware.folder import DataFolder
from firmware.inbox import Stop
from firmware.service import Service
from webui.app import create_app
from webui.gate import Gate
from webui.server import Server

Start = Callable[..., Service]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a service, with a game that bots have played for some moves if one is named."""
    running: list[tuple[Service, threading.Thread]] = []

    def begin(
        game: str | None = None,
        players: tuple[str, ...] = ("Giulia", "Mirko"),
        moves: int = 0,
        setup: Mapping[str, Any] | None = None,
        bot: str = "random",
    ) -> Service:
        service = Service(DataFolder(tmp_path / f"data{len(running)}"))
        thread = threading.Thread(target=service.run, daemon=True)
        thread.start()
        running.append((service, thread))
        if game:
            service.begin(game, players, setup or {})
            play_some(service, moves, bot)
        return service

    yield begin
    for service, thread in running:
        service.put(Stop("the test is over"))
        thread.join(5)
        service.close()


def play_some(service: Service, moves: int, bot: str = "random", seed: int = 4) -> None:
    """Let bots play a number of moves, or to the end."""
    game = service.snapshot.game
    assert game is not None
    bots = {seat(index): find_bot(game.name, bot) for index in range(len(service.snapshot.players))}
    for number, (move, _) in enumerate(play_out(game, service.snapshot.state, bots, random.Random(seed))):
        if number >= moves:
            return
        service.ask("move", None, text=str(move))


@pytest.fixture
def visit() -> Callable[..., FlaskClient]:
    """A client of a service's page; `far` makes it a phone that is not the table's own machine."""

    def client(service: Service, far: bool = False, **config: Any) -> FlaskClient:
        return create_app(service, {"TESTING": True, "ALL_ARE_FAR": far, **config}).test_client()

    return client


@pytest.fixture
def serve() -> Iterator[Callable[..., str]]:
    """Serves a service's page for real and tells its address."""
    servers: list[Server] = []

    def begin(service: Service, **config: Any) -> str:
        server = Server(create_app(service, {"GATE": Gate(), **config}), "127.0.0.1", 0)
        server.start()
        servers.append(server)
        return f"http://127.0.0.1:{server.port}"

    yield begin
    for server in servers:
        server.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium; where there is none, or no way to drive it, the tests that want it are skipped."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'")
    from tests.webui.browsing import CHROMIUM

    if CHROMIUM is None:
        pytest.skip("there is no Chromium: apt-get install chromium")
    with driver.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def look(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens an address; anything that the page's console complains of fails the test."""
    from tests.webui.browsing import LAPTOP, PATIENCE_MS, UNDER_AXE, is_complaint

    complaints: list[str] = []
    contexts = []

    def begin(address: str, size: dict[str, int] = LAPTOP, locale: str = "en-GB", scheme: str = "light") -> Any:
        context = browser.new_context(viewport=size, locale=locale, color_scheme=scheme)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text)
                if is_complaint(line.type, line.text) and page not in UNDER_AXE else None)  # fmt: skip
        page.goto(address)
        return page

    yield begin
    for context in contexts:
        context.close()
    assert not complaints
