"""Fits the readers to a box from labelled tiles."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crop import MARGIN_PX, STRIP_DEEP_PX, STRIP_WIDE_PX, TILE_PX, halved, side_strips
from vision.face import KINDS, OBJECTIVES, SIDE_LETTERS, TileFace
from vision.heads import PARTS, Head, built_in_heads
from vision.heat import peaks
from vision.net import Floats, built_in_weights, side_features, spot_features, tile_features, to_input
from vision.pack import Examples
from vision.patch import PATCH_PX, cut_patch
from vision.tone import corner_tones, log_tone, mean_tone

Bytes = NDArray[np.uint8]
THUMB_PX = 24
PEAKS = 3
NUDGES = ((0.0, 0.0), (0.025, -0.02), (-0.02, 0.03))
MOST_EMPTY = 40
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
    `white` is not a number where no taught photo had cards.
    """

    heads: dict[str, Head]
    grounds: Floats
    white: Floats
    thumbs: Floats
    thumb_names: tuple[str, ...] = ()
    two_spots: bool = False

    def save(self, path: Path) -> None:
        arrays: dict[str, Any] = {f"{part}.w": head.weights for part, head in self.heads.items()}
        np.savez_compressed(
            path,
            grounds=self.grounds,
            white=self.white,
            thumbs=self.thumbs,
            thumb_names=np.array(self.thumb_names, dtype="U32"),
            two_spots=self.two_spots,
            **arrays,
        )


def load_taught(path: Path) -> Taught:
    """The fitted readers of a pack."""
    general = built_in_heads(built_in_weights())
    with np.load(path) as data:
        heads = {part: Head(data[f"{part}.w"], general[part].ridge, general[part].scale) for part in PARTS}
        return Taught(
            heads,
            data["grounds"],
            data["white"],
            data["thumbs"],
            tuple(str(n) for n in data["thumb_names"]),
            bool(data["two_spots"]),
        )


def fit(photos: list[Examples]) -> Taught:
    """Readers for the box that these photos show."""
    shifts, grounds, white = _lights(photos)
    crops = np.concatenate([photo.crops for photo in photos])
    faces = [face for photo in photos for face in photo.faces]
    heads = built_in_heads(built_in_weights())
    fitted = {part: heads[part].adapted(*pair) for part, pair in _part_examples(crops, shifts, faces).items()}
    fitted["side"] = heads["side"].adapted(*_side_examples(crops, shifts, faces))
    # The second time it is known better which of a tile's places is the labelled one.
    for known in (heads["spot"], None):
        head = known or fitted["spot"]
        fitted["spot"] = heads["spot"].adapted(*_spot_examples(crops, shifts, faces, head), SPOT_BALANCE)
    named = [(thumb(crop), face.objective) for crop, face in zip(crops, faces, strict=True) if face.objective]
    thumbs = np.stack([picture for picture, _ in named]) if named else np.zeros((0, THUMB_PX, THUMB_PX, 3), np.float32)
    return Taught(
        fitted,
        grounds,
        white,
        thumbs,
        tuple(str(name) for _, name in named),
        any(len(face.spots) > 1 for face in faces),
    )


def _lights(photos: list[Examples]) -> tuple[Floats, Floats, Floats]:
    """Per tile the light to take out, by grounds whose kind the labels tell; the grounds and the cards' white."""
    tones = [corner_tones(photo.crops) for photo in photos]
    kinds = [np.array([face.urban for face in photo.faces], int) for photo in photos]
    light = np.stack([mean_tone(photo.crops) for photo in photos])
    for _ in range(10):
        flat = np.concatenate([tone - place for tone, place in zip(tones, light, strict=True)])
        ground = _means(flat, np.concatenate(kinds))
        light = np.stack([np.median(tone - ground[kind], axis=0) for tone, kind in zip(tones, kinds, strict=True)])
        light += mean_tone(photos[0].crops) - light[0]
    shifts = np.concatenate([np.tile(place, (len(tone), 1)) for tone, place in zip(tones, light, strict=True)])
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
    """Features and labels of all sides, each also mirrored."""
    strips = side_strips(halved(crops)).reshape(-1, STRIP_DEEP_PX, STRIP_WIDE_PX, 3)
    both = np.concatenate([strips, strips[:, :, ::-1]])
    features = side_features(to_input(both, np.tile(np.repeat(shifts, 4, axis=0), (2, 1))))
    labels = np.array([[SIDE_LETTERS.index(letter) for letter in face.sides] for face in faces]).ravel()
    return features, np.tile(labels, 2)


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


