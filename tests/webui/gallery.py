"""Pictures of every page of every game for people to look at: `python -m tests.webui.gallery FOLDER`.

Real services, real readers, rendered photos, a simulated table with its camera; real Chromium at the size of a phone
and of a laptop, light and dark, in every language. One picture a page, and contact sheets of them all.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from firmware.boards import BoardMaker
from firmware.folder import DataFolder
from firmware.inbox import Stop
from firmware.photos import PhotoLens
from firmware.service import Service
from tests.vision.test_boards import CALM, scene, toml_of
from tests.vision.test_cards import photo_of, row_of
from tests.webui import test_board_page as drawn_board
from tests.webui import test_lessons_for_real as mine_lessons
from tests.webui.browsing import CHROMIUM, LAPTOP, PHONE
from tests.webui.conftest import play_some
from vision.render.board_print import STYLES, new_york, print_board
from vision.render.board_scene import blank_photo, shoot_board
from webui.app import create_app
from webui.gate import Gate
from webui.server import Server

RAILROAD, RAILS, CITY, CARDS = "railroad-tiles", "off-the-rails", "ticket-to-ride-new-york", "ticket-to-ride-card-game"
GAMES = (RAILROAD, RAILS, CITY, CARDS)
HALFWAY = {RAILROAD: 150, RAILS: 60, CITY: 60, CARDS: 120}
PLAYERS = {RAILROAD: ("Giulia", "Mirko"), RAILS: ("Giulia", "Mirko", "Chloé"), CITY: ("Giulia", "Mirko", "Chloé"),
           CARDS: ("Giulia", "Mirko")}  # fmt: skip
PHOTOS = Path(__file__).parent.parent / "photos" / "railroad-tiles"
LOCALES = {"en": "en-GB", "it": "it-IT", "fr": "fr-FR"}
SIZES = {"phone": PHONE, "laptop": LAPTOP}
SLOW_MS = 120_000
LOADED = "() => !document.querySelector('#next') || Boolean(document.querySelector('#next').textContent)"

Act = Callable[[Page], None]


def _nothing(page: Page) -> None:
    page.wait_for_load_state()


@dataclass(frozen=True)
class View:
    """One picture: an address, and what is done on it first."""

    name: str
    address: str
    act: Act = _nothing
    after: Act = _nothing
    whole: bool = True  # the whole page, not only what is in sight


@dataclass
class Studio:
    """Services that run while the pictures are taken."""

    folder: Path
    closing: ExitStack = field(default_factory=ExitStack)
    number: int = 0

    def serve(self, game: str | None = None, moves: int = 0, setup: dict[str, Any] | None = None, **config: Any) -> str:
        self.number += 1
        service = Service(DataFolder(self.folder / f"data{self.number}"))
        thread = threading.Thread(target=service.run, daemon=True)
        thread.start()
        self.closing.callback(service.close)
        self.closing.callback(lambda: (service.put(Stop("the pictures are taken")), thread.join(5)))
        if game:
            service.begin(game, PLAYERS[game], setup or {})
            play_some(service, moves, "good")
        server = Server(create_app(service, {"GATE": Gate(), **config}), "127.0.0.1", 0)
        server.start()
        self.closing.callback(server.close)
        return f"http://127.0.0.1:{server.port}"


# Games.


def game_views(studio: Studio, game: str) -> Iterator[View]:
    """A game at its start, halfway and at its end, with its sheet; where hands are hidden also from a seat."""
    yield View(f"{game}-start", studio.serve(game))
    halfway = studio.serve(game, HALFWAY[game])
    yield View(f"{game}-halfway", halfway)
    yield View(f"{game}-part", halfway, lambda page: page.locator("#scores button").first.click())
    if game == RAILROAD:
        yield View(f"{game}-misread", halfway, _tap_a_tile, whole=False)
    else:
        yield View(f"{game}-seat", halfway, _sit_down, _stand_up)
    over = studio.serve(game, 10_000)
    yield View(f"{game}-over", over)
    yield View(f"{game}-sheet", f"{over}/sheet", lambda page: page.locator(".player-sheet").first.wait_for())
    yield View(f"{game}-new", f"{over}/new", lambda page: _choose_game(page, game))


def _tap_a_tile(page: Page) -> None:
    page.locator(".territory .laid").last.click()
    page.locator("[role=dialog] .tile-grid").first.wait_for()


SEAT = """(seat) => fetch('/api/seat',
  {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({seat})})"""


def _sit_down(page: Page) -> None:
    """Take the first seat; it is one phone's until that leaves it."""
    page.evaluate(SEAT, "P1")
    page.reload()
    page.locator("#scores button").first.wait_for()
    page.wait_for_timeout(300)


def _stand_up(page: Page) -> None:
    page.evaluate(SEAT, None)


def _choose_game(page: Page, game: str) -> None:
    chosen = page.locator("[name=game]")
    if chosen.first.evaluate("(field) => field.tagName") == "SELECT":
        chosen.first.select_option(game)
    else:
        page.locator(f"[name=game][value={game}]").check()


# Photos, lessons, boards.


