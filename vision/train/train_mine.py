"""Trains the nets of the mine board on photos in random styles, as lessons, and stores them for the program.

A lesson is one photo of a style with its labels, of jewels two, and questions about another: the heads answer after a
ridge regression on the first, as they do in a box that was taught. What is stored is the running mean of the weights,
so that the training can end at any time. The nets do not need each other and may be trained one after the other.

Run: python -m vision.train.train_mine DATA [--minutes 40] [--only jewel] [--go-on]
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
    PARTS,
    SIDE,
    SIDES_OF_SQUARE,
    TOKEN,
    TOKEN_COLOURS,
    weights,
)
from vision.mine.view import COARSE_PX
from vision.train.export import folded, head, linear
from vision.train.mine_data import COLUMNS, ROWS
from vision.train.mine_nets import MineNets, discs, ends, frames, rings

DATA = Path(__file__).resolve().parents[1] / "data" / "mine.npz"
Photo = dict[str, Any]
Style = list[Photo]
PATCH = 5  # so many squares of a photo, in both directions, are looked at
LESSONS = 3  # styles in a step; of jewels, which are small, twice as many
RATE, GO_ON_RATE = 3e-3, 1e-3
REPORT = 100
ANSWERS = {"field": ("exit", "token", "standing"), "jewel": ("gem",), "cart": ("front", "clan"), "die": ("die",)}
NETS = tuple(ANSWERS)
STRANGE = 0.5  # so many lessons are given in changed colours, so that one style serves as many
CARTS, ASKED_CARTS, DICE = 12, 6, 12
GEMS, NONE = 36, 36  # so many jewels of a photo, and hills that are none
_loss = nn.functional.cross_entropy
_yes_no = nn.functional.binary_cross_entropy_with_logits


class Album:
    """The styles of a folder and their photos; more may be drawn meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: dict[str, dict[str, Photo]] = {}
        self.styles = self.looked_through()

    def looked_through(self) -> list[Style]:
        """All styles that have at least two photos by now."""
        for path in sorted(self.folder.glob("*.npz")):
            photos = self.known.setdefault(path.stem.split("-")[0], {})
            if path.name not in photos:
                with np.load(path) as data:
                    photos[path.name] = dict(data)
        self.styles = [list(photos.values()) for photos in self.known.values() if len(photos) > 1]
        return self.styles

    def some(self, many: int, rng: Any) -> list[Style]:
        """So many styles by chance."""
        return [self.styles[int(k)] for k in rng.integers(len(self.styles), size=many)]


def to_input(cuts: Any, rng: Any) -> Any:
    """Log colours with light, contrast and colour strength a little wrong, as they are after evening out."""
    x = _LOGS[cuts]
    if rng is None:
        return x
    grey = x.mean(-1, keepdims=True)
    x = (grey + (x - grey) * np.float32(np.exp(rng.normal(0, 0.1)))) * np.float32(np.exp(rng.normal(0, 0.05)))
    cast = (rng.normal(0, 0.08) + rng.normal(0, 0.04, 3)).astype(np.float32)
    return x + cast + np.float32(0.03) * rng.standard_normal(x.shape, np.float32)


_LOGS = (np.log(np.arange(256) + DARK) - 4.6).astype(np.float32)


def first(x: Any) -> Tensor:
    """Colours first for torch, last in memory, which is much quicker on a processor."""
    return torch.from_numpy(np.ascontiguousarray(x, np.float32)).permute(0, 3, 1, 2)


