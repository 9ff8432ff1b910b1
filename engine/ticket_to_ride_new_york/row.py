"""The open row when too many wild cards lie in it (ruling 3)."""

from __future__ import annotations

from dataclasses import replace

from engine.parts.cards import Cards, Hand, Verdict, least, lying, most
from engine.ticket_to_ride_new_york.state import State
from engine.words import say


def must_go(state: State) -> Verdict:
    """Must the whole row be discarded? Only if the cards that go round can make a row with fewer wild cards.

    With hidden hands nobody may be able to tell, because the cards for it are in the deck or in a hand.
    """
    numbers, wild, row = state.board.numbers, state.board.wild, lying(state.row)
    if None in state.row or row[wild] < numbers.wilds_swept:
        return Verdict.NO
    supply = state.supply
    hidden = Hand(unknown=supply.deck + supply.discards.unknown)
    size = min(len(state.row), row.size + hidden.size + supply.discards.known.size)
    needed = size - (numbers.wilds_swept - 1) - _plain(row, wild) - _plain(supply.discards.known, wild)
    # Wild cards and all others: for this question there are only two kinds.
    unseen = Cards({"wild": supply.unseen[wild], "plain": _plain(supply.unseen, wild)})
    if least(hidden, "plain", unseen) >= needed:
        return Verdict.YES
    return Verdict.CANNOT_TELL if most(hidden, "plain", unseen) >= needed else Verdict.NO


def _plain(cards: Cards, wild: str) -> int:
    return cards.size - cards[wild]


def swept(state: State) -> State:
    """The state after the whole row was discarded."""
    row, wild = lying(state.row), state.board.wild
    why = say("{count} {wild} cards lay open, so the whole row was discarded.", count=row[wild], wild=wild)
    supply = state.supply.discard(Hand(row))
    return replace(state, supply=supply, row=(None,) * len(state.row), remarks=(*state.remarks, why))
