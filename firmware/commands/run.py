"""`capostazione run`: the table service with camera, rules, buttons and lights, and the page."""

from __future__ import annotations

import argparse
import importlib.util
import logging
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NoReturn

from engine.errors import BadInput
from engine.games import find_game
from engine.words import say
from firmware.eyes import Eyes
from firmware.folder import PACKS, DataFolder
from firmware.heart import notify
from firmware.inbox import Stop, Trouble
from firmware.packs import data_folder, kept_pack, pack_folder
from firmware.panel import Panel, has_pins, system_factory
from firmware.service import BUTTON, ITSELF, Service
from firmware.settings import KEYS, checked_port, settle
from hardware.wiring import our_wiring

SIMULATED = "simulated"
USUAL_GAME, USUAL_PLAYERS = "railroad-tiles", "Giulia,Mirko"


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    for key, setting in KEYS.items():
        usual = "" if setting.usual is None else f" ({setting.usual})"
        add(f"--{key}", type=setting.kind, default=None, help=f"{setting.about}{usual}")
    add("--data", type=Path, default=None, help="the folder for logs, packs and settings.toml")
    add("--new", action="store_true", help="begin a new game even if one is on the table")
    add("--seed", type=int, default=None, help="the simulated players' dice")
    add("--power-off", action="store_true", help="switch the machine off when the score button is held")


def run(args: argparse.Namespace) -> int:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    check(args)
    others = threading.enumerate()
    with ExitStack() as closing:
        folder = closing.enter_context(DataFolder(data_folder(args.data)))
        service = Service(folder, args.take)
        closing.callback(service.close)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: service.put(Stop("asked to end")))
        put_game_on_table(service, args)
        closing.enter_context(page(service, args))
        closing.enter_context(panel(service))
        closing.enter_context(table(service, args))
        notify("READY=1")
        why = service.run()
        notify("STOPPING=1")
    print(f"Capostazione has ended: {why}.", flush=True)
    if why == "shut down" and args.power_off:
        subprocess.run(["systemctl", "poweroff"], check=False)
    if set(threading.enumerate()) - set(others):
        leave_at_once()
    return 0


def leave_at_once() -> NoReturn:
    """End although a thread still learns or reads: whatever must last is stored, and files are written whole.

    The interpreter would end such a thread in the midst of OpenCV, which then aborts the whole process.
    """
    logging.shutdown()
    sys.stdout.flush()
    os._exit(0)


def check(args: argparse.Namespace) -> None:
    """Settle every setting, and refuse what cannot be before anything is opened."""
    for key, value in settle(vars(args), data_folder(args.data)).items():
        setattr(args, key, value)
    args.table = args.table or ("camera" if importlib.util.find_spec("picamera2") else SIMULATED)
    checked_port(args.port)
    if not 0.01 <= args.speed <= 1000:
        raise BadInput(f"--speed {args.speed:g}: must be from 0.01 to 1000")
    if args.take not in (ITSELF, BUTTON):
        raise BadInput(f"--take {args.take}: must be {ITSELF} or {BUTTON}")
    if args.game is not None:
        find_game(args.game)
    if args.pack is not None:
        args.pack = pack_folder(args.pack, args.data)
    if args.table != SIMULATED:
        from firmware.cameras import open_camera

        open_camera(args.table)


def put_game_on_table(service: Service, args: argparse.Namespace) -> None:
    """Go on with the game on the table if it is the one that is asked for; else begin one."""
    resumed = service.resume()
    asked = args.game is not None or args.players is not None
    now = service.snapshot
    if resumed and not args.new and _is_asked_for(args, now.game.name if now.game else "", now.players):
        ended = now.turn is not None and now.turn.over
        if not (ended and args.table == SIMULATED):
            return
    elif not asked and args.table != SIMULATED and not args.new:
        return  # a real table waits for people to start a game on the page
    names_of_players = _players(args.players or (",".join(now.players) if resumed else USUAL_PLAYERS))
    service.begin(args.game or (now.game.name if now.game else USUAL_GAME), names_of_players, {})


