"""The nets of the mine board and the heads that adapt to a style, in torch."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from vision.mine.nets import (
    BODY_STRIDES,
    CART_COLOURS,
    CART_ENDS,
    CART_STRIDES,
    CELLS,
    COLOUR_WEIGHT,
    DIE_STRIDES,
    END_HALF,
    FIELD_STRIDES,
    GEM_COLOURS,
    GEM_TEXTURES,
    HEAT_STRIDES,
    JEWEL_STRIDES,
    PARTS,
    SIDE,
    SIDES_OF_SQUARE,
    STANDING,
    TOKEN,
    TOKEN_COLOURS,
    TRACK_STRIDES,
    WINDOW,
)
from vision.train.nets import AdaptiveHead

FIELD_WIDTHS = (16, 16, 32, 32, 48, 64)
CART_WIDTHS = (16, 24, 32, 48, 64)
BODY_WIDTHS = (12, 16, 24, 24, 32, 32)
DIE_WIDTHS = (8, 16, 24, 40, 64)
JEWEL_WIDTHS = (16, 24, 32, 48, 64)
HEAT_WIDTHS = (12, 16, 24, 32, 32)
TRACK_WIDTHS = (16, 32, 48)
LEAN, HIDDEN, JEWEL, FRONT, CLAN, DIE = 24, 24, 48, 32, 16, 48
# Of each part: how long its vector is and how many answers it has.
HEADS = {
    "exit": (SIDE, 2),
    "token": (TOKEN + 3 * len(TOKEN_COLOURS), 5),
    "standing": (STANDING, 2),
    "gem": (JEWEL + 6 * len(GEM_COLOURS) + 6 * len(GEM_TEXTURES) + 1, 6),
    "front": (FRONT + 3 * len(CART_ENDS), 2),
    "clan": (CLAN + 3 * len(CART_COLOURS), 4),
    "die": (DIE, 6),
}
assert tuple(HEADS) == PARTS


def block(inputs: int, outputs: int, stride: int, kernel: int = 3) -> nn.Module:
    """Convolution, normalisation (folded away at export), rectifier."""
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU())


def stack(inputs: int, widths: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    layers = [block(a, b, stride) for a, b, stride in zip((inputs, *widths), widths, strides, strict=False)]
    for layer in layers:
        layer[1].momentum = 0.03
    return nn.ModuleList(layers)


def grown(maps: Tensor, times: int) -> Tensor:
    return maps.repeat_interleave(times, 2).repeat_interleave(times, 3)


class FieldNet(nn.Module):
    """The whole field beside the empty one: of each square a vector."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = stack(6, FIELD_WIDTHS, FIELD_STRIDES)
        self.lean = nn.Conv2d(FIELD_WIDTHS[5], LEAN, 1)
        self.vector = nn.Linear(LEAN * WINDOW * WINDOW, SIDES_OF_SQUARE * SIDE + TOKEN + STANDING)

    def forward(self, x: Tensor) -> Tensor:
        """Vectors of the squares (photos, rows, columns)."""
        for layer in self.layers:
            x = layer(x)
        lean = torch.relu(self.lean(x))
        inner = lean[:, :, CELLS // 2 - 1 : 1 - CELLS // 2, CELLS // 2 - 1 : 1 - CELLS // 2]
        windows = inner.unfold(2, WINDOW, CELLS).unfold(3, WINDOW, CELLS).permute(0, 2, 3, 1, 4, 5)
        return Tensor(self.vector(windows.flatten(3)).float())


class HeatNet(nn.Module):
    """The whole field beside the same field without pieces: a map of jewels."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = stack(6, HEAT_WIDTHS, HEAT_STRIDES)
        self.near, self.mid, self.far = (nn.Conv2d(HEAT_WIDTHS[k], HIDDEN, 1) for k in (1, 3, 4))
        self.hill = nn.Conv2d(HIDDEN, 1, 1)
        nn.init.constant_(self.hill.bias, -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """The map of log odds of jewels."""
        maps = []
        for layer in self.layers:
            x = layer(x)
            maps.append(x)
        hidden = torch.relu(self.near(maps[1]) + grown(self.mid(maps[3]), 2) + grown(self.far(maps[4]), 4))
        return Tensor(self.hill(hidden)[:, 0].float())


class BodyNet(nn.Module):
    """A cut about a cart: a map of half its size of what is cart."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = stack(3, BODY_WIDTHS, BODY_STRIDES)
        self.near, self.mid, self.far = (nn.Conv2d(BODY_WIDTHS[k], HIDDEN, 1) for k in (1, 3, 5))
        self.there = nn.Conv2d(HIDDEN, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        """The map of log odds of carts."""
        maps = []
        for layer in self.layers:
            x = layer(x)
            maps.append(x)
        hidden = torch.relu(self.near(maps[1]) + grown(self.mid(maps[3]), 2) + grown(self.far(maps[5]), 4))
        return Tensor(self.there(hidden)[:, 0].float())


class PatchNet(nn.Module):
    """A cart, a die or a jewel in the middle of a cut, or a track on its square."""

    def __init__(
        self, widths: tuple[int, ...], strides: tuple[int, ...], cells: int, outputs: int, inputs: int = 3
    ) -> None:
        super().__init__()
        self.layers = stack(inputs, widths, strides)
        self.vector = nn.Linear(widths[-1] * cells * cells, outputs)

    def forward(self, x: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x)
        return self.vector(x.flatten(1)).float()


class MineNets(nn.Module):
    """All nets with their heads."""

    def __init__(self) -> None:
        super().__init__()
        self.field = FieldNet()
        self.heat = HeatNet()
        self.cart = PatchNet(CART_WIDTHS, CART_STRIDES, 7, 3 + FRONT + CLAN)
        self.body = BodyNet()
        self.die = PatchNet(DIE_WIDTHS, DIE_STRIDES, 6, DIE)
        self.jewel = PatchNet(JEWEL_WIDTHS, JEWEL_STRIDES, 5, JEWEL, 6)
        self.track = PatchNet(TRACK_WIDTHS, TRACK_STRIDES, 5, 1, 7)
        self.heads = nn.ModuleDict({name: AdaptiveHead(*shape) for name, shape in HEADS.items()})


def discs(x: Tensor, places: Tensor, reaches: tuple[tuple[float, float], ...]) -> Tensor:
    """The mean colours in rings (from, to, in pixels) about places (photo, x, y) of colours-first pictures."""
    reach = int(max(high for _, high in reaches))
    steps = torch.arange(-reach, reach + 1)
    dy, dx = torch.meshgrid(steps, steps, indexing="ij")
    far = torch.hypot(dx.float(), dy.float())
    rows = (places[:, 2, None] + dy.flatten()).clamp(0, x.shape[2] - 1)
    columns = (places[:, 1, None] + dx.flatten()).clamp(0, x.shape[3] - 1)
    pixels = x[places[:, 0, None], :3, rows, columns]
    rings = [((far >= low) & (far < high)).flatten() for low, high in reaches]
    return COLOUR_WEIGHT * torch.cat([pixels[:, ring].mean(1) for ring in rings], 1).float()


def rings(x: Tensor, reaches: tuple[tuple[float, float], ...]) -> Tensor:
    """The mean colours of cuts in rings about their middles, in pixels."""
    at = torch.arange(x.shape[2]) - (x.shape[2] - 1) / 2
    far = torch.hypot(at[:, None], at[None])
    found = [x[:, :, (far >= low) & (far < high)].mean(2) for low, high in reaches]
    return COLOUR_WEIGHT * torch.cat(found, 1).float()


def textures(x: Tensor) -> Tensor:
    """How brightness and colour change within rings about the middles of cuts, and how far they are from no pieces."""
    at = torch.arange(x.shape[2]) - (x.shape[2] - 1) / 2
    far, found = torch.hypot(at[:, None], at[None]), []
    for low, high in GEM_TEXTURES:
        seen, more = x[:, :, (far >= low) & (far < high)].split(3, 1)
        grey = seen.mean(1, keepdim=True)
        tints = (seen - grey).flatten(1).std(1, correction=0)
        found += [grey[:, 0].std(1, correction=0)[:, None], more.mean(1).std(1, correction=0)[:, None]]
        found += [tints[:, None], more.abs().mean(2)]
    return COLOUR_WEIGHT * torch.cat(found, 1).float()


def ends(x: Tensor, span: float) -> Tensor:
    """How the colours of the upper end of cuts differ from those of the lower one."""
    at = (torch.arange(x.shape[2]) + 0.5) / x.shape[2] * span - span / 2
    strip = x[:, :, :, at.abs() < END_HALF].mean(3)
    bands = [
        strip[:, :, (-at >= low) & (-at < high)].mean(2) - strip[:, :, (at >= low) & (at < high)].mean(2)
        for low, high in CART_ENDS
    ]
    return COLOUR_WEIGHT * torch.cat(bands, 1).float()


def frames(x: Tensor, reaches: tuple[tuple[float, float], ...], span: float) -> Tensor:
    """The mean colours of cuts in square rings about their middles, in squares."""
    size = x.shape[2]
    at = (torch.arange(size) + 0.5) / size * span - span / 2
    far = torch.maximum(at.abs()[:, None], at.abs()[None])
    rings = [x[:, :, (far >= low) & (far < high)].mean(2) for low, high in reaches]
    return COLOUR_WEIGHT * torch.cat(rings, 1).float()
