"""What the page asks beside the state: legal moves, hints, what chance gives, the log to keep."""

from __future__ import annotations

import importlib
import json
import secrets
from itertools import islice
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from engine.errors import BadInput, NotNow, NotThere, words_of
from engine.game import TABLE
from engine.games import MODULES
from engine.hints import Hint
from engine.log import Entry, Header
from engine.railroad_tiles.tile import read_tile
from engine.reading import Field, read_json
from engine.words import say
from webui.desk import FLIP, Desk, Snapshot
from webui.gate import JoinFirst, NotAllowed
from webui.present import Viewer, present_score, present_story
from webui.present.story import SECRETIVE, WITH_HANDS, tell
from webui.visitors import SEATS, check_may, viewer

MOST_MOVES = 3000
RAILROAD = "railroad-tiles"
MOST_DRAWS = 200  # of one wish; a whole preparation has far fewer

questions = Blueprint("questions", __name__)


def _desk() -> Desk:
    found: Desk = current_app.extensions["desk"]
    return found


def _playing() -> Snapshot:
    snapshot = _desk().snapshot
    if snapshot.game is None:
        raise NotNow("There is no game on the table; start one on the page.")
    return snapshot


@questions.get("/api/moves")
def moves() -> Response:
    """The legal moves that the asking phone may know of, as texts."""
    snapshot = _playing()
    return jsonify({"n": snapshot.n, "moves": known_moves(snapshot, viewer(snapshot))})


def known_moves(snapshot: Snapshot, who: Viewer) -> list[str]:
    """Where hands are hidden, what others can do would tell what they hold."""
    assert snapshot.game is not None
    texts = (str(move) for move in snapshot.game.legal_moves(snapshot.state))
    if snapshot.game.name in WITH_HANDS:
        texts = (text for text in texts if text.partition(" ")[0] in (TABLE, who.seat) or _hides_nothing(text, who))
    return list(islice(texts, MOST_MOVES))


def _hides_nothing(text: str, who: Viewer) -> bool:
    """A screen for all shows what anybody may do: taking, drawing, passing; never what a hand could pay."""
    verb = text.split()[1]
    return who.seat is None and verb in ("takes", "draws", "stops", "passes", "advances")


@questions.get("/api/hints")
def hints() -> Response:
    """The best moves for a player, and why."""
    snapshot = _playing()
    who, seat = viewer(snapshot), Field(request.args.get("seat"), "seat").one_of(SEATS)
    assert snapshot.game is not None
    assert snapshot.turn is not None
    if not who.may_play:
        raise JoinFirst("Join the table first: scan its code, or enter it.")
    if seat not in snapshot.turn.actors:
        raise NotNow(say("Nobody is to do this now."))
    if snapshot.game.name in WITH_HANDS and who.seat != seat:
        raise NotAllowed("This is for another player to do.")
    found = _find_hints(snapshot, seat, request.args.get("tile") or None)
    return jsonify({"n": snapshot.n, "hints": [_hint(one, snapshot, who) for one in found]})


def _find_hints(snapshot: Snapshot, seat: str, tile: str | None) -> list[Hint]:
    assert snapshot.game is not None
    hints_of = importlib.import_module(f"{MODULES[snapshot.game.name]}.hints").hints
    if not tile or snapshot.game.name != RAILROAD:
        return list(hints_of(snapshot.state, seat))
    try:
        return list(hints_of(snapshot.state, seat, read_tile(tile)))
    except BadInput as error:
        raise NotThere(words_of(error)) from error


def _hint(hint: Hint, snapshot: Snapshot, who: Viewer) -> dict[str, Any]:
    assert snapshot.game is not None
    text = str(hint.move)
    told = tell(snapshot.game.name, Entry("move", text), snapshot.players, who.seat)
    return {"move": text, "told": who.say(told), "gain": hint.gain, "why": [who.say(why) for why in hint.why]}


@questions.post("/api/chance")
def chance() -> Response:
    """Draw for the players where no real bag or deck is at hand: once, or until somebody has to decide."""
    fields = Field(read_json(request.get_data(as_text=True), "request"), "request").keys(("n", "all"), ("n",))
    n, every = fields["n"].whole(0, 10**9), fields["all"].truth() if "all" in fields else False
    snapshot = _playing()
    check_may("move", {}, snapshot)
    for _ in range(MOST_DRAWS if every else 1):
        snapshot = _desk().ask("move", n, text=_draw(snapshot))
        n = snapshot.n
        if snapshot.turn is None or snapshot.turn.actors != (TABLE,) or snapshot.moment == FLIP:
            break
    return jsonify({"n": snapshot.n})


def _draw(snapshot: Snapshot) -> str:
    assert snapshot.game is not None
    chances = snapshot.game.chances(snapshot.state)
    if not chances or snapshot.moment == FLIP:
        raise NotNow(say("The table has nothing to draw now."))
    ticket = secrets.randbelow(sum(chances.values()))
    for move, weight in chances.items():
        ticket -= weight
        if ticket < 0:
            return str(move)
    raise AssertionError("the weights do not add up")


@questions.get("/api/story")
def story() -> Response:
    """The whole story; the state brings only its end."""
    snapshot = _playing()
    return jsonify({"n": snapshot.n, "story": present_story(snapshot, viewer(snapshot))})


@questions.get("/api/log")
def log() -> Response:
    """The game's log to keep; where something is hidden, only after the game."""
    snapshot = _playing()
    assert snapshot.game is not None
    assert snapshot.turn is not None
    if snapshot.game.name in SECRETIVE and not snapshot.turn.over:
        raise NotAllowed("The log tells what is hidden; it can be had after the game.")
    header = Header(snapshot.game.name, snapshot.players, dict(snapshot.setup), snapshot.game.rules)
    lines = [header.as_json(), *(entry.as_json() for entry in snapshot.story)]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    answer = Response(text, mimetype="application/x-ndjson")
    answer.headers["Content-Disposition"] = f'attachment; filename="{snapshot.game.name}.jsonl"'
    return answer


@questions.post("/api/score")
def score() -> Response:
    """The final score of any position, as `capostazione score` gives it."""
    from engine.games import find_game

    value = read_json(request.get_data(as_text=True), "position")
    name = Field(value, "position").entries(("game",))["game"].text()
    if not isinstance(value, dict):
        raise BadInput(say("position: not an object"))
    counted, who = find_game(name).score(value), viewer(_desk().snapshot)
    problems = [{**problem.as_json(), "why": who.say(problem.why)} for problem in counted.problems]
    return jsonify({**counted.as_json(), **present_score(counted, who, over=True), "problems": problems})
