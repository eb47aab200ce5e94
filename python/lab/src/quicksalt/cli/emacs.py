"""`quicksalt lab emacs`: compare the Emacs package with kaesar, aes.el and programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import click

from quicksalt.cli.session import Session, measuring
from quicksalt.lab import emacs as lab
from quicksalt_lab.cli import screen, tables
from quicksalt_lab.cli.children import timeout_option
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import BrokenError, examples
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.result import Group

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command(
    "emacs",
    epilog=examples(
        "quicksalt lab emacs",
        "quicksalt lab emacs --also ~/kaesar --also ~/aes --json emacs.json",
    ),
)
@click.option(
    "--lisp",
    metavar="DIR",
    default="emacs",
    show_default=True,
    type=click.Path(path_type=Path),
    help="The folder of the Emacs package in a clone; the module is timed too if it is there.",
)
@click.option(
    "--also",
    metavar="DIR",
    multiple=True,
    type=_FOLDER,
    help="A folder with kaesar.el or aes.el to compile and time too.",
)
@click.option("--native", is_flag=True, help="Compile quicksalt's Lisp natively.")
@timeout_option
@partial(measuring, clocks=False)
def emacs(
    session: Session, lisp: Path, also: tuple[Path, ...], timeout_s: float, *, native: bool
) -> int:
    """Time AES, key derivation and age files in Emacs: in Lisp, by GnuTLS, by the module.

    Lisp is `tables` (byte code), `ccl` (Emacs's machine for code conversion) and `bitslice` (big
    integers). Compared are also the packages kaesar and aes, if --also names their folders, and the
    programs openssl, age and gpg, called from Emacs and measured in wall time. The first row of a
    table is the base for the others. Garbage collections are counted after the timing, in one Emacs
    with its default settings.

    Exits with 3 if Emacs is missing, with 4 if it cannot compile the package, with 5 if noise
    prevents a verdict.
    """
    try:
        with lab.compiled(lisp, also, native=native) as made:
            groups = lab.race(made, session.plan, timeout_s)
            found = session.gather("emacs", groups, len(lab.WORK))
            rows = made.garbage()
    except lab.MissingEmacsError as error:
        click.echo(str(error), err=True)
        return Exit.MISSING
    except lab.LispError as error:
        raise BrokenError(str(error)) from None
    garbage = {
        (str(row["who"]), lab.title(str(row["what"]), int(str(row["bytes"])))): row for row in rows
    }
    for group in found:
        _show(session, group, garbage)
    tables.floors(session.console, found)
    session.end(found, {"native": native, "garbage": rows})
    _fastest(session, found)
    return Exit.CANNOT_TELL if any(group.void for group in found) else Exit.OK


def _show(
    session: Session, group: Group, garbage: Mapping[tuple[str, str], Mapping[str, object]]
) -> None:
    figures = ["time", "MB/s", f"{group.base.name} / it", "GCs", "GC ms"]
    rows = []
    for series in group.series:
        base = series is group.base
        ratio = "" if base else units.ratio(group.ratio(group.base.name, series.name))
        verdict = "" if base or group.void else str(group.verdict(series.name))
        speed = units.three_digits(1e3 * group.topic.size / series.median)
        row = garbage.get((series.name, group.topic.name), {})
        collected = (
            [f"{row['gcs']:.2f}", f"{1e3 * float(str(row['gc_seconds'])):.1f}"] if row else ["", ""]
        )
        rows.append(
            (
                series.name,
                units.time(series.median),
                speed if group.topic.size > 1 else "",
                ratio,
                *collected,
                verdict,
            )
        )
    title = f"{group.topic.name}, {group.clock} time"
    tables.listing(session.console, title, tables.Heads(["by"], figures, ["verdict"]), rows)
    tables.refusals(session.console, [group])


def _fastest(session: Session, groups: Sequence[Group]) -> None:
    """Print the fastest implementation of each task, after a bar of its relative time."""
    for group in groups:
        best = group.fastest()
        if group.void or best is group.base:
            continue
        part = group.ratio(best.name).middle
        told = f"{group.topic.name}: {best.name} takes {units.time(best.median)}"
        screen.verdict(
            session.console, part, f"{told}, {part:.4f} of the time of {group.base.name}."
        )
