"""What a move does: pure steps from a state to the next, and all that follows without anybody's choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.errors import IllegalMove
from engine.parts.cards import (
    EMPTY,
    NONE,
    Cards,
    Hand,
    Verdict,
    fill,
    holds,
    lying,
    reveal,
    spend,
    take_from,
)
from engine.score import Problem
from engine.ticket_to_ride_card_game import moves as m
from engine.ticket_to_ride_card_game.box import LOCOMOTIVE
from engine.ticket_to_ride_card_game.rules import DRAWS, IN_TURN, can_draw, nonsense, why_not
from engine.ticket_to_ride_card_game.state import Group, Player, State, Step
from engine.words import Said, say


def play(state: State, move: m.Move, insist: bool = False) -> State:
    """The state after the move; raises IllegalMove."""
    breach = why_not(state, move)
    why = nonsense(state, move) if breach and insist else breach
    if why:
        raise IllegalMove(str(move), why)
    state = replace(state, remarks=_doubts(state, move))
    if breach:
        state = _recorded(state, move, breach)
    return settle(_DO[type(move)](state, move))


def _doubts(state: State, move: m.Move) -> tuple[Said, ...]:
    """What must be said about cards that nobody can tell to have been in the hand."""
    if not isinstance(move, m.Play):
        return ()
    player = state.players[move.player]
    if holds(player.hand, move.cards, state.supply.unseen) is not Verdict.CANNOT_TELL:
        return ()
    return (say("Nobody saw all the cards of {name}; the counts allow it.", name=player.name),)


def _recorded(state: State, move: m.Move, breach: Said) -> State:
    """The state in which somebody insisted: the breach stands in it, and whoever acted has the turn."""
    player = getattr(move, "player", state.current)
    problem = Problem(breach, state.players[player].name, what=str(move))
    state = replace(state, breaches=(*state.breaches, problem))
    if player == state.current or state.step not in IN_TURN or isinstance(move, m.DealCard):
        return state
    return replace(state, current=player, drawn=0)


# The table


def _deal_card(state: State, move: m.DealCard) -> State:
    state = replace(state, supply=state.supply.give(move.card))
    state = state.with_player(move.player, hand=state.players[move.player].hand.take(move.card))
    return _after_deal(state, move.player)


def _deal_unseen(state: State, index: int) -> State:
    state = replace(state, supply=state.supply.give_unseen())
    state = state.with_player(index, hand=state.players[index].hand.take_unseen())
    return _after_deal(state, index)


def _after_deal(state: State, index: int) -> State:
    """A card that somebody insisted on giving besides changes nobody's turn."""
    if state.step is Step.DEAL_CARDS and state.owed[index]:
        return state.pay(index)
    return _after_draw(state, 1) if state.step is Step.CARD and index == state.current else state


def _show_card(state: State, move: m.ShowCard) -> State:
    return replace(state, supply=state.supply.give(move.card), row=fill(state.row, move.card))


def _deal_ticket(state: State, move: m.DealTicket) -> State:
    one = Cards((move.ticket,))
    if state.tickets.deck:
        state = replace(state, tickets=state.tickets.give(move.ticket))
    else:
        bundle, unseen = spend(state.under[0], one, state.tickets.unseen)
        state = _with_top_bundle(state, bundle, unseen)
    return _offered(state, move.player, state.players[move.player].offered.take(move.ticket))


def _deal_ticket_unseen(state: State, index: int) -> State:
    if state.tickets.deck:
        state = replace(state, tickets=state.tickets.give_unseen())
    else:
        top = state.under[0]
        state = _with_top_bundle(state, Hand(unknown=top.size - 1), state.tickets.unseen + top.known)
    return _offered(state, index, state.players[index].offered.take_unseen())


def _offered(state: State, index: int, offered: Hand) -> State:
    state = state.with_player(index, offered=offered)
    return state.pay(index) if state.step is Step.DEAL_TICKETS else state


def _with_top_bundle(state: State, bundle: Hand, unseen: Cards) -> State:
    under = (bundle, *state.under[1:]) if bundle.size else state.under[1:]
    return replace(state, under=under, tickets=replace(state.tickets, unseen=unseen))


# A turn


def _advance(state: State, move: m.Advance) -> State:
    """A row's coloured cards go before its locomotives unless the player says otherwise (phase 1; ruling 2)."""
    player = state.players[move.player]
    yard, gone = [], []
    for group in player.yard:
        engine = not group.coloured or group.colour in move.locomotive_from
        gone.append(LOCOMOTIVE if engine else group.colour)
        left = Group(group.colour, group.coloured - (not engine), group.locomotives - engine)
        if left.size:
            yard.append(left)
    state = state.with_player(move.player, yard=tuple(yard), pile=player.pile + Cards(gone))
    return replace(state, step=Step.ACTION)


