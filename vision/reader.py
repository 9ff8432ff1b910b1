"""Reads the tiles of a zone: sides, ground, station, spots, pawns, objective, and how sure all of that is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.calibrate import calibrated, company_of
from vision.crop import cut_tile, halved, middles_of
from vision.explain import NO_HABITS, Chances, Explained, Seen, explain, with_neighbours
from vision.face import KINDS, SIDE_LETTERS
from vision.find import FoundZone
from vision.fit import PEAKS, Bytes, Taught, open_taught
from vision.grounds import textures
from vision.heads import built_in_heads
from vision.heat import height_at
from vision.labels import likeness_of
from vision.likeness import NO_LOOKS, PhotoLooks, looks, places_along
from vision.net import Floats, built_in_weights, side_features, spot_features, tile_features, to_input
from vision.odds import likened, log_odds_of, look_odds, tempered, weighed, with_logs, with_tones
from vision.pack import TAUGHT_FILE
from vision.patch import cut_patch
from vision.places import (
    AT_MIDDLE,
    BESIDE_STATION,
    LIKELY_STATION,
    NEAR_MIDDLE,
    Place,
    at_middle,
    at_station,
    candidates,
    hills_beside,
    on_routes,
    told_by_spots,
)
from vision.prints import NO_ICONS
from vision.sides import DOUBTED_VIEWS, View, side_inputs
from vision.spots import SURE_PAWN, Spot, apart, by_tile, covered, gap, gap_to, joined, tile_of, worth_a_look
from vision.tone import (
    EVEN_DARK,
    LOG_FLOOR,
    Contrast,
    corner_tones,
    log_tone,
    match_light,
    mean_tone,
    uneven_light,
    without_glare,
)

Cells = list[tuple[int, int]]
Places = NDArray[np.float64] | None
White = tuple[float, float, float] | None
Weigh = Callable[[Chances, Any, bool], Chances]
# So sure at the first view, others are not asked: with earlier nets they changed none of 350 such tiles.
SURE = 0.98
# The turns in which a place in doubt is seen again; untaught nearly all are in doubt, and the first of them must do.
OTHER_TURNS = (2, 1, 3)
BESIDE_PX = {1: (2, 1), 2: (-2, 1), 3: (0, -2)}
# So many hills of a tile are looked at where the box is known: a pawn on a tile with a station may be the third.
TAUGHT_PEAKS = 4
# How much likeness to the box's prints of its stations tells of one.
STATION_PRINT = 1.5
# What is so sure in a photo shows how icons and bare routes look in it.
PHOTO_SURE = 0.97
# How much likeness to the box's stations with a traveller's icon, and without, tells of one in a station.
WAITING, MOST_WAITING = 2.0, 3.0
# How much likeness to the lessons' sides tells of a side, by looks and by what runs over it, and how sure the net must
# be of one for that not to be asked.
SIDE_LOOK, SIDE_PROFILE, SURE_SIDE = 5.0, 1.0, 0.995
# How much the colours of all tiles tell of a ground, and what is strewn over the grounds, where colours tell nothing.
GROUND_TONES, GROUND_STREWN = 0.65, 0.6
# A colour of grounds nearer than so much to the brightest of the photo is blown out.
BLOWN = 0.02
# A pawn in the middle of its tile hides whether there is a station.
HIDDEN = 0.4
# A bare station is seen at most so far from the middle of its tile; the reader of spots elsewhere knows of none.
AROUND_STATION, BESIDE = 0.2, "spot beside the station"
# A hill may lie beside its icon, and so far from it the net takes the icon for nothing.
NEXT_TO = 0.025
MIDDLE_OF_TILE = (0.5, 0.5)


class TileReader:
    """Reads tiles of one box; untaught it reads any box, with more doubt."""

    def __init__(self, taught: Taught | None = None, honest: bool = True) -> None:
        """`honest` turns raw chances into measured ones; only the fitting of that curve goes without."""
        self._taught, self._honest = taught, honest
        heads = taught.heads if taught is not None else built_in_heads(built_in_weights())
        self._heads = {**heads, BESIDE: heads["spot"].without_sorts()}

    @classmethod
    def open(cls, pack: Path | None) -> TileReader:
        """The reader of a pack, or the built-in one."""
        if pack is None or not (pack / TAUGHT_FILE).exists():
            return cls()
        return cls(open_taught(pack))

    def read(self, photo_bgr: NDArray[np.uint8], zone: FoundZone) -> list[dict[str, Any]]:
        """An entry for every found tile, in the form that `see` prints."""
        cells = [tile.at for tile in zone.tiles]
        crops = [cut_tile(photo_bgr, tile.quad_px) for tile in zone.tiles]
        if not crops:
            return []
        middles = middles_of([tile.quad_px for tile in zone.tiles])
        white = zone.camera.white_bgr if zone.camera is not None else None
        read = self.read_crops(np.stack(crops), cells if zone.number != 0 else None, middles, white)
        return [
            {"at": list(cell), **one.face.entry(), "confidence": round(one.chance, 4)}
            for cell, one in zip(cells, read, strict=True)
        ]

    def read_crops(
        self, crops: Bytes, cells: Cells | None = None, middles: Places = None, white_bgr: White = None
    ) -> list[Explained]:
        """The likeliest face of every crop.

        Tiles whose cells touch are expected to match; tiles whose middles (in tile widths) are near share their light.
        """
        seen = self.look(crops, cells, middles, white_bgr)
        habits = self._taught.habits if self._taught is not None else NO_HABITS
        read = [explain(one, habits) for one in seen]
        company = company_of([one.chance for one in read])
        return [self._finished(one, crop, parts, company) for one, crop, parts in zip(read, crops, seen, strict=True)]

    def look(
        self, crops: Bytes, cells: Cells | None = None, middles: Places = None, white_bgr: White = None
    ) -> list[Seen]:
        """The chances of every part, before they are put together."""
        if middles is not None and self._taught is not None and self._taught.dark_spread < EVEN_DARK:
            crops = without_glare(crops, middles)
        contrast = self._contrast(crops)
        crops, white_bgr = contrast.on(crops), None if white_bgr is None else contrast.of(white_bgr)
        shifts, small = self._light(crops, middles, white_bgr), halved(crops)
        views = [tile_features(to_input(np.rot90(small, turn, (1, 2)), shifts)) for turn in (0, 2)]
        chances = {
            part: self._agreed(part, [view[part] for view in views]) for part in ("ground", "station", "objective")
        }
        net = log_odds_of(chances["ground"])
        chances["ground"] = with_tones(chances["ground"], self._ground_odds(crops, middles, white_bgr, net))
        seen_small = to_input(small, shifts)
        heat = np.asarray((views[0]["heat"] + np.rot90(views[1]["heat"], 2, (1, 2))) / 2, np.float32)
        alone = self._sides(crops, seen_small, shifts)
        alike = self._look_alikes(seen_small, _among(cells, alone))
        found = self._found(seen_small, heat, _among(cells, alone), chances["station"][:, 1], alike)
        spots = self._at(found, crops, shifts, seen_small)
        more = self._beside_hills(found, spots, seen_small, heat, chances["station"][:, 1], alike)
        found, spots = joined(found, spots, more, self._at(more, crops, shifts, seen_small))
        spots = self._in_stations(found, spots, seen_small, chances["station"][:, 1])
        told = [told_by_spots(*one) for one in zip(found, by_tile(found, spots), alone, strict=True)]
        sides = _among(cells, np.stack(told))
        places, hidden = self._places(found, spots, seen_small, sides, chances["station"][:, 1])
        chances["station"] = tempered(chances["station"], 1 - HIDDEN * hidden)
        if self._taught is not None and self._taught.stations.complete:
            gaps = self._taught.stations.gaps(seen_small).colour
            chances["station"] = likened(chances["station"], gaps, STATION_PRINT * (1 - hidden[:, None]))
        return [
            Seen(sides[i], chances["ground"][i], chances["station"][i], places[i], float(chances["objective"][i, 1]))
            for i in range(len(crops))
        ]

    def _agreed(self, part: str, views: list[Floats]) -> Chances:
        """The chances on which several views of the same things agree; of a side more by those that see something."""
        seen = np.stack([self._heads[part].probabilities(view) + 1e-9 for view in views])
        chances = np.sqrt(seen).mean(0) ** 2 if part == "side" else np.exp(np.log(seen).mean(0))
        return np.asarray(chances / chances.sum(1, keepdims=True))

    def _judged(
        self, part: str, features: View, x: Floats, others: list[View], weigh: Weigh | None = None, sure: float = SURE
    ) -> Chances:
        """The chances at one look, weighed; what it leaves in doubt is seen in other views too, which must agree."""
        weigh = weigh or (lambda chances, *_: chances)
        first = features(x)
        chances = weigh(self._heads[part].probabilities(first), np.arange(len(x)), False)
        again = np.flatnonzero(chances.max(1) < sure)
        if len(again):
            seen = features(np.concatenate([turned(x[again]) for turned in others]))
            chances[again] = weigh(self._agreed(part, [first[again], *np.split(seen, len(others))]), again, True)
        return chances

    def _sides(self, crops: Bytes, tiles: Floats, shifts: Floats) -> Chances:
        chances = self._judged("side", side_features, side_inputs(crops, shifts), DOUBTED_VIEWS, sure=SURE_SIDE)
        return self._with_alike_sides(chances, tiles).reshape(-1, 4, 3)

    def _with_alike_sides(self, chances: Chances, tiles: Floats) -> Chances:
        """The chances of all sides; where they leave doubt, with how alike each side looks to those of the lessons."""
        doubted = np.flatnonzero(chances.max(1) < SURE_SIDE)
        if self._taught is None or not len(self._taught.looks.letters) or not len(doubted):
            return chances
        upright = [np.rot90(tiles[k // 4], int(k % 4)) for k in doubted]
        logs = SIDE_LOOK * self._taught.looks.sides_compared(upright)
        if self._taught.profiles.known:
            logs -= SIDE_PROFILE * self._taught.profiles.gaps(upright)
        return with_logs(chances, doubted, logs)

    def _contrast(self, crops: Bytes) -> Contrast:
        """What gives a photo's tiles the contrast of those that taught the box."""
        return Contrast.between(crops, self._taught.contrast if self._taught is not None else float("nan"))

    def _light(self, crops: Bytes, middles: Places, white_bgr: White) -> Floats:
        """The light to take out of every crop."""
        if self._taught is None:
            return np.tile(mean_tone(crops), (len(crops), 1))
        tones = corner_tones(crops)
        shift = self._photo_light(tones, white_bgr)
        if middles is None:
            return np.tile(shift, (len(crops), 1))
        return shift + uneven_light(tones - shift, self._taught.grounds, middles)

    def _ground_odds(self, crops: Bytes, middles: Places, white_bgr: White, net: Chances) -> Chances:
        """How much likelier each tile is urban than rural by the colours of all, and what is strewn, as log odds.

        `net` are the log odds by the net, which help where colours can be named in several ways.
        """
        known = self._taught.ground_tones if self._taught is not None else None
        if known is None:
            return np.zeros(len(crops))
        places = np.zeros((len(crops), 2)) if middles is None else middles
        tones = corner_tones(crops)
        blown = (tones > np.log(float(crops.max()) + LOG_FLOOR) - BLOWN).mean(0) > 0.5
        odds = GROUND_TONES * known.log_odds(tones, places, self._expected(white_bgr), blown, net)
        strewn = self._taught.strewn if self._taught is not None else None
        doubt = known.doubt()
        if strewn is None or not doubt:
            return odds
        return odds + GROUND_STREWN * doubt * strewn.log_odds(textures(crops), places)

    def _expected(self, white_bgr: White) -> Floats | None:
        """The light that the cards' white tells."""
        assert self._taught is not None
        known = white_bgr is not None and bool(np.isfinite(self._taught.white).all())
        return log_tone(white_bgr) - self._taught.white if known else None

    def _photo_light(self, tones: Floats, white_bgr: White) -> Floats:
        """The light that all tiles share, by their grounds and by the cards' white."""
        assert self._taught is not None
        return match_light(tones, self._taught.grounds, self._expected(white_bgr))

    def _found(
        self, small: Floats, heat: Floats, sides: Chances, station: Chances, alike: list[Spot | None]
    ) -> list[list[Place]]:
        """The places of each tile to look at; `sides` and `station` tell where what may be expected.

        Whatever hill is there, those that look most like an icon of the box (`alike`) are among them.
        """
        most = PEAKS if self._taught is None else TAUGHT_PEAKS
        found = [
            worth_a_look(candidates(hill, most, own, float(there)))
            for hill, own, there in zip(heat, sides, station, strict=True)
        ]
        known = self._taught.looks if self._taught is not None else NO_LOOKS
        stations = station > LIKELY_STATION
        beside = [known.likeliest_beside(tile) if there else None for tile, there in zip(small, stations, strict=True)]
        for likely in (alike, beside):
            for places, place, hill in zip(found, likely, heat, strict=True):
                if place is not None and gap_to(place, places) >= NEAR_MIDDLE:
                    places.append((*place, height_at(hill, *place)))
        for k in np.flatnonzero(stations) if known.waits_beside else ():
            more = hills_beside(heat[k], known.waiting)
            found[k] += [place for place in more if gap_to(place, found[k]) >= AT_MIDDLE]
        return found

    def _look_alikes(self, small: Floats, sides: Chances) -> list[Spot | None]:
        """The place on the routes of each tile that looks most like an icon of the box."""
        if self._taught is None or not self._taught.looks.known:
            return [None] * len(small)
        return [self._taught.looks.likeliest(tile, _letters(own)) for tile, own in zip(small, sides, strict=True)]

    def _places(
        self, found: list[list[Place]], spots: Chances, small: Floats, sides: Chances, station: Chances
    ) -> tuple[list[Chances], Chances]:
        """What is at the places of each tile, beside its routes and its station; how likely a pawn hides its middle."""
        if not any(found):
            return by_tile(found, spots), np.zeros(len(found))
        beside = self._taught.looks.beside if self._taught is not None else BESIDE_STATION
        fitting = [
            on_routes(place, own, beside if there > LIKELY_STATION else BESIDE_STATION)
            * at_station(place, float(there), beside)
            for places, own, there in zip(found, sides, station, strict=True)
            for place in places
        ]
        chances = spots * np.stack(fitting)
        chances /= chances.sum(1, keepdims=True)
        split = by_tile(found, self._beside_photo(chances, found, small, sides))
        hidden = [covered(places, seen) for places, seen in zip(found, split, strict=True)]
        return [apart(places, seen) for places, seen in zip(found, split, strict=True)], np.array(hidden)

    def _at(self, found: list[list[Place]], crops: Bytes, shifts: Floats, small: Floats) -> Chances:
        """The chances of each class of spot at all places of all tiles, one after the other."""
        if not any(found):
            return np.zeros((0, len(KINDS) * 2 + 1))
        patches = np.stack([cut_patch(crops[i], x, y) for i, places in enumerate(found) for x, y, _ in places])
        x = to_input(patches, np.repeat(shifts, [len(places) for places in found], axis=0))
        heights = np.array([height for places in found for _, _, height in places])
        icons = self._taught.icons if self._taught is not None else NO_ICONS
        again = OTHER_TURNS if self._taught is not None else OTHER_TURNS[:1]
        turns: list[View] = [partial(_turned, turn=turn) for turn in again]
        inside = np.array([np.hypot(x - 0.5, y - 0.5) < AROUND_STATION for places in found for x, y, _ in places])
        tiles = [tile for tile, places in zip(small, found, strict=True) for _ in places]
        at = np.array([place[:2] for places in found for place in places])
        chances = np.zeros((len(x), len(KINDS) * 2 + 1))
        for part, rows in (("spot", np.flatnonzero(inside)), (BESIDE, np.flatnonzero(~inside))):
            if len(rows):

                def weigh(seen: Chances, chosen: Any, again: bool, rows: Any = rows) -> Chances:
                    own = rows[chosen]
                    alike = self._alike([tiles[k] for k in own], at[own]) if again else 0.0
                    return weighed(seen, heights[own], x[own], icons, alike)

                chances[rows] = self._judged(part, spot_features, x[rows], turns, weigh)
        return chances

    def _in_stations(self, found: list[list[Place]], spots: Chances, small: Floats, station: Chances) -> Chances:
        """The chances at all places; whether a traveller's icon is in a station, the box's own stations tell too."""
        there = np.flatnonzero(station > LIKELY_STATION)
        if self._taught is None or not self._taught.waiting.complete or not len(there):
            return spots
        gaps = np.log(self._taught.waiting.gaps(small[there]).colour)
        odds = np.zeros(len(small))
        odds[there] = station[there] * np.clip(WAITING * (gaps[:, 0] - gaps[:, 1]), -MOST_WAITING, MOST_WAITING)
        tile, near = tile_of(found), [at_middle(place) for places in found for place in places]
        rows = np.flatnonzero(near)
        logs = np.zeros((len(rows), spots.shape[1]), np.float32)
        # A pawn on a station looks like neither: what speaks for an icon speaks only against nothing being there.
        logs[:, 0] = -np.maximum(odds[tile[rows]], 0)
        logs[:, 1 + KINDS.index("traveller")] = np.minimum(odds[tile[rows]], 0)
        return with_logs(spots, rows, logs) if len(rows) else spots

    def _beside_hills(
        self,
        found: list[list[Place]],
        spots: Chances,
        small: Floats,
        heat: Floats,
        station: Chances,
        alike: list[Spot | None],
    ) -> list[list[Place]]:
        """The place just beside a hill of each tile where something like an icon is, unless a pawn stands there."""
        more: list[list[Place]] = [[] for _ in found]
        for i, (place, seen) in enumerate(zip(alike, by_tile(found, spots), strict=True)):
            if self._taught is None or place is None or (seen[:, 4:].max(1) > SURE_PAWN).any():
                continue
            inside = station[i] > LIKELY_STATION and gap(place, MIDDLE_OF_TILE) < AROUND_STATION
            kinds = [KINDS.index("traveller")] if inside else range(len(KINDS))
            near = NEXT_TO <= gap_to(place, found[i]) < NEAR_MIDDLE
            if near and self._taught.looks.is_like_icon(small[i], place, kinds):
                more[i].append((*place, height_at(heat[i], *place)))
        return more

    def _beside_photo(self, chances: Chances, found: list[list[Place]], small: Floats, sides: Chances) -> Chances:
        """The chances where places in doubt are compared with what is sure in the photo itself, too."""
        doubted = np.flatnonzero(chances.max(1) < SURE)
        if self._taught is None or not self._taught.looks.known or not len(doubted):
            return chances
        tile = tile_of(found)
        at = np.array([place[:2] for places in found for place in places])
        own = _sure_looks(chances, tile, at, small, sides)
        asked = [small[tile[k]] for k in doubted], at[doubted]
        known = self._taught.looks.compared(*asked)
        more = look_odds(*own.added(known, *asked)) - look_odds(*known)
        return with_logs(chances, doubted, np.hstack([np.zeros((len(doubted), 1)), more]))

    def _alike(self, tiles: list[Floats], places: NDArray[np.float64]) -> Chances | float:
        """For each place log odds of the kinds of icons and pawns, by how alike it looks to icons and bare routes."""
        if self._taught is None or not self._taught.looks.known:
            return 0.0
        return look_odds(*self._taught.looks.compared(tiles, places))

    def _finished(self, one: Explained, crop: Bytes, seen: Seen, company: float) -> Explained:
        """With the objective's name, if it is one, and an honest chance."""
        if not self._honest:
            return one
        chance = calibrated(one.chance, company, taught=self._taught is not None)
        if seen.objective <= 0.5 or self._taught is None or not len(self._taught.bars):
            return Explained(one.face, chance)
        name, likeness = self._objective(crop)
        face = type(one.face)(one.face.sides, one.face.urban, one.face.station, name, one.face.spots)
        raw = one.chance / (1 - seen.objective + 1e-9) * seen.objective * likeness
        return Explained(face, calibrated(raw, company, taught=True))

    def _objective(self, crop: Bytes) -> tuple[str, float]:
        assert self._taught is not None
        alike = likeness_of(crop, self._taught.bars)
        best = int(alike.argmax())
        return self._taught.bar_names[best], float(alike[best])


