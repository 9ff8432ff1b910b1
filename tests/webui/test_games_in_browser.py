"""The other three games in a real Chromium: what was misread is put right in two taps, hints say why, photos count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from firmware.service import Service
from tests.webui.conftest import Start, play_some
from tests.webui.eyes import Eyes
from webui.lens import ReadPhoto

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'")
from tests.webui.browsing import LAPTOP, PHONE, Open, Page, complaints_of, expect, is_level, wait  # after the check

RAILS, NEW_YORK, CARDS = "off-the-rails", "ticket-to-ride-new-york", "ticket-to-ride-card-game"
OPEN = {NEW_YORK: {"hands": "open"}, CARDS: {"hands": "open"}}


def _play_until(service: Service, ready: Callable[[Any], bool]) -> None:
    """Let bots play until the table is as wanted."""
    for seed in range(300):
        if ready(service.snapshot.game.view(service.snapshot.state)):
            return
        play_some(service, 1, "good", seed)
    raise AssertionError("the bots never got there")


def _record(page: Page, service: Service, text: str) -> None:
    """The last entry is this correction, and the page tells of it."""
    wait(page, lambda: [one.text for one in service.snapshot.story[-1:]] == [text])
    assert service.snapshot.story[-1].do == "correct"
    expect(page.locator(".story li").first).to_contain_text("Corrected")


def _a_cart(start: Start) -> tuple[Service, dict[str, Any], dict[str, Any]]:
    """A game with a cart on the board and a free square with a track."""
    service = start(RAILS, ("Ann", "Bob"))
    _play_until(service, lambda view: any(cart["at"] for player in view["players"] for cart in player["carts"]))
    service.ask("correct", None, text="track 4,4 EW")
    view = service.snapshot.game.view(service.snapshot.state)
    player, cart = next((one, cart) for one in view["players"] for cart in one["carts"] if cart["at"])
    return service, player, cart


def _tap(page: Page, place: str) -> None:
    """One real tap at the middle of a thing, only where it lies in sight and nothing covers it."""
    box = page.locator(place).first.bounding_box()
    assert box
    assert 0 <= box["y"] <= page.evaluate("innerHeight") - box["height"]
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_cart_that_stands_otherwise_is_corrected_in_two_taps(
    start: Start, serve: Callable[..., str], look: Open
) -> None:
    service, player, cart = _a_cart(start)
    page = look(serve(service), PHONE)
    page.locator(f".cart.clan-{player['clan']}").first.click()
    speed = 6 if cart["speed"] != 6 else 5
    _tap(page, f"[data-key=shows{speed}]")
    place = ",".join(map(str, cart["at"]))
    _record(page, service, f"cart {player['seat']} {cart['die']} {place} {cart['facing']} {speed}")


def test_a_cart_that_stands_elsewhere_is_corrected_in_two_taps(
    start: Start, serve: Callable[..., str], look: Open
) -> None:
    """Also one that the record has at home; where it faces is guessed from the track."""
    service, player, cart = _a_cart(start)
    page = look(serve(service), PHONE)
    page.locator(f".cart.clan-{player['clan']}").first.click()
    _tap(page, '[data-key="place4,4"]')
    facing = cart["facing"] if cart["facing"] in "EW" else "E"
    _record(page, service, f"cart {player['seat']} {cart['die']} 4,4 {facing} {cart['speed']}")
    service.ask("correct", None, text=f"cart {player['seat']} {cart['die']} home")
    wait(page, lambda: is_level(page, service))
    page.locator(f"[data-key=stands{player['clan']}{cart['die']}]").click()
    _tap(page, '[data-key="place4,4"]')
    _record(page, service, f"cart {player['seat']} {cart['die']} 4,4 E 1")


def test_a_square_of_the_mine_is_corrected_in_two_taps(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(RAILS, ("Ann", "Bob"))
    page = look(serve(service))
    page.locator('[data-key="cell4,4"]').click()
    page.get_by_role("dialog").get_by_role("button", name="north, south", exact=True).click()
    _record(page, service, "track 4,4 NS")
    assert service.snapshot.state.tracks[4, 4] == "NS"


def test_taxis_on_a_route_are_corrected_in_two_taps(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(NEW_YORK, ("Ann", "Bob"), setup=OPEN[NEW_YORK])
    page = look(serve(service), PHONE)
    page.locator(".city-map [role=button]").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Bob").click()
    wait(page, lambda: len(service.snapshot.state.owners) > 0 and 1 in service.snapshot.state.owners)
    route = service.snapshot.state.board.routes[service.snapshot.state.owners.index(1)]
    _record(page, service, f"{route.ends[0]} - {route.ends[1]} {route.colour} belongs to P2")
    expect(page.locator(".taxi")).to_have_count(route.length)


def test_a_route_that_can_be_claimed_is_corrected_in_two_taps_too(
    start: Start, serve: Callable[..., str], look: Open
) -> None:
    service = start(NEW_YORK, ("Ann", "Bob"), setup=OPEN[NEW_YORK])
    _play_until(
        service,
        lambda view: any(
            str(move).startswith("P1 claims") for move in service.snapshot.game.legal_moves(service.snapshot.state)
        ),
    )
    page = look(f"{serve(service)}/join", PHONE)
    page.get_by_role("button", name="Ann").click()
    page.locator(".city-map .route.is-open").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Bob").click()
    wait(page, lambda: service.snapshot.story[-1].do == "correct")
    assert service.snapshot.story[-1].text.endswith("belongs to P2")


def test_a_square_where_a_move_is_legal_is_corrected_in_two_taps_too(
    start: Start, serve: Callable[..., str], look: Open
) -> None:
    service = start(RAILS, ("Ann", "Bob"))
    _play_until(service, lambda view: service.snapshot.turn.phase == "actions")
    page = look(serve(service))
    square = page.locator(".mine-open:not(.quiet)[data-key^=cell]").first
    expect(square).to_be_visible()
    square.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="one more ruby", exact=True).click()
    wait(page, lambda: service.snapshot.story[-1].do == "correct")
    assert service.snapshot.story[-1].text.startswith("jewels ")


def test_cards_are_corrected_in_two_taps(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(CARDS, ("Ann", "Bob"), setup=OPEN[CARDS])
    _play_until(service, lambda view: any(player["yard"] for player in view["players"]))
    view = service.snapshot.game.view(service.snapshot.state)
    player = next(player for player in view["players"] if player["yard"])
    row = player["yard"][0]
    page = look(serve(service), PHONE)
    page.locator(f'[data-key="yard{player["seat"]}{row["colour"]}"]').click()
    page.get_by_role("dialog").get_by_role("button", name=str(row["coloured"] + 1), exact=True).first.click()
    engines = f", {row['locomotives']} locomotive" if row["locomotives"] else ""
    _record(page, service, f"{player['seat']} {row['colour']} row is {row['coloured'] + 1} {row['colour']}{engines}")


@pytest.mark.parametrize("game", [RAILS, NEW_YORK, CARDS])
def test_hints_on_demand_say_why_and_can_be_played(
    start: Start, serve: Callable[..., str], look: Open, game: str
) -> None:
    service = start(game, ("Ann", "Bob"), setup=OPEN.get(game))
    _play_until(service, lambda view: service.snapshot.turn.actors[0] == "P1" and service.snapshot.turn.phase != "keep")
    address = serve(service)
    page = look(f"{address}/join")
    page.get_by_role("button", name="Ann").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    first = page.locator(".hints li").first
    expect(first.locator(".quiet")).not_to_be_empty()
    n = service.snapshot.n
    first.get_by_role("button").click()
    wait(page, lambda: service.snapshot.n > n)
    assert page.locator(".notice.wrong").count() == 0


READ: Mapping[str, Mapping[str, Any]] = {
    RAILS: {"cells": [{"at": [3, 4], "track": "NES", "jewels": ["ruby"], "abyss": None}],
            "carts": [{"clan": "red", "at": [3, 4], "facing": "N", "speed": 3}]},
    NEW_YORK: {"claims": [{"route": ["Lincoln Center", "Times Square", "green"], "taxis": "purple"}]},
    CARDS: {"zones": [{"zone": 1, "cards": [{"kind": "red", "count": 3}, {"kind": "locomotive", "count": 2}]}]},
}  # fmt: skip


class OtherEyes(Eyes):
    """What a reader of each game would say; the readers themselves are tested with real photos elsewhere."""

    def games(self) -> tuple[str, ...]:
        return tuple(READ)

    def read(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        return ReadPhoto({"game": game, **READ[game]}, b"drawn")


@pytest.mark.parametrize(("game", "total"), [(RAILS, "3"), (NEW_YORK, "3"), (CARDS, "0")])
def test_a_photo_of_every_game_is_counted(
    start: Start, serve: Callable[..., str], look: Open, tmp_path: Path, game: str, total: str
) -> None:
    page = look(serve(start(), LENS=OtherEyes()) + "/photo", PHONE)
    photo = tmp_path / "table.jpg"
    photo.write_bytes(b"\xff\xd8photo")
    page.get_by_label("Which game?").select_option(game)
    page.locator("input[type=file]").set_input_files(photo)
    page.get_by_role("button", name="Read and count").click()
    expect(page.locator(".total")).to_have_text(total)
    expect(page.locator(".notice.look")).to_contain_text("not on the photo")
    if game == RAILS:
        page.get_by_label("ruby").fill("2")
        page.get_by_label("ruby").dispatch_event("change")
        expect(page.locator(".total")).to_have_text("10")  # two rubies, and the most of them
    else:
        page.get_by_role("button", name="Enter tickets").click()
        page.get_by_role("dialog").locator(".choices button").first.click()
        expect(page.locator(".tickets li")).to_have_count(1)


@pytest.mark.parametrize("game", [RAILS, NEW_YORK, CARDS])
def test_a_photo_of_every_game_is_put_right_in_two_taps_and_counted_again(
    start: Start, serve: Callable[..., str], look: Open, tmp_path: Path, game: str
) -> None:
    page = look(serve(start(), LENS=OtherEyes()) + "/photo", LAPTOP)
    photo = tmp_path / "table.jpg"
    photo.write_bytes(b"\xff\xd8photo")
    page.get_by_label("Which game?").select_option(game)
    page.locator("input[type=file]").set_input_files(photo)
    page.get_by_role("button", name="Read and count").click()
    with page.expect_request(lambda asked: asked.url.split("?")[0].endswith("/api/score")) as counted:
        _put_right(page, game)
    now = counted.value.post_data_json["players"][-1]
    wanted = {
        RAILS: {"clan": "red", "carts_home": 1},
        NEW_YORK: {"colour": "white", "tickets": []},  # who had no route before
        CARDS: {"on_track": {"locomotive": 2, "red": 5}},
    }[game]
    assert {key: now[key] for key in wanted} == wanted
    assert counted.value.response().ok


class BlindEyes(OtherEyes):
    """The board or the zone is found; none of what counts is seen on it."""

    def read(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        unseen: dict[str, Any] = {
            RAILS: {**READ[RAILS], "carts": []},
            NEW_YORK: {"claims": []},
            CARDS: {"zones": [{"zone": 1, "cards": []}]},
        }
        return ReadPhoto({"game": game, **unseen[game]}, b"drawn")


@pytest.mark.parametrize(
    ("game", "said", "total"),
    [(RAILS, "No cart is seen on this photo.", "3"), (NEW_YORK, "No claimed route is seen on this photo.", "3"),
     (CARDS, "No cards are seen on this photo.", "0")],
)  # fmt: skip
def test_what_a_photo_does_not_show_is_put_there_in_two_taps(
    start: Start, serve: Callable[..., str], look: Open, tmp_path: Path, game: str, said: str, total: str
) -> None:
    page = look(serve(start(), LENS=BlindEyes()) + "/photo", PHONE)
    photo = tmp_path / "table.jpg"
    photo.write_bytes(b"\xff\xd8photo")
    page.get_by_label("Which game?").select_option(game)
    page.locator("input[type=file]").set_input_files(photo)
    page.get_by_role("button", name="Read and count").click()
    note = page.locator(".notice.look").first
    expect(note).to_contain_text(said)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".total")).to_have_count(0)
    if game == RAILS:
        page.get_by_role("button", name="What really lies at 3,4?", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Cart red", exact=True).click()
    elif game == NEW_YORK:
        page.locator('.reading-board [role=button][aria-label^="Lincoln Center – Central Park"]').click()
        page.get_by_role("dialog").get_by_role("button", name="white", exact=True).click()
    else:
        page.get_by_role("button", name="Other cards lie there").click()
        page.get_by_role("dialog").locator(".card-button:has(.colour-red)").click()
        page.get_by_role("dialog").get_by_role("button", name="4", exact=True).click()
    expect(page.locator(".total")).to_have_text(total)
    expect(note).to_contain_text("not on the photo")
    if game == RAILS:  # and off again: it was none
        page.get_by_role("button", name="No cart is there").click()
        expect(note).to_contain_text(said)
        expect(page.locator(".reading-board .cart")).to_have_count(0)


@pytest.mark.parametrize("game", [RAILS, NEW_YORK, CARDS])
def test_a_lesson_of_every_game_is_put_right_in_two_taps(
    start: Start, serve: Callable[..., str], look: Open, tmp_path: Path, game: str
) -> None:
    taught: list[Any] = []
    eyes = OtherEyes()
    eyes.teach = lambda game, pack, photos: (taught.extend(photos), Eyes.teach(eyes, game, pack, photos))[1]  # type: ignore[method-assign]  # to look at what is learned
    page = look(serve(start(), LENS=eyes) + "/teach", LAPTOP)
    photo = tmp_path / "table.jpg"
    photo.write_bytes(b"\xff\xd8photo")
    page.get_by_label("Which game?").select_option(game)
    page.get_by_label("Name of the box").fill("our-box")
    page.locator("input[type=file]").set_input_files(photo)
    page.get_by_role("button", name="Read this photo").click()
    _put_right(page, game)
    page.get_by_role("button", name="Learn from these photos").click()
    expect(page.get_by_text("1 pieces learned.")).to_be_visible()
    assert {key: taught[0][1][key] for key in READ[game]} != READ[game]


def _put_right(page: Page, game: str) -> None:
    piece = {
        RAILS: ".reading-board .cart",
        NEW_YORK: ".reading-board [role=button]",
        CARDS: ".reading-board .card-button",
    }
    page.locator(piece[game]).first.click()
    if game == RAILS:  # the cart stands on another square
        page.get_by_role("button", name="The cart stands at 6,7", exact=True).click()
        return
    answer = {NEW_YORK: "white", CARDS: "5"}[game]
    page.get_by_role("dialog").get_by_role("button", name=answer, exact=True).first.click()


@pytest.mark.parametrize("game", [RAILS, NEW_YORK, CARDS])
def test_the_sheet_of_every_game_tells_and_is_kept(
    start: Start, serve: Callable[..., str], look: Open, game: str
) -> None:
    service = start(game, ("Ann", "Bob"), 100_000, OPEN.get(game), "good")
    page = look(serve(service) + "/sheet", PHONE, scheme="dark")
    winner = service.snapshot.score.winners[0]
    expect(page.get_by_role("heading", level=1)).to_contain_text(winner)
    assert page.locator(".scores tfoot td").all_text_contents() == [
        str(player.total) for player in service.snapshot.score.players
    ]
    drawn = {RAILS: ".mine-board", NEW_YORK: ".city-map .space.marked", CARDS: ".player-sheet .play-card"}[game]
    assert page.locator(drawn).count() > 0
    with page.expect_download() as kept:
        page.get_by_role("button", name="Keep as a picture (SVG)").click()
    poster = Path(str(kept.value.path())).read_text(encoding="utf-8")
    assert winner in poster
    assert str(service.snapshot.score.players[0].total) in poster
    assert complaints_of(page) == []
