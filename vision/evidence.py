"""What `see` tells, with the chances of every part of every tile beside it, for the rules to weigh."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.crop import cut_tile, middles_of
from vision.explain import Chances, Seen, with_neighbours
from vision.find import FoundZone, find_tiles
from vision.fit import Bytes
from vision.memory import Cell, Look, Memory
from vision.net import Floats
from vision.reader import Cells, Places, TileReader, White
from vision.see import Bgr, Entry, describe, entries_of
from vision.tone import Contrast


class Company:
    """The grounds of all tiles on a table by zone: where one zone shows a single ground, the others tell the light."""

    def __init__(self) -> None:
        self._tones: dict[int | None, Floats] = {}

    def note(self, zone: int | None, tones: Floats) -> None:
        self._tones[zone] = tones

    def with_others(self, zone: int | None, tones: Floats) -> Floats:
        return np.concatenate([tones, *(others for number, others in self._tones.items() if number != zone)])


class Witness(TileReader):
    """A reader that also tells how likely each part was.

    Its chances leave the neighbours out: whether touching sides match is for the rules to weigh, and to report.
    """

    seen: Sequence[Seen] = ()
    company: Company | None = None
    zone: int | None = None
    _around: tuple[_Around, list[int]] | None = None

    def look(
        self, crops: Bytes, cells: Cells | None = None, middles: Places = None, white_bgr: White = None
    ) -> list[Seen]:
        self.seen = seen = super().look(crops, None, middles, white_bgr)
        if cells is None or not seen:
            return seen
        sides = with_neighbours(cells, np.stack([one.sides for one in seen]))
        return [replace(one, sides=joined) for one, joined in zip(seen, sides, strict=True)]

    def _photo_light(self, tones: Floats, white_bgr: White) -> Floats:
        if self.company is None:
            return super()._photo_light(tones, white_bgr)
        joined = self.company.with_others(self.zone, tones)
        self.company.note(self.zone, tones)
        return super()._photo_light(joined, white_bgr)

    def _light(self, crops: Bytes, middles: Places, white_bgr: White) -> Floats:
        """The light on the crops, known by all tiles of their zone."""
        if self._around is None:
            return super()._light(crops, middles, white_bgr)
        every, wanted = self._around
        return super()._light(self._contrast(crops).on(every.crops), every.middles, white_bgr)[wanted]

    def _ground_odds(self, crops: Bytes, middles: Places, white_bgr: White, net: Chances) -> Chances:
        """The odds of the crops' grounds, known by all tiles of their zone."""
        if self._around is None:
            return super()._ground_odds(crops, middles, white_bgr, net)
        every, wanted = self._around
        said = np.full(len(every.crops), np.nan)
        said[wanted] = net
        return super()._ground_odds(self._contrast(crops).on(every.crops), every.middles, white_bgr, said)[wanted]

    def _contrast(self, crops: Bytes) -> Contrast:
        """The contrast of all tiles of the zone, not only of those that are read."""
        return super()._contrast(crops if self._around is None else self._around[0].crops)

    def tell(self, photo_bgr: Bgr, zone: FoundZone, kept: Mapping[Cell, Entry] | None = None) -> list[Entry]:
        """The entries of a zone with their chances; those that are kept are not read again."""
        kept = kept or {}
        fresh = [number for number, tile in enumerate(zone.tiles) if tile.at not in kept]
        self.seen, self.zone = (), zone.number
        self._around = (_Around.of(photo_bgr, zone), fresh) if kept else None
        read = self.read(photo_bgr, replace(zone, tiles=tuple(zone.tiles[number] for number in fresh)))
        seen: Sequence[Seen] = self.seen
        told = {
            tile.at: {**entry, "present": round(tile.presence, 4), "chances": [chances_of(one)]}
            for tile, entry, one in zip((zone.tiles[number] for number in fresh), read, seen, strict=True)
        }
        return [kept[tile.at] if tile.at in kept else told[tile.at] for tile in zone.tiles]


@dataclass(frozen=True)
class _Around:
    """All tiles of a zone, by which the light on some of them is known."""

    crops: Bytes
    middles: Places

    @classmethod
    def of(cls, photo_bgr: Bgr, zone: FoundZone) -> _Around:
        crops = np.stack([cut_tile(photo_bgr, tile.quad_px) for tile in zone.tiles])
        return cls(crops, middles_of([tile.quad_px for tile in zone.tiles]))


@dataclass(frozen=True)
class ZoneSight:
    """What was read of a zone, where, and what is to be remembered of it."""

    answer: dict[str, Any]
    place: FoundZone
    memory: Memory


def see(
    photo_bgr: Bgr, pack: Path | None = None, company: Company | None = None
) -> tuple[dict[str, Any], tuple[FoundZone, ...]]:
    """As `vision.see.see`, with chances; `company` remembers the light of zones that are not on this picture."""
    zones, reader = find_tiles(photo_bgr), _witness(pack, company)
    return describe(photo_bgr, zones, reader.tell), zones


def see_zone(
    photo_bgr: Bgr, number: int, pack: Path | None, company: Company, before: Memory | None = None
) -> ZoneSight | None:
    """One zone of a picture, with the help of what is remembered of it; nothing if it is not to be seen."""
    zone = next((one for one in find_tiles(photo_bgr) if one.number == number), None)
    if zone is None:
        return None
    look, reader, kept = Look.of(photo_bgr), _witness(pack, company), dict[Cell, Entry]()
    if before is not None:
        zone, kept = before.recall(zone, look)
    told = reader.tell(photo_bgr, zone, kept)
    (answer,) = describe(photo_bgr, (zone,), lambda *_: told)["zones"]
    entries = {tile.at: entry for tile, entry in zip(zone.tiles, told, strict=True)}
    return ZoneSight(answer, zone, Memory.of(look, zone, entries, before))


def _witness(pack: Path | None, company: Company | None) -> Witness:
    reader = Witness.open(pack)
    assert isinstance(reader, Witness)
    reader.company = company
    return reader


def chances_of(seen: Seen) -> dict[str, Any]:
    """The chances of one tile's parts: sides as -HR, spots as nothing, three icons, three pawns."""
    return {
        "sides": _rows(seen.sides),
        "urban": round(float(seen.ground[1]), 5),
        "station": round(float(seen.station[1]), 5),
        "objective": round(float(seen.objective), 5),
        "spots": _rows(seen.places),
    }


def _rows(chances: NDArray[np.float64]) -> list[list[float]]:
    return [[round(float(chance), 5) for chance in row] for row in chances]


def agreed(sights: Sequence[ZoneSight]) -> ZoneSight:
    """What several looks at one zone tell together.

    It is the last of those that found tiles where most did, with the chances of all of them; tiles that lie as they lay
    before are not looked at again.
    """
    at = [tuple(cell for cell, _ in entries_of(sight.answer)) for sight in sights]
    usual = max(reversed(at), key=at.count)
    *earlier, last = (sight for sight, cells in zip(sights, at, strict=True) if cells == usual)
    told, entries = copy.deepcopy(last.answer), dict(last.memory.entries)
    for (_, entry), *others in zip(entries_of(told), *(entries_of(one.answer) for one in earlier), strict=True):
        if "old" not in entry:
            entry["chances"] = entry["chances"] + [look for _, other in others for look in other["chances"]]
            cell = (entry["at"][0], entry["at"][1])
            entries[cell] = {**entries[cell], "chances": entry["chances"]}
    return replace(last, answer=told, memory=replace(last.memory, entries=entries))
