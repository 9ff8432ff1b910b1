"""The rules as a sensor: which legal moves from the last accepted state explain what the camera saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from typing import Any

from engine.game import seat, seat_index
from engine.observation import SURE, Contradiction, Inference, conclude
from engine.off_the_rails.box import ABYSS
from engine.off_the_rails.choices import movements
from engine.off_the_rails.moves import (
    Card,
    Collapse,
    Done,
    Draw,
    Enter,
    Face,
    Go,
    Lay,
    Move,
    Speed,
    Token,
    Upgrade,
    in_order,
)
from engine.off_the_rails.rules import actions_left, cart_of, next_cards, unseen, way_of, why_not
from engine.off_the_rails.sighting import Sighting, differences, missing_jewels, read_sighting
from engine.off_the_rails.state import (
    ACTIONS,
    COLLAPSE,
    DEPOSIT,
    FACING,
    JEWELS,
    MOVEMENT,
    OPENING,
    SETUP,
    TOKEN,
    Cart,
    State,
)
from engine.off_the_rails.turns import carry_out, places_for
from engine.parts.grid import Cell

MOST_STEPS = 14  # bundles of moves between two photos
MOST_TRIED = 3000  # states that are looked at before people are asked

Moves = tuple[Move, ...]


@dataclass
class _Search:
    """What has been tried, the explanations found, and the nearest miss."""

    sighting: Sighting
    found: dict[Any, Moves] = field(default_factory=dict)
    tried: set[Any] = field(default_factory=set)
    miss: list[Contradiction] | None = None
    miss_moves: Moves = ()


def explain(state: State, seen: Mapping[str, Any]) -> Inference:
    """Same, found, ambiguous or unexplained, with the moves or with the places that speak against any."""
    search = _Search(read_sighting(seen, state.box))
    _try(search, state, (), 0)
    if not search.found:
        misses = [_with_move(state, search.sighting, miss) for miss in search.miss or []]
        return conclude(search.miss_moves, misses)
    # A cart that entered and was gone again within one turn left no trace: believed only if nothing else explains.
    fewest = min(_entered(moves) for moves in search.found.values())
    explanations = [moves for moves in search.found.values() if _entered(moves) == fewest]
    if len(explanations) > 1:
        return conclude(explanations[0], (), explanations)
    moves = explanations[0]
    unsure = [move for move in moves if _confidence(state, search.sighting, move) < SURE]
    return conclude(moves, (), [[move] for move in unsure])


def _entered(moves: Moves) -> int:
    return sum(isinstance(move, Enter) for move in moves)


def _confidence(state: State, sighting: Sighting, move: Move) -> float:
    """How sure the camera is of the square that the move changed, or of the carts of who moved one."""
    if isinstance(move, (Lay, Upgrade, Collapse)):
        return sighting.at(move.at).confidence
    if isinstance(move, (Enter, Speed, Go)):
        clan = state.clans[seat_index(move.actor)]
        return min((cart.confidence for cart in sighting.carts_of(clan)), default=1.0)
    return 1.0


def _with_move(state: State, sighting: Sighting, miss: Contradiction) -> Contradiction:
    """A track that may not lie where it was seen, with the move that would have laid it and why it is illegal."""
    for move in _track_changes(state, sighting):
        reason = why_not(state, move) if state.phase == ACTIONS else None
        if miss.at == move.at and reason is not None:
            return replace(miss, why=reason, seat=state.actor, move=str(move))
    return miss


def _key(state: State) -> Any:
    """What makes two states the same: not how many actions were used, and not which of two like carts is which."""
    board = tuple(frozenset(things.items()) for things in (state.tracks, state.jewels, state.abyss))
    carts = sorted((cart.clan, cart.at or (), cart.facing, cart.speed, cart.hold, cart.lost) for cart in state.carts)
    waiting = sorted(cart.at or () for cart in state.carts_of(state.active) if cart.die in state.to_move)
    return (*board, *carts, state.stashes, state.phase, state.active, *waiting, state.deposit, state.token)


def _try(search: _Search, state: State, moves: Moves, depth: int) -> None:
    """Follow everything that may have happened until the table looks as it was seen."""
    key = _key(state)
    if key in search.tried or len(search.tried) > MOST_TRIED or depth > MOST_STEPS:
        return
    search.tried.add(key)
    misses = differences(state, search.sighting)
    if not misses:
        search.found.setdefault(key, moves)
        return
    if search.miss is None or len(misses) < len(search.miss):
        search.miss, search.miss_moves = misses, moves
    has_acted = bool(moves) and isinstance(moves[-1], (Lay, Upgrade, Enter, Speed))
    bundles = _bundles(state, search.sighting) if state.phase != ACTIONS or not has_acted else [(Done(state.actor),)]
    for bundle in bundles:
        after = _played(state, bundle)
        if after is not None:
            _try(search, after, moves + bundle, depth + 1)


def _played(state: State, moves: Moves) -> State | None:
    """The state after the moves, or nothing if one of them is not legal."""
    for move in moves:
        if why_not(state, move) is not None:
            return None
        state = carry_out(state, move, way_of(state, move) if isinstance(move, Go) else None)
    return state


def _bundles(state: State, sighting: Sighting) -> Iterator[Moves]:
    """What may have been done next, as far as the sighting speaks for it."""
    if state.phase == ACTIONS:
        yield from _action_bundles(state, sighting)
    elif state.phase == MOVEMENT:
        yield from ((go,) for die in state.to_move for go in _likely_movements(state, sighting, die))
    elif state.phase == FACING and state.struck is not None:
        yield from ((Face(state.actor, state.carts[state.struck].die, side),) for side in state.struck_sides)
    elif state.phase in (SETUP, DEPOSIT, OPENING):
        yield from _card_bundles(state, sighting)
    elif state.phase == JEWELS and state.deposit is not None:
        drawn = missing_jewels(state, sighting, state.deposit[0])
        yield from [(Draw(drawn),)] if drawn else []
    elif state.phase in (TOKEN, COLLAPSE):
        yield from _token_bundles(state, sighting)


# Actions


def _action_bundles(state: State, sighting: Sighting) -> Iterator[Moves]:
    """All the tracks that are new, with every way in which carts can have entered and changed speed."""
    tracks = _new_tracks(state, sighting)
    if len(tracks) > actions_left(state):
        return
    for entries in _entries(state, sighting):
        entered = _played(state, entries)
        if entered is None or entered.phase != ACTIONS:
            yield from [(*entries, *tracks)] if entries else []
            continue
        for speeds in _speeds(entered, sighting, actions_left(entered) - len(tracks)):
            actions = (*entries, *speeds, *tracks)
            if actions:
                yield actions
    yield (Done(state.actor),)


def _new_tracks(state: State, sighting: Sighting) -> Moves:
    """The new tracks that may lie where they were seen; the others are told as contradictions."""
    found: list[Move] = []
    for move in _track_changes(state, sighting):
        follows = any(isinstance(earlier, (Lay, Upgrade)) and earlier.at == move.at for earlier in found)
        if follows or why_not(state, move) is None:
            found.append(move)
    return tuple(found)


def _track_changes(state: State, sighting: Sighting) -> Iterator[Lay | Upgrade]:
    """For each square with more track than known the actions that would lay it, one exit after the other."""
    for cell, seen in sighting.squares.items():
        known = state.tracks.get(cell, "")
        if not set(known) < set(seen.track):
            continue
        if not known:
            known = seen.track[:2]
            yield Lay(state.actor, cell, known)
        while known != seen.track:
            known = in_order(known + next(side for side in seen.track if side not in known))
            yield Upgrade(state.actor, cell, known)


def _entries(state: State, sighting: Sighting) -> Iterator[Moves]:
    """No cart entered, or as many as are seen more than known, on any of their start tracks."""
    yield ()
    clan = state.clans[state.active]
    waiting = [cart for cart in state.carts_of(state.active) if not cart.on_board and not cart.lost]
    standing = {seen.at for seen in sighting.carts_of(clan)}
    starts = [at for at in state.box.start_tracks(clan) if at not in state.on_board]
    starts = [at for at in starts if at in standing] or starts
    for count in range(1, len(waiting) + 1):
        for places in permutations(starts, count):
            yield tuple(Enter(state.actor, cart.die, at) for cart, at in zip(waiting, places, strict=False))


def _speeds(state: State, sighting: Sighting, budget: int) -> Iterator[Moves]:
    """Every change of speed that the dice seen now speak for; a cart that has gone may have had any."""
    carts = [cart for cart in state.carts_of(state.active) if cart.on_board]
    seen = [each.speed for each in sighting.carts_of(state.clans[state.active])]
    wanted = set(seen) if len(seen) >= len(carts) and None not in seen else set(state.box.speeds)
    for speeds in product(*([speed for speed in state.box.speeds if speed in {*wanted, cart.speed}] for cart in carts)):
        steps = [move for cart, speed in zip(carts, speeds, strict=True) for move in _turns(state, cart, speed)]
        if len(steps) <= budget:
            yield tuple(steps)


def _turns(state: State, cart: Cart, speed: int) -> Iterator[Speed]:
    """The actions that turn a cart's die to a face."""
    change = 1 if speed > cart.speed else -1
    for face in range(cart.speed + change, speed + change, change) if speed != cart.speed else ():
        yield Speed(state.actor, cart.die, face)


