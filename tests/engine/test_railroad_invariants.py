"""What holds in every game of Railroad Tiles, whoever plays it: random whole games, corrections, insisted moves."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.bots import RandomBot, moves_of, play_out, throw
from engine.errors import MoveError
from engine.game import TABLE, seat
from engine.railroad_tiles import GAME
from engine.railroad_tiles.moves import Lay, Place
from engine.railroad_tiles.scoring import score_position
from engine.railroad_tiles.state import State
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import OBJECTIVES, TRAVELLER, same_face
from engine.score import Score
from tests.engine.scenes import NAMES, Scene
from tests.reference import railroad_tiles as reference
from tests.reference.territories import mirrored, turned

GAMES = range(12)  # of each kind
SETUPS: list[tuple[int, bool]] = [(players, objectives) for players in (1, 2, 3, 4) for objectives in (False, True)]
KINDS = [pytest.param(*setup, id=f"{setup[0]}{'-objectives' if setup[1] else ''}") for setup in SETUPS]
of_every_kind = pytest.mark.parametrize(("players", "objectives"), KINDS)


def begun(players: int, objectives: bool, rng: Random) -> State:
    setup: dict[str, Any] = {"objectives": rng.sample(OBJECTIVES, 3)} if objectives else {}
    if players == 1 and rng.random() < 0.5:
        setup["challenge"] = rng.choice(["tired-travellers", "holes", "strict-rules"])
    return GAME.start(NAMES[:players], setup)


@cache
def whole_games(players: int, objectives: bool) -> list[list[tuple[Any, State]]]:
    """Random games as moves with the state after each."""
    games = []
    for number in GAMES:
        rng = Random(f"{players} {objectives} {number}")
        bots = {seat(index): RandomBot() for index in range(players)}
        games.append(list(play_out(GAME, begun(players, objectives, rng), bots, rng)))
    return games


# Conservation


def tiles_everywhere(state: State) -> int:
    """All route tiles, wherever they are."""
    lying = [tile for player in state.players for tile in player.territory.tiles.values()]
    held = [tile for player in state.players for tile in (*player.hand, *player.refused)]
    shown = [tile for column in state.columns for tile in column.tiles]
    everywhere = [*lying, *held, *shown, *state.start_tiles, *state.put_away]
    return state.bag_count + sum(tile.objective is None for tile in everywhere)


def objectives_everywhere(state: State) -> int:
    lying = [tile for player in state.players for tile in player.territory.tiles.values()]
    held = [tile for player in state.players for tile in player.objectives]
    return sum(tile.objective is not None for tile in [*lying, *held, *state.put_away])


def stars_everywhere(state: State) -> int:
    return state.stars + sum(player.stars for player in state.players) + sum(column.stars for column in state.columns)


def pawns_everywhere(state: State) -> dict[str, int]:
    standing = Counter(player.territory.spot(pawn).kind for player in state.players for pawn in player.territory.pawns)
    return {kind: left + standing[kind] for kind, left in state.pawns}


def tokens_everywhere(state: State) -> int:
    on_board = [token for token in (state.waiting, *state.active) if token]
    return len(state.clock) + len(on_board) + len(state.gone_tokens)


def check_nothing_is_lost(state: State) -> None:
    """The component list of the rulebook, p. 2."""
    assert tiles_everywhere(state) == 106
    assert objectives_everywhere(state) == (3 * len(state.players) if state.with_objectives else 0)
    assert stars_everywhere(state) == 10
    assert pawns_everywhere(state) == {"car": 18, "train": 18, "traveller": 18}
    assert tokens_everywhere(state) == 7
    counts = [state.stars, state.bag_count, *(count for _, count in state.pawns), *(count for _, count in state.bag)]
    assert min([*counts, *(player.stars for player in state.players)]) >= 0


@of_every_kind
def test_nothing_is_lost_in_a_game(players: int, objectives: bool) -> None:
    for game in whole_games(players, objectives):
        for _, state in game:
            check_nothing_is_lost(state)
        assert sum(count for _, count in game[-1][1].bag) == game[-1][1].bag_count


@of_every_kind
def test_eight_rounds_with_as_many_tiles_as_the_columns_held(players: int, objectives: bool) -> None:
    """P. 9 and p. 4: whatever was taken is laid, refused or discarded."""
    for game in whole_games(players, objectives):
        last = game[-1][1]
        assert (last.round, last.phase) == (8, "over")
        taken = Counter(str(move).split()[0] for move, _ in game if " take " in str(move))
        assert taken == {seat(index): 8 for index in range(players)}
        for index, player in enumerate(last.players):
            mine = [move for move, _ in game if str(move).startswith(seat(index))]
            sizes = [last.sizes[move.column - 1] for move in mine if " take " in str(move)]
            discarded = sum(" discard " in str(move) and "=" not in str(move) for move in mine)
            plain = [tile for tile in player.territory.tiles.values() if not tile.objective]
            start = 0 if players == 1 else 1
            assert len(plain) + len(player.refused) + discarded == sum(sizes) + start
            assert len(player.refused) <= 2


@of_every_kind
def test_a_lawful_game_makes_lawful_territories(players: int, objectives: bool) -> None:
    """Ruling 5, asked of the reference."""
    for game in whole_games(players, objectives):
        for player in GAME.position(game[-1][1])["players"]:
            assert reference.mismatches(player["tiles"]) == []
            assert len(reference.groups(reference.laid(player["tiles"]))) == 1


@of_every_kind
def test_prestige_is_what_the_reference_gives_for_each_pawn(players: int, objectives: bool) -> None:
    """Ruling 14, at the moment of placing; and the solo point of ruling 13."""
    for game in whole_games(players, objectives)[:4]:
        before = None
        earned = Counter[str]()
        for move, state in game:
            if isinstance(move, Place) and before is not None:
                tiles = GAME.position(before)["players"][int(move.actor[1]) - 1]["tiles"]
                number = [tile["at"] for tile in tiles].index(list(move.cell))
                tired = state.challenge == "tired-travellers" and move.kind == TRAVELLER
                earned[move.actor] += reference.pawn_points(tiles, number, move.spot - 1, tired)
            if players == 1 and str(move) == "P1 take 2":
                earned["P1"] += 1
            before = state
        for index, player in enumerate(game[-1][1].players):
            assert player.prestige == earned[seat(index)] == sum(one.points for one in player.earned)


@of_every_kind
def test_what_can_be_laid_is_what_the_reference_finds(players: int, objectives: bool) -> None:
    """Rulings 5 and 6 in states of whole games: all places of all tiles in the hand, and when one may be discarded."""
    for game in whole_games(players, objectives)[:3]:
        for _, state in game[::9]:
            if state.phase != "selection" or state.laying is None:
                continue
            player, actor = state.players[state.laying], seat(state.laying)
            tiles = GAME.position(state)["players"][state.laying]["tiles"]
            moves = list(GAME.legal_moves(state))
            for tile in player.hand:
                places = reference.legal_placements(tiles, {"sides": tile.sides})
                lays = [move for move in moves if isinstance(move, Lay) and same_face(move.tile) == same_face(tile)]
                found = {(move.cell, move.tile.sides) for move in lays}
                assert found == {(cell, sides) for cell, sides, _ in places}
                assert (f"{actor} discard {tile}" in {str(move) for move in moves}) == (not places)


# Scores


@of_every_kind
def test_turning_or_mirroring_a_territory_changes_no_score(players: int, objectives: bool) -> None:
    for game in whole_games(players, objectives):
        position = {**GAME.position(game[-1][1]), "challenge": None}
        score = GAME.score(position)
        for change in (turned, mirrored, lambda tiles: turned(turned(mirrored(tiles)))):
            other = [{**player, "tiles": change(player["tiles"])} for player in position["players"]]
            again = GAME.score({**position, "players": other})
            assert [player.parts for player in again.players] == [player.parts for player in score.players]
            assert again.winners == score.winners


@of_every_kind
def test_parts_add_up_and_sources_tell_every_point(players: int, objectives: bool) -> None:
    for game in whole_games(players, objectives):
        state = game[-1][1]
        score = GAME.score(GAME.position(state))
        assert score == score_position(state.position(), state.box)
        for player in score.players:
            assert player.total == sum(player.parts.values())
            assert list(player.parts) == ["pawns", "cities", "rectangle", "interruptions", "objectives"]
            told = Counter(dict.fromkeys(player.parts, 0))
            for source in player.sources:
                told[source.part] += source.points
            assert dict(told) == dict(player.parts) or score.winners == ()


# Words


@of_every_kind
def test_every_move_reads_back(players: int, objectives: bool) -> None:
    for game in whole_games(players, objectives)[:3]:
        for _, state in game[::7]:
            moves = list(GAME.legal_moves(state))
            assert len(moves) == len(set(moves)) == len({str(move) for move in moves})
            for move in moves[:: max(1, len(moves) // 50)]:
                assert GAME.read_move(str(move)) == move
                assert GAME.read_move(str(move), state) == move
                assert move in GAME.legal_moves(state)


# Corrections and insisted moves


def random_correction(rng: Random, state: State) -> str:
    index = rng.randrange(len(state.players))
    actor, territory = seat(index), state.players[index].territory
    tile = str(rng.choice(state.box.tiles)[0])
    cells = [*territory.tiles, *territory.gaps]
    at = "{},{}".format(*rng.choice(cells))
    column = rng.randrange(len(state.columns))
    count = rng.randint(0, state.sizes[column])
    return rng.choice(
        [
            f"{actor} tile {at} {tile}",
            f"{actor} tile {at} none",
            f"{actor} pawn {at}#{rng.randint(1, 2)} {rng.choice(['on', 'off'])}",
            f"{actor} stars {rng.randint(0, 4)}",
            f"{actor} prestige {rng.randint(0, 40)}",
            f"column {column + 1} " + " ".join([tile] * count),
        ]
    )


def insisted(rng: Random, state: State) -> tuple[str, bool]:
    """A tile of the hand laid anywhere, or refused once more."""
    assert state.laying is not None
    tile = rng.choice(state.players[state.laying].hand)
    cell = f"{rng.randint(-3, 3)},{rng.randint(-3, 3)}"
    return rng.choice([f"{seat(state.laying)} lay {cell} {tile}", f"{seat(state.laying)} refuse {tile}"]), True


def meddled_step(rng: Random, state: State) -> State:
    """One step of a game in which people correct and insist all the time."""
    if rng.random() < 0.1:
        return GAME.correct(state, random_correction(rng, state))
    if state.laying is not None and state.players[state.laying].hand and rng.random() < 0.2:
        text, insist = insisted(rng, state)
        return GAME.play(state, GAME.read_move(text), insist)
    actor = GAME.turn(state).actors[0]
    if actor == TABLE:
        return GAME.play(state, throw(GAME, state, rng))
    return GAME.play(state, rng.choice(moves_of(GAME, state, actor)))


def told(score: Score) -> list[dict[str, int]]:
    """Everybody's parts, also those that a failed challenge took away."""
    kept = [player.also.get("without_challenge") for player in score.players]
    return [
        dict(other["parts"]) if other else dict(player.parts) for player, other in zip(score.players, kept, strict=True)
    ]


