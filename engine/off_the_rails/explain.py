"""The rules as a sensor: which legal moves from the last accepted state explain what the camera saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from typing import Any

from engine.game import seat
from engine.observation import UNEXPLAINED, Contradiction, Inference, conclude
from engine.off_the_rails.box import ABYSS
from engine.off_the_rails.choices import movements
from engine.off_the_rails.jewels import Jewels, draws, put, without
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
from engine.off_the_rails.sighting import Sighting, lying_at, read_sighting, standing
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
from engine.off_the_rails.travel import HOME
from engine.off_the_rails.turns import carry_out, places_for
from engine.off_the_rails.weighing import Part, contradictions, parts_of, worth_of
from engine.parts.grid import Cell
from engine.words import say

MOST_STEPS = 14  # bundles of moves between two photos
MOST_TRIED = 3000  # states that are looked at before people are asked
MARGIN = 20.0  # times that the best explanation must be likelier than the next
FAINT = 4e-3  # what is less plausible than this is not tried
PLAIN = 0.999  # a table all of whose parts are as plausible as this is explained
MOST_WAYS = 24  # ways to read all tracks that are new
MOST_DRAWS = 6  # heaps of jewels that may have been drawn
# A cart that entered and was gone again within one turn left no trace; a load that could come home is not thrown away.
NO_TRACE, THROWN_AWAY = 0.01, 0.02

Moves = tuple[Move, ...]


@dataclass(frozen=True)
class _Explanation:
    """Moves, the state that they lead to, and how well it agrees with the sighting."""

    moves: Moves
    state: State
    parts: list[Part]
    worth: float


@dataclass
class _Search:
    """What has been tried, and the explanations found, by what makes them different."""

    sighting: Sighting
    found: dict[Any, _Explanation] = field(default_factory=dict)
    tried: set[Any] = field(default_factory=set)


def explain(state: State, seen: Mapping[str, Any], agreed: State | None = None) -> Inference:
    """Same, found, ambiguous or unexplained, with the moves or with the places that speak against any.

    `agreed` is the state at which the table looked as those squares still do that the sighting calls old.
    """
    search = _Search(read_sighting(seen, state.box, agreed))
    _try(search, state, (), 1.0, 0)
    ranked = sorted(search.found.values(), key=lambda one: -one.worth)
    best = ranked[0]
    against = contradictions(state, best.state, search.sighting, best.parts)
    if not best.moves:
        against += _not_made_out(state, search.sighting)
    near = [one.moves for one in ranked if one.worth * MARGIN > best.worth]
    choices = [moves for moves in near if moves]
    if any(one.sure for one in against) or (against and not choices):
        told = tuple(_with_move(state, search.sighting, one) for one in against)
        return Inference(UNEXPLAINED, best.moves, (), told)
    return conclude((), against, choices) if len(near) > 1 or against else conclude(best.moves, ())


def _not_made_out(state: State, sighting: Sighting) -> Iterator[Contradiction]:
    """The square that waits for jewels, if something was laid there and no jewels are to be seen."""
    if state.phase == JEWELS and state.deposit is not None and sighting.agreed is not None:
        (column, row), _ = state.deposit
        if sighting.is_open((column, row)):
            why = say("The camera cannot make out what was laid at {column},{row}.", column=column, row=row)
            yield Contradiction(why, None, (column, row), sure=False)


def _with_move(state: State, sighting: Sighting, miss: Contradiction) -> Contradiction:
    """A track that may not lie where it was seen, with the move that would have laid it and why it is illegal."""
    for move in _changes_at(state, miss.at, sighting.at(miss.at).track) if miss.at is not None else ():
        reason = why_not(state, move) if state.phase == ACTIONS else None
        if reason is not None:
            return replace(miss, why=reason, seat=state.actor, move=str(move))
    return miss


def _key(state: State) -> Any:
    """What makes two states the same: not how many actions were used, and not which of two like carts is which."""
    board = tuple(frozenset(things.items()) for things in (state.tracks, state.jewels, state.abyss))
    carts = sorted((cart.clan, cart.at or (), cart.facing, cart.speed, cart.hold, cart.lost) for cart in state.carts)
    waiting = sorted(cart.at or () for cart in state.carts_of(state.active) if cart.die in state.to_move)
    return (*board, *carts, state.stashes, state.phase, state.active, *waiting, state.deposit, state.token)


def _try(search: _Search, state: State, moves: Moves, odds: float, depth: int) -> None:
    """Follow everything that may have happened until the table looks as it was seen; `odds` are those of the moves."""
    key = _key(state)
    if key in search.tried or len(search.tried) > MOST_TRIED or depth > MOST_STEPS:
        return
    search.tried.add(key)
    parts = parts_of(state, search.sighting)
    if not moves or not isinstance(moves[-1], Done):  # that somebody is done is not to be seen
        search.found[key] = _Explanation(moves, state, parts, odds * worth_of(parts))
    if all(part.worth >= PLAIN for part in parts):
        return
    has_acted = bool(moves) and isinstance(moves[-1], (Lay, Upgrade, Enter, Speed))
    bundles = _bundles(state, search.sighting) if state.phase != ACTIONS or not has_acted else [(Done(state.actor),)]
    for bundle in bundles:
        after = _played(state, bundle)
        if after is not None:
            _try(search, after, moves + bundle, odds * _odds(state, bundle, after), depth + 1)


def _odds(before: State, moves: Moves, after: State) -> float:
    """How likely it is that people do this at all."""
    odds = 1.0
    for move in moves:
        if isinstance(move, Go):
            cart, gone = (cart_of(state, move.actor, move.die) for state in (before, after))
            if cart is not None and gone is not None and not gone.on_board:
                odds *= NO_TRACE if cart.at in before.box.starts else 1.0
                odds *= THROWN_AWAY if _is_thrown_away(before, move, cart) else 1.0
    return odds


def _is_thrown_away(state: State, move: Go, cart: Cart) -> bool:
    way = way_of(state, move)
    return way is not None and way.ending != HOME and bool(cart.hold or move.take)


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
        yield from ((Draw(drawn),) for drawn in _draws(state, sighting, *state.deposit))
    elif state.phase in (TOKEN, COLLAPSE):
        yield from _token_bundles(state, sighting)


# Actions


def _action_bundles(state: State, sighting: Sighting) -> Iterator[Moves]:
    """All the tracks that are new, with every way in which carts can have entered and changed speed."""
    for tracks in _new_tracks(state, sighting):
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


def _new_tracks(state: State, sighting: Sighting) -> list[Moves]:
    """The likeliest ways to read all tracks that are new and may lie where they were seen, and that none is new."""
    ways: list[tuple[float, Moves]] = [(1.0, ())]
    for cell, seen in sighting.squares.items():
        if not sighting.is_open(cell):
            continue
        known, jewels, token = lying_at(state, cell)
        options: list[tuple[float, Moves]] = [(seen.plausibility((known, jewels, token)), ())]
        for track in seen.tracks(FAINT):
            steps = tuple(_changes_at(state, cell, track))
            if steps and _played(replace(state, actions=0), steps) is not None:
                options.append((seen.plausibility((track, jewels, token)), steps))
        if len(options) > 1:
            joined = [(worth * more, moves + steps) for worth, moves in ways for more, steps in options]
            kept = [way for way in joined if len(way[1]) <= actions_left(state)]
            ways = sorted(kept, key=lambda way: -way[0])[:MOST_WAYS]
    return list(dict.fromkeys([*(moves for _, moves in ways), ()]))


def _changes_at(state: State, cell: Cell, track: str) -> Iterator[Lay | Upgrade]:
    """The actions that would make the track of a square this one, exit after exit, if it has more than is known."""
    known = state.tracks.get(cell, "")
    if not set(known) < set(track):
        return
    if not known:
        known = track[:2]
        yield Lay(state.actor, cell, known)
    while known != track:
        known = in_order(known + next(side for side in track if side not in known))
        yield Upgrade(state.actor, cell, known)


def _entries(state: State, sighting: Sighting) -> Iterator[Moves]:
    """No cart entered, or as many as are seen more than known, on any of their start tracks."""
    yield ()
    clan = state.clans[state.active]
    waiting = [cart for cart in state.carts_of(state.active) if not cart.on_board and not cart.lost]
    standing = {seen.at for seen in sighting.carts_of(clan, FAINT)}
    starts = [at for at in state.box.start_tracks(clan) if at not in state.on_board]
    starts = [at for at in starts if at in standing] or starts
    for count in range(1, len(waiting) + 1):
        for places in permutations(starts, count):
            yield tuple(Enter(state.actor, cart.die, at) for cart, at in zip(waiting, places, strict=False))


def _speeds(state: State, sighting: Sighting, budget: int) -> Iterator[Moves]:
    """Every change of speed that the dice seen now speak for; a cart that has gone may have had any."""
    carts = [cart for cart in state.carts_of(state.active) if cart.on_board]
    for speeds in product(*(_speeds_of(state, sighting, cart, len(carts)) for cart in carts)):
        steps = [move for cart, speed in zip(carts, speeds, strict=True) for move in _turns(state, cart, speed)]
        if len(steps) <= budget:
            yield tuple(steps)


def _speeds_of(state: State, sighting: Sighting, cart: Cart, carts: int) -> list[int]:
    """The speeds that a cart may have been given; one that looks as it did has its old one."""
    if _stands_still(sighting, cart):
        return [cart.speed]
    seen = [speed for each in sighting.carts_of(cart.clan, FAINT) for speed in each.speeds(FAINT)]
    still = [at for at, one in sighting.agreed_carts.items() if one[0] == cart.clan and not sighting.is_open(at)]
    all_seen = len(sighting.carts_of(cart.clan, FAINT)) + len(still) >= carts and None not in seen
    return [speed for speed in state.box.speeds if not all_seen or speed in {*seen, cart.speed}]


def _turns(state: State, cart: Cart, speed: int) -> Iterator[Speed]:
    """The actions that turn a cart's die to a face."""
    change = 1 if speed > cart.speed else -1
    for face in range(cart.speed + change, speed + change, change) if speed != cart.speed else ():
        yield Speed(state.actor, cart.die, face)


