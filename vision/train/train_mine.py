"""Trains the nets of the mine board on photos in random styles, as lessons, and stores them for the program.

A lesson is one photo of a style with its labels and questions about another: the heads answer after a ridge regression
on the first, as they do in a box that was taught. What is stored is the running mean of the weights, so that the
training can end at any time. New styles are drawn while it goes on.

Run: python -m vision.train.train_mine DATA [--minutes 40] [--go-on]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from vision.mine.carts import CART_SPAN
from vision.mine.nets import (
    CART_COLOURS,
    CART_ENDS,
    DARK,
    FRONT,
    GEM_COLOURS,
    HILL_PX,
    HILL_WEIGHT,
    SIDE,
    SIDES_OF_SQUARE,
    TOKEN,
    TOKEN_COLOURS,
)
from vision.mine.view import COARSE_PX, FINE_PX, JEWEL_PX
from vision.train.export import folded, head, linear
from vision.train.mine_data import COLUMNS, ROWS, style_photos
from vision.train.mine_nets import HEADS, MineNets, discs, ends, frames, rings

DATA = Path(__file__).resolve().parents[1] / "data" / "mine.npz"
Photo = dict[str, Any]
Style = list[Photo]
PATCH = 5  # so many squares of a photo, in both directions, are looked at
LESSONS = 3  # styles in a step
RATE = 3e-3
STEPS_A_STYLE, MOST_STYLES, REPORT = 3, 2000, 100
STRANGE = 0.5  # so many lessons are given in changed colours, so that one style serves as many
FAINT, NEAR_PX = -3.0, 4.5
CARTS, ASKED_CARTS, DICE = 12, 6, 12
NONE = 24  # so many hills of a part that are no jewels
_loss = nn.functional.cross_entropy
_yes_no = nn.functional.binary_cross_entropy_with_logits


def load(folder: Path) -> list[Style]:
    """The photos of each style."""
    styles: dict[str, Style] = {}
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as data:
            styles.setdefault(path.stem.split("-")[0], []).append(dict(data))
    return [photos for photos in styles.values() if len(photos) > 1]


def to_input(cuts: Any, rng: Any) -> Any:
    """Log colours with the light a little wrong, as it is after evening out."""
    x = np.log(cuts.astype(np.float32) + DARK) - 4.6
    if rng is None:
        return x
    cast = rng.normal(0, 0.08) + rng.normal(0, 0.04, 3)
    return (x + cast + rng.normal(0, 0.03, x.shape)).astype(np.float32)


def first(x: Any) -> Tensor:
    """Colours first for torch, last in memory, which is much quicker on a processor."""
    return torch.from_numpy(np.ascontiguousarray(x, np.float32)).permute(0, 3, 1, 2)


def turned(photo: Photo, rng: Any, channels: Any, size: int) -> Photo:
    """Some squares of a photo with half a square around, turned and mirrored at will."""
    column, row = (int(rng.integers(0, many - size + 1)) for many in (COLUMNS, ROWS))
    px = (size + 1) * COARSE_PX
    x, y = column * COARSE_PX, row * COARSE_PX
    seen, blank = (photo[name][y : y + px, x : x + px][..., channels] for name in ("coarse", "blank"))
    near, wide = np.array([row, column]) * FINE_PX, (size + 1) * FINE_PX
    fine = photo["fine"][near[0] : near[0] + wide, near[1] : near[1] + wide][..., channels]
    rows, columns = slice(row, row + size), slice(column, column + size)
    exits, standing, token = (
        photo[name].reshape(ROWS, COLUMNS, -1)[rows, columns] for name in ("exits", "standing", "token")
    )
    gems = photo["gems"] - (x, y)
    turn, flip = int(rng.integers(4)), rng.random() < 0.5
    seen, blank, fine, exits, standing, token = (
        np.rot90(part, turn) for part in (seen, blank, fine, exits, standing, token)
    )
    exits = np.roll(exits, -turn, axis=2)
    for _ in range(turn):
        gems = np.stack([gems[:, 1], px - 1 - gems[:, 0]], 1)
    if flip:
        seen, blank, fine, exits, standing, token = (
            part[:, ::-1] for part in (seen, blank, fine, exits, standing, token)
        )
        exits, gems = exits[..., [0, 3, 2, 1]], np.stack([px - 1 - gems[:, 0], gems[:, 1]], 1)
    inside = ((gems > COARSE_PX / 2) & (gems < px - COARSE_PX / 2)).all(1)
    return {
        "seen": seen, "blank": blank, "fine": fine, "exits": exits.reshape(-1), "standing": standing.reshape(-1),
        "token": token.reshape(-1), "gems": gems, "kind": photo["kind"], "inside": inside,
    }  # fmt: skip


def field_input(parts: list[Photo], rng: Any) -> Tensor:
    seen = np.stack([to_input(part["seen"], rng) for part in parts])
    blank = np.stack([to_input(part["blank"], None) for part in parts])
    return first(np.concatenate([seen, seen - blank], 3))


def heat_of(gems: Any, size: int) -> Any:
    """A small hill about each jewel, at half the picture's size."""
    near = gems[((gems > -6) & (gems < size + 6)).all(1)]
    if not len(near):
        return np.zeros((size // HILL_PX,) * 2, np.float32)
    steps = np.arange(size // HILL_PX, dtype=np.float32) * HILL_PX + (HILL_PX - 1) / 2
    x, y = (np.exp(-((steps - near[:, k : k + 1]) ** 2) / (2 * 2.1**2)) for k in (0, 1))
    return (y[:, :, None] * x[:, None, :]).max(0).astype(np.float32)


def gem_examples(hill: Tensor, part: Photo, number: int) -> tuple[Any, Any]:
    """Places (photo, x, y) of the map and what lies there: each jewel at its hill, and hills that are none."""
    around = nn.functional.max_pool2d(hill[None], 3, 1, 1)[0]
    rim = COARSE_PX // 2 // HILL_PX
    rows, columns = np.nonzero(((hill >= around) & (hill > FAINT)).numpy())
    inner = (np.minimum(rows, columns) >= rim) & (np.maximum(rows, columns) < hill.shape[0] - rim)
    peaks = np.stack([columns, rows], 1)[inner][:60]
    at, labels, taken = [], [], set()
    for gem, kind in zip(part["gems"][part["inside"]], part["kind"][part["inside"]], strict=True):
        off = np.linalg.norm(peaks * HILL_PX + 0.5 - gem, axis=1)
        if len(off) and off.min() < NEAR_PX and int(off.argmin()) not in taken:
            taken.add(int(off.argmin()))
            at.append(peaks[int(off.argmin())])
        else:
            at.append(np.clip(np.rint((gem - 0.5) / HILL_PX), 0, hill.shape[0] - 1))
        labels.append(1 + int(kind))
    none = [k for k in range(len(peaks)) if k not in taken][:NONE]
    at += [peaks[k] for k in none]
    labels += [0] * len(none)
    places = np.array(at, np.int64).reshape(-1, 2)
    return np.c_[np.full(len(places), number, np.int64), places], np.array(labels, np.int64)


def jewel_cuts(part: Photo, places: Any, rng: Any) -> Tensor:
    """Cuts of a photo's fine picture about places (photo, x, y) of the map of jewels."""
    middles = (places[:, 1:] * HILL_PX + HILL_PX / 2) * (FINE_PX / COARSE_PX) + rng.normal(0, 0.5, (len(places), 2))
    most = np.array(part["fine"].shape[1::-1]) - JEWEL_PX
    x, y = np.clip(np.rint(middles - JEWEL_PX / 2).astype(int), 0, most).T
    steps = np.arange(JEWEL_PX)
    cuts = part["fine"][(y[:, None] + steps)[:, :, None], (x[:, None] + steps)[:, None, :]]
    return first(to_input(cuts, rng))


def gem_vectors(own: Tensor, seen: Tensor, hill: Tensor, gem: Tensor, places: Tensor) -> Tensor:
    """Vectors of places: what both nets say, the colours of the cuts, and the hills."""
    n, column, row = places.T
    hills = HILL_WEIGHT * hill[n, row, column][:, None]
    return torch.cat([gem[n, :, row, column], own, rings(seen, GEM_COLOURS), hills], 1)


class Marks:
    """Losses, and how many answers were right."""

    def __init__(self) -> None:
        self.losses: dict[str, list[Tensor]] = {}
        self.right: dict[str, list[float]] = {}

    def answer(self, heads: Any, name: str, shown: Any, asked: Any, named: bool = True) -> None:
        """Teaches a head by (vectors, labels) and asks the others; with `named` also without teaching."""
        (taught, known), (vectors, wanted) = shown, asked
        if not len(wanted):
            return
        layer = heads[name]
        logits = layer.logits(vectors, layer.adapted(taught, known) if len(known) else None)
        self.note(name, logits, wanted)
        if named:
            plain = layer.logits(torch.cat([taught, vectors]))
            self.losses.setdefault(f"{name} untaught", []).append(0.3 * _loss(plain, torch.cat([known, wanted])))

    def note(self, name: str, logits: Tensor, wanted: Tensor) -> None:
        self.losses.setdefault(name, []).append(_loss(logits, wanted))
        self.right.setdefault(name, []).extend((logits.argmax(1) == wanted).float().tolist())

    def total(self) -> Any:
        return sum(torch.stack(parts).mean() for parts in self.losses.values())

    def told(self) -> str:
        return " ".join(f"{name} {100 * (1 - np.mean(values)):.2f}" for name, values in sorted(self.right.items()))


def field_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, size: int, guises: list[Any]) -> None:
    """Squares and jewels: the first photo of each style is told, the second asked."""
    parts = [
        turned(photo, rng, channels, size)
        for photos, channels in zip(styles, guises, strict=True)
        for photo in (photos[int(k)] for k in rng.permutation(len(photos))[:2])
    ]
    x = field_input(parts, rng)
    with torch.autocast("cpu", torch.bfloat16):
        vectors, hill, gem = net.field(x.contiguous(memory_format=torch.channels_last))
    wanted = torch.from_numpy(np.stack([heat_of(part["gems"], x.shape[2]) for part in parts]))
    rim = COARSE_PX // 4
    heat = (_yes_no(hill, wanted, reduction="none") * (1 + 12 * wanted))[:, rim:-rim, rim:-rim]
    marks.losses["heat"] = [3 * heat.mean()]
    ends = (SIDES_OF_SQUARE * SIDE, SIDES_OF_SQUARE * SIDE + TOKEN)
    for number in range(0, len(parts), 2):
        named = list(guises[number // 2]) == [0, 1, 2]
        two = [_square_vectors(vectors[k], x, k, size, ends) for k in (number, number + 1)]
        truth = [
            [torch.from_numpy(parts[k][name].astype(np.int64)) for name in ("exits", "token", "standing")]
            for k in (number, number + 1)
        ]
        for n, name in enumerate(("exit", "token", "standing")):
            marks.answer(net.heads, name, (two[0][n], truth[0][n]), (two[1][n], truth[1][n]), named or name != "token")

    gem_lessons(net, parts, hill, gem, rng, marks, guises)


def gem_lessons(
    net: MineNets, parts: list[Photo], hill: Tensor, gem: Tensor, rng: Any, marks: Marks, guises: list[Any]
) -> None:
    """Jewels: the first photo of each style is told, the second asked."""
    told = [gem_examples(hill[k].detach(), part, k) for k, part in enumerate(parts)]
    cuts = torch.cat([jewel_cuts(part, places, rng) for part, (places, _) in zip(parts, told, strict=True)])
    with torch.autocast("cpu", torch.bfloat16):
        own = net.jewel(cuts.contiguous(memory_format=torch.channels_last))
    places = torch.from_numpy(np.concatenate([places for places, _ in told]))
    counts = [len(labels) for _, labels in told]
    vectors = gem_vectors(own, cuts, hill, gem, places).split(counts)
    gems = [(rows, torch.from_numpy(labels)) for rows, (_, labels) in zip(vectors, told, strict=True)]
    for number, channels in enumerate(guises):
        named = list(channels) == [0, 1, 2]
        marks.answer(net.heads, "gem", gems[2 * number], gems[2 * number + 1], named)


def _square_vectors(vectors: Tensor, x: Tensor, k: int, size: int, ends: tuple[int, int]) -> list[Tensor]:
    flat = vectors.reshape(size * size, -1)
    at = (torch.arange(size) + 1) * COARSE_PX
    rows, columns = torch.meshgrid(at, at, indexing="ij")
    middles = torch.stack([torch.full((size * size,), k), columns.flatten(), rows.flatten()], 1)
    token = torch.cat([flat[:, ends[0] : ends[1]], discs(x, middles, TOKEN_COLOURS)], 1)
    return [flat[:, : ends[0]].reshape(-1, SIDE), token, flat[:, ends[1] :]]


def cart_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, guises: list[Any]) -> None:
    """Carts: presence and place, and after teaching by one photo the front and the clan in the other."""
    cuts, told = [], []
    for photos, channels in zip(styles, guises, strict=True):
        two = [photos[int(k)] for k in rng.permutation(len(photos))[:2]]
        for photo, many in zip(two, (CARTS, ASKED_CARTS), strict=True):
            there = rng.permutation(len(photo["clan"]))[:many]
            empty = len(photo["clan"]) + rng.permutation(len(photo["cart"]) - len(photo["clan"]))[:4]
            x = to_input(photo["cart"][np.concatenate([there, empty])][..., channels], rng)
            cuts += [np.rot90(x, turn, (1, 2)) for turn in range(4)]
            told.append((there, photo, len(x)))
    x = first(np.concatenate(cuts)).contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        out = net.cart(x)
    own, clan = out[:, : 3 + FRONT], out[:, 3 + FRONT :]
    found = torch.cat([own, ends(x, CART_SPAN), clan, frames(x, CART_COLOURS, CART_SPAN)], 1)
    every = found.split([4 * many for *_, many in told])
    for number in range(0, len(told), 2):
        named = list(guises[number // 2]) == [0, 1, 2]
        views = [_cart_views(every[k], *told[k], marks) for k in (number, number + 1)]
        fronts, asked = views[0][0], views[1][0]
        layer = net.heads["front"]
        odds = layer.logits(asked[0], layer.adapted(*fronts))
        facing = (odds[:, 1] - odds[:, 0]).reshape(4, -1).T
        marks.note("facing", facing, views[1][2])
        marks.answer(net.heads, "front", fronts, asked)
        marks.answer(net.heads, "clan", views[0][1], views[1][1], named)


def _cart_views(out: Tensor, there: Any, photo: Photo, many: int, marks: Marks) -> tuple[Any, ...]:
    """Vectors of fronts with "is up", vectors of clans, and the facings; losses of presence and place are noted."""
    count, turns = len(there), out.reshape(4, many, -1)
    is_cart = torch.zeros(4, many)
    is_cart[:, :count] = 1
    marks.losses.setdefault("cart", []).append(_yes_no(turns[..., 0], is_cart))
    marks.right.setdefault("cart", []).extend(((turns[..., 0] > 0) == (is_cart > 0)).float().flatten().tolist())
    x, y = torch.from_numpy(photo["offset"][there]).T
    for turn in range(4):
        off = turns[turn, :count, 1:3] - torch.stack([x, y], 1)
        marks.losses.setdefault("offset", []).append(20 * (off**2).mean())
        x, y = y, -x
    facing = torch.from_numpy(photo["facing"][there].astype(np.int64))
    up = torch.cat([(facing == turn).long() for turn in range(4)])
    clan = torch.from_numpy(photo["clan"][there].astype(np.int64))
    here, end = turns[:, :count], 3 + FRONT + 3 * len(CART_ENDS)
    fronts = here[..., 3:end].reshape(4 * count, -1)
    return (fronts, up), (here[0, :, end:], clan), facing


def die_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, guises: list[Any]) -> None:
    """Dice, told from one photo and asked in another."""
    cuts, speeds, counts = [], [], []
    for photos, channels in zip(styles, guises, strict=True):
        for photo in (photos[int(k)] for k in rng.permutation(len(photos))[:2]):
            some = rng.permutation(len(photo["die"]))[:DICE]
            x = to_input(photo["die"][some][..., channels], rng)
            cuts.append(np.rot90(x, int(rng.integers(4)), (1, 2)))
            speeds.append(torch.from_numpy(photo["speed"][some].astype(np.int64) - 1))
            counts.append(len(some))
    with torch.autocast("cpu", torch.bfloat16):
        out = net.die(first(np.concatenate(cuts)).contiguous(memory_format=torch.channels_last))
    parts = out.split(counts)
    for k in range(0, len(parts), 2):
        marks.answer(net.heads, "die", (parts[k], speeds[k]), (parts[k + 1], speeds[k + 1]))


def lessons(net: MineNets, styles: list[Style], rng: Any, size: int = PATCH, plain: bool = False) -> Marks:
    marks = Marks()
    guises = [rng.permutation(3) if not plain and rng.random() < STRANGE else np.arange(3) for _ in styles]
    field_lessons(net, styles, rng, marks, size, guises)
    cart_lessons(net, styles, rng, marks, guises)
    die_lessons(net, styles, rng, marks, guises)
    return marks


@torch.no_grad()
def measured(net: MineNets, val: list[Style]) -> str:
    """Mistakes in a hundred on styles that were never seen."""
    net.eval()
    rng, whole = np.random.default_rng(7), Marks()
    for start in range(0, len(val), 4):
        for name, values in lessons(net, val[start : start + 4], rng, ROWS, plain=True).right.items():
            whole.right.setdefault(name, []).extend(values)
    return whole.told()


def warm_start(net: MineNets, known: dict[str, Tensor]) -> None:
    """Takes over what still fits of the last nets."""
    own = net.state_dict()
    net.load_state_dict({name: known[name] if _fits(known, name, part) else part for name, part in own.items()})


def _fits(known: dict[str, Tensor], name: str, part: Tensor) -> bool:
    return name in known and known[name].shape == part.shape


def exported(net: MineNets) -> dict[str, Any]:
    arrays: dict[str, Any] = {}
    for name in ("field", "cart", "die", "jewel"):
        part = getattr(net, name)
        arrays |= folded(part.layers, name) | linear(part.vector, f"{name}_vector")
    for name in ("lean", "near", "mid", "far", "hill", "gem"):
        arrays |= linear(getattr(net.field, name), name)
    kept = {name: np.asarray(value, np.float16) for name, value in arrays.items()}
    for name in HEADS:
        kept |= head(net.heads[name], name)
    return kept


def store(net: MineNets) -> None:
    """Whoever reads meanwhile finds the old weights or the new ones."""
    fresh = DATA.with_suffix(".new.npz")
    np.savez_compressed(fresh, **exported(net))
    fresh.replace(DATA)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="vision.train.train_mine")
    parser.add_argument("data", type=Path, help="a folder with val, made by mine_data, and perhaps train")
    parser.add_argument("--minutes", type=float, default=40.0, help="of processor time")
    parser.add_argument("--first", type=int, default=0, help="the first of the styles that are drawn meanwhile")
    parser.add_argument("--go-on", action="store_true", help="start from the nets of the last training")
    args = parser.parse_args(argv)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    train, val, path = load(args.data / "train"), load(args.data / "val"), args.data / "mine.pt"
    net, rng = MineNets().to(memory_format=torch.channels_last), np.random.default_rng()
    if args.go_on:
        warm_start(net, torch.load(path))
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True
    )
    tuner = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.01)
    begin, steps, seen = time.process_time(), 0, []
    while (gone := (time.process_time() - begin) / (60 * args.minutes)) < 1:
        if steps % STEPS_A_STYLE == 0 or len(train) < LESSONS:
            train = [*train, style_photos(args.first + steps // STEPS_A_STYLE, 2)][-MOST_STYLES:]
        for group in tuner.param_groups:
            group["lr"] = RATE * min(1.0, (steps + 1) / 60) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * gone)))
        net.train()
        tuner.zero_grad()
        loss = lessons(net, [train[int(k)] for k in rng.integers(len(train), size=LESSONS)], rng).total()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 4.0)
        tuner.step()
        mean.update_parameters(net)
        steps += 1
        seen.append(loss.item())
        if steps % REPORT == 0:
            told = f"{gone:.3f} {steps} of {len(train)} styles, loss {np.mean(seen[-REPORT:]):.3f}, wrong in 100:"
            print(told, measured(mean.module, val), flush=True)
            torch.save(mean.module.state_dict(), path)
            store(mean.module)
    print(steps, measured(mean.module, val), flush=True)
    torch.save(mean.module.state_dict(), path)
    store(mean.module)


if __name__ == "__main__":
    main()
