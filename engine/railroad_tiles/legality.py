"""What may be done now and, for what may not, the reason in words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import TABLE, seat_index
from engine.parts.grid import SIDES, Cell, neighbour
from engine.railroad_tiles.box import Token
from engine.railroad_tiles.moves import (
    Discard,
    DrawStart,
    Fill,
    Flip,
    Lay,
    Move,
    Order,
    Pass,
    Place,
    Refuse,
    Reveal,
    Take,
    TakeStart,
)
from engine.railroad_tiles.state import OVER, PLACEMENT, PREPARATION, ROUND_END, SELECTION, Player, State
from engine.railroad_tiles.territory import ANY, Territory
from engine.railroad_tiles.tile import KINDS, Tile, same_face, shape, ways_of
from engine.words import Said, say

_SIDE_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
_LETTER_NAMES = {"H": "highway", "R": "rail", "-": "blank"}


def why_not(state: State, move: Move) -> Said | None:
    """Why the move is illegal; None if it is legal."""
    if state.phase == OVER:
        return say("The game is over.")
    if move.actor != TABLE and seat_index(move.actor) >= len(state.players):
        return say("There is no player {seat} in this game.", seat=move.actor)
    match move:
        case Order() | DrawStart() | Fill() | Reveal():
            return _why_no_preparation(state, move)
        case Flip():
            return None if state.phase == ROUND_END else say("The token is flipped only at the end of a round.")
        case TakeStart() | Take():
            return _why_no_choice(state, move)
        case Lay() | Refuse() | Discard():
            return _why_no_laying(state, move)
        case Place() | Pass():
            return _why_no_pawn(state, move)


def _why_no_preparation(state: State, move: Order | DrawStart | Fill | Reveal) -> Said | None:
    if state.phase != PREPARATION:
        return say("The bag and the tokens come only in the preparation of a round.")
    match move:
        case Order():
            return _why_no_order(state, move)
        case DrawStart():
            return _why_no_start_tile(state, move.tile)
        case Fill():
            return _why_no_fill(state, move)
        case Reveal():
            if state.revealed:
                return say("This round's token lies in the waiting room already.")
            return None if move.token in state.clock else say("There is no token {token} left.", token=move.token)


def _why_no_order(state: State, move: Order) -> Said | None:
    if state.order:
        return say("The turn order is known already.")
    if sorted(move.seats) != [state.seat_of(index) for index in range(len(state.players))]:
        return say("The turn order must name every player once.")
    return None


def _why_no_start_tile(state: State, tile: Tile) -> Said | None:
    if state.round > 1 or state.solo:
        return say("Start tiles come only in the first round of a game for several players.")
    if len(state.start_tiles) == len(state.players):
        return say("There is a start tile for every player already.")
    if any(shape(tile.sides) == shape(other.sides) for other in state.start_tiles):
        return say("Another start tile has the same connections: put this one back and draw again.")
    return _why_not_from_bag(state, tile)


def _why_no_fill(state: State, move: Fill) -> Said | None:
    index = move.column - 1
    if not 0 <= index < len(state.columns):
        return say("There is no column {column}.", column=move.column)
    if len(state.columns[index].tiles) >= state.sizes[index]:
        return say("Column {column} is full.", column=move.column)
    return _why_not_from_bag(state, move.tile)


def _why_not_from_bag(state: State, tile: Tile) -> Said | None:
    if state.bag_count == 0:
        return say("The bag is empty.")
    if tile.objective:
        return say("Objective tiles are not in the bag.")
    if state.box.complete and same_face(tile) not in dict(state.bag):
        return say("There is no tile {tile} left in the bag.", tile=tile)
    return None


def _why_no_choice(state: State, move: TakeStart | Take) -> Said | None:
    index = seat_index(move.actor)
    if state.phase != SELECTION:
        return say("Tiles are chosen only in the selection phase.")
    if isinstance(move, TakeStart):
        return _why_no_start_choice(state, move)
    if state.choosing_start is not None:
        return say("First {name} takes a start tile.", name=state.players[state.choosing_start].name)
    if state.laying is not None:
        return say("First {name} lays the tiles taken before.", name=state.players[state.laying].name)
    if state.choosing != index:
        return _not_your_turn(state, state.choosing)
    if not 1 <= move.column <= len(state.columns):
        return say("There is no column {column}.", column=move.column)
    taker = state.columns[move.column - 1].taken_by
    if taker is not None:
        return say("{name} has taken column {column} already.", name=state.players[taker].name, column=move.column)
    return None


def _why_no_start_choice(state: State, move: TakeStart) -> Said | None:
    if state.choosing_start is None:
        return say("There is no start tile to take.")
    if state.choosing_start != seat_index(move.actor):
        return _not_your_turn(state, state.choosing_start)
    if not _holds(state.start_tiles, move.tile):
        return say("{tile} is none of the start tiles.", tile=move.tile)
    return None


def _not_your_turn(state: State, whose: int | None) -> Said:
    if whose is None:
        return say("Nobody is to do this now.")
    return say("It is {name}'s turn.", name=state.players[whose].name)


def _holds(tiles: tuple[Tile, ...], tile: Tile) -> bool:
    """Whether a tile is among those, however they lie."""
    face = same_face(tile)
    return any(same_face(other) == face for other in tiles)


def _why_no_laying(state: State, move: Lay | Refuse | Discard) -> Said | None:
    if state.phase != SELECTION:
        return say("Tiles are laid only in the selection phase.")
    index = seat_index(move.actor)
    if state.laying != index:
        if state.laying is None:
            return say("Nobody has a tile to lay: first a column is taken.")
        return _not_your_turn(state, state.laying)
    player = state.players[index]
    if move.tile.objective:
        return _why_no_objective(player, move)
    if not _holds(player.hand, move.tile):
        return say("{name} has no tile {tile} to lay.", name=player.name, tile=move.tile)
    match move:
        case Lay():
            return why_not_there(player.territory, move.cell, move.tile.sides)
        case Refuse():
            if len(player.refused) >= state.box.refusals:
                return say("{name} has refused {count} tiles already.", name=player.name, count=len(player.refused))
            return None
        case Discard():
            if player.territory.can_lay(move.tile.sides):
                return say("The tile {tile} can be laid, so it may not be discarded.", tile=move.tile)
            return None


def _why_no_objective(player: Player, move: Lay | Refuse | Discard) -> Said | None:
    """Ruling 7: one objective tile at any point among the others; discarded only when none can be laid."""
    if not player.owes_objective:
        return say("{name} has no objective tile to lay now.", name=player.name)
    if not _holds(player.objectives, move.tile):
        return say("{name} has no tile {tile} to lay.", name=player.name, tile=move.tile)
    match move:
        case Lay():
            return why_not_there(player.territory, move.cell, move.tile.sides)
        case Refuse():
            return say("An objective tile may not be refused.")
        case Discard():
            if player.hand:
                return say("The other tiles are laid first, before an objective tile is given up.")
            if any(player.territory.can_lay(tile.sides) for tile in player.objectives):
                return say("An objective tile can be laid, so none may be discarded.")
            return None


def why_not_there(territory: Territory, cell: Cell, sides: str) -> Said | None:
    """Why a tile with these sides may not lie there (ruling 5)."""
    if cell in territory.tiles:
        return say("Another tile lies at {cell} already.", cell=_at(cell))
    if cell not in territory.gaps:
        if not territory.tiles:
            return say("The first tile lies at 0,0.")
        return say("The place {cell} touches no tile of the territory.", cell=_at(cell))
    for side, needed, shown in zip(SIDES, territory.gaps[cell], sides, strict=True):
        if needed not in (ANY, shown):
            return say(
                "Its {side} side is {shown}, and the tile at {other} has {needed} there.",
                side=_SIDE_NAMES[side],
                shown=_LETTER_NAMES[shown],
                other=_at(neighbour(cell, side)),
                needed=_LETTER_NAMES[needed],
            )
    return None


def _at(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _why_no_pawn(state: State, move: Place | Pass) -> Said | None:
    if state.phase != PLACEMENT:
        return say("Pawns are placed only after everybody has laid their tiles.")
    player = state.players[seat_index(move.actor)]
    if not player.spaces:
        return say("{name} can place no more pawns in this round.", name=player.name)
    if isinstance(move, Pass):
        return None
    if move.space - 1 not in player.spaces:
        return say("{name} has no token to use in active space {space}.", name=player.name, space=move.space)
    token = state.active[move.space - 1]
    assert token is not None
    return _why_not_by_token(player, move, token) or _why_not_on_spot(state, player, move)


def _why_not_by_token(player: Player, move: Place, token: Token) -> Said | None:
    if move.star and move.kind in token.kinds:
        return say("The token itself allows a {kind}: no star is needed.", kind=move.kind)
    if move.star and not player.stars:
        return say("{name} has no star.", name=player.name)
    if not move.star and move.kind not in token.kinds:
        return say("The token allows {kinds}, not {kind}.", kinds=" or ".join(token.kinds), kind=move.kind)
    return None


def _why_not_on_spot(state: State, player: Player, move: Place) -> Said | None:
    if not state.supply_of(move.kind):
        return say("There is no {kind} pawn left in the supply.", kind=move.kind)
    tile = player.territory.tiles.get(move.cell)
    if tile is None:
        return say("{name} has no tile at {cell}.", name=player.name, cell=_at(move.cell))
    if not 1 <= move.spot <= len(tile.spots):
        return say("The tile at {cell} has no spot {spot}.", cell=_at(move.cell), spot=move.spot)
    kind = tile.spots[move.spot - 1].kind
    if kind != move.kind:
        return say("The spot at {cell} is for a {kind}.", cell=_at(move.cell), kind=kind)
    if (move.cell, move.spot - 1) in player.territory.pawns:
        return say("A pawn stands on this spot already.")
    return None


def legal_moves(state: State) -> Iterator[Move]:
    """All legal moves, one after another."""
    match state.phase:
        case "preparation":
            yield from _preparations(state)
        case "selection":
            yield from _selections(state)
        case "placement":
            for index in state.placing:
                yield from pawn_moves(state, index)
                yield Pass(state.seat_of(index))
        case "round-end":
            yield from (Flip("left"), Flip("right"))


def _preparations(state: State) -> Iterator[Move]:
    if not state.order:
        yield from orders(state)
    bag = state.bag if state.bag_count else ()  # unknown tiles may have come in place of known ones
    if state.round == 1 and not state.solo and len(state.start_tiles) < len(state.players):
        taken = {shape(tile.sides) for tile in state.start_tiles}
        yield from (DrawStart(tile) for tile, _ in bag if shape(tile.sides) not in taken)
    for index in state.unfilled:
        yield from (Fill(index + 1, tile) for tile, _ in bag)
    if not state.revealed:
        yield from (Reveal(token) for token in dict.fromkeys(state.clock))


def orders(state: State) -> Iterator[Order]:
    """Every turn order for the first round."""

    def arranged(left: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if not left:
            yield ()
        for seat_ in left:
            for rest in arranged(tuple(other for other in left if other != seat_)):
                yield (seat_, *rest)

    return (Order(seats) for seats in arranged(tuple(state.seat_of(index) for index in range(len(state.players)))))


def _selections(state: State) -> Iterator[Move]:
    if state.choosing_start is not None:
        actor = state.seat_of(state.choosing_start)
        for tile in dict.fromkeys(state.start_tiles):
            yield from (TakeStart(actor, tile.laid(way)) for way in ways_of(tile.sides))
    elif state.laying is not None:
        yield from laying_moves(state, state.laying)
    elif state.choosing is not None:
        yield from (Take(state.seat_of(state.choosing), index + 1) for index in state.untaken)


def laying_moves(state: State, index: int) -> Iterator[Move]:
    """What a player may do with the tiles in the hand."""
    player, actor = state.players[index], state.seat_of(index)
    for tile in dict.fromkeys(player.hand):
        laid = [Lay(actor, cell, tile.laid(way)) for cell, way in player.territory.placements(tile.sides)]
        yield from laid
        if not laid:
            yield Discard(actor, tile)
        if len(player.refused) < state.box.refusals:
            yield Refuse(actor, tile)
    if player.owes_objective:
        yield from _objective_moves(player, actor)


def _objective_moves(player: Player, actor: str) -> Iterator[Move]:
    found = False
    for tile in player.objectives:
        for cell, way in player.territory.placements(tile.sides):
            found = True
            yield Lay(actor, cell, tile.laid(way))
    if not found and not player.hand:
        yield from (Discard(actor, tile) for tile in player.objectives)


def pawn_moves(state: State, index: int) -> Iterator[Place]:
    """The pawns that a player may place now."""
    player, actor = state.players[index], state.seat_of(index)
    for space in player.spaces:
        token = state.active[space]
        assert token is not None
        for kind in KINDS:
            star = kind not in token.kinds
            if state.supply_of(kind) and (player.stars or not star):
                for cell, spot in player.territory.free_spots(kind):
                    yield Place(actor, space + 1, kind, cell, spot + 1, star)
