"""What may be done: what is to be done next, and why a move is not legal, in words."""

from __future__ import annotations

from engine.game import seat_index
from engine.off_the_rails.box import ABYSS
from engine.off_the_rails.jewels import helpings, holds
from engine.off_the_rails.moves import (
    Card,
    Collapse,
    Done,
    Draw,
    Enter,
    Face,
    Go,
    Lay,
    Move,
    Speed,
    Token,
    Upgrade,
    in_order,
    write_cell,
)
from engine.off_the_rails.state import (
    ACTIONS,
    COLLAPSE,
    DEPOSIT,
    FACING,
    JEWELS,
    MOVEMENT,
    OPENING,
    OVER,
    SETUP,
    TOKEN,
    Cart,
    State,
)
from engine.off_the_rails.travel import (
    COLLIDES,
    STOPS,
    Way,
    derails_when_empty,
    follow,
    losses,
    offers,
    why_no_way,
)
from engine.off_the_rails.turns import places_for
from engine.parts.grid import SIDES, Cell
from engine.words import Said, say

# Which moves belong to which phase.
BELONGS: dict[str, tuple[type, ...]] = {
    SETUP: (Card,),
    ACTIONS: (Lay, Upgrade, Enter, Speed, Done),
    MOVEMENT: (Go,),
    FACING: (Face,),
    DEPOSIT: (Card,),
    JEWELS: (Draw,),
    OPENING: (Card,),
    TOKEN: (Token,),
    COLLAPSE: (Collapse,),
    OVER: (),
}
SMALL_TRACKS = tuple(a + b for index, a in enumerate(SIDES) for b in SIDES[index + 1 :])  # straights and corners
# What is to be done in which phase.
NEXT = {
    SETUP: "Turn up the next card of the pile for the first deposits.",
    ACTIONS: "{name}: {left} actions left, then the carts move.",
    MOVEMENT: "{name}: move the {carts} cart.",
    FACING: "{owner}: turn the cart that was struck to {sides}.",
    DEPOSIT: "{name}: turn up the top card of the deposit deck.",
    JEWELS: "{name}: draw {size} jewels from the bag for {square}.",
    OPENING: "{name}: the abyss opens, turn up the next card of its pile.",
    TOKEN: "{name}: draw an abyss token from the lid.",
    COLLAPSE: "{name}: lay the {token} abyss token next to another of its colour.",
    OVER: "The game is over: {ending}.",
}


def todo(state: State) -> Said:
    """What is to be done next."""
    square, size = state.deposit or ((0, 0), 0)
    owner = state.clans.index(state.carts[state.struck].clan) if state.struck is not None else state.active
    return say(
        NEXT[state.phase],
        name=state.names[state.active],
        left=actions_left(state),
        carts=" or ".join(state.to_move),
        owner=state.names[owner],
        sides=" or ".join(state.struck_sides),
        size=size,
        square=write_cell(square),
        token=state.token,
        ending=state.ending,
    )


def actions_left(state: State) -> int:
    return max(0, state.box.actions - state.actions)


def why_not(state: State, move: Move) -> Said | None:
    """Why the move is not legal now; None if it is."""
    if not isinstance(move, BELONGS[state.phase]):
        return say("This is not the time for it. {todo}", todo=todo(state))
    if move.actor != state.actor:
        return say("It is not their turn. {todo}", todo=todo(state))
    match move:
        case Lay():
            return _why_not_lay(state, move)
        case Upgrade():
            return _why_not_upgrade(state, move)
        case Enter():
            return _why_not_enter(state, move)
        case Speed():
            return _why_not_speed(state, move)
        case Go():
            return _why_not_go(state, move)
        case Face():
            return _why_not_face(state, move)
        case Collapse():
            return _why_not_collapse(state, move)
        case Card():
            return _why_not_card(state, move)
        case Draw():
            return _why_not_draw(state, move)
        case Token():
            return (
                None if move.colour in state.lid else say("There is no {colour} token in the lid.", colour=move.colour)
            )
    return None


