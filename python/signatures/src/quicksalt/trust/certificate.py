"""A certificate of a store."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from quicksalt import _signatures


class Description(TypedDict):
    """The native module's description of a certificate."""

    subject: str
    issuer: str
    subject_der: bytes
    issuer_der: bytes
    serial: bytes
    validity: tuple[int, int] | None
    key: str
    key_id: bytes | None
    authority: bool | None
    trusted_for: list[str] | None
    rejected_for: list[str]
    is_authority: bool
    is_constrained: bool


class Certificate:
    """A certificate of a store; its fields are parsed on first use."""

    def __init__(self, store: _signatures.TrustStore, position: int) -> None:
        """Create a reference to the certificate at a position of a store; used by `TrustStore`."""
        self._store = store
        self.position = position
        """The position in the store, counted from 0."""

    @cached_property
    def der(self) -> bytes:
        """The whole certificate in DER."""
        return self._store.der(self.position)

    @cached_property
    def fingerprint(self) -> bytes:
        """The SHA-256 digest of the certificate."""
        return self._store.fingerprint(self.position)

    @cached_property
    def _parts(self) -> Description:
        return self._store.describe(self.position)

    @property
    def subject(self) -> str:
        """The subject, such as `C=US, O=Example`, with misleading characters escaped."""
        return self._parts["subject"]

    @property
    def issuer(self) -> str:
        """The issuer, in the form of `subject`."""
        return self._parts["issuer"]

    @property
    def subject_der(self) -> bytes:
        """The subject as a Name in DER."""
        return self._parts["subject_der"]

    @property
    def issuer_der(self) -> bytes:
        """The issuer as a Name in DER."""
        return self._parts["issuer_der"]

    @property
    def serial(self) -> int:
        """The serial number; RFC 5280 requires a positive one, but some old roots have others."""
        return int.from_bytes(self._parts["serial"], signed=True)

    @property
    def not_before(self) -> datetime | None:
        """The start of the validity period; `None` if the encoded time is invalid."""
        validity = self._parts["validity"]
        return None if validity is None else datetime.fromtimestamp(validity[0], UTC)

    @property
    def not_after(self) -> datetime | None:
        """The end of the validity period; `None` if the encoded time is invalid."""
        validity = self._parts["validity"]
        return None if validity is None else datetime.fromtimestamp(validity[1], UTC)

    @property
    def key(self) -> str:
        """The kind of the public key, such as `RSA 4096` or `EC P-256`."""
        return self._parts["key"]

    @property
    def key_id(self) -> bytes | None:
        """The subject key identifier, or `None`."""
        return self._parts["key_id"]

    @property
    def authority(self) -> bool | None:
        """The value of `cA` in the basic constraints; `None` without that extension."""
        return self._parts["authority"]

    @property
    def is_authority(self) -> bool:
        """Whether the certificate may issue others; otherwise it is trusted only as a leaf.

        An authority has `cA` in its basic constraints and, if it has a key usage, the right to sign
        certificates. A self-signed certificate of version 1, which lacks extensions, is an
        authority too.
        """
        return self._parts["is_authority"]

    @property
    def trusted_for(self) -> tuple[str, ...] | None:
        """The purposes for which the certificate is trusted, such as `serverAuth`; `None` for all.

        Only OpenSSL's `TRUSTED CERTIFICATE` format restricts the purposes.
        """
        purposes = self._parts["trusted_for"]
        return None if purposes is None else tuple(purposes)

    @property
    def rejected_for(self) -> tuple[str, ...]:
        """The purposes for which the certificate is not trusted, as in `trusted_for`."""
        return tuple(self._parts["rejected_for"])

    def to_pem(self) -> str:
        """Return a PEM block, a `TRUSTED CERTIFICATE` if its purposes are restricted."""
        return self._store.certificate_pem(self.position)

    @property
    def is_constrained(self) -> bool:
        """Whether the certificate has name constraints."""
        return self._parts["is_constrained"]

    def __eq__(self, other: object) -> bool:
        """Compare the DER bytes."""
        return isinstance(other, Certificate) and self.der == other.der

    def __hash__(self) -> int:
        """Hash the DER bytes."""
        return hash(self.der)

    def __repr__(self) -> str:
        """Show the subject."""
        return f"<Certificate {self.position}: {self.subject}>"