def _picture(picture: Any, path: Path) -> Path:
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    return path


def photos_of_all(folder: Path) -> dict[str, tuple[Path, str]]:
    """A photo of every game, with the pack it is read with."""
    packs = folder / "packs"
    city = packs / "city"
    city.mkdir(parents=True)
    told, style = new_york(), sorted(STYLES)[0]
    (city / "board.toml").write_text(toml_of(told), encoding="utf-8")
    _picture(blank_photo(print_board(told, STYLES[style]), np.random.default_rng(0)), city / "blank.jpg")
    map_photo = shoot_board(scene(style, 3, CALM, 6.0), 3)[0]
    shoot_mine = mine_lessons._mine(packs)  # the same board as in its test
    lens = PhotoLens(packs)
    first = shoot_mine(1)
    lens.teach(RAILS, "mine", [(_jpeg(first[0]), first[1])])
    lesson = photo_of(row_of("red", "red", "red", "green", "blue"), zone=1)
    lens.teach(CARDS, "cards", [(_jpeg(lesson[0]), lesson[1])])
    return {
        RAILROAD: (PHOTOS / "atlas-0.jpg", ""),
        RAILS: (_picture(shoot_mine(2)[0], folder / "mine.jpg"), "mine"),
        CITY: (_picture(map_photo, folder / "city.jpg"), "city"),
        CARDS: (_picture(photo_of(row_of("red", "green", "blue"), zone=1, seed=9)[0], folder / "cards.jpg"), "cards"),
    }


def _jpeg(picture: Any) -> bytes:
    return bytes(cv2.imencode(".jpg", picture)[1].tobytes())


def photo_views(studio: Studio) -> Iterator[View]:
    photos = photos_of_all(studio.folder)
    packs = studio.folder / "packs"
    address = studio.serve(LENS=PhotoLens(packs), BOARDS=BoardMaker(packs))
    yield View("photo", f"{address}/photo")
    yield View("teach", f"{address}/teach")
    for game, (photo, pack) in photos.items():
        yield View(f"photo-{game}", f"{address}/photo", _counted(game, photo, pack))
        yield View(f"teach-{game}", f"{address}/teach", _taught(game, photo, pack))
    blank = _picture(shoot_board(drawn_board.SCENE, 1)[0], studio.folder / "blank.jpg")
    yield View("board", f"{address}/board")
    yield View("board-drawn", f"{address}/board", lambda page: _drawn(page, blank))


def _counted(game: str, photo: Path, pack: str) -> Act:
    def act(page: Page) -> None:
        page.wait_for_load_state("networkidle")
        page.locator("[name=game]").select_option(game)
        if pack:
            page.locator("[name=pack]").select_option(pack)
        page.locator("input[type=file]").set_input_files(photo)
        page.locator("button[type=submit]").click()
        page.locator("#answer .picture, #answer [role=alert]").first.wait_for(timeout=SLOW_MS)

    return act


def _taught(game: str, photo: Path, pack: str) -> Act:
    def act(page: Page) -> None:
        page.wait_for_load_state("networkidle")
        page.locator("[name=game]").select_option(game)
        page.locator("[name=pack]").fill(pack or "our-box")
        page.locator("input[type=file]").set_input_files(photo)
        page.locator("button[type=submit]").click()
        page.locator("#photos .picture, #answer [role=alert]").first.wait_for(timeout=SLOW_MS)

    return act


def _drawn(page: Page, photo: Path) -> None:
    """Corners tapped, the board cut out and two routes drawn."""
    for name, value in (("pack", "piemonte"), ("name", "Piemonte"), ("across", "300"), ("down", "250")):
        page.locator(f"#photo [name={name}]").fill(value)
    for piece in drawn_board.TOLD["pieces"]:
        page.locator(f"[name=piece][value={piece}]").check()
    page.locator("#photo input[type=file]").set_input_files(photo)
    page.locator("#photo-drawing svg").wait_for()
    for share in ((0.25, 0.2), (0.75, 0.2), (0.75, 0.8), (0.25, 0.8)):
        drawn_board.tap(page, "#photo-drawing", share)
    page.locator("#cut").click()
    page.locator("#board-drawing svg").wait_for()
    for name in list(drawn_board.LINES)[:2]:
        for point in drawn_board.LINES[name]:
            drawn_board.tap(page, "#board-drawing", np.array(point) / drawn_board.TOLD["size"])
        page.locator("#route [name=from]").fill(name[0])
        page.locator("#route [name=to]").fill(name[1])
        page.locator("#route button[type=submit]").click()


# The simulated table and its camera.


