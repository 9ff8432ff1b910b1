"""What may be done now, and why not; whether it was done by the book is yes, no or "cannot tell"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.game import seat
from engine.parts.cards import Cards, Verdict, holds
from engine.score import Problem
from engine.ticket_to_ride_card_game import moves as m
from engine.ticket_to_ride_card_game.box import LOCOMOTIVE
from engine.ticket_to_ride_card_game.choice import missing_cards
from engine.ticket_to_ride_card_game.counting import completions, must_show
from engine.ticket_to_ride_card_game.state import State, Step
from engine.ticket_to_ride_card_game.yards import plays, why_no_group, why_not_in_hand, why_yards_forbid
from engine.words import Said, say

DRAWS = 2  # cards in one turn
IN_TURN = (Step.ADVANCE, Step.ACTION, Step.SECOND)  # where a player chooses what to do

WAITING = {
    Step.DEAL_CARDS: "First the cards are dealt.",
    Step.DEAL_TICKETS: "First the tickets are dealt.",
    Step.START_KEEP: "First everybody chooses which tickets to keep.",
    Step.ADVANCE: "First a card of every colour in the yard goes onto the track.",
    Step.ACTION: "An action is due: draw cards, play to the yard, or draw tickets.",
    Step.CARD: "First the table says which card was drawn.",
    Step.SECOND: "After a first card only a second one can be drawn.",
    Step.TICKETS: "First the table says which tickets were drawn.",
    Step.KEEP: "First the drawn tickets are kept or put back.",
    Step.END_TURN: "First the open row is filled.",
    Step.COUNT: "The last turn is over: now tickets are completed.",
    Step.OVER: "The game is over.",
}


def why_not(state: State, move: m.Move) -> Said | None:
    """Why the move is not allowed now, or None if it is or may be."""
    if move_player(move) not in state.seats:
        return say("There is no {seat} in this game.", seat=seat(move_player(move)))
    return _REASONS[type(move)](state, move)


def verdict(state: State, move: m.Move) -> Verdict:
    """Is the move legal: yes, no, or cannot tell because nobody saw the hand it is played from."""
    if why_not(state, move) is not None:
        return Verdict.NO
    if isinstance(move, m.Play):
        return holds(state.players[move.player].hand, move.cards, state.supply.unseen)
    return Verdict.YES


def _wrong_moment(state: State, player: int, *steps: Step) -> Said | None:
    """Why this player cannot do a thing that belongs to these steps."""
    if state.waits_for_open_card:
        return say("First the open row is filled.")
    whole_table = state.step in (Step.START_KEEP, Step.COUNT, Step.OVER, Step.DEAL_CARDS, Step.DEAL_TICKETS)
    if not whole_table and player != state.current:
        return say("It is {name}'s turn.", name=state.player.name)
    return None if state.step in steps else say(WAITING[state.step])


# The table


def _why_not_deal_card(state: State, move: m.DealCard) -> Said | None:
    if state.step not in (Step.DEAL_CARDS, Step.CARD) or state.waits_for_open_card:
        return say("No card is to be dealt now.")
    if move.player not in state.seats_owed:
        return say("{name} is owed no card.", name=state.players[move.player].name)
    return _why_no_card(state, move.card)


def _why_not_show_card(state: State, move: m.ShowCard) -> Said | None:
    if not state.waits_for_open_card:
        return say("No open card is to be laid now.")
    return _why_no_card(state, move.card)


def _why_no_card(state: State, card: str) -> Said | None:
    if state.supply.may_give(card):
        return None
    return say("The deck has no {card} card left: all of them are elsewhere.", card=card)


def _why_not_deal_ticket(state: State, move: m.DealTicket) -> Said | None:
    if state.step not in (Step.DEAL_TICKETS, Step.TICKETS) or state.waits_for_open_card:
        return say("No ticket is to be dealt now.")
    if move.player not in state.seats_owed:
        return say("{name} is owed no ticket.", name=state.players[move.player].name)
    if move.ticket not in next_tickets(state):
        return say("{ticket} cannot be the next ticket: it lies elsewhere.", ticket=move.ticket)
    return None


def next_tickets(state: State) -> Cards:
    """What the top ticket may be: of the deck and, once that is used up, of the uppermost bundle put back."""
    if state.tickets.deck:
        return state.tickets.unseen
    if not state.under:
        return Cards()
    return state.under[0].known + (state.tickets.unseen if state.under[0].unknown else Cards())


# Drawing cards


def _why_not_take(state: State, move: m.Take) -> Said | None:
    why = _wrong_moment(state, move.player, Step.ACTION, Step.SECOND)
    if why:
        return why
    if move.card not in state.row:
        return say("There is no open {card} card.", card=move.card)
    if state.step is Step.SECOND and move.card == LOCOMOTIVE:
        return say("An open locomotive counts as two cards, so it cannot be the second one.")
    return None


def _why_not_draw_card(state: State, move: m.DrawCard) -> Said | None:
    why = _wrong_moment(state, move.player, Step.ACTION, Step.SECOND)
    if why:
        return why
    return None if state.supply.deck else say("The deck is used up.")


def _why_not_stop(state: State, move: m.Stop) -> Said | None:
    if state.step is Step.ACTION and move.player == state.current:
        return say("At least one card is drawn first.")
    return _wrong_moment(state, move.player, Step.SECOND)


def can_draw(state: State) -> bool:
    """Is there a card that could be drawn now, as the first or as the second?"""
    return state.supply.deck > 0 or any(
        card is not None and (state.drawn == 0 or card != LOCOMOTIVE) for card in state.row
    )


# The yard


def _why_not_advance(state: State, move: m.Advance) -> Said | None:
    if state.step in (Step.ACTION, Step.SECOND) and move.player == state.current:
        return say("The yard's cards were moved in this turn, or there were none.")
    why = _wrong_moment(state, move.player, Step.ADVANCE)
    if why:
        return why
    return _why_no_locomotive(state, move)


def _why_no_locomotive(state: State, move: m.Advance) -> Said | None:
    for colour in move.locomotive_from:
        group = state.players[move.player].group(colour)
        if group is None or not group.locomotives:
            return say("There is no locomotive among the {colour} cards of the yard.", colour=colour)
        if not group.coloured:
            return say("The {colour} row has only locomotives left; one goes in any case.", colour=colour)
    return None


def _why_not_play(state: State, move: m.Play) -> Said | None:
    return (
        _wrong_moment(state, move.player, Step.ACTION)
        or why_no_group(move.cards)
        or why_not_in_hand(state, move)
        or why_yards_forbid(state, move)
    )


# Tickets


def _why_not_draw_tickets(state: State, move: m.DrawTickets) -> Said | None:
    why = _wrong_moment(state, move.player, Step.ACTION)
    if why:
        return why
    return None if state.ticket_deck else say("There are no tickets left to draw.")


def _why_not_keep(state: State, move: m.Keep) -> Said | None:
    why = _wrong_moment(state, move.player, Step.KEEP, Step.START_KEEP) or why_not_offered(state, move)
    if why:
        return why
    least = state.box.deal.tickets_kept_at_least if state.step is Step.START_KEEP else 0
    if len(move.tickets) + move.unseen < least:
        return say("At the start at least {least} ticket must be kept.", least=least)
    return None


def why_not_offered(state: State, move: m.Keep) -> Said | None:
    offered = state.players[move.player].offered
    if not offered.size:
        return say("There are no tickets to choose from.")
    if offered.unknown and move.tickets:
        return say("Nobody saw these tickets; say only how many are kept.")
    if move.unseen > offered.unknown:
        words = "The tickets are known; name those that are kept." if offered.known else "So many were not drawn."
        return say(words)
    for ticket in move.tickets:
        if ticket not in offered.known:
            return say("{ticket} is not among the drawn tickets.", ticket=ticket)
    return None


def _why_not_pass(state: State, move: m.Pass) -> Said | None:
    why = _wrong_moment(state, move.player, Step.ACTION)
    if why:
        return why
    if can_draw(state):
        return say("There are cards to draw.")
    if state.ticket_deck:
        return say("There are tickets to draw.")
    if any(verdict(state, play) is Verdict.YES for play in plays(state)):
        return say("There are cards in the hand that can be played.")
    return None


# The count


def _why_not_show_ticket(state: State, move: m.ShowTicket) -> Said | None:
    why = _wrong_moment(state, move.player, Step.COUNT)
    if why:
        return why
    if not state.players[move.player].tickets.unknown:
        return say("All tickets of {name} are known.", name=state.players[move.player].name)
    if move.ticket not in state.tickets.unseen:
        return say("{ticket} lies elsewhere.", ticket=move.ticket)
    return None


def _why_not_complete(state: State, move: m.Complete) -> Said | None:
    why = _wrong_moment(state, move.player, Step.COUNT) or why_not_payable(state, move)
    if why:
        return why
    if move.tickets not in completions(state, move.player):
        return say("Another choice of tickets brings more: {best}.", best=", ".join(completions(state, move.player)[0]))
    return None


def why_not_payable(state: State, move: m.Complete) -> Said | None:
    player = state.players[move.player]
    if player.picked is not None:
        return say("{name} has completed tickets already.", name=player.name)
    silent = must_show(state)
    if silent:
        return say("First {name} shows {count} more tickets.", name=silent.name, count=silent.tickets.unknown)
    for ticket in move.tickets:
        if ticket not in player.tickets.known:
            return say("{name} does not hold the ticket {ticket}.", name=player.name, ticket=ticket)
    lacking = missing_cards(player.pile, state.named(move.tickets))
    return say("The pile lacks {count} cards for these tickets.", count=lacking) if lacking else None


_REASONS: dict[type, Callable[[State, Any], Said | None]] = {
    m.DealCard: _why_not_deal_card,
    m.DealTicket: _why_not_deal_ticket,
    m.ShowCard: _why_not_show_card,
    m.Take: _why_not_take,
    m.DrawCard: _why_not_draw_card,
    m.Stop: _why_not_stop,
    m.Advance: _why_not_advance,
    m.Play: _why_not_play,
    m.DrawTickets: _why_not_draw_tickets,
    m.Keep: _why_not_keep,
    m.Pass: _why_not_pass,
    m.ShowTicket: _why_not_show_ticket,
    m.Complete: _why_not_complete,
}


# Insisting


def nonsense(state: State, move: m.Move) -> Said | None:
    """Why hands cannot have done this at all, so that insisting on it does not help; None if they can."""
    if move_player(move) not in state.seats:
        return say("There is no {seat} in this game.", seat=seat(move_player(move)))
    match move:
        case m.DealCard():
            return _why_no_card(state, move.card)
        case m.ShowCard():
            return _why_no_card(state, move.card) if None in state.row else say("The open row is full.")
        case m.Keep():
            return _wrong_moment(state, move.player, Step.KEEP, Step.START_KEEP) or why_not_offered(state, move)
        case m.Complete():
            return _wrong_moment(state, move.player, Step.COUNT) or why_not_payable(state, move)
        case m.DealTicket() | m.ShowTicket():
            return why_not(state, move)
    if state.step not in IN_TURN:
        return say(WAITING[state.step])
    return _senseless_action(state, move)


def _senseless_action(state: State, move: m.PlayerMove) -> Said | None:
    match move:
        case m.Take() if move.card not in state.row:
            return say("There is no open {card} card.", card=move.card)
        case m.DrawCard() if not state.supply.deck:
            return say("The deck is used up.")
        case m.DrawTickets() if not state.ticket_deck:
            return say("There are no tickets left to draw.")
        case m.Advance():
            empty = not state.players[move.player].yard
            return say("There are no cards in the yard.") if empty else _why_no_locomotive(state, move)
        case m.Play():
            return _senseless_play(state, move)
    return None


def _senseless_play(state: State, move: m.Play) -> Said | None:
    """Cards may come out of a hand against the record, but not if they were seen elsewhere."""
    hand = state.players[move.player].hand
    if not set(move.cards) - {LOCOMOTIVE}:
        return why_no_group(move.cards)
    if move.cards.size > hand.size or not move.cards <= hand.known + state.supply.unseen:
        return why_not_in_hand(state, move)
    return None


def move_player(move: m.Move) -> int:
    """The seat that a move names; the first where it names none."""
    return 0 if isinstance(move, m.ShowCard) else move.player


def find_problems(state: State) -> Iterator[Problem]:
    """What lies in the yards against the rules."""
    for colour in state.box.colours:
        owners = [player.name for player in state.players if player.group(colour)]
        if len(owners) > 1:
            words = "There are {colour} cards in the yards of {names}; the smaller row is discarded."
            yield Problem(say(words, colour=colour, names=" and ".join(owners)), owners[-1], what=colour)
