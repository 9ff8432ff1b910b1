"""The reader reads again only what has changed, and finds every zone with its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from engine.errors import ClearNo
from engine.railroad_tiles.tile import Spot, Tile
from firmware.cameras import Bgr
from firmware.readers import VisionReader, zone_boxes
from firmware.simulation.painter import Painter
from firmware.simulation.wood import Piece, Wood
from vision.evidence import ZoneSight
from vision.find import FoundZone
from vision.markers import find_zones
from vision.memory import Look, Memory

RAILROAD = "railroad-tiles"
STREET = Tile("H-H-", spots=(Spot("car", "highway"),))
FIRST = Wood(((Piece((0, 0), STREET), Piece((0, 1), STREET)), (Piece((0, 0), STREET),)), ((STREET,), (STREET,)))
SECOND = Wood((FIRST.territories[0], (Piece((0, 0), STREET, frozenset({0})),)), FIRST.columns)


class Seer:
    """Stands in for vision: notes which zones it was asked to read, and what was remembered of them."""

    def __init__(self) -> None:
        self.read: list[int] = []
        self.remembered: list[Memory | None] = []

    def see_zone(self, photo_bgr: Bgr, number: int, pack: object, company: object, before: Memory | None) -> ZoneSight:
        assert number in [zone.number for zone in find_zones(photo_bgr)]
        self.read.append(number)
        self.remembered.append(before)
        place = FoundZone(number, (), None)
        answer = {"zone": number, "tiles": [{"at": [0, 0], "reading": len(self.read)}]}
        return ZoneSight(answer, place, Memory.of(Look.of(photo_bgr), place, {}, before))


@pytest.fixture
def seer(monkeypatch: pytest.MonkeyPatch) -> Seer:
    seer = Seer()
    monkeypatch.setattr("vision.evidence.see_zone", seer.see_zone)
    return seer


@pytest.fixture(scope="module")
def pictures() -> tuple[Bgr, Bgr]:
    painter = Painter()
    return painter.paint(FIRST), painter.paint(SECOND)


def test_a_zone_is_read_again_when_a_single_pawn_has_come(seer: Seer, pictures: tuple[Bgr, Bgr]) -> None:
    reader = VisionReader()
    first = reader.read(pictures[0], RAILROAD)
    assert [zone["zone"] for zone in first["zones"]] == [0, 1, 2]
    assert len(seer.read) == 3
    assert reader.read(pictures[0], RAILROAD) == first
    assert len(seer.read) == 3, "nothing has changed"
    second = reader.read(pictures[1], RAILROAD)
    assert len(seer.read) == 4
    assert seer.read[-1] == 2
    assert second["zones"][:2] == first["zones"][:2]
    assert second["zones"][2] != first["zones"][2]


def test_what_agreed_with_the_record_is_old_until_it_changes(seer: Seer, pictures: tuple[Bgr, Bgr]) -> None:
    def old(told: Mapping[str, Any]) -> list[bool]:
        return [all("old" in entry for entry in zone["tiles"]) for zone in told["zones"]]

    reader = VisionReader()
    assert old(reader.read(pictures[0], RAILROAD)) == [False, False, False]
    assert old(reader.read(pictures[0], RAILROAD)) == [False, False, False], "nobody said that it agrees"
    assert reader.agree(RAILROAD)
    assert old(reader.read(pictures[0], RAILROAD)) == [True, True, True]
    assert old(reader.read(pictures[1], RAILROAD)) == [True, True, False]
    assert seer.remembered[-1] is not None
    assert old(reader.read(pictures[1], RAILROAD)) == [True, True, False], "the pawn is still to be recorded"


def test_noise_and_a_dimmer_lamp_change_no_zone(seer: Seer, pictures: tuple[Bgr, Bgr]) -> None:
    rng = np.random.default_rng(1)
    reader = VisionReader()
    reader.read(pictures[0], RAILROAD)
    dimmer = np.clip(pictures[0] * 0.9 + rng.normal(0, 4, pictures[0].shape), 0, 255).astype(np.uint8)
    reader.read(dimmer, RAILROAD)
    assert len(seer.read) == 3


def test_a_zone_whose_cards_are_hidden_is_left_out(seer: Seer, pictures: tuple[Bgr, Bgr]) -> None:
    hidden = pictures[0].copy()
    left, top, right, bottom = zone_boxes(hidden)[2]
    hidden[top:bottom, left:right] = 90
    answer = VisionReader().read(hidden, RAILROAD)
    assert [zone["zone"] for zone in answer["zones"]] == [0, 1]


def test_what_cannot_be_read_is_said(seer: Seer) -> None:
    assert VisionReader().reads(RAILROAD)
    assert not VisionReader().reads("chess")
    with pytest.raises(ClearNo, match="No corner card"):
        VisionReader().read(np.full((400, 400, 3), 128, np.uint8), RAILROAD)
