"""What a legal move does: one small function for each move, and the steps that follow by themselves."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import IllegalMove
from engine.game import seat_index
from engine.railroad_tiles.box import Box
from engine.railroad_tiles.legality import pawn_moves, why_not
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
from engine.railroad_tiles.position import Earned
from engine.railroad_tiles.state import OVER, PLACEMENT, PREPARATION, ROUND_END, SELECTION, Column, Player, State
from engine.railroad_tiles.tile import KINDS, TRAVELLER, Tile, same_face


def begin(box: Box, names: tuple[str, ...], objectives: tuple[str, ...], challenge: str | None) -> State:
    """The table before the first round."""
    tiles = tuple(box.objectives[name] for name in objectives)
    players = tuple(Player(name, stars=box.stars_at_start, objectives=tiles) for name in names)
    sizes = box.column_sizes(len(names))
    return State(
        box=box,
        players=players,
        columns=tuple(Column() for _ in sizes),
        sizes=sizes,
        bag=tuple((tile, count) for tile, count in box.tiles if count),
        bag_count=sum(count for _, count in box.tiles),
        clock=tuple(sorted(box.tokens)),
        pawns=tuple((kind, box.supplies[kind]) for kind in KINDS),
        stars=box.supplies["star"] - box.stars_at_start * len(names),
        challenge=challenge,
        with_objectives=bool(objectives),
        order=(0,) if len(names) == 1 else (),
        active=(None,) * box.active_spaces,
    )


def play(state: State, move: Move, insist: bool = False) -> State:
    """The state after the move; with `insist` also a tile laid where it may not lie, or refused too often."""
    reason = why_not(state, move)
    if reason is not None and not (insist and _can_be_insisted_on(state, move)):
        raise IllegalMove(str(move), reason)
    match move:
        case Order():
            return _prepared(replace(state, order=tuple(seat_index(seat) for seat in move.seats)))
        case DrawStart():
            drawn = draw_from_bag(state, move.tile)
            return _prepared(replace(drawn, start_tiles=(*drawn.start_tiles, move.tile)))
        case Fill():
            return _prepared(_fill(draw_from_bag(state, move.tile), move))
        case Reveal():
            return _prepared(_reveal(state, move))
        case Flip():
            return _next_round(_flipped(state, move))
        case TakeStart():
            return _take_start(state, move)
        case Take():
            return _selected(_take(state, move))
        case Lay():
            return _selected(_lay(state, move))
        case Refuse():
            return _selected(_refuse(state, move))
        case Discard():
            return _selected(_discard(state, move))
        case Place():
            return _placed(_place(state, move))
        case Pass():
            return _placed(with_player(state, seat_index(move.actor), spaces=()))


def _can_be_insisted_on(state: State, move: Move) -> bool:
    """Whether an illegal move still has a meaning: the tile is the player's to lay, and its place is empty."""
    if not isinstance(move, (Lay, Refuse)) or state.phase != SELECTION or state.laying != seat_index(move.actor):
        return False
    player = state.players[seat_index(move.actor)]
    held = (*player.hand, *player.objectives) if player.owes_objective else player.hand
    if same_face(move.tile) not in map(same_face, held):
        return False
    return move.cell not in player.territory.tiles if isinstance(move, Lay) else move.tile.objective is None


def with_player(state: State, index: int, **changes: object) -> State:
    """The state with one player changed."""
    player = replace(state.players[index], **changes)  # type: ignore[arg-type]  # fields of Player by name
    return replace(state, players=(*state.players[:index], player, *state.players[index + 1 :]))


