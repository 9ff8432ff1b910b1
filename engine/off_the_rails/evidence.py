"""How well a square, or a cart, agrees with what the camera made out of each of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import prod

from engine.off_the_rails.jewels import Jewels
from engine.reading import Field

# No part is believed beyond this: tracks and tokens are read best, the die in a cart worst.
TRACK_FLOOR, TOKEN_FLOOR, JEWEL_FLOOR = 1e-3, 1e-3, 2e-3
CLAN_FLOOR, FACING_FLOOR, SPEED_FLOOR, PRESENT_FLOOR = 5e-3, 5e-3, 0.01, 2e-3
UNSEEN_JEWEL = 0.02  # the chance that a jewel was not even noticed
UNDER_CART, UNDER_CART_FLOOR = 0.15, 0.03  # the same where a cart stands as it stood, and hides much of the square
MOST_PLACES = 40
MOST_NAMES = 20

Shares = Mapping[str, float]


def share(chances: Shares, name: str, floor: float) -> float:
    """How much less likely one answer is than the likeliest."""
    return max(chances.get(name, 0.0) / max(chances.values(), default=1.0), floor) if chances else 1.0


@dataclass(frozen=True)
class SquareChances:
    """The chances of every part of a square at one look: its track, its token, and each place that may hold a jewel."""

    track: Shares
    abyss: Shares
    places: tuple[Shares, ...]
    _known: dict[tuple[Jewels, bool], float] = field(default_factory=dict, compare=False, repr=False)

    def plausibility(self, track: str, jewels: Jewels, abyss: str, under_cart: bool = False) -> float:
        """How much less likely this is than what looks likeliest; under a token nothing else is to be seen."""
        token = share(self.abyss, abyss, TOKEN_FLOOR)
        return token if abyss else token * share(self.track, track, TRACK_FLOOR) * self.jewelled(jewels, under_cart)

    def jewelled(self, jewels: Jewels, under_cart: bool = False) -> float:
        """The same for the jewels alone."""
        if (jewels, under_cart) not in self._known:
            best = prod(max(place.values()) for place in self.places)
            unseen, floor = (UNDER_CART, UNDER_CART_FLOOR) if under_cart else (UNSEEN_JEWEL, JEWEL_FLOOR)
            self._known[jewels, under_cart] = max(_placed(self.places, jewels, unseen) / best, floor)
        return self._known[jewels, under_cart]


def _placed(places: tuple[Shares, ...], jewels: Jewels, unseen: float) -> float:
    """The chance of the likeliest way to find the jewels at the places, and nothing at the others."""

    @cache
    def best(first: int, left: Jewels) -> float:
        if first == len(places):
            return unseen ** len(left)
        place = places[first]
        kinds = [(place.get(kind, 0.0), left.index(kind)) for kind in dict.fromkeys(left)]
        ways = [chance * best(first + 1, left[:n] + left[n + 1 :]) for chance, n in kinds if chance]
        return max([place.get("", 0.0) * best(first + 1, left), *ways])

    return best(0, jewels)


@dataclass(frozen=True)
class CartChances:
    """The chances of every part of a cart at one look."""

    present: float
    clan: Shares
    facing: Shares
    speed: Shares

    def plausibility(self, clan: str, facing: str, speed: int) -> float:
        own = share(self.clan, clan, CLAN_FLOOR) * share(self.facing, facing, FACING_FLOOR)
        return own * share(self.speed, str(speed), SPEED_FLOOR)

    @property
    def absence(self) -> float:
        """How plausible it is that there is no cart."""
        return min(1.0, max((1 - self.present) / max(self.present, PRESENT_FLOOR), PRESENT_FLOOR))


def read_square_chances(told: Field) -> SquareChances:
    """One look at a square; raises BadInput."""
    table = told.keys(("track", "abyss", "jewels"), ("track", "abyss", "jewels"))
    places = tuple(_shares(place) for place in table["jewels"].items(MOST_PLACES))
    return SquareChances(_shares(table["track"]), _shares(table["abyss"]), places)


def read_cart_chances(told: Field) -> CartChances:
    """One look at a cart; raises BadInput."""
    parts = ("clan", "facing", "speed")
    table = told.keys(("present", *parts), ("present", *parts))
    clan, facing, speed = (_shares(table[part]) for part in parts)
    return CartChances(table["present"].chance(), clan, facing, speed)


def _shares(told: Field) -> Shares:
    shares = {name: chance.chance() for name, chance in told.entries().items()}
    if not 0 < len(shares) <= MOST_NAMES or not any(shares.values()):
        told.wrong("must have {least} to {most} entries, not {count}", least=1, most=MOST_NAMES, count=len(shares))
    return shares


def overall(worths: Sequence[float]) -> float:
    """What several looks say together: they are of the same table, so none counts alone."""
    return float(prod(worths) ** (1 / len(worths)))
