"""What a viewer receives against what is hidden: no paper, no list of moves and no stream tells more than the table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.games import names
from firmware.service import Service
from tests.webui.conftest import Start, play_some
from webui.gate import Gate
from webui.words import catalogue

Visit = Callable[..., FlaskClient]
NEW_YORK, CARDS, RAILS = "ticket-to-ride-new-york", "ticket-to-ride-card-game", "off-the-rails"


def _post(client: FlaskClient, path: str, body: Any) -> Any:
    return client.post(path, data=json.dumps(body), content_type="application/json")


def _phone(service: Service, visit: Visit, gate: Gate, seat: str | None) -> FlaskClient:
    """A phone that has joined and sits somewhere, or only watches."""
    client = visit(service, far=True, GATE=gate)
    if seat:
        assert _post(client, "/api/join", {"code": gate.code}).status_code == 200
        assert _post(client, "/api/seat", {"seat": seat}).status_code == 200
    return client


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, str):
        yield value


def _tickets_of(service: Service, index: int) -> set[str]:
    player = service.snapshot.state.players[index]
    return {*player.tickets.known, *player.offered.known}


@pytest.mark.parametrize("game", [NEW_YORK, CARDS])
@pytest.mark.parametrize("moves", [30, 60, 90])
def test_another_players_tickets_reach_nobody(start: Start, visit: Visit, game: str, moves: int) -> None:
    service, gate = start(game, ("Ann", "Bob"), moves), Gate()
    secret = _tickets_of(service, 1)
    assert secret or moves == 30
    for seat in (None, "P1"):
        phone = _phone(service, visit, gate, seat)
        told = phone.get("/api/state").json
        told.pop("box")  # which tickets the box has is printed in it
        texts = "\n".join(_strings(told)) + "\n" + "\n".join(phone.get("/api/moves").json["moves"])
        assert not [ticket for ticket in secret if ticket in texts]
        ends = [ticket["ends"] for player in told["view"]["players"] for ticket in player.get("ticket_list") or []]
        assert not [one for one in ends if " - ".join(one) in secret]


@pytest.mark.parametrize("game", [NEW_YORK, CARDS])
def test_a_seat_sees_its_own_hand_and_of_others_numbers(start: Start, visit: Visit, game: str) -> None:
    service, gate = start(game, ("Ann", "Bob"), 60), Gate()
    own, other = _phone(service, visit, gate, "P1").get("/api/state").json["view"]["players"]
    assert "hand" in own
    assert "hand" not in other
    assert other["cards"] == service.snapshot.state.players[1].hand.size
    watcher = visit(service, far=True, GATE=gate).get("/api/state").json
    assert all("hand" not in player for player in watcher["view"]["players"])


@pytest.mark.parametrize("game", [NEW_YORK, CARDS, RAILS])
def test_hidden_parts_of_the_score_are_told_only_to_their_owner(start: Start, visit: Visit, game: str) -> None:
    service, gate = start(game, ("Ann", "Bob"), 60), Gate()
    assert not service.snapshot.turn.over
    parts = {NEW_YORK: ["tickets"], CARDS: ["tickets", "open", "bonuses"], RAILS: ["jewels", "rubies"]}[game]
    told = _phone(service, visit, gate, "P1").get("/api/state").json
    own, other = told["scores"]["players"]
    for part in parts:
        assert own["parts"][part] == service.snapshot.score.players[0].parts[part]
        assert other["parts"][part] is None
    assert not [source for source in other["sources"] if source["part"] in parts]
    assert told["scores"]["winners"] == []
    assert other["total"] == sum(points for points in other["parts"].values() if points is not None)


@pytest.mark.parametrize("game", [NEW_YORK, CARDS, RAILS])
def test_the_curve_shows_no_more_than_the_open_points(start: Start, visit: Visit, game: str) -> None:
    service = start(game, ("Ann", "Bob"), 30, bot="good")
    watcher = visit(service, far=True)
    told = watcher.get("/api/state").json
    while (shown := [player["total"] for player in told["scores"]["players"]]) == _totals(service):
        play_some(service, 1, "good")  # until there is something to hide
        told = watcher.get("/api/state").json
    assert not told["over"]
    assert told["growth"][-1]["totals"] == shown


def _totals(service: Service) -> list[int]:
    return [player.total for player in service.snapshot.score.players]


def test_what_a_hand_could_do_is_listed_for_its_owner_alone(start: Start, visit: Visit) -> None:
    """Which routes can be paid tells which cards are held; taking and drawing is open to all."""
    service, gate = start(NEW_YORK, ("Ann", "Bob"), 1), Gate()
    while not any(" claims " in text for text in _legal(service)) or service.snapshot.turn.actors != ("P2",):
        play_some(service, 1, "random", len(service.snapshot.story))
    secret = [text for text in _legal(service) if text.startswith("P2 claims")]
    assert secret
    app = visit(service, far=True, GATE=gate).application
    seen = {}
    for seat in (None, "P1", "P2"):
        phone = app.test_client()
        if seat:
            _post(phone, "/api/join", {"code": gate.code})
            _post(phone, "/api/seat", {"seat": seat})
        seen[seat] = phone.get("/api/moves").json["moves"]
    assert set(secret) <= set(seen["P2"])
    assert not set(secret) & {*seen[None], *seen["P1"]}
    assert any(text.startswith(("P2 takes", "P2 draws")) for text in seen[None])
    assert not any(text.startswith("P2") for text in seen["P1"])


def _legal(service: Service) -> list[str]:
    return [str(move) for move in service.snapshot.game.legal_moves(service.snapshot.state)]


def test_a_corrected_hand_is_told_without_its_cards(start: Start, visit: Visit) -> None:
    service = start(NEW_YORK, ("Ann", "Bob"), 40)
    service.ask("correct", None, text="P2 holds 1 red")
    told = visit(service, far=True).get("/api/story").json["story"][-1]
    assert (told["told"], told["text"]) == ("Corrected: what Bob holds.", None)


def test_a_stash_stays_behind_its_shield(start: Start, visit: Visit) -> None:
    service, gate = start(RAILS, ("Ann", "Bob"), 60), Gate()
    own, other = _phone(service, visit, gate, "P1").get("/api/state").json["view"]["players"]
    assert own["stash"] is not None
    assert other["stash"] is None


@pytest.mark.parametrize("game", [NEW_YORK, CARDS, RAILS])
def test_after_the_game_everything_is_open(start: Start, visit: Visit, game: str) -> None:
    service = start(game, ("Ann", "Bob"), 100_000)
    assert service.snapshot.turn.over
    told = visit(service, far=True).get("/api/state").json
    scores = service.snapshot.score
    assert [player["total"] for player in told["scores"]["players"]] == [player.total for player in scores.players]
    assert told["scores"]["winners"] == list(scores.winners)
    assert visit(service, far=True).get("/api/log").status_code == 200


@pytest.mark.parametrize("game", [NEW_YORK, CARDS, RAILS])
def test_the_log_of_a_game_that_goes_on_is_not_given_away(start: Start, visit: Visit, game: str) -> None:
    service = start(game, ("Ann", "Bob"), 40)
    assert visit(service).get("/api/log").status_code == 403


@pytest.mark.parametrize("game", [NEW_YORK, CARDS])
def test_a_phone_at_a_seat_cannot_move_or_ask_for_another(start: Start, visit: Visit, game: str) -> None:
    service, gate = start(game, ("Ann", "Bob"), 40), Gate()
    phone = _phone(service, visit, gate, "P1")
    before = service.snapshot
    for do, text in (("move", "P2 draws a card"), ("correct", "P2 hand is 2 red"), ("correct", "P2 holds 1 red")):
        answer = _post(phone, "/api/commands", {"n": before.n, "do": do, "text": text})
        assert answer.status_code == 403
    assert service.snapshot.story == before.story
    assert phone.get("/api/hints?seat=P2").status_code in (403, 409)


def test_a_taken_seat_is_not_given_to_another_phone(start: Start, visit: Visit) -> None:
    service, gate = start(NEW_YORK, ("Ann", "Bob"), 40), Gate()
    app = visit(service, far=True, GATE=gate).application
    first, second = app.test_client(), app.test_client()
    for phone in (first, second):
        _post(phone, "/api/join", {"code": gate.code})
    assert _post(first, "/api/seat", {"seat": "P2"}).status_code == 200
    assert _post(second, "/api/seat", {"seat": "P2"}).status_code == 403
    assert second.get("/api/state").json["you"]["seat"] is None
    assert _post(first, "/api/seat", {"seat": None}).status_code == 200
    assert _post(second, "/api/seat", {"seat": "P2"}).status_code == 200


def test_a_seat_of_the_last_game_is_no_seat_in_the_next(start: Start, visit: Visit) -> None:
    service, gate = start(NEW_YORK, ("Ann", "Bob"), 40), Gate()
    phone = _phone(service, visit, gate, "P1")
    service.ask("new", None, game=NEW_YORK, players=("Bob", "Ann"))
    assert phone.get("/api/state").json["you"]["seat"] is None


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_every_game_is_presented_in_every_language(start: Start, visit: Visit, game: str, language: str) -> None:
    service = start(game, ("Ann", "Bob"))
    client = visit(service)
    for _ in range(6):
        play_some(service, 15)
        told = client.get(f"/api/state?lang={language}").json
        assert told["next"]
        assert all(entry["told"] and "{" not in entry["told"] for entry in told["story"])


def _english(language: str) -> re.Pattern[str]:
    """The words of the games that are called otherwise in that language."""
    terms = catalogue(language)["terms"]
    words = [word for word, other in terms.items() if word.isalpha() and word.islower() and word not in str(other)]
    known = set(" ".join(map(str, terms.values())).lower().split())
    return re.compile(rf"\b({'|'.join(sorted(set(words) - known))})\b")


@pytest.mark.parametrize("game", names())
def test_no_english_word_of_a_game_is_left_in_what_is_told(start: Start, visit: Visit, game: str) -> None:
    """Colours, cards and pieces also where they stand among names and numbers."""
    service = start(game, ("Ann", "Bob"), 100_000, {"hands": "open"} if game in (NEW_YORK, CARDS) else None, "good")
    client = visit(service)
    for language in ("it", "fr"):
        told, english = client.get(f"/api/state?lang={language}").json, _english(language)
        sentences = [entry["told"] for entry in client.get(f"/api/story?lang={language}").json["story"]]
        sentences += [source["why"] for player in told["scores"]["players"] for source in player["sources"]]
        assert len(sentences) > 40
        assert not [sentence for sentence in sentences if english.search(sentence)]
