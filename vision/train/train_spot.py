"""Trains the spot net on patches around the peaks that the tile net sees, as lessons: examples, then questions.

Run: python -m vision.train.train_spot DATA_DIR OUT.pt --steps 5000 [--start SPOT.pt]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.fit import AT_STATION, SPOT_BALANCE, STATION_ALONE
from vision.net import tile_features
from vision.net import to_input as numpy_input
from vision.patch import PATCH_PX, cut_patch
from vision.places import candidates
from vision.train.lessons import rounded, run, start_convolutions, start_head, start_linear
from vision.train.nets import SPOT_CLASSES, SpotNet, parameters_of
from vision.train.tiles import Tiles, aligned_shifts, load_tiles, to_input

Array = NDArray[Any]
TRAVELLER = 3
NEAR, BESIDE_ICON, BESIDE_PAWN = 0.14, 0.2, 0.36
CLASSES = {"empty": (0, 0), "icons": (1, 3), "pawns": (4, 6), "stations": (STATION_ALONE, STATION_ALONE)}


@dataclass
class Patches:
    """Places to look at: tile, x, y in tile widths, class (0 nothing, 1 to 3 icons, 4 to 6 pawns, 7 bare station)."""

    tile: Array
    place: Array
    label: Array
    style: Array


def find_patches(tiles: Tiles, most: int = 3) -> Patches:
    """The places that the reader looks at on every tile with what is there, and the spots elsewhere."""
    rows: list[tuple[int, float, float, int]] = []
    for start in range(0, len(tiles.crops), 64):
        stop = min(start + 64, len(tiles.crops))
        heat = tile_features(numpy_input(tiles.halved[start:stop], tiles.tone[start:stop]))["heat"]
        for index in range(start, stop):
            station = bool(tiles.flags[index, 1])
            found = candidates(heat[index - start], most, np.eye(3)[tiles.sides[index]], float(station))
            rows += _labelled(index, [(x, y) for x, y, _ in found], tiles.spots[index], station)
    tile = np.array([row[0] for row in rows])
    return Patches(tile, np.array([row[1:3] for row in rows]), np.array([row[3] for row in rows]), tiles.style[tile])


def kept_patches(folder: Path) -> Patches:
    """The patches of a folder's tiles, found once."""
    path = folder / "patches.npz"
    if not path.exists():
        found = find_patches(load_tiles(folder))
        np.savez(path, tile=found.tile, place=found.place, label=found.label, style=found.style)
    with np.load(path) as data:
        return Patches(data["tile"], data["place"], data["label"], data["style"])


def _labelled(
    index: int, found: list[tuple[float, float]], spots: Array, station: bool
) -> list[tuple[int, float, float, int]]:
    """Rows for a tile: its spots, and places where nothing is; one beside an icon or on a pawn's body is neither."""
    known = [spot for spot in spots if spot[0] >= 0]
    rows: list[tuple[int, float, float, int]] = []
    for spot in known:
        near = [place for place in found if np.hypot(place[0] - spot[2], place[1] - spot[3]) < NEAR]
        places = near or [(float(spot[2]), float(spot[3]))]
        rows += [(index, x, y, _class_of(spot)) for x, y in places[:1]]
    for x, y in found:
        clear = [np.hypot(spot[2] - x, spot[3] - y) > (BESIDE_PAWN if spot[1] else BESIDE_ICON) for spot in known]
        bare = station and not known and np.hypot(x - 0.5, y - 0.5) < AT_STATION
        if all(clear):
            rows.append((index, x, y, STATION_ALONE if bare else 0))
    return rows


def _class_of(spot: Array) -> int:
    return int(1 + spot[0] + 3 * spot[1])


@dataclass
class Lesson:
    """Patches of one style: some are examples, the others are asked."""

    patches: Array
    labels: Tensor
    shifts: Array
    taught: Array


def lesson(tiles: Tiles, patches: Patches, style: int, rng: Any, photos: int, noise: float = 0.03) -> Lesson:
    """All patches of a style; the examples come from one or two of its photos, with a guess at each photo's light."""
    members = np.flatnonzero(patches.style == style)
    photo = tiles.photo[patches.tile[members]]
    order = rng.permutation(photo.max() + 1)
    if rng.random() < 0.15:
        shifts = tiles.tone[patches.tile[members]] + rng.normal(0, noise, (len(members), 3))
    else:
        shifts = aligned_shifts(tiles, patches.tile[members], int(order[0]), rng)
    taught = completed(np.isin(photo, order[:photos]), patches.label[members], rng)
    return Lesson(members, torch.from_numpy(patches.label[members].astype(np.int64)), shifts, taught)