def turned(photo: Photo, rng: Any, channels: Any, size: int) -> Photo:
    """Some squares of a photo with half a square around, turned and mirrored at will."""
    column, row = (int(rng.integers(0, many - size + 1)) for many in (COLUMNS, ROWS))
    px = (size + 1) * COARSE_PX
    x, y = column * COARSE_PX, row * COARSE_PX
    seen, blank = (photo[name][y : y + px, x : x + px][..., channels] for name in ("coarse", "blank"))
    rows, columns = slice(row, row + size), slice(column, column + size)
    exits, standing, token = (
        photo[name].reshape(ROWS, COLUMNS, -1)[rows, columns] for name in ("exits", "standing", "token")
    )
    gems = photo["gems"] - (x, y)
    turn, flip = int(rng.integers(4)), rng.random() < 0.5
    seen, blank, exits, standing, token = (np.rot90(part, turn) for part in (seen, blank, exits, standing, token))
    exits = np.roll(exits, -turn, axis=2)
    for _ in range(turn):
        gems = np.stack([gems[:, 1], px - 1 - gems[:, 0]], 1)
    if flip:
        seen, blank, exits, standing, token = (part[:, ::-1] for part in (seen, blank, exits, standing, token))
        exits, gems = exits[..., [0, 3, 2, 1]], np.stack([px - 1 - gems[:, 0], gems[:, 1]], 1)
    return {
        "seen": seen, "blank": blank, "exits": exits.reshape(-1), "standing": standing.reshape(-1),
        "token": token.reshape(-1), "gems": gems,
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
        vectors, hill = net.field(x.contiguous(memory_format=torch.channels_last))
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


def gem_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, guises: list[Any]) -> None:
    """Jewels: all photos of each style but one are told, the last asked."""
    cuts, told = [], []
    for photos, channels in zip(styles, guises, strict=True):
        some = [_some_jewels(photos[int(k)], channels, rng) for k in rng.permutation(len(photos))]
        cuts += [x for x, *_ in some]
        told.append([(hill, kind) for _, hill, kind in some])
    x = first(np.concatenate(cuts)).contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        own = net.jewel(x)
    hills = torch.from_numpy(np.concatenate([hill for parts in told for hill, _ in parts]))
    every = torch.cat([own, rings(x, GEM_COLOURS), HILL_WEIGHT * hills[:, None]], 1)
    for parts, channels in zip(told, guises, strict=True):
        kinds = torch.from_numpy(np.concatenate([kind for _, kind in parts]))
        vectors, every = every[: len(kinds)], every[len(kinds) :]
        asked = len(kinds) - len(parts[-1][1])
        shown, questions = (vectors[:asked], kinds[:asked]), (vectors[asked:], kinds[asked:])
        marks.answer(net.heads, "gem", shown, questions, list(channels) == [0, 1, 2])


def _some_jewels(photo: Photo, channels: Any, rng: Any) -> tuple[Any, Any, Any]:
    """Cuts about jewels and about hills that are none, turned and mirrored at will, their hills and their kinds."""
    there, none = (rng.permutation(np.nonzero(part)[0]) for part in (photo["kind"] > 0, photo["kind"] == 0))
    likely = none[np.argsort(-photo["hill"][none] - rng.exponential(1.0, len(none)))]
    some = np.concatenate([there[:GEMS], likely[:NONE]])
    seen, blank = (photo["jewel"][some][..., part][..., channels] for part in (slice(0, 3), slice(3, 6)))
    x = to_input(seen, rng)
    x = np.rot90(np.concatenate([x, x - to_input(blank, None)], 3), int(rng.integers(4)), (1, 2))
    x = np.roll(x, rng.integers(-1, 2, 2), (1, 2))
    kinds = photo["kind"][some].astype(np.int64)
    return x[:, :, ::-1] if rng.random() < 0.5 else x, photo["hill"][some], kinds


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


def lessons(
    net: MineNets, styles: list[Style], rng: Any, nets: tuple[str, ...], size: int = PATCH, plain: bool = False
) -> Marks:
    """What the nets answer about some styles."""
    marks = Marks()
    guises = [rng.permutation(3) if not plain and rng.random() < STRANGE else np.arange(3) for _ in styles]
    if "field" in nets:
        field_lessons(net, styles, rng, marks, size, guises)
    if "jewel" in nets:
        gem_lessons(net, styles, rng, marks, guises)
    if "cart" in nets:
        cart_lessons(net, styles, rng, marks, guises)
    if "die" in nets:
        die_lessons(net, styles, rng, marks, guises)
    return marks


@torch.no_grad()
def measured(net: MineNets, val: list[Style], nets: tuple[str, ...]) -> str:
    """Mistakes in a hundred on styles that were never seen."""
    net.eval()
    rng, whole = np.random.default_rng(7), Marks()
    for start in range(0, len(val), 4):
        for name, values in lessons(net, val[start : start + 4], rng, nets, ROWS, plain=True).right.items():
            whole.right.setdefault(name, []).extend(values)
    return whole.told()


@torch.no_grad()
def take_over(net: MineNets, known: Any, styles: list[Style]) -> None:
    """Starts from the weights that ship; the normalisation, which they have folded in, is measured anew."""
    rng = np.random.default_rng(0)
    photos = [style[0] for style in styles[:8]]
    inputs = {
        "field": field_input([turned(photo, rng, np.arange(3), PATCH) for photo in photos], rng),
        "jewel": first(np.concatenate([_some_jewels(photo, np.arange(3), rng)[0] for photo in photos])),
        "cart": first(np.concatenate([to_input(photo["cart"], rng) for photo in photos])),
        "die": first(np.concatenate([to_input(photo["die"], rng) for photo in photos])),
    }
    for name, x in inputs.items():
        part = getattr(net, name)
        if not _fits(known, f"{name}_vector.w", part.vector.weight.T):
            continue
        for number, (conv, norm, bend) in enumerate(part.layers):
            x = _unfolded(conv, norm, known, f"{name}{number}", x, bend)
        _copy(part.vector, known, f"{name}_vector")
    for name in ("lean", "near", "mid", "far", "hill"):
        _copy(getattr(net.field, name), known, name)
    for name in PARTS:
        head = net.heads[name]
        if _fits(known, f"head_{name}.w", head.weights):
            head.weights.copy_(torch.from_numpy(known[f"head_{name}.w"]))
            head.log_ridge.fill_(float(np.log(known[f"head_{name}.ridge"])))
            head.log_scale.fill_(float(np.log(known[f"head_{name}.scale"])))


