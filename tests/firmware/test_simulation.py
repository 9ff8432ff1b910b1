"""A whole evening at the simulated table: bots move wood, eyes look, a visitor makes mistakes."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.errors import NotThere
from engine.railroad_tiles.tile import Spot, Tile
from firmware.cameras import Bgr
from firmware.eyes import Eyes
from firmware.folder import DataFolder
from firmware.inbox import Stop
from firmware.service import Service
from firmware.simulation.hands import Hands
from firmware.simulation.painter import Painter, fits_in_zone
from firmware.simulation.table import SimulatedTable
from firmware.simulation.wood import Piece, Wood, alike, as_seen, counted, is_seen, real_wood, same_wood, wood_of
from tests.engine.test_evidence import chances
from tests.firmware.games import RAILROAD
from tests.firmware.sequences import gestures
from webui.desk import OVER, Snapshot


def sketch(wood: Wood) -> Bgr:
    """Enough of a picture to see motion: a square for each tile."""
    picture = np.full((240, 320, 3), (60, 90, 120), np.uint8)
    for seat, pieces in enumerate(wood.territories):
        for piece in pieces:
            x, y = 80 + 160 * seat + piece.cell[0] * 8, 140 + piece.cell[1] * 8
            cv2.rectangle(picture, (x, y), (x + 6, y + 6), (200, 210, 190), -1)
    for column in range(10):
        cv2.rectangle(picture, (column * 30, 5), (column * 30 + 20, 25), (230, 230, 230), -1)
    return picture


class WoodReader:
    """Reads the wood itself, as a camera that never errs would."""

    table: SimulatedTable

    def reads(self, game: str) -> bool:
        return game == RAILROAD

    def read(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        return as_seen(self.table.wood)

    def agree(self, game: str) -> bool:
        return False

    def read_again(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        return self.read(picture_bgr, game)


class Evening:
    """Service, eyes and hands, fast."""

    def __init__(self, folder: DataFolder, players: tuple[str, ...], seed: int, game: str = RAILROAD) -> None:
        self.service = Service(folder)
        self.service.begin(game, players, {})
        self.table, self.reader = SimulatedTable(sketch), WoodReader()
        self.reader.table = self.table
        self.eyes = Eyes(self.table, self.reader, self.service.put, frame_s=0.01)
        self.eyes._still.rest_s = 0.03
        self.service.watch_with(self.eyes)
        self.service.listen(self.eyes.show)
        self.hands = Hands(self.service, self.service.put, self.table, random.Random(seed), speed=1000.0)
        self.service.simulate_with(self.hands.wish)
        self._thread = threading.Thread(target=self.service.run)

    @contextmanager
    def playing(self) -> Iterator[Evening]:
        self._thread.start()
        self.eyes.show(self.service.snapshot)
        self.eyes.start()
        self.hands.start()
        try:
            yield self
        finally:
            self.hands.close()
            self.eyes.close()
            self.service.put(Stop())
            self._thread.join(5)
            self.service.close()

    def until(self, true: Callable[[Snapshot], bool], seconds: float = 90.0) -> Snapshot:
        end = time.monotonic() + seconds
        snapshot = self.service.snapshot
        while not true(snapshot):
            assert time.monotonic() < end, f"not reached: {snapshot.moment} {len(snapshot.story)} {snapshot.table}"
            snapshot = self.service.wait_for_news(snapshot.serial, 0.2)
        return snapshot


@pytest.mark.parametrize("players", [("Ann", "Bob"), ("Ann",)])
def test_a_whole_evening_ends_with_the_score_of_the_rules(tmp_path: Path, players: tuple[str, ...]) -> None:
    with DataFolder(tmp_path) as folder:
        evening = Evening(folder, players, seed=4)
        with evening.playing():
            snapshot = evening.until(lambda snapshot: snapshot.moment == OVER)
            assert snapshot.game is not None
            assert snapshot.score == snapshot.game.score(snapshot.game.position(snapshot.state))
            assert same_wood(evening.table.wood, wood_of(snapshot.state))
            texts = [entry.text for entry in snapshot.story]
            flips = [text for text in texts if text.startswith("TABLE flip")]
            assert bool(flips) == (len(players) == 2)
            seen = sum(is_seen(text) for text in texts)
            assert snapshot.table["gestures"] > 10
            assert snapshot.table["put right"] <= 2, "nearly all was read by the eyes"
            assert seen > len(texts) / 2


class Blinking(WoodReader):
    """A camera that misses every icon in the market, and knows that it is not sure of it."""

    def read(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        seen = dict(super().read(picture_bgr, game))
        market = seen["zones"][0]
        for tile in (tile for column in market["columns"] for tile in column):
            told = chances(Tile(tile["sides"], tile["urban"], tile["station"]))
            tile.update(spots=[], confidence=0.6, chances=[{**told, "spots": [[0.6, 0.1, 0.1, 0.1, 0.03, 0.03, 0.04]]}])
        if market["columns"] != self.columns:
            self.before, self.columns = self.columns, market["columns"]
        if self.before is not None:
            market["before"] = self.before
        return seen

    before: Any = None
    columns: Any = None


def test_icons_missed_in_the_market_are_seen_when_their_tiles_are_laid(tmp_path: Path) -> None:
    with DataFolder(tmp_path) as folder:
        evening = Evening(folder, ("Ann",), seed=4)
        evening.reader = evening.eyes._reader = Blinking()
        evening.reader.table = evening.table
        with evening.playing():
            snapshot = evening.until(lambda snapshot: snapshot.moment == OVER)
            assert snapshot.table["put right"] == 0
            assert snapshot.table["asked"] == 0
            assert any(entry.do == "correct" for entry in snapshot.story)
            snapshot = evening.until(lambda snapshot: alike(evening.table.wood, wood_of(snapshot.state)))
            (real,), (record,) = (wood.territories for wood in (evening.table.wood, wood_of(snapshot.state)))
            assert counted(real) == counted(record)


def test_hands_lay_what_really_lies_in_the_market() -> None:
    street, plain = Tile("H-H-", spots=(Spot("car", "highway"),)), Tile("H-H-")
    record, wanted = Wood(((),), ((plain,),)), Wood(((Piece((0, 0), plain.laid("-H-H")),),), ((),))
    wood = real_wood(Wood(((),), ((street,),)), record, wanted)
    assert wood.territories == ((Piece((0, 0), street.laid("-H-H")),),)
    assert alike(wood, wanted)
    assert not same_wood(wood, wanted)
    assert not alike(wood, Wood(((Piece((0, 0), plain),),), ((),)))


@pytest.mark.parametrize("players", [1, 2])
def test_bots_keep_between_the_cards(players: int) -> None:
    for _, state, _, _ in gestures(players, 5):
        assert all(fits_in_zone(list(player.territory.tiles) or [(0, 0)]) for player in state.players)


def test_a_visitor_pauses_slips_and_tidies_up(tmp_path: Path) -> None:
    with DataFolder(tmp_path) as folder:
        evening = Evening(folder, ("Ann", "Bob"), seed=1)
        with evening.playing():
            evening.until(lambda snapshot: len(snapshot.story) > 25)
            wish(evening, what="pause")
            evening.until(lambda snapshot: snapshot.table.get("paused") is True)
            wish(evening, what="illegal")
            snapshot = evening.until(is_puzzled)
            count = len(snapshot.story)
            assert snapshot.seen is not None
            assert any(one.at for one in snapshot.seen.contradictions)
            wish(evening, what="tidy")
            assert len(evening.until(lambda snapshot: not is_puzzled(snapshot)).story) == count
            wish(evening, what="hand")
            evening.until(is_puzzled)
            wish(evening, what="hand")
            evening.until(lambda snapshot: not is_puzzled(snapshot))
            wish(evening, what="nudge")
            wish(evening, what="speed", speed=7)
            for nobody in ({"seat": "P3"}, {}):
                with pytest.raises(NotThere, match="Nobody sits there"):
                    wish(evening, what="seat", **nobody)
            wish(evening, what="seat", seat="P1", on=True)
            told = evening.until(lambda snapshot: snapshot.table.get("visitors") == ["P1"]).table
            assert told["speed"] == 7
            wish(evening, what="go")
            evening.until(lambda snapshot: snapshot.turn is not None and snapshot.turn.actors == ("P1",))


def is_puzzled(snapshot: Snapshot) -> bool:
    """Whatever else is due, such as a flip, the page shows what the camera cannot explain."""
    return snapshot.seen is not None and snapshot.seen.verdict == "unexplained"


def wish(evening: Evening, **what: Any) -> None:
    evening.service.ask("simulate", None, **what)


def test_an_undo_by_a_visitor_is_followed_in_wood(tmp_path: Path) -> None:
    with DataFolder(tmp_path) as folder:
        evening = Evening(folder, ("Ann", "Bob"), seed=2)
        with evening.playing():
            evening.until(lambda snapshot: len(snapshot.story) > 30)
            count = len(evening.service.ask("undo", None).story)
            evening.until(lambda snapshot: len(snapshot.story) > count + 10)


def test_a_painted_table_is_the_same_each_time() -> None:
    """Else a table at rest would look as if it moved."""
    painter = Painter()
    wood = Wood(((Piece((0, 0), Tile("HH--")), Piece((1, 0), Tile("---H"))),))
    first = painter.paint(wood)
    assert (first == painter.paint(wood)).all()
    assert (first != painter.paint(Wood(((Piece((0, 0), Tile("HH--")),),)))).any()


def test_a_territory_that_outgrows_its_zone_is_pushed_and_stays_inside() -> None:
    painter = Painter()
    for low, high in ((0, 3), (-4, 3), (-4, 4), (2, 9)):
        anchor = painter._anchor(0, [(low, low), (high, high)])
        assert anchor[0] <= low
        assert high - anchor[0] < 9 or high - low >= 9
