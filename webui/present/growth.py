"""How the scores grew and what the last entry changed, from the story itself: replayed once, then only what is new."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from engine.errors import CapostazioneError
from engine.game import AnyGame
from engine.log import Entry, Header
from engine.score import Score
from engine.table import History
from webui.desk import Snapshot

MOST_POINTS = 40  # of a curve


@dataclass
class Past:
    """The states of the game on the table, kept from one snapshot to the next; scored only where a curve needs it."""

    header: Header | None = None
    entries: list[Entry] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    _scores: dict[int, Score] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def growth(self, snapshot: Snapshot) -> list[tuple[int, Score]]:
        """The score at the end of each round, or of some entries in a game without rounds."""
        with self._lock:
            self._follow(snapshot)
            assert snapshot.game is not None
            return [(label, self._score(snapshot.game, at)) for label, at in _curve(self.states)]

    def before_last(self, snapshot: Snapshot) -> Any:
        """The state before the last entry, or None at the beginning."""
        with self._lock:
            self._follow(snapshot)
            return self.states[-2] if len(self.states) > 1 else None

    def _follow(self, snapshot: Snapshot) -> None:
        """Replay what is new in the snapshot's story; after an undo only its end is replayed."""
        assert snapshot.game is not None
        header = Header(snapshot.game.name, tuple(snapshot.players), dict(snapshot.setup), snapshot.game.rules)
        if header != self.header:
            self.header, self.entries, self._scores = header, [], {}
            self.states = [History.begin(header).state]
        same = _common(self.entries, snapshot.story)
        del self.entries[same:], self.states[same + 1 :]
        self._scores = {at: score for at, score in self._scores.items() if at <= same}
        for entry in snapshot.story[same:]:
            self.states.append(_after(snapshot.game, self.states[-1], entry))
            self.entries.append(entry)

    def _score(self, game: AnyGame, at: int) -> Score:
        if at not in self._scores:
            self._scores[at] = game.score(game.position(self.states[at]))
        return self._scores[at]


def _after(game: AnyGame, state: Any, entry: Entry) -> Any:
    if entry.do == "correct":
        return game.correct(state, entry.text)
    return game.play(state, game.read_move(entry.text, state), entry.insist)


def _common(old: list[Entry], new: tuple[Entry, ...]) -> int:
    return next((k for k, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))


def _curve(states: list[Any]) -> list[tuple[int, int]]:
    """Label and place of the states that a curve shows: the last of each round, else one in so many, and the last."""
    last = len(states) - 1
    if hasattr(states[0], "round"):
        return list({state.round: at for at, state in enumerate(states) if at}.items())
    apart = max(1, last // MOST_POINTS)
    return [(at, at) for at in range(1, last + 1) if at % apart == 0 or at == last]


def changed_cells(game: AnyGame, before: Any, now: Any) -> list[dict[str, Any]]:
    """The cells that the last entry changed, with the seat whose they are where each player has a territory."""
    if before is None:
        return []
    try:
        old, new = _cells(game.view(before)), _cells(game.view(now))
    except CapostazioneError:
        return []
    places = [place for place in {**old, **new} if old.get(place) != new.get(place)]
    return [{"seat": seat, "at": list(at)} for seat, at in places]


def _cells(view: dict[str, Any]) -> dict[tuple[str | None, tuple[int, int]], Any]:
    found: dict[tuple[str | None, tuple[int, int]], Any] = {}
    for player in view.get("players", []):
        found |= {(player["seat"], tuple(tile["at"])): tile for tile in player.get("tiles", [])}
        for cart in player.get("carts", []):
            if cart.get("at"):
                found[None, tuple(cart["at"])] = cart
    for cell in view.get("cells", []):
        at = (None, tuple(cell["at"]))
        found[at] = (cell, found.get(at))
    return found
