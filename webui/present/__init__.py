"""From a snapshot to what one viewer may see, in the viewer's language, ready for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import seat
from engine.log import Entry
from engine.observation import entry_of
from engine.score import PlayerScore, Problem, Score, Source
from engine.words import Said, say
from webui.desk import Snapshot
from webui.present.growth import Past, changed_cells
from webui.present.hidden import hidden_parts, open_total
from webui.present.maps import box_of, map_of
from webui.present.story import SECRETIVE, tell
from webui.words import OTHERWISE, translate

STORY_LENGTH = 40  # of the story that comes with every state; the whole is asked for


@dataclass(frozen=True)
class Viewer:
    """Who looks: the seat that a phone is bound to, whether it may play, and its language."""

    seat: str | None = None
    may_play: bool = False
    may_rule: bool = False
    language: str = OTHERWISE

    def say(self, text: Said | str | None) -> str | None:
        return None if text is None else translate(text, self.language)


def present(snapshot: Snapshot, viewer: Viewer, past: Past) -> dict[str, Any]:
    """The whole state as a viewer may see it."""
    told = {
        "n": snapshot.n,
        "serial": snapshot.serial,
        "moment": snapshot.moment,
        "game": snapshot.game.name if snapshot.game else None,
        "phase": snapshot.turn.phase if snapshot.turn else None,
        "next": viewer.say(snapshot.turn.todo if snapshot.turn else say("Start a game.")),
        "on_turn": list(snapshot.turn.actors) if snapshot.turn else [],
        "over": _is_over(snapshot),
        "players": _players(snapshot, viewer),
        "scores": present_score(snapshot.score, viewer, _is_over(snapshot)) if snapshot.score else None,
        "can_undo": snapshot.can_undo,
        "can_redo": snapshot.can_redo,
        "problem": viewer.say(_last_problem(snapshot)),
        "lights": dict(snapshot.lights),
        "guide": [viewer.say(step) for step in snapshot.guide],
        "flipped": {"side": snapshot.flipped.side, "n": snapshot.flipped.n} if snapshot.flipped else None,
        "showing": snapshot.showing,
        "watching": snapshot.watching,
        "picture": snapshot.watching != "off",
        "troubles": {part: viewer.say(words) for part, words in snapshot.troubles.items()},
        "table": dict(snapshot.table),
        "you": {"seat": viewer.seat, "may_play": viewer.may_play, "may_rule": viewer.may_rule},
        "language": viewer.language,
        "view": None,
        "story": [],
    }
    return told if snapshot.game is None else {**told, **_game_fields(snapshot, viewer, past)}


def _game_fields(snapshot: Snapshot, viewer: Viewer, past: Past) -> dict[str, Any]:
    assert snapshot.game is not None
    game, over = snapshot.game, _is_over(snapshot)
    return {
        "setup": {key: value for key, value in snapshot.setup.items() if key != "data"},
        "view": _translated(game.view(snapshot.state, viewer.seat), viewer),
        "map": map_of(game.name, snapshot.setup),
        "box": box_of(snapshot.state),
        "growth": _growth(past.growth(snapshot), game.name, over),
        "changed": changed_cells(game, past.before_last(snapshot), snapshot.state),
        "problems": [_problem(problem, viewer) for problem in snapshot.problems],
        "moves": len(snapshot.story),
        "story": present_story(snapshot, viewer)[-STORY_LENGTH:],
        "seen": _seen(snapshot, viewer),
    }


def _is_over(snapshot: Snapshot) -> bool:
    return snapshot.turn is not None and snapshot.turn.over


def _players(snapshot: Snapshot, viewer: Viewer) -> list[dict[str, Any]]:
    """Everybody with what they have as far as the viewer may know it."""
    scored = present_score(snapshot.score, viewer, _is_over(snapshot))["players"] if snapshot.score else []
    actors = snapshot.turn.actors if snapshot.turn else ()
    points = {player["name"]: {"total": player["total"], "parts": player["parts"]} for player in scored}
    return [
        {"seat": seat(index), "name": name, "on_turn": seat(index) in actors, **points.get(name, {})}
        for index, name in enumerate(snapshot.players)
    ]


def _last_problem(snapshot: Snapshot) -> Said | str | None:
    """The one sentence to show large: what was refused, else what the camera cannot explain, else what is broken."""
    if snapshot.refusal is not None:
        return snapshot.refusal
    if snapshot.seen is not None and snapshot.seen.contradictions:
        return snapshot.seen.contradictions[0].why
    return next(iter(snapshot.troubles.values()), None)


def present_score(score: Score, viewer: Viewer, over: bool) -> dict[str, Any]:
    """The score; before the end nobody learns from it what others hide, nor who would win by that."""
    secret = bool(hidden_parts(score.game, False, over))
    players = [
        _player_score(player, hidden_parts(score.game, seat(index) == viewer.seat, over), viewer)
        for index, player in enumerate(score.players)
    ]
    return {
        "players": players,
        "winners": [] if secret else list(score.winners),
        "tie": None if secret else viewer.say(score.tie),
        **({} if secret else _translated(dict(score.also), viewer)),
    }


def _player_score(player: PlayerScore, hidden: tuple[str, ...], viewer: Viewer) -> dict[str, Any]:
    also = {} if hidden else player.also  # what a game adds there rests on the same hidden things
    return {
        "name": player.name,
        "total": open_total(player, hidden),
        "parts": {part: None if part in hidden else points for part, points in player.parts.items()},
        **_translated(also, viewer),
        "sources": [_source(source, viewer) for source in player.sources if source.part not in hidden],
    }


def _translated(value: Any, viewer: Viewer) -> Any:
    """A value for JSON with every sentence in it in the viewer's language."""
    if isinstance(value, Said):
        return viewer.say(value)
    if isinstance(value, Mapping):
        return {key: _translated(item, viewer) for key, item in value.items()}
    return [_translated(item, viewer) for item in value] if isinstance(value, (list, tuple)) else value


