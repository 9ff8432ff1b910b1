"""The recorded games play again exactly as they were recorded."""

from __future__ import annotations

import pytest

from engine.games import names
from tests.playthroughs.catalogue import PLAYTHROUGHS, Playthrough
from tests.playthroughs.write import FOLDER, path_of, tell


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda one: f"{one.game}-{one.name}")
def test_the_game_plays_as_recorded(playthrough: Playthrough) -> None:
    assert tell(playthrough) == path_of(playthrough).read_text(encoding="utf-8")


def test_no_recorded_game_is_forgotten() -> None:
    assert {path_of(playthrough) for playthrough in PLAYTHROUGHS} == set(FOLDER.glob("*/*.txt"))


def test_every_game_and_player_count_is_recorded() -> None:
    from engine.games import find_game

    recorded = {(playthrough.game, playthrough.players) for playthrough in PLAYTHROUGHS}
    assert recorded == {(name, players) for name in names() for players in find_game(name).seats}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_new_york_is_recorded_with_every_end(players: int) -> None:
    """The last round; and that nobody can act, which takes a map with few cards."""
    told = [tell(one) for one in PLAYTHROUGHS if (one.game, one.players) == ("ticket-to-ride-new-york", players)]
    for end in ("last turns to come: 0", "Nobody can do anything"):
        assert any(end in text for text in told)
