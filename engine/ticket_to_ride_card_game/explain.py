"""The rules as a sensor: which legal moves from the last accepted state explain the cards that the camera saw.

Zone 0 is the open row, zones 1 to 4 are the yards; a zone that was not seen says nothing. Hands, decks and the piles on
the track are out of the camera's sight, so a draw from the deck is never found this way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import seat
from engine.observation import SURE, Contradiction, Inference, conclude
from engine.parts.cards import Cards, lying
from engine.reading import Field
from engine.ticket_to_ride_card_game import moves as m
from engine.ticket_to_ride_card_game.legal import legal_moves
from engine.ticket_to_ride_card_game.play import play
from engine.ticket_to_ride_card_game.rules import why_not
from engine.ticket_to_ride_card_game.state import State, Step
from engine.words import say

ROW = 0
LONGEST_WAY = 8  # moves: a turn with two open cards, and the next one's phase 1 and play
MOST_KINDS = 40
MOST_CARDS = 200

Way = tuple[m.Move, ...]


@dataclass(frozen=True)
class Sight:
    """What lies open in one zone, and how sure the least sure reading of it is."""

    cards: Cards
    confidence: float = 1.0


def read_sights(seen: Mapping[str, Any], state: State) -> dict[int, Sight]:
    """What `see` printed, by zone; raises BadInput."""
    zones = Field(dict(seen), "sighting").entries(("zones",))["zones"]
    sights = {}
    for item in zones.items(len(state.players) + 1):
        fields = item.entries(("zone", "cards"))
        sights[fields["zone"].whole(0, len(state.players))] = _read_sight(fields["cards"], state)
    return sights


def _read_sight(cards: Field, state: State) -> Sight:
    sight = Sight(Cards())
    for item in cards.items(MOST_KINDS):
        fields = item.entries(("kind", "count"))
        some = Cards({fields["kind"].one_of(state.box.kinds): fields["count"].whole(0, MOST_CARDS)})
        confidence = float(fields["confidence"].value) if "confidence" in fields else 1.0
        sight = Sight(sight.cards + some, min(sight.confidence, confidence))
    return sight


def explain(state: State, seen: Mapping[str, Any]) -> Inference:
    """Same, found, ambiguous or unexplained, with the moves or with what speaks against any."""
    sights = read_sights(seen, state)
    if _matches(state, sights):
        return conclude((), ())
    ways = find_ways(state, sights)
    if not ways:
        return conclude((), [_cannot_be(state, zone, sight) for zone, sight in _differing(state, sights)])
    confidence = min(sight.confidence for _, sight in _differing(state, sights))
    sure = len(ways) == 1 and confidence >= SURE
    return conclude(ways[0], (), () if sure else ways, confidence)


def open_cards(state: State, zone: int) -> Cards:
    """The cards that lie open in a zone by the record."""
    return lying(state.row) if zone == ROW else state.players[zone - 1].yard_cards()


def _differing(state: State, sights: Mapping[int, Sight]) -> list[tuple[int, Sight]]:
    return [(zone, sight) for zone, sight in sights.items() if open_cards(state, zone) != sight.cards]


def _matches(state: State, sights: Mapping[int, Sight]) -> bool:
    return not _differing(state, sights)


def find_ways(state: State, sights: Mapping[int, Sight]) -> list[Way]:
    """The shortest sequences of legal moves to what was seen; of those that end alike only the first."""
    reached: list[tuple[State, Way]] = [(state, ())]
    for _ in range(LONGEST_WAY):
        longer = [(play(now, move), (*way, move)) for now, way in reached for move in _steps(now, sights)]
        reached = list({_outcome(now): (now, way) for now, way in reversed(longer)}.values())[::-1]
        found = [way for now, way in reached if _matches(now, sights)]
        if found:
            return found
    return []


def _outcome(state: State) -> tuple[object, ...]:
    """What tells two ways apart, in whatever order their cards were taken."""
    return (state.players, lying(state.row), state.current, state.step, state.drawn)


def _steps(state: State, sights: Mapping[int, Sight]) -> Iterator[m.Move]:
    """Legal moves that lead towards what was seen."""
    own, row = sights.get(state.current + 1), sights.get(ROW)
    if state.waits_for_open_card:
        new = row.cards.without(lying(state.row)) if row else Cards()
        yield from (m.ShowCard(card) for card in new if state.supply.may_give(card))
        return
    if state.step is Step.ADVANCE and own:
        yield from legal_moves(state)
    if state.step in (Step.ACTION, Step.SECOND) and row:
        takes = (m.Take(state.current, card) for card in lying(state.row).without(row.cards))
        yield from (take for take in takes if why_not(state, take) is None)
    if state.step is Step.SECOND:
        yield m.Stop(state.current)
    if state.step is Step.ACTION and own:
        laid = m.Play(state.current, own.cards.without(state.player.yard_cards()))
        if laid.cards and why_not(state, laid) is None:
            yield laid


def _cannot_be(state: State, zone: int, sight: Sight) -> Contradiction:
    """A zone that no legal moves explain: why what was laid there may not be, or just how it differs."""
    sure, known = sight.confidence >= SURE, open_cards(state, zone)
    if zone == ROW:
        words = "The open row shows {seen}; by the record it is {known}."
        return Contradiction(say(words, seen=sight.cards, known=known), None, None, sure)
    index = zone - 1
    ready = play(state, m.Advance(index)) if state.step is Step.ADVANCE and index == state.current else state
    laid = m.Play(index, sight.cards.without(ready.players[index].yard_cards()))
    reason = why_not(ready, laid) if laid.cards else None
    words = "The yard of {name} shows {seen}; by the record it is {known}."
    why = reason or say(words, name=state.players[index].name, seen=sight.cards, known=known)
    return Contradiction(why, seat(index), None, sure, str(laid) if reason else None)
