"""Trains the three small nets of the mine board on photos in random styles and stores them for the program.

The nets take turns, and what is stored is the running mean of their weights, so that the training can end at any time.

Run: python -m vision.train.train_mine DATA [--minutes 10] [--go-on]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from vision.mine.nets import CART_STRIDES, CUT_PX, DARK, DIE_STRIDES, SQUARE_STRIDES
from vision.mine.view import COARSE_PX, RIM
from vision.train.export import folded, linear

DATA = Path(__file__).resolve().parents[1] / "data" / "mine.npz"
SQUARE_WIDTHS = (16, 16, 32, 32, 48, 64)
CART_WIDTHS = (16, 24, 32, 48, 64)
DIE_WIDTHS = (8, 16, 24, 40, 64)
Batch = dict[str, Any]


def stack(inputs: int, widths: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    layers = []
    for width, stride in zip(widths, strides, strict=True):
        conv = nn.Conv2d(inputs, width, 3, stride, 1, bias=False)
        layers.append(nn.Sequential(conv, nn.BatchNorm2d(width), nn.ReLU()))
        inputs = width
    return nn.ModuleList(layers)


class SquareNet(nn.Module):
    """A square beside the same square empty: exits, token, cart, and a map of gems."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = stack(6, SQUARE_WIDTHS, SQUARE_STRIDES)
        self.vector = nn.Linear(64 * 36, 96)
        self.odds = nn.Linear(96, 6)
        self.near, self.far, self.out = nn.Conv2d(16, 16, 1), nn.Conv2d(32, 16, 1), nn.Conv2d(16, 1, 1)

    def forward(self, x: Any) -> Any:
        maps = []
        for layer in self.layers:
            x = layer(x)
            maps.append(x)
        heat = self.near(maps[1]) + self.far(maps[3]).repeat_interleave(2, 2).repeat_interleave(2, 3)
        vector = torch.relu(self.vector(maps[5].flatten(1)))
        return self.odds(nn.functional.dropout(vector, 0.2, self.training)), self.out(torch.relu(heat))[:, 0]


class PatchNet(nn.Module):
    """A cart or a die in the middle of a cut."""

    def __init__(self, widths: tuple[int, ...], strides: tuple[int, ...], outputs: int) -> None:
        super().__init__()
        self.layers = stack(3, widths, strides)
        self.vector = nn.Linear(widths[-1] * 25, 64)
        self.odds = nn.Linear(64, outputs)

    def forward(self, x: Any) -> Any:
        for layer in self.layers:
            x = layer(x)
        vector = torch.relu(self.vector(x.flatten(1)))
        return self.odds(nn.functional.dropout(vector, 0.2, self.training))


def load(folder: Path) -> list[Batch]:
    return [dict(np.load(path)) for path in sorted(folder.glob("*.npz"))]


def to_input(cuts: Any, rng: Any) -> Any:
    """Log colours with the light a little wrong, as it is after evening out."""
    x = np.log(cuts.astype(np.float32) + DARK) - 4.6
    cast = rng.normal(0, 0.08, (len(x), 1, 1, 1)) + rng.normal(0, 0.04, (len(x), 1, 1, 3))
    return (x + cast + rng.normal(0, 0.03, x.shape)).astype(np.float32)


def tensor(x: Any) -> Any:
    """Colours last in memory, which is much quicker on a processor."""
    return torch.from_numpy(np.ascontiguousarray(x)).permute(0, 3, 1, 2)


def square_batch(photos: list[Batch], rng: Any, count: int) -> tuple[Any, ...]:
    cuts, blanks, wanted, heats = [], [], [], []
    for _ in range(count):
        photo = photos[int(rng.integers(len(photos)))]
        for number in rng.permutation(len(photo["cells"]))[:8]:
            corner = np.rint((photo["cells"][number] + 0.5 + RIM) * COARSE_PX).astype(int) - CUT_PX // 2
            shake = rng.integers(-1, 2, 2)
            x, y = corner + shake
            cut, blank = (photo[k][y : y + CUT_PX, x : x + CUT_PX] for k in ("coarse", "blank"))
            heat = _heat(photo["gems"] - (x, y))
            labels = np.concatenate([photo["exits"][number], photo["other"][number]]).astype(np.float32)
            turn, flip = int(rng.integers(4)), rng.random() < 0.5
            cut, blank, heat = (np.rot90(part, turn) for part in (cut, blank, heat))
            labels[:4] = np.roll(labels[:4], -turn)
            if flip:
                cut, blank, heat = cut[:, ::-1], blank[:, ::-1], heat[:, ::-1]
                labels[:4] = labels[[0, 3, 2, 1]]
            cuts.append(cut)
            blanks.append(blank)
            heats.append(heat)
            wanted.append(labels)
    seen, empty = to_input(np.stack(cuts), rng), np.log(np.stack(blanks).astype(np.float32) + DARK) - 4.6
    x = np.concatenate([seen, seen - empty], 3).astype(np.float32)
    return tensor(x), torch.from_numpy(np.stack(wanted)), torch.from_numpy(np.stack(heats))


