"""The symbols of the picture of Daimyo: goods, pieces, dice, cards, and an emblem for each island and its relic."""

from __future__ import annotations

from domain.kernel.drawing.tree import Symbols

SYMBOLS: Symbols = {
    "rice": "M5 10a7 7 0 0 1 14 0zM1 11.5h22a11 10 0 0 1-6.5 8.5v2.5h-9V20A11 10 0 0 1 1 11.5z",
    "metal": "M12 .5l10 5.8v11.4l-10 5.8-10-5.8V6.3zM12 7.5a4.5 4.5 0 1 0 .01 0z",
    "crystal": "M7 1h10l6 8-11 14.5L1 9zM6.5 9l5.5 9.5L17.5 9z",
    "gold": "M12 1a11 11 0 1 0 .01 0zM8.5 8.5v7h7v-7z",
    "point": "M12 1l3.2 7.5 8 .7-6 5.3 1.8 8L12 18.3 5 22.5l1.8-8-6-5.3 8-.7z",
    "governor": "M12 0l10 6.5H2zM7.5 7.5h9a4.5 5 0 0 1-9 0zM7 13.5h10L21.5 24h-19z",
    "shadow": "M12 0c6 0 9.5 4.5 9.5 10v14l-4.7-3-4.8 3-4.8-3-4.7 3V10C2.5 4.5 6 0 12 0zM6.5 8v4.5h11V8z",
    "scavenger": "M10.5 5.5C8 6 5 7.5 2 10 4 4.5 9 1 14 1l2-1 2 2c3 2 5 5 5.5 10-2-3-4-5-6-6L6 23l-4.5-4z",
    "techno-farm": "M.5 23v-9a11.5 12 0 0 1 23 0v9zM4.5 19.5h6v-14a8 8.5 0 0 0-6 8.5z"
    "M13.5 19.5h6V14a8 8.5 0 0 0-6-8.5z",
    "radio-tower": "M12 3.5a3.5 3.5 0 0 1 2 6.3L18 24h-3.5l-1-4h-3l-1 4H6l4-14.2a3.5 3.5 0 0 1 2-6.3z"
    "M3.5 0 5.5 2C3 5 3 9 5.5 12l-2 2C0 10 0 4 3.5 0z"
    "M20.5 0l-2 2c2.5 3 2.5 7 0 10l2 2c3.5-4 3.5-10 0-14z",
    "relic-pawn": "M7.5 0h9v3.5l-2 2c6.5 3 7 10.5 2 14.5V24h-9v-4c-5-4-4.5-11.5 2-14.5l-2-2z",
    "helmet": "M1 0c1 3 3 4.5 6 5a10 10 0 0 1 10 0c3-.5 5-2 6-5 0 5-1 8-3 10l2.5 4.5H1.5L4 10C2 8 1 5 1 0z"
    "M4 16h4l1 8H5.5zM20 16h-4l-1 8h3.5z",
    "army": "M19.5 0H24v4.5L13 15.5l2 2-2.5 2.5-3-3-5.5 6.5-3.5-3.5L7 14.5l-3-3L6.5 9l2 2z",
    "hero": "M4 0h16v24H4zM12 4.5a3.5 3.5 0 1 0 .01 0zM6.5 19.5h11a5.5 6.5 0 0 0-11 0z",
    "villager": "M12 1c4.5 0 8 4 12 8.5H0C4 5 7.5 1 12 1zM7.5 11h9a4.5 4.5 0 0 1-9 0zM7 17h10l4 7H3z",
    "deck": "M2 5h14v19H2zM6.5 0H22v19h-3.5V3h-12z",
    "discard": "M2 2l13-2 3 18-13 2zM18 5l4 1-3 18-12-2v-1l13-2z",
    "storage": "M1 3h22v6H1zM2.5 10.5h19V22h-19zM8.5 13v3h7v-3z",
    "bag": "M8 0h8l-2 5.5C20.5 8 23 13 22 18c-.6 3.5-3.5 6-7 6H9c-3.5 0-6.4-2.5-7-6C1 13 3.5 8 10 5.5z",
    "ability": "M0 2c8 1.5 16 1.5 24 0v4h-3v3h-2v15h-3.5V12h-7v12H5V9H3V6H0zM8.5 6v3h7V6z",
    "standard": "M3 0h3v24H3zM7.5 1H22l-4 5.5 4 5.5H7.5z",
    "resource": "M12 1a5.3 5.3 0 1 0 .01 0zM6 12.4a5.3 5.3 0 1 0 .01 0zM18 12.4a5.3 5.3 0 1 0 .01 0z",
    "tile": "M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 6 6 12l6 6 6-6z",
    "building": "M1 23V14a6 6 0 0 1 12 0v9zM5 18h4v5H5zM16 8h4l3 15h-3l-.6-4h-2.8l-.6 4h-3zM18 1a3 3 0 1 0 .01 0z",
    "unit": "M7 2l7 5H0zM3.5 8h7a3.5 4 0 0 1-7 0zM3 13h8l3 10H0z"
    "M19 6c3.5 0 5 2.5 5 5.5V23l-2.5-2-2.5 2-2.5-2-1.5 1.2V11.5"
    "C15 8.5 15.5 6 19 6zM16.5 10.5v3h5v-3z",
    "rivals": "M8 2a4.5 4.5 0 1 0 .01 0zM0 22c0-7 3-10.5 8-10.5s8 3.5 8 10.5zM17 3.5a3.8 3.8 0 1 0 .01 0z"
    "M18 22c0-4.5-.8-7.6-3-10 5-1.5 9 1.5 9 10z",
    "island": "M2 17C3 9 7 6 12 6s9 3 10 11c-6 3-14 3-20 0zM0 20c4 3 8-1 12 1.5"
    "s8 1.5 12-1.5v2.5c-4 3-8 3-12 .5s-8 1.5-12-.5z",
    "arrow": "M1 9.5h12V4l10 8-10 8v-5.5H1z",
    "die-blue": "M12 .5a11.5 11.5 0 1 0 .01 0z",
    "die-green": "M1 1h22v22H1z",
    "die-red": "M12 0l11 6v12l-11 6-11-6V6z",
    "die-any": "M7 1h10l6 6v10l-6 6H7l-6-6V7z",
    "relic-blue": "M0 16C2 6 10 1 18 5c-3.5 0-5 2.5-4 5 3.5-2.5 8-1 10 3.5V22H0z",
    "relic-red": "M12 0c1.5 5.5 9 8.5 9 15.5a9 8.5 0 0 1-18 0C3 12 5 10 6 7c1.5 2 2.5 3 3.5 3C11 7 11 4 12 0z",
    "relic-yellow": "M12 6a6 6 0 1 0 .01 0zM10.8 0h2.4v4.5h-2.4zM10.8 19.5h2.4V24h-2.4z"
    "M0 10.8h4.5v2.4H0z"
    "M19.5 10.8H24v2.4h-4.5zM2.7 4.4l1.7-1.7 3.2 3.2-1.7 1.7z"
    "M16.4 18.1l1.7-1.7 3.2 3.2-1.7 1.7z"
    "M19.6 2.7l1.7 1.7-3.2 3.2-1.7-1.7zM5.9 16.4l1.7 1.7-3.2 3.2-1.7-1.7z",
    "relic-purple": "M0 12C5 3 19 3 24 12 19 21 5 21 0 12zM12 6.5a5.5 5.5 0 1 0 .01 0zM12 9.5a2.5 2.5 0 1 0 .01 0z",
    "relic-green": "M2.5 22C-.5 8.5 7 1 23 1c1.5 15-6.5 23-16 19.5L16 9 4.5 20z",
    "relic-black": "M0 22 9 3l4.5 8.5L17 6l7 16z",
}
"""The paths by name. Dice differ in shape and colour: blue ones are round, green ones square, red ones hexagons."""

RELICS = frozenset(name.removeprefix("relic-") for name in SYMBOLS if name.startswith("relic-"))
"""The islands that have an emblem."""


def find_emblem(island: str) -> str:
    """Return the name of an island's emblem; islands that a pack adds share the banner of the standards."""
    return f"relic-{island}" if island in RELICS else "standard"