# Movement


def _likely_movements(state: State, sighting: Sighting, die: str) -> Iterator[Go]:
    """The movements that end where a cart of the clan may be, or off the board, and leave the jewels that are seen."""
    cart = cart_of(state, state.actor, die)
    if cart is None:
        return
    still = _stands_still(sighting, cart)
    places = {seen.at for seen in sighting.carts_of(cart.clan, FAINT)}
    last = len(state.to_move) == 1
    for go in movements(state, cart):
        way = way_of(state, go)
        if way is None or (go.face and way.end(cart) not in {*places, cart.at}):
            continue
        if still and (way.end(cart), go.face) != (cart.at, cart.facing):
            continue  # it can only have come back to where it was
        if _leaves_what_is_seen(state, sighting, go, way.squares, last):
            yield go


def _stands_still(sighting: Sighting, cart: Cart) -> bool:
    """Whether a cart's square looks as it did when it stood there."""
    if cart.at is None or sighting.is_open(cart.at):
        return False
    return sighting.agreed_carts.get(cart.at) == standing(cart)


def _leaves_what_is_seen(state: State, sighting: Sighting, go: Go, squares: tuple[Cell, ...], last: bool) -> bool:
    """Whether the jewels of the squares passed may be what is left; until the last cart goes, more may be taken."""
    taken = dict(go.take)
    if not all(sighting.is_open(cell) for cell in taken):
        return False
    passed = [cell for cell in squares if cell in state.jewels and sighting.is_open(cell)]
    return not last or all(
        sighting.at(cell).jewelled(without(state.jewels[cell], taken.get(cell, ()))) >= FAINT
        or len(sighting.at(cell).jewels) > len(state.jewels[cell]) - len(taken.get(cell, ()))
        for cell in passed
    )