def check_connections(territory: Territory, tiles: list[reference.Tile]) -> None:
    """Ruling 14 in a territory that grew tile by tile, right and wrong ones."""
    for number, tile in enumerate(tiles):
        for spot in range(len(tile["spots"])):
            others = reference.connected_pawns(tiles, number, spot)
            found = territory.connected((reference.cell_of(tile), spot))
            assert set(found) == {(reference.cell_of(tiles[other]), there) for other, there in others}


@of_every_kind
def test_meddled_games_stay_sound_and_end(players: int, objectives: bool) -> None:
    """Nobody can stop a hand: whatever is corrected or insisted on, nothing is lost and somebody can always act."""
    for number in range(6):
        rng, refusals = Random(f"meddled {players} {objectives} {number}"), []
        state = begun(players, objectives, rng)
        for _ in range(3000):
            if GAME.turn(state).over:
                break
            assert GAME.legal_moves(state), GAME.turn(state)
            try:
                state = meddled_step(rng, state)
            except MoveError as error:
                refusals.append(str(error.why))
            check_nothing_is_lost(state)
        assert GAME.turn(state).over
        position = GAME.position(state)
        assert told(GAME.score(position)) == [reference.parts_of(player) for player in position["players"]]
        for player, seated in zip(state.players, position["players"], strict=True):
            check_connections(player.territory, seated["tiles"])
        assert all(problem.why.endswith(".") for problem in GAME.problems(state))
        assert all(why.endswith(".") for why in refusals)