def _unfolded(conv: Any, norm: Any, known: Any, name: str, x: Tensor, bend: Any) -> Tensor:
    conv.weight.copy_(torch.from_numpy(known[f"{name}.w"]).permute(3, 2, 0, 1))
    y = conv(x)
    norm.running_mean.copy_(y.mean((0, 2, 3)))
    norm.running_var.copy_(y.var((0, 2, 3)))
    norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))
    norm.bias.copy_(torch.from_numpy(known[f"{name}.b"]) + norm.running_mean)
    return Tensor(bend(y + torch.from_numpy(known[f"{name}.b"])[:, None, None]))


def _copy(layer: Any, known: Any, name: str) -> None:
    layer.weight.copy_(torch.from_numpy(known[f"{name}.w"]).T.reshape(layer.weight.shape))
    layer.bias.copy_(torch.from_numpy(known[f"{name}.b"]))


def _fits(known: Any, name: str, part: Tensor) -> bool:
    return name in known and known[name].shape == tuple(part.shape)


def exported(net: MineNets, nets: tuple[str, ...]) -> dict[str, Any]:
    """These nets with their heads, as the program reads them."""
    arrays: dict[str, Any] = {}
    for name in nets:
        part = getattr(net, name)
        arrays |= folded(part.layers, name) | linear(part.vector, f"{name}_vector")
    for name in ("lean", "near", "mid", "far", "hill") if "field" in nets else ():
        arrays |= linear(getattr(net.field, name), name)
    kept = {name: np.asarray(value, np.float16) for name, value in arrays.items()}
    for name in nets:
        for part in ANSWERS[name]:
            kept |= head(net.heads[part], part)
    return kept


def store(net: MineNets, nets: tuple[str, ...]) -> None:
    """Whoever reads meanwhile finds the old weights or the new ones; nets that are not named stay as they are."""
    with np.load(DATA) as data:
        kept = dict(data) | exported(net, nets)
    fresh = DATA.with_suffix(".new.npz")
    np.savez_compressed(fresh, **kept)
    fresh.replace(DATA)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="vision.train.train_mine")
    parser.add_argument("data", type=Path, help="a folder with train and val, made by mine_data")
    parser.add_argument("--minutes", type=float, default=40.0, help="of processor time")
    parser.add_argument("--only", choices=NETS, action="append", help="trains these nets alone")
    parser.add_argument("--go-on", action="store_true", help="start from the weights that ship")
    args = parser.parse_args(argv)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    album, val, nets = Album(args.data / "train"), Album(args.data / "val").styles, tuple(args.only or NETS)
    net, rng = MineNets().to(memory_format=torch.channels_last), np.random.default_rng()
    if args.go_on:
        take_over(net, weights(), val)
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True
    )
    trained = [p for name in nets for p in getattr(net, name).parameters()] + [*net.heads.parameters()]
    rate, many = GO_ON_RATE if args.go_on else RATE, LESSONS * (2 if nets == ("jewel",) else 1)
    tuner = torch.optim.AdamW(trained, rate, weight_decay=0.01)
    begin, steps, seen = time.process_time(), 0, []
    while (gone := (time.process_time() - begin) / (60 * args.minutes)) < 1:
        for group in tuner.param_groups:
            group["lr"] = rate * min(1.0, (steps + 1) / 60) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * gone)))
        net.train()
        tuner.zero_grad()
        loss = lessons(net, album.some(many, rng), rng, nets).total()
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 4.0)
        tuner.step()
        mean.update_parameters(net)
        steps += 1
        seen.append(loss.item())
        if steps % REPORT == 0:
            told = f"{gone:.3f} {steps} of {len(album.looked_through())} styles, loss {np.mean(seen[-REPORT:]):.3f}"
            print(f"{told}, wrong in 100:", measured(mean.module, val, nets), flush=True)
            store(mean.module, nets)
    print(steps, measured(mean.module, val, nets), flush=True)
    store(mean.module, nets)


if __name__ == "__main__":
    main()
