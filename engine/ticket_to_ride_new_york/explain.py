"""The rules as a sensor: which legal claims from the last accepted state explain the taxis that the camera saw.

Of a claim the camera sees only the taxis. With hidden hands the payment stays unseen; with open hands it is known if
the hand leaves no choice, and asked about otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.game import seat
from engine.observation import SURE, Contradiction, Inference, conclude
from engine.parts.routes import Route
from engine.reading import Field
from engine.ticket_to_ride_new_york.board import Board
from engine.ticket_to_ride_new_york.legal import why_not
from engine.ticket_to_ride_new_york.moves import Claim
from engine.ticket_to_ride_new_york.payments import possible_payments
from engine.ticket_to_ride_new_york.rules import play
from engine.ticket_to_ride_new_york.state import State
from engine.words import Said, say

MOST_CLAIMS = 400


@dataclass(frozen=True)
class SeenClaim:
    """A route with taxis on it, as the camera read it; twins of one name are not told apart."""

    route: Route
    taxis: str
    confidence: float = 1.0

    @property
    def key(self) -> tuple[str, str]:
        return str(self.route), self.taxis


def read_claims(seen: Mapping[str, Any], board: Board) -> list[SeenClaim]:
    """What `see` printed; raises BadInput."""
    claims = Field(dict(seen), "sighting").entries(("claims",))["claims"]
    return [_read_claim(item, board) for item in claims.items(MOST_CLAIMS)]


def _read_claim(claim: Field, board: Board) -> SeenClaim:
    fields = claim.entries(("route", "taxis"))
    first, second, colour = (item.text() for item in fields["route"].items(3, 3))
    lanes = board.lanes_between((first, second), colour)
    if not lanes:
        fields["route"].wrong(
            "{route} is no route of {name}",
            route=f"{first} - {second} {colour}",
            name=board.name,
        )
    confidence = float(fields["confidence"].value) if "confidence" in fields else 1.0
    return SeenClaim(board.routes[lanes[0]], fields["taxis"].one_of(board.pieces), confidence)


@dataclass
class _Trail:
    """The explanation so far: the state reached, the moves to it, and what was left open on the way."""

    state: State
    moves: list[Claim] = field(default_factory=list)
    choices: list[Claim] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)


def explain(state: State, seen: Mapping[str, Any]) -> Inference:
    """Same, found, ambiguous or unexplained, with the claims or with what speaks against any."""
    sights = read_claims(seen, state.board)
    trail = _Trail(state)
    gone = _gone(state, sights)
    trail.contradictions += [_not_seen(state, route, owner) for route, owner in gone]
    waiting = _new(state, sights, {str(route) for route, _ in gone})
    while waiting and not trail.choices:
        following = next((sight for sight in waiting if _player(trail.state, sight) == trail.state.current), None)
        if following is None or not _claimed(trail, following):
            break
        waiting.remove(following)
    if not trail.choices:
        trail.contradictions += [_cannot_be(trail.state, sight) for sight in waiting]
    return conclude(trail.moves, trail.contradictions, [[move] for move in trail.choices])


def _owned(state: State) -> Iterator[tuple[Route, int]]:
    for route, owner in zip(state.board.routes, state.owners, strict=True):
        if owner is not None:
            yield route, owner


def _gone(state: State, sights: list[SeenClaim]) -> list[tuple[Route, int]]:
    """The recorded claims that were not seen, with those that now show other taxis."""
    seen = Counter(sight.key for sight in sights)
    gone = []
    for route, owner in _owned(state):
        key = str(route), state.players[owner].colour
        if not seen[key]:
            gone.append((route, owner))
        seen[key] -= bool(seen[key])
    return gone


def _not_seen(state: State, route: Route, owner: int) -> Contradiction:
    why = say("The taxis of {name} on {route} are not to be seen.", name=state.name_of(owner), route=route)
    return Contradiction(why, seat(owner), None, sure=True)


def _new(state: State, sights: list[SeenClaim], gone: set[str]) -> list[SeenClaim]:
    """The claims that are not recorded, the surest first; a route whose taxis changed is told of already."""
    known = Counter((str(route), state.players[owner].colour) for route, owner in _owned(state))
    new = []
    for sight in sorted(sights, key=lambda one: -one.confidence):
        if known[sight.key]:
            known[sight.key] -= 1
        elif str(sight.route) not in gone:
            new.append(sight)
    return new


def _player(state: State, sight: SeenClaim) -> int | None:
    return next((index for index in state.seats if state.players[index].colour == sight.taxis), None)


def _claims(state: State, player: int, route: Route) -> list[Claim]:
    """The ways in which the player may have claimed the route; one of them even if none is legal."""
    unseen = Claim.of(player, route, None)
    if state.hidden:
        return [unseen]
    hand = state.players[player].hand
    return [
        Claim.of(player, route, cards) for cards in possible_payments(state.board, route, hand, state.supply.unseen)
    ] or [unseen]


def _claimed(trail: _Trail, sight: SeenClaim) -> bool:
    """Play the claim if it is legal and sure; several payments, or a doubtful reading, are left to people."""
    state = trail.state
    legal = [move for move in _claims(state, state.current, sight.route) if why_not(state, move) is None]
    if len(legal) == 1:
        trail.moves += legal
        trail.state = play(state, legal[0])
    if len(legal) > 1 or (legal and sight.confidence < SURE):
        trail.choices += legal
    return bool(legal)


def _cannot_be(state: State, sight: SeenClaim) -> Contradiction:
    """The claim as it was seen, and why it may not be."""
    player, sure = _player(state, sight), sight.confidence >= SURE
    if player is None:
        why = say("Nobody plays with {colour} taxis, and they stand on {route}.", colour=sight.taxis, route=sight.route)
        return Contradiction(why, None, None, sure)
    move = _claims(state, player, sight.route)[0]
    reason: Said | None = why_not(state, move)
    why = reason or say("{name} cannot claim two routes in one turn.", name=state.name_of(player))
    return Contradiction(why, seat(player), None, sure, str(move))
