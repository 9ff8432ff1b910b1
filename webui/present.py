"""From a snapshot to what a viewer may see, ready for JSON. Nothing else of the service reaches a browser."""

from __future__ import annotations

from typing import Any

from engine.observation import Contradiction
from webui.desk import Seen, Snapshot

STORY_LENGTH = 40
# Games in which everything lies open: only there may the moves themselves be told to everybody.
OPEN_GAMES = ("railroad-tiles", "off-the-rails")


def present(snapshot: Snapshot, viewer: str | None = None) -> dict[str, Any]:
    """The state for somebody at a seat, or for somebody who only watches."""
    return {
        "n": snapshot.n,
        "serial": snapshot.serial,
        "moment": snapshot.moment,
        **_present_game(snapshot, viewer),
        "seen": _present_seen(snapshot.seen) if snapshot.seen and _is_open(snapshot) else None,
        "guide": [str(step) for step in snapshot.guide],
        "flipped": {"side": snapshot.flipped.side, "n": snapshot.flipped.n} if snapshot.flipped else None,
        "showing": snapshot.showing,
        "watching": snapshot.watching,
        "lights": dict(snapshot.lights),
        "troubles": dict(snapshot.troubles),
        "problem": _last_problem(snapshot),
        "table": dict(snapshot.table),
    }


def _present_game(snapshot: Snapshot, viewer: str | None) -> dict[str, Any]:
    game, turn = snapshot.game, snapshot.turn
    if game is None or turn is None:
        words = "Start a game."
        return {"game": None, "phase": None, "next": words, "players": [], "scores": None, "view": None, "story": []}
    return {
        "game": game.name,
        "phase": turn.phase,
        "over": turn.over,
        "next": str(turn.todo),
        "on_turn": list(turn.actors),
        "players": _players(snapshot),
        "scores": snapshot.score.as_json() if snapshot.score else None,
        "problems": [problem.as_json() for problem in snapshot.problems],
        "view": game.view(snapshot.state, viewer),
        "moves": len(snapshot.story),
        "story": [entry.as_json() for entry in snapshot.story[-STORY_LENGTH:]] if _is_open(snapshot) else [],
        "can_undo": snapshot.can_undo,
        "can_redo": snapshot.can_redo,
    }


def _is_open(snapshot: Snapshot) -> bool:
    return snapshot.game is not None and snapshot.game.name in OPEN_GAMES


def _players(snapshot: Snapshot) -> list[dict[str, Any]]:
    scored = {player.name: player for player in snapshot.score.players} if snapshot.score else {}
    actors = snapshot.turn.actors if snapshot.turn else ()
    return [
        {
            "seat": f"P{number}",
            "name": name,
            "on_turn": f"P{number}" in actors,
            "total": scored[name].total if name in scored else None,
            "parts": dict(scored[name].parts) if name in scored else {},
        }
        for number, name in enumerate(snapshot.players, 1)
    ]


def _present_seen(seen: Seen) -> dict[str, Any]:
    return {
        "verdict": seen.verdict,
        "explanations": [list(explanation) for explanation in seen.explanations],
        "contradictions": [_present_contradiction(one) for one in seen.contradictions],
    }


def _present_contradiction(one: Contradiction) -> dict[str, Any]:
    return {
        "why": str(one.why),
        "seat": one.seat,
        "at": list(one.at) if one.at else None,
        "sure": one.sure,
        "move": one.move,
    }


def _last_problem(snapshot: Snapshot) -> str | None:
    """The one sentence to show large: what was refused, else what the camera cannot explain, else what is broken."""
    if snapshot.refusal is not None:
        return str(snapshot.refusal)
    if snapshot.seen is not None and snapshot.seen.contradictions:
        return str(snapshot.seen.contradictions[0].why)
    return next(iter(snapshot.troubles.values()), None)
