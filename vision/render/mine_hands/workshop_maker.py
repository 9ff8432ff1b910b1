"""A maker of mine boxes: how a box is put together from papers, a track, squares, tokens, carts and jewels."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from vision.render.brush import Brush, Points, box, regular
from vision.render.guests import Canvas
from vision.render.hands.aerial_view import cropped, lit
from vision.render.hands.painted import masked, near
from vision.render.hands.vector import between, coin, palette
from vision.render.mine_hands.workshop_ground import SHEET_PX, Track, bevelled, clear_of, lay_track, sheet_of, ways
from vision.render.mine_hands.workshop_pieces import Tub, cut_gem
from vision.render.mine_hands.workshop_print import BOOK, SIGNS, TokenLook, letters, sign, some_square
from vision.render.mine_print import Told, mines_of
from vision.render.mine_style import CLANS, JEWELS, CartLook, DieLook, Gem, MineHand, MineStyle, Photo
from vision.render.pictograms import rounded
from vision.render.routes import CENTRE
from vision.render.solids import Faces
from vision.render.style import Colour, Rng, colour_apart, distance, pick, shade

FULL = (255.0, 255.0, 255.0)
TITLES = ("OFF THE RAILS", "MINE", "Deep Carts", "DWARF RAIL", "Off the Rails", "CAVERNS")
OUTER = {"north": 0, "east": 1, "south": 2, "west": 3}
FONTS = (None, 0, 2, 3, 4, 16 + 3)
Texts = tuple[str, ...]
BENDS = ("easy", "easy", "arc", "tight", "corner", "chamfer")


class Maker(MineHand):
    """A maker of boxes: papers for board and tiles, a track, and how squares, tokens, carts and jewels look."""

    palettes: str
    stones: Texts
    borders: Texts
    counts: Texts = ("digits", "digits", "roman", "pips", "none")
    tracks: Texts
    shapes: Texts = ("disc", "disc", "square", "octagon", "hexagon", "round")
    marks: Texts

    def __init__(self, rng: Rng) -> None:
        inks = palette(rng, *BOOK["palettes"][self.palettes])
        self.stone, self.rim, self.seam, self.card, self.rail, self.tie, self.accent = (near(rng, c, 6) for c in inks)
        self.clans = named(rng, CLANS, BOOK["inks"]["clans"], 7)
        self.stone_sheet = self._sheet(rng, self.stone)
        self.rim_sheet = self.stone_sheet if rng.random() < 0.2 else self._sheet(rng, self.rim)
        alike = rng.random() < 0.35
        self.card = shade(self.stone, between(rng, 0.7, 1.25)) if alike else self.card
        self.card_sheet = self.stone_sheet if alike and coin(rng) else self._sheet(rng, self.card)
        self.square = some_square(rng, self.seam, self.borders, self.counts)
        self.track = self.some_track(rng)
        self.frame, self.frame_ink = pick(rng, ("none", "none", "line", "bevel", "inset", "corners")), self.seam
        self.cut, self.strewn = pick(rng, (0.0, 0.0, 0.06, 0.14)), pick(rng, ("none", "none", "dots", "sign", "value"))
        dark = shade(near(rng, "1a1418 241a10 101820 2a1030", 5), between(rng, 0.5, 1.0))
        self.coin = TokenLook(pick(rng, self.shapes), pick(rng, self.marks), dark, between(rng, 0.02, 0.07),
                              bool(rng.random() < 0.7), coin(rng))  # fmt: skip
        dealt = [str(name) for name in rng.permutation(sorted(SIGNS))]
        self.signs = dict(zip(CLANS, dealt if coin(rng) else dealt[:1] * 4, strict=False))
        self.whole, self.title = coin(rng), pick(rng, TITLES)
        self.side, self.font = pick(rng, ("band", "line", "blocks", "none")), int(pick(rng, (0, 2, 3, 4)))
        self.facets, self.inlay = between(rng, 0.05, 0.34), False
        self.tub = self.some_tub(rng)

    # ---- what a family decides

    def _sheet(self, rng: Rng, colour: Colour) -> Canvas:
        second = shade(colour, between(rng, 0.75, 1.2)) if coin(rng) else None
        return sheet_of(rng, pick(rng, self.stones), colour, second)

    def some_track(self, rng: Rng) -> Track:
        """A track that is seen on the tile's ground."""
        look = pick(rng, self.tracks)
        tie = clear_of(self.tie, self.card, 60) if look not in ("stitched", "barred", "band") else self.tie
        rail = clear_of(pick(rng, (self.rail, self.rail, shade(self.rail, 0.3))), self.card, 85)
        if distance(rail, tie) < 55:
            tie = colour_apart(rng, [rail, self.card], 70)
        bed = shade(self.card, pick(rng, (0.75, 1.25))) if rng.random() < 0.25 else None
        gauge = between(rng, 0.14, 0.34)
        return Track(
            look, rail, tie, bed, pick(rng, BENDS), bool(rng.random() < 0.4),
            gauge, between(rng, 0.022, 0.055), between(rng, 0.085, 0.17), between(rng, 0.03, 0.065),
            between(rng, 1.15, 1.75), pick(rng, (0.0, 0.0, 0.0, 0.03)), 0.0, 0.0,
            pick(rng, ("none", "none", "none", "turntable", "plate", "knob")),
        )  # fmt: skip

    @abstractmethod
    def some_tub(self, rng: Rng) -> Tub:
        """How carts look."""

    @abstractmethod
    def some_gems(self, rng: Rng) -> dict[str, Gem]:
        """How jewels look."""

    def some_die(self, rng: Rng, room: float) -> DieLook:
        """Dice that leave the walls to be seen, all alike or dark and light ones."""
        kinds = [palette(rng, *BOOK["inks"]["dice"]) for _ in range(int(pick(rng, (1, 2))))]
        digits = bool(rng.random() < 0.25)
        return DieLook(
            min(room, between(rng, 0.26, 0.42)), between(rng, 0.7, 1.25), between(rng, 0.075, 0.125),
            between(rng, 0.23, 0.3), pick(rng, (2.0, 8.0, 25.0)), digits, pick(rng, FONTS) if digits else None,
            between(rng, 0.42, 0.65), coin(rng), tuple((near(rng, a, 4), near(rng, b, 4)) for a, b in kinds),
        )  # fmt: skip

    # ---- drawing

    def board(self, told: Told, style: MineStyle, longest_px: int) -> Photo:
        """Margins, the clans' sides, and all squares."""
        rng, grid = np.random.default_rng(style.seed), told["grid"]
        px = longest_px / max(told["size"])
        width, height = (round(float(side) * px) for side in told["size"])
        picture = papered(self.rim_sheet, max(width, height), rng)[:height, :width].copy()
        mines = mines_of(int(grid["columns"]), int(grid["rows"]))
        low, high = (np.array(grid["corners"][k], np.float64) * px for k in (0, 2))
        side = float(high[0] - low[0]) / int(grid["columns"])
        self._margins(picture, grid, mines, (low, high), side, rng)
        stones = papered(self.stone_sheet, round(max(high - low)) + 2, rng)
        for column in range(int(grid["columns"])):
            for row in range(int(grid["rows"])):
                corner, far = (np.round(low + (np.array([column, row]) + k) * side).astype(int) for k in (0, 1))
                at = corner - np.round(low).astype(int)
                size = int((far - corner).max())
                patch = stones[at[1] : at[1] + size, at[0] : at[0] + size].copy()
                if not self.whole or patch.shape[:2] != (size, size):
                    patch = cropped(rng, self.stone_sheet, min(size, SHEET_PX))
                printed = self._square(patch, (column, row), mines, rng)
                picture[corner[1] : far[1], corner[0] : far[0]] = printed[: far[1] - corner[1], : far[0] - corner[0]]
        self.over(picture, (low, high), side, rng)
        return picture

    def over(self, picture: Photo, field: tuple[Points, Points], side: float, rng: Rng) -> None:
        """What runs over the borders of squares."""

    def _square(self, patch: Canvas, at: tuple[int, int], mines: Told, rng: Rng) -> Canvas:
        look = self.square
        bright = rng.normal(0, look.uneven) + look.checkered * ((at[0] + at[1]) % 2)
        brush = Brush(lit(patch, np.full(patch.shape[:2], bright, np.float32)))
        for clan, centre in mines.get("mine_centres", {}).items():
            step = (at[0] - centre[0], at[1] - centre[1])
            if max(abs(step[0]), abs(step[1])) > 1:
                continue
            colour = self.clans[clan]
            look.tinted(brush, colour, step == (0, 0))
            if step == (0, 0):
                look.signed(brush, self.signs[clan], colour)
            else:
                number = (step[1] + 1) * 3 + step[0] + 2
                ground = tuple(float(v) for v in brush.canvas.reshape(-1, 3).mean(0))
                ink = clear_of(shade(colour, 0.45), (ground[0], ground[1], ground[2]), 70)
                look.numbered(brush, number - (number > 5), ink)
        look.bordered(brush)
        return brush.canvas

    def _margins(
        self, picture: Photo, grid: Told, mines: Told, field: tuple[Points, Points], side: float, rng: Rng
    ) -> None:
        """Each clan's side, drawn with the board turned so that it lies on top."""
        height, width = picture.shape[:2]
        (left, top), (right, bottom) = field[0], np.array([width, height]) - field[1]
        corners = ((left, top), (top, right), (right, bottom), (bottom, left))
        for clan, name in mines.get("clan_side", dict(zip(CLANS, OUTER, strict=True))).items():
            turn = OUTER[name]
            line = "columns" if turn % 2 == 0 else "rows"
            along = int(grid[line])
            starts = mines.get(f"start_{line}", [1, along - 2])
            turned = np.ascontiguousarray(np.rot90(picture, turn))
            first, deep = corners[turn]
            self._clan_side(Brush(turned), clan, (float(first), float(deep)), (side, along), rng)
            for start in starts:
                at = along - 1 - start if turn in (2, 3) else start
                self._start(turned, float(first + (at + 0.5) * side), float(deep), side, rng)
            picture[:] = np.rot90(turned, -turn)

    def _clan_side(
        self, brush: Brush, clan: str, corner: tuple[float, float], count: tuple[float, int], rng: Rng
    ) -> None:
        """The margin above the field: the clan's paint, and its places for cargo or the name of the game."""
        colour, side, left, deep = self.clans[clan], *(at / brush.size_px for at in (count[0], *corner))
        wide = count[1] * side
        middle = left + wide / 2
        if self.side == "band":
            brush.fill(box((middle, deep * 0.35), wide, deep * 0.3), colour)
        elif self.side == "line":
            brush.line([(left, deep), (left + wide, deep)], colour, side * 0.1)
        elif self.side == "blocks":
            for k in range(count[1]):
                brush.fill(box((left + (k + 0.5) * side, deep - side * 0.12), side * 0.7, side * 0.14), colour)
        if deep > 1.4 * side:
            for k in range(-5, 6):
                tone = shade(self.rim, 0.4 if k < 0 else 1.7)
                brush.disc((middle + k * 0.62 * side, 0.3 * deep), 0.2 * side, tone, None if k else 0.02 * side)
            ink = clear_of(colour, colour if self.side == "band" else self.rim, 60)
            sign(brush, self.signs[clan], (middle, 0.3 * deep), 0.28 * side, ink, self.rim)
        elif coin(rng):
            ink = clear_of(self.accent, colour if self.side == "band" else self.rim)
            letters(brush, self.title, (middle, deep * 0.35), deep * 0.22, ink, self.font)

    def _start(self, turned: Canvas, middle: float, deep: float, side: float, rng: Rng) -> None:
        """A start track before the first row of squares."""
        size = round(min(side, deep))
        x, y = round(middle - size / 2), round(deep - size)
        patch = np.ascontiguousarray(turned[y : y + size, x : x + size])
        if patch.shape[:2] == (size, size) and size > 8:
            lay_track(Brush(patch), ways("NS", self.track), self.track, rng)
            turned[y : y + size, x : x + size] = patch

    def tile(self, track: str, style: MineStyle, rng: Rng, size_px: int) -> Photo:
        """A piece of the card with a track on it."""
        picture = cropped(rng, self.card_sheet, size_px)
        brush = Brush(picture)
        self.marked(brush, rng)
        lay_track(brush, ways(track, self.track), self.track, rng)
        self._framed(brush)
        return self.pressed(picture, rng)

    def marked(self, brush: Brush, rng: Rng) -> None:
        """Small things in the corners of a tile."""
        ink = clear_of(shade(self.card, 0.6), self.card, 45)
        corners = box(CENTRE, 0.74, 0.74)
        if self.strewn == "dots":
            for corner in corners:
                brush.disc(corner, 0.035, ink)
        elif self.strewn == "sign":
            sign(brush, self.signs["red"], corners[0], 0.09, ink, self.card)
        elif self.strewn == "value":
            letters(brush, str(int(rng.integers(1, 5))), corners[2], 0.11, ink, self.font)

    def _framed(self, brush: Brush) -> None:
        if self.frame == "line":
            brush.line(box(CENTRE, 0.97, 0.97), self.frame_ink, 0.03, closed=True)
        elif self.frame == "bevel":
            bevelled(brush.canvas, 0.035, 0.22)
        elif self.frame == "inset":
            brush.line(rounded(CENTRE, 0.9, 0.9, 0.06), self.frame_ink, 0.014, closed=True)
        elif self.frame == "corners":
            for corner in box(CENTRE, 1, 1):
                brush.fill(regular(corner, 0.14, 4), self.frame_ink)

    def pressed(self, picture: Canvas, rng: Rng) -> Canvas:
        """What the press makes of a tile."""
        return picture

    def outline(self, size_px: int) -> Photo | None:
        if not self.cut:
            return None
        shape = masked(size_px, lambda brush: brush.fill(rounded(CENTRE, 0.998, 0.998, self.cut), FULL))
        return np.asarray(shape * 255, np.uint8)

    def token(self, clan: str, style: MineStyle, size_px: int) -> tuple[Photo, Photo]:
        return self.coin.draw(self.clans[clan], self.signs[clan], size_px)

    def gem(self, kind: str, style: MineStyle, rng: Rng) -> list[Faces] | None:
        gem = style.gems[kind]
        return cut_gem(gem, rng, self.facets, clear_of(shade(gem.colour, 0.5), gem.colour, 60) if self.inlay else None)

    def cart(self, clan: str, speed: int, style: MineStyle, rng: Rng) -> list[Faces]:
        return self.tub.build(style.cart_colours[clan], style.die, speed, rng)


