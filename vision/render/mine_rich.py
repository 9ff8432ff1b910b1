"""Boxes of Off the Rails as other hands may make them: jewels of glass, pointed carts, large dice, quiet prints."""

from __future__ import annotations

from dataclasses import replace

from vision.render.mine_style import CartLook, DieLook, Gem, MineStyle, random_mine_style
from vision.render.style import Colour, Rng, colour_apart, distance, hsv, pick, shade

FONTS = (0, 2, 3, 3, 4, 4, 6, 7, 16 + 3, 16 + 4)
RICH_SHAPES = ("hexagon", "brilliant", "octahedron", "ball", "pebble", "drop", "cube")


def rich_mine_style(rng: Rng, name: str = "rich") -> MineStyle:
    """A box that nobody has seen, of the kinds that random styles do not have."""
    style = random_mine_style(rng, name)
    if rng.random() < 0.5:
        style = _quiet(style, rng)
    cart = _cart(style, rng)
    return replace(style, gems=_gems(style.gems, rng), cart=cart, die=_die(style.die, cart, rng))


def _gems(gems: dict[str, Gem], rng: Rng) -> dict[str, Gem]:
    """Jewels of glass, some of them so clear that little but an outline shows; small or large."""
    shape, size, flat = pick(rng, RICH_SHAPES), rng.uniform(0.15, 0.31), rng.uniform(0.5, 1.0)
    coloured, diamond = pick(rng, (0.0, rng.uniform(0.2, 0.6))), rng.uniform(0.45, 0.85)
    found = {}
    for kind, gem in gems.items():
        clear = 0.0 if kind == "rock" else diamond if kind == "diamond" else coloured
        solid = kind in ("rock", "gold") and rng.random() < 0.5
        own = replace(gem, size=size * rng.uniform(0.92, 1.08), flat=flat, shape=gem.shape if solid else shape)
        found[kind] = replace(own, clear=clear, bend=rng.uniform(0.02, 0.1) if clear else 0.0)
    return found


def _quiet(style: MineStyle, rng: Rng) -> MineStyle:
    """The box with a print of few even colours: stone, small numbers in corners, pale tiles with a plain track."""
    stone = hsv(rng.random(), rng.uniform(0.05, 0.4), rng.uniform(0.3, 0.75))
    paper = hsv(rng.normal(0.12, 0.05), rng.uniform(0, 0.2), pick(rng, (rng.uniform(0.8, 1), rng.uniform(0.3, 0.8))))
    ground = replace(style.tile.rural, colour=paper, decoration="none", grain=0.02, blotch=0.02)
    square = replace(style.square, colour=stone, ink=shade(stone, 0.9), opacity=rng.uniform(0, 0.3))
    rail = replace(style.tile.rail, colour=_seen_on(style.tile.rail.colour, paper, rng))
    tile = replace(style.tile, rural=ground, rail=rail, border=shade(paper, 0.85) if rng.random() < 0.5 else None)
    return replace(
        style,
        tile=tile,
        square=square,
        tile_size=rng.uniform(0.93, 1.0),
        mine_tint=rng.uniform(0.4, 1.0),
        number_at=pick(rng, (0.5, rng.uniform(0.15, 0.3))),
        number_size=rng.uniform(0.15, 0.5),
        checkered=rng.uniform(-0.1, 0.1),
    )


def _seen_on(colour: Colour, ground: Colour, rng: Rng) -> Colour:
    return colour if distance(colour, ground) > 80 else colour_apart(rng, [ground], 90)


def _cart(style: MineStyle, rng: Rng) -> CartLook:
    """Carts whose outline tells the front, with or without paint, or whose corners are cut off."""
    cart = style.cart
    shape = pick(rng, ("point", "cut", "both", "plain"))
    point = rng.uniform(0.1, 0.3) * cart.length if shape in ("point", "both") else 0.0
    if point:
        cart = replace(cart, front=pick(rng, ("tip", "bare", "lamp", "arrow")))
    cut = rng.uniform(0.1, 0.3) if shape in ("cut", "both") else 0.0
    return replace(cart, point=point, cut=cut, length=min(0.88, cart.length + 0.5 * point))


def _die(die: DieLook, cart: CartLook, rng: Rng) -> DieLook:
    """Larger dice, as far as the cart has room for them, every second time with numbers of some font."""
    room = cart.width - 2 * cart.wall - 0.02
    return replace(
        die,
        size=min(room, rng.uniform(0.3, 0.48)),
        digits=bool(rng.random() < 0.5),
        font=pick(rng, FONTS),
        high=rng.uniform(0.4, 0.65),
        barred=bool(rng.random() < 0.7),
    )