def spot_label(kind: str, pawn: bool) -> int:
    """The spot reader's class: 0 nothing, then the icons, then the pawns."""
    return 1 + KINDS.index(kind) + 3 * pawn


def _spot_examples(crops: Bytes, shifts: Floats, faces: list[TileFace], head: Head) -> tuple[Floats, Any]:
    """Features and labels of the places where spots are or might be thought to be, in their four turns."""
    heat = tile_features(to_input(halved(crops), shifts))["heat"]
    rows: list[tuple[int, float, float, int]] = []
    empty: list[tuple[float, tuple[int, float, float, int]]] = []
    for index, face in enumerate(faces):
        found = peaks(heat[index], max(PEAKS, len(face.spots)))
        named = _named(face, crops[index], shifts[index], found, head)
        for i, (x, y, height) in enumerate(found):
            if named[i] and height > FAINT:
                rows.append((index, x, y, named[i]))
            elif not named[i] and not _beside(i, found, named):
                empty.append((height, (index, x, y, 0)))
    rows += [row for _, row in sorted(empty, reverse=True)[:MOST_EMPTY]]
    found_patches, labels = _patches(crops, shifts, rows, NUDGES[0]), np.array([row[3] for row in rows])
    pasted, pasted_labels = _pasted(found_patches, labels)
    nudged = [_patches(crops, shifts, rows, nudge) for nudge in NUDGES[1:]]
    joined = np.concatenate([found_patches, *nudged, pasted])
    known = np.concatenate([*[labels] * len(NUDGES), pasted_labels]).astype(int)
    views = [np.ascontiguousarray(np.rot90(joined, turn, (1, 2))) for turn in range(4)]
    return np.concatenate([spot_features(view) for view in views]), np.tile(known, 4)


def _patches(
    crops: Bytes, shifts: Floats, rows: list[tuple[int, float, float, int]], nudge: tuple[float, float]
) -> Floats:
    cut = [cut_patch(crops[index], x + nudge[0], y + nudge[1]) for index, x, y, _ in rows]
    return to_input(np.stack(cut), np.stack([shifts[index] for index, *_ in rows]))


def _named(
    face: TileFace, crop: Bytes, shift: Floats, found: list[tuple[float, float, float]], head: Head
) -> list[int]:
    """The class of every found place on a tile whose face is known."""
    patches = np.stack([cut_patch(crop, x, y) for x, y, _ in found])
    chances = head.probabilities(spot_features(to_input(patches, np.tile(shift, (len(found), 1)))))
    labels = [spot_label(spot.kind, spot.pawn) for spot in face.spots]
    return _assigned(labels, chances, [height for _, _, height in found])


def _beside(place: int, found: list[tuple[float, float, float]], named: list[int]) -> bool:
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


def _pasted(patches: Floats, labels: Any) -> tuple[Floats, Any]:
    """Free icons on grounds where no example shows them: teach photos never show every combination."""
    icons, grounds = np.flatnonzero((labels > 0) & (labels < 4)), np.flatnonzero(labels == 0)
    rng = np.random.default_rng(0)
    if not len(icons) or not len(grounds):
        return patches[:0], labels[:0]
    chosen = np.tile(icons, PASTES)
    under = patches[rng.choice(grounds, len(chosen))]
    y, x = np.mgrid[0:PATCH_PX, 0:PATCH_PX] - (PATCH_PX - 1) / 2
    radius = rng.choice(PASTE_RADII_PX, len(chosen))[:, None, None]
    cover = np.clip(radius - np.hypot(x, y) + 0.5, 0, 1)[..., None].astype(np.float32)
    return under + (patches[chosen] - under) * cover, labels[chosen]


def thumb(crop: Bytes) -> Floats:
    """A tiny picture of the tile, by which objectives are told apart."""
    tile = crop[MARGIN_PX : MARGIN_PX + TILE_PX, MARGIN_PX : MARGIN_PX + TILE_PX]
    small = cv2.resize(tile, (THUMB_PX, THUMB_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    small -= small.mean((0, 1))
    return np.asarray(small / (np.linalg.norm(small) + 1e-6), np.float32)


def known_objective(name: str | None) -> bool:
    return name is None or name in OBJECTIVES
