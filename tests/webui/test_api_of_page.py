"""What the page asks and says: moves, hints, chance, logs; and refusals in the phone's language."""

from __future__ import annotations

import pytest

from engine.log import parse_log
from engine.table import replay
from tests.webui.asking import RAILROAD, Visit, number, post
from tests.webui.conftest import Start
from webui.gate import Gate


@pytest.mark.parametrize("path", ["/", "/new", "/sheet", "/photo", "/calibrate", "/teach", "/board", "/join"])
@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_every_page_opens_in_every_language(start: Start, visit: Visit, path: str, language: str) -> None:
    answer = visit(start()).get(f"{path}?lang={language}")
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text
    assert "script-src" not in answer.headers["Content-Security-Policy"]  # default-src 'self' covers it
    assert "style=" not in answer.text
    assert "onclick" not in answer.text


def test_the_state_speaks_the_phones_language(start: Start, visit: Visit) -> None:
    client = visit(start(RAILROAD))
    assert client.get("/api/state?lang=it").json["next"] == "Mettete le pedine Giocatore in un ordine casuale."
    told = client.get("/api/state", headers={"Accept-Language": "fr-CH,fr;q=0.9"}).json
    assert told["next"] == "Mettez les pions Joueur dans un ordre au hasard."


def test_moves_are_those_that_the_rules_allow(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=40)
    told = visit(service).get("/api/moves").json
    state = service.snapshot.state
    assert told["moves"] == [str(move) for move in service.snapshot.game.legal_moves(state)]
    assert told["n"] == service.snapshot.n


def test_chance_draws_only_what_the_table_owes(start: Start, visit: Visit) -> None:
    service = start(RAILROAD)
    client = visit(service)
    assert post(client, "/api/chance", {"n": number(client), "all": True}).status_code == 200
    assert service.snapshot.turn.actors != ("TABLE",)
    refused = post(client, "/api/chance", {"n": number(client)})
    assert refused.status_code == 409
    assert refused.json["error"] == "The table has nothing to draw now."


def test_chance_in_view_of_an_old_state_changes_nothing(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=1)
    before = service.snapshot
    answer = post(visit(service), "/api/chance", {"n": before.n - 1})
    assert (answer.status_code, service.snapshot.n) == (409, before.n)


def test_a_stale_command_gets_409_and_changes_nothing(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=10)
    before = service.snapshot
    answer = post(visit(service), "/api/commands", {"n": before.n - 1, "do": "undo"})
    assert answer.status_code == 409
    assert answer.json == {"ok": False, "error": answer.json["error"], "status": 409}
    assert service.snapshot.story == before.story


def test_hints_say_why(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=0)
    client = visit(service)
    while not any(text.startswith(("P1 lay", "P2 lay")) for text in client.get("/api/moves").json["moves"]):
        if service.snapshot.turn.actors == ("TABLE",):
            post(client, "/api/chance", {"n": number(client)})
        else:
            first = client.get("/api/moves").json["moves"][0]
            post(client, "/api/commands", {"n": number(client), "do": "move", "text": first})
    seat = service.snapshot.turn.actors[0]
    hints = client.get(f"/api/hints?seat={seat}&lang=it").json["hints"]
    assert 1 <= len(hints) <= 3
    assert hints[0]["move"] in client.get("/api/moves").json["moves"]
    assert any("interruzion" in why or "rettangolo" in why for hint in hints for why in hint["why"])


def test_a_hint_for_somebody_who_is_not_to_move_is_refused(start: Start, visit: Visit) -> None:
    assert visit(start(RAILROAD)).get("/api/hints?seat=P1").status_code == 409


def test_the_log_that_is_kept_replays_to_the_same_score(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=10_000)
    assert service.snapshot.turn.over
    answer = visit(service).get("/api/log")
    recorded = parse_log(answer.data)
    history = replay(recorded.header, recorded.entries)
    assert history.state == service.snapshot.state
    assert "attachment" in answer.headers["Content-Disposition"]


