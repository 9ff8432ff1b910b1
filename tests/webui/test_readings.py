"""A tile that was read as wholly another one is put right in two taps: the likeliest readings first, none left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.railroad_tiles.tile import Tile, read_tile, same_face, ways_of
from firmware.inbox import Sight
from firmware.lessons import Lesson, lesson_of
from firmware.service import Service
from tests.webui.conftest import Start
from tests.webui.eyes import Eyes
from webui.desk import Seen

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'")
from tests.webui.browsing import PHONE, Open, Page, complaints_of, expect, wait  # after the check

RAILROAD = "railroad-tiles"
Visit = Callable[..., FlaskClient]


def _laid(service: Service, seat: int = 0) -> tuple[tuple[int, int], Tile]:
    """The last tile of a territory that touches others."""
    return list(service.snapshot.state.players[seat].territory.tiles.items())[-1]


def _asked(visit: Visit, service: Service) -> dict[str, Any]:
    cell, _ = _laid(service)
    answer = visit(service).get(f"/api/readings?seat=P1&at={cell[0]},{cell[1]}")
    assert answer.status_code == 200
    told: dict[str, Any] = answer.get_json()
    return told


def _all(told: dict[str, Any]) -> list[str]:
    return [*told["likely"], *told["turned"], *told["fitting"], *told["others"]]


def test_every_tile_of_the_box_is_offered_once_in_every_way(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=60)
    told, (_, recorded) = _asked(visit, service), _laid(service)
    texts = _all(told)
    assert len(texts) == len(set(texts))
    assert str(recorded) not in texts
    faces = {face.laid(way) for face, _ in service.snapshot.state.box.tiles for way in ways_of(face.sides)}
    assert {str(tile) for tile in faces - {recorded}} <= set(texts)


def test_the_likeliest_fit_their_neighbours(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=60)
    (cell, _), territory = _laid(service), service.snapshot.state.players[0].territory
    needed = territory.needed_at(cell)
    told = _asked(visit, service)
    for text in (*told["likely"][:4], *told["fitting"]):
        assert all(need in ("?", side) for need, side in zip(needed, text, strict=False)), text


def _evidence(service: Service, really: Tile) -> dict[str, Any]:
    """What a camera would say that saw the truth as a second possibility."""
    territory = service.snapshot.state.players[0].territory
    left, top = (min(cell[axis] for cell in territory.tiles) for axis in (0, 1))
    cell, recorded = _laid(service)
    tiles = []
    for at, tile in territory.tiles.items():
        entry: dict[str, Any] = {"at": [at[0] - left, at[1] - top], "sides": tile.sides, "urban": tile.urban,
                                 "station": tile.station, "confidence": 0.9}  # fmt: skip
        if at == cell:
            entry["chances"] = [_doubt(recorded, really)]
        tiles.append(entry)
    return {"zones": [{"zone": 1, "tiles": tiles}]}


def _doubt(recorded: Tile, really: Tile) -> dict[str, Any]:
    rows = [[0.6 * (letter == one) + 0.39 * (letter == other) + 0.01 for letter in "-HR"]
            for one, other in zip(recorded.sides, really.sides, strict=True)]  # fmt: skip
    return {"sides": rows, "urban": 0.6 * recorded.urban + 0.4 * really.urban,
            "station": 0.6 * recorded.station + 0.4 * really.station, "objective": 0.0, "spots": []}  # fmt: skip


def _another(service: Service) -> Tile:
    """A tile that fits where the last one lies and is wholly another one: another shape, another ground."""
    (cell, recorded), state = _laid(service), service.snapshot.state
    needed = state.players[0].territory.needed_at(cell)
    fitting = [
        face.laid(way)
        for face, _ in state.box.tiles
        for way in ways_of(face.sides)
        if face.sides != same_face(recorded).sides and face.urban != recorded.urban and not face.spots
        and all(need in ("?", side) for need, side in zip(needed, way, strict=True))
    ]  # fmt: skip
    return fitting[-1]


def test_what_the_camera_thought_possible_comes_first(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=60)
    really = _another(service)
    service.put(Sight(service.snapshot.n, Seen("unexplained", evidence=_evidence(service, really))))
    visited = visit(service)
    for _ in range(200):
        if visited.get("/api/state").get_json()["seen"]:
            break
    assert "evidence" not in visited.get("/api/state").get_data(as_text=True)
    assert str(really) in _asked(visit, service)["likely"][:3]


@pytest.mark.parametrize(
    ("query", "status"),
    [("seat=P1&at=99,99", 404), ("seat=P9&at=0,0", 400), ("seat=P1&at=here", 400), ("seat=P4&at=0,0", 404),
     ("at=0,0", 400), ("seat=P1", 400)],
)  # fmt: skip
def test_a_tile_that_is_not_there_has_no_readings(start: Start, visit: Visit, query: str, status: int) -> None:
    assert visit(start(RAILROAD, moves=60)).get(f"/api/readings?{query}").status_code == status


def test_no_other_game_has_readings_and_strangers_get_none(start: Start, visit: Visit) -> None:
    assert visit(start("off-the-rails")).get("/api/readings?seat=P1&at=0,0").status_code == 409
    assert visit(start(RAILROAD), far=True).get("/api/readings?seat=P1&at=0,0").status_code == 401


def test_tiles_of_a_photo_have_readings_without_a_game(start: Start, visit: Visit) -> None:
    tiles = [{"at": [0, 0], "sides": "HH--"}, {"at": [1, 0], "sides": "R-RH", "station": True}]
    client = visit(start())
    told = client.post("/api/readings", json={"tiles": tiles, "at": [1, 0]}).get_json()
    assert all(text[3] == "H" for text in told["likely"][:6])
    assert client.post("/api/readings", json={"tiles": tiles, "at": [5, 5]}).status_code == 404
    assert client.post("/api/readings", json={"tiles": tiles, "at": "1,0"}).status_code == 400


# In Chromium.


def _tap(page: Page, where: Any) -> int:
    where.tap()
    return 1


@pytest.fixture
def phone(browser: Any) -> Any:
    """A phone that is tapped, not clicked."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB")
    yield context.new_page()
    context.close()