# Actions


def _why_not_square(state: State, at: Cell) -> Said | None:
    """Why no track may lie on a square at all (ruling 1)."""
    where = {"column": at[0], "row": at[1]}
    if not state.box.in_grid(at):
        return say("{column},{row} is not a square of the board.", **where)
    if at in state.box.centres:
        return say("{column},{row} is the centre of a mine, where no track may lie.", **where)
    if at in state.abyss:
        return say("There is an abyss token on {column},{row}.", **where)
    return None


def _why_not_lay(state: State, move: Lay) -> Said | None:
    wrong = _why_not_square(state, move.at)
    if wrong:
        return wrong
    if move.at in state.tracks:
        return say("There is a track on {column},{row} already.", column=move.at[0], row=move.at[1])
    if move.exits not in SMALL_TRACKS:
        return say("Only a straight or a corner may be laid, not {exits}.", exits=move.exits)
    if state.tiles_left[0] <= 0:
        return say("No straight or corner tile is left.")
    return None


def _why_not_upgrade(state: State, move: Upgrade) -> Said | None:
    wrong = _why_not_square(state, move.at)
    if wrong:
        return wrong
    where = {"column": move.at[0], "row": move.at[1]}
    old = state.tracks.get(move.at)
    if old is None:
        return say("There is no track on {column},{row} to upgrade.", **where)
    if move.at in state.on_board:
        return say("The track on {column},{row} cannot be upgraded under a cart.", **where)
    if len(move.exits) != len(old) + 1 or not set(old) < set(move.exits) or move.exits != in_order(move.exits):
        return say("The track on {column},{row} must keep its exits {old} and get exactly one more.", **where, old=old)
    if len(old) == 2 and state.tiles_left[1] <= 0:
        return say("No tile with a T or a crossing is left.")
    return None


def cart_of(state: State, actor: str, die: str) -> Cart | None:
    """The actor's cart with this die."""
    clan = state.clans[seat_index(actor)]
    return state.carts[state.cart_index(clan, die)] if die in state.box.dice else None


def _no_cart(die: str) -> Said:
    return say("There is no cart with a {die} die.", die=die)


def _why_not_enter(state: State, move: Enter) -> Said | None:
    cart = cart_of(state, move.actor, move.die)
    if cart is None:
        return _no_cart(move.die)
    if cart.on_board:
        return say("The {die} cart is on the board already.", die=move.die)
    if cart.lost:
        return say("The {die} cart fell into the abyss and cannot come back.", die=move.die)
    if move.at not in state.box.start_tracks(cart.clan):
        where = {"column": move.at[0], "row": move.at[1]}
        return say("{column},{row} is not a start track of the {clan} clan.", **where, clan=cart.clan)
    if move.at in state.on_board:
        return say("A cart stands on the start track {column},{row}.", column=move.at[0], row=move.at[1])
    return None


def _why_not_speed(state: State, move: Speed) -> Said | None:
    cart = cart_of(state, move.actor, move.die)
    if cart is None:
        return _no_cart(move.die)
    if not cart.on_board:
        return say("The {die} cart is not on the board.", die=move.die)
    if move.speed not in state.box.speeds:
        least, most = state.box.speeds[0], state.box.speeds[-1]
        return say("A cart's speed is from {least} to {most}.", least=least, most=most)
    if abs(move.speed - cart.speed) != 1:
        return say("The {die} cart has speed {speed}; one action changes it by 1.", die=move.die, speed=cart.speed)
    return None


# Movement


def way_of(state: State, move: Go) -> Way | None:
    """The way of a cart's movement, if it can go it."""
    cart = cart_of(state, move.actor, move.die)
    return follow(state, cart, move.path) if cart is not None and cart.on_board else None


