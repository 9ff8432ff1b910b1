"""The four small nets of the tiles and the heads that adapt to a style, in torch."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.net import COLOUR_RIMS, COLOUR_WEIGHT

HEADS = {"ground": (24, 2), "station": (24, 2), "objective": (16, 2)}
SPOT_CLASSES = 7


def plain(inputs: int, outputs: int, stride: int, kernel: int = 3) -> nn.Module:
    """Convolution and rectifier."""
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, 1), nn.ReLU())


class AdaptiveHead(nn.Module):
    """A linear head that a few labelled examples correct by ridge regression around the built-in weights."""

    def __init__(self, width: int, classes: int) -> None:
        super().__init__()
        self.weights = nn.Parameter(torch.randn(width + 1, classes) * 0.05)
        self.log_ridge = nn.Parameter(torch.tensor(0.0))
        self.log_scale = nn.Parameter(torch.tensor(2.0))
        self.classes = classes

    def logits(self, features: Tensor, weights: Tensor | None = None) -> Tensor:
        """Log odds of the classes; sorts of the first class, which come last, are told together with it."""
        x = torch.cat([features, torch.ones_like(features[:, :1])], 1)
        odds = self.log_scale.exp() * (x @ (self.weights if weights is None else weights))
        first = torch.cat([odds[:, :1], odds[:, self.classes :]], 1)
        return torch.cat([first.logsumexp(1, keepdim=True), odds[:, 1 : self.classes]], 1)

    def adapted(self, features: Tensor, labels: Tensor, balance: float = 0.5, sorts: int = 0) -> Tensor:
        """The weights after seeing these examples; `sorts` more classes are learned of which nothing is known yet."""
        x = torch.cat([features, torch.ones_like(features[:, :1])], 1)
        known = torch.cat([self.weights, torch.zeros(len(self.weights), sorts)], 1)
        target = nn.functional.one_hot(labels, self.classes + sorts).float()
        counts = target.sum(0).clamp(min=1)
        weight = (counts**-balance)[labels][:, None]
        weight = weight / weight.mean() / len(labels) * 50
        rest = target - x @ known
        normal = x.T @ (weight * x) + self.log_ridge.exp() * torch.eye(x.shape[1])
        return known + torch.linalg.solve(normal, x.T @ (weight * rest))


class SideNet(nn.Module):
    """Reads one side, turned up, from a 32 x 64 px strip of a halved crop and from a close look as large."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(plain(3, 24, 2, 4), plain(24, 40, 2), plain(40, 56, 1), plain(56, 64, 2))
        self.close = nn.Sequential(plain(3, 24, 2, 4), plain(24, 40, 2), plain(40, 56, 1), plain(56, 64, 2))
        self.out, self.close_out = nn.Linear(64 * 32, 32), nn.Linear(64 * 32, 32)
        self.head = AdaptiveHead(64, 3)

    def forward(self, x: Tensor) -> Tensor:
        strip, close = self.body(x[:, :3]), self.close(x[:, 3:])
        return torch.cat([self.out(strip.flatten(1)), self.close_out(close.flatten(1))], 1).float()


class TileNet(nn.Module):
    """Reads ground, station and objective of a halved crop, and a map of where spots are."""

    def __init__(self) -> None:
        super().__init__()
        self.early = nn.Sequential(plain(3, 24, 2, 4), plain(24, 40, 2), plain(40, 48, 1))
        self.late = nn.Sequential(plain(48, 64, 2), plain(64, 64, 1))
        self.ground = nn.Sequential(nn.Linear(48 + 64 + 6, 48), nn.ReLU(), nn.Linear(48, HEADS["ground"][0]))
        self.station = nn.Linear(16 * 64, HEADS["station"][0])
        self.objective = nn.Linear(64 * 2, HEADS["objective"][0])
        self.heat_near, self.heat_far, self.heat_out = nn.Conv2d(48, 32, 1), nn.Conv2d(64, 32, 1), nn.Conv2d(32, 1, 1)
        self.heads = nn.ModuleDict({name: AdaptiveHead(*shape) for name, shape in HEADS.items()})
        nn.init.constant_(self.heat_out.bias, -4.0)

    def forward(self, x: Tensor) -> dict[str, Tensor]:
        near = self.early(x)
        far = self.late(near)
        heat = torch.relu(self.heat_near(near) + nn.functional.interpolate(self.heat_far(far), scale_factor=2))
        out = {
            "ground": self.ground(self._corners(x, near, far)),
            "station": self.station(far[:, :, 3:7, 3:7].flatten(1)),
            "objective": self.objective(torch.cat([far.mean((2, 3)), far.amax((2, 3))], 1)),
            "heat": self.heat_out(heat)[:, 0],
        }
        return {name: value.float() for name, value in out.items()}

    def _corners(self, x: Tensor, near: Tensor, far: Tensor) -> Tensor:
        colour = _corner_cells(x, 13, 27)
        near_mean, far_mean = _corner_cells(near, 3, 7).mean(2), _corner_cells(far, 1, 3).mean(2)
        return torch.cat([near_mean, far_mean, colour.mean(2), colour.std(2)], 1)


def _corner_cells(maps: Tensor, start: int, stop: int) -> Tensor:
    size = maps.shape[-1]
    low, high = slice(start, stop), slice(size - stop, size - start)
    return torch.cat([maps[:, :, a, b].flatten(2) for a in (low, high) for b in (low, high)], 2)


class SpotNet(nn.Module):
    """Tells what a 56 px patch shows in its middle: nothing, an icon or a pawn of some kind."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            plain(3, 32, 2, 4), plain(32, 48, 2), plain(48, 64, 1), plain(64, 96, 2), plain(96, 96, 1)
        )
        self.out = nn.Linear(96 * 10, 64)
        self.head = AdaptiveHead(64 + 9, SPOT_CLASSES)

    def forward(self, x: Tensor) -> Tensor:
        maps: Tensor = self.body(x)
        middle = maps[:, :, 2:5, 2:5].flatten(1)
        colours = [COLOUR_WEIGHT * x[:, :, rim:-rim, rim:-rim].mean((2, 3)) for rim in COLOUR_RIMS]
        return torch.cat([self.out(torch.cat([middle, maps.mean((2, 3))], 1)), *colours], 1).float()


class CellNet(nn.Module):
    """Tells whether a tile lies in a cell of which it sees colour beside the table's and what is foreign to that."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(plain(4, 16, 2, 4), plain(16, 24, 2), plain(24, 32, 2), plain(32, 32, 1))
        self.inner, self.out = nn.Linear(32 * 36, 32), nn.Linear(32, 1)

    def forward(self, x: Tensor) -> Tensor:
        told: Tensor = self.out(torch.relu(self.inner(self.body(x).flatten(1))))[:, 0]
        return told.float()


def parameters_of(model: nn.Module) -> int:
    return sum(p.numel() for p in model.parameters())