# What the table gave


def _card_bundles(state: State, sighting: Sighting) -> Iterator[Moves]:
    for colour in next_cards(state):
        for number in unseen(state, colour) if colour != ABYSS else ():
            at = state.box.mines[colour].spaces[number]
            if state.phase == OPENING:
                yield from [(Card(colour, number),)] if colour in sighting.at(at).tokens(FAINT) else []
                continue
            size = min(state.box.jewels_on_card[number], len(state.bag))
            yield from ((Card(colour, number), Draw(drawn)) for drawn in _draws(state, sighting, at, size))


def _draws(state: State, sighting: Sighting, at: Cell, size: int) -> list[Jewels]:
    """The likeliest heaps that may have been drawn for a square, if it has changed at all."""
    if not sighting.is_open(at) or not size:
        return []
    known, seen = state.jewels.get(at, ()), sighting.at(at)
    rated = [(seen.jewelled(put(known, drawn)), drawn) for drawn in draws(state.bag, size)]
    likely = sorted(((worth, drawn) for worth, drawn in rated if worth >= FAINT), key=lambda one: -one[0])
    return [drawn for _, drawn in likely[:MOST_DRAWS]]


def _token_bundles(state: State, sighting: Sighting) -> Iterator[Moves]:
    actor = seat(state.active)
    for cell, seen in sighting.squares.items():
        if cell in state.abyss or not sighting.is_open(cell):
            continue
        for colour in seen.tokens(FAINT):
            if state.phase == TOKEN and cell in places_for(state, colour):
                yield Token(colour), Collapse(actor, cell)
            elif state.phase == COLLAPSE and colour == state.token:
                yield (Collapse(actor, cell),)
