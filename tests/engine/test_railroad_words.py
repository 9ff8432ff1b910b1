"""What players and cameras say that cannot be played: insisted on, unreadable or impossible.

Pages are those of the rulebook, numbers those of the rulings.
"""

from __future__ import annotations

import pytest

from engine.errors import IllegalMove, UnreadableMove
from engine.railroad_tiles import GAME
from engine.railroad_tiles.tile import read_tile
from tests.engine.scenes import Scene, at_columns, laying

# Insisting: nobody can stop a hand


def test_a_wrongly_laid_tile_can_be_insisted_on() -> None:
    """It is recorded with its mark, and the game goes on."""
    scene = laying("0,0 -R--", hand=("HH--", "R-R-")).play("P1 lay 1,0 --HH", insist=True)
    assert scene.problems == ["The touching sides of the tiles at 0,0 and 1,0 do not match."]
    far = laying("0,0 ----", hand=("HH--",)).play("P1 lay 4,4 HH--", insist=True)
    assert far.problems == ["The tile at 4,4 does not hang together with the rest."]


def test_a_third_refused_tile_can_be_insisted_on() -> None:
    scene = laying("0,0 HHHH", hand=("HH--", "H---")).give("P1", refused=(read_tile("H-H-"), read_tile("R-R-")))
    scene.play("P1 refuse HH--", insist=True)
    assert scene.problems == ["Ann has refused 3 tiles; only 2 are allowed."]


@pytest.mark.parametrize(
    "text",
    [
        "P1 lay 0,0 HH--",
        "P1 lay 0,1 RR--",
        "P2 lay 0,1 HH--",
        "P1 discard HH--",
        "P1 take 2",
        "TABLE flip left",
        "P1 pass",
    ],
)
def test_what_has_no_meaning_cannot_be_insisted_on(text: str) -> None:
    """Two tiles on one cell, a tile that is not there, somebody else's turn."""
    laying("0,0 HHHH").refused(text, insist=True)


# Words


@pytest.mark.parametrize(
    "text",
    [
        "P1", "P5 pass", "TABLE", "TABLE dance", "P1 dance", "P1 take", "P1 take x", "P1 take 1 2", "P1 lay 0,0",
        "P1 lay 0 HH--", "P1 lay a,b HH--", "P1 lay 0,0,0 HH--", "P1 lay 0,0 HH", "P1 lay 0,0 HHXX",
        "P1 lay 0,0 HH--.Q", "P1 lay 0,0 RR--.C", "P1 lay 0,0 HH--=zoo", "P1 lay 99999,0 HH--",
        "P1 lay 0,0 HH--.C.C.C", "P1 pawn 1 bus 0,0#1", "P1 pawn 1 car 0,0", "P1 pawn 1 car 0,0#1 sun", "P1 pass now",
        "TABLE order P7", "TABLE token bus", "TABLE token car+", "TABLE token car/", "TABLE token car+sun",
        "TABLE flip up", "TABLE fill HH--", "TABLE fill 1", "P1 refuse", "P1 start", "p1 pass", "P1 lay 0,0 \ud800",
        "P1 take " + "9" * 5000,
    ],
)  # fmt: skip
def test_an_unreadable_move_is_answered_with_a_sentence(text: str) -> None:
    with pytest.raises(UnreadableMove) as error:
        GAME.read_move(text)
    why = str(error.value.why)
    assert why.startswith("This is no move")
    assert why.endswith(".")
    assert len(why.splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "", "P1", "P1 tile", "P9 tile 0,0 none", "P1 tile 0,0 XX", "P1 tile zero none", "P1 pawn 0,0 on",
        "P1 pawn 0,0#x on", "P1 pawn 0,0#1 up", "P1 stars many", "P1 prestige -3", "column x", "column 9 HH--",
        "column 1 HH-- HH-- HH--", "column 1 XX", "P1 prestige 99999",
    ],
)  # fmt: skip
def test_an_unreadable_correction_is_answered_with_a_sentence(text: str) -> None:
    with pytest.raises(UnreadableMove) as error:
        GAME.correct(at_columns().state, text)
    why = str(error.value.why)
    assert why.startswith("This is no correction")
    assert why.endswith(".")


@pytest.mark.parametrize("text", ["P1 tile 7,7 none", "P1 pawn 7,7#1 on", "P1 pawn 0,0#1 on", "P1 stars 99"])
def test_an_impossible_correction_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(IllegalMove) as error:
        GAME.correct(at_columns().state, text)
    assert str(error.value.why).endswith(".")


# Corrections: the table owns the truth


def test_a_correction_that_ends_the_preparation_goes_on_with_the_game() -> None:
    """The last tile of the last column was seen only now."""
    scene = Scene(2).to_phase("preparation", 2).play("TABLE token train")
    scene.on(lambda state: sum(map(len, (column.tiles for column in state.columns))) == 11)
    assert scene.state.phase == "preparation"
    scene.correct(f"column {scene.state.unfilled[0] + 1} HH-- RR-- HH--")
    assert scene.state.phase == "selection"


def test_a_start_tile_that_was_none_leaves_nobody_waiting() -> None:
    scene = at_columns().correct("P1 tile 0,0 none").play("P1 take 1")
    assert "P1 lay 0,0 H-H-" in scene.moves


def test_an_objective_tile_goes_back_to_its_player() -> None:
    """Laid on the wrong cell: taken away and laid again; it counts as the one that the flag asked for."""
    scene = Scene(3, tokens=["car+flag"], objectives=["town-hall", "temple", "stadium"]).to_columns().play("P1 take 1")
    scene.correct("P1 tile 0,-1 H-H-=temple")
    assert not scene.player("P1").owes_objective
    assert [tile.objective for tile in scene.player("P1").objectives] == ["town-hall", "stadium"]
    scene.correct("P1 tile 0,-1 none")
    assert [tile.objective for tile in scene.player("P1").objectives] == ["town-hall", "stadium", "temple"]
    with pytest.raises(IllegalMove, match="no such objective"):
        scene.correct("P1 tile 0,-1 H---=airport")


def test_a_correction_that_ends_the_selection_goes_on_with_the_game() -> None:
    """The last objective tile that was still to be laid was seen only now."""
    scene = Scene(3, tokens=["car+flag"], objectives=["town-hall", "temple", "stadium"]).to_columns()
    scene.on(lambda state: state.laying == 2 and not state.players[2].hand)
    assert scene.actors == ("P3",)
    scene.correct("P3 tile 9,9 H-H-=temple")
    assert scene.state.round == 2


def test_pawns_stay_on_a_corrected_tile_where_they_fit() -> None:
    scene = laying("0,0 HHHH.C.Vh *").correct("P1 tile 0,0 HH-H.C.C")
    assert scene.player("P1").territory.pawns == {((0, 0), 0)}
    assert scene.state.supply_of("traveller") == 18 + 1  # the scene had put both pawns there from nowhere


def test_stars_are_corrected_from_the_supply() -> None:
    scene = at_columns().correct("P1 stars 3")
    assert (scene.player("P1").stars, scene.state.stars) == (3, 10 - 2 - 2)
    with pytest.raises(IllegalMove, match="only 6 stars"):
        scene.correct("P2 stars 8")
