"""Trains the nets of the mine board on photos in random styles, as lessons, and stores them for the program.

A lesson is one photo of a style with its labels, of jewels two, and questions about another: the heads answer after a
ridge regression on the first, as they do in a box that was taught. What is stored is the running mean of the weights,
so that the training can end at any time. The nets may be trained one after the other; the jewel net is taught about the
places that the stored heat net finds, so it comes after it.

Run: python -m vision.train.train_mine DATA [--minutes 40] [--only jewel] [--go-on]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.mine.carts import CART_SPAN
from vision.mine.gems import heights, summit_places
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
    read_hills,
    weights,
)
from vision.mine.prints import small
from vision.mine.view import COARSE_PX, FINE_PX, HALF, JEWEL_PX
from vision.train.dice import dice_cuts, random_dice, random_photo
from vision.train.export import folded, head, linear
from vision.train.lessons import rounded
from vision.train.mine_data import COLUMNS, ROWS
from vision.train.mine_nets import MineNets, discs, ends, frames, rings, textures

DATA = Path(__file__).resolve().parents[1] / "data" / "mine.npz"
Photo = dict[str, Any]
Style = list[Photo]
PATCH = 5  # so many squares of a photo, in both directions, are looked at
LESSONS = 3  # styles in a step; twice as many where one net is trained alone
RATE, GO_ON_RATE = 3e-3, 1e-3
REPORT = 100
ANSWERS = {
    "field": ("exit", "token", "standing"), "heat": (), "jewel": ("gem",), "track": (), "cart": ("front", "clan"),
    "die": ("die",),
}  # fmt: skip
NETS = tuple(ANSWERS)
MORE = {"field": ("lean",), "heat": ("near", "mid", "far", "hill")}  # layers beside the first ones
# What of a photo each net is taught by.
NEEDED = {
    "field": ("coarse", "blank", "exits", "standing", "token"), "heat": ("fine", "bare", "gems"),
    "jewel": ("fine", "bare", "gems", "kind"), "track": ("fine", "looks", "blanks", "known", "track", "standing"),
    "cart": ("cart", "clan", "offset", "facing"), "die": ("die", "speed"),
}  # fmt: skip
STRANGE = 0.5  # so many lessons are given in changed colours, so that one style serves as many
CARTS, ASKED_CARTS, DICE = 12, 6, 16
GEMS, NONE = 36, 36  # so many jewels of a photo, and hills that are none
FAINT, NEAR = -3.5, 0.1  # hills from these log odds on; one that is nearer to a jewel, in squares, is that jewel's
HEAT_PX, PASSED = 240, -2.0  # the size of the parts in which jewels are sought; what is lower is passed over
UNDER_CARTS, PLAIN_TRACKS = 3, 2  # so many squares of a photo, with carts and without
_loss = nn.functional.cross_entropy
_yes_no = nn.functional.binary_cross_entropy_with_logits


class Album:
    """The styles of a folder and their photos, as far as these nets need them; more may be drawn meanwhile."""

    def __init__(self, folder: Path, nets: tuple[str, ...]) -> None:
        self.folder = folder
        self.parts = {part for name in nets for part in NEEDED[name]}
        self.known: dict[str, dict[str, Photo]] = {}
        self.drawn: list[Style] = []
        self.styles = self.looked_through()

    def looked_through(self) -> list[Style]:
        """All styles that have at least two photos by now."""
        for path in sorted(self.folder.glob("*.npz")):
            photos = self.known.setdefault(path.stem.split("-")[0], {})
            if path.name not in photos:
                with np.load(path) as data:
                    photos[path.name] = {part: data[part] for part in self.parts}
        self.styles = [list(photos.values()) for photos in self.known.values() if len(photos) > 1]
        return self.styles

    def some(self, many: int, rng: Any) -> list[Style]:
        """So many styles by chance, half of them drawn ones, if there are any."""
        drawn = many // 2 if self.drawn else 0
        return [
            folder[int(k)]
            for folder, some in ((self.styles, many - drawn), (self.drawn, drawn))
            for k in rng.integers(max(1, len(folder)), size=some)
        ]


def drawn_dice(numbers: Any, many: int, rng: Any) -> list[Style]:
    """So many styles of dice alone, two photos of each."""
    styles = []
    for _ in range(many):
        style = random_dice(rng, numbers)
        speeds = [rng.integers(1, 7, DICE) for _ in range(2)]
        styles.append([{"die": dice_cuts(style, random_photo(rng), some, rng), "speed": some} for some in speeds])
    return styles


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
    turn, flip = int(rng.integers(4)), rng.random() < 0.5
    seen, blank, exits, standing, token = (np.rot90(part, turn) for part in (seen, blank, exits, standing, token))
    exits = np.roll(exits, -turn, axis=2)
    if flip:
        seen, blank, exits, standing, token = (part[:, ::-1] for part in (seen, blank, exits, standing, token))
        exits = exits[..., [0, 3, 2, 1]]
    return {
        "seen": seen, "blank": blank, "exits": exits.reshape(-1), "standing": standing.reshape(-1),
        "token": token.reshape(-1),
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
    """Squares: the first photo of each style is told, the second asked."""
    parts = [
        turned(photo, rng, channels, size)
        for photos, channels in zip(styles, guises, strict=True)
        for photo in (photos[int(k)] for k in rng.permutation(len(photos))[:2])
    ]
    x = field_input(parts, rng)
    with rounded():
        vectors = net.field(x.contiguous(memory_format=torch.channels_last))
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


def in_pairs(seen: Any, bare: Any, rng: Any) -> Any:
    """Log colours beside how they differ from those without pieces, both in the same wrong light."""
    both = to_input(np.stack([seen, bare]), None)
    if rng is not None:
        grey = both.mean(-1, keepdims=True)
        both = (grey + (both - grey) * np.float32(np.exp(rng.normal(0, 0.1)))) * np.float32(np.exp(rng.normal(0, 0.05)))
        both += (rng.normal(0, 0.08) + rng.normal(0, 0.04, 3)).astype(np.float32)
        both[0] += np.float32(0.03) * rng.standard_normal(seen.shape, np.float32)
    return np.concatenate([both[0], both[0] - both[1]], -1)


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
    loss = (_yes_no(hill, target, reduction="none") * (1 + 12 * target))[:, rim:-rim, rim:-rim]
    marks.losses["heat"] = [3 * loss.mean()]
    top, inner = target[:, rim:-rim, rim:-rim] > 0.9, hill[:, rim:-rim, rim:-rim]
    marks.right["jewel passed over"] = (inner[top] > PASSED).float().tolist()
    marks.right["hill without jewel"] = (inner[target[:, rim:-rim, rim:-rim] < 0.02] < PASSED).float().tolist()


def coarse(photo: Photo) -> tuple[Any, Any]:
    """The coarse picture and the same without pieces."""
    if "small" not in photo:
        share = COARSE_PX / FINE_PX
        photo["small"] = tuple(
            cv2.resize(photo[name], None, fx=share, fy=share, interpolation=cv2.INTER_AREA) for name in ("fine", "bare")
        )
    return tuple(photo["small"])


def gem_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, guises: list[Any]) -> None:
    """Jewels: all photos of each style but one are told, the last asked."""
    cuts, told = [], []
    for photos, channels in zip(styles, guises, strict=True):
        some = [_some_jewels(photos[int(k)], channels, rng) for k in rng.permutation(len(photos))]
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


def _some_jewels(photo: Photo, channels: Any, rng: Any) -> tuple[Any, Any, Any]:
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


def track_lessons(net: MineNets, styles: list[Style], rng: Any, marks: Marks, guises: list[Any]) -> None:
    """Which track lies on a square, most of them under carts, beside what each track looks like in the same photo."""
    pairs, known, wanted, carts = [], [], [], []
    for photos, channels in zip(styles, guises, strict=True):
        for photo in photos:
            kinds = photo["track"]
            clear = np.nonzero(photo["known"][kinds])[0]
            standing = photo["standing"][clear] > 0
            some = [*rng.permutation(clear[standing])[:UNDER_CARTS], *rng.permutation(clear[~standing])[:PLAIN_TRACKS]]
            for square in some:
                pairs.append(_beside_looks(photo, int(square), channels, rng))
                known.append(photo["known"])
                wanted.append(int(kinds[square]))
                carts.append(bool(photo["standing"][square]))
    x = first(np.concatenate(pairs)).contiguous(memory_format=torch.channels_last)
    with rounded():
        scores = net.track(x).reshape(len(pairs), -1)
    scores = scores.masked_fill(~torch.from_numpy(np.stack(known)), -30.0)
    truth, under = torch.tensor(wanted), torch.tensor(carts)
    marks.losses["track"] = [_loss(scores, truth)]
    right = (scores.argmax(1) == truth).float()
    marks.right["track"], marks.right["track under cart"] = right[~under].tolist(), right[under].tolist()


def _beside_looks(photo: Photo, square: int, channels: Any, rng: Any) -> Any:
    """A square beside every track, turned, mirrored and moved at will."""
    row, column = divmod(square, COLUMNS)
    x, y = (round((at + HALF) * FINE_PX) for at in (column, row))
    x, y = x + int(rng.integers(-2, 3)), y + int(rng.integers(-2, 3))
    seen = small(photo["fine"][y : y + FINE_PX, x : x + FINE_PX])
    looks = photo["looks"].copy()
    looks[0] = photo["blanks"][square]
    seen = np.repeat(seen[None], len(looks), 0)
    found = in_pairs(seen[..., channels], looks[..., channels], rng)
    found = np.rot90(found, int(rng.integers(4)), (1, 2))
    return found[:, :, ::-1] if rng.random() < 0.5 else found


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
    with rounded():
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
    with rounded():
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
    if "heat" in nets:
        heat_lessons(net, styles, rng, marks, guises)
    if "track" in nets:
        track_lessons(net, styles, rng, marks, guises)
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
def take_over(net: MineNets, known: Any, styles: list[Style], nets: tuple[str, ...]) -> None:
    """Starts from the weights that ship; the normalisation, which they have folded in, is measured anew."""
    rng, plain = np.random.default_rng(0), np.arange(3)
    photos = [style[0] for style in styles[:8]]
    inputs = {
        "field": lambda photo: field_input([turned(photo, rng, plain, PATCH)], rng),
        "heat": lambda photo: first(in_pairs(*coarse(photo), rng)[None]),
        "jewel": lambda photo: first(_some_jewels(photo, plain, rng)[0]),
        "track": lambda photo: first(_beside_looks(photo, 0, plain, rng)),
        "cart": lambda photo: first(to_input(photo["cart"], rng)),
        "die": lambda photo: first(to_input(photo["die"], rng)),
    }
    for name in nets:
        part = getattr(net, name)
        if not _fits(known, f"{name}0.w", part.layers[0][0].weight.permute(2, 3, 1, 0)):
            continue
        x = torch.cat([inputs[name](photo) for photo in photos])
        for number, (conv, norm, bend) in enumerate(part.layers):
            x = _unfolded(conv, norm, known, f"{name}{number}", x, bend)
        for layer in MORE.get(name, ()):
            _copy(getattr(part, layer), known, layer)
        if name != "heat":
            _copy(part.vector, known, f"{name}_vector")
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
        arrays |= folded(part.layers, name)
        for layer in MORE.get(name, ()):
            arrays |= linear(getattr(part, layer), layer)
        if name != "heat":
            arrays |= linear(part.vector, f"{name}_vector")
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
    parser.add_argument("--dice", type=Path, help="numbers drawn by vision.train.dice; with --only die")
    parser.add_argument("--drawn", type=int, default=600, help="so many styles of dice are drawn")
    args = parser.parse_args(argv)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    nets = tuple(args.only or NETS)
    album, val = Album(args.data / "train", nets), Album(args.data / "val", nets).styles
    net, rng = MineNets().to(memory_format=torch.channels_last), np.random.default_rng()
    if args.dice is not None and nets == ("die",):
        with np.load(args.dice) as marks:
            album.drawn = drawn_dice(marks["numbers"], args.drawn, rng)
    if args.go_on:
        take_over(net, weights(), val, nets)
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True
    )
    trained = [p for name in nets for p in getattr(net, name).parameters()] + [*net.heads.parameters()]
    rate, many = GO_ON_RATE if args.go_on else RATE, LESSONS * (2 if len(nets) == 1 else 1)
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