def _draw_card(state: State, move: m.DrawCard) -> State:
    return replace(state, step=Step.CARD)


def _take(state: State, move: m.Take) -> State:
    player = state.players[move.player]
    state = state.with_player(move.player, hand=player.hand.take(move.card))
    state = replace(state, row=take_from(state.row, move.card))
    return _after_draw(state, DRAWS if move.card == LOCOMOTIVE else 1)


def _after_draw(state: State, count: int) -> State:
    drawn = state.drawn + count
    return replace(state, drawn=drawn, step=Step.SECOND if drawn < DRAWS else Step.END_TURN)


def _end_turn(state: State, move: m.Stop | m.Pass) -> State:
    return replace(state, step=Step.END_TURN)


def _play(state: State, move: m.Play) -> State:
    player = state.players[move.player]
    hand, unseen = _laid_down(player.hand, move.cards, state.supply.unseen)
    engines, colours = move.cards[LOCOMOTIVE], sorted(set(move.cards) - {LOCOMOTIVE})
    laid = [Group(colour, move.cards[colour], engines if place == 0 else 0) for place, colour in enumerate(colours)]
    state = replace(state, supply=replace(state.supply, unseen=unseen), step=Step.END_TURN)
    for group in laid:
        state = _rob(state, move.player, group)
    return state.with_player(move.player, hand=hand, yard=_with_groups(player.yard, laid))


def _laid_down(hand: Hand, cards: Cards, unseen: Cards) -> tuple[Hand, Cards]:
    """The hand and the unseen cards afterwards; if the hand cannot have held the cards, its record was wrong."""
    if holds(hand, cards, unseen).possible:
        return spend(hand, cards, unseen)
    return Hand(unknown=hand.size - cards.size), unseen + hand.known - cards


def _with_groups(yard: tuple[Group, ...], laid: list[Group]) -> tuple[Group, ...]:
    """The yard with new groups; one of a colour that lies there, which only insisting brings about, joins it."""
    groups = {group.colour: group for group in yard}
    for group in laid:
        there = groups.get(group.colour, Group(group.colour, 0))
        joined = Group(group.colour, there.coloured + group.coloured, there.locomotives + group.locomotives)
        groups[group.colour] = joined
    return tuple(groups.values())


def _rob(state: State, robber: int, laid: Group) -> State:
    """A smaller group of the colour in another yard is discarded, locomotives and all (rulebook, train robbery)."""
    for index, player in enumerate(state.players):
        group = player.group(laid.colour)
        if group and index != robber and group.size < laid.size:
            state = state.with_player(index, yard=tuple(other for other in player.yard if other is not group))
            words = "Train robbery: {name} discards {cards}."
            remarks = (*state.remarks, say(words, name=player.name, cards=group.cards))
            state = replace(state, supply=state.supply.discard(Hand(group.cards)), remarks=remarks)
    return state


# Tickets


def _draw_tickets(state: State, move: m.DrawTickets) -> State:
    return replace(state, step=Step.TICKETS)


def _keep(state: State, move: m.Keep) -> State:
    player = state.players[move.player]
    kept = Hand(Cards(move.tickets), move.unseen)
    rest = Hand(player.offered.known - kept.known, player.offered.unknown - kept.unknown)
    state = state.with_player(move.player, tickets=player.tickets + kept, offered=EMPTY)
    if state.step is Step.START_KEEP:
        # At the start the unwanted tickets are shuffled into the deck (rulebook, set-up).
        tickets = replace(state.tickets, deck=state.tickets.deck + rest.size, unseen=state.tickets.unseen + rest.known)
        return replace(state, tickets=tickets)
    under = (*state.under, rest) if rest.size else state.under
    return replace(state, under=under, step=Step.END_TURN)


def _show_ticket(state: State, move: m.ShowTicket) -> State:
    held, unseen = reveal(state.players[move.player].tickets, Cards((move.ticket,)), state.tickets.unseen)
    state = state.with_player(move.player, tickets=held)
    return replace(state, tickets=replace(state.tickets, unseen=unseen))


def _complete(state: State, move: m.Complete) -> State:
    return state.with_player(move.player, picked=move.tickets)


