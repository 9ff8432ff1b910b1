"""Whole games among random and good players: they end, every card and ticket stays somewhere, and the good one wins."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.bots import Bot, RandomBot, play_out
from engine.game import seat
from engine.games import find_bot
from engine.parts.cards import Cards
from engine.ticket_to_ride_card_game import GAME
from engine.ticket_to_ride_card_game.bots import GOOD
from engine.ticket_to_ride_card_game.moves import Complete, Move, Play, ShowCard
from engine.ticket_to_ride_card_game.state import State, Step
from engine.ticket_to_ride_card_game.yards import most_in_yards
from tests.engine.card_game import NAMES, swapped
from tests.playthroughs.catalogue import PLAYTHROUGHS, Playthrough


def game(players: int, seed: int, bots: list[Bot], hands: str = "open") -> Iterator[tuple[State, Move, State]]:
    """Each move with the state before and after it."""
    before = GAME.start(NAMES[:players], {"hands": hands})
    seats = {seat(index): bots[index % len(bots)] for index in range(players)}
    for move, after in play_out(GAME, before, seats, random.Random(seed)):
        yield before, move, after
        before = after


def unknown_tickets(state: State) -> int:
    bundles = sum(bundle.unknown for bundle in state.under)
    return bundles + sum(player.tickets.unknown + player.offered.unknown for player in state.players)


def check_conservation(state: State) -> None:
    """96 cards and 46 tickets; as many are unseen as lie in the decks and are unknown elsewhere."""
    assert state.all_cards() == state.box.cards
    assert state.all_tickets() == Cards(map(str, state.box.tickets))
    assert state.supply.unseen.size == state.supply.deck + sum(player.hand.unknown for player in state.players)
    assert state.tickets.unseen.size == state.tickets.deck + unknown_tickets(state)


@pytest.mark.parametrize("hands", ["open", "hidden"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_keep_every_card_and_ticket(players: int, hands: str) -> None:
    for seed in range(5):
        states = [after for _, _, after in game(players, seed, [RandomBot()], hands)]
        for state in states[seed::5]:
            check_conservation(state)
        last = states[-1]
        check_conservation(last)
        assert last.step is Step.OVER
        assert last.half == (2 if players == 4 else 1)
        assert GAME.problems(last) == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_half_ends_with_one_more_turn_for_everyone(players: int) -> None:
    """Ruling 4, seen in whole games: after the deck is used up each player acts once more, the drawer last."""
    for seed in range(4):
        turns: list[int] = []
        for before, _, after in game(players, seed, [GOOD, RandomBot()]):
            if before.last_turns is None and after.last_turns is not None:
                turns = [after.current]
            elif turns and after.last_turns and after.current != before.current:
                turns.append(after.current)
            if before.step is not Step.COUNT and after.step is Step.COUNT:
                start = turns[0]
                assert turns == [(start + place) % players for place in range(players)]


def test_no_colour_ever_lies_in_two_yards_and_robberies_happen() -> None:
    """Rulebook, train robbery, seen in whole games."""
    robberies = 0
    for seed in range(4):
        for before, move, after in game(3, seed, [GOOD, RandomBot()]):
            colours = Counter(group.colour for player in after.players for group in player.yard)
            assert max(colours.values(), default=0) <= 1
            if isinstance(move, Play) and any(most_in_yards(before, kind) for kind in move.cards):
                robberies += 1
                assert after.supply.discards.size > before.supply.discards.size
    assert robberies > 3


def test_four_players_keep_what_they_completed_in_the_first_half() -> None:
    """Rulebook, four players."""
    for seed in range(3):
        done: dict[int, tuple[str, ...]] = {}
        moves = list(game(4, seed, [GOOD]))
        for before, move, _ in moves:
            if isinstance(move, Complete) and before.half == 1:
                done[move.player] = move.tickets
        last = moves[-1][2]
        assert {index: player.completed for index, player in enumerate(last.players)} == done
        position = GAME.position(last)
        for player, scored in zip(position["players"], GAME.score(position).as_json()["players"], strict=True):
            assert scored["completed"][: len(player["completed_before"])] == player["completed_before"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_good_player_beats_random_ones(players: int) -> None:
    won = 0
    for seed in range(6):
        bots: list[Bot] = [RandomBot()] * players
        bots[seed % players] = GOOD
        last = list(game(players, seed, bots))[-1][2]
        won += NAMES[seed % players] in GAME.score(GAME.position(last)).winners
    assert won >= 5


def test_the_good_player_uses_only_what_its_seat_may_know() -> None:
    """The same choice when everything that it cannot see is exchanged."""
    dice = random.Random(3)
    asked = 0
    for before, move, _ in game(3, 5, [GOOD]):
        index = getattr(move, "player", None)
        if str(move).startswith("TABLE") or index is None or before.step is Step.COUNT:
            continue
        other = swapped(before, index, dice)
        assert GOOD.choose(GAME, other, seat(index), random.Random(0)) == GOOD.choose(
            GAME, before, seat(index), random.Random(0)
        )
        asked += 1
    assert asked > 60


def test_the_good_player_can_sit_at_a_table_with_hidden_hands() -> None:
    assert list(game(2, 1, [GOOD], "hidden"))[-1][2].step is Step.OVER


def ends(playthrough: Playthrough) -> set[str]:
    """How the deck was used up in each half: its last card drawn, shown in the row, or shown before the first turn."""
    kinds = itertools.cycle(playthrough.bots)
    bots = {seat(index): find_bot(GAME.name, next(kinds)) for index in range(playthrough.players)}
    before = GAME.start(playthrough.names, playthrough.setup)
    found = set()
    for move, after in play_out(GAME, before, bots, random.Random(playthrough.seed)):
        if before.supply.deck and not after.supply.deck:
            shown = "shown at once" if before.step is Step.START_KEEP else "shown"
            found.add(shown if isinstance(move, ShowCard) else "drawn")
        before = after
    return found


@pytest.mark.parametrize(
    ("players", "expected"),
    [(2, {"drawn", "shown"}), (3, {"drawn", "shown"}), (4, {"drawn", "shown", "shown at once"})],
)
def test_every_way_a_half_can_end_is_a_recorded_game(players: int, expected: set[str]) -> None:
    """Rulings 4, 8 and 12, for each number of players."""
    recorded = [one for one in PLAYTHROUGHS if (one.game, one.players) == (GAME.name, players)]
    assert set().union(*map(ends, recorded)) == expected
