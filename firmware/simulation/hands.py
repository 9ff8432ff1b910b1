"""The hands at a simulated table: bots that look at the page, move wood, press buttons, and enter what no camera sees.

They know of the service what people know. When the record is not what they did, they put it right on the page and count
that. A visitor may take a seat and may make mistakes for them.
"""

from __future__ import annotations

import logging
import queue
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.errors import CapostazioneError, IllegalMove, NotThere
from engine.game import seat as seat_name
from engine.game import seat_index
from engine.words import say
from firmware.inbox import Item, Press, TableNews
from firmware.reading import reached
from firmware.simulation.cards import with_mistaken_row
from firmware.simulation.mine import with_mistaken_cart
from firmware.simulation.painter import fits_in_zone
from firmware.simulation.players import shown_and_entered, turn_of
from firmware.simulation.table import SimulatedTable
from firmware.simulation.wood import (
    SEEN,
    Wood,
    alike,
    is_seen,
    misread_columns,
    mistaken_tile,
    real_wood,
    same_loads,
    wood_of,
)
from webui.desk import FLIP, OVER, OWING, PUZZLE, QUESTION, Desk, Snapshot, StaleNumber

PAUSE_S = 1.2  # between two doings at speed 1
PATIENCE_S = 180.0  # a busy machine reads slowly
LOOK_S = 5.0
BUTTON = "button"  # the seat of whoever presses the buttons

_log = logging.getLogger(__name__)


