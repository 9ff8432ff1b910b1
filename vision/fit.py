"""Fits the readers to a box from labelled tiles."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crop import MARGIN_PX, TILE_PX
from vision.face import KINDS, OBJECTIVES, SIDE_LETTERS, TileFace
from vision.heads import PARTS, Head, built_in_heads
from vision.heat import peaks
from vision.net import Floats, built_in_weights, spot_features, tile_features, to_input
from vision.pack import Examples
from vision.patch import cut_patch
from vision.tone import corner_tones, mean_tone

Bytes = NDArray[np.uint8]
THUMB_PX = 24
PEAKS = 2
NUDGES = ((0.0, 0.0), (0.02, -0.015))


@dataclass(frozen=True)
class Taught:
    """Readers fitted to a box; `grounds` are the log colours of rural and urban ground in the first photo's light."""

    heads: dict[str, Head]
    grounds: Floats
    anchor: Floats
    thumbs: Floats
    thumb_names: tuple[str, ...] = ()
    two_spots: bool = False

    def save(self, path: Path) -> None:
        arrays: dict[str, Any] = {f"{part}.w": head.weights for part, head in self.heads.items()}
        np.savez_compressed(
            path,
            grounds=self.grounds,
            anchor=self.anchor,
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
            data["anchor"],
            data["thumbs"],
            tuple(str(n) for n in data["thumb_names"]),
            bool(data["two_spots"]),
        )


def fit(photos: list[Examples]) -> Taught:
    """Readers for the box that these photos show."""
    shifts, grounds, anchor = _lights(photos)
    crops = np.concatenate([photo.crops for photo in photos])
    faces = [face for photo in photos for face in photo.faces]
    heads = built_in_heads(built_in_weights())
    fitted = {part: heads[part].adapted(*pair) for part, pair in _part_examples(crops, shifts, faces).items()}
    fitted["spot"] = heads["spot"].adapted(*_spot_examples(crops, shifts, faces, heads["spot"]))
    named = [(thumb(crop), face.objective) for crop, face in zip(crops, faces, strict=True) if face.objective]
    thumbs = np.stack([picture for picture, _ in named]) if named else np.zeros((0, THUMB_PX, THUMB_PX, 3), np.float32)
    return Taught(
        fitted,
        grounds,
        anchor,
        thumbs,
        tuple(str(name) for _, name in named),
        any(len(face.spots) > 1 for face in faces),
    )


def _lights(photos: list[Examples]) -> tuple[Floats, Floats, Floats]:
    """Per tile the light to take out, by grounds whose kind the labels tell; the grounds, in the first light."""
    tones = [corner_tones(photo.crops) for photo in photos]
    kinds = [np.array([face.urban for face in photo.faces], int) for photo in photos]
    light = np.stack([mean_tone(photo.crops) for photo in photos])
    for _ in range(10):
        flat = np.concatenate([tone - place for tone, place in zip(tones, light, strict=True)])
        ground = _means(flat, np.concatenate(kinds))
        light = np.stack([np.median(tone - ground[kind], axis=0) for tone, kind in zip(tones, kinds, strict=True)])
        light += mean_tone(photos[0].crops) - light[0]
    shifts = np.concatenate([np.tile(place, (len(tone), 1)) for tone, place in zip(tones, light, strict=True)])
    return shifts.astype(np.float32), ground.astype(np.float32), mean_tone(photos[0].crops)


def _means(tones: Any, kinds: Any) -> Any:
    means = [
        np.median(tones[kinds == kind], axis=0) if np.any(kinds == kind) else np.median(tones, axis=0)
        for kind in (0, 1)
    ]
    return np.stack(means)


def _part_examples(crops: Bytes, shifts: Floats, faces: list[TileFace]) -> dict[str, tuple[Floats, Any]]:
    """Features and labels of every part but the spots, each tile in its four turns."""
    seen: dict[str, list[Any]] = {part: [] for part in ("side", "ground", "station", "objective")}
    labels: dict[str, list[Any]] = {part: [] for part in seen}
    for turn in range(4):
        out = tile_features(to_input(np.ascontiguousarray(np.rot90(crops, turn, (1, 2))), shifts))
        turned = [face.turned(-turn) for face in faces]
        labels["side"].append([[SIDE_LETTERS.index(letter) for letter in face.sides] for face in turned])
        labels["ground"].append([face.urban for face in faces])
        labels["station"].append([face.station for face in faces])
        labels["objective"].append([face.objective is not None for face in faces])
        for part in seen:
            seen[part].append(out[part].reshape(-1, out[part].shape[-1]))
    return {part: (np.concatenate(seen[part]), np.concatenate(labels[part]).astype(int).ravel()) for part in seen}


def spot_label(kind: str, pawn: bool) -> int:
    """The spot reader's class: 0 nothing, then the icons, then the pawns."""
    return 1 + KINDS.index(kind) + 3 * pawn


def _spot_examples(crops: Bytes, shifts: Floats, faces: list[TileFace], head: Head) -> tuple[Floats, Any]:
    """Features and labels of the places where spots are or might be thought to be."""
    heat = tile_features(to_input(crops, shifts))["heat"]
    rows: list[tuple[int, float, float, int]] = []
    for index, face in enumerate(faces):
        found = peaks(heat[index], max(PEAKS, len(face.spots)))
        patches = np.stack([cut_patch(crops[index], x, y) for x, y, _ in found])
        chances = head.probabilities(spot_features(to_input(patches, shifts[index : index + 1].repeat(len(found), 0))))
        named = _assigned([spot_label(spot.kind, spot.pawn) for spot in face.spots], chances, [h for _, _, h in found])
        rows += [(index, x, y, label) for (x, y, _), label in zip(found, named, strict=True)]
    return _patch_features(crops, shifts, rows)


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


def _patch_features(crops: Bytes, shifts: Floats, rows: list[tuple[int, float, float, int]]) -> tuple[Floats, Any]:
    patches, lights, labels = [], [], []
    for index, x, y, label in rows:
        for dx, dy in NUDGES:
            patch = cut_patch(crops[index], x + dx, y + dy)
            for turn in range(4):
                patches.append(np.rot90(patch, turn))
                lights.append(shifts[index])
                labels.append(label)
    return spot_features(to_input(np.stack(patches), np.stack(lights))), np.array(labels)


def thumb(crop: Bytes) -> Floats:
    """A tiny picture of the tile, by which objectives are told apart."""
    tile = crop[MARGIN_PX : MARGIN_PX + TILE_PX, MARGIN_PX : MARGIN_PX + TILE_PX]
    small = cv2.resize(tile, (THUMB_PX, THUMB_PX), interpolation=cv2.INTER_AREA).astype(np.float32)
    small -= small.mean((0, 1))
    return np.asarray(small / (np.linalg.norm(small) + 1e-6), np.float32)


def known_objective(name: str | None) -> bool:
    return name is None or name in OBJECTIVES