def named(rng: Rng, names: Texts, sets: list[str], spread: float) -> dict[str, Colour]:
    """A colour for each name, all from one of the sets."""
    return {name: near(rng, code, spread) for name, code in zip(names, palette(rng, *sets), strict=True)}


def papered(sheet: Canvas, size_px: int, rng: Rng) -> Canvas:
    """The sheet, laid as often as needed, in mirrored rows so that no seam shows."""
    once = np.concatenate([sheet, sheet[:, ::-1]], 1)
    both = np.concatenate([once, once[::-1]], 0)
    count = -(-size_px // both.shape[0])
    return np.ascontiguousarray(np.tile(both, (count, count, 1))[:size_px, :size_px])


def box_of(rng: Rng, name: str, maker: Maker) -> MineStyle:
    """All of a box: what is printed by the maker, and the pieces that go with it."""
    tub, gems = maker.tub, maker.some_gems(rng)
    clans, carts = maker.clans, maker.clans
    if rng.random() < 0.4:
        carts = named(rng, CLANS, BOOK["inks"]["clans"], 7)
    hidden = 0.12 if "rim" in tub.tones else 0.05  # where the rim is another's, the clan's colour is on the inside
    die = maker.some_die(rng, tub.look.width - 2 * tub.look.wall - max(tub.look.taper, 0) - hidden)
    return MineStyle(
        name=name, clans=clans, cart_colours=carts, tile_size=between(rng, 0.86, 1.0),
        token_shape="disc" if maker.coin.shape == "disc" else "square", token_size=between(rng, 0.62, 0.95),
        gems=gems, cart=tub.look, die=die, seed=int(rng.integers(2**31)), hand=maker,
    )  # fmt: skip


def gems_of(rng: Rng, shapes: Texts, stones: Texts, size: tuple[float, float]) -> dict[str, Gem]:
    """Jewels all of one shape or each of its own, none of them clear."""
    colours = named(rng, JEWELS, BOOK["inks"]["jewels"], 7)
    own, shape, wide, high = coin(rng), pick(rng, shapes), between(rng, *size), between(rng, 0.5, 1.0)
    shapes_of = {kind: pick(rng, shapes) if own else shape for kind in JEWELS}
    shapes_of["rock"] = pick(rng, stones) if coin(rng) else shape
    return {
        kind: Gem(shapes_of[kind], colour, wide * between(rng, 0.92, 1.08), high) for kind, colour in colours.items()
    }


def mark_of(rng: Rng, clans: dict[str, Colour]) -> Colour:
    """Paint for fronts, unlike any clan's colour."""
    tries = [near(rng, BOOK["inks"]["marks"], 5) for _ in range(4)]
    return max(tries, key=lambda tone: min(distance(tone, clan) for clan in clans.values()))


def cart_look(rng: Rng, height: tuple[float, float], wall: tuple[float, float], taper: float) -> CartLook:
    width = between(rng, 0.4, 0.6)
    length = min(0.76, width * between(rng, 1.15, 1.6))
    return CartLook(max(length, 0.5), width, between(rng, *height), between(rng, *wall), between(rng, -0.03, taper))