# How many moves there are, and how many sequences of two and three


def sequences(state: State, depth: int) -> int:
    moves = GAME.legal_moves(state)
    return moves.count() if depth == 1 else sum(sequences(GAME.play(state, move), depth - 1) for move in moves)


def reference_sequences(tiles: list[Any], hand: tuple[str, ...], refusals: int, depth: int) -> int:
    """The same counts for one player with tiles in the hand, by the reference: lay, refuse, discard."""
    count = 0
    for sides in dict.fromkeys(hand):
        left = list(hand)
        left.remove(sides)
        laid = [[*tiles, tile] for _, _, tile in reference.legal_placements(tiles, {"sides": sides})]
        after = [(there, refusals) for there in laid] or [(tiles, refusals)]
        after += [(tiles, refusals - 1)] if refusals else []
        for there, more in after:
            count += 1 if depth == 1 else reference_sequences(there, tuple(left), more, depth - 1)
    return count


@pytest.mark.parametrize(
    ("territory", "hand", "counts"),
    [
        (("0,0 HRHR",), ("H-H-", "HR--", "RRRR", "----"), [17, 236, 2062]),
        (("0,0 ----",), ("HHHH", "RRRR", "HHRR", "H---"), [19, 192, 1152]),
        (("0,0 -H-H", "1,0 -HHH", "1,1 H-R-"), ("HH-H", "H-R-", "H-R-", "----"), [25, 525, 8931]),
    ],
)
def test_counts_of_laying(territory: tuple[str, ...], hand: tuple[str, ...], counts: list[int]) -> None:
    """With four tiles in the hand no sequence of three leaves the laying, so the reference can count it too."""
    scene = Scene(2).to_columns().play("P1 take 4").give("P1", *territory).hand("P1", *hand)
    tiles = GAME.position(scene.state)["players"][0]["tiles"]
    assert [sequences(scene.state, depth) for depth in (1, 2, 3)] == counts
    assert [reference_sequences(tiles, hand, 2, depth) for depth in (1, 2)] == counts[:2]


