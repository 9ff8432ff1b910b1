"""The set-up (rulebook, Preparazione del gioco) and the data that it is made of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.data import SURENESS
from engine.errors import BadSetup
from engine.off_the_rails import GAME
from engine.off_the_rails.box import BOARDS, our_tables, read_box
from engine.off_the_rails.moves import Card
from tests.engine.mine import NAMES, play, refused, table


def deck(players: int, fast: bool = False) -> tuple[tuple[str, ...], ...]:
    return GAME.start(NAMES[:players], {"fast": fast}).piles


@pytest.mark.parametrize(
    ("players", "fast", "cards"),
    [(2, False, 17), (3, False, 17), (4, False, 21), (2, True, 13), (3, True, 13), (4, True, 13)],
)
def test_the_deck_has_as_many_cards_as_the_book_says(players: int, fast: bool, cards: int) -> None:
    """Preparazione E: pile 1 stays in the box with 2 or 3 players, piles 1 and 2 in the fast game."""
    assert sum(len(pile) for pile in deck(players, fast)) == cards


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_abyss_card_is_in_the_last_pile_but_one(players: int) -> None:
    """Pile 4 of 5, whatever is left out: there are cards for everybody's last turn."""
    assert [("abyss" in pile) for pile in deck(players)][-2:] == [True, False]
    assert sum(pile.count("abyss") for pile in deck(players)) == 1


def test_the_first_deposits_are_one_of_each_mine() -> None:
    state = GAME.start(NAMES[:2], {})
    for card in ("red 1", "green 8", "blue 3", "yellow 6"):
        assert state.phase == "setup"
        size = 3 if card.split()[1] in "678" else 2
        state = play(state, f"TABLE card {card}", "TABLE jewels " + "ruby " * size)
    assert (state.phase, state.actor) == ("actions", "P1")
    assert state.jewels == {
        (1, 1): ("ruby",) * 2,
        (8, 8): ("ruby",) * 3,
        (3, 6): ("ruby",) * 2,
        (6, 3): ("ruby",) * 3,
    }


def test_each_pile_has_one_card_of_each_colour() -> None:
    """The seven piles are made of one card of each colour, shuffled each by itself."""
    state = play(table(), "P1 done", "TABLE card red 1", "TABLE jewels ruby ruby", "P2 done")
    assert "cannot be red" in refused(state, "TABLE card red 2")
    assert "cannot be abyss" in refused(state, "TABLE card abyss")
    chances = GAME.chances(state)
    assert {move.colour for move in chances if isinstance(move, Card)} == {"yellow", "green", "blue"}
    assert len(set(chances.values())) == 1


def test_the_abyss_card_is_as_likely_as_a_colour() -> None:
    state = table()
    state = GAME.play(state, GAME.read_move("P1 done"))
    weights = {"abyss": 0, "red": 0}
    for move, weight in GAME.chances(replace(state, piles=state.piles[2:])).items():
        if isinstance(move, Card) and move.colour in weights:
            weights[move.colour] += weight
    assert weights["abyss"] == weights["red"]


def test_two_players_sit_opposite() -> None:
    """G: the second player must use the clan of the opposite side."""
    assert GAME.start(NAMES[:2], {}).clans == ("red", "green")
    assert GAME.start(NAMES[:2], {"clans": ["blue", "yellow"]}).clans == ("blue", "yellow")
    with pytest.raises(BadSetup, match="opposite"):
        GAME.start(NAMES[:2], {"clans": ["red", "yellow"]})


def test_three_and_four_players_take_any_clans() -> None:
    assert GAME.start(NAMES[:3], {"clans": ["blue", "red", "green"]}).clans == ("blue", "red", "green")
    assert GAME.start(NAMES, {}).clans == ("red", "yellow", "green", "blue")


