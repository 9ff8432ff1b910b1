"""Railroad Tiles rule by rule: tokens, pawns and stars.

Pages are those of the rulebook, numbers those of the rulings.
"""

from __future__ import annotations

import pytest

from tests.engine.scenes import TOKENS, Scene, at_columns, placing

# Tokens


def test_tokens_move_through_waiting_room_and_active_area() -> None:
    """Ruling 9; p. 4, the examples of rounds 2, 3 and 4; p. 9: round 8 reveals none."""
    scene = Scene(3)
    seen = []
    for round_ in range(1, 9):
        scene.to_columns(round_)
        names = [str(token) if token else None for token in (scene.state.waiting, *scene.state.active)]
        seen.append(names)
        assert len(scene.state.gone_tokens) == max(0, round_ - 3)
    one, two, three, four, five, six, seven = TOKENS
    assert seen == [
        [one, None, None],
        [two, one, None],
        [three, two, one],
        [four, three, two],
        [five, four, three],
        [six, five, four],
        [seven, six, five],
        [None, seven, six],
    ]


def test_a_token_is_revealed_once_a_round_and_each_only_once() -> None:
    """P. 4."""
    scene = Scene().play("TABLE token car")
    assert "waiting room already" in scene.refused("TABLE token train")
    scene.to_phase("preparation", 2)
    assert scene.refused("TABLE token car") == "There is no token car left."


# Pawns


def test_nobody_places_in_round_one() -> None:
    """Ruling 9: no token is active, so the round ends by itself."""
    scene = at_columns(3, tile="H-H-.C")
    scene.on(lambda state: state.round == 2)
    assert all(not player.territory.pawns for player in scene.state.players)
    assert "after everybody has laid" in scene.refused("P1 pass")
    assert "after everybody has laid" in scene.refused("P1 pawn 1 car 0,0#1")


def test_a_pawn_stands_on_an_own_empty_spot_of_its_kind() -> None:
    """Ruling 11; p. 7."""
    scene = placing("car", "0,0 HH--.C", "1,0 ---H.C *", "0,-1 --H-.Vh")
    assert scene.refused("P1 pawn 1 car 5,5#1") == "Ann has no tile at 5,5."
    assert scene.refused("P1 pawn 1 car 0,0#2") == "The tile at 0,0 has no spot 2."
    assert scene.refused("P1 pawn 1 car 0,0#0") == "The tile at 0,0 has no spot 0."
    assert scene.refused("P1 pawn 1 car 0,-1#1") == "The spot at 0,-1 is for a traveller."
    assert scene.refused("P1 pawn 1 car 1,0#1") == "A pawn stands on this spot already."
    assert scene.refused("P1 pawn 1 traveller 0,-1#1") == "The token allows car, not traveller."
    assert "active space 2" in scene.refused("P1 pawn 2 car 0,0#1")
    scene.play("P1 pawn 1 car 0,0#1")
    assert ((0, 0), 0) in scene.player("P1").territory.pawns


def test_a_token_places_one_pawn() -> None:
    """Ruling 11: at most one pawn a token; the other token is still there."""
    cars = [f"{x},0 -H-H.C" for x in range(3)]
    scene = Scene(3, tokens=["car", "train"], tile="----").to_columns(3)
    scene.give("P1", *cars, stars=2).to_placement(3)
    scene.play("P1 pawn 2 car 0,0#1")
    assert "active space 2" in scene.refused("P1 pawn 2 car 1,0#1")
    assert scene.player("P1").spaces == (0,)
    scene.play("P1 pawn 1 car 1,0#1 star")
    assert scene.state.round == 4


def test_a_token_of_two_kinds_lets_the_player_pick() -> None:
    """Ruling 11; p. 7, the train or car token."""
    scene = placing("train/car", "0,0 HRHR.C.T", stars=0)
    assert scene.moves == {"P1 pawn 1 car 0,0#1", "P1 pawn 1 train 0,0#2", "P1 pass"}
    assert "train or car, not traveller" in scene.refused("P1 pawn 1 traveller 0,0#1")


