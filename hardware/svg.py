"""A few strokes of SVG, enough for the guides."""

from __future__ import annotations

from html import escape


class Drawing:
    """Shapes in the order in which they are drawn."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
            f'font-family="sans-serif">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
        ]

    def rect(self, x: float, y: float, width: float, height: float, ink: str, fill: str = "none") -> None:
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" stroke="{ink}" fill="{fill}"/>'
        )

    def circle(self, x: float, y: float, radius: float, ink: str, fill: str = "none") -> None:
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" stroke="{ink}" fill="{fill}"/>')

    def line(
        self, x: float, y: float, to_x: float, to_y: float, ink: str, width: float = 1.0, dashed: bool = False
    ) -> None:
        dashes = ' stroke-dasharray="6 5"' if dashed else ""
        self._parts.append(
            f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{ink}" stroke-width="{width:g}"{dashes}/>'
        )

    def text(
        self, x: float, y: float, words: str, size: float = 14, anchor: str = "start", ink: str = "#111111"
    ) -> None:
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{ink}">{escape(words)}</text>'
        )

    def finish(self) -> str:
        return "\n".join([*self._parts, "</svg>"]) + "\n"
