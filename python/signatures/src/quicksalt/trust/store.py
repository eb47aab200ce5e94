"""The store."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from threading import Lock
from time import time as now
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, overload

from quicksalt import _signatures, exceptions
from quicksalt.trust.certificate import Certificate
from quicksalt.trust.errors import LoadError, RejectedError
from quicksalt.trust.files import certifi_bundle, replace, require
from quicksalt.trust.report import Outcome, Report
from quicksalt.trust.revocation import RevocationLists

if TYPE_CHECKING:
    from typing import Self

    from typing_extensions import Buffer

    from quicksalt.trust.tls import SSLContext

Purpose = Literal["server", "client"]
"""What the holder of a certificate does in TLS."""

Profile = Literal["usual", "strict", "webpki"]
"""Which rules certificates are held to; `TrustStore.verify` says what they are."""

Chain = Sequence[bytes]
"""Certificates in DER, the leaf first."""

FINGERPRINT_LEN = 32
MAX_DEPTH = 6
"""Intermediates that are followed at most."""
LATEST = 253402300799
"""The last second of the year 9999, beyond which certificates cannot say anything."""


class Verified(NamedTuple):
    """A chain that was verified."""

    anchor: Certificate
    """The trusted certificate that the chain ends at."""
    path: tuple[int, ...]
    """Which certificates of the chain lead there, as positions in it, the leaf (0) first."""


class TrustStore:
    """Trusted certificates, each once, in the order in which they came."""

    _make_context: ClassVar[Callable[[TrustStore, RevocationLists | None], SSLContext]]
    """What `ssl_context` calls; `quicksalt.trust.tls` sets it, since it needs this module."""

    def __init__(self) -> None:
        """Make an empty store."""
        self._native = _signatures.TrustStore()
        self._editing = Lock()
        self.report = Report()
        """What all loads together took and left out."""

    @classmethod
    def load(
        cls, *paths: str | os.PathLike[str], strict: bool = False, missing_ok: bool = False
    ) -> TrustStore:
        """Make a store of files and the files of directories: PEM bundles and single DER files.

        A file that is reached several times, through links or hashed names, is read once. Nothing
        aborts the load: `report` lists what is left out. With `strict` anything left out
        raises `LoadError`. A path that does not exist raises `FileNotFoundError` before anything
        is loaded; with `missing_ok` it is reported as the rest.

        A `TRUSTED CERTIFICATE` of OpenSSL is trusted for the purposes that it says alone.
        """
        store = cls()
        store.add_paths(*paths, strict=strict, missing_ok=missing_ok)
        return store

    @classmethod
    def system(cls, *, strict: bool = False) -> TrustStore:
        """Make a store of the system's certificates, as `add_system` finds them."""
        store = cls()
        store.add_system(strict=strict)
        return store

    @classmethod
    def certifi(cls, *, strict: bool = False) -> TrustStore:
        """Make a store of the bundle of the package certifi, if it is installed."""
        store = cls()
        store.add_certifi(strict=strict)
        return store

    def add_system(self, *, strict: bool = False) -> Report:
        """Load the system's certificates.

        `SSL_CERT_FILE` and `SSL_CERT_DIR` name them, as for OpenSSL; otherwise they are looked for
        where distributions keep them. Tested on Debian; on macOS and Windows the operating system
        is asked, untested.
        """
        with self._editing:
            return self._note(self._native.load_system(), strict)

    def add_certifi(self, *, strict: bool = False) -> Report:
        """Load the bundle of the package certifi; `UnavailableError` if it is not installed."""
        return self.add_paths(certifi_bundle(), strict=strict)

    def add_paths(
        self, *paths: str | os.PathLike[str], strict: bool = False, missing_ok: bool = False
    ) -> Report:
        """Load further files and directories, and return the report of these alone; see `load`."""
        names = [os.fspath(path) for path in paths]
        if not missing_ok:
            require(names)
        with self._editing:
            return self._note(self._native.load(names), strict)

    def add(self, data: Buffer, *, name: str = "<bytes>", strict: bool = False) -> Report:
        """Load a PEM bundle or one certificate in DER from memory, under a name for the report."""
        with self._editing:
            return self._note(self._native.load_bytes(name, data), strict)

    def _note(self, outcome: Outcome, strict: bool) -> Report:
        report = Report.of(outcome)
        self.report = self.report.and_then(report)
        if strict and not report.is_clean:
            raise LoadError(report)
        return report

    def __len__(self) -> int:
        """Return how many certificates there are."""
        return self._native.count()

    @overload
    def __getitem__(self, position: int) -> Certificate: ...
    @overload
    def __getitem__(self, position: slice) -> TrustStore: ...
    def __getitem__(self, position: int | slice) -> Certificate | TrustStore:
        """Return the certificate at a position, from the end if it is negative; or a part."""
        count = len(self)
        if isinstance(position, slice):
            return self.subset(range(*position.indices(count)))
        if not -count <= position < count:
            raise IndexError(f"position {position} is out of range")
        return Certificate(self._native, position % count)

    def __iter__(self) -> Iterator[Certificate]:
        """Return the certificates in the order in which they came."""
        return (Certificate(self._native, position) for position in range(len(self)))

    def __contains__(self, certificate: object) -> bool:
        """Tell whether a certificate, or its bytes in DER, is in the store."""
        der = certificate.der if isinstance(certificate, Certificate) else certificate
        if not isinstance(der, bytes):
            return False
        other = TrustStore()
        other.add(der)
        return len(other) == 1 and self.by_fingerprint(other[0].fingerprint) is not None

    def by_subject(self, name: Buffer) -> list[Certificate]:
        """Return the certificates with that subject, a Name in DER, the newest first."""
        return self._at(self._native.by_subject(name))

    def by_key_id(self, key_id: Buffer) -> list[Certificate]:
        """Return the certificates with that subject key identifier, the newest first."""
        return self._at(self._native.by_key_id(key_id))

    def by_fingerprint(self, fingerprint: Buffer | str) -> Certificate | None:
        """Return the certificate with that SHA-256 digest: 32 bytes or hexadecimal digits."""
        if isinstance(fingerprint, str):
            try:
                fingerprint = bytes.fromhex(fingerprint.replace(":", ""))
            except ValueError:
                text = "fingerprint must be bytes or hexadecimal digits"
                raise exceptions.ValueError(text) from None
        position = self._native.by_fingerprint(fingerprint)
        return None if position is None else Certificate(self._native, position)

    def _at(self, positions: Iterable[int]) -> list[Certificate]:
        return [Certificate(self._native, position) for position in positions]

    def names(self) -> list[bytes]:
        """Return the subjects in DER, each once."""
        return self._native.names()

    def certificate_authorities(self) -> bytes:
        """Return the subjects, each once, as a TLS server sends them in a CertificateRequest.

        The vector `certificate_authorities` of RFC 5246 (7.4.4) and RFC 8446 (4.2.4), with its
        length. `ValueError` if that is more than 65,535 bytes: choose some of `names` then.
        """
        return self._native.certificate_authorities()

    def verify(  # noqa: PLR0913
        self,
        chain: Chain,
        host: str | None,
        *,
        time: datetime | float | None = None,
        purpose: Purpose = "server",
        anchor_dates: bool = True,
        max_depth: int = MAX_DEPTH,
        revocation: RevocationLists | None = None,
        profile: Profile = "usual",
    ) -> Verified:
        """Verify that a chain leads from its first certificate, the leaf, to one of the store.

        The leaf must be for `host`, a DNS name in ASCII or an IP address, and for this purpose;
        with `None` no name is looked at, which is right for clients and for nobody else. All
        certificates must be valid at `time`: now, a datetime with a time zone, or seconds since
        1970; the trusted one too, unless `anchor_dates` is false. At most `max_depth` certificates
        may stand between the leaf and the trusted one. With `revocation` none of the chain may be
        revoked; a trusted certificate never is, it is to be removed.

        The trusted one must be an authority's (`Certificate.is_authority`), for the purpose, and
        allow a path of that length. One that is no authority's vouches for exactly itself.

        `profile` says which rules certificates are held to besides. `"usual"`: those that at least
        two of OpenSSL, Go and cryptography hold them to. `"strict"`: what OpenSSL asks under
        `VERIFY_X509_STRICT` too, as contexts of `ssl.create_default_context()` do from Python 3.13
        on; some old roots in use are refused. `"webpki"`: also what the Baseline Requirements of
        the CA/Browser Forum ask of public sites, which private authorities seldom keep to.

        The time that this takes does not depend on the size of the store. Signatures may be
        ECDSA on P-256 and P-384, RSA of 2048 to 8192 bits, and Ed25519. One that this store found
        genuine before is not verified again; all else is judged each time.

        Raises `RejectedError`, which names the certificate at fault, `ValueError` for an argument
        that makes no sense, `UnavailableError` if a signature cannot be checked on this processor.
        """
        if purpose not in ("server", "client"):
            raise exceptions.ValueError(f"purpose must be server or client, not {purpose!r}")
        if not 0 <= max_depth <= MAX_DEPTH:
            raise exceptions.ValueError(f"max_depth must be from 0 to {MAX_DEPTH}, not {max_depth}")
        is_client = purpose == "client"
        found, refused = self._native.verify(
            _certificates(chain),
            host,
            _seconds(time),
            is_client,
            anchor_dates,
            max_depth,
            None if revocation is None else revocation.settings(),
            profile,
        )
        if refused is not None or found is None:
            raise RejectedError.of(refused)
        return Verified(Certificate(self._native, found[0]), tuple(found[1]))

    def forget_signatures(self) -> None:
        """Forget which signatures were found genuine: 512 at most, of which a copy has none."""
        self._native.forget_signatures()

    def ssl_context(self, *, revocation: RevocationLists | None = None) -> SSLContext:
        """Return a context for TLS clients whose servers this store verifies.

        With `revocation` their certificates must not be revoked, as for `verify`.

        It takes the place of `ssl.create_default_context()` in milliseconds less, and asks the
        store anew for each connection, so that what is added later counts. As there,
        `SSLKEYLOGFILE` names a file that takes the keys of all connections, and from Python 3.13 on
        `verify_flags` has `VERIFY_X509_STRICT`: certificates are held to the profile `strict`.
        """
        return TrustStore._make_context(self, revocation)

    def to_pem(self) -> str:
        """Return all certificates as a PEM bundle."""
        return self._native.pem()

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write all certificates to a file as a PEM bundle, which is replaced whole."""
        replace(Path(path), self.to_pem().encode())

    def write_each(
        self, folder: str | os.PathLike[str], encoding: Literal["pem", "der"] = "pem"
    ) -> list[Path]:
        """Write each certificate to a file of its own in a folder, and return the files.

        They are named by the SHA-256 fingerprint. As DER, a certificate that is not trusted for
        everything raises `ValueError` before any is written: DER does not say so.
        """
        if encoding not in ("pem", "der"):
            raise exceptions.ValueError(f"encoding must be pem or der, not {encoding!r}")
        written = []
        for name, content in self._native.files(encoding == "der"):
            written.append(Path(folder, name))
            replace(written[-1], content)
        return written

    def subset(self, certificates: Iterable[Certificate | int]) -> TrustStore:
        """Return a store with some of the certificates, given themselves or by position."""
        positions = [c if isinstance(c, int) else self._position(c) for c in certificates]
        store = TrustStore()
        store._native = self._native.subset([self[position].position for position in positions])
        return store

    def remove(self, *certificates: Certificate | int) -> None:
        """Take certificates out, given themselves or by position; those after them move up.

        `ValueError` or `IndexError` for one that is not in the store; none is taken out then.
        Certificates that were got from the store before remain what they are.
        """
        with self._editing:
            gone = {
                self[c].position if isinstance(c, int) else self._position(c) for c in certificates
            }
            kept = [position for position in range(len(self)) if position not in gone]
            self._native = self._native.subset(kept)

    def merge(self, other: TrustStore) -> None:
        """Take the certificates of another store in, each once, with what they are trusted for.

        Of one that both hold, what either does not trust it for is not trusted.
        """
        if not isinstance(other, TrustStore):
            raise exceptions.TypeError(f"other must be a TrustStore, not {type(other).__name__}")
        with self._editing:
            self._native.merge(other._native)

    def __or__(self, other: TrustStore) -> TrustStore:
        """Return a store with the certificates of both."""
        if not isinstance(other, TrustStore):
            return NotImplemented
        both = self.subset(range(len(self)))
        both.merge(other)
        return both

    def __ior__(self, other: TrustStore) -> Self:
        """Take the certificates of another store in."""
        if not isinstance(other, TrustStore):
            return NotImplemented
        self.merge(other)
        return self

    def _position(self, certificate: Certificate) -> int:
        found = self.by_fingerprint(certificate.fingerprint)
        if found is None:
            raise exceptions.ValueError(f"{certificate!r} is not in the store")
        return found.position

    def minimal(
        self,
        chains: Iterable[Chain],
        *,
        time: datetime | float | None = None,
        purpose: Purpose = "server",
    ) -> TrustStore:
        """Return a store with just the certificates that these chains end at.

        A few roots load in no time wherever a whole bundle takes long, such as Python's `ssl`:
        `context.load_verify_locations(cadata=store.minimal(chains).to_pem())`. Raises what
        `verify` raises, without looking at the name of a host.
        """
        verified = [self.verify(chain, None, time=time, purpose=purpose) for chain in chains]
        return self.subset(dict.fromkeys(one.anchor.position for one in verified))


def _certificates(chain: Chain) -> list[bytes]:
    """Copy a chain; a single certificate, or anything but bytes in it, is a mistake."""
    expected = "chain must be a sequence of certificates in DER, as bytes"
    if isinstance(chain, (str, bytes, bytearray, memoryview)):
        raise exceptions.TypeError(f"{expected}, not {type(chain).__name__}")
    try:
        return [bytes(memoryview(one)) for one in chain]
    except TypeError:
        raise exceptions.TypeError(expected) from None


def _seconds(time: datetime | float | None) -> int:
    if time is None:
        time = now()
    elif isinstance(time, datetime):
        if time.tzinfo is None:
            raise exceptions.ValueError("time must have a time zone, such as datetime.now(UTC)")
        time = time.timestamp()
    if not 0 <= time <= LATEST:
        raise exceptions.ValueError(f"time must be from 1970 to 9999, not {time}")
    return int(time)
