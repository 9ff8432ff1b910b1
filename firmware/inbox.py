"""What may be put on the service's one queue: small frozen values, whoever they come from."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from webui.desk import Seen, Snapshot


@dataclass(frozen=True)
class Press:
    """A button was pressed, or held for long."""

    button: str
    held: bool = False


@dataclass(frozen=True)
class Ask:
    """Somebody on the page wants something done, in view of state number `n`."""

    do: str
    n: int | None = None
    what: Mapping[str, Any] = field(default_factory=dict)
    answer: Future[Snapshot] = field(default_factory=Future, compare=False)


@dataclass(frozen=True)
class Sight:
    """What the camera made of the table, explained from the state with number `n`."""

    n: int
    seen: Seen


@dataclass(frozen=True)
class Watching:
    """What the camera is busy with: off, looking, moving or reading."""

    doing: str


@dataclass(frozen=True)
class Trouble:
    """A part has trouble, in words, or is well again."""

    part: str
    words: str = ""


@dataclass(frozen=True)
class TableNews:
    """What a simulated table tells of itself: its speed, whether it is paused, who plays which seat."""

    told: Mapping[str, Any]


@dataclass(frozen=True)
class Stop:
    """The service is to end."""

    why: str = ""


Item = Press | Ask | Sight | Watching | Trouble | TableNews | Stop