def without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The tiles less one that has the same face."""
    face = same_face(tile)
    index = next(index for index, other in enumerate(tiles) if same_face(other) == face)
    return tiles[:index] + tiles[index + 1 :]


def settled(state: State) -> State:
    """The state after a correction: where that left nothing to do, the game moves on."""
    match state.phase:
        case "preparation":
            return _prepared(state)
        case "selection":
            return _selected(state)
        case "placement":
            return _placed(state)
        case _:
            return state


# Preparation


def draw_from_bag(state: State, tile: Tile) -> State:
    """The bag without the tile; a tile that our list does not know leaves the bag as one of the unknown ones."""
    face = same_face(tile)
    bag = tuple((other, count - (other == face)) for other, count in state.bag if other != face or count > 1)
    return replace(state, bag=bag, bag_count=state.bag_count - 1)


def _fill(state: State, move: Fill) -> State:
    column = state.columns[move.column - 1]
    return _with_column(state, move.column - 1, replace(column, tiles=(*column.tiles, move.tile)))


def _with_column(state: State, index: int, column: Column) -> State:
    return replace(state, columns=(*state.columns[:index], column, *state.columns[index + 1 :]))


def _reveal(state: State, move: Reveal) -> State:
    index = state.clock.index(move.token)
    clock = state.clock[:index] + state.clock[index + 1 :]
    return replace(_shifted(state), clock=clock, waiting=move.token, revealed=True)


def _shifted(state: State) -> State:
    """Every token one space to the right; the last one leaves the game (ruling 9)."""
    row = (state.waiting, *state.active)
    gone = (row[-1],) if row[-1] else ()
    return replace(state, waiting=None, active=row[:-1], gone_tokens=state.gone_tokens + gone)


def _prepared(state: State) -> State:
    """On to the selection once everything lies ready."""
    starts = 0 if state.solo or state.round > 1 else len(state.players)
    filled = not state.unfilled or state.bag_count == 0
    ready = state.order and len(state.start_tiles) >= starts and filled and (state.revealed or not state.clock)
    return replace(state, phase=SELECTION) if ready else state


# Selection


def _take_start(state: State, move: TakeStart) -> State:
    index = seat_index(move.actor)
    territory = state.players[index].territory.with_tile((0, 0), move.tile)
    state = replace(state, start_tiles=without(state.start_tiles, move.tile))
    return with_player(state, index, territory=territory)


def _take(state: State, move: Take) -> State:
    index, chosen = seat_index(move.actor), move.column - 1
    column, player = state.columns[chosen], state.players[index]
    flag = state.waiting is not None and state.waiting.flag
    state = with_player(
        state,
        index,
        hand=column.tiles,
        stars=player.stars + column.stars,
        column=chosen,
        owes_objective=flag and bool(player.objectives),
    )
    state = _with_column(state, chosen, Column(taken_by=index))
    return _solo_take(state, chosen) if state.solo else state


def _solo_take(state: State, chosen: int) -> State:
    """Ruling 13: the first column brings a star, the second a point, and the other columns are put away."""
    player = state.players[0]
    if chosen == 0 and state.stars:
        state = replace(with_player(state, 0, stars=player.stars + 1), stars=state.stars - 1)
    elif chosen == 1:
        state = with_player(state, 0, prestige=player.prestige + 1, earned=(*player.earned, Earned(1, "column")))
    left = tuple(tile for index in state.untaken for tile in state.columns[index].tiles)
    columns = tuple(Column(taken_by=column.taken_by) for column in state.columns)
    return replace(state, columns=columns, put_away=state.put_away + left)


def _lay(state: State, move: Lay) -> State:
    index = seat_index(move.actor)
    territory = state.players[index].territory.with_tile(move.cell, move.tile)
    return with_player(_from_hand(state, index, move.tile), index, territory=territory)


def _from_hand(state: State, index: int, tile: Tile) -> State:
    player = state.players[index]
    if tile.objective:
        return with_player(state, index, objectives=without(player.objectives, tile), owes_objective=False)
    return with_player(state, index, hand=without(player.hand, tile))


def _refuse(state: State, move: Refuse) -> State:
    index = seat_index(move.actor)
    refused = (*state.players[index].refused, move.tile)
    return with_player(_from_hand(state, index, move.tile), index, refused=refused)


def _discard(state: State, move: Discard) -> State:
    state = _from_hand(state, seat_index(move.actor), move.tile)
    return replace(state, put_away=(*state.put_away, move.tile))


def _selected(state: State) -> State:
    """On to the pawns once everybody has laid what they took."""
    if state.laying is not None or state.choosing is not None:
        return state
    spaces = tuple(space for space, token in enumerate(state.active) if token)
    players = tuple(replace(player, spaces=spaces) for player in state.players)
    return _placed(replace(state, phase=PLACEMENT, players=players))


# Placement


def _place(state: State, move: Place) -> State:
    index, pawn = seat_index(move.actor), (move.cell, move.spot - 1)
    player = state.players[index]
    territory = player.territory.with_pawn(*pawn)
    if state.challenge == "tired-travellers" and move.kind == TRAVELLER:
        connected = territory.connected_by_one_kind_of_way(pawn)
    else:
        connected = territory.connected(pawn)
    points = min(state.box.most_for_a_pawn, 1 + len(connected))
    state = with_player(
        state,
        index,
        territory=territory,
        prestige=player.prestige + points,
        earned=(*player.earned, Earned(points, move.kind, move.cell, tuple(other[0] for other in connected))),
        spaces=tuple(space for space in player.spaces if space != move.space - 1),
        stars=player.stars - move.star,
    )
    pawns = tuple((kind, count - (kind == move.kind)) for kind, count in state.pawns)
    return replace(state, pawns=pawns, stars=state.stars + move.star)


def _placed(state: State) -> State:
    """Those who can place nothing are done by themselves; when all are, the round ends."""
    for index in state.placing:
        if next(pawn_moves(state, index), None) is None:
            state = with_player(state, index, spaces=())
    return state if state.placing else _end_round(state)


# Round end


def _end_round(state: State) -> State:
    if state.last_round:
        return replace(state, phase=OVER)
    if len(state.players) == 2:
        return replace(state, phase=ROUND_END)
    if not state.solo:
        state = _with_star(state, state.untaken[0])
    return _next_round(state)


def _with_star(state: State, index: int) -> State:
    """A star from the supply on a column that nobody took; none if the supply is empty."""
    if not state.stars:
        return state
    column = state.columns[index]
    return replace(_with_column(state, index, replace(column, stars=column.stars + 1)), stars=state.stars - 1)


def _flipped(state: State, move: Flip) -> State:
    """Ruling 12: one of the two columns left loses its tiles, and its stars go back; the other gets a star."""
    left, right = state.untaken
    loses, stays = (left, right) if move.side == "left" else (right, left)
    column = state.columns[loses]
    state = replace(state, put_away=state.put_away + column.tiles, stars=state.stars + column.stars)
    return _with_star(_with_column(state, loses, Column()), stays)


def _next_round(state: State) -> State:
    """The next turn order by chosen column, left to right, and the tokens' way on when none is left to reveal."""
    order = tuple(sorted(state.order, key=lambda index: state.players[index].column or 0))
    columns = tuple(replace(column, taken_by=None) for column in state.columns)
    state = replace(state, phase=PREPARATION, round=state.round + 1, order=order, columns=columns, revealed=False)
    return _prepared(state if state.clock else _shifted(state))
