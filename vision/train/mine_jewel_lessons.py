"""Lessons about jewels: where they lie, and which of the hills that are found is which jewel."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from vision.mine.gems import heights, summit_places
from vision.mine.nets import GEM_COLOURS, HILL_PX, HILL_WEIGHT, read_hills
from vision.mine.view import COARSE_PX, FINE_PX, HALF, JEWEL_PX
from vision.train.lessons import rounded
from vision.train.mine_album import Photo, Style, coarse, first, in_pairs
from vision.train.mine_data import COLUMNS, ROWS
from vision.train.mine_marks import Marks, yes_no_loss
from vision.train.mine_nets import MineNets, rings, textures

GEMS, NONE = 36, 36  # so many jewels of a photo, and hills that are none
FAINT, NEAR = -3.5, 0.1  # hills from these log odds on; one that is nearer to a jewel, in squares, is that jewel's
HEAT_PX, PASSED = 240, -2.0  # the size of the parts in which jewels are sought; what is lower is passed over


def heat_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, guises: list[Any]) -> None:
    """Where jewels lie, in parts of photos."""
    inputs, wanted = [], []
    for photos, channels in zip(styles, guises, strict=True):
        for photo in (photos[int(k)] for k in rng.permutation(len(photos))[:2]):
            seen, bare = coarse(photo)
            y, x = (int(rng.integers(0, many - HEAT_PX + 1)) // 8 * 8 for many in seen.shape[:2])
            part = np.s_[y : y + HEAT_PX, x : x + HEAT_PX]
            picture = in_pairs(seen[part][..., channels], bare[part][..., channels], rng)
            heat = heat_of(photo["gems"] - (x, y), HEAT_PX)
            turn, flip = int(rng.integers(4)), 1 if rng.random() < 0.5 else -1
            inputs.append(np.rot90(picture, turn)[:, ::flip])
            wanted.append(np.rot90(heat, turn)[:, ::flip])
    with rounded():
        hill = net.heat(first(np.stack(inputs)).contiguous(memory_format=torch.channels_last))
    target, rim = torch.from_numpy(np.stack(wanted)), COARSE_PX // 4
    loss = (yes_no_loss(hill, target, reduction="none") * (1 + 12 * target))[:, rim:-rim, rim:-rim]
    marks.losses["heat"] = [3 * loss.mean()]
    top, inner = target[:, rim:-rim, rim:-rim] > 0.9, hill[:, rim:-rim, rim:-rim]
    marks.right["jewel passed over"] = (inner[top] > PASSED).float().tolist()
    marks.right["hill without jewel"] = (inner[target[:, rim:-rim, rim:-rim] < 0.02] < PASSED).float().tolist()


def heat_of(gems: Any, size: int) -> Any:
    """A small hill about each jewel, at half the picture's size."""
    near = gems[((gems > -6) & (gems < size + 6)).all(1)]
    if not len(near):
        return np.zeros((size // HILL_PX,) * 2, np.float32)
    steps = np.arange(size // HILL_PX, dtype=np.float32) * HILL_PX + (HILL_PX - 1) / 2
    x, y = (np.exp(-((steps - near[:, k : k + 1]) ** 2) / (2 * 2.1**2)) for k in (0, 1))
    return (y[:, :, None] * x[:, None, :]).max(0).astype(np.float32)


def gem_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, guises: list[Any]) -> None:
    """Jewels: all photos of each style but one are told, the last asked."""
    cuts, told = [], []
    for photos, channels in zip(styles, guises, strict=True):
        some = [some_jewels(photos[int(k)], channels, rng) for k in rng.permutation(len(photos))]
        cuts += [x for x, *_ in some]
        told.append([(hill, kind) for _, hill, kind in some])
    x = first(np.concatenate(cuts)).contiguous(memory_format=torch.channels_last)
    with rounded():
        own = net.jewel(x)
    hills = torch.from_numpy(np.concatenate([hill for parts in told for hill, _ in parts]))
    every = torch.cat([own, rings(x, GEM_COLOURS), textures(x), HILL_WEIGHT * hills[:, None]], 1)
    for parts, channels in zip(told, guises, strict=True):
        kinds = torch.from_numpy(np.concatenate([kind for _, kind in parts]))
        vectors, every = every[: len(kinds)], every[len(kinds) :]
        asked = len(kinds) - len(parts[-1][1])
        shown, questions = (vectors[:asked], kinds[:asked]), (vectors[asked:], kinds[asked:])
        marks.answer(net.heads, "gem", shown, questions, list(channels) == [0, 1, 2])


def some_jewels(photo: Photo, channels: Any, rng: Any) -> tuple[Any, Any, Any]:
    """Cuts about jewels and about hills that are none, turned and mirrored at will, their hills and their kinds."""
    places, hills, kinds = _hills(photo)
    there, none = (rng.permutation(np.nonzero(part)[0]) for part in (kinds > 0, kinds == 0))
    likely = none[np.argsort(-hills[none] - rng.exponential(1.0, len(none)))]
    some = np.concatenate([there[:GEMS], likely[:NONE]])
    corners = np.rint((places[some] + HALF) * FINE_PX - JEWEL_PX / 2).astype(int) + rng.integers(-1, 2, (len(some), 2))
    x, y = np.clip(corners, 0, np.array(photo["fine"].shape[1::-1]) - JEWEL_PX).T
    steps = np.arange(JEWEL_PX)
    at = (y[:, None] + steps)[:, :, None], (x[:, None] + steps)[:, None, :]
    cuts = in_pairs(photo["fine"][at][..., channels], photo["bare"][at][..., channels], rng)
    cuts = np.rot90(cuts, int(rng.integers(4)), (1, 2))
    return cuts[:, :, ::-1] if rng.random() < 0.5 else cuts, hills[some], kinds[some].astype(np.int64)


def _hills(photo: Photo) -> tuple[Any, Any, Any]:
    """All that may be a jewel: its place in squares, how high its hill is by the stored heat net, its kind or 0."""
    if "hills" not in photo:
        hill = read_hills(*coarse(photo))
        tops = summit_places(hill, FAINT)
        tops = tops[((tops > 0) & (tops < (COLUMNS, ROWS))).all(1)]
        gems = photo["gems"].astype(np.float64) / COARSE_PX - HALF
        far = np.linalg.norm(gems[:, None] - tops, axis=2)
        labels, places = np.zeros(len(tops), np.uint8), [*tops]
        for near in np.argsort(far.min(1, initial=9.0)):
            nearest = int(far[near].argmin()) if len(tops) else 0
            if len(tops) and far[near, nearest] < NEAR:
                labels[nearest] = 1 + photo["kind"][near]
                far[:, nearest] = 9.0
            else:
                places.append(gems[near])
                labels = np.append(labels, 1 + photo["kind"][near])
        at = np.array(places).reshape(-1, 2)
        photo["hills"] = at, heights(hill, at), labels
    return tuple(photo["hills"])
