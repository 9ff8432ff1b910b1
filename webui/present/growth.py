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


@dataclass(frozen=True)
class Step:
    """The score after an entry, and the round in which it was made where a game has rounds."""

    score: Score
    round: int | None


@dataclass
class Past:
    """The states of the game on the table, kept from one snapshot to the next."""

    header: Header | None = None
    entries: list[Entry] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def follow(self, snapshot: Snapshot) -> list[Step]:
        """The steps of the snapshot's story; after an undo only the end of it is replayed."""
        assert snapshot.game is not None
        with self._lock:
            header = Header(snapshot.game.name, tuple(snapshot.players), dict(snapshot.setup), snapshot.game.rules)
            if header != self.header:
                self._begin(header)
            same = _common(self.entries, snapshot.story)
            del self.entries[same:], self.states[same + 1 :], self.steps[same:]
            for entry in snapshot.story[same:]:
                self._add(snapshot.game, entry)
            return list(self.steps)

    def before_last(self, snapshot: Snapshot) -> Any:
        """The state before the last entry, or None at the beginning."""
        self.follow(snapshot)
        with self._lock:
            return self.states[-2] if len(self.states) > 1 else None

    def _begin(self, header: Header) -> None:
        self.header, self.entries, self.steps = header, [], []
        self.states = [History.begin(header).state]

    def _add(self, game: AnyGame, entry: Entry) -> None:
        before = self.states[-1]
        if entry.do == "correct":
            state = game.correct(before, entry.text)
        else:
            state = game.play(before, game.read_move(entry.text, before), entry.insist)
        self.entries.append(entry)
        self.states.append(state)
        self.steps.append(Step(game.score(game.position(state)), getattr(state, "round", None)))


def _common(old: list[Entry], new: tuple[Entry, ...]) -> int:
    return next((k for k, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))


def by_round(steps: list[Step]) -> list[tuple[int, Score]]:
    """The last score of each round; a game without rounds is told by its entries, at most forty of them."""
    if steps and steps[-1].round is not None:
        return list({step.round or 0: step.score for step in steps}.items())
    apart = max(1, len(steps) // 40)
    kept = [(number, step.score) for number, step in enumerate(steps, 1) if number % apart == 0]
    return kept or [(number, step.score) for number, step in enumerate(steps, 1)]


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
