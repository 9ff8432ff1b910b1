"""Corrections: somebody says that a thing on the table is other than recorded, or shows what was hidden.

`P1 holds 2 red` and `P1 holds ticket A - B` show what was there unseen; the other forms replace what was recorded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from engine.errors import IllegalMove
from engine.parts.cards import Cards, Hand, Row, Supply, fill, holds, lying, reveal
from engine.ticket_to_ride_new_york.legal import ACTING
from engine.ticket_to_ride_new_york.reading import Reader
from engine.ticket_to_ride_new_york.rules import remade
from engine.ticket_to_ride_new_york.state import State, Step
from engine.words import say

Change = Callable[[State, Reader, re.Match[str]], State]


def correct(state: State, text: str) -> State:
    """The corrected state; raises a MoveError."""
    reader, tidy = Reader(text, state), " ".join(text.split())
    for form, change in FORMS:
        if found := form.fullmatch(tidy):
            return remade(replace(change(state, reader, found), remarks=()))
    raise reader.wrong("A correction is written like P1 holds 2 red, or row is red, blue, taxi.")


def _refused(reader: Reader, template: str, **values: object) -> IllegalMove:
    return IllegalMove(reader.text, say(template, **values))


# Showing what was there


def _holds_cards(state: State, reader: Reader, found: re.Match[str]) -> State:
    index, cards = reader.seat(found[1]), reader.cards(found[2])
    hand, unseen = state.players[index].hand, state.supply.unseen
    if not holds(hand, cards, unseen).possible:
        raise _refused(reader, "The counts do not allow it; if they are wrong, say what the whole hand is.")
    hand, unseen = reveal(hand, cards, unseen)
    return replace(state.with_player(index, hand=hand), supply=replace(state.supply, unseen=unseen))


def _holds_ticket(state: State, reader: Reader, found: re.Match[str]) -> State:
    index, ticket = reader.seat(found[1]), Cards((reader.ticket(found[2]),))
    player, unseen = state.players[index], state.tickets.unseen
    place = "offered" if player.offered.unknown else "tickets"
    tickets: Hand = getattr(player, place)
    if not holds(tickets, ticket, unseen).possible:
        raise _refused(reader, "The counts do not allow it: that ticket was seen elsewhere, or all are known.")
    tickets, unseen = reveal(tickets, ticket, unseen)
    return replace(state.with_player(index, **{place: tickets}), tickets=replace(state.tickets, unseen=unseen))


# Replacing what was recorded


def _swapped(reader: Reader, supply: Supply, before: Hand, now: Cards) -> Supply:
    """The supply when cards lie somewhere in place of others.

    What is more or less than recorded came from the deck or went there; what nobody missed is taken off the discards.
    """
    unseen, pile = supply.unseen + before.known, supply.discards
    discarded = now.without(unseen)
    deck = supply.deck + before.size - (now.size - discarded.size)
    if not discarded <= pile.known or deck < 0:
        raise _refused(reader, "Some of these were seen elsewhere, or there are not so many.")
    left = replace(pile, known=pile.known - discarded)
    return Supply(deck, unseen - (now - discarded), left)


def _hand_is(state: State, reader: Reader, found: re.Match[str]) -> State:
    index, cards = reader.seat(found[1]), reader.cards(found[2])
    supply = _swapped(reader, state.supply, state.players[index].hand, cards)
    return replace(state.with_player(index, hand=Hand(cards)), supply=supply)


def _tickets_are(state: State, reader: Reader, found: re.Match[str]) -> State:
    index, tickets = reader.seat(found[1]), Cards({reader.ticket(part): 1 for part in found[2].split(",")})
    supply = _swapped(reader, state.tickets, state.players[index].tickets, tickets)
    return replace(state.with_player(index, tickets=Hand(tickets)), tickets=supply)


def _row_is(state: State, reader: Reader, found: re.Match[str]) -> State:
    """The open cards from left to right; places that are not named are empty."""
    words = found[1].split(",")
    if len(words) > len(state.row):
        raise _refused(reader, "There are only {count} open cards.", count=len(state.row))
    row: Row = (None,) * len(state.row)
    for word in words:
        row = fill(row, reader.card(word))
    return replace(state, row=row, supply=_swapped(reader, state.supply, Hand(lying(state.row)), lying(row)))


def _belongs(state: State, reader: Reader, found: re.Match[str]) -> State:
    """A route has another owner than recorded; of gray twins the free one is given and the first taken away."""
    owner = None if found[2].lower() == "nobody" else reader.seat(found[2])
    lanes = [lane for ends, colour in reader.routes(found[1]) for lane in state.board.lanes_between(ends, colour)]
    fitting = [lane for lane in lanes if (state.owners[lane] is None) != (owner is None)]
    lane = (fitting or lanes)[0]
    return replace(state, owners=(*state.owners[:lane], owner, *state.owners[lane + 1 :]))


def _turn_is(state: State, reader: Reader, found: re.Match[str]) -> State:
    if state.step not in ACTING:
        raise _refused(reader, "Nobody is choosing an action now.")
    return replace(state, current=reader.seat(found[1]), step=Step.ACTION, drawn=0)


def _form(pattern: str, change: Change) -> tuple[re.Pattern[str], Change]:
    return re.compile(pattern, re.IGNORECASE), change


FORMS = (
    _form(r"(P[1-9]) holds ticket (.+)", _holds_ticket),
    _form(r"(P[1-9]) holds (.+)", _holds_cards),
    _form(r"(P[1-9]) hand is (.+)", _hand_is),
    _form(r"(P[1-9]) tickets are (.+)", _tickets_are),
    _form(r"row is (.+)", _row_is),
    _form(r"(.+ - .+) belongs to (P[1-9]|nobody)", _belongs),
    _form(r"turn is (P[1-9])", _turn_is),
)
