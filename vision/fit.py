"""Fits the readers to a box from labelled tiles."""

from __future__ import annotations

import zlib
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crop import halved
from vision.explain import NO_HABITS, Habits, habits_of
from vision.face import KINDS, SIDE_LETTERS, TileFace
from vision.faint import faintness
from vision.grounds import GroundTones, ground_spread, slopes_of_light, texture_grounds
from vision.heads import PARTS, Head, built_in_heads
from vision.kept import Damaged, stored_arrays, written
from vision.labels import bar_of
from vision.lesson_icons import Row, free_icons, patch_inputs, spot_label, waiting_pawns, with_known
from vision.likeness import NO_LOOKS, Looks, kept_looks, looks_of, waiting_of
from vision.net import Floats, built_in_weights, side_features, spot_features, tile_features, to_input
from vision.pack import TAUGHT_FILE, Examples, PackUnreadable, open_pack
from vision.patch import PATCH_PX, cut_patch
from vision.places import Place, at_station, candidates, on_routes, sides_of
from vision.prints import NO_ICONS, NO_STATIONS, Prints, icon_prints, kept_prints, station_prints
from vision.profiles import NO_PROFILES, Profiles, kept_profiles, profiles_of_lesson
from vision.sides import learned_views, side_inputs
from vision.tone import Contrast, contrast_of, corner_tones, log_tone, mean_tone, spread_of_darkest

Bytes = NDArray[np.uint8]
MOST_ORDINARY = 24
PEAKS = 3
# What is fitted beside the heads; with another name packs are fitted anew.
FITTED = (
    b"strewn grounds, sides in views and from near, waiting travellers beside stations, pawns far outside, pairs, dark,"
    b" faint spots, profiles"
)
NUDGES = ((0.0, 0.0), (0.025, -0.02), (-0.02, 0.03))
# Pawns are larger: hills lie at any of their ends.
PAWN_NUDGES = ((0.07, 0.0), (-0.07, 0.0), (0.0, 0.07), (0.0, -0.07))
# Nobody lays a tile quite straight, and high pieces look larger: examples are also seen turned and zoomed a little.
LOOKS = ((12.0, 1.0), (-12.0, 1.0), (0.0, 1.07), (0.0, 0.93))
MOST_EMPTY = 40
# The class of a station without a spot, which is a sort of nothing; it is seen so near to the tile's middle.
STATION_ALONE, AT_STATION = 7, 0.15
TRAVELLER = 1 + KINDS.index("traveller")
# The classes of the pawns that stand outside of stations, as their icons do.
WAITING_OUTSIDE = [4 + KINDS.index(kind) for kind in ("car", "train")]
# How likely one of these is in a station all the same, and how many more hills are looked at beside stations.
OUTSIDE, BESIDE_STATIONS = 0.01, 2
SPOT_BALANCE = 0.75
# A labelled spot that cannot be made out teaches nothing: its place would be a guess.
FAINT = 0.05
PASTES = 3
BESIDE_ICON, BESIDE_PAWN = 0.2, 0.36
PASTE_RADII_PX = (8.0, 10.0, 13.0)


@dataclass(frozen=True)
class Taught:
    """Readers fitted to a box.

    `grounds` are the log colours of rural and urban ground, `white` that of the cards, without the photo's light;
    `white` is not a number where no taught photo had cards; `contrast` is that of the photos, `spread` how far corners
    differ from their ground, and both are not a number in packs from before they were kept; `strewn` tells the grounds
    by what is strewn over them, `waiting` are stations without and with an icon; `dark_spread` is how far its tiles
    differ in how dark their darkest is.
    """

    heads: dict[str, Head]
    grounds: Floats
    white: Floats
    icons: Prints
    stations: Prints
    bars: Bytes
    bar_names: tuple[str, ...] = ()
    habits: Habits = NO_HABITS
    looks: Looks = NO_LOOKS
    contrast: float = float("nan")
    spread: Floats = field(default_factory=lambda: np.full((3, 3), np.nan, np.float32))
    strewn: GroundTones | None = None
    waiting: Prints = NO_STATIONS
    dark_spread: float = float("inf")
    profiles: Profiles = NO_PROFILES

    @property
    def ground_tones(self) -> GroundTones | None:
        """What tells the grounds of a photo's tiles by their colours."""
        return GroundTones(self.grounds, self.spread) if np.isfinite(self.spread).all() else None

    def save(self, path: Path) -> None:
        """Writes them in the place of the old ones."""
        arrays: dict[str, Any] = {f"{part}.w": head.weights for part, head in self.heads.items()}
        if self.strewn is not None:
            arrays |= {"strewn": self.strewn.grounds, "strewn_spread": self.strewn.spread}
        with written(path) as file:
            np.savez_compressed(
                file,
                nets=nets_mark(),
                grounds=self.grounds,
                white=self.white,
                bars=self.bars,
                bar_names=np.array(self.bar_names, dtype="U32"),
                two_spots=self.habits.two_spots,
                stations_printed=np.array(self.habits.stations),
                cars_printed=np.array(self.habits.cars),
                faintly_printed=self.habits.faint,
                pairs_printed=np.array(self.habits.pairs, dtype="U16").reshape(-1, 2),
                contrast=self.contrast,
                dark_spread=self.dark_spread,
                spread=self.spread,
                **arrays,
                **self.icons.arrays("icons"),
                **self.stations.arrays("stations"),
                **self.waiting.arrays("waiting"),
                **self.looks.arrays(),
                **self.profiles.arrays(),
            )