def two_tokens() -> Scene:
    """Round 3: a train or car token and a traveller token are active, Ann has spots and stars, the others have none."""
    scene = Scene(3, tokens=["train/car", "traveller"], tile="----").to_columns(3)
    return scene.give("P1", "0,0 HRHR.C.T", "1,0 HR-R.s.Vs", "0,1 HHHH.C.C", stars=2).to_placement(3)


@pytest.mark.parametrize(
    ("scene", "counts"),
    [
        # two straight start tiles, two ways each; then the other one's two ways; then one of four columns
        (Scene(2).to_phase("selection"), [4, 4 * 2, 4 * 2 * 4]),
        # three columns of equal corners with eight ways: eight ways of the first tile or a refusal; then the next
        (Scene(1, tile="HR--.s").to_columns(), [3, 3 * (8 + 1), 339]),
        (Scene(3, tile="HH--").to_columns(), [4, 36, 452]),
        # the flip falls left or right, then any tile for the columns, or any of the six tokens left
        (Scene(2, tile="HHHH").to_phase("round-end"), [2, 432, None]),
        # five spots by either token or no more; then the four left or no more; or all that may come in round 4
        (two_tokens(), [2 * 5 + 1, 2 * 5 * (4 + 1) + 214, None]),
    ],
    ids=["start-tiles", "solo", "three", "flip", "pawns"],
)
def test_counts_of_other_moments(scene: Scene, counts: list[int | None]) -> None:
    found = [sequences(scene.state, depth) for depth, count in enumerate(counts, 1) if count is not None]
    assert found == [count for count in counts if count is not None]
