"""Writes sheets as a PDF, with nothing but the standard library."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from hardware.print.sheet import A4_MM, Shape, Sheet, Words

_POINTS_PER_MM = 72 / 25.4
_FONTS = ("Helvetica", "Helvetica-Bold")


def pdf(sheets: Sequence[Sheet], title: str) -> bytes:
    """The document; equal sheets give equal bytes."""
    first_page = 3 + len(_FONTS)
    pages = " ".join(f"{first_page + 2 * k} 0 R" for k in range(len(sheets)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{pages}] /Count {len(sheets)} >>".encode(),
    ]
    objects += [_font(name) for name in _FONTS]
    for k, sheet in enumerate(sheets):
        objects += [_page(first_page + 2 * k + 1), _stream(sheet)]
    return _document(objects, title)


def _font(name: str) -> bytes:
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()


def _page(content: int) -> bytes:
    width, height = (side * _POINTS_PER_MM for side in A4_MM)
    fonts = " ".join(f"/F{k} {3 + k} 0 R" for k in range(len(_FONTS)))
    return (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] "
        f"/Resources << /Font << {fonts} >> >> /Contents {content} 0 R >>"
    ).encode()


def _stream(sheet: Sheet) -> bytes:
    # One matrix turns the page into millimetres from the top left.
    head = f"{_POINTS_PER_MM:.6f} 0 0 {-_POINTS_PER_MM:.6f} 0 {A4_MM[1] * _POINTS_PER_MM:.4f} cm 1 j 0 J"
    body = [_shape(thing) if isinstance(thing, Shape) else _words(thing) for thing in sheet.things]
    packed = zlib.compress("\n".join([head, *body]).encode("cp1252"), 9)
    return b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed)


def _shape(shape: Shape) -> str:
    path = " ".join(f"{x:.3f} {y:.3f} {'m' if k == 0 else 'l'}" for k, (x, y) in enumerate(shape.points))
    red, green, blue = shape.colour
    if not shape.width_mm:
        return f"{red:.3f} {green:.3f} {blue:.3f} rg {path} f"
    dash = "[] 0 d" if shape.dash_mm is None else f"[{shape.dash_mm[0]:.3f} {shape.dash_mm[1]:.3f}] 0 d"
    return f"{red:.3f} {green:.3f} {blue:.3f} RG {shape.width_mm:.3f} w {dash} {path} S"


def _words(words: Words) -> str:
    text = words.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    red, green, blue = words.colour
    font = f"/F{int(words.bold)} {words.size_mm:.3f} Tf"
    # Text would stand on its head in a page whose y grows downwards.
    place = f"1 0 0 -1 {words.at[0]:.3f} {words.at[1]:.3f} Tm"
    return f"{red:.3f} {green:.3f} {blue:.3f} rg BT {font} {place} ({text}) Tj ET"


def _document(objects: list[bytes], title: str) -> bytes:
    safe = title.replace("(", "").replace(")", "")
    objects = [*objects, f"<< /Title ({safe}) /Producer (Capostazione) >>".encode()]
    out, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        len(objects),
        start,
    )
    return bytes(out)
