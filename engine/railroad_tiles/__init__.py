"""Railroad Tiles: rules, data, players."""

from engine.railroad_tiles.rules import GAME, RailroadTiles

__all__ = ["GAME", "RailroadTiles"]