def test_the_state_brings_the_end_of_the_story_and_the_whole_is_asked_for(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=90)
    client = visit(service)
    told, whole = client.get("/api/state").json, client.get("/api/story").json["story"]
    assert [entry["text"] for entry in whole] == [entry.text for entry in service.snapshot.story]
    assert told["story"] == whole[-40:]
    assert told["moves"] == 90


def test_scores_grow_by_round(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=10_000)
    told = visit(service).get("/api/state").json
    assert [step["round"] for step in told["growth"]] == list(range(1, 9))
    assert told["growth"][-1]["totals"] == [player["total"] for player in told["scores"]["players"]]


def test_what_the_last_move_changed_is_marked_also_after_undo(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=60)
    client = visit(service)
    while "lay" not in service.snapshot.story[-1].text:
        post(client, "/api/commands", {"n": number(client), "do": "undo"})
    words = service.snapshot.story[-1].text.split()
    changed = client.get("/api/state").json["changed"]
    assert changed == [{"seat": words[0], "at": [int(part) for part in words[2].split(",")]}]


def test_a_game_is_begun_with_a_taught_box(start: Start, visit: Visit) -> None:
    service, used = start(), list[str]()
    client = visit(service)
    new = {"n": number(client), "do": "new", "game": RAILROAD, "players": ["Ann", "Bob"], "pack": "our-box"}
    refused = post(client, "/api/commands", new)
    assert (refused.status_code, service.snapshot.game) == (409, None)
    service.choose_packs_with(used.append)
    assert post(client, "/api/commands", {**new, "pack": "../our-box"}).status_code == 400
    assert post(client, "/api/commands", {**new, "n": number(client)}).status_code == 200
    assert used == ["our-box"]


@pytest.mark.parametrize("game", ["off-the-rails", "ticket-to-ride-new-york", "ticket-to-ride-card-game"])
def test_the_other_games_have_hints_too(start: Start, visit: Visit, game: str) -> None:
    service, gate = start(game, ("Ann", "Bob"), 70, {} if game == "off-the-rails" else {"hands": "open"}), Gate()
    while service.snapshot.turn.actors[0] == "TABLE":
        post(visit(service), "/api/chance", {"n": service.snapshot.n})
    seat = service.snapshot.turn.actors[0]
    phone = visit(service, far=True, GATE=gate)
    assert phone.get(f"/api/hints?seat={seat}").status_code == 401
    post(phone, "/api/join", {"code": gate.code})
    post(phone, "/api/seat", {"seat": seat})
    told = phone.get(f"/api/hints?seat={seat}&lang=fr").json["hints"]
    assert 1 <= len(told) <= 3
    assert all(hint["told"] and all(hint["why"]) for hint in told)
    assert told[0]["why"] != phone.get(f"/api/hints?seat={seat}&lang=en").json["hints"][0]["why"]


REFUSALS = {  # what is asked: the words in Italian and in French
    ("POST", "/api/commands", "{"): ("non è JSON", "pas du JSON"),
    ("POST", "/api/commands", '{"n": 1}'): ("manca la chiave 'do'", "il manque la clé 'do'"),
    ("POST", "/api/commands", '{"n": 1, "do": "undo"}'): ("andato avanti", "a avancé"),
    ("POST", "/api/score", '{"game": "chess"}'): ("non c'è un gioco chiamato 'chess'", "il n'y a pas de jeu appelé"),
    ("GET", "/nowhere", ""): ("non c'è niente", "il n'y a rien"),
    ("GET", "/api/commands", ""): ("non si chiede così", "ne se demande pas ainsi"),
    ("GET", "/api/picture.jpg", ""): ("telecamera", "caméra"),
}


@pytest.mark.parametrize(("asked", "words"), REFUSALS.items(), ids=str)
def test_refusals_come_in_the_phones_language(
    start: Start, visit: Visit, asked: tuple[str, str, str], words: tuple[str, str]
) -> None:
    client = visit(start(RAILROAD, moves=3))
    method, path, body = asked
    for language, wanted in zip(("it", "fr"), words, strict=True):
        answer = client.open(f"{path}?lang={language}", method=method, data=body, content_type="application/json")
        assert answer.status_code >= 400
        assert wanted in answer.json["error"]
