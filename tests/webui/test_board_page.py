"""A pack for a new board is drawn on the page in a real Chromium, then taught and used."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.boards import BoardMaker
from tests.webui.browsing import LAPTOP, PHONE, Open, Page, expect
from tests.webui.conftest import Start
from vision.boards.board import open_board
from vision.boards.drawn import spread_spaces
from vision.boards.see import see
from vision.boards.teach import teach
from vision.render.board_print import BoardStyle, print_board
from vision.render.board_scene import BoardScene, shoot_board
from vision.render.camera import camera_over
from vision.render.light import DAY

# Four cities; the last route is bent.
LINES: dict[tuple[str, str, str], list[list[float]]] = {
    ("Asti", "Bra", "red"): [[60, 70], [165, 60]],
    ("Bra", "Cuneo", "yellow"): [[230, 75], [240, 180]],
    ("Cuneo", "Dronero", "blue"): [[205, 205], [100, 195]],
    ("Asti", "Dronero", "gray"): [[45, 90], [30, 135], [55, 180]],
}
SPACES, WIDTH_MM = 4, 9.0
TOLD: dict[str, Any] = {
    "name": "Piemonte",
    "size": [300, 250],
    "pieces": ["red", "black", "green"],
    "route": [
        {"ends": list(name[:2]), "colour": name[2], "spaces": spread_spaces(line, SPACES, WIDTH_MM)}
        for name, line in LINES.items()
    ],
}
SCENE = BoardScene(
    TOLD,
    print_board(TOLD, BoardStyle(seed=5)),
    (),
    camera_over((150, 125), 380.0, 420.0, (1200, 900), 9.0, 40.0, 6.0),
    replace(DAY, noise=1.5),
    crooked=0.4,
    broad=0.9,
)


def claimed(*owners: str | None) -> tuple[dict[str, Any], ...]:
    return tuple({"route": list(name), "taxis": owner} for name, owner in zip(LINES, owners, strict=True) if owner)


def tap(page: Page, drawing: str, share: Any) -> None:
    """Tap a place of a drawing, told as parts of its width and height."""
    svg = page.locator(f"{drawing} svg")
    svg.scroll_into_view_if_needed()
    box = svg.bounding_box()
    assert box is not None
    svg.click(position={"x": float(share[0]) * box["width"], "y": float(share[1]) * box["height"]}, force=True)


def describe(page: Page, photo: Path) -> None:
    page.get_by_label("Name of the box").fill("piemonte")
    page.get_by_label("Name of the board").fill("Piemonte")
    page.get_by_label("Width in millimetres").fill("300")
    page.get_by_label("Height in millimetres").fill("250")
    for piece in TOLD["pieces"]:
        page.locator(f"[name=piece][value={piece}]").check()
    page.get_by_label("Photo (JPEG or PNG)").set_input_files(photo)


def draw_route(page: Page, name: tuple[str, str, str]) -> None:
    for point in LINES[name]:
        tap(page, "#board-drawing", np.array(point) / TOLD["size"])
    page.get_by_label("From").fill(name[0])
    page.get_by_label("To", exact=True).fill(name[1])
    page.locator("#route [name=colour]").select_option(name[2])
    page.get_by_label("Spaces", exact=True).fill(str(SPACES))
    page.get_by_label("Width of a space").fill(str(WIDTH_MM))
    page.get_by_role("button", name="Add this route").click()


def keep_picture(page: Page, name: str) -> None:
    """Screenshots for people to look at, where a folder for them is named."""
    if "CAPOSTAZIONE_SCREENSHOTS" in os.environ:
        page.screenshot(path=Path(os.environ["CAPOSTAZIONE_SCREENSHOTS"]) / f"{name}.png", full_page=True)


@pytest.mark.parametrize(("size", "locale"), [(LAPTOP, "laptop"), (PHONE, "phone")])
def test_a_board_is_drawn_taught_and_read(
    start: Start,
    serve: Callable[..., str],
    look: Open,
    tmp_path: Path,
    size: dict[str, int],
    locale: str,
) -> None:
    photo, _ = shoot_board(SCENE, 1)
    cv2.imwrite(str(tmp_path / "empty.jpg"), photo)
    page = look(serve(start(), BOARDS=BoardMaker(tmp_path / "packs")) + "/board", size=size)
    describe(page, tmp_path / "empty.jpg")
    for corner in SCENE.camera.ground(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * TOLD["size"]):
        tap(page, "#photo-drawing", corner / (1200, 900))
    keep_picture(page, f"{locale}-corners")
    page.get_by_role("button", name="Cut out the board").click()
    expect(page.locator("#answer")).to_contain_text("Now draw the routes")
    for name in LINES:
        draw_route(page, name)
    expect(page.locator("#drawn li")).to_have_count(4)
    keep_picture(page, f"{locale}-routes")
    page.get_by_role("button", name="Save the board").click()
    expect(page.locator("#answer")).to_contain_text("saved as piemonte")
    keep_picture(page, f"{locale}-saved")
    pack = tmp_path / "packs" / "piemonte"
    board = open_board(pack)
    off_mm = np.abs((board.spaces.mean(1) + 0.5) / board.px_per_unit - _middles()).max()
    assert off_mm < 3
    if size is LAPTOP:
        _taught_and_read(pack)


def _middles() -> Any:
    return np.concatenate([np.array(route["spaces"]).mean(1) for route in TOLD["route"]])


def _taught_and_read(pack: Path) -> None:
    lesson = replace(SCENE, claims=claimed("red", "black", "green", None))
    teach(pack, [shoot_board(lesson, 2)])
    wanted = claimed(None, "green", "red", "black")
    seen, _ = see(shoot_board(replace(SCENE, claims=wanted), 3)[0], pack)
    assert [{key: claim[key] for key in ("route", "taxis")} for claim in seen["claims"]] == list(wanted)


def test_corners_are_pointed_at_with_the_keyboard(
    start: Start,
    serve: Callable[..., str],
    look: Open,
    tmp_path: Path,
) -> None:
    cv2.imwrite(str(tmp_path / "empty.jpg"), SCENE.printed_bgr)
    page = look(serve(start(), BOARDS=BoardMaker(tmp_path / "packs")) + "/board")
    describe(page, tmp_path / "empty.jpg")
    page.locator("#photo-drawing svg").focus()
    for key in ("ArrowLeft", "Enter", "ArrowRight", "ArrowRight", "Enter", "ArrowDown", "Enter", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator("#photo-drawing .tapped")).to_have_count(3)
    expect(page.get_by_role("button", name="Cut out the board")).to_be_disabled()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Cut out the board").click()
    expect(page.locator("#answer .notice.wrong")).to_contain_text("Tap the corners in order")