def completed(taught: Array, labels: Array, rng: Any) -> Array:
    """The examples with one of every class that they lack: who teaches a box shows each thing once."""
    missing = set(labels.tolist()) - set(labels[taught].tolist())
    more = [rng.choice(np.flatnonzero(labels == label)) for label in sorted(missing)]
    return np.asarray(taught | np.isin(np.arange(len(labels)), more))


def thinned(given: Lesson, where: Array, rng: Any) -> Lesson:
    """Few examples of each class, as teach photos show them, and few questions about nothing.

    Often all examples of an icon stand at one sort of place while it is asked elsewhere: an icon must be known by its
    own look, not by the route under it.
    """
    keep = np.zeros(len(given.labels), bool)
    labels, most = given.labels.numpy(), int(rng.integers(1, 4))
    for label in range(SPOT_CLASSES + 1):
        rows = rng.permutation(np.flatnonzero(given.taught & (labels == label)))
        if label and len(rows) and rng.random() < 0.6:
            rows = rows[where[given.patches[rows]] == where[given.patches[rows[0]]]]
        shown = rows[: int(rng.integers(8, 20)) if label == 0 else most + (label == STATION_ALONE)]
        keep[shown] = True
        rows = rng.permutation(np.flatnonzero(~given.taught & (labels == label)))
        elsewhere = ~np.isin(where[given.patches[rows]], where[given.patches[shown]])
        rows = rows if label == 0 else rows[np.argsort(~elsewhere, kind="stable")]
        keep[rows[: 14 if label == 0 else 8]] = True
    return Lesson(given.patches[keep], given.labels[torch.from_numpy(keep)], given.shifts[keep], given.taught[keep])


def places_of(tiles: Tiles, patches: Patches) -> Array:
    """The sort of place of every patch: a tile with a station, with highways, with rails, or with both."""
    sides = np.asarray(tiles.sides)
    kinds = (sides == 1).any(1) + 2 * (sides == 2).any(1)
    return np.asarray(np.where(tiles.flags[:, 1] > 0, 4, kinds))[patches.tile]