@lru_cache(maxsize=1)
def nets_mark() -> int:
    """A number that tells the nets of this version, and what it fits beside them, from others.

    Heads fitted to one are of no use with another.
    """
    weights = built_in_weights()
    nets = b"".join(weights[name].tobytes() for name in sorted(weights) if not name.startswith("cell"))
    return zlib.crc32(nets + FITTED)


def open_taught(folder: Path) -> Taught:
    """The fitted readers of a pack; after an update of the nets they are fitted anew to the pack's own pictures."""
    path = folder / TAUGHT_FILE
    try:
        with stored_arrays(path) as data:
            known = "nets" in data and int(data["nets"]) == nets_mark()
        photos = [] if known else open_pack(folder).photos
        if not photos:
            return load_taught(path)
    except Damaged as trouble:
        raise PackUnreadable(f"{path}: is damaged; teach the pack once more.") from trouble
    taught = fit(photos)
    # A pack that cannot be written is fitted at every start.
    with suppress(OSError):
        taught.save(path)
    return taught


def load_taught(path: Path) -> Taught:
    """The fitted readers of a pack."""
    general = built_in_heads(built_in_weights())
    with stored_arrays(path) as data:
        heads = {part: _kept_head(data[f"{part}.w"], general[part]) for part in PARTS}
        return Taught(
            heads,
            data["grounds"],
            data["white"],
            kept_prints(data, "icons", NO_ICONS),
            kept_prints(data, "stations", NO_STATIONS),
            data["bars"],
            tuple(str(n) for n in data["bar_names"]),
            _kept_habits(data),
            kept_looks(data),
            float(data["contrast"]) if "contrast" in data else float("nan"),
            data["spread"] if "spread" in data else np.full((3, 3), np.nan, np.float32),
            GroundTones(data["strewn"], data["strewn_spread"]) if "strewn" in data else None,
            kept_prints(data, "waiting", NO_STATIONS),
            float(data["dark_spread"]) if "dark_spread" in data else float("inf"),
            kept_profiles(data),
        )


def _kept_head(weights: Floats, general: Head) -> Head:
    if weights.ndim != 2 or len(weights) != len(general.weights):
        raise ValueError("the head belongs to other features")
    return replace(general, weights=weights, sorts=weights.shape[1] - general.classes)


def _kept_habits(data: Any) -> Habits:
    two_spots = bool(data["two_spots"])
    if "stations_printed" not in data:
        return Habits(two_spots)
    stations = tuple((int(without), int(having)) for without, having in data["stations_printed"])
    without, having = data.get("cars_printed", NO_HABITS.cars)
    pairs = tuple((str(one), str(other)) for one, other in data["pairs_printed"]) if "pairs_printed" in data else ()
    faint = float(data["faintly_printed"]) if "faintly_printed" in data else 0.0
    return Habits(two_spots, stations, (int(without), int(having)), pairs, faint)