# Movement


def _likely_movements(state: State, sighting: Sighting, die: str) -> Iterator[Go]:
    """The movements that end where a cart of the clan is seen, or off the board, and leave the jewels that are seen."""
    cart = cart_of(state, state.actor, die)
    if cart is None:
        return
    places = {seen.at for seen in sighting.carts_of(cart.clan)}
    last = len(state.to_move) == 1
    for go in movements(state, cart):
        way = way_of(state, go)
        if way is None or (go.face and way.end(cart) not in places):
            continue
        if not last or _leaves_what_is_seen(state, sighting, go, way.squares):
            yield go


def _leaves_what_is_seen(state: State, sighting: Sighting, go: Go, squares: tuple[Cell, ...]) -> bool:
    taken = dict(go.take)
    return all(
        len(sighting.at(cell).jewels) >= len(state.jewels[cell]) - len(taken.get(cell, ()))
        for cell in squares
        if cell in state.jewels
    )


# What the table gave


def _card_bundles(state: State, sighting: Sighting) -> Iterator[Moves]:
    for colour in next_cards(state):
        for number in unseen(state, colour) if colour != ABYSS else ():
            at = state.box.mines[colour].spaces[number]
            if state.phase == OPENING:
                yield from [(Card(colour, number),)] if sighting.at(at).abyss == colour else []
                continue
            drawn = missing_jewels(state, sighting, at)
            if drawn:
                yield Card(colour, number), Draw(drawn)


def _token_bundles(state: State, sighting: Sighting) -> Iterator[Moves]:
    new = [(cell, seen.abyss) for cell, seen in sighting.squares.items() if seen.abyss and cell not in state.abyss]
    for cell, colour in new:
        actor = seat(state.active)
        if state.phase == TOKEN and cell in places_for(state, colour):
            yield Token(colour), Collapse(actor, cell)
        elif state.phase == COLLAPSE and colour == state.token:
            yield (Collapse(actor, cell),)