def _heat(gems: Any) -> Any:
    """A small hill about each gem, at half the cut's size."""
    near = gems[((gems > -4) & (gems < CUT_PX + 4)).all(1)]
    if not len(near):
        return np.zeros((CUT_PX // 2, CUT_PX // 2), np.float32)
    steps = np.arange(CUT_PX // 2, dtype=np.float32) * 2 + 0.5
    x, y = (np.exp(-((steps - near[:, k : k + 1]) ** 2) / (2 * 1.7**2)) for k in (0, 1))
    return (y[:, :, None] * x[:, None, :]).max(0).astype(np.float32)


def cart_batch(photos: list[Batch], rng: Any, count: int) -> tuple[Any, ...]:
    cuts, wanted = [], []
    for _ in range(count):
        photo = photos[int(rng.integers(len(photos)))]
        for number in rng.permutation(len(photo["cart"]))[:8]:
            turn, cut = int(rng.integers(4)), photo["cart"][number]
            is_cart = bool(photo["is_cart"][number])
            facing = (int(photo["facing"][number]) - turn) % 4 if is_cart else 0
            x, y = photo["offset"][number]
            for _ in range(turn):
                x, y = y, -x
            cut = np.rot90(cut, turn)
            if rng.random() < 0.5:
                cut, x, facing = cut[:, ::-1], -x, -facing % 4
            cuts.append(cut)
            wanted.append((float(is_cart), facing, x, y))
    return tensor(to_input(np.stack(cuts), rng)), torch.tensor(wanted, dtype=torch.float32)


def die_batch(photos: list[Batch], rng: Any, count: int) -> tuple[Any, ...]:
    cuts, wanted = [], []
    for _ in range(count):
        photo = photos[int(rng.integers(len(photos)))]
        for number in rng.permutation(len(photo["die"]))[:8]:
            cut = np.rot90(photo["die"][number], int(rng.integers(4)))
            cuts.append(cut if rng.random() < 0.5 else cut[:, ::-1])
            wanted.append(int(photo["speed"][number]) - 1)
    return tensor(to_input(np.stack(cuts), rng)), torch.tensor(wanted)


_yes_no = nn.functional.binary_cross_entropy_with_logits


def square_loss(net: Any, batch: tuple[Any, ...]) -> Any:
    odds, heat = net(batch[0])
    hill = _yes_no(heat, batch[2], reduction="none") * (1 + 12 * batch[2])
    return _yes_no(odds, batch[1]) * 4 + hill.mean() * 3


def cart_loss(net: Any, batch: tuple[Any, ...]) -> Any:
    odds, (is_cart, facing) = net(batch[0]), (batch[1][:, 0], batch[1][:, 1].long())
    there = is_cart > 0.5
    turned = nn.functional.cross_entropy(odds[there, 1:5], facing[there])
    return _yes_no(odds[:, 0], is_cart) + turned + 20 * ((odds[there, 5:7] - batch[1][there, 2:]) ** 2).mean()


def die_loss(net: Any, batch: tuple[Any, ...]) -> Any:
    return nn.functional.cross_entropy(net(batch[0]), batch[1], label_smoothing=0.02)


# Of each net: how it is made, its batches, its loss, and its share of the time.
KINDS: dict[str, tuple[Any, Any, Any, float]] = {
    "square": (SquareNet, square_batch, square_loss, 0.45),
    "cart": (lambda: PatchNet(CART_WIDTHS, CART_STRIDES, 7), cart_batch, cart_loss, 0.2),
    "die": (lambda: PatchNet(DIE_WIDTHS, DIE_STRIDES, 6), die_batch, die_loss, 0.35),
}
ROUND_S = 9.0
PHOTOS = 7  # a batch is eight cuts of so many photos


class Training:
    """One net on its way, and the running mean of its weights."""

    def __init__(self, kind: str, start: Path | None) -> None:
        self.kind = kind
        make, self.batch_of, self.loss_of, self.share = KINDS[kind]
        self.net = make().to(memory_format=torch.channels_last)
        if start is not None and start.exists():
            self.net.load_state_dict(torch.load(start))
        self.mean = torch.optim.swa_utils.AveragedModel(
            self.net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.985), use_buffers=True
        )
        self.tuner = torch.optim.AdamW(self.net.parameters(), lr=3e-3, weight_decay=1e-3)
        self.rng, self.steps, self.told = np.random.default_rng(), 0, 0.0

    def go(self, photos: list[Batch], seconds: float, rate: float) -> None:
        """Some seconds of processor time."""
        end = time.process_time() + seconds
        while time.process_time() < end:
            for group in self.tuner.param_groups:
                group["lr"] = rate * min(1.0, (self.steps + 1) / 40)
            self.tuner.zero_grad()
            loss = self.loss_of(self.net, self.batch_of(photos, self.rng, PHOTOS))
            loss.backward()
            self.tuner.step()
            self.mean.update_parameters(self.net)
            self.steps, self.told = self.steps + 1, 0.97 * self.told + 0.03 * loss.item()


def measured(kind: str, net: Any, val: list[Batch], count: int = 20) -> str:
    """How the net does on styles that it never saw."""
    net.eval()
    batch = KINDS[kind][1](val, np.random.default_rng(7), count)
    with torch.no_grad():
        odds = net(batch[0])
        loss = KINDS[kind][2](net, batch).item()
    if kind == "square":
        right = ((odds[0] > 0) == (batch[1] > 0.5)).float()
        exits, token, cart = right[:, :4].prod(1).mean(), right[:, 4].mean(), right[:, 5].mean()
        return f"val {loss:.4f} exits {exits:.4f} token {token:.4f} cart {cart:.4f}"
    if kind == "cart":
        there = batch[1][:, 0] > 0.5
        right = (odds[there, 1:5].argmax(1) == batch[1][there, 1]).float().mean()
        return f"val {loss:.4f} cart {((odds[:, 0] > 0) == there).float().mean():.4f} facing {right:.4f}"
    return f"val {loss:.4f} speed {(odds.argmax(1) == batch[1]).float().mean():.4f}"


def exported(nets: dict[str, Any]) -> dict[str, Any]:
    arrays: dict[str, Any] = {}
    for kind, net in nets.items():
        arrays |= folded(net.layers, kind)
        arrays |= linear(net.vector, f"{kind}_vector") | linear(net.odds, f"{kind}_odds")
    square = nets["square"]
    for name, layer in (("near", square.near), ("far", square.far), ("out", square.out)):
        arrays |= linear(layer, f"heat_{name}")
    return {name: rounded(value) for name, value in arrays.items()}


def rounded(value: Any) -> Any:
    """Half floats with four bits less, which nothing notices but the size of the file."""
    return ((np.asarray(value, np.float16).view(np.uint16) + 8) & 0xFFF0).view(np.float16)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="vision.train.train_mine")
    parser.add_argument("data", type=Path, help="a folder with train and val, made by mine_data")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--go-on", action="store_true", help="start from the nets of the last training")
    args = parser.parse_args(argv)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    photos, val = load(args.data / "train"), load(args.data / "val")
    paths = {kind: args.data / f"{kind}.pt" for kind in KINDS}
    trainings = {kind: Training(kind, paths[kind] if args.go_on else None) for kind in KINDS}
    begin = time.process_time()
    while (gone := (time.process_time() - begin) / (60 * args.minutes)) < 1:
        rate = 3e-3 * (0.03 + 0.97 * 0.5 * (1 + np.cos(np.pi * gone)))
        for kind, training in trainings.items():
            training.go(photos, ROUND_S * training.share, rate)
            net = training.mean.module
            torch.save(net.state_dict(), paths[kind])
            print(f"{gone:.2f}", kind, training.steps, f"{training.told:.4f}", measured(kind, net, val), flush=True)
        fresh = DATA.with_suffix(".new.npz")
        np.savez_compressed(fresh, **exported({kind: training.mean.module for kind, training in trainings.items()}))
        fresh.replace(DATA)  # whoever reads meanwhile finds the old weights or the new ones


if __name__ == "__main__":
    main()
