"""Movement: ways, facings, home-coming (rulebook, Fase di movimento, Muovere un carrello; rulings 3 and 4)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.errors import AmbiguousMove
from engine.off_the_rails import GAME
from engine.off_the_rails.choices import movements
from engine.off_the_rails.moves import Go
from engine.off_the_rails.state import State
from tests.engine.mine import cart, play, refused, table
from tests.reference import off_the_rails as reference

LOOP = ("track 4,4 ES", "track 5,4 SW", "track 5,5 NW", "track 4,5 NE")


def moved(*corrections: str, move: str) -> State:
    return play(table(*corrections), "P1 done", move)


def test_a_cart_moves_exactly_its_speed() -> None:
    """Dadi velocità: it must move exactly so many squares."""
    tracks = ("track 4,0 NS", "track 4,1 NS", "track 4,2 NS", "cart red black 4,-1 S 2")
    state = play(table(*tracks), "P1 done")
    assert "exactly so far" in refused(state, "P1 move black S face S")
    assert "exactly so far" in refused(state, "P1 move black SSS face S")
    after = play(state, "P1 move black SS face S")
    assert (cart(after, "red").at, cart(after, "red").facing) == ((4, 1), "S")


def test_a_cart_leaves_by_the_exit_it_faces() -> None:
    state = play(table("track 4,4 NS", "track 4,3 NS", "track 4,5 NS", "cart red black 4,4 N 1"), "P1 done")
    assert "faces N and must leave" in refused(state, "P1 move black S face S")
    assert cart(play(state, "P1 move black N"), "red").at == (4, 3)


def test_a_corner_turns_the_cart() -> None:
    """Ruling 3: on a straight or corner it faces the other exit."""
    after = moved("track 4,4 NS", "track 4,5 NE", "cart red black 4,4 S 1", move="P1 move black S")
    assert cart(after, "red").facing == "E"


def test_at_a_junction_in_passing_the_player_picks_the_way() -> None:
    tracks = ("track 4,4 NS", "track 4,5 NEW", "track 5,5 EW", "track 3,5 EW", "cart red black 4,4 S 2")
    state = play(table(*tracks), "P1 done")
    assert {(move.path, move.face) for move in GAME.legal_moves(state) if isinstance(move, Go)} == {
        ("SE", "E"),
        ("SW", "W"),
    }
    assert cart(play(state, "P1 move black SW"), "red").at == (3, 5)


def test_at_a_junction_at_the_end_the_player_picks_the_facing() -> None:
    """The rulebook's example: facing left, ending on a T, the cart is turned up or down, now and not later."""
    tracks = ("track 5,4 EW", "track 4,4 NES", "cart red black 5,4 W 1")
    state = play(table(*tracks), "P1 done")
    with pytest.raises(AmbiguousMove) as error:
        GAME.read_move("P1 move black W", state)
    assert error.value.candidates == ("P1 move black W face N", "P1 move black W face S")
    assert cart(play(state, "P1 move black W face N"), "red").facing == "N"
    assert "must face N or S" in refused(state, "P1 move black W face E")


def test_never_back_by_the_exit_it_came_in_by() -> None:
    tracks = ("track 4,4 NS", "track 4,5 NESW", "track 4,3 NS", "cart red black 4,4 S 2")
    state = play(table(*tracks), "P1 done")
    assert "cannot leave 4,5 by N" in refused(state, "P1 move black SN face N")


def test_both_carts_move_and_the_player_picks_which_first() -> None:
    tracks = ("track 4,0 NS", "track 7,0 NS", "cart red black 4,-1 S 1", "cart red white 7,-1 S 1")
    state = play(table(*tracks), "P1 done")
    for first, second in (("black", "white"), ("white", "black")):
        after = play(state, f"P1 move {first} S")
        assert after.phase == "movement"
        assert "does not move now" in refused(after, f"P1 move {first} S face S")
        assert play(after, f"P1 move {second} S").phase == "deposit"


def test_a_cart_that_is_alone_in_a_loop_runs_over_its_own_square() -> None:
    after = moved(*LOOP, "cart red black 4,4 E 6", move="P1 move black ESWNES")
    assert (cart(after, "red").at, cart(after, "red").facing) == ((5, 5), "W")


@pytest.mark.parametrize(
    ("at", "side", "clan"), [("4,0", "N", "red"), ("9,5", "E", "yellow"), ("4,9", "S", "green"), ("0,7", "W", "blue")]
)
def test_home_over_any_side_with_any_speed_left(at: str, side: str, clan: str) -> None:
    """I gioielli nella scorta: ANY surface square at ANY speed; the load is safe and the cart off the board."""
    track = "NS" if side in "NS" else "EW"
    state = table(f"track {at} {track}", f"cart red black {at} {side} 6", "hold red black gold ruby")
    after = play(state, "P1 done", f"P1 move black {side}")
    assert after.stashes == (("gold", "ruby"), ())
    assert not cart(after, "red").on_board
    assert not cart(after, "red").hold
    assert not cart(after, "red").lost