class Hands:
    """Plays all seats that no visitor has taken."""

    def __init__(
        self,
        desk: Desk,
        put: Callable[[Item], None],
        table: SimulatedTable | None,
        dice: random.Random,
        speed: float = 1.0,
        reads: Callable[[str], bool] = lambda game: game in SEEN,
    ) -> None:
        """`reads` tells the games that the camera reads."""
        self._desk = desk
        self._put = put
        self._table = table
        self._dice = dice
        self._speed = speed
        self._reads = reads
        self._paused = False
        self._slipped = False
        self._visitors: set[str] = set()
        self._counts = {"gestures": 0, "asked": 0, "put right": 0}
        self._wishes: queue.SimpleQueue[Mapping[str, Any]] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hands", daemon=True)
        self._agreed = wood_of(desk.snapshot.state)  # the record as it was when wood and record last agreed
        if table is not None:
            table.lay(self._agreed)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(LOOK_S)

    def wish(self, what: Mapping[str, Any]) -> None:
        """Note what a visitor wants; called in the service's thread, done in ours."""
        there = (BUTTON, *map(seat_name, range(len(self._desk.snapshot.players))))
        if what.get("what") == "seat" and what.get("seat") not in there:
            raise NotThere(say("Nobody sits there in this game."))
        self._wishes.put(what)

    def _run(self) -> None:
        self._tell()
        while not self._closing.is_set():
            try:
                self._step()
            except StaleNumber:
                continue  # somebody was quicker: look again
            except CapostazioneError as error:
                _log.warning("the hands were refused: %s", error)
                self._rest()

    def _step(self) -> None:
        """Do one thing: grant a wish, follow the record, press, or take a turn."""
        self._grant_wishes()
        snapshot = self._desk.snapshot
        if self._paused or self._slipped or snapshot.game is None:
            self._closing.wait(0.1)
        elif self._follow(snapshot):
            pass
        elif self._is_being_read(snapshot):
            self._desk.wait_for_news(snapshot.serial, 0.5)
        elif snapshot.moment == FLIP:
            self._flip(snapshot)
        elif snapshot.moment == OVER or not (moves := self._plan(snapshot)):
            self._desk.wait_for_news(snapshot.serial, 0.5)
        else:
            self._perform(moves)

    def _follow(self, snapshot: Snapshot) -> bool:
        """Lay the wood as recorded where it is not; what was misread between sides stays as it really is."""
        record = wood_of(snapshot.state)
        follow = self._table is not None and not alike(self._table.wood, record)
        if self._table is not None and follow:
            self._move_wood(real_wood(self._table.wood, self._agreed, record))
        self._agreed = record
        return follow

    def _flip(self, snapshot: Snapshot) -> None:
        """Press the button, unless a visitor wants to."""
        if BUTTON not in self._visitors:
            self._rest()
            self._put(Press("flip"))
        self._desk.wait_for_news(snapshot.serial, LOOK_S)

    # Taking turns.

    def _plan(self, snapshot: Snapshot) -> list[str]:
        """What one actor does now, up to where somebody else is to act or the phase ends."""
        game, state = snapshot.game, self._as_it_lies(snapshot)
        assert game is not None
        free = [actor for actor in game.turn(state).actors if actor not in self._visitors]
        if not free:
            return []
        return turn_of(game, state, free[0], self._dice, fits_in_zone)

    def _as_it_lies(self, snapshot: Snapshot) -> Any:
        """The state with the market as people see it: they lay what lies there, whatever it was taken for."""
        state = snapshot.state
        assert snapshot.game is not None
        for text in self._misread(snapshot).values():
            state = snapshot.game.correct(state, text)
        return state

    def _misread(self, snapshot: Snapshot) -> dict[int, str]:
        return misread_columns(wood_of(snapshot.state), self._table.wood) if self._table is not None else {}

    def _perform(self, moves: list[str]) -> None:
        """Moves that the camera can see are made in wood, a few at once; the others are entered on the page."""
        for seen, texts in shown_and_entered(moves, self._is_seen):
            self._rest()
            if self._closing.is_set() or self._paused or not self._wishes.empty():
                return
            if seen:
                self._make_in_wood(texts)
            else:
                self._enter(texts)

    def _is_seen(self, text: str) -> bool:
        snapshot = self._desk.snapshot
        return snapshot.game is not None and self._is_watched(snapshot) and is_seen(text, snapshot.game.name)

    def _is_watched(self, snapshot: Snapshot) -> bool:
        """Whether a camera that is well looks at a game that it can read."""
        blind = {"camera", "reader"} & set(snapshot.troubles)
        return self._table is not None and snapshot.game is not None and self._reads(snapshot.game.name) and not blind

    def _is_being_read(self, snapshot: Snapshot) -> bool:
        """People wait for the light before they go on."""
        return self._is_watched(snapshot) and snapshot.watching != "looking"

    def _make_in_wood(self, texts: list[str]) -> None:
        before = self._desk.snapshot
        game, state = before.game, self._as_it_lies(before)
        assert game is not None
        known = wood_of(state)
        for text in texts:
            state = game.play(state, game.read_move(text, state))
        assert self._table is not None
        wanted = real_wood(self._table.wood, known, wood_of(state))
        if alike(wanted, self._table.wood):  # an empty yard advances, and nothing moves
            self._enter(texts)
            return
        self._move_wood(wanted)
        self._counts["gestures"] += 1
        if not self._is_recorded(before, state) and not self._closing.is_set():
            self._put_right(before, texts)
        self._tell()

    def _is_recorded(self, before: Snapshot, meant: Any) -> bool:
        """Wait until the service has recorded moves that lead to what was meant; answer its question if it has one."""
        assert self._table is not None
        wanted, snapshot = self._table.wood, self._desk.snapshot
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and not self._closing.is_set():
            if len(snapshot.story) > len(before.story) and alike(wood_of(snapshot.state), wanted):
                return same_loads(snapshot.state, meant)
            if snapshot.moment == OWING or len(snapshot.story) < len(before.story):
                raise StaleNumber("somebody took a move back meanwhile")
            if snapshot.moment == QUESTION:
                return self._answer(snapshot, wanted, meant)
            if snapshot.moment == PUZZLE and snapshot.watching == "looking" and snapshot.n > before.n:
                return False
            if {"camera", "reader"} & set(snapshot.troubles):
                return False
            snapshot = self._desk.wait_for_news(snapshot.serial, 0.5)
        return False

    def _answer(self, snapshot: Snapshot, wanted: Wood, meant: Any) -> bool:
        """Choose the explanation that is what was done, if it is among them."""
        assert snapshot.game is not None
        assert snapshot.seen is not None
        for choice, texts in enumerate(snapshot.seen.explanations):
            try:
                state = reached(snapshot.game, snapshot.state, texts)
            except IllegalMove:
                continue
            if alike(wood_of(state), wanted) and same_loads(state, meant):
                self._desk.ask("choose", snapshot.n, choice=choice)
                self._counts["asked"] += 1
                return True
        return False

    def _put_right(self, before: Snapshot, texts: list[str]) -> None:
        """The record is not what was done: take back what is wrong and enter what is right."""
        self._counts["put right"] += 1
        _log.info("not recorded as done: %s; seen %s", texts, self._desk.snapshot.seen)
        while len(self._desk.snapshot.story) > len(before.story):
            self._ask("undo")
        self._enter(texts)

    def _enter(self, texts: list[str]) -> None:
        """Moves on the page; whoever takes a column that was misread puts it right first."""
        for number, correction in self._misread(self._desk.snapshot).items():
            if any(text.split()[1:3] == ["take", str(number + 1)] for text in texts):
                self._counts["put right"] += 1
                self._ask("correct", text=correction)
        for text in texts:
            self._ask("move", text=text)
        self._follow(self._desk.snapshot)

    def _ask(self, do: str, **what: Any) -> None:
        """Ask in view of the newest state; the camera may bring a newer one in between."""
        for _ in range(10):
            try:
                self._desk.ask(do, self._desk.snapshot.n, **what)
                return
            except StaleNumber:
                continue

    def _move_wood(self, wood: Wood, slipped: bool = False) -> None:
        """A hand goes over the table, and then the wood lies so."""
        if self._table is None:
            return
        self._table.wave(True)
        self._table.wait_for_frames(3, LOOK_S)
        self._table.lay(wood)
        self._table.wait_for_frames(2, LOOK_S)
        self._table.wave(False)
        self._slipped = slipped

    def _rest(self) -> None:
        self._closing.wait(PAUSE_S / self._speed)

    # Visitors.

    def _grant_wishes(self) -> None:
        while not self._wishes.empty():
            wish = self._wishes.get()
            self._grant(str(wish.get("what")), wish)
            self._tell()

    def _grant(self, what: str, wish: Mapping[str, Any]) -> None:
        if what in ("pause", "go"):
            self._paused = what == "pause"
        elif what == "speed":
            self._speed = float(wish.get("speed", 1.0))
        elif what == "seat":
            (self._visitors.add if wish.get("on", True) else self._visitors.discard)(str(wish.get("seat")))
        elif what == "tidy":
            self._move_wood(wood_of(self._desk.snapshot.state))
        elif self._table is not None:
            self._slip(what, str(wish.get("text", "")))

    def _slip(self, what: str, text: str) -> None:
        """A mistake in wood: a nudged tile, a hand left behind, a tile laid whatever the rules say."""
        assert self._table is not None
        wood, state = self._table.wood, self._desk.snapshot.state
        if what == "hand":
            self._move_wood(replace(wood, hand_left=not wood.hand_left), slipped=not wood.hand_left)
        elif what == "illegal" and wood.mine is not None:
            self._move_wood(replace(wood, mine=with_mistaken_cart(wood.mine)), slipped=True)
        elif what == "illegal" and wood.cards is not None:
            self._move_wood(replace(wood, cards=with_mistaken_row(wood.cards)), slipped=True)
        elif what == "nudge" and any(wood.territories):
            seat = next(number for number, pieces in enumerate(wood.territories) if pieces)
            self._move_wood(replace(wood, nudged=((seat, wood.territories[seat][-1].cell, (9.0, -6.0, 11.0)),)))
        elif what in ("illegal", "lay"):
            lay = mistaken_tile(state) if what == "illegal" else self._read_lay(text)
            if lay is not None:
                self._move_wood(wood.with_tile(seat_index(lay.actor), lay.cell, lay.tile), slipped=True)

    def _read_lay(self, text: str) -> Any:
        game = self._desk.snapshot.game
        move = game.read_move(text, self._desk.snapshot.state) if game else None
        return move if hasattr(move, "cell") and hasattr(move, "tile") else None

    def _tell(self) -> None:
        told = {"speed": self._speed, "paused": self._paused, "visitors": sorted(self._visitors), **self._counts}
        self._put(TableNews(told))