def test_everybody_uses_every_active_token() -> None:
    """Ruling 11: every player, for each active token; in any order among the players."""
    scene = Scene(3, tokens=["car", "car+flag", "train"], tile="----").to_columns(3)
    for seat in ("P1", "P2", "P3"):
        scene.give(seat, "0,0 HHHH.C.C", stars=0)
    scene.to_placement(3)
    assert scene.actors == ("P1", "P2", "P3")
    scene.play("P3 pawn 1 car 0,0#1", "P1 pawn 2 car 0,0#1", "P3 pawn 2 car 0,0#2", "P1 pawn 1 car 0,0#2")
    assert scene.actors == ("P2",)
    assert "can place no more" in scene.refused("P3 pass")
    scene.play("P2 pass")
    assert scene.state.round == 4


def test_who_can_place_nothing_is_not_asked() -> None:
    """P. 7: without an empty spot of the kind nothing is placed."""
    scene = placing("train", "0,0 HHHH.C", players=3, stars=1)
    assert scene.actors == ("P1",)
    nobody = Scene(3, tile="H-H-.C", tokens=["train"]).to_columns(2)
    for seat in ("P1", "P2", "P3"):
        nobody.give(seat, stars=0)
    nobody.on(lambda state: state.round == 3)


def test_no_pawn_is_taken_from_an_empty_supply() -> None:
    """Ruling 11."""
    supplies = {"car": 0, "train": 5, "traveller": 5, "star": 10}
    scene = placing("train/car", "0,0 HRHR.C.T", data={"supplies": supplies})
    assert scene.refused("P1 pawn 1 car 0,0#1") == "There is no car pawn left in the supply."
    assert scene.moves == {"P1 pawn 1 train 0,0#2", "P1 pass"}


@pytest.mark.parametrize(("others", "points"), [(0, 1), (1, 2), (3, 4), (4, 5), (5, 5), (8, 5)])
@pytest.mark.parametrize(("kind", "way", "letter"), [("car", "H", "C"), ("train", "R", "T"), ("traveller", "H", "Vh")])
def test_a_pawn_scores_at_once(kind: str, way: str, letter: str, others: int, points: int) -> None:
    """Ruling 14; p. 7: 1 and 1 for each other of its kind that it is connected to, at most 5."""
    road = [f"{x},0 -{way}-{way}.{letter} *" for x in range(1, others + 1)]
    scene = placing(kind, f"0,0 -{way}-{way}.{letter}", *road).play(f"P1 pawn 1 {kind} 0,0#1")
    assert scene.player("P1").prestige == points
    earned = scene.player("P1").earned[-1]
    assert (earned.points, earned.by, earned.at, len(earned.connected)) == (points, kind, (0, 0), others)


def test_free_spots_other_kinds_and_other_networks_do_not_count() -> None:
    """Ruling 14: a free spot, a traveller on the same road, a car on a road beyond a gap."""
    scene = placing("car", "0,0 -H-H.C", "1,0 -H-H.C", "2,0 -H-H.Vh *", "3,0 ---H.C *", "4,0 -H--.C *")
    scene.play("P1 pawn 1 car 0,0#1")
    assert scene.player("P1").prestige == 2


def test_cars_keep_to_highways_and_trains_to_rails() -> None:
    """Ruling 14: a station joins the ways for travellers alone."""
    scene = placing("car", "0,0 -H--.C", "1,0 -R-H.s.C *", "2,0 -H-R.s.C *").play("P1 pawn 1 car 0,0#1")
    assert scene.player("P1").prestige == 2


def test_travellers_change_at_stations_only() -> None:
    """Rulings 2 and 14; p. 7, stations."""
    ends = ("0,0 -H--.Vh", "2,0 ---R.Vr *")
    over = placing("traveller", *ends, "1,0 -R-H").play("P1 pawn 1 traveller 0,0#1")
    change = placing("traveller", *ends, "1,0 -R-H.s").play("P1 pawn 1 traveller 0,0#1")
    assert (over.player("P1").prestige, change.player("P1").prestige) == (1, 2)


def test_a_traveller_on_a_station_stands_on_both_networks() -> None:
    """Ruling 14."""
    scene = placing("traveller", "0,0 -H--.Vh *", "1,0 -R-H.s.Vs", "2,0 ---R.Vr *").play("P1 pawn 1 traveller 1,0#1")
    assert scene.player("P1").prestige == 3


