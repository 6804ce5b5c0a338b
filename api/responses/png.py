"""SVG documents as PNG."""

from __future__ import annotations

import io
import re

import resvg_py

PAPER = "#cfc4a4"
"""The colour behind all panels."""
COLOURS = 256
"""With this many colours a picture looks the same, in a third of the bytes."""
PATTERN = re.compile(r'<pattern id="([^"]*)"')
OPACITY = re.compile(r"(?<=[{;])opacity:([0-9.]+)")
"""The opacity of a thing as a whole, in a style sheet."""


def draw_png(svg: str) -> bytes:
    """Render an SVG document as PNG, in its light colours and without the patterns of its materials."""
    # Imported late: only readers draw, and the workers that play moves need not load the library.
    from PIL import Image

    # Grain and waves are hardly visible, but take a third of a picture's time and bytes.
    plain = svg
    for name in PATTERN.findall(svg):
        plain = plain.replace(f"fill:url(#{name})", "fill:none")
    # A thing that is faint as a whole is drawn on a layer as large as the picture.
    plain = OPACITY.sub(r"fill-opacity:\1;stroke-opacity:\1", plain)
    whole = resvg_py.svg_to_bytes(svg_string=plain, background=PAPER, sans_serif_family="DejaVu Sans")
    few = Image.open(io.BytesIO(whole)).convert("RGB")
    few = few.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    drawn = io.BytesIO()
    few.save(drawn, "PNG")
    return drawn.getvalue()
