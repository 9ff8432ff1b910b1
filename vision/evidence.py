"""What `see` tells, with the chances of every part of every tile beside it, for the rules to weigh."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.explain import Seen, with_neighbours
from vision.find import FoundZone, find_tiles
from vision.fit import Bytes
from vision.net import Floats
from vision.reader import Cells, Places, TileReader, White
from vision.see import Bgr, Entry, describe, entries_of


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

    def tell(self, photo_bgr: Bgr, zone: FoundZone) -> list[Entry]:
        """The entries of a zone with their chances."""
        self.seen, self.zone = (), zone.number
        entries = self.read(photo_bgr, zone)
        seen: Sequence[Seen] = self.seen
        return [
            {**entry, "present": round(tile.presence, 4), "chances": [chances_of(one)]}
            for entry, tile, one in zip(entries, zone.tiles, seen, strict=True)
        ]


def see(
    photo_bgr: Bgr, pack: Path | None = None, company: Company | None = None
) -> tuple[dict[str, Any], tuple[FoundZone, ...]]:
    """As `vision.see.see`, with chances; `company` remembers the light of zones that are not on this picture."""
    zones, reader = find_tiles(photo_bgr), Witness.open(pack)
    assert isinstance(reader, Witness)
    reader.company = company
    return describe(photo_bgr, zones, reader.tell), zones


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


def agreed(answers: Sequence[dict[str, Any]]) -> tuple[dict[str, Any], int]:
    """What several looks at one zone tell together, and which of them it is that found tiles where most did.

    It is the last of these looks, with the chances of all of them.
    """
    at = [tuple(cell for cell, _ in entries_of(answer)) for answer in answers]
    usual = max(reversed(at), key=at.count)
    *earlier, last = (number for number, cells in enumerate(at) if cells == usual)
    told = copy.deepcopy(answers[last])
    for (_, entry), *others in zip(entries_of(told), *(entries_of(answers[n]) for n in earlier), strict=True):
        entry["chances"] = entry["chances"] + [look for _, other in others for look in other["chances"]]
    return told, last
