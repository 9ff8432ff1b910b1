"""The page's address as a QR code: as SVG for the page, as blocks for the terminal."""

from __future__ import annotations

import io

import segno


def qr_svg(text: str) -> str:
    """An SVG without any style of its own: dark modules are one path."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=2, xmldecl=False, svgclass="qr", lineclass="qr-dark", omitsize=True, nl=False
    )
    return out.getvalue().decode()


def qr_text(text: str) -> str:
    """Lines of half blocks that a phone can scan from a terminal."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
