"""From texts to moves; what a text leaves out is completed from the state if only one legal move fits.

Without a state the box is not known either, and the names of cards and tickets are taken as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.errors import UnreadableMove
from engine.game import seat_index
from engine.parts.cards import Cards, read_cards
from engine.parts.completion import complete
from engine.ticket_to_ride_card_game import moves as m
from engine.ticket_to_ride_card_game.box import Box
from engine.ticket_to_ride_card_game.legal import legal_moves
from engine.ticket_to_ride_card_game.state import State
from engine.words import say

_ACTOR = re.compile(r"(TABLE|P[1-4]) +(\w+) *(.*)", re.IGNORECASE)
_DEALS = re.compile(r"(?:(P[1-4]) +)?(.+)", re.IGNORECASE)
_ADVANCES = re.compile(r"(?:with locomotives? from (.+))?", re.IGNORECASE)
_SOME_TICKETS = re.compile(r"(\d{1,2}) tickets?", re.IGNORECASE)


def read_move(text: str, state: State | None = None) -> m.Move:
    """The move that the text means; raises UnreadableMove or AmbiguousMove."""
    try:
        return _named(_Reader(text, state).move(), state)
    except UnreadableMove:
        found = complete(text, legal_moves(state)) if state and text.strip() else None
        if found is None:
            raise
        return found


def _named(move: m.Move, state: State | None) -> m.Move:
    """The move, with all drawn tickets by name where a text says only that all of them are kept."""
    if state is None or not isinstance(move, m.Keep) or move.player not in state.seats:
        return move
    offered = state.players[move.player].offered
    if not move.unseen or move.unseen != offered.known.size:
        return move
    return m.Keep(move.player, tuple(sorted(offered.known)))


class _Reader:
    """One text being read."""

    def __init__(self, text: str, state: State | None) -> None:
        self.text = text
        self.names = Names(text, state.box if state else None)
        self.owed = state.seats_owed if state else ()

    def wrong(self, template: str, **values: object) -> UnreadableMove:
        return UnreadableMove(self.text, say(template, **values))

    def move(self) -> m.Move:
        found = _ACTOR.fullmatch(" ".join(self.text.split(" ")).strip())
        if found is None:
            raise self.wrong("A move begins with P1 to P4 or TABLE and says what they do.")
        actor, verb, rest = found[1].upper(), found[2].lower(), found[3].strip()
        return self.table_move(verb, rest) if actor == "TABLE" else self.player_move(seat_index(actor), verb, rest)

    def table_move(self, verb: str, rest: str) -> m.TableMove:
        if verb == "shows" and rest:
            return m.ShowCard(self.names.card(rest))
        dealt = _DEALS.fullmatch(rest) if verb == "deals" else None
        if dealt is None or not (dealt[1] or self.owed):
            raise self.wrong("The table deals a card or a ticket to a player, or shows an open card.")
        # Who gets it may be left out: cards are dealt in turn.
        player = seat_index(dealt[1].upper()) if dealt[1] else self.owed[0]
        if " - " in dealt[2]:
            return m.DealTicket(player, self.names.ticket(dealt[2]))
        return m.DealCard(player, self.names.card(dealt[2]))

    def player_move(self, player: int, verb: str, rest: str) -> m.PlayerMove:
        with_words: dict[str, Callable[[int, str], m.PlayerMove]] = {
            "takes": lambda who, words: m.Take(who, self.names.card(words)),
            "plays": lambda who, words: m.Play(who, self.names.cards(words)),
            "draws": self.draws,
            "keeps": self.keeps,
            "shows": lambda who, words: m.ShowTicket(who, self.names.ticket(words)),
            "completes": lambda who, words: m.Complete(who, self.names.tickets(words)),
        }
        alone: dict[str, Callable[[int], m.PlayerMove]] = {"stops": m.Stop, "passes": m.Pass}
        if verb == "advances":
            return self.advances(player, rest)
        if verb in with_words and rest:
            return with_words[verb](player, rest)
        if verb in alone and not rest:
            return alone[verb](player)
        raise self.wrong("A player advances, draws, takes, stops, plays, keeps, passes, shows or completes.")

    def advances(self, player: int, rest: str) -> m.Advance:
        found = _ADVANCES.fullmatch(rest)
        if found is None:
            raise self.wrong("It is written P1 advances, or P1 advances with locomotive from red.")
        named = found[1].split(",") if found[1] else ()
        return m.Advance(player, tuple(sorted({self.names.card(word) for word in named})))

    def draws(self, player: int, rest: str) -> m.PlayerMove:
        if rest.lower() not in ("a card", "card", "tickets"):
            raise self.wrong("A player draws a card or draws tickets.")
        return m.DrawTickets(player) if rest.lower() == "tickets" else m.DrawCard(player)

    def keeps(self, player: int, rest: str) -> m.Keep:
        some = _SOME_TICKETS.fullmatch(rest)
        return m.Keep(player, unseen=int(some[1])) if some else m.Keep(player, self.names.tickets(rest))


class Names:
    """The names of cards and tickets in a text, spelled as the box does if it is known."""

    def __init__(self, text: str, box: Box | None) -> None:
        self.text = text
        self.box = box

    def wrong(self, template: str, **values: object) -> UnreadableMove:
        return UnreadableMove(self.text, say(template, **values))

    def card(self, words: str) -> str:
        if self.box is None:
            return words.strip()
        card = self.box.spelled(words)
        if card not in self.box.kinds:
            known = ", ".join(self.box.kinds)
            raise self.wrong("There is no card {card}; the cards are {known}.", card=card, known=known)
        return card

    def cards(self, words: str) -> Cards:
        try:
            named = read_cards(words)
        except ValueError:
            raise self.wrong("Cards are written like 2 red, 1 locomotive.") from None
        total = Cards()
        for kind in named:
            total = total + Cards({self.card(kind): named[kind]})
        return total

    def ticket(self, words: str) -> str:
        first, _, second = (part.strip() for part in words.partition(" - "))
        if not second:
            raise self.wrong("A ticket is written like Dallas - Miami.")
        if self.box is None:
            return f"{first} - {second}"
        ticket = self.box.spelled(f"{first} - {second}")
        if ticket not in self.box.ticket_named:
            raise self.wrong("There is no ticket {ticket}.", ticket=ticket)
        return ticket

    def tickets(self, words: str) -> tuple[str, ...]:
        if words.lower() == m.NO_TICKETS:
            return ()
        named = [self.ticket(word) for word in words.split(",")]
        if len(set(named)) < len(named):
            raise self.wrong("A ticket is named twice.")
        return tuple(sorted(named))