_DO: dict[type, Callable[[State, Any], State]] = {
    m.DealCard: _deal_card,
    m.DealTicket: _deal_ticket,
    m.ShowCard: _show_card,
    m.Advance: _advance,
    m.DrawCard: _draw_card,
    m.Take: _take,
    m.Stop: _end_turn,
    m.Play: _play,
    m.DrawTickets: _draw_tickets,
    m.Keep: _keep,
    m.Pass: _end_turn,
    m.ShowTicket: _show_ticket,
    m.Complete: _complete,
}


# What follows by itself


def settle(state: State) -> State:
    """Do all that needs neither a choice nor a card to be seen."""
    while not state.waits_for_open_card and state.step in _FOLLOWS:
        after = _FOLLOWS[state.step](state)
        if after is None:
            break
        state = after
    return state


def _follow_deal(state: State) -> State | None:
    if state.seats_owed and state.supply.deck:
        return _deal_unseen(state, state.seats_owed[0]) if state.hidden else None
    if state.half == 1:
        return replace(state, owed=(state.box.deal.tickets,) * len(state.players), step=Step.DEAL_TICKETS)
    # No tickets are dealt in the second half, so nobody has any to keep; but the open row is laid first.
    return replace(state, owed=(), step=Step.START_KEEP)


def _follow_ticket_deal(state: State) -> State | None:
    if not state.seats_owed:
        return replace(state, step=Step.START_KEEP)
    return _deal_ticket_unseen(state, state.seats_owed[0]) if state.hidden else None


def _follow_start_keep(state: State) -> State | None:
    return None if any(player.offered.size for player in state.players) else _first_turn(state)


def _first_turn(state: State) -> State:
    """A half that begins with a used-up deck has only the last turns: big hands can leave that few cards."""
    last = None if state.supply.deck else len(state.players)
    return replace(state, current=state.first, step=Step.ADVANCE, drawn=0, last_turns=last, owed=())


def _follow_advance(state: State) -> State | None:
    return None if state.player.yard else replace(state, step=Step.ACTION)


def _follow_card(state: State) -> State | None:
    return _deal_unseen(state, state.current) if state.hidden else None


def _follow_second(state: State) -> State | None:
    return None if can_draw(state) else replace(state, step=Step.END_TURN)


def _follow_tickets(state: State) -> State | None:
    if state.player.offered.size == state.box.deal.tickets_drawn or not state.ticket_deck:
        return replace(state, step=Step.KEEP)
    return _deal_ticket_unseen(state, state.current) if state.hidden else None


def _follow_turn(state: State) -> State:
    """When the deck's last card is gone everyone, its drawer too, has one more turn (ruling 4)."""
    last = state.last_turns
    if last is not None:
        last -= 1
    elif not state.supply.deck:
        last = len(state.players)
        state = replace(state, remarks=(*state.remarks, say("The deck is used up: everyone has one more turn.")))
    if last == 0:
        return replace(state, last_turns=0, step=Step.COUNT)
    following = (state.current + 1) % len(state.players)
    return replace(state, current=following, step=Step.ADVANCE, drawn=0, last_turns=last)


def _follow_count(state: State) -> State | None:
    if any(player.picked is None for player in state.players):
        return None
    return replace(state, step=Step.OVER) if state.half == state.halves else _second_half(state)


def _second_half(state: State) -> State:
    """Rulebook, four players: hands and open tickets stay, every other train card makes a new deck."""
    supply = state.supply.discard(Hand(lying(state.row)))
    players = []
    for player in state.players:
        supply = supply.discard(Hand(player.yard_cards() + player.pile))
        players.append(_after_first_half(player))
    return replace(
        state,
        players=tuple(players),
        supply=supply.remade(),
        row=(None,) * len(state.row),
        first=(state.current + 1) % len(players),
        half=2,
        step=Step.DEAL_CARDS,
        owed=(state.box.deal.cards_in_second_half,) * len(players),
        last_turns=None,
    )


def _after_first_half(player: Player) -> Player:
    picked = player.picked or ()
    tickets = replace(player.tickets, known=player.tickets.known - Cards(picked))
    return replace(player, yard=(), pile=NONE, tickets=tickets, completed=player.completed + picked, picked=None)


_FOLLOWS: dict[Step, Callable[[State], State | None]] = {
    Step.DEAL_CARDS: _follow_deal,
    Step.DEAL_TICKETS: _follow_ticket_deal,
    Step.START_KEEP: _follow_start_keep,
    Step.ADVANCE: _follow_advance,
    Step.CARD: _follow_card,
    Step.SECOND: _follow_second,
    Step.TICKETS: _follow_tickets,
    Step.END_TURN: _follow_turn,
    Step.COUNT: _follow_count,
}
