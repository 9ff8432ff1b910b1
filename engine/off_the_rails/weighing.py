"""How well a state agrees with a sighting, part by part, and what speaks against it in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from engine.game import seat
from engine.observation import Contradiction
from engine.off_the_rails.sighting import Lying, SeenSquare, Sighting, lying_at, standing
from engine.off_the_rails.state import Cart, State
from engine.parts.grid import Cell
from engine.words import Said, say

# The chance that something was done at a square that looks as it did, and that a cart was not found where one stands.
NOT_SEEN_TO_CHANGE = 1e-3
MISSED = 5e-3
DOUBTED = 0.05  # below this plausibility of any part people are asked
REFUTED = 0.01  # below this one the camera has seen something else
CHANGED = 2.5e-3  # below this one what was accepted before, and nobody was to touch, is believed to be other now
TOUCHED = 0.025  # the same for a square that no longer looks as it did
STRAY = 0.2  # below this one a cart is believed to stand where none should


@dataclass(frozen=True)
class Part:
    """A square, or the cart on it, and how plausible it is that it is as in the state."""

    at: Cell
    worth: float
    is_cart: bool = False


def parts_of(state: State, sighting: Sighting) -> list[Part]:
    """Everything that was seen and is not settled; what looks as it did and is recorded as it was then is."""
    return [*_squares(state, sighting), *_carts(state, sighting)]


def worth_of(parts: list[Part]) -> float:
    return prod(part.worth for part in parts)


def _squares(state: State, sighting: Sighting) -> Iterator[Part]:
    carts = {cart.at: standing(cart) for cart in state.carts}
    for cell in {**state.tracks, **state.jewels, **state.abyss, **sighting.squares}:
        lying = lying_at(state, cell)
        as_agreed = sighting.agreed is not None and lying_at(sighting.agreed, cell) == lying
        if sighting.is_open(cell):
            under = as_agreed and cell in carts and carts[cell] == sighting.agreed_carts.get(cell)
            worth = sighting.at(cell).plausibility(lying, under)
            if as_agreed and sighting.before is not None:
                worth = _since(worth, sighting.before.at(cell).plausibility(lying, under))
            yield Part(cell, worth)
        elif not as_agreed:
            yield Part(cell, NOT_SEEN_TO_CHANGE)


def _since(now: float, then: float) -> float:
    """How plausible it is that nothing has changed: what was misread before is no news."""
    return min(1.0, now / then)


def _carts(state: State, sighting: Sighting) -> Iterator[Part]:
    here = {cart.at: cart for cart in state.carts if cart.at is not None}
    for cell in {**here, **sighting.carts, **sighting.agreed_carts}:
        cart = here.get(cell)
        as_agreed = sighting.agreed_carts.get(cell) == (None if cart is None else standing(cart))
        if sighting.is_open(cell):
            worth = _cart_worth(sighting, cell, cart)
            if as_agreed and sighting.before is not None:
                worth = _since(worth, _cart_worth(sighting.before, cell, cart))
            yield Part(cell, worth, is_cart=True)
        elif not as_agreed:
            yield Part(cell, NOT_SEEN_TO_CHANGE, is_cart=True)


def _cart_worth(sighting: Sighting, cell: Cell, cart: Cart | None) -> float:
    """How plausible it is that this cart, or none, stands there."""
    seen = sighting.carts.get(cell)
    if cart is None:
        return 1.0 if seen is None else seen.absence
    return MISSED if seen is None else seen.plausibility(cart)


# In words


def contradictions(before: State, state: State, sighting: Sighting, parts: list[Part]) -> list[Contradiction]:
    """What speaks against a state; what was accepted before must look very much otherwise to be doubted."""
    found = []
    for part in parts:
        doubted, refuted = _limits(before, state, part, sighting.agreed is not None)
        if part.worth < doubted:
            words = _cart_words if part.is_cart else _words
            found.append(words(state, sighting, part.at, part.worth < refuted))
    return found


def _limits(before: State, state: State, part: Part, remembered: bool) -> tuple[float, float]:
    """From which plausibility down a part is doubted, and refuted; of a remembered table only what changed is told."""
    if not part.is_cart:
        accepted = TOUCHED if remembered else CHANGED
        return (accepted, CHANGED) if lying_at(before, part.at) == lying_at(state, part.at) else (DOUBTED, REFUTED)
    one, other = (next((standing(cart) for cart in each.carts if cart.at == part.at), None) for each in (before, state))
    if other is None:
        return STRAY, REFUTED
    return (REFUTED, CHANGED) if one == other else (DOUBTED, REFUTED)


def _words(state: State, sighting: Sighting, cell: Cell, sure: bool) -> Contradiction:
    known = lying_at(state, cell)
    return Contradiction(_what_differs(sighting.at(cell), known, cell), None, cell, sure, recorded=any(known))


def _what_differs(seen: SeenSquare, known: Lying, cell: Cell) -> Said:
    where = {"column": cell[0], "row": cell[1]}
    if seen.abyss != known[2]:
        return say("The abyss at {column},{row} is other than recorded.", **where)
    if seen.track != known[0]:
        words = {**where, "seen": seen.track or "none", "known": known[0] or "none"}
        return say("The track at {column},{row} is {seen}, and {known} is recorded.", **words)
    return say("The jewels at {column},{row} are other than recorded.", **where)


def _cart_words(state: State, sighting: Sighting, cell: Cell, sure: bool) -> Contradiction:
    seen = sighting.carts.get(cell)
    cart = next((cart for cart in state.carts if cart.at == cell), None)
    if seen is None:
        return _gone(state, cart, cell, sure)
    where = {"clan": seen.clan, "column": cell[0], "row": cell[1]}
    owner = seat(state.clans.index(seen.clan)) if seen.clan in state.clans else None
    if cart is None or cart.clan != seen.clan:
        why = say("No move can have brought the {clan} cart to {column},{row}.", **where)
    else:
        why = say("The {clan} cart at {column},{row} cannot face or run like that.", **where)
    return Contradiction(why, owner, cell, sure, recorded=cart is not None)


def _gone(state: State, cart: Cart | None, cell: Cell, sure: bool) -> Contradiction:
    clan = cart.clan if cart is not None else state.clans[state.active]
    why = say("The {clan} cart is not to be seen at {column},{row}.", clan=clan, column=cell[0], row=cell[1])
    return Contradiction(why, seat(state.clans.index(clan)), cell, sure, recorded=cart is not None)
