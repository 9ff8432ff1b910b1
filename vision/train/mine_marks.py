"""What the nets of the mine board are marked by: losses, and how many answers were right."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

answer_loss = nn.functional.cross_entropy
yes_no_loss = nn.functional.binary_cross_entropy_with_logits


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
            self.losses.setdefault(f"{name} untaught", []).append(0.3 * answer_loss(plain, torch.cat([known, wanted])))

    def note(self, name: str, logits: Tensor, wanted: Tensor) -> None:
        self.losses.setdefault(name, []).append(answer_loss(logits, wanted))
        self.right.setdefault(name, []).extend((logits.argmax(1) == wanted).float().tolist())

    def total(self) -> Any:
        return sum(torch.stack(parts).mean() for parts in self.losses.values())

    def told(self) -> str:
        return " ".join(f"{name} {100 * (1 - np.mean(values)):.2f}" for name, values in sorted(self.right.items()))