@contextmanager
def simulated(folder: Path, game: str, port: int) -> Iterator[str]:
    """`capostazione run` at a simulated table, until its camera has read something."""
    command = [sys.executable, "-m", "firmware.cli", "run", "--table", "simulated", "--game", game, "--players",
               "Giulia,Mirko", "--data", str(folder), "--port", str(port), "--speed", "4", "--seed", "3"]  # fmt: skip
    with (folder.parent / f"{folder.name}.log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            _wait_for_camera(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def _wait_for_camera(address: str) -> None:
    until = time.monotonic() + SLOW_MS / 1000
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{address}/api/state", timeout=5) as answer:
                state = json.load(answer)
            if state["picture"] and len(state["story"]) > 25:
                return
        except OSError:
            pass
        time.sleep(0.5)
    raise AssertionError(f"the simulated table at {address} never got going")


def camera_views(studio: Studio, port: int) -> Iterator[View]:
    for number, game in enumerate(GAMES):
        address = studio.closing.enter_context(simulated(studio.folder / f"simulated{number}", game, port + number))
        yield View(f"camera-{game}", address, _with_camera)
        if game == RAILROAD:
            yield View("calibrate-checked", f"{address}/calibrate", _checked)


def _with_camera(page: Page) -> None:
    page.locator("#camera").scroll_into_view_if_needed()
    details = page.locator("#camera details:not([open]) summary")
    if details.count():
        details.first.click()
    page.wait_for_timeout(1500)


def _checked(page: Page) -> None:
    page.locator("#check").click()
    page.locator("#zones li").first.wait_for(timeout=SLOW_MS)


# Everything else.


def other_views(studio: Studio) -> Iterator[View]:
    idle = studio.serve()
    far = studio.serve(RAILROAD, 40, ALL_ARE_FAR=True)
    yield View("welcome", idle)
    yield View("new", f"{idle}/new")
    yield View("sheet-empty", f"{idle}/sheet")
    yield View("calibrate", f"{idle}/calibrate")
    yield View("join", f"{far}/join")
    yield View("watching", far)
    yield View("invite", idle, lambda page: page.locator("#invite").click(), whole=False)


PARTS: dict[str, Callable[[Studio], Iterator[View]]] = {
    **{game: lambda studio, game=game: game_views(studio, game) for game in GAMES},  # type: ignore[misc]  # bound now
    "photos": photo_views,
    "camera": lambda studio: camera_views(studio, 8770),
    "others": other_views,
}


def take(browser: Browser, view: View, language: str, scheme: str, size: str, folder: Path) -> str:
    """One picture; returns what is wrong with it, if anything."""
    context = browser.new_context(viewport=SIZES[size], locale=LOCALES[language], color_scheme=scheme)  # type: ignore[arg-type]  # light or dark
    context.set_default_timeout(SLOW_MS / 4)
    page = context.new_page()
    try:
        page.goto(view.address)
        page.wait_for_timeout(400)
        page.wait_for_function(LOADED)
        view.act(page)
        page.wait_for_timeout(300)
        page.screenshot(path=folder / f"{view.name}.{language}.{scheme}.{size}.png", full_page=view.whole)
        view.after(page)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return f"{view.name} {language} {size}: {wide} px too wide" if wide > 0 else ""
    except Exception as error:  # noqa: BLE001  # one picture that fails does not end the others
        return f"{view.name} {language} {scheme} {size}: {error}"
    finally:
        context.close()


def contact_sheets(folder: Path, height: int = 1500, across: int = 6) -> None:
    """Pictures of one kind side by side, long ones cut into columns."""
    groups: dict[str, list[Path]] = {}
    for path in sorted(folder.glob("*.*.*.*.png")):
        groups.setdefault(".".join(path.name.split(".")[1:4]), []).append(path)
    for group, paths in groups.items():
        width = SIZES[group.rpartition(".")[2]]["width"]
        columns = [column for path in paths for column in _columns(path, width, height)]
        for number in range(0, len(columns), across if width < 500 else 2):
            chosen = columns[number : number + (across if width < 500 else 2)]
            cv2.imwrite(str(folder / f"sheet.{group}.{number:03}.png"), np.hstack(chosen))


def _columns(path: Path, width: int, height: int) -> list[Any]:
    picture = cv2.imread(str(path))
    name = np.full((24, width + 8, 3), 90, np.uint8)
    cv2.putText(name, path.name.split(".")[0], (4, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 1)
    found = []
    for top in range(0, min(len(picture), 3 * height), height):
        part = np.full((height, width + 8, 3), 90, np.uint8)
        cut = picture[top : top + height, :width]
        part[: len(cut), : cut.shape[1]] = cut
        found.append(np.vstack([name, part]))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--parts", default=",".join(PARTS), help="which of " + ", ".join(PARTS))
    parser.add_argument("--languages", default="en,it,fr")
    parser.add_argument("--schemes", default="light,dark")
    parser.add_argument("--sizes", default="phone,laptop")
    parser.add_argument("--only", default="", help="only views with this in their name")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    kinds = list(product(args.languages.split(","), args.schemes.split(","), args.sizes.split(",")))
    complaints = []
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for part in args.parts.split(","):
            folder = Path(kept) / part
            folder.mkdir()
            with ExitStack() as closing:
                for view in PARTS[part](Studio(folder, closing)):
                    if args.only in view.name:
                        complaints += [take(browser, view, *kind, args.folder) for kind in kinds]
        browser.close()
    contact_sheets(args.folder)
    found = [one for one in complaints if one]
    print("\n".join(found) or f"{len(complaints)} pictures, none too wide")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