@dataclass(frozen=True)
class Guise:
    """How all patches of a lesson are changed alike, so that one style serves as many."""

    channels: tuple[int, int, int] = (0, 1, 2)
    mirrored: bool = False
    zoom: float = 1.0

    def of(self, crop: Array, x: float, y: float) -> Array:
        """The patch of a tile's crop about a place, in this guise."""
        patch: Array = cut_patch(crop, x, y)
        if self.zoom < 1:
            rim = round(PATCH_PX * (1 - self.zoom) / 2)
            patch = cv2.resize(patch[rim:-rim, rim:-rim], (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_LINEAR)
        return np.ascontiguousarray((patch[:, ::-1] if self.mirrored else patch)[..., self.channels])


PLAIN = Guise()


def any_guise(rng: Any) -> Guise:
    order = rng.permutation(3) if rng.random() < 0.6 else (0, 1, 2)
    zoom = float(rng.uniform(0.8, 0.94)) if rng.random() < 0.4 else 1.0
    return Guise((int(order[0]), int(order[1]), int(order[2])), bool(rng.random() < 0.4), zoom)


def cut(
    tiles: Tiles, patches: Patches, given: Lesson, rows: Array, rng: Any, loose: float, guise: Guise = PLAIN
) -> Tensor:
    """The nets' input for some patches of a lesson, a little out of place."""
    places = patches.place[given.patches[rows]] + rng.normal(0, loose, (len(rows), 2))
    tile = patches.tile[given.patches[rows]]
    cuts = [guise.of(tiles.crops[t], x, y) for t, (x, y) in zip(tile, places, strict=True)]
    return to_input(np.stack(cuts), given.shifts[rows][:, guise.channels])


def answers(model: SpotNet, shown: Tensor, labels: Tensor, asked: Tensor, turns: Any) -> tuple[Tensor, Tensor]:
    """Log odds of the asked patches after teaching by the shown ones, in these turns, and untaught for all."""
    turned = torch.cat([torch.rot90(shown, int(turn), (2, 3)) for turn in turns])
    known = labels.repeat(len(turns))
    with rounded(model.training):
        vectors = model(torch.cat([turned, asked]).contiguous(memory_format=torch.channels_last))
    weights = model.head.adapted(vectors[: len(turned)], known, SPOT_BALANCE, sorts=1)
    return model.head.logits(vectors[len(turned) :], weights), model.head.logits(vectors)


def told(labels: Tensor) -> Tensor:
    """The classes as they are said: a bare station is nothing."""
    return torch.where(labels == STATION_ALONE, 0, labels)


def step(model: SpotNet, tiles: Tiles, patches: Patches, where: Array, styles: int, rng: Any) -> Tensor:
    """The loss of one lesson."""
    given = lesson(tiles, patches, int(rng.integers(styles)), rng, int(rng.integers(1, 3)))
    given = thinned(given, where, rng)
    shift = rng.normal(0, 0.05, (1, 3))
    given.shifts = given.shifts + shift + np.where(given.taught[:, None], 0, rng.normal(0, 0.03, (1, 3)))
    shown_rows, asked_rows = np.flatnonzero(given.taught), np.flatnonzero(~given.taught)
    guise = any_guise(rng)
    shown, asked = (cut(tiles, patches, given, rows, rng, 0.02, guise) for rows in (shown_rows, asked_rows))
    labels, wanted = given.labels[shown_rows], given.labels[asked_rows]
    turns = rng.permutation(4)[:2]
    taught, untaught = answers(model, shown, labels, asked, turns)
    loss = nn.functional.cross_entropy
    everything = torch.cat([labels.repeat(len(turns)), wanted])
    return loss(taught, told(wanted)) + 0.3 * loss(untaught, told(everything))


@torch.no_grad()
def evaluate(model: SpotNet, tiles: Tiles, patches: Patches, where: Array, photos: int = 1) -> dict[str, float]:
    """Share of patches read wrongly after teaching by so many photos, whole styles left out.

    `elsewhere` are travellers at a sort of place where no example shows one.
    """
    rng = np.random.default_rng(6)
    wrong: dict[str, list[float]] = {name: [] for name in ("all", "untaught", *CLASSES, "elsewhere")}
    for style in range(int(tiles.style.max()) + 1):
        given = lesson(tiles, patches, style, rng, photos)
        shown_rows, asked_rows = few_empty(given, given.taught, rng), few_empty(given, ~given.taught, rng)
        shown, asked = (cut(tiles, patches, given, rows, rng, 0.0) for rows in (shown_rows, asked_rows))
        taught, untaught = answers(model, shown, given.labels[shown_rows], asked, range(4))
        wanted = given.labels[asked_rows]
        miss = taught.argmax(1) != told(wanted)
        wrong["all"] += miss.float().tolist()
        wrong["untaught"] += (untaught[-len(wanted) :].argmax(1) != told(wanted)).float().tolist()
        for name, (low, high) in CLASSES.items():
            wrong[name] += miss[(wanted >= low) & (wanted <= high)].float().tolist()
        travellers = given.patches[shown_rows][given.labels[shown_rows] == TRAVELLER]
        new = ~np.isin(where[given.patches[asked_rows]], where[travellers])
        wrong["elsewhere"] += miss[(wanted == TRAVELLER) & torch.from_numpy(new)].float().tolist()
    return {name: float(np.mean(values)) for name, values in wrong.items()}


def few_empty(given: Lesson, chosen: Array, rng: Any) -> Array:
    """The chosen patches, of the empty ones only a few."""
    empty = given.labels.numpy() == 0
    few = rng.permutation(np.flatnonzero(chosen & empty))[:8]
    return np.concatenate([np.flatnonzero(chosen & ~empty), few])


def start_from_built_in(model: SpotNet) -> None:
    """Begins with what the program's own net knows."""
    start_convolutions(model.body, "spot")
    start_linear(model.out, "spot_out")
    start_head(model.head, "spot")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--start", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    train, held = load_tiles(options.data / "train"), load_tiles(options.data / "val")
    patches, held_patches = kept_patches(options.data / "train"), kept_patches(options.data / "val")
    where, held_where = places_of(train, patches), places_of(held, held_patches)
    model, rng = SpotNet(), np.random.default_rng(options.steps)
    if options.start:
        model.load_state_dict(torch.load(options.start))
    else:
        start_from_built_in(model)
    model = model.to(memory_format=torch.channels_last)
    report = evaluate(model.eval(), held, held_patches, held_where)
    print("weights", parameters_of(model), "patches", np.bincount(patches.label), report, flush=True)
    styles = int(train.style.max()) + 1
    run(
        model,
        options.steps,
        options.rate,
        lambda: step(model, train, patches, where, styles, rng),
        lambda: evaluate(model, held, held_patches, held_where),
        options.out,
    )


if __name__ == "__main__":
    main()