def _is_asked_for(args: argparse.Namespace, game: str, players: tuple[str, ...]) -> bool:
    return args.game in (None, game) and (args.players is None or _players(args.players) == players)


def _players(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


@contextmanager
def page(service: Service, args: argparse.Namespace) -> Iterator[None]:
    """The web page, and its address in the terminal."""
    from firmware.boards import BoardMaker
    from firmware.photos import PhotoLens
    from webui.app import create_app
    from webui.gate import Gate
    from webui.qr import qr_text
    from webui.server import Server, addresses

    folder = data_folder(args.data)
    gate, found = Gate(folder), list[str]()
    eyes = {"LENS": PhotoLens(folder / "packs"), "BOARDS": BoardMaker(folder / "packs")}
    app = create_app(service, {"GATE": gate, "ADDRESSES": found, **eyes})
    server = Server(app, args.host, args.port)
    found += addresses(server.port, args.host)
    server.start()
    print("Capostazione is at " + " or ".join(found), flush=True)
    print(f"{qr_text(f'{found[-1]}join#{gate.code}')}Join code {gate.code}, PIN {gate.pin}", flush=True)
    try:
        yield
    finally:
        server.close()


@contextmanager
def panel(service: Service) -> Iterator[None]:
    """Buttons and lights, where the machine has pins; else those on the page serve."""
    if not has_pins():
        yield
        return
    shown = Panel(our_wiring(), system_factory, service.put)
    service.listen(shown.show)
    shown.show(service.snapshot)
    shown.start()
    try:
        yield
    finally:
        shown.close()


@contextmanager
def table(service: Service, args: argparse.Namespace) -> Iterator[None]:
    """The eyes on a real table, or a simulated one with its hands."""
    from firmware.readers import VisionReader

    if args.table == SIMULATED:
        with simulated(service, args):
            yield
        return
    from firmware.cameras import open_camera

    reader = VisionReader(args.pack)
    service.choose_packs_with(lambda name: reader.use(kept_pack(name, args.data)))
    eyes = Eyes(open_camera(args.table), reader, service.put)
    with watching(service, eyes):
        yield


@contextmanager
def watching(service: Service, eyes: Eyes) -> Iterator[None]:
    service.watch_with(eyes)
    service.listen(eyes.show)
    eyes.show(service.snapshot)
    eyes.start()
    try:
        yield
    finally:
        eyes.close()


@contextmanager
def simulated(service: Service, args: argparse.Namespace) -> Iterator[None]:
    """Bots at a rendered table that the real vision reads."""
    from firmware.readers import VisionReader
    from firmware.simulation import cards, mine
    from firmware.simulation.box import taught_box
    from firmware.simulation.hands import Hands
    from firmware.simulation.maps import style_of, taught_map
    from firmware.simulation.painter import Painter
    from firmware.simulation.table import SimulatedTable
    from firmware.simulation.wood import GAME, SEEN

    def learn(game: str) -> Path:
        words = "The camera learns the simulated box from two photos; the first time this takes a minute."
        service.put(Trouble("box", say(words)))
        try:
            packs = data_folder(args.data) / PACKS
            if game == cards.GAME:
                return cards.taught_cards(packs, card_style)
            if game == mine.GAME:
                return mine.taught_mine(packs, mine_style, mine.size_of(service.snapshot.state))
            return taught_box(packs) if game == GAME else taught_map(packs, style)
        finally:
            service.put(Trouble("box"))

    style = style_of(args.seed)
    card_style, mine_style = cards.style_of(args.seed), mine.style_of(args.seed)
    painter = Painter(map_style=style, mine_style=mine_style, card_style=card_style)
    wood = SimulatedTable(painter.paint)
    reader = VisionReader(args.pack, None if args.pack else learn, games=SEEN)
    hands = Hands(service, service.put, wood, random.Random(args.seed), args.speed, reader.reads)
    service.simulate_with(hands.wish)
    service.choose_packs_with(lambda name: reader.use(kept_pack(name, args.data)))
    with watching(service, Eyes(wood, reader, service.put)):
        hands.start()
        try:
            yield
        finally:
            hands.close()
