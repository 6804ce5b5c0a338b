"""The symbols of the pictures of Yedo, each in a square of 24 by 24 units."""

from __future__ import annotations

from domain.kernel.drawing.tree import Symbols

THINGS: Symbols = {
    "mon": "M12 1.5a10.5 10.5 0 1 0 .01 0zM8.5 8.5v7h7v-7z",
    "prestige": "M12 1l3.2 7 7.6.8-5.7 5.1 1.7 7.6-6.8-3.9-6.8 3.9 1.7-7.6L1.2 8.8l7.6-.8z",
    "blackmail": "M4 3h13a3 3 0 0 1 3 3v2h-4v10a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V4zM7 8v2h6V8zM7 12v2h6v-2z",
    "blessing": "M1 3c7 2 15 2 22 0v4h-3v2h2v3h-2v10h-3V12H7v10H4V12H2V9h2V7H1zM7 7v2h4V7zM13 7v2h4V7z",
    "geisha": "M12 22 1.5 9.5A15 15 0 0 1 22.5 9.5zM12 17l-4.5-8-2 1zM12 17l4.5-8 2 1zM11.2 7.5v8h1.6v-8z",
    "disciple": "M12 2a4.5 4.5 0 0 1 3 7.9c3 1 5 3.6 5.5 8.1H22v4H2v-4h1.5C4 13.5 6 10.9 9 9.9A4.5 4.5 0 0 1 12 2z",
    "patrol": "M12 1c5 0 8 3.5 8.5 8H23l-2 4H3L1 9h2.5C4 4.5 7 1 12 1zM6 15h12l-2 8H8zM11 3h2v6h-2z",
    "eye": "M1 12C5 5 19 5 23 12 19 19 5 19 1 12zM12 8a4 4 0 1 0 .01 0zM12 10.5a1.5 1.5 0 1 1-.01 0z",
    "church": "M11 0h2v3h3v2h-3v3l8 6v8h-6v-5a3 3 0 0 0-6 0v5H3v-8l8-6V5H8V3h3z",
    "luxury": "M9 1h6v3l-1 2c5 1 7 4.5 7 8.5 0 4-2.5 7-5 8.5H8c-2.5-1.5-5-4.5-5-8.5C3 10.5 5 7 10 6L9 4zM6 13h12v2H6z",
    "closed": "M5 2l7 7 7-7 3 3-7 7 7 7-3 3-7-7-7 7-3-3 7-7-7-7z",
    "sun": "M12 6a6 6 0 1 0 .01 0zM11 0h2v4h-2zM11 20h2v4h-2zM0 11h4v2H0zM20 11h4v2h-4z",
    "annex": "M12 1 24 8v2H0V8zM3 11h18v11h-6v-6H9v6H3z",
    "action": "M13 1 4 14h6l-2 9 11-14h-7z",
    "bonus": "M12 1a6 6 0 0 1 4 10.5V13l3 9-7-3-7 3 3-9v-1.5A6 6 0 0 1 12 1zM12 4a3 3 0 1 0 .01 0z",
    "mission": "M3 2h18v20H3zM6 6v2h12V6zM6 11v2h12v-2zM6 16v2h7v-2z",
    "event": "M12 1 23 22H1zM11 8v7h2V8zM11 17v2.5h2V17z",
    "trade": "M7 3 1 8.5 7 14v-4h10V7H7zM17 10v4H7v3h10v4l6-5.5z",
    "hourglass": "M4 1h16v3h-1.5c0 4-2 6-4.5 8 2.5 2 4.5 4 4.5 8H20v3H4v-3h1.5c0-4 2-6 4.5-8-2.5-2-4.5-4-4.5-8H4z",
    "hammer": "M3 3h12l5 3v3h-5v1h-3v12H8V10H3z",
    "card": "M5 1h14a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2zM6 4v16h12V4z",
    "tea": "M3 8h14v1h3a3 3 0 0 1 0 7h-3c-.5 3-2 5-3 6H6c-2-2-3-6-3-14zM17 11v3h2.5a1.5 1.5 0 0 0 0-3zM6 1h2v5"
    "H6zM11 1h2v5h-2z",
    "arrow": "M1 9.5h13V4l9 8-9 8v-5.5H1z",
    "clockwise": "M12 3a9 9 0 0 1 9 9h3l-4.5 6L15 12h3a6 6 0 1 0-2 4.5l2 2.2A9 9 0 1 1 12 3z",
    "counter": "M12 3a9 9 0 0 0-9 9H0l4.5 6L9 12H6a6 6 0 1 1 2 4.5l-2 2.2A9 9 0 1 0 12 3z",
}
WEAPONS: Symbols = {
    "doku": "M9 1h6v3h-1v4l6 10a3.5 3.5 0 0 1-3 5H7a3.5 3.5 0 0 1-3-5L10 8V4H9zM9 14l-2.5 4.5h11L15 14z",
    "katana": "M22 1c0 6-4 11-11 15l1.5 1.5-1.5 1.5-2-2-5 5.5L2 20.5l5.5-5-2-2L7 12l1.5 1.5C14 10 18 6 22 1z",
    "shuko": "M4 12h16v6a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5zM4 10 6 1l2 9zM8.7 10l1.8-9 1.8 9zM13 10l1.9-9 1.8 9z"
    "M17.2 10 19 1l1.8 9z",
    "metsubushi": "M7 10h10l2 13H5zM12 8a2 2 0 1 1 .01 0zM6 7a1.7 1.7 0 1 1 .01 0zM18 7a1.7 1.7 0 1 1 .01 0zM9 3.5"
    "a1.5 1.5 0 1 1 .01 0zM15.5 3.5a1.5 1.5 0 1 1 .01 0z",
    "fukiya": "M1 19 19 1l4 4L5 23zM17 13l6-1-3 3 1 3-3-1-3 3z",
    "yumi": "M6 1c10 3 13 8 13 11s-3 8-13 11l-.5-2.5C12.5 18 15.5 15 15.5 12S12.5 6 5.5 3.5zM4 2h1.5v20H4zM0 11"
    "h16V9.5L23 12l-7 2.5V13H0z",
    "nawa": "M10 4a8 8 0 1 0 .01 0zM10 8a4 4 0 1 1-.01 0zM15 3l3-2 1 4h4v3h-4l2 5-3 1-3-5z",
    "shuriken": "M12 0l3 8.5L24 12l-9 3.5L12 24l-3-8.5L0 12l9-3.5zM12 10a2 2 0 1 0 .01 0z",
}
FIGURES: Symbols = {
    "samurai": "M2 1c2 4 5 5 10 5s8-1 10-5c0 5-2 8-5 9v2H7v-2C4 9 2 6 2 1zM8 13h8a4 4 0 0 1-8 0zM7 18h10l3 5H4z",
    "onna-bugeisha": "M4 1c4 2 5 5 4.5 9L10 11.5 20 21l-2 2L8.5 13 7 11.5C4 10 3 6 4 1zM17 2a3.5 3.5 0 1 1-.01 0z"
    "M13 12h8l2 6h-5z",
    "messenger": "M1 5h22v14H1zM3 8v9h18V8l-9 6zM5 7l7 4.5L19 7z",
    "ninja": "M12 1a7 7 0 0 1 7 7 7 7 0 0 1-14 0 7 7 0 0 1 7-7zM7 6v3h10V6zM9 16h6l6 7H3z",
    "weaponsmith": "M2 4h12l4 3v4h-4V9h-3v3h11c0 4-3 6-7 6v2h4v3H5v-3h4v-2c-4 0-6-3-6-6h4V9H2z",
    "monk": "M12 1a5 5 0 1 1-.01 0zM12 11c6 0 10 4 10 12h-6l-4-8-4 8H2c0-8 4-12 10-12z",
    "ronin": "M12 1 23 9v2H1V9zM7 12h10a5 5 0 0 1-10 0zM4 18h16l2 5H2z",
    "errand-boy": "M8 1a4 4 0 1 1-.01 0zM5 10h7l4 4h6v3h-7l-3-3v4l4 5h-4l-4-5-3 5H1l4-7z",
}
DISTRICTS: Symbols = {
    "castle": "M12 .5l5 4.5h-2.5v2.5h4L22 11h-2.5v3H23v9.5h-8V19a3 3 0 0 0-6 0v4.5H1V14h3.5v-3H2l3.5-3.5h4V5H7z",
    "gates": "M2 1h20l2 5H0zM4 7h16v3H4zM3 11h18v12h-4v-6a5 5 0 0 0-10 0v6H3z",
    "tavern": "M5 1h7l-1.5 3v3c3 2 4.5 5 4.5 8.5 0 3.5-1 6-2 7.5H4c-1-1.5-2-4-2-7.5C2 12 3.5 9 6.5 7V4zM5 13v6h7"
    "v-6zM17 15h6.5c0 4.5-1 7-3.25 7S17 19.5 17 15z",
    "harbor": "M11 0h2v3h8l-1.5 11H13v2h11l-3.5 7h-17L0 16h11v-2H4.5L3 3h8z",
    "red-light": "M9 0h6v3h-1.5C18 4 20.5 7.5 20.5 12S18 20 13.5 21h1.5v3H9v-3h1.5C6 20 3.5 16.5 3.5 12S6 4 10.5"
    " 3H9zM5.5 8h13v1.6h-13zM5 13h14v1.6H5z",
    "market": "M2 1h20l2 8a3 3 0 0 1-4 2.5V23H4V11.5A3 3 0 0 1 0 9zM6.5 13v6h11v-6z",
    "temple": "M11.2 0h1.6l.7 2.5L20 6v2h-3v2.5l4.5 3v2H18V18l5 3v2.5h-8V20H9v3.5H1V21l5-3v-2.5H2.5v-2l4.5-3V8H4"
    "V6l6.5-3.5zM9.5 8v2h5V8zM9 15.5V17h6v-1.5z",
}
SYMBOLS: Symbols = {**THINGS, **WEAPONS, **FIGURES, **DISTRICTS}