def test_a_wholly_misread_tile_is_put_right_in_two_taps(start: Start, serve: Callable[..., str], phone: Page) -> None:
    service = start(RAILROAD, moves=60)
    (cell, recorded), really = _laid(service), _another(service)
    assert same_face(recorded) != same_face(really)
    phone.goto(serve(service))
    taps = _tap(phone, phone.get_by_role("button", name=f"Tile at {cell[0]},{cell[1]}:").first)
    taps += _tap(phone, phone.get_by_role("dialog").get_by_role("button", name=_words(really), exact=True))
    wait(phone, lambda: service.snapshot.story[-1].do == "correct")
    assert service.snapshot.state.players[0].territory.tiles[cell] == really
    lesson = lesson_of(service.snapshot)
    assert isinstance(lesson, Lesson)
    assert (lesson.entry["sides"], lesson.entry["urban"]) == (really.sides, really.urban)
    assert taps == 2


def _words(tile: Tile) -> str:
    """A tile without spots as the page says it aloud."""
    names = {"H": "highway", "R": "rail", "-": "blank"}
    sides = [f"{side} {names[way]}" for side, way in zip(("north", "east", "south", "west"), tile.sides, strict=True)]
    return ", ".join([*sides, *["urban"] * tile.urban, *["station"] * tile.station])


def test_the_sheet_is_walked_with_the_keys_alone(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(RAILROAD, moves=60)
    cell, _ = _laid(service)
    page = look(serve(service), PHONE)
    page.get_by_role("button", name=f"Tile at {cell[0]},{cell[1]}:").first.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("group", name="Likeliest")).to_be_visible()
    assert complaints_of(page) == []
    page.keyboard.press("Tab")  # Close
    page.keyboard.press("Tab")  # the likeliest reading
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    second = sheet.get_by_role("group", name="Likeliest").get_by_role("button").nth(1)
    expect(second).to_be_focused()
    wanted = second.get_attribute("aria-label")
    page.keyboard.press("Enter")
    wait(page, lambda: service.snapshot.story[-1].do == "correct")
    now = service.snapshot.state.players[0].territory.tiles[cell]
    assert wanted.startswith(_words(read_tile(now.sides)))


def test_a_tile_on_a_photo_is_put_right_in_two_taps(
    start: Start, serve: Callable[..., str], phone: Page, tmp_path: Any
) -> None:
    photo = tmp_path / "table.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xd9")
    phone.goto(serve(start(), LENS=Eyes()) + "/photo")
    phone.locator("input[type=file]").set_input_files(photo)
    phone.get_by_role("button", name="Read and count").click()
    _tap(phone, phone.locator(".territory .laid").first)
    wanted = phone.get_by_role("dialog").locator(".tile-grid .tile-button").first
    words = wanted.get_attribute("aria-label")
    with phone.expect_response("**/api/score*") as counted:
        _tap(phone, wanted)
    assert counted.value.ok
    expect(phone.get_by_role("button", name=f": {words}")).to_be_visible()


@pytest.mark.parametrize("likely", [True, False])
def test_a_misread_tile_of_the_station_board_is_put_right_in_two_taps(
    start: Start, serve: Callable[..., str], look: Open, likely: bool
) -> None:
    service = start(RAILROAD, moves=14)
    page = look(serve(service), PHONE)
    number, before = next((k, one.tiles) for k, one in enumerate(service.snapshot.state.columns) if len(one.tiles) > 1)
    page.get_by_role("button", name=f"Column {number + 1} was misread").click()
    beside = page.get_by_role("dialog").locator(".misread-tile").nth(1)
    assert complaints_of(page) == []
    faces = beside.locator(".tile-button")
    (faces.first if likely else faces.last).click()
    wait(page, lambda: service.snapshot.story[-1].do == "correct")
    now = service.snapshot.state.columns[number].tiles
    assert now[0] == before[0]
    assert same_face(now[1]) != same_face(before[1])
    assert now[2:] == before[2:]
