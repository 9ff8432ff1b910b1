"""Visiting artists: six more boxes by other hands, richer in their printing than the guests'.

As with the guests nothing is trained on them, but mistakes on them were looked at. What is printed lies as the tile was
laid: pictures, stations and shadows turn with it, unless a box's style is upright.
"""

from __future__ import annotations

from vision.render.guests import box_of
from vision.render.style import Style
from vision.render.tile import Painter
from vision.render.visitors_craft import laid_in_any_turn
from vision.render.visitors_flat import atlas, atomic, nouveau
from vision.render.visitors_solid import comic, diorama, gouache

VISITORS: dict[str, tuple[Style, Painter]] = {
    "atlas": (
        box_of("atlas", ("1d57a5", "b51f2e", "1f7a3a"), ("long_car", "loco", "ball_cone"), "arc"),
        laid_in_any_turn(atlas),
    ),
    "nouveau": (
        box_of("nouveau", ("7d1f33", "134a57", "c4932f"), ("two_box_car", "step_loco", "ball_cone"), "arc"),
        laid_in_any_turn(nouveau),
    ),
    "atomic": (
        box_of("atomic", ("e2502e", "15727a", "f2b632"), ("profile_car", "profile_loco", "ball_cylinder"), "tight"),
        laid_in_any_turn(atomic),
    ),
    "comic": (
        box_of("comic", ("f0282d", "1d6fe0", "ff8a00"), ("two_box_car", "profile_loco", "profile_person"), "arc"),
        laid_in_any_turn(comic),
    ),
    "diorama": (
        box_of("diorama", ("f2c21b", "d4342f", "2f77c9"), ("long_car", "step_loco", "ball_cone"), "tight"),
        laid_in_any_turn(diorama),
    ),
    "gouache": (
        box_of("gouache", ("d98a3a", "2f7f4c", "b8286f"), ("block", "loco", "cylinder"), "arc"),
        laid_in_any_turn(gouache),
    ),
}
