"""The store of trusted certificates."""

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
"""The role of the certificate's owner in TLS."""

Profile = Literal["usual", "strict", "webpki"]
"""A set of rules for certificates; `TrustStore.verify` describes them."""

Chain = Sequence[bytes]
"""Certificates in DER, the leaf first."""

FINGERPRINT_LEN = 32
MAX_DEPTH = 6
"""The maximum number of intermediates."""
LATEST = 253402300799
"""The last second of the year 9999, the latest time that a certificate can encode."""


class Verified(NamedTuple):
    """A verified chain."""

    anchor: Certificate
    """The trusted certificate at the end of the chain."""
    path: tuple[int, ...]
    """The path as positions in the chain, the leaf (0) first."""


class TrustStore:
    """Trusted certificates without duplicates, in the order of loading."""

    _make_context: ClassVar[Callable[[TrustStore, RevocationLists | None], SSLContext]]
    """The implementation of `ssl_context`, set by `quicksalt.trust.tls`, which imports this module.
    """

    def __init__(self) -> None:
        """Create an empty store."""
        self._native = _signatures.TrustStore()
        self._editing = Lock()
        self.report = Report()
        """The combined report of all loads."""

    @classmethod
    def load(
        cls, *paths: str | os.PathLike[str], strict: bool = False, missing_ok: bool = False
    ) -> TrustStore:
        """Create a store from files and directories of files: PEM bundles and single DER files.

        A file reached several times, through links or hashed names, is read once. An invalid item
        does not abort the load: `report` lists skipped items. With `strict`, any skipped item
        raises `LoadError`. A path that does not exist raises `FileNotFoundError` before anything is
        loaded; with `missing_ok` it is reported as skipped.

        A `TRUSTED CERTIFICATE` of OpenSSL is trusted only for the purposes that it names.
        """
        store = cls()
        store.add_paths(*paths, strict=strict, missing_ok=missing_ok)
        return store

    @classmethod
    def system(cls, *, strict: bool = False) -> TrustStore:
        """Create a store of the system's certificates, as found by `add_system`."""
        store = cls()
        store.add_system(strict=strict)
        return store

    @classmethod
    def certifi(cls, *, strict: bool = False) -> TrustStore:
        """Create a store of certifi's bundle, if the package is installed."""
        store = cls()
        store.add_certifi(strict=strict)
        return store

    def add_system(self, *, strict: bool = False) -> Report:
        """Load the system's certificates.

        `SSL_CERT_FILE` and `SSL_CERT_DIR` give their location, as for OpenSSL; otherwise the usual
        locations of distributions are searched. Tested on Debian; on macOS and Windows the
        operating system provides them, untested.
        """
        with self._editing:
            return self._note(self._native.load_system(), strict)

    def add_certifi(self, *, strict: bool = False) -> Report:
        """Load certifi's bundle; raises `UnavailableError` if the package is not installed."""
        return self.add_paths(certifi_bundle(), strict=strict)

    def add_paths(
        self, *paths: str | os.PathLike[str], strict: bool = False, missing_ok: bool = False
    ) -> Report:
        """Load more files and directories, and return the report of this load; see `load`."""
        names = [os.fspath(path) for path in paths]
        if not missing_ok:
            require(names)
        with self._editing:
            return self._note(self._native.load(names), strict)

    def add(self, data: Buffer, *, name: str = "<bytes>", strict: bool = False) -> Report:
        """Load a PEM bundle or a DER certificate from memory; `name` is for the report."""
        with self._editing:
            return self._note(self._native.load_bytes(name, data), strict)

    def _note(self, outcome: Outcome, strict: bool) -> Report:
        report = Report.of(outcome)
        self.report = self.report.and_then(report)
        if strict and not report.is_clean:
            raise LoadError(report)
        return report

    def __len__(self) -> int:
        """Return the number of certificates."""
        return self._native.count()

    @overload
    def __getitem__(self, position: int) -> Certificate: ...
    @overload
    def __getitem__(self, position: slice) -> TrustStore: ...
    def __getitem__(self, position: int | slice) -> Certificate | TrustStore:
        """Return the certificate at a position, or a store for a slice."""
        count = len(self)
        if isinstance(position, slice):
            return self.subset(range(*position.indices(count)))
        if not -count <= position < count:
            raise IndexError(f"position {position} is out of range")
        return Certificate(self._native, position % count)

    def __iter__(self) -> Iterator[Certificate]:
        """Iterate over the certificates in the order of loading."""
        return (Certificate(self._native, position) for position in range(len(self)))

    def __contains__(self, certificate: object) -> bool:
        """Return whether a certificate, or its DER bytes, is in the store."""
        der = certificate.der if isinstance(certificate, Certificate) else certificate
        if not isinstance(der, bytes):
            return False
        other = TrustStore()
        other.add(der)
        return len(other) == 1 and self.by_fingerprint(other[0].fingerprint) is not None

    def by_subject(self, name: Buffer) -> list[Certificate]:
        """Return the certificates with the given subject, a Name in DER, newest first."""
        return self._at(self._native.by_subject(name))

    def by_key_id(self, key_id: Buffer) -> list[Certificate]:
        """Return the certificates with the given subject key identifier, newest first."""
        return self._at(self._native.by_key_id(key_id))

    def by_fingerprint(self, fingerprint: Buffer | str) -> Certificate | None:
        """Return the certificate with the given SHA-256 digest: 32 bytes or hexadecimal digits."""
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
        """Return the distinct subjects in DER."""
        return self._native.names()

    def certificate_authorities(self) -> bytes:
        """Return the distinct subjects in the format of a TLS CertificateRequest.

        This is the vector `certificate_authorities` of RFC 5246 (7.4.4) and RFC 8446 (4.2.4),
        including its length. Raises `ValueError` if it exceeds 65,535 bytes; in that case send a
        selection of `names`.
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
        """Verify that a chain leads from its first certificate, the leaf, to a trusted certificate.

        The leaf must be valid for `host`, a DNS name in ASCII or an IP address, and for `purpose`.
        `host=None` disables the host check; use it only for client certificates. All certificates
        must be valid at `time`: now, a datetime with a time zone, or seconds since 1970. This
        includes the trusted certificate unless `anchor_dates` is false. At most `max_depth`
        intermediates are allowed. With `revocation`, no certificate of the chain may be revoked,
        except the trusted one: remove it from the store instead.

        The trusted certificate must be an authority (`Certificate.is_authority`), valid for the
        purpose, and allow a path of that length. A trusted certificate that is not an authority is
        accepted only as the leaf itself.

        `profile` selects additional rules for certificates. `"usual"`: the rules that at least two
        of OpenSSL, Go and cryptography apply. `"strict"`: also the rules of OpenSSL's
        `VERIFY_X509_STRICT`, which `ssl.create_default_context()` sets since Python 3.13; some old
        roots in use are rejected. `"webpki"`: also the Baseline Requirements of the CA/Browser
        Forum for public sites, which private authorities rarely meet.

        The running time does not depend on the size of the store. Supported signatures are ECDSA on
        P-256 and P-384, RSA of 2048 to 8192 bits, and Ed25519. Valid signatures are cached and not
        verified again; all other checks run each time.

        Raises `RejectedError`, which names the certificate at fault, `ValueError` for an invalid
        argument, and `UnavailableError` if this processor cannot verify a signature.
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
        """Clear this store's cache of valid signatures, which has at most 512 entries."""
        self._native.forget_signatures()

    def ssl_context(self, *, revocation: RevocationLists | None = None) -> SSLContext:
        """Return a context for TLS clients that verifies servers against this store.

        With `revocation`, server certificates must not be revoked, as in `verify`.

        It replaces `ssl.create_default_context()`, and is created some milliseconds faster. Each
        connection consults the store, so certificates added later take effect. As in Python's
        function, `SSLKEYLOGFILE` names a file for the keys of all connections, and since Python
        3.13 `verify_flags` include `VERIFY_X509_STRICT`, which selects the profile `strict`.
        """
        return TrustStore._make_context(self, revocation)

    def to_pem(self) -> str:
        """Return all certificates as a PEM bundle."""
        return self._native.pem()

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write all certificates to a file as a PEM bundle, atomically."""
        replace(Path(path), self.to_pem().encode())

    def write_each(
        self, folder: str | os.PathLike[str], encoding: Literal["pem", "der"] = "pem"
    ) -> list[Path]:
        """Write each certificate to a separate file in a folder, and return the files.

        Their names are the SHA-256 fingerprints. For DER, a certificate with restricted purposes
        raises `ValueError` before any file is written, because DER cannot express the restriction.
        """
        if encoding not in ("pem", "der"):
            raise exceptions.ValueError(f"encoding must be pem or der, not {encoding!r}")
        written = []
        for name, content in self._native.files(encoding == "der"):
            written.append(Path(folder, name))
            replace(written[-1], content)
        return written

    def subset(self, certificates: Iterable[Certificate | int]) -> TrustStore:
        """Return a store with the given certificates, which may be positions."""
        positions = [c if isinstance(c, int) else self._position(c) for c in certificates]
        store = TrustStore()
        store._native = self._native.subset([self[position].position for position in positions])
        return store

    def remove(self, *certificates: Certificate | int) -> None:
        """Remove certificates, which may be given as positions; later certificates move up.

        Raises `ValueError` or `IndexError` if any is not in the store; in that case none is
        removed. `Certificate` objects obtained earlier do not change.
        """
        with self._editing:
            gone = {
                self[c].position if isinstance(c, int) else self._position(c) for c in certificates
            }
            kept = [position for position in range(len(self)) if position not in gone]
            self._native = self._native.subset(kept)

    def merge(self, other: TrustStore) -> None:
        """Add the certificates of another store, without duplicates, with their trusted purposes.

        If both stores contain a certificate, it is not trusted for purposes that either store
        excludes.
        """
        if not isinstance(other, TrustStore):
            raise exceptions.TypeError(f"other must be a TrustStore, not {type(other).__name__}")
        with self._editing:
            self._native.merge(other._native)

    def __or__(self, other: TrustStore) -> TrustStore:
        """Return a store with the certificates of both stores."""
        if not isinstance(other, TrustStore):
            return NotImplemented
        both = self.subset(range(len(self)))
        both.merge(other)
        return both

    def __ior__(self, other: TrustStore) -> Self:
        """Add the certificates of another store."""
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
        """Return a store with only the certificates at the ends of these chains.

        Use it where loading a whole bundle is slow, such as in Python's `ssl`:
        `context.load_verify_locations(cadata=store.minimal(chains).to_pem())`. Raises the
        exceptions of `verify`; the name of the host is not checked.
        """
        verified = [self.verify(chain, None, time=time, purpose=purpose) for chain in chains]
        return self.subset(dict.fromkeys(one.anchor.position for one in verified))


def _certificates(chain: Chain) -> list[bytes]:
    """Copy a chain; reject a single certificate and items other than bytes."""
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
