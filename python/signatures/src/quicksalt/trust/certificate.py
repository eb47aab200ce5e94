"""One certificate of a store."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from quicksalt import _signatures


class Description(TypedDict):
    """What the native module says of a certificate."""

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
    """A certificate of a store; its parts are looked up when they are asked for."""

    def __init__(self, store: _signatures.TrustStore, position: int) -> None:
        """Refer to the certificate at a position; use `TrustStore` to get one."""
        self._store = store
        self.position = position
        """Its position in the store, counted from 0."""

    @cached_property
    def der(self) -> bytes:
        """The whole certificate."""
        return self._store.der(self.position)

    @cached_property
    def fingerprint(self) -> bytes:
        """Its SHA-256 digest."""
        return self._store.fingerprint(self.position)

    @cached_property
    def _parts(self) -> Description:
        return self._store.describe(self.position)

    @property
    def subject(self) -> str:
        """The subject such as `C=US, O=Example, CN=Example Root`, what could mislead escaped."""
        return self._parts["subject"]

    @property
    def issuer(self) -> str:
        """The issuer, as `subject`."""
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
        """The serial number; RFC 5280 wants it positive, some old roots have others."""
        return int.from_bytes(self._parts["serial"], signed=True)

    @property
    def not_before(self) -> datetime | None:
        """When it begins to be valid; `None` if what it says is no time."""
        validity = self._parts["validity"]
        return None if validity is None else datetime.fromtimestamp(validity[0], UTC)

    @property
    def not_after(self) -> datetime | None:
        """When it ceases to be valid; `None` if what it says is no time."""
        validity = self._parts["validity"]
        return None if validity is None else datetime.fromtimestamp(validity[1], UTC)

    @property
    def key(self) -> str:
        """The kind of its key, such as `RSA 4096` or `EC P-256`."""
        return self._parts["key"]

    @property
    def key_id(self) -> bytes | None:
        """The subject key identifier, if there is one."""
        return self._parts["key_id"]

    @property
    def authority(self) -> bool | None:
        """What the basic constraints say of `cA`; `None` without that extension."""
        return self._parts["authority"]

    @property
    def is_authority(self) -> bool:
        """Whether it may vouch for others; if not, it is trusted as itself alone.

        Its basic constraints say that it is an authority's and its key usage, if there, that the
        key signs certificates; or it is self-signed of version 1, which knows no extensions.
        """
        return self._parts["is_authority"]

    @property
    def trusted_for(self) -> tuple[str, ...] | None:
        """The purposes that it is trusted for, such as `serverAuth`; `None` for all.

        Only a `TRUSTED CERTIFICATE` of OpenSSL says so.
        """
        purposes = self._parts["trusted_for"]
        return None if purposes is None else tuple(purposes)

    @property
    def rejected_for(self) -> tuple[str, ...]:
        """The purposes that it is not trusted for, as `trusted_for`."""
        return tuple(self._parts["rejected_for"])

    def to_pem(self) -> str:
        """Return it as a block of PEM; as `TRUSTED CERTIFICATE` if not trusted for everything."""
        return self._store.certificate_pem(self.position)

    @property
    def is_constrained(self) -> bool:
        """Whether it has name constraints."""
        return self._parts["is_constrained"]

    def __eq__(self, other: object) -> bool:
        """Compare the bytes."""
        return isinstance(other, Certificate) and self.der == other.der

    def __hash__(self) -> int:
        """Hash the bytes."""
        return hash(self.der)

    def __repr__(self) -> str:
        """Show the subject."""
        return f"<Certificate {self.position}: {self.subject}>"
