"""The colours of competitors: one for each library, the same on all pages and in all pictures."""

from __future__ import annotations

from collections.abc import Iterable

LIGHT = {
    "ink": "#1d2129",
    "red": "#b4371f",
    "blue": "#1f6fb2",
    "green": "#1f7a4a",
    "purple": "#8a4fb0",
    "ochre": "#a86a00",
    "teal": "#0f7f86",
    "pink": "#b83280",
    "slate": "#4f6694",
    "brown": "#84553a",
    "olive": "#6d7a1f",
}
DARK = {
    "ink": "#e8e6e1",
    "red": "#ff8a6b",
    "blue": "#6fb7f2",
    "green": "#6cd39c",
    "purple": "#c79aec",
    "ochre": "#e8b14d",
    "teal": "#5fd0d6",
    "pink": "#f58cc3",
    "slate": "#9db2dc",
    "brown": "#cf9a7a",
    "olive": "#bcc95c",
}
PAGE = {name: f"var(--{name})" for name in LIGHT}
"""The colours of pages, whose style knows whether it is dark."""

LIBRARIES = {
    "quicksalt": "red",
    "quicksalt.trust": "red",
    "quicksalt.trust, one certificate": "red",
    "PyNaCl": "blue",
    "cryptography": "green",
    "Python's ssl": "purple",
    "Python ssl": "purple",
    "libsodium": "ochre",
    "libsodium.js": "ochre",
    "OpenSSL": "ink",
    "GnuTLS": "teal",
    "Go": "pink",
    "wide, wasmtime": "slate",
    "base, Node": "brown",
    "base, Chromium": "olive",
}
"""The colour of each library by the names that reports use."""


def style(colours: dict[str, str]) -> str:
    """Return the declarations of the colours in CSS."""
    return " ".join(f"--{name}: {value};" for name, value in colours.items())


def chosen(names: Iterable[str]) -> dict[str, str]:
    """Return the colour of each competitor; other names get the colours that are left."""
    listed = list(dict.fromkeys(names))
    found = {name: LIBRARIES[name] for name in listed if name in LIBRARIES}
    left = [colour for colour in LIGHT if colour not in found.values()] or list(LIGHT)
    others = [name for name in listed if name not in found]
    return found | {name: left[at % len(left)] for at, name in enumerate(others)}
