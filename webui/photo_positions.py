"""From what is read on a photo to a position that can be counted; what no photo shows is left for people to enter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import ClearNo, NotThere
from engine.games import find_game
from engine.words import Said, say
from webui.present.maps import box_of

MOST_PLAYERS = 4
CARTS = 2  # of a clan

Seen = Mapping[str, Any]
Players = list[dict[str, Any]]


def position_of(game: str, observation: Seen) -> dict[str, Any]:
    """The position that a photo shows; raises ClearNo if nothing on it could be counted or put right.

    A board on which no cart or route was seen has no players yet: people put on it what was missed.
    """
    if game not in _READERS:
        raise ClearNo("A single photo of this game cannot be counted.")
    players = _READERS[game](observation)[:MOST_PLAYERS]
    if not players and not _has_places(game, observation):
        raise NotThere(nothing_seen(game))
    return {"game": game, "players": players}


def _has_places(game: str, observation: Seen) -> bool:
    """Whether what was missed can be put where it lies: on a board, or into a zone of cards; a tile needs its photo."""
    zones = any(zone.get("zone") != 0 and "cards" in zone for zone in observation.get("zones", []))
    return zones or any(key in observation for key in ("cells", "claims"))


def nothing_seen(game: str) -> Said:
    """That nothing is there to be counted."""
    return {
        "railroad-tiles": say("No tiles are seen on this photo."),
        "off-the-rails": say("No cart is seen on this photo."),
        "ticket-to-ride-new-york": say("No claimed route is seen on this photo."),
        "ticket-to-ride-card-game": say("No cards are seen on this photo."),
    }[game]


def not_on_photo(game: str) -> Said:
    """What somebody has to add before the points are right."""
    return {
        "railroad-tiles": say("Prestige that pawns earned in play is not on the photo."),
        "off-the-rails": say("What lies behind the shields is not on the photo: enter it."),
        "ticket-to-ride-new-york": say("The tickets are not on the photo: enter them."),
        "ticket-to-ride-card-game": say("The tickets are not on the photo: enter them."),
    }[game]


def box_in_print(game: str) -> dict[str, Any] | None:
    """The kinds of cards and the tickets of a game that has them, to enter what no photo shows."""
    return box_of(find_game(game).start(("1", "2"), {}))


def _territories(observation: Seen) -> Players:
    zones = [zone for zone in observation.get("zones", []) if zone.get("zone") != 0 and zone.get("tiles")]
    return [{"name": _zone_name(zone), "tiles": [_scorable(tile) for tile in zone["tiles"]]} for zone in zones]


def _zone_name(zone: Seen) -> str:
    return f"{zone.get('zone') or 1}"


def _scorable(tile: Seen) -> dict[str, Any]:
    """A tile as it was read; a traveller's spot lies on the station, the rail or the highway, whichever is there."""
    entry = {key: tile[key] for key in ("at", "sides", "urban", "station", "objective") if key in tile}
    return {**entry, "spots": [_spot(spot, tile) for spot in tile.get("spots", [])]}


def _spot(spot: Seen, tile: Seen) -> dict[str, Any]:
    on = spot.get("on")
    if on is None and spot["kind"] == "traveller":
        on = "station" if tile.get("station") else "rail" if "H" not in tile["sides"] else "highway"
    return {"kind": spot["kind"], "pawn": spot.get("pawn", False), **({"on": on} if on else {})}


def _clans(observation: Seen) -> Players:
    """Every clan whose cart is seen; its other carts are at home as far as a photo can tell."""
    carts = Counter(cart["clan"] for cart in observation.get("carts", []))
    return [
        {"name": clan, "clan": clan, "stash": {}, "carts_home": max(0, CARTS - count), "missions": 0}
        for clan, count in sorted(carts.items())
    ]


def _claimants(observation: Seen) -> Players:
    claims = observation.get("claims", [])
    return [
        {
            "name": colour,
            "colour": colour,
            "routes": [list(claim["route"]) for claim in claims if claim["taxis"] == colour],
            "tickets": [],
        }
        for colour in sorted({claim["taxis"] for claim in claims})
    ]


def _piles(observation: Seen) -> Players:
    zones = [zone for zone in observation.get("zones", []) if zone.get("zone") != 0 and zone.get("cards")]
    return [{"name": _zone_name(zone), "on_track": _counted(zone["cards"]), "tickets": []} for zone in zones]


def _counted(cards: list[Seen]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for entry in cards:
        found[entry["kind"]] += entry["count"]
    return dict(found)


_READERS: dict[str, Callable[[Seen], Players]] = {
    "railroad-tiles": _territories,
    "off-the-rails": _clans,
    "ticket-to-ride-new-york": _claimants,
    "ticket-to-ride-card-game": _piles,
}
