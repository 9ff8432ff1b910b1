"""Boxes taught in a real Chromium with the real readers: rendered photos, labels put right by taps, a photo counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.photos import PhotoLens
from tests.vision.test_cards import photo_of, row_of
from tests.webui.conftest import Start
from vision.mine.evaluate import compare
from vision.render.light import DAY
from vision.render.mine_print import make_pack, mine_board
from vision.render.mine_scene import random_mine_scene, shoot_mine
from vision.render.mine_style import FOUNDRY
from webui.lens import Lesson, ReadPhoto

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'")
from tests.webui.browsing import LAPTOP, Open, Page, expect  # after the check

RAILS, CARDS = "off-the-rails", "ticket-to-ride-card-game"
SLOW_MS = 90_000  # a busy machine learns slowly
SIZE_PX = (1100, 825)


class Watched(PhotoLens):
    """The real lens; it keeps what it read last and what it was taught."""

    read_last: Any = None
    taught: Any = None

    def read(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        told = super().read(photo, game, pack)
        self.read_last = json.loads(json.dumps(told.observation))
        return told

    def teach(self, game: str, pack: str, photos: Sequence[tuple[bytes, Mapping[str, Any]]]) -> Lesson:
        self.taught = [labels for _, labels in photos]
        return super().teach(game, pack, photos)


def _kept(picture: Any, path: Path) -> Path:
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


def _read(page: Page, game: str, box: str, photo: Path) -> None:
    """Have the wizard read a photo."""
    page.get_by_label("Which game?").select_option(game)
    page.get_by_label("Name of the box").fill(box)
    page.locator("input[type=file]").set_input_files(photo)
    page.get_by_role("button", name="Read this photo").click()
    expect(page.get_by_role("heading", name="Photo 1")).to_be_visible(timeout=SLOW_MS)


def _learn(page: Page) -> None:
    page.get_by_role("button", name="Learn from these photos").click()
    expect(page.get_by_text("pieces learned.")).to_be_visible(timeout=SLOW_MS)


def _count(page: Page, address: str, game: str, box: str, photo: Path) -> None:
    """Upload a photo to be counted."""
    page.goto(f"{address}/photo")
    page.get_by_label("Which game?").select_option(game)
    expect(page.get_by_label("Which box lies on the table?")).to_have_value(box)
    page.locator("input[type=file]").set_input_files(photo)
    page.get_by_role("button", name="Read and count").click()
    expect(page.locator(".total").first).to_be_visible(timeout=SLOW_MS)


# The mine board.

SQUARES = (
    {"at": [2, 2], "track": "NS", "jewels": [], "abyss": None},
    {"at": [5, 3], "track": "EW", "jewels": [], "abyss": None},
    {"at": [7, 6], "track": "NESW", "jewels": [], "abyss": None},
    {"at": [3, 7], "track": None, "jewels": ["ruby"], "abyss": None},
    {"at": [8, 1], "track": None, "jewels": ["gold"], "abyss": None},
)
CARTS = (
    {"clan": "red", "at": [2, 2], "facing": "N", "speed": 3},
    {"clan": "blue", "at": [5, 3], "facing": "E", "speed": 5},
)


def _mine(packs: Path) -> Callable[[int], tuple[Any, Mapping[str, Any]]]:
    """A pack of an empty mine board, and photos of a few things on it."""
    (packs / "mine").mkdir(parents=True)
    told = mine_board(10)
    printed = make_pack(packs / "mine", told, FOUNDRY, np.random.default_rng(5))

    def shoot(seed: int) -> tuple[Any, Mapping[str, Any]]:
        scene = random_mine_scene(told, printed, FOUNDRY, np.random.default_rng(seed), 0, 6.0, SIZE_PX)
        shot = shoot_mine(
            replace(scene, light=DAY, loose=0.4, tags=(True,) * 4, cells=SQUARES, carts=CARTS, table="wood"), seed
        )
        return shot.photo_bgr, shot.labels

    return shoot


def _put_squares_right(page: Page, draft: Mapping[str, Any], labels: Mapping[str, Any]) -> None:
    """Two taps for each track, jewel or token that was misread."""
    read, real = ({tuple(cell["at"]): cell for cell in told["cells"]} for told in (draft, labels))
    for at in sorted({*read, *real}):
        told, wanted = (which.get(at, {"track": None, "jewels": [], "abyss": None}) for which in (read, real))
        name = f"What really lies at {at[0]},{at[1]}?"
        if told["track"] != wanted["track"]:
            sides = [{"N": "north", "E": "east", "S": "south", "W": "west"}[side] for side in wanted["track"] or ""]
            _two_taps(page, name, ", ".join(sides) or "no track")
        for jewel in told["jewels"]:
            _two_taps(page, name, f"one {jewel} less")
        for jewel in wanted["jewels"]:
            _two_taps(page, name, f"one more {jewel}")
        if told["abyss"] and not wanted["abyss"]:
            _two_taps(page, name, "no token")


def _two_taps(page: Page, piece: str, answer: str) -> None:
    page.locator(".reading-board").get_by_role("button", name=piece, exact=True).press("Enter")  # a cart may cover it
    page.get_by_role("dialog").get_by_role("button", name=answer, exact=True).click()


def _put_carts_right(page: Page, draft: Mapping[str, Any], labels: Mapping[str, Any]) -> None:
    """Carts that stand where they were read are turned and set right; others are taken off, missed ones added."""
    real = {tuple(cart["at"]): cart for cart in labels["carts"]}
    read = {tuple(cart["at"]): cart for cart in draft["carts"]}
    strip = page.locator(".cart-strip")
    for at, cart in read.items():
        if at not in real or cart["clan"] != real[at]["clan"]:
            _cart_at(page, at).click()
            strip.get_by_role("button", name="No cart is there").click()
    for at, cart in real.items():
        now = read[at] if at in read and read[at]["clan"] == cart["clan"] else None
        if now is None:
            _two_taps(page, f"What really lies at {at[0]},{at[1]}?", f"Cart {cart['clan']}")
            now = {"facing": None, "speed": None}
        for key, wanted in ((f"faces{cart['facing']}", "facing"), (f"shows{cart['speed']}", "speed")):
            if now[wanted] != cart[wanted]:
                if strip.count() == 0:
                    _cart_at(page, at).click()
                if strip.locator(f"[data-key={key}]").count():
                    strip.locator(f"[data-key={key}]").click()


def _cart_at(page: Page, at: tuple[int, int]) -> Any:
    return page.locator(f'.reading-board .cart[aria-label*=" at {at[0]},{at[1]},"]')


def test_a_mine_board_is_taught_and_counted_on_the_page(
    start: Start, serve: Callable[..., str], look: Open, tmp_path: Path
) -> None:
    shoot, packs = _mine(tmp_path / "packs"), tmp_path / "packs"
    photo, labels = shoot(1)
    lens = Watched(packs)
    address = serve(start(), LENS=lens)
    page = look(f"{address}/teach", LAPTOP)
    _read(page, RAILS, "mine", _kept(photo, tmp_path / "lesson.jpg"))
    _put_squares_right(page, lens.read_last, labels)
    _put_carts_right(page, lens.read_last, labels)
    _learn(page)
    told = compare(labels, lens.taught[0])
    assert (told.squares_right, told.carts_right) == (told.squares, len(CARTS))

    photo, labels = shoot(2)
    _count(page, address, RAILS, "mine", _kept(photo, tmp_path / "table.jpg"))
    found = compare(labels, lens.read_last)
    assert (found.carts_missed, found.carts_invented, found.clan_wrong) == (0, 0, 0)
    expect(page.locator(".card-head h2")).to_have_text(sorted(cart["clan"] for cart in CARTS))
    expect(page.locator(".total")).to_have_text(["3", "3"])  # one cart of each is home


# Cards.


def _put_cards_right(page: Page, labels: Mapping[str, Any]) -> None:
    """Say what lies on the last photo; of a box that nobody has taught nothing was read."""
    board = page.locator(".reading-board").last
    for card in labels["zones"][0]["cards"]:
        board.get_by_role("button", name="Other cards lie there").click()
        page.get_by_role("dialog").locator(f".card-button:has(.colour-{card['kind']})").click()
        page.get_by_role("dialog").get_by_role("button", name=str(card["count"]), exact=True).click()


def test_cards_are_taught_from_nothing_and_counted_on_the_page(
    start: Start, serve: Callable[..., str], look: Open, tmp_path: Path
) -> None:
    (tmp_path / "packs").mkdir()
    lens = Watched(tmp_path / "packs")
    address = serve(start(), LENS=lens)
    page = look(f"{address}/teach", LAPTOP)
    photo, labels = photo_of(row_of("red", "red", "red", "green"), zone=1)
    _read(page, CARDS, "our-cards", _kept(photo, tmp_path / "lesson.jpg"))
    _put_cards_right(page, labels)
    _learn(page)

    photo, labels = photo_of(row_of("red", "green", "green"), zone=1, seed=9)
    _count(page, address, CARDS, "our-cards", _kept(photo, tmp_path / "table.jpg"))
    seen, real = (
        {card["kind"]: card["count"] for card in told["zones"][0]["cards"]} for told in (lens.read_last, labels)
    )
    assert seen == real
    page.get_by_role("button", name="Enter tickets").click()
    page.get_by_role("dialog").locator(".choices button").first.click()
    expect(page.locator(".tickets li")).to_have_count(1)
