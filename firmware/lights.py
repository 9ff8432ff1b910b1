"""What the lights show: first as words (`on`, `blink`, `amber blink`), then as levels at a moment in time. All pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from engine.data import load_toml
from engine.game import TABLE, seat
from webui.desk import OFFER, OWING, PUZZLE, QUESTION, Snapshot

Levels = dict[str, float]
Rgb = tuple[float, float, float]

# A pattern is a list of (level, seconds), played round and round.
PATTERNS: Mapping[str, tuple[tuple[float, float], ...]] = {
    "off": ((0.0, 1.0),),
    "on": ((1.0, 1.0),),
    "blink": ((1.0, 0.35), (0.0, 0.35)),
    "slow": ((1.0, 0.9), (0.25, 0.9)),
}
COLOURS: Mapping[str, Rgb] = {
    "green": (0.0, 0.6, 0.0),
    "blue": (0.0, 0.1, 1.0),
    "amber": (1.0, 0.35, 0.0),
    "red": (1.0, 0.0, 0.0),
}
READING, FINE, LOOK, WRONG = "blue slow", "green on", "amber blink", "red blink"

# The token tumbles: seconds at each side, slower and slower. The last step, on the result, then stays.
CHASE_S = (0.06, 0.06, 0.07, 0.08, 0.09, 0.11, 0.13, 0.16, 0.2, 0.26, 0.34)
OTHER = {"left": "right", "right": "left"}


@cache
def _phase_lights(game: str) -> Mapping[str, int]:
    lights = load_toml("firmware", "phases.toml").get(game, {}).get("lights", [])
    return {phase: number for number, phases in enumerate(lights, 1) for phase in phases}


def phase_light(game: str, phase: str) -> str | None:
    """The light of a phase."""
    number = _phase_lights(game).get(phase)
    return f"phase-{number}" if number else None


def lights_of(snapshot: Snapshot) -> Mapping[str, str]:
    """Every light by name with its pattern, as the panel and the page's own panel show it."""
    lit = {"state": state_light(snapshot)}
    if snapshot.game is not None and snapshot.turn is not None:
        lit |= dict.fromkeys(_lit_names(snapshot), "on")
    names = (*(f"phase-{k}" for k in range(1, 5)), *(f"player-{k}" for k in range(1, 5)), "left", "right", "state")
    return MappingProxyType({name: lit.get(name, "off") for name in names})


def _lit_names(snapshot: Snapshot) -> list[str]:
    assert snapshot.game is not None
    assert snapshot.turn is not None
    turn = snapshot.turn
    names = [f"player-{k}" for k in range(1, 5) if seat(k - 1) in turn.actors]
    if turn.over and snapshot.score is not None:
        # At the end the winners' lights stay on.
        names = [f"player-{k}" for k, name in enumerate(snapshot.players, 1) if name in snapshot.score.winners]
    phase = phase_light(snapshot.game.name, turn.phase)
    if phase:
        names.append(phase)
    if snapshot.flipped and (turn.actors == (TABLE,) or snapshot.n == snapshot.flipped.n):
        names.append(snapshot.flipped.side)
    return names


def state_light(snapshot: Snapshot) -> str:
    """The light that says how things are: wrong before please look before reading before fine."""
    if {"disk", "log"} & set(snapshot.troubles) or snapshot.refusal is not None or snapshot.moment == PUZZLE:
        return WRONG
    if snapshot.troubles or snapshot.moment in (OFFER, QUESTION, OWING):
        return LOOK
    return READING if snapshot.watching in ("moving", "reading") else FINE


def level(pattern: str, at_s: float) -> float:
    """How bright a pattern is at a time."""
    steps = PATTERNS[pattern]
    left = at_s % sum(seconds for _, seconds in steps)
    for bright, seconds in steps:
        left -= seconds
        if left < 0:
            return bright
    return steps[-1][0]


def chase(side: str, at_s: float) -> str | None:
    """Which side is lit while the token tumbles towards `side`; None when it has come to rest there."""
    for number, seconds in enumerate(CHASE_S):
        at_s -= seconds
        if at_s < 0:
            return side if (len(CHASE_S) - number) % 2 == 0 else OTHER[side]
    return None


def levels(lights: Mapping[str, str], at_s: float, flipping: tuple[str, float] | None = None) -> tuple[Levels, Rgb]:
    """How bright each light is now, and the state light's colour; `flipping` is a side and when its throw began."""
    bright = {name: level(pattern, at_s) for name, pattern in lights.items() if name != "state"}
    tumbling = chase(flipping[0], at_s - flipping[1]) if flipping else None
    if tumbling:
        bright |= {tumbling: 1.0, OTHER[tumbling]: 0.0}
    colour, _, pattern = lights["state"].partition(" ")
    dim = level(pattern, at_s)
    red, green, blue = COLOURS[colour]
    return bright, (red * dim, green * dim, blue * dim)


def is_moving(lights: Mapping[str, str]) -> bool:
    """Whether some light changes by itself."""
    return any(pattern.split()[-1] in ("blink", "slow") for pattern in lights.values())
