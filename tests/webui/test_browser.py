"""The page in a real Chromium: start, play, correct, flip, end, upload, languages, keyboard, contrast."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.bots import play_out
from engine.game import seat
from engine.games import find_bot
from engine.observation import Contradiction
from engine.words import say
from firmware.inbox import Press, Sight, Trouble
from firmware.service import Service
from tests.webui.conftest import Start
from tests.webui.eyes import Eyes
from webui.desk import Seen
from webui.gate import Gate
from webui.lens import Markers, ReadPhoto

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'")
from tests.webui.browsing import LAPTOP, PHONE, Open, Page, complaints_of, expect, is_level, wait  # after the check

RAILROAD = "railroad-tiles"


def test_a_game_is_started_on_the_page(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start()
    page = look(serve(service))
    expect(page.get_by_role("heading", level=1)).to_have_text("Start a game.")
    page.locator("#main").get_by_role("link", name="New game").first.click()
    page.get_by_label("Name of player 1").fill("Giulia")
    page.get_by_label("Name of player 2").fill("Mirko")
    for name in ("town hall", "stadium", "temple"):
        page.get_by_label(name).check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#next")).to_have_text("Put the player pawns in a random turn order.")
    assert service.snapshot.players == ("Giulia", "Mirko")
    assert service.snapshot.setup["objectives"] == ["town-hall", "stadium", "temple"]


def test_a_wrong_start_is_answered_in_words(start: Start, serve: Callable[..., str], look: Open) -> None:
    page = look(serve(start()) + "/new")
    page.get_by_label("Name of player 1").fill("Giulia")
    page.get_by_label("Name of player 2").fill("Giulia")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#answer")).to_contain_text("same name")


# What the page offers to do next, what is better done first, and what a dialog then asks.
OFFERED = (
    "button#coin", "[data-key=draw-all]", ".column.is-open", ".start-tiles .tile-button",
    ".territory .spot-ring", ".territory .place", "[data-key=discard]", "[data-key=refuse]", "[data-key^=pass]",
)  # fmt: skip
IN_DIALOG = ("[role=dialog] .tile-button", "[role=dialog] button.main")
MOST_CLICKS = 800  # a game for two takes about 300
# Clicks the first of these that is there and not covered, once the page is at n or later and draws nothing more for the
# table, and tells the page's n. Looking and clicking are one step, so that nothing moves between them.
CLICK = """([wanted, n]) => {
  const shown = Number(document.body.dataset.n);
  if (shown < n || document.querySelector("[aria-busy=true]")) return null;
  const found = wanted.map((one) => document.querySelector(one)).find(Boolean);
  if (!found) return null;
  found.scrollIntoView({ block: "center" });
  const box = found.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (!top || !(found.contains(top) || top.contains(found))) return null;
  (found.contains(top) ? top : found).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return { shown };
}"""
ANSWERED = "(n) => Number(document.body.dataset.n) > n || Boolean(document.querySelector('[role=dialog]'))"


def _click(page: Page, wanted: tuple[str, ...], n: int) -> int:
    """Clicks as soon as it can be done; tells at which n it was."""
    return int(page.wait_for_function(CLICK, arg=[wanted, n]).json_value()["shown"])


def _click_next(page: Page, service: Service) -> int:
    """Do whatever the page offers to do next; tells how many clicks it took."""
    n = _click(page, OFFERED, service.snapshot.n)
    page.wait_for_function(ANSWERED, arg=n)
    asked = service.snapshot.n == n
    if asked:
        _click(page, IN_DIALOG, n)
        wait(page, lambda: service.snapshot.n > n)
    return 1 + asked


def test_a_whole_game_for_two_is_played_by_clicks(start: Start, serve: Callable[..., str], look: Open) -> None:
    """From the first draw to the score sheet by what the page offers and nothing else; every entry is from a click."""
    service = start(RAILROAD)
    page = look(serve(service))
    clicks = 0
    while not service.snapshot.turn.over:
        clicks += _click_next(page, service)
        assert clicks < MOST_CLICKS
        assert page.locator(".notice.wrong").count() == 0
    done = {entry.text.split()[1] for entry in service.snapshot.story}
    assert {"order", "fill", "flip", "start", "take", "lay", "pawn"} <= done
    assert not any(entry.insist or entry.do != "move" for entry in service.snapshot.story)
    assert service.snapshot.state.last_round
    expect(page.locator("#next")).to_have_text("The game is over.")
    page.get_by_role("link", name="Open the score sheet").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(service.snapshot.score.winners[0])
    totals = [str(player.total) for player in service.snapshot.score.players]
    expect(page.locator(".scores tfoot td")).to_have_text(totals)


def test_drawing_twice_in_haste_draws_once(start: Start, serve: Callable[..., str], look: Open) -> None:
    """A second tap before all is drawn is no second draw, and nobody is told off for it."""
    service = start(RAILROAD)
    page = look(serve(service), PHONE)
    page.locator("[data-key=draw-all]").wait_for()
    n = service.snapshot.n
    page.evaluate("const key = document.querySelector('[data-key=draw-all]'); key.click(); key.click();")
    wait(page, lambda: service.snapshot.n > n and is_level(page, service))
    page.wait_for_timeout(300)
    assert page.locator(".notice.wrong").count() == 0


def test_a_pawn_is_placed_by_a_click(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(RAILROAD)
    _play_until(service, " pawn ")
    page = look(serve(service), PHONE)
    page.locator(".territory .spot-ring").first.click()
    if page.get_by_role("dialog").count():
        page.get_by_role("button", name="Give up a star").click()
    expect(page.locator(".story li").first).to_contain_text("places a")
    expect(page.locator(".pawn.stands").first).to_be_visible()
    assert " pawn " in service.snapshot.story[-1].text


def test_a_tile_is_corrected_in_two_taps(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(RAILROAD, moves=60)
    page = look(serve(service), PHONE)
    before = service.snapshot.state
    page.locator(".territory .laid").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("dialog").locator(".tile-grid .tile-button").first.click()
    expect(page.locator(".story li").first).to_contain_text("Corrected")
    assert service.snapshot.state != before
    assert service.snapshot.story[-1].do == "correct"
    page.locator("[data-key=undo]").click()
    expect(page.locator(".story li").first).not_to_contain_text("Corrected")
    assert service.snapshot.state == before


def test_a_side_and_a_pawn_are_corrected_in_two_taps(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(RAILROAD, moves=60)
    page = look(serve(service), PHONE)
    page.locator(".territory .laid").first.click()
    page.get_by_role("dialog").locator(".tile-grid.small .tile-button").first.click()
    wait(page, lambda: " tile " in service.snapshot.story[-1].text)
    page.locator(".territory .laid:has(.pawn)").first.click()
    page.get_by_role("dialog").get_by_role("button", name="stands there").first.click()
    wait(page, lambda: " pawn " in service.snapshot.story[-1].text)
    assert {entry.do for entry in service.snapshot.story[-2:]} == {"correct"}


def test_the_coin_turns_and_shows_its_side(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(RAILROAD)
    _play_until(service, " flip ")
    page = look(serve(service))
    page.get_by_role("button", name="Flip the token").click()
    expect(page.locator("#coin.turning")).to_be_visible()
    side = service.snapshot.flipped.side
    expect(page.locator(f"#coin.is-{side}")).to_be_visible()
    expect(page.locator(".coin-words")).to_have_text(side)
    expect(page.locator("#coin.turning")).to_have_count(0)


def _play_until(service: Service, word: str) -> None:
    """Let bots play up to the first move with that word, and leave it to the page."""
    bots = {seat(index): find_bot(RAILROAD, "random") for index in range(2)}
    for move, _ in play_out(service.snapshot.game, service.snapshot.state, bots, random.Random(1)):
        if word in str(move):
            return
        service.ask("move", None, text=str(move))


def test_parts_of_the_score_are_marked(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(RAILROAD, moves=120, bot="good")
    page = look(serve(service))
    page.get_by_role("button", name="rectangle").click()
    cells = sum(player.parts["rectangle"] for player in service.snapshot.score.players)
    expect(page.locator(".score-mark.rectangle")).to_have_count(cells)
    page.get_by_role("button", name="interruptions").click()
    ends = sum(1 for player in service.snapshot.score.players for one in player.sources if one.part == "interruptions")
    expect(page.locator(".loose-end")).to_have_count(ends)


def test_a_wrong_tile_is_shown_in_red(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(RAILROAD, moves=60)
    page = look(serve(service))
    wrong = _wrong_correction(service)
    page.get_by_label("Enter a move or a correction").fill(wrong)
    page.get_by_label("correction", exact=True).check()
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator(".laid.wrong")).not_to_have_count(0)
    expect(page.locator(".problems").first).to_contain_text("do not match")


def _wrong_correction(service: Service) -> str:
    """A correction that puts a tile of highways beside a rail, or the other way round."""
    state = service.snapshot.state
    for index, player in enumerate(state.players):
        for (column, row), tile in player.territory.tiles.items():
            if (column + 1, row) in player.territory.tiles and tile.sides[1] != "-":
                other = "RRRR" if tile.sides[1] == "H" else "HHHH"
                return f"P{index + 1} tile {column + 1},{row} {other}"
    raise AssertionError("no two tiles touch by a way")


def test_a_doubtful_reading_is_asked_about(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(RAILROAD, moves=1)
    page = look(serve(service), PHONE)
    starts = [str(move) for move in service.snapshot.game.legal_moves(service.snapshot.state)][:2]
    service.put(Sight(service.snapshot.n, Seen("ambiguous", ((starts[0],), (starts[1],)))))
    expect(page.get_by_text("Which of these was it?")).to_be_visible()
    page.locator(".notice.offer button").nth(1).click()
    expect(page.locator(".notice.offer")).to_have_count(0)
    assert service.snapshot.story[-1].text == starts[1]


def test_what_no_move_explains_is_shown_and_can_be_insisted_on(
    start: Start, serve: Callable[..., str], look: Open
) -> None:
    service = start(RAILROAD)
    _play_until(service, " lay ")
    page = look(serve(service))
    seat = service.snapshot.turn.actors[0]
    player = service.snapshot.state.players[int(seat[1:]) - 1]
    cell, hand = next(iter(player.territory.tiles)), player.hand[0]
    move = f"{seat} lay {cell[0] + 3},{cell[1]} {hand}"
    why = say("The place {cell} touches no tile of the territory.", cell=f"{cell[0] + 3},{cell[1]}")
    contradiction = Contradiction(why, seat, cell, True, move)
    service.put(Sight(service.snapshot.n, Seen("unexplained", (), (contradiction,))))
    expect(page.locator(".laid.wrong")).to_have_count(1)
    expect(page.locator(".notice.wrong").first).to_contain_text("touches no tile")
    page.get_by_role("button", name="Record it all the same").click()
    expect(page.locator(".story li").first).to_contain_text("against the rules")
    assert service.snapshot.story[-1].insist


def test_holding_confirm_shows_the_way_in_to_everybody(start: Start, serve: Callable[..., str], look: Open) -> None:
    service, gate = start(RAILROAD), Gate()
    page = look(serve(service, GATE=gate, ALL_ARE_FAR=True), PHONE)
    expect(page.locator("#next")).not_to_be_empty()
    service.put(Press("confirm", held=True))
    expect(page.get_by_role("dialog")).to_contain_text(gate.code)


def test_undo_and_redo_by_keyboard(start: Start, serve: Callable[..., str], look: Open) -> None:
    service = start(RAILROAD, moves=30)
    page = look(serve(service))
    undo = page.locator("#story [data-key=undo]")
    undo.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#story [data-key=redo]")).to_be_enabled()
    assert len(service.snapshot.story) == 29
    page.locator("#story [data-key=redo]").focus()
    page.keyboard.press("Space")
    expect(page.locator("#story [data-key=redo]")).to_be_disabled()
    assert len(service.snapshot.story) == 30


@pytest.mark.parametrize(("locale", "todo", "panel"), [
    ("it-IT", "Mettete le pedine Giocatore in un ordine casuale.", "Conferma"),
    ("fr-FR", "Mettez les pions Joueur dans un ordre au hasard.", "Confirmer"),
])  # fmt: skip
def test_each_phone_speaks_its_language(
    start: Start, serve: Callable[..., str], look: Open, locale: str, todo: str, panel: str
) -> None:
    address = serve(start(RAILROAD))
    page = look(address, PHONE, locale)
    expect(page.locator("#next")).to_have_text(todo)
    expect(page.get_by_role("button", name=panel)).to_be_visible()
    page.locator("#language").select_option("en")
    expect(page.locator("#next")).to_have_text("Put the player pawns in a random turn order.")


def test_a_far_phone_joins_by_the_link_of_the_qr_code(start: Start, serve: Callable[..., str], look: Open) -> None:
    gate = Gate()
    address = serve(start(RAILROAD, moves=4), GATE=gate, ALL_ARE_FAR=True)
    page = look(address, PHONE)
    expect(page.locator("#next")).not_to_be_empty()
    assert page.locator("#story [data-key=undo]").count() == 0
    page.goto(f"{address}/join#{gate.code}")
    expect(page.get_by_text("You have joined the table.")).to_be_visible()
    page.get_by_role("button", name="Giulia").click()
    expect(page.locator("#story [data-key=undo]")).to_be_enabled()


def read_and_count(page: Page, photo: Path, data: bytes) -> None:
    """Hands the page a file with these bytes and has it counted."""
    photo.write_bytes(data)
    page.locator("input[type=file]").set_input_files(photo)
    page.get_by_role("button", name="Read and count").click()


def test_a_photo_is_uploaded_and_counted(start: Start, serve: Callable[..., str], look: Open, tmp_path: Path) -> None:
    page = look(serve(start(), LENS=Eyes()) + "/photo", PHONE)
    photo = tmp_path / "territory.jpg"
    read_and_count(page, photo, b"\xff\xd8photo")
    expect(page.locator(".total")).to_have_text("1")
    read_and_count(page, photo, b"GIF89a")
    expect(page.get_by_role("alert")).to_contain_text("neither a JPEG nor a PNG")


class CrowdedEyes(Eyes):
    """Two territories with nineteen cars between them."""

    def read(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        tiles = [
            {"at": [x, 0], "sides": "-H-H", "spots": [{"kind": "car", "pawn": True}], "confidence": 1}
            for x in range(10)
        ]
        zones = [{"zone": 1, "tiles": tiles}, {"zone": 2, "tiles": tiles[1:]}]
        return ReadPhoto({"game": game, "zones": zones}, b"drawn")


def test_what_is_wrong_with_several_players_of_a_photo_is_told(
    start: Start, serve: Callable[..., str], look: Open, tmp_path: Path
) -> None:
    page = look(serve(start(), LENS=CrowdedEyes()) + "/photo", PHONE)
    read_and_count(page, tmp_path / "territories.jpg", b"\xff\xd8photo")
    expect(page.locator(".problems")).to_contain_text("There are 19 car pawns, those of 1 and 2; the box has 18.")


def test_a_camera_without_a_picture_is_not_told_to_be_missing(
    start: Start, serve: Callable[..., str], look: Open
) -> None:
    service = start(RAILROAD)
    page = look(serve(service))
    expect(page.locator("#camera")).to_contain_text("There is no camera")
    service.put(Trouble("camera", say("{folder}: there is no picture in this folder yet.", folder="empty")))
    expect(page.locator("#camera")).to_have_text("The camera gives no picture; moves are entered on this page.")
    service.put(Trouble("camera"))
    expect(page.locator("#camera")).to_contain_text("There is no camera")


class MovedEyes(Eyes):
    """A camera that somebody has pushed after the first look."""

    def __init__(self) -> None:
        self.looks = 0

    def markers(self, photo: bytes) -> Markers:
        self.looks += 1
        left = 0.1 if self.looks < 4 else 0.2  # the page looks once by itself
        return Markers((4, 5, 6, 7), (1,), b"drawn", (((left, 0.1), (0.9, 0.1), (0.9, 0.9), (left, 0.9)),))


def test_the_camera_page_names_zones_and_says_when_the_camera_has_moved(
    start: Start, serve: Callable[..., str], look: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = start()
    monkeypatch.setattr(service, "picture", lambda drawn=False: b"picture")
    page = look(serve(service, LENS=MovedEyes()) + "/calibrate", PHONE)
    expect(page.locator("#zones li")).to_be_visible()
    for moved in (0, 0, 1):
        page.get_by_role("button", name="Check the markers now").click()
        expect(page.locator("#zones li")).to_contain_text("Player 1: 4 of 4 corner cards")
        expect(page.get_by_text("The camera has moved")).to_have_count(moved)
        page.wait_for_load_state("networkidle")


def test_the_sheet_is_kept_as_picture_and_log(start: Start, serve: Callable[..., str], look: Open) -> None:
    page = look(serve(start(RAILROAD, moves=10_000)) + "/sheet")
    for name, ending in (("Keep as a picture (SVG)", ".svg"), ("Keep as a picture (PNG)", ".png")):
        with page.expect_download() as kept:
            page.get_by_role("button", name=name).click()
        path = Path(str(kept.value.path()))
        assert kept.value.suggested_filename.endswith(ending)
        assert path.stat().st_size > 4000
    with page.expect_download() as log:
        page.get_by_role("link", name="Keep the game's log").click()
    assert log.value.suggested_filename == "railroad-tiles.jsonl"


@pytest.mark.parametrize(("scheme", "size"), [("dark", PHONE), ("light", LAPTOP)], ids=["dark phone", "light laptop"])
def test_pages_can_be_used_by_everybody(
    start: Start, serve: Callable[..., str], look: Open, scheme: str, size: dict[str, int]
) -> None:
    """Names for everything that can be pressed, one first heading, enough contrast, nothing wider than the screen."""
    address = serve(start(RAILROAD, moves=120))
    page = look(address, size, scheme=scheme)
    for path in ("/", "/new", "/sheet", "/photo", "/calibrate", "/teach", "/join"):
        page.goto(address + path)
        page.wait_for_load_state("load")
        page.wait_for_timeout(500)
        assert complaints_of(page) == [], path


@pytest.mark.parametrize("game", ["off-the-rails", "ticket-to-ride-new-york", "ticket-to-ride-card-game"])
def test_the_other_games_are_drawn_and_played(start: Start, serve: Callable[..., str], look: Open, game: str) -> None:
    """Each has its own table, and something can be done there by a click; the checks of all pages hold there too."""
    service = start(game, ("Ann", "Bob"), 40)
    page = look(serve(service), PHONE, scheme="dark")
    expect(page.locator(".mine-board, .city-map, .yard").first).to_be_visible()
    n = service.snapshot.n
    offered = "[data-key=draw], .card-button, [data-key^=do-]"
    page.locator(offered).first.click()
    wait(page, lambda: page.get_by_role("dialog").count() > 0 or service.snapshot.n > n)
    if page.get_by_role("dialog").count():
        page.get_by_role("dialog").locator(".choices button").first.click()
    wait(page, lambda: service.snapshot.n > n and is_level(page, service))
    assert complaints_of(page) == []
    page.goto(page.url + "sheet")
    expect(page.locator(".player-sheet").first).to_be_visible()
    assert complaints_of(page) == []
