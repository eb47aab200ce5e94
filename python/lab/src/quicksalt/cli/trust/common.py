"""What the subcommands share: where the store comes from, its report, and JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn

import click
from rich.console import Console

from quicksalt import exceptions
from quicksalt.printable import printable
from quicksalt.trust import Certificate, LoadError, Report, TrustStore
from quicksalt.trust.files import require
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import BrokenError, json_option, write
from quicksalt_lab.cli.terminal import console
from quicksalt_lab.ruler import units

FACTS = (
    "position subject issuer serial not_before not_after key key_id fingerprint authority "
    "is_authority trusted_for rejected_for is_constrained"
)
"""What JSON tells of a certificate."""

SHOWN = 20
"""Lines of what was left out, before the rest is only counted."""


def open_store(
    paths: tuple[Path, ...],
    *,
    system: bool,
    certifi: bool,
    strict: bool = False,
    missing_ok: bool = False,
) -> TrustStore:
    """Load all that is named; the system's store if nothing is."""
    store = TrustStore()
    try:
        if not missing_ok:
            require(map(str, paths))
        if certifi:
            store.add_certifi(strict=strict)
        if system or not (paths or certifi):
            store.add_system(strict=strict)
        store.add_paths(*paths, strict=strict, missing_ok=missing_ok)
    except FileNotFoundError as error:
        text = (
            f"no file or directory {printable(str(error.filename))} (--missing-ok passes over it)"
        )
        raise click.UsageError(text) from None
    except LoadError as error:
        raise click.ClickException(str(error)) from None
    except exceptions.UnavailableError as error:
        click.echo(f"Error: {error}", err=True)
        raise SystemExit(Exit.MISSING) from None
    return store


@dataclass(frozen=True)
class Opened:
    """The store that the arguments name, and where output goes."""

    store: TrustStore
    out: Console
    json: Path | None

    def write_json(self, content: Mapping[str, object]) -> None:
        """Write a JSON file if one was asked for."""
        write_json(self.json, content)


def from_store(*, warns: bool) -> Callable[[Callable[..., int]], Callable[..., Any]]:
    """Give a subcommand the store that its arguments name; it returns its exit code.

    What was left out is said on the error output, unless the subcommand says it itself.
    """

    def decorate(command: Callable[..., int]) -> Callable[..., Any]:
        @click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
        @click.option("--system", is_flag=True, help="The certificates that the system trusts.")
        @click.option("--certifi", is_flag=True, help="The bundle of the package certifi.")
        @click.option("--strict", is_flag=True, help="Fail if a file or a certificate is left out.")
        @click.option("--missing-ok", is_flag=True, help="Ignore a PATH that does not exist.")
        @json_option
        @wraps(command)
        def wrapped(
            *, paths: tuple[Path, ...], json_path: Path | None, strict: bool, **rest: object
        ) -> NoReturn:
            of = {name: bool(rest.pop(name)) for name in ("system", "certifi", "missing_ok")}
            store = open_store(paths, strict=strict, **of)
            if warns:
                warn(store.report)
            sys.exit(command(Opened(store, console(), json_path), **rest))

        return wrapped

    return decorate


def filled(store: TrustStore, name: str) -> TrustStore:
    """Return a store that holds something, and say what was left out of it."""
    if not len(store):
        reasons = "; ".join(left_out(store.report))
        raise BrokenError(reasons or f"{printable(name)}: no certificate in it")
    warn(store.report)
    return store


def warn(report: Report) -> None:
    """Say on the error output what was left out, for subcommands with another subject."""
    for line in left_out(report):
        click.echo(line, err=True)


def left_out(report: Report) -> Iterator[str]:
    """Say what was not loaded, a line each, the rest as a number."""
    yield from (f"left out: {skipped}" for skipped in report.skipped[:SHOWN])
    if (more := len(report.skipped) + report.unlisted - SHOWN) > 0:
        yield f"and {more} more left out"


def summary(report: Report) -> str:
    """Say what was loaded; of what is rare, only what there is."""
    rare = [
        (report.duplicates, "duplicate", ""),
        (report.directories, "folder", " not entered"),
        (report.links, "link", " to files already read"),
        (report.non_positive_serials, "serial number", " not positive"),
    ]
    parts = [
        f"{units.number(report.loaded, 'certificate')} from {units.number(report.files, 'file')}",
        *(units.number(count, noun) + rest for count, noun, rest in rare if count),
    ]
    return ", ".join(parts)


def report_json(report: Report) -> dict[str, object]:
    """Return a report as JSON wants it."""
    skipped = [{**one._asdict(), "source": str(one.source)} for one in report.skipped]
    return {**report._asdict(), "skipped": skipped}


def certificate_json(certificate: Certificate) -> dict[str, object]:
    """Return what is known of a certificate as JSON wants it."""
    return {**facts_json(certificate, FACTS), "serial": hex(certificate.serial)}


def facts_json(of: object, names: str) -> dict[str, object]:
    """Return attributes as JSON wants them: times in ISO 8601, bytes in hexadecimal."""

    def plain(value: object) -> object:
        if isinstance(value, datetime):
            return value.isoformat()
        return value.hex() if isinstance(value, bytes) else value

    return {name: plain(getattr(of, name)) for name in names.split()}


def write_json(path: Path | None, content: Mapping[str, object]) -> None:
    """Write a JSON file if one was asked for."""
    if path is not None:
        write(path, json.dumps(content, indent=1) + "\n")