@pytest.mark.parametrize(("challenge", "points"), [("tired-travellers", 2), ("flat-earth", 3)])
def test_a_tired_traveller_does_not_change(challenge: str, points: int) -> None:
    """tired-travellers, p. 11: over highways alone or over rails alone."""
    scene = Scene(1, tokens=["traveller"], tile="----", challenge=challenge).to_columns(2)
    scene.give("P1", "0,0 -H--.Vh", "1,0 -R-H.s.Vs *", "2,0 ---R.Vr *").to_placement(2)
    before = scene.player("P1").prestige
    scene.play("P1 pawn 1 traveller 0,0#1")
    assert scene.player("P1").prestige - before == points


def test_a_tired_traveller_on_a_station_still_counts_both_sides() -> None:
    """tired-travellers: each of the two is reached over one kind of way alone."""
    scene = Scene(1, tokens=["traveller"], tile="----", challenge="tired-travellers").to_columns(2)
    scene.give("P1", "0,0 -H--.Vh *", "1,0 -R-H.s.Vs", "2,0 ---R.Vr *").to_placement(2)
    before = scene.player("P1").prestige
    scene.play("P1 pawn 1 traveller 1,0#1")
    assert scene.player("P1").prestige - before == 3


# Stars


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_everybody_begins_with_a_star(players: int) -> None:
    """P. 3."""
    scene = Scene(players)
    assert [player.stars for player in scene.state.players] == [1] * players
    assert scene.state.stars == 10 - players


def test_a_star_places_any_kind() -> None:
    """Ruling 11; p. 8, stars: it goes back to the supply, and the token is used up."""
    scene = placing("car", "0,0 RRRR.T", stars=1)
    supply = scene.state.stars
    assert "allows car, not train" in scene.refused("P1 pawn 1 train 0,0#1")
    scene.play("P1 pawn 1 train 0,0#1 star")
    assert scene.player("P1").stars == 0
    assert scene.player("P1").prestige == 1
    assert scene.state.stars == supply + 1 - 1  # one came back, one went on the column that nobody took


def test_a_star_is_not_spent_without_need_or_without_having_one() -> None:
    """Ruling 11."""
    scene = placing("car", "0,0 HRHR.C.T", stars=1)
    assert "no star is needed" in scene.refused("P1 pawn 1 car 0,0#1 star")
    scene.give("P1", stars=0)
    assert scene.refused("P1 pawn 1 train 0,0#2 star") == "Ann has no star."


def test_a_star_is_never_spent_without_a_word() -> None:
    """A short text means the move that costs nothing."""
    scene = placing("car", "0,0 HRHR.C.T", stars=1).play("P1 pawn 0,0")
    assert scene.player("P1").stars == 1
    assert ((0, 0), 0) in scene.player("P1").territory.pawns


@pytest.mark.parametrize("players", [3, 4])
def test_a_star_lies_on_the_column_that_nobody_took(players: int) -> None:
    """Ruling 12; p. 8."""
    scene = at_columns(players)
    last = len(scene.state.columns) - 1
    scene.to_end_of_round()
    assert [column.stars for column in scene.state.columns] == [0] * last + [1]
    assert scene.state.stars == 10 - players - 1


def test_no_star_is_taken_from_an_empty_supply() -> None:
    """Ruling 11: neither for a column nor, solo, for the player."""
    supplies = {"car": 18, "train": 18, "traveller": 18, "star": 3}
    scene = at_columns(3, data={"supplies": supplies}).to_end_of_round()
    assert [column.stars for column in scene.state.columns] == [0, 0, 0, 0]
    alone = at_columns(1, data={"supplies": {**supplies, "star": 1}}).play("P1 take 1")
    assert alone.player("P1").stars == 1


def test_passing_gives_up_the_tokens_of_this_round() -> None:
    """Ruling 11."""
    scene = placing("car", "0,0 HHHH.C").play("P1 pass")
    assert scene.state.round == 3
    assert scene.player("P1").prestige == 0
