"""Whole games of New York: they end, nothing is lost, claims are as a brute force finds them, the good player wins."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.errors import IllegalMove
from engine.game import seat
from engine.games import find_bot
from engine.parts.cards import Cards
from engine.ticket_to_ride_new_york import GAME
from engine.ticket_to_ride_new_york.bench import benchmarks
from engine.ticket_to_ride_new_york.legal import verdict
from engine.ticket_to_ride_new_york.moves import Claim
from engine.ticket_to_ride_new_york.state import State, Step
from tests.engine.new_york import NAMES, game_states, reshuffled
from tests.reference import ticket_to_ride_new_york as reference
from tests.setups import LITTLE_BRIDGES

GAMES = 20
LOOKED_AT_EVERY = 6


def check_cards(state: State) -> None:
    assert state.all_cards() == state.board.cards
    unknown = sum(player.hand.unknown for player in state.players) + state.supply.discards.unknown
    assert state.supply.unseen.size == state.supply.deck + unknown


def check_conservation(state: State) -> None:
    """44 cards, every ticket once, no taxi more than there are (rulebook, list of components)."""
    board, players = state.board, state.players
    check_cards(state)
    tickets = state.tickets.unseen + Cards(ticket for ticket in state.bottom if ticket)
    for player in players:
        tickets = tickets + player.tickets.known + player.offered.known
    assert tickets == Cards(str(ticket) for ticket in board.tickets)
    hidden = sum(player.tickets.unknown + player.offered.unknown for player in players)
    assert state.tickets.unseen.size == state.tickets.deck + hidden + state.bottom.count(None)
    for index in state.seats:
        placed = sum(route.length for route in state.routes_of(index))
        assert placed + state.taxis_of(index) == board.numbers.taxis
        assert state.taxis_of(index) >= 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_random_games_end_and_lose_nothing(players: int, hands: str) -> None:
    for seed in range(GAMES):
        states = game_states(players, seed, {"hands": hands})
        for state in (*states[::LOOKED_AT_EVERY], states[-1]):
            check_conservation(state)
        assert states[-1].step is Step.OVER
        assert states[-1].last_turns == 0
        assert min(states[-1].taxis_of(index) for index in range(players)) <= 2
        assert GAME.problems(states[-1]) == ()


def test_the_other_map_conserves_too_and_ends_in_both_ways() -> None:
    """Rulebook, end of the game; ruling 10."""
    ends: Counter[bool] = Counter()
    for seed in range(20):
        states = game_states(2, seed, {"data": LITTLE_BRIDGES})
        for state in states:
            check_conservation(state)
        ends[states[-1].last_turns == 0] += 1
    assert set(ends) == {True, False}


def test_at_an_open_table_everything_is_known() -> None:
    """Ruling 1: in the simulated table everything is known."""
    for state in game_states(4, seed=7):
        hands = [hand for player in state.players for hand in (player.hand, player.tickets, player.offered)]
        assert not any(hand.unknown for hand in hands)
        assert state.supply.unseen.size == state.supply.deck


def chooses(state: State) -> bool:
    return state.step is Step.ACTION and not state.waits_for_open_card


@pytest.mark.parametrize("players", [2, 3])
def test_claims_are_those_that_a_brute_force_finds(players: int) -> None:
    """Rulebook, claiming a route: every free route with every handful of cards that pays for it."""
    compared = 0
    for state in filter(chooses, game_states(players, seed=players)[::2]):
        ours = {
            (frozenset(move.ends), move.colour, tuple(sorted((move.cards or Cards()).counts().items())))
            for move in GAME.legal_moves(state)
            if isinstance(move, Claim)
        }
        assert ours == brute_force_claims(state)
        compared += len(ours)
    assert compared > 100


def brute_force_claims(state: State) -> set[Any]:
    position = GAME.position(state)
    me = position["players"][state.current]
    hand = state.player.hand.known.counts()
    found = set()
    for a, b, colour, length in reference.PRINTED:
        me["routes"].append([a, b, colour])
        if reference.is_lawful(position):
            found |= {(frozenset((a, b)), colour, paid) for paid in reference.payments(colour, length, hand)}
        me["routes"].pop()
    return found


def test_every_legal_move_has_a_verdict_that_is_not_no() -> None:
    for state in game_states(3, 3, {"hands": "hidden"})[::9]:
        assert all(verdict(state, move).possible for move in GAME.legal_moves(state))


@pytest.mark.parametrize("players", [2, 4])
def test_the_good_player_beats_random_ones(players: int) -> None:
    won = 0
    for seed in range(6):
        bots = ["random"] * players
        bots[seed % players] = "good"
        last = game_states(players, seed, bots=bots)[-1]
        won += NAMES[seed % players] in GAME.score(GAME.position(last)).winners
    assert won >= 5


def test_the_good_player_does_not_look_at_what_is_hidden() -> None:
    """With the others' hands and the decks dealt anew it chooses the same move."""
    dice, good = random.Random(5), find_bot(GAME.name, "good")
    choosing = list(filter(chooses, game_states(3, 5, bots=["good"])))
    assert len(choosing) > 20
    for state in choosing:
        other, actor = reshuffled(state, state.current, dice), seat(state.current)
        assert good.choose(GAME, state, actor, dice) == good.choose(GAME, other, actor, dice)


def test_the_good_player_can_sit_at_a_hidden_table() -> None:
    assert GAME.turn(game_states(2, 2, {"hands": "hidden"}, ["good"])[-1]).over


def test_the_benchmarks_give_the_answers_of_the_plain_ways() -> None:
    assert all(benchmark.agrees() for benchmark in benchmarks(random.Random(1)))


def test_whatever_is_insisted_on_no_card_is_lost() -> None:
    """Moves of other games and moments, thrown into a game: most are breaches or nonsense."""
    dice, recorded = random.Random(9), 0
    for hands in ("open", "hidden"):
        moves = [move for state in game_states(3, 1, {"hands": hands}) for move in GAME.legal_moves(state)]
        for state in game_states(3, 2, {"hands": hands})[::8]:
            for move in dice.sample(moves, 25):
                try:
                    wronged = GAME.play(state, move, insist=True)
                except IllegalMove:
                    continue
                recorded += len(wronged.breaches)
                check_cards(wronged)
    assert recorded > 50