def _among(cells: Cells | None, sides: Chances) -> Chances:
    """The chances of all sides with what the neighbours tell, where it is known which tiles are."""
    return sides if cells is None else with_neighbours(cells, sides)


def _turned(patches: Floats, turn: int) -> Floats:
    """Patches turned by quarters, about a place a little beside their middle."""
    right, down = BESIDE_PX[turn]
    return np.asarray(np.rot90(np.roll(patches, (down, right), (1, 2)), turn, (1, 2)))


def _sure_looks(chances: Chances, tile: Any, at: Any, small: Floats, sides: Chances) -> PhotoLooks:
    """What the icons that are sure look like, and the routes of tiles that surely have no spot."""
    sure = np.flatnonzero((chances[:, 1:4] > PHOTO_SURE).any(1))
    icons = [NO_LOOKS.icons, *(looks(small[tile[k]], at[k][None]) for k in sure)]
    none = [i for i in range(len(small)) if (chances[tile == i, 0] > PHOTO_SURE).all()]
    bare = [looks(small[i], places_along(_letters(sides[i]))) for i in none]
    return PhotoLooks(np.concatenate(icons), chances[sure, 1:4].argmax(1), bare)


def _letters(sides: Chances) -> str:
    """The likeliest letters of a tile's sides."""
    return "".join(SIDE_LETTERS[int(letter)] for letter in sides.argmax(1))