def fit(photos: list[Examples]) -> Taught:
    """Readers for the box that these photos show."""
    contrast = float(np.exp(np.mean([np.log(contrast_of(photo.crops) + 1e-6) for photo in photos])))
    dark_spread = max(spread_of_darkest(photo.crops) for photo in photos)
    photos = [_with_contrast(photo, contrast) for photo in photos]
    shifts, grounds, white = _lights(photos)
    crops = np.concatenate([photo.crops for photo in photos])
    faces = [face for photo in photos for face in photo.faces]
    heads = built_in_heads(built_in_weights())
    fitted = {part: heads[part].adapted(*pair) for part, pair in _part_examples(crops, shifts, faces).items()}
    fitted["side"] = heads["side"].adapted(*_side_examples(crops, shifts, faces))
    small = to_input(halved(crops), shifts)
    # The second time it is known better which of a tile's places is the labelled one.
    for known in (heads["spot"], None):
        head = known or fitted["spot"]
        rows = _spot_rows(crops, shifts, faces, head, small)
        examples = _spot_examples(crops, shifts, faces, rows)
        fitted["spot"] = heads["spot"].with_another_sort().adapted(*examples, SPOT_BALANCE)
    icons = icon_prints(patch_inputs(crops, shifts, rows), _classes(rows))
    bars, names = _bars(crops, faces)
    stations, waiting = _stations(small, faces), _waiting(small, faces)
    spread = ground_spread(corner_tones(crops) - shifts, grounds, np.array([face.urban for face in faces], int))
    seen = looks_of(small, faces, [(index, x, y, label - 1) for index, x, y, label in rows if 0 < label <= len(KINDS)])
    strewn = texture_grounds([(photo.crops, np.array([face.urban for face in photo.faces], int)) for photo in photos])
    habits = replace(habits_of(faces), faint=round(faintness(crops, shifts, faces, small), 3))
    told = (grounds, white, icons, stations, bars, names, habits, seen, contrast, spread, strewn, waiting, dark_spread)
    return Taught(fitted, *told, profiles_of_lesson(small, faces))


def _with_contrast(photo: Examples, wanted: float) -> Examples:
    """A photo as it would be with the contrast that all have in common."""
    contrast = Contrast.between(photo.crops, wanted)
    white = None if photo.white_bgr is None else contrast.of(photo.white_bgr)
    return replace(photo, crops=contrast.on(photo.crops), white_bgr=white)


def _stations(small: Floats, faces: list[TileFace]) -> Prints:
    """The middles of the tiles on which no pawn hides whether there is a station."""
    free = [i for i, face in enumerate(faces) if not any(spot.pawn for spot in face.spots)]
    return station_prints(small[free], [faces[i].station for i in free])


def _waiting(small: Floats, faces: list[TileFace]) -> Prints:
    """The stations on which no pawn stands, without an icon and with one."""
    free = [i for i, face in enumerate(faces) if face.station and not any(spot.pawn for spot in face.spots)]
    return station_prints(small[free], [bool(faces[i].spots) for i in free])


def _bars(crops: Bytes, faces: list[TileFace]) -> tuple[Bytes, tuple[str, ...]]:
    """The bars with the names of objective tiles, and the names."""
    ordinary = crops[[face.objective is None for face in faces]][:MOST_ORDINARY]
    shown = [(crop, face.objective) for crop, face in zip(crops, faces, strict=True) if face.objective]
    bars = np.stack([bar_of(crop, ordinary) for crop, _ in shown]) if shown else np.zeros((0, 1, 1, 3), np.uint8)
    return bars, tuple(str(name) for _, name in shown)


def _lights(photos: list[Examples]) -> tuple[Floats, Floats, Floats]:
    """Per tile the light to take out, by grounds whose kind the labels tell; the grounds and the cards' white."""
    tones = [corner_tones(photo.crops) for photo in photos]
    kinds = [np.array([face.urban for face in photo.faces], int) for photo in photos]
    light = np.stack([mean_tone(photo.crops) for photo in photos])
    uneven = [np.zeros(tone.shape, np.float64) for tone in tones]
    for _ in range(10):
        even = [tone - slope for tone, slope in zip(tones, uneven, strict=True)]
        flat = np.concatenate([tone - place for tone, place in zip(even, light, strict=True)])
        ground = _means(flat, np.concatenate(kinds))
        light = np.stack([np.median(tone - ground[kind], axis=0) for tone, kind in zip(even, kinds, strict=True)])
        light += mean_tone(photos[0].crops) - light[0]
        uneven = [
            slope if photo.middles is None else slopes_of_light(tone - place - ground[kind], photo.middles)
            for photo, tone, place, kind, slope in zip(photos, tones, light, kinds, uneven, strict=True)
        ]
    shifts = np.concatenate([place + slope for place, slope in zip(light, uneven, strict=True)])
    return shifts.astype(np.float32), ground.astype(np.float32), _white(photos, light)


def _white(photos: list[Examples], light: Any) -> Floats:
    """The cards' log colour without the photos' light."""
    seen = [
        log_tone(photo.white_bgr) - place
        for photo, place in zip(photos, light, strict=True)
        if photo.white_bgr is not None
    ]
    return np.asarray(np.mean(seen, axis=0) if seen else np.full(3, np.nan), np.float32)


