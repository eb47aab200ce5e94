"""Where the chains come from that subcommands look at: files and servers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from quicksalt import exceptions
from quicksalt.cli.trust.common import filled
from quicksalt.trust import TrustStore, fetch_chain
from quicksalt_lab.cli.output import BrokenError


@dataclass(frozen=True)
class Source:
    """A chain and where it comes from."""

    name: str
    host: str | None
    """The host that sent it."""
    chain: list[bytes]


@dataclass(frozen=True)
class Sources:
    """Where chains are to come from."""

    connect: tuple[str, ...]
    files: tuple[Path, ...]

    def read(self, server_name: str | None = None) -> list[Source]:
        """Read the files and ask the servers, by that name if it is another than their address."""
        sources = [Source(str(path), None, read_chain(path)) for path in self.files]
        fetched = [(address, *fetch(address, server_name)) for address in self.connect]
        return sources + [Source(*one) for one in fetched]


def from_chains(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--connect` and `--chain`, and give the subcommand the `Sources` that they name."""

    @click.option(
        "--connect", metavar="HOST[:PORT]", multiple=True, help="The chain that this server sends."
    )
    @click.option(
        "--chain",
        metavar="FILE",
        multiple=True,
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="A chain in PEM, the leaf first.",
    )
    @wraps(command)
    def wrapped(
        *args: object, connect: tuple[str, ...], chain: tuple[Path, ...], **rest: object
    ) -> object:
        return command(*args, Sources(connect, chain), **rest)

    return wrapped


def fetch(address: str, server_name: str | None = None) -> tuple[str, list[bytes]]:
    """Return the host of an address and the chain that it sends, asked for by a name."""
    host, port = split_address(address)
    try:
        return host, fetch_chain(host, port, server_name=server_name)
    except OSError as error:
        raise BrokenError(f"{address}: {error.strerror or error}") from None
    except exceptions.ValueError as error:
        raise click.BadParameter(str(error)) from None
    except UnicodeError:
        raise click.BadParameter(f"{address!r} is no name of a host") from None


def split_address(address: str) -> tuple[str, int]:
    """Take `host`, `host:port` or `[address]:port` apart."""
    host, colon, port = address.rpartition(":")
    if not colon or address.endswith("]") or (":" in host and not host.startswith("[")):
        host, port = address, "443"
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    is_port = port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 65536
    if not host or "[" in host or "]" in host or not is_port:
        raise click.BadParameter(f"expected HOST or HOST:PORT, not {address!r}")
    return host, int(port)


def read_chain(path: Path) -> list[bytes]:
    """Return the certificates of a file in their order."""
    return [certificate.der for certificate in filled(TrustStore.load(path), str(path))]