def _why_not_go(state: State, move: Go) -> Said | None:
    cart = cart_of(state, move.actor, move.die)
    if cart is None:
        return _no_cart(move.die)
    if move.die not in state.to_move:
        return say("The {die} cart does not move now. {todo}", die=move.die, todo=todo(state))
    way = follow(state, cart, move.path)
    if way is None:
        return why_no_way(state, cart, move.path)
    return _why_not_take(state, cart, way, move) or _why_not_facing(cart, way, move) or _why_not_drop(state, way, move)


def _why_not_take(state: State, cart: Cart, way: Way, move: Go) -> Said | None:
    most = offers(state, cart, way)
    order = [cell for cell in most if cell in dict(move.take)]
    if sum(len(jewels) for _, jewels in move.take) > state.box.hold_places - len(cart.hold):
        return say("The hold carries {places} jewels, no more.", places=state.box.hold_places)
    for cell, jewels in move.take:
        where = {"column": cell[0], "row": cell[1]}
        if cell not in most:
            return say("Nothing can be taken from {column},{row} on this way.", **where)
        if not jewels or jewels not in helpings(state.jewels[cell], most[cell], state.box.taken_first):
            return say(
                "At most {most} from {column},{row}, rocks first, and only what lies there.", **where, most=most[cell]
            )
    if [cell for cell, _ in move.take] != order:
        return say("The squares are served once each, in the order in which the cart passes them.")
    return None


def _why_not_facing(cart: Cart, way: Way, move: Go) -> Said | None:
    stays = way.ending in (STOPS, COLLIDES) and not derails_when_empty(cart, way, move.take)
    if stays and (len(move.face) != 1 or move.face not in way.facings):
        return say("The {die} cart must face {sides} at the end.", die=move.die, sides=" or ".join(way.facings))
    if not stays and move.face:
        return say("The {die} cart leaves the board and faces nowhere.", die=move.die)
    return None


def _why_not_drop(state: State, way: Way, move: Go) -> Said | None:
    if move.drop in losses(state, way):
        return None
    size = len(losses(state, way)[0])
    return say("The struck cart loses {size} jewels of its load, no other number and no others.", size=size)


def _why_not_face(state: State, move: Face) -> Said | None:
    struck = state.carts[state.struck] if state.struck is not None else None
    if struck is None or move.die != struck.die:
        return say("This is not the cart that was struck.")
    if len(move.side) != 1 or move.side not in state.struck_sides:
        return say("The struck cart must face {sides}.", sides=" or ".join(state.struck_sides))
    return None


def _why_not_collapse(state: State, move: Collapse) -> Said | None:
    if move.at in places_for(state, state.token):
        return None
    return say(
        "The {colour} token must lie by a side next to another of its colour, on a square without one.",
        colour=state.token,
    )


# What the table gives


def next_cards(state: State) -> tuple[str, ...]:
    """The colours among which the next card is, whichever pile it comes from."""
    if state.phase == SETUP:
        return state.first_deposits
    if state.phase == OPENING:
        return state.abyss_pile
    return next((pile for pile in state.piles if pile), ())


def unseen(state: State, colour: str) -> list[int]:
    return [number for number in state.box.jewels_on_card if (colour, number) not in state.seen]


def _why_not_card(state: State, card: Card) -> Said | None:
    if card.colour not in next_cards(state):
        return say("The next card cannot be {colour}: its pile has one card of each colour.", colour=card.colour)
    if card.colour == ABYSS:
        return None if card.number == 0 else say("The Abyss card has no number.")
    if card.number not in unseen(state, card.colour):
        return say(
            "There is no card {colour} {number} that was not turned up before.", colour=card.colour, number=card.number
        )
    return None


def _why_not_draw(state: State, move: Draw) -> Said | None:
    size = state.deposit[1] if state.deposit else 0
    if len(move.jewels) != size:
        return say("{size} jewels must be drawn, not {drawn}.", size=size, drawn=len(move.jewels))
    if not holds(state.bag, move.jewels):
        return say("So many of these jewels are not in the bag.")
    return None