def _means(tones: Any, kinds: Any) -> Any:
    means = [
        np.median(tones[kinds == kind], axis=0) if np.any(kinds == kind) else np.median(tones, axis=0)
        for kind in (0, 1)
    ]
    return np.stack(means)


def _side_examples(crops: Bytes, shifts: Floats, faces: list[TileFace]) -> tuple[Floats, Any]:
    """Features and labels of all sides, each in several views."""
    views = learned_views(side_inputs(crops, shifts))
    labels = np.array([[SIDE_LETTERS.index(letter) for letter in face.sides] for face in faces]).ravel()
    return np.concatenate([side_features(view) for view in views]), np.tile(labels, len(views))


def _part_examples(crops: Bytes, shifts: Floats, faces: list[TileFace]) -> dict[str, tuple[Floats, Any]]:
    """Features and labels of ground, station and objective, each tile in its four turns."""
    out = [tile_features(to_input(np.rot90(halved(crops), turn, (1, 2)), shifts)) for turn in range(4)]
    labels = {
        "ground": [face.urban for face in faces],
        "station": [face.station for face in faces],
        "objective": [face.objective is not None for face in faces],
    }
    return {
        part: (np.concatenate([one[part] for one in out]), np.tile(np.array(known, int), 4))
        for part, known in labels.items()
    }


def _spot_rows(crops: Bytes, shifts: Floats, faces: list[TileFace], head: Head, small: Floats) -> list[Row]:
    """The places where spots are or might be thought to be, with the class of each."""
    heat = tile_features(small)["heat"]
    free = free_icons(crops, shifts, faces, head, small, heat)
    waiting = waiting_of([(index, x, y, 0) for index, places in free.items() for x, y in places], faces)
    free |= waiting_pawns(small, faces, heat, waiting)
    rows: list[Row] = []
    empty: list[tuple[float, Row]] = []
    for index, face in enumerate(faces):
        most = max(PEAKS, len(face.spots)) + (BESIDE_STATIONS if _waits_outside(face) else 0)
        found = candidates(heat[index], most, sides_of(face), float(face.station))
        found = with_known(found, free.get(index, []), heat[index])
        named = _named(face, crops[index], shifts[index], found, head, len(free.get(index, [])))
        for i, (x, y, height) in enumerate(found):
            if named[i] and (height > FAINT or i < len(free.get(index, []))):
                rows.append((index, x, y, named[i]))
            elif not named[i] and not _beside(i, found, named):
                empty.append((height, (index, x, y, 0)))
    return rows + [row for _, row in sorted(empty, reverse=True)[:MOST_EMPTY]]


def _waits_outside(face: TileFace) -> bool:
    """Whether a tile has a station and a spot that is not in it: the station's own hills are then the highest."""
    return face.station and any(spot.kind != "traveller" for spot in face.spots)


def _spot_examples(crops: Bytes, shifts: Floats, faces: list[TileFace], rows: list[Row]) -> tuple[Floats, Any]:
    """Features and labels of these places in their four turns, also a little out of place and on other grounds.

    Stations without a spot are a sort of their own: some boxes draw them much like an icon.
    """
    rows = [*rows, *[(index, 0.5, 0.5, 0) for index, face in enumerate(faces) if _bare_station(face, 0.5, 0.5)]]
    seen = [patch_inputs(crops, shifts, rows, nudge) for nudge in NUDGES]
    labels = _classes(rows)
    bare = [patch_inputs(crops, shifts, places) for places in _routes(faces) if places]
    pasted = [_pasted(seen[0], labels, [*bare, seen[0][labels == 0]])]
    alone = [(index, 0.5, 0.5, 0) for index, face in enumerate(faces) if _bare_station(face, 0.5, 0.5)]
    if alone:
        travellers = labels == TRAVELLER
        pasted.append(_pasted(seen[0][travellers], labels[travellers], [patch_inputs(crops, shifts, alone)]))
    stations = [label == 0 and _bare_station(faces[index], x, y) for index, x, y, label in rows]
    labels = np.where(stations, STATION_ALONE, labels)
    seen += [_looked_at(seen[0], turn_deg, zoom) for turn_deg, zoom in LOOKS]
    pawns = [row for row in rows if row[3] > len(KINDS)]
    pasted += [(patch_inputs(crops, shifts, pawns, nudge), _classes(pawns)) for nudge in PAWN_NUDGES if pawns]
    joined = np.concatenate([*seen, *(patches for patches, _ in pasted)])
    known = np.concatenate([*[labels] * len(seen), *(told for _, told in pasted)]).astype(int)
    views = [np.ascontiguousarray(np.rot90(joined, turn, (1, 2))) for turn in range(4)]
    return np.concatenate([spot_features(view) for view in views]), np.tile(known, 4)


