"""What a benchmark is: our way of doing something beside a plain one that does the same by trying everything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Benchmark:
    """Two ways to one answer; `same` says whether the answers agree, so that no race is run for a wrong one."""

    name: str
    ours: Callable[[], Any]
    plain: Callable[[], Any] | None = None
    size: int | None = None  # how much there is to do, where the growth of the cost is looked at

    def agrees(self) -> bool:
        return self.plain is None or bool(self.ours() == self.plain())