def _source(source: Source, viewer: Viewer) -> dict[str, Any]:
    return {**source.as_json(), "why": viewer.say(source.why)}


def _problem(problem: Problem, viewer: Viewer) -> dict[str, Any]:
    return {**problem.as_json(), "why": viewer.say(problem.why)}


def _growth(rounds: list[tuple[int, Score]], game: str, over: bool) -> list[dict[str, Any]]:
    hidden = hidden_parts(game, False, over)
    return [
        {"round": number, "totals": [open_total(player, hidden) for player in score.players]}
        for number, score in rounds
    ]


def present_story(snapshot: Snapshot, viewer: Viewer) -> list[dict[str, Any]]:
    assert snapshot.game is not None
    over = _is_over(snapshot)
    return [
        {
            "number": number,
            "do": entry.do,
            "seat": entry.text.split()[0] if entry.text.startswith("P") else None,
            "insist": entry.insist,
            "text": entry.text if over or snapshot.game.name not in SECRETIVE else None,
            "told": viewer.say(tell(snapshot.game.name, entry, snapshot.players, viewer.seat, over)),
        }
        for number, entry in enumerate(snapshot.story, 1)
    ]


def _seen(snapshot: Snapshot, viewer: Viewer) -> dict[str, Any] | None:
    """What the camera made of the table; every explanation in words beside its moves."""
    seen = snapshot.seen
    if seen is None:
        return None
    return {
        "verdict": seen.verdict,
        "explanations": [_explanation(moves, snapshot, viewer) for moves in seen.explanations],
        "contradictions": [
            {"why": viewer.say(one.why), "seat": one.seat, "at": list(one.at) if one.at else None, "sure": one.sure,
             "move": one.move}
            for one in seen.contradictions
        ],
        "observation": seen.observation,
    }  # fmt: skip


def _explanation(moves: tuple[str, ...], snapshot: Snapshot, viewer: Viewer) -> list[dict[str, Any]]:
    assert snapshot.game is not None
    name = snapshot.game.name
    return [
        {"text": text, "told": viewer.say(tell(name, Entry(*entry_of(text)), snapshot.players, viewer.seat))}
        for text in moves
    ]
