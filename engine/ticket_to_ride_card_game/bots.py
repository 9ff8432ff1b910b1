"""A good player: aims at the tickets that its pile can come to complete, and brings their colours onto the track.

It uses only what its seat may know: its own hand and tickets, what it laid onto its own track, the yards, the open row
and the number of cards in the deck.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.bots import Dice, moves_of
from engine.game import AnyGame, seat_index
from engine.parts.cards import NONE, Cards
from engine.ticket_to_ride_card_game import moves as m
from engine.ticket_to_ride_card_game.box import LOCOMOTIVE, Ticket
from engine.ticket_to_ride_card_game.choice import best_choice
from engine.ticket_to_ride_card_game.state import Player, State, Step
from engine.ticket_to_ride_card_game.yards import most_in_yards, plays

# Rules of thumb, in cards.
CARDS_A_TURN = 1.2  # that a player draws on average; the rest of the turns go to the yard and to tickets
FUTURE_WORTH = 0.5  # of a card that is still to come, against one that is there
SECOND_HALF_WORTH = 6  # cards that the second half is still going to bring
GOOD_PLAY = 2.5  # useful cards that make a play better than drawing, while there is time
SPARE_WORTH = 0.2  # of a card that no ticket needs
ROBBERY_WORTH = 0.4  # of a card that an opponent loses


@dataclass(frozen=True)
class Plan:
    """The tickets aimed at, and the cards that they need beyond the pile and beyond pile and yard."""

    aims: tuple[Ticket, ...]
    off_track: Cards
    off_yard: Cards


class GoodBot:
    """Plays its tickets."""

    name = "good"

    def choose(self, game: AnyGame, state: Any, actor: str, dice: Dice) -> Any:
        me = seat_index(actor)
        return self._chosen(state, me) or dice.choice(moves_of(game, state, actor))

    def _chosen(self, state: State, me: int) -> m.Move | None:
        player = state.players[me]
        if player.offered.known:
            return self._keep(state, me)
        match state.step:
            case Step.ADVANCE:
                return self._advance(state, me)
            case Step.ACTION:
                return self._act(state, me)
            case Step.SECOND:
                return self._take(state, me, make_plan(state, player))
        return None

    def _keep(self, state: State, me: int) -> m.Move:
        """The tickets that bring most with the cards to be expected, as many as at least must be kept."""
        player, pile = state.players[me], expected_pile(state, state.players[me])
        held, offered = state.named(player.tickets.known), state.named(player.offered.known)
        least = state.box.deal.tickets_kept_at_least if state.step is Step.START_KEEP else 0
        choices = [some for count in range(least, len(offered) + 1) for some in combinations(offered, count)]
        best = max(choices, key=lambda some: points_of(state, pile, (*held, *some)))
        return m.Keep(me, tuple(sorted(map(str, best))))

    def _advance(self, state: State, me: int) -> m.Move:
        """A locomotive goes before coloured cards that no ticket needs."""
        player = state.players[me]
        plan = make_plan(state, player)
        engines = (group.colour for group in player.yard if group.has_choice and group.colour not in plan.off_track)
        return m.Advance(me, tuple(sorted(engines)))

    def _act(self, state: State, me: int) -> m.Move | None:
        player = state.players[me]
        plan = make_plan(state, player)
        if state.last_turns is not None:
            # What is laid into the yard now never gets onto the track.
            return m.DrawTickets(me) if state.ticket_deck else None
        best = max(known_plays(state, player), key=lambda play: worth_of(state, plan, play), default=None)
        worth = worth_of(state, plan, best) if best else 0.0
        time = turns_left(state)
        if best and (worth >= GOOD_PLAY or (worth >= 1 and time <= 4)):
            return best
        missing = plan.off_yard.without(player.hand.known).size - player.hand.known[LOCOMOTIVE]
        if state.ticket_deck and time > 3 and missing <= 0:
            return m.DrawTickets(me)
        return self._take(state, me, plan) or best

    def _take(self, state: State, me: int, plan: Plan) -> m.Move | None:
        """The open card that is needed most, an open locomotive before a blind card, else the deck's."""
        hand = state.players[me].hand.known
        wanted = plan.off_yard.without(hand)
        colours = [card for card in state.row if card is not None and card != LOCOMOTIVE]
        best = max(colours, key=lambda card: (wanted[card], hand[card]), default=None)
        if best and wanted[best]:
            return m.Take(me, best)
        if LOCOMOTIVE in state.row and state.step is Step.ACTION:
            return m.Take(me, LOCOMOTIVE)
        if state.supply.deck:
            return m.DrawCard(me)
        return m.Take(me, best) if best else None


def turns_left(state: State) -> float:
    """How many turns each player is going to have until the deck is used up."""
    return state.supply.deck / (CARDS_A_TURN * len(state.players))


def expected_pile(state: State, player: Player) -> Cards:
    """What will lie on the track when tickets are completed; cards still to come count as some locomotives."""
    there = player.pile + player.yard_cards()
    if state.last_turns is not None:
        return player.pile
    future = FUTURE_WORTH * state.supply.deck / len(state.players)
    if state.half < state.halves:
        future += SECOND_HALF_WORTH
    return there + player.hand.known + Cards({LOCOMOTIVE: int(future)})


def make_plan(state: State, player: Player) -> Plan:
    held = state.named(player.tickets.known)
    aims = best_choice(expected_pile(state, player), held, frozenset(state.box.bonuses))
    needed = sum((ticket.cards for ticket in aims), NONE)
    off_track = needed.without(player.pile)
    return Plan(aims, off_track, off_track.without(player.yard_cards()))


def points_of(state: State, pile: Cards, tickets: tuple[Ticket, ...]) -> tuple[int, int]:
    """Completed minus open, as the pile stands to be; of equals the choice with fewer tickets."""
    done = best_choice(pile, tickets, frozenset(state.box.bonuses))
    worth = 2 * sum(ticket.points for ticket in done) - sum(ticket.points for ticket in tickets)
    return worth, -len(tickets)


def known_plays(state: State, player: Player) -> Iterator[m.Play]:
    return (play for play in plays(state) if play.cards <= player.hand.known)


def worth_of(state: State, plan: Plan, play: m.Play) -> float:
    """How many cards that a ticket needs come nearer to the track, and what others lose."""
    worth = 0.0
    for kind in play.cards:
        if kind == LOCOMOTIVE:
            # A locomotive is worth most where it lengthens a row that others want to rob, and can wait elsewhere.
            worth += play.cards[kind] * 0.5
            continue
        useful = min(play.cards[kind], plan.off_yard[kind])
        worth += useful + SPARE_WORTH * (play.cards[kind] - useful)
        worth += ROBBERY_WORTH * most_in_yards(state, kind)
    return worth - max(0.0, _turns_to_track(play) - turns_left(state))


def _turns_to_track(play: m.Play) -> int:
    """A row goes card by card; three single cards go together."""
    colours = [kind for kind in play.cards if kind != LOCOMOTIVE]
    return play.cards.size if len(colours) == 1 else 1


GOOD = GoodBot()