@pytest.mark.parametrize(
    ("players", "setup", "why"),
    [
        (1, {}, "2 to 4 players"),
        (5, {}, "2 to 4 players"),
        (3, {"clans": ["red", "red", "blue"]}, "same clan"),
        (3, {"clans": ["red", "blue"]}, "3 entries"),
        (3, {"clans": ["red", "blue", "pink"]}, "must be one of red"),
        (2, {"fast": "yes"}, "true or false"),
        (2, {"board": "12"}, "must be one of"),
        (2, {"bord": "9"}, "unknown key"),
        (2, {"data": []}, "must be an object"),
        (2, {"data": {"grit": {}}}, "unknown table"),
        (2, {"data": {"grid": {}}}, "is missing"),
        (2, {"data": {"jewels": {"ruby": {"count": -1, "points": 1}}}}, "from 0"),
        (2, {"data": {"jewels": {"Red Ruby": {"count": 1, "points": 1}}}}, "one word in small letters"),
        (2, {"data": {"jewels": {"take": {"count": 1, "points": 1}}}}, "one word in small letters"),
        (2, {"data": {"carts": {"dice": {}, "start_speed": 3, "min_speed": 1, "max_speed": 6}}}, "needs a cart"),
        (2, {"data": {"points": {"most_of": "pearl", "most": 5, "cart": 3}}}, "no jewel called"),
        (2, {"data": {"deposit_cards": {"colours": ["red"], "jewels_by_number": {"1": 2}}}}, "those of the mines"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused(players: int, setup: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        GAME.start([*NAMES, "Emma"][:players], setup)


def test_two_players_of_one_name_are_refused() -> None:
    with pytest.raises(BadSetup, match="same name"):
        GAME.start(["Ann", "Ann"], {})


@pytest.mark.parametrize(
    "broken", [{"columns": 5}, {"mine_centres": {"red": [2, 2], "blue": [3, 2]}}, {"start_columns": [10]}]
)
def test_a_board_that_does_not_fit_together_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        GAME.start(NAMES[:2], {"data": {"grid": {**our_tables()["grid"], **broken}}})


@pytest.mark.parametrize("board", BOARDS)
def test_our_boards_are_alike_for_all_sides(board: str) -> None:
    """Turned by a quarter, mines lie on mines and start tracks on start tracks."""
    box = read_box(board)
    assert box.columns == box.rows == int(board)

    def turned(cell: tuple[int, int]) -> tuple[int, int]:
        return box.rows - 1 - cell[1], cell[0]

    assert {turned(cell) for cell in box.centres} == set(box.centres)
    assert {turned(cell) for cell in box.starts} == set(box.starts)
    assert len(box.starts) == 16
    assert all(len(box.start_tracks(clan)) == 4 for clan in box.clans)


@pytest.mark.parametrize("board", BOARDS)
def test_every_table_of_data_says_where_it_is_from_and_how_sure_it_is(board: str) -> None:
    for name, tables in our_tables(board).items():
        assert tables["sure"] in SURENESS, name
        assert tables["source"], name


def test_the_box_holds_what_the_book_lists() -> None:
    """Componenti: 66 jewels, 20 tokens, 90 tiles, 8 carts, 33 deposit cards."""
    box = read_box()
    assert sum(box.jewel_counts.values()) == 66
    assert len(box.mines) * box.tokens_per_mine == 20
    assert sum(box.tiles) == 90
    assert len(box.clans) * len(box.dice) == 8
    assert len(box.mines) * len(box.jewels_on_card) + 1 == 33


def test_a_board_of_another_shape_is_played() -> None:
    """Nothing knows 10 x 10: a board of 12 x 7 with two mines and other start tracks."""
    grid = {
        **our_tables()["grid"],
        "columns": 12,
        "rows": 7,
        "mine_centres": {"red": [2, 3], "yellow": [9, 3]},
        "start_columns": [0, 11],
        "start_rows": [3],
    }
    cards = {"colours": ["red", "yellow"], "jewels_by_number": {str(n): 1 for n in range(1, 9)}}
    state = table(setup={"data": {"grid": grid, "deposit_cards": cards}})
    state = play(state, "P1 lay 11,6 NS", "P1 lay 11,0 NS", "P1 enter black 11,-1", "P1 speed black 2")
    assert "where it derails" in refused(state, "P1 move black SSS face S")
    state = play(state, "P1 move black SS", "TABLE card yellow 8", "TABLE jewels gold")
    assert state.jewels == {(10, 4): ("gold",)}
