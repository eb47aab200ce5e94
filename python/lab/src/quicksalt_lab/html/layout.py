"""The style of all pages and their building blocks, as strings of HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from quicksalt_lab.html import colours

POWER = re.compile(r"\bn\^(-?\w+(?:\.\d+)?)")
"""A power of n in text, such as `n^1.99`."""

STYLE = """
:root { color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1d2129; --soft: #5d6675; --line: #e3e0d8;
  --accent: #b4371f; --bar: #f0d3ca; --good: #1f7a4a; --shade: rgba(40, 30, 10, .06); }
@media (prefers-color-scheme: dark) { :root {
  --paper: #14171c; --card: #1c2027; --ink: #e8e6e1; --soft: #9aa3b2; --line: #313844;
  --accent: #ff8a6b; --bar: #5c2f26; --good: #6cd39c; --shade: rgba(0, 0, 0, .3); } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
code, h1.code, td.name, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.kicker { color: var(--accent); font-weight: 600; letter-spacing: .04em; margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: .2rem 0 1.4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.6rem 0 .3rem; }
.lead { color: var(--soft); margin: 0 0 1rem; max-width: 46rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .9rem; }
.tile, .card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  box-shadow: 0 1px 3px var(--shade); }
.tile { padding: .8rem 1rem; }
.tile b { display: block; font-size: 1.45rem; line-height: 1.25;
  font-variant-numeric: tabular-nums; }
.tile span { display: block; color: var(--soft); font-size: .86rem; }
.card { padding: .9rem 1.1rem; margin: 0 0 .8rem; border-left: 4px solid var(--accent); }
.card p { margin: .15rem 0; }
.card .share { float: right; font-size: 1.3rem; font-weight: 650; color: var(--accent);
  font-variant-numeric: tabular-nums; margin-left: 1rem; }
.path { color: var(--soft); font-size: .86rem; overflow-wrap: anywhere; }
.picture { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: .8rem; overflow-x: auto; }
svg { display: block; width: 100%; min-width: 46rem; height: auto; }
svg text { font-family: system-ui, "Segoe UI", Roboto, sans-serif; }
.picture + .scroll { margin-top: .9rem; }
.picture.small { margin: .9rem 0; }
.small svg { min-width: 0; max-width: 46rem; margin: 0 auto; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 0;
  font-size: .9rem; }
dl.facts dt { color: var(--soft); }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .6rem;
  background: var(--card); }
table { border-collapse: collapse; width: 100%; font-size: .9rem;
  font-variant-numeric: tabular-nums; }
th, td { padding: .38rem .8rem; text-align: right; white-space: nowrap; }
th { color: var(--soft); font-weight: 600; white-space: normal;
  border-bottom: 1px solid var(--line); }
tr + tr td { border-top: 1px solid var(--line); }
th.left, td.left, td.name { text-align: left; }
td.name { white-space: normal; overflow-wrap: anywhere; min-width: 14rem; font-size: .84rem; }
td.bar { background: linear-gradient(to right, var(--bar) var(--part), transparent var(--part)); }
tr.marked td { font-weight: 650; }
tr.marked td.name { color: var(--accent); }
td:first-child, th:first-child { position: sticky; left: 0; background: var(--card); }
@media (max-width: 40rem) { .tiles { grid-template-columns: repeat(2, 1fr); gap: .6rem; }
  .tile { padding: .6rem .7rem; } .tile b { font-size: 1.2rem; } .picture { padding: .4rem; }
  table { font-size: .8rem; } th, td { padding: .34rem .45rem; }
  td.name { min-width: 8rem; font-size: .76rem; } td.left { white-space: normal; }
  dl.facts { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd { margin-bottom: .5rem; } }
summary { cursor: pointer; color: var(--accent); margin: 0 0 .8rem; }
sup { font-size: .72em; line-height: 0; }
.good { color: var(--good); }
pre { margin: .4rem 0 0; font-size: .82rem; line-height: 1.45; white-space: pre-wrap;
  overflow-wrap: anywhere; color: var(--soft); }
footer { color: var(--soft); font-size: .84rem; margin-top: 3rem; padding-top: 1rem;
  border-top: 1px solid var(--line); }
footer p { margin: .3rem 0; overflow-wrap: anywhere; }
"""


STYLE += f""":root {{ {colours.style(colours.LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {colours.style(colours.DARK)} }} }}
"""


class Share(NamedTuple):
    """A figure in a table cell with a background bar; its length is the fraction of 1."""

    value: str
    part: float


Cells = Sequence[str | Share]


@dataclass(frozen=True)
class Row:
    """A table row that can be marked; unmarked rows can also be plain cells."""

    cells: Cells
    marked: bool


def text(value: object) -> str:
    """Escape text for HTML."""
    return html.escape(str(value), quote=True)


def raised(value: object) -> str:
    """Escape text for HTML, with exponents of n as superscripts."""
    return POWER.sub(r"n<sup>\1</sup>", text(value))


def page(
    kicker: str, title: str, body: Iterable[str], notes: Sequence[str], *, code: bool = True
) -> str:
    """Return a page; kicker, title and notes are plain text, the title optionally in code font."""
    kind = ' class="code"' if code else ""
    footer = "".join(f"<p>{text(note)}</p>" for note in notes)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{text(kicker)}: {text(title)}</title><style>{STYLE}</style></head>\n<body><main>"
        f'<p class="kicker">{text(kicker)}</p><h1{kind}>{text(title)}</h1>\n'
        + "\n".join(body)
        + f"\n<footer>{footer}</footer></main></body></html>\n"
    )


def section(title: str, lead: str, *body: str) -> str:
    """Return a section; title and lead are plain text."""
    return f'<h2>{text(title)}</h2><p class="lead">{raised(lead)}</p>' + "".join(body)


def tiles(entries: Iterable[tuple[str, str, str]]) -> str:
    """Return tiles of label, value and remark, all plain text."""
    made = (
        f'<div class="tile"><span>{text(label)}</span><b>{raised(value)}</b>'
        f"<span>{raised(remark)}</span></div>"
        for label, value, remark in entries
    )
    return f'<div class="tiles">{"".join(made)}</div>'


def card(figure: str, sentence: str, path: str, more: str = "") -> str:
    """Return a card for a finding, all plain text; line breaks of `more` are preserved."""
    extra = f"<pre>{text(more)}</pre>" if more else ""
    way = f'<p class="path">{text(path)}</p>' if path else ""
    return (
        f'<div class="card"><span class="share">{text(figure)}</span>'
        f"<p>{raised(sentence)}</p>{way}{extra}</div>"
    )


def table(head: Sequence[str], rows: Iterable[Row | Cells], kinds: str = "") -> str:
    """Return a table; columns of words have left-aligned heads.

    `kinds` has a letter for each column: n for names in code font, l for other words, anything else
    for figures; missing letters mean figures.
    """
    listed = [row if isinstance(row, Row) else Row(row, False) for row in rows]
    kinds = (kinds if listed else "").ljust(len(head))
    heads = "".join(
        f"<th>{raised(name)}</th>" if kind.isspace() else f'<th class="left">{raised(name)}</th>'
        for name, kind in zip(head, kinds, strict=True)
    )
    body = "".join(_row(row, kinds) for row in listed)
    return f'<div class="scroll"><table><tr>{heads}</tr>{body}</table></div>'


def _row(row: Row, kinds: str) -> str:
    cells = "".join(_cell(*pair) for pair in zip(row.cells, kinds, strict=True))
    return f'<tr class="marked">{cells}</tr>' if row.marked else f"<tr>{cells}</tr>"


def _cell(cell: str | Share, kind: str) -> str:
    if isinstance(cell, Share):
        part = max(0.0, min(cell.part, 1.0))
        return f'<td class="bar" style="--part: {100 * part:.1f}%">{text(cell.value)}</td>'
    if kind.isspace():
        return f"<td>{text(cell)}</td>"
    # Names can be broken after an underscore.
    shown = text(cell).replace("_", "_<wbr>")
    return f'<td class="{"name" if kind == "n" else "left"}">{shown}</td>'


def folded(summary: str, *body: str) -> str:
    """Return a collapsed block with a summary in plain text."""
    return f"<details><summary>{text(summary)}</summary>{''.join(body)}</details>"


def svg(size: tuple[float, float], label: str, body: str, more: str = "") -> str:
    """Return an SVG picture of the given size, with a description in plain text."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" role="img" '
        f'aria-label="{text(label)}"{more}>{body}</svg>'
    )


def picture(svg: str, *, small: bool = False) -> str:
    """Frame a picture; a small picture shrinks with the page, a large one scrolls."""
    kind = "picture small" if small else "picture"
    return f'<div class="{kind}">{svg}</div>'