def _bare_station(face: TileFace, x: float, y: float) -> bool:
    """Whether a place on a tile shows a station and no spot."""
    return face.station and not face.spots and bool(np.hypot(x - 0.5, y - 0.5) < AT_STATION)


def _looked_at(patches: Floats, turn_deg: float, zoom: float) -> Floats:
    """Patches turned and zoomed about their middles."""
    middle, size = ((PATCH_PX - 1) / 2,) * 2, (PATCH_PX, PATCH_PX)
    matrix = cv2.getRotationMatrix2D(middle, turn_deg, zoom)
    looks = [cv2.warpAffine(patch, matrix, size, borderMode=cv2.BORDER_REPLICATE) for patch in patches]
    return np.asarray(looks, np.float32).reshape(patches.shape)


def _classes(rows: list[Row]) -> NDArray[np.int64]:
    return np.array([row[3] for row in rows], np.int64)


def _named(face: TileFace, crop: Bytes, shift: Floats, found: list[Place], head: Head, known: int) -> list[int]:
    """The class of every found place on a tile whose face is known; the first `known` places are those of its spots."""
    if known:
        return [spot_label(spot.kind, spot.pawn) for spot in face.spots] + [0] * (len(found) - known)
    patches = np.stack([cut_patch(crop, x, y) for x, y, _ in found])
    chances = head.probabilities(spot_features(to_input(patches, np.tile(shift, (len(found), 1)))))
    labels = [spot_label(spot.kind, spot.pawn) for spot in face.spots]
    suits = np.stack([on_routes(place, sides_of(face)) * at_station(place, float(face.station)) for place in found])
    if face.station:
        near = [np.hypot(x - 0.5, y - 0.5) < AT_STATION for x, y, _ in found]
        suits[np.ix_(near, WAITING_OUTSIDE)] *= OUTSIDE
    return _assigned(labels, chances * suits, [height for _, _, height in found])


def _beside(place: int, found: list[Place], named: list[int]) -> bool:
    """Whether a place with nothing of its own shows a part of what stands at another."""
    x, y, _ = found[place]
    reach = [BESIDE_PAWN if label > 3 else BESIDE_ICON for label in named]
    return any(named[i] and np.hypot(x - a, y - b) < reach[i] for i, (a, b, _) in enumerate(found) if i != place)


def _assigned(labels: list[int], chances: Any, heights: list[float]) -> list[int]:
    """Which found place has which label; places left over show nothing."""
    best, best_score = [0] * len(heights), -np.inf
    for order in permutations(range(len(heights)), len(labels)):
        named = [0] * len(heights)
        for label, place in zip(labels, order, strict=True):
            named[place] = label
        score = sum(
            np.log(heights[i] + 1e-4) * (2.0 if named[i] else 0.0) + np.log(chances[i][named[i]] + 1e-3)
            for i in range(len(heights))
        )
        if score > best_score:
            best, best_score = named, float(score)
    return best


def _routes(faces: list[TileFace]) -> list[list[Row]]:
    """Places on highways and on rails of the tiles without a spot."""
    places: dict[str, list[Row]] = {"H": [], "R": []}
    for index, face in enumerate(faces):
        if face.spots or face.objective:
            continue
        for letter, (dx, dy) in zip(face.sides, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
            if letter in places:
                places[letter].append((index, 0.5 + 0.25 * dx, 0.5 + 0.25 * dy, 0))
        kinds = set(face.sides) - {"-"}
        if not face.station and len(kinds) == 1:
            places[kinds.pop()].append((index, 0.5, 0.5, 0))
    return list(places.values())


def _pasted(patches: Floats, labels: Any, grounds: list[Floats]) -> tuple[Floats, Any]:
    """Free icons on grounds where no example shows them: teach photos never show every combination."""
    icons = np.flatnonzero((labels > 0) & (labels < 4))
    rng = np.random.default_rng(0)
    kinds = [ground for ground in grounds if len(ground)]
    if not len(icons) or not kinds:
        return patches[:0], labels[:0]
    chosen = np.tile(icons, PASTES)
    under = np.concatenate([ground[rng.choice(len(ground), len(chosen))] for ground in kinds])
    chosen = np.tile(chosen, len(kinds))
    y, x = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - (PATCH_PX - 1) / 2
    radius = rng.choice(PASTE_RADII_PX, len(chosen))[:, None, None]
    cover = np.clip(radius - np.hypot(x, y) + 0.5, 0, 1)[..., None].astype(np.float32)
    return under + (patches[chosen] - under) * cover, labels[chosen]
