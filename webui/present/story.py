"""The log as a story: each entry as a sentence. What only its owner may know is told to nobody else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import TABLE, seat_index
from engine.log import Entry
from engine.words import Said, say

Names = Sequence[str]


def tell(game: str, entry: Entry, names: Names, viewer: str | None = None, over: bool = False) -> Said:
    """An entry as a sentence for a viewer; a text of an unknown form is shown as it stands."""
    if entry.do == "correct":
        return _tell_correction(entry.text, names, hide=game in SECRETIVE and not over)
    actor, _, rest = entry.text.partition(" ")
    told = TELLERS[game](actor, rest, names, over or viewer) if game in TELLERS else None
    return told or say("{who}: {text}", who=_name(actor, names), text=rest)


def _name(actor: str, names: Names) -> str:
    known = actor in ("P1", "P2", "P3", "P4") and seat_index(actor) < len(names)
    return names[seat_index(actor)] if known else actor.capitalize()


def _tell_correction(text: str, names: Names, hide: bool) -> Said:
    match text.split():
        case [seat, *_] if hide and seat.startswith("P") and seat[1:].isdigit():
            return say("Corrected: what {name} holds.", name=_name(seat, names))
        case [seat, "tile", cell, *_]:
            return say("Corrected for {name}: the tile at {cell}.", name=_name(seat, names), cell=cell)
        case [seat, "pawn", spot, *_]:
            return say("Corrected for {name}: the pawns at {cell}.", name=_name(seat, names), cell=spot.split("#")[0])
        case ["cart", seat, die, *_]:
            return say("Corrected: the {die} cart of {name}.", name=_name(seat, names), die=die)
        case ["track" | "jewels" | "abyss", cell, *_]:
            return say("Corrected: what lies at {cell}.", cell=cell)
        case ["missions", seat, *_]:
            return say("Corrected: the missions of {name}.", name=_name(seat, names))
        case ["row", "is", *_]:
            return say("Corrected: the open cards.")
        case [*route, "belongs", "to", owner]:
            return _tell_owner(" ".join(route), owner, names)
        case [seat, *rest] if seat.startswith("P") and seat[1:].isdigit():
            return say("Corrected for {name}: {text}.", name=_name(seat, names), text=" ".join(rest))
    return say("Corrected: {text}.", text=text)


def _tell_owner(route: str, owner: str, names: Names) -> Said:
    if owner == "nobody":
        return say("Corrected: {route} is free.", route=route)
    return say("Corrected: {route} belongs to {name}.", route=route, name=_name(owner, names))


def _railroad_tiles(actor: str, rest: str, names: Names, viewer: object) -> Said | None:
    name = _name(actor, names)
    match rest.split():
        case ["order", *seats]:
            return say("The turn order is {names}.", names=", ".join(_name(seat, names) for seat in seats))
        case ["start", _] if actor == TABLE:
            return say("A start tile comes from the bag.")
        case ["fill", column, _]:
            return say("A tile from the bag goes into column {column}.", column=column)
        case ["token", token]:
            return say("A token comes into the waiting room: {kind}.", kind=token)
        case ["flip", side]:
            return say("The token falls: the {side} column is discarded.", side=side)
        case ["start", _]:
            return say("{name} lays a start tile.", name=name)
        case ["take", column]:
            return say("{name} takes column {column}.", name=name, column=column)
        case ["lay", cell, tile] if "=" in tile:
            return say("{name} lays the objective {objective} at {cell}.", name=name, objective=tile.split("=")[1],
                       cell=cell)  # fmt: skip
        case ["lay", cell, _]:
            return say("{name} lays a tile at {cell}.", name=name, cell=cell)
        case ["refuse", _]:
            return say("{name} refuses a tile.", name=name)
        case ["discard", _]:
            return say("{name} discards a tile that fits nowhere.", name=name)
        case ["pawn", _, kind, spot, *star]:
            with_star = "{name} gives up a star and places a {kind} at {cell}."
            words = with_star if star else "{name} places a {kind} at {cell}."
            return say(words, name=name, kind=kind, cell=spot.partition("#")[0])
        case ["pass"]:
            return say("{name} places no more pawns.", name=name)
    return None


def _off_the_rails(actor: str, rest: str, names: Names, viewer: object) -> Said | None:
    name = _name(actor, names)
    match rest.split():
        case ["card", "abyss"]:
            return say("The Abyss card is turned up.")
        case ["card", colour, number]:
            return say("A deposit card is turned up: {colour} {number}.", colour=colour, number=number)
        case ["jewels", *jewels]:
            return say("{count} jewels come out of the bag.", count=len(jewels))
        case ["token", colour]:
            return say("A {colour} abyss token is drawn.", colour=colour)
        case ["lay", cell, _]:
            return say("{name} lays a track at {cell}.", name=name, cell=cell)
        case ["upgrade", cell, *_]:
            return say("{name} upgrades the track at {cell}.", name=name, cell=cell)
        case ["enter", die, cell]:
            return say("{name} puts the {die} cart on the start track {cell}.", name=name, die=die, cell=cell)
        case ["speed", die, speed]:
            return say("{name} sets the {die} cart to speed {speed}.", name=name, die=die, speed=speed)
        case ["done"]:
            return say("{name} ends the actions.", name=name)
        case ["move", die, *_]:
            return say("{name} moves the {die} cart.", name=name, die=die)
        case ["face", die, _]:
            return say("{name} turns the {die} cart.", name=name, die=die)
        case ["abyss", cell]:
            return say("{name} opens the abyss at {cell}.", name=name, cell=cell)
    return None


def _tickets(actor: str, rest: str, names: Names, viewer: object) -> Said | None:
    """The two games with hands: cards from the deck and tickets are told only to their owner, and after the game."""
    name = _name(actor, names)
    may_know = viewer is True or viewer == actor
    match rest.split():
        case ["deals", owner, *what]:
            return _tell_deal(_name(owner, names), " ".join(what), viewer is True or viewer == owner)
        case ["shows", card] if actor == TABLE:
            return say("A card is laid open: {card}.", card=card)
        case ["keeps", *tickets]:
            kept = " ".join(tickets)
            return say("{name} keeps {tickets}.", name=name, tickets=kept) if may_know else say(
                "{name} keeps tickets.", name=name)  # fmt: skip
        case ["takes", card]:
            return say("{name} takes an open card: {card}.", name=name, card=card)
        case ["draws", "a", "card"]:
            return say("{name} draws a card.", name=name)
        case ["draws", "tickets"]:
            return say("{name} draws tickets.", name=name)
        case ["claims", *route]:
            return say("{name} claims {route}.", name=name, route=" ".join(route).partition(" with ")[0])
        case ["passes"]:
            return say("{name} passes.", name=name)
        case ["shows", *ticket]:
            return say("{name} shows the ticket {ticket}.", name=name, ticket=" ".join(ticket))
        case ["advances", *_]:
            return say("{name} moves cards from the yard onto the track.", name=name)
        case ["stops"]:
            return say("{name} takes no second card.", name=name)
        case ["plays", *cards]:
            return say("{name} plays {cards} to the yard.", name=name, cards=" ".join(cards))
        case ["completes", *tickets]:
            return say("{name} completes {tickets}.", name=name, tickets=" ".join(tickets) or "…")
    return None


def _tell_deal(name: str, what: str, may_know: bool) -> Said:
    if " - " in what:
        words = "{name} gets the ticket {ticket}." if may_know else "{name} gets a ticket from the deck."
        return say(words, name=name, ticket=what) if may_know else say(words, name=name)
    if may_know:
        return say("{name} gets a card from the deck: {card}.", name=name, card=what)
    return say("{name} gets a card from the deck.", name=name)


TELLERS: dict[str, Callable[[str, str, Names, object], Said | None]] = {
    "railroad-tiles": _railroad_tiles,
    "off-the-rails": _off_the_rails,
    "ticket-to-ride-new-york": _tickets,
    "ticket-to-ride-card-game": _tickets,
}
WITH_HANDS = frozenset(("ticket-to-ride-new-york", "ticket-to-ride-card-game"))  # what can be done tells what is held
SECRETIVE = WITH_HANDS | {"off-the-rails"}  # behind whose shields lie stashes: the record tells what is hidden