def test_a_cart_that_came_home_enters_again_with_speed_3() -> None:
    state = moved("track 4,0 NS", "cart red black 4,0 N 6", move="P1 move black N")
    state = play(state, "TABLE card red 1", "TABLE jewels ruby ruby", "P2 done")
    state = play(state, "TABLE card blue 1", "TABLE jewels ruby ruby", "P1 enter black 4,-1")
    assert cart(state, "red").speed == 3


def test_home_is_only_over_a_start_track() -> None:
    """Ruling 4: leaving the grid elsewhere is the rim, and derails."""
    after = moved("track 3,0 NS", "cart red black 3,0 N 2", "hold red black gold", move="P1 move black N")
    assert after.stashes == ((), ())
    assert after.bag.count("gold") == 10


# Against the reference


def world_of(state: State) -> reference.World:
    box = state.box
    return {
        "columns": box.columns,
        "rows": box.rows,
        "centres": list(box.centres),
        "starts": dict(box.starts),
        "tracks": dict(state.tracks),
        "jewels": {cell: list(heap) for cell, heap in state.jewels.items()},
        "abyss": dict(state.abyss),
        "carts": [
            {"at": cart.at, "facing": cart.facing, "speed": cart.speed, "hold": list(cart.hold)} for cart in state.carts
        ],
    }


SMALL_BOARD: dict[str, Any] = {
    "grid": {
        "columns": 5,
        "rows": 4,
        "mine_centres": {"red": [2, 1]},
        "start_columns": [1, 3],
        "start_rows": [2],
        "clan_side": {"red": "north", "yellow": "east", "green": "south", "blue": "west"},
        "hold_places": 5,
    },
    "jewels": {
        "rock": {"count": 200, "points": 0, "first": True},
        **{kind: {"count": 200, "points": 1} for kind in ("ruby", "emerald", "gold", "diamond")},
    },
    "deposit_cards": {"colours": ["red"], "jewels_by_number": {str(n): 2 for n in range(1, 9)}},
}


def random_board(dice: Random) -> State:
    """A small board full of tracks, with carts and jewels all over it."""
    state = table(players=4, setup={"data": SMALL_BOARD})
    for cell in state.box.squares:
        exits = "".join(side for side in "NESW" if dice.random() < 0.7)
        if cell not in state.box.centres and len(exits) >= 2:
            state = GAME.correct(state, f"track {cell[0]},{cell[1]} {exits}")
        if dice.random() < 0.3 and cell not in state.box.centres:
            heap = " ".join(dice.choice(["rock", "ruby", "gold"]) for _ in range(dice.choice([1, 2, 3])))
            state = GAME.correct(state, f"jewels {cell[0]},{cell[1]} {heap}")
    return _with_carts(state, dice)


def _with_carts(state: State, dice: Random) -> State:
    places = [*state.tracks, *state.box.starts]
    for clan in state.clans:
        for die in state.box.dice[: dice.choice([1, 2])]:
            at = dice.choice(places)
            if at in state.on_board:
                continue
            speed = dice.choice([1, 2, 3, 4, 5])
            state = GAME.correct(state, f"cart {clan} {die} {at[0]},{at[1]} {dice.choice(state.track_at(at))} {speed}")
            hold = " ".join(dice.choice(["ruby", "emerald", "diamond"]) for _ in range(dice.choice([0, 0, 1, 3, 5])))
            state = GAME.correct(state, f"hold {clan} {die} {hold or 'none'}")
    return state


@pytest.mark.parametrize("seed", range(40))
def test_every_path_agrees_with_brute_force(seed: int) -> None:
    """The engine's movements are exactly those that trying all words of sides finds."""
    state = random_board(Random(seed))
    world = world_of(state)
    for index, there in enumerate(state.carts):
        if there.on_board:
            ours = {(move.path, move.face, move.take, move.drop) for move in movements(state, there)}
            assert ours == reference.movements(world, index)


def test_random_boards_reach_every_ending() -> None:
    """The comparison above would mean little if some kind of ending never came up."""
    endings = set()
    for seed in range(40):
        world = world_of(random_board(Random(seed)))
        for index, there in enumerate(world["carts"]):
            if there["at"] is not None:
                results = (reference.travel(world, index, path) for path, *_ in reference.movements(world, index))
                endings |= {(result["ending"], result.get("connected")) for result in results if result}
    assert endings == {
        ("stops", None),
        ("home", None),
        ("derails", None),
        ("collides", True),
        ("collides", False),
    }
