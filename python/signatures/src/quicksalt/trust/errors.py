"""Errors of loading and verification."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypedDict

from quicksalt import exceptions
from quicksalt.trust.report import Report


class LoadError(exceptions.ValueError):
    """A strict load skipped an item."""

    def __init__(self, report: Report) -> None:
        """Store the report; the message gives the first skipped item and the number of them."""
        count = len(report.skipped) + report.unlisted
        more = f" (and {count - 1} more)" if count > 1 else ""
        super().__init__(f"{report.skipped[0] if report.skipped else 'skipped items'}{more}")
        self.report = report
        """The report of loaded and skipped items."""


class Refused(TypedDict):
    """The native module's description of a rejected chain."""

    code: str
    text: str
    place: str | None
    position: int | None
    subject: str | None
    issuer: str | None
    validity: tuple[int, int] | None
    hosts: list[str]
    missing_issuer: str | None
    oid: str | None
    purposes: list[str]
    hint: str | None


class RejectedError(exceptions.CryptoError):
    """A certificate chain is rejected.

    The message and the attributes repeat data from the sender of the chain: control characters are
    escaped, and long values are truncated.
    """

    place: str | None = None
    """The place of the certificate at fault, if known: `leaf`, `intermediate`, `anchor` (a trusted
    certificate), or `aside` if the certificate is not on a path of names from the leaf.
    """
    position: int | None = None
    """Its position in the chain; for an anchor, in the store."""
    subject: str | None = None
    """The subject of the certificate at fault."""
    issuer: str | None = None
    """The issuer of the certificate at fault."""
    not_before: datetime | None = None
    """The start of its validity; `None` if the encoded time is invalid."""
    not_after: datetime | None = None
    """The end of its validity; `None` if the encoded time is invalid."""
    hosts: tuple[str, ...] = ()
    """The first hundred DNS names and IP addresses of the certificate."""
    missing_issuer: str | None = None
    """The missing issuer, which neither the chain nor the store contains with the required key."""
    oid: str | None = None
    """The unsupported critical extension or signature algorithm."""
    purposes: tuple[str, ...] = ()
    """The purposes of the certificate, such as `clientAuth`, if they exclude the required purpose.
    """
    hint: str | None = None
    """A hint for fixing the problem: `empty-store`, `untrusted-root` (the chain has its own root),
    `missing-issuer`, `other-key` (an authority of that name is available, but with another key),
    `leaf-first`, `pem` (instead of the expected DER), `old-version`, `too-long`, `part` (the
    malformed part), `path-length`.
    """

    def __init__(self, code: str, text: str) -> None:
        """Store the reason as a constant code and as text."""
        super().__init__(text)
        self.code = code
        """The reason, such as `expired`, `unknown-issuer` or `host`."""

    @classmethod
    def of(cls, refused: Refused | None) -> RejectedError:
        """Convert the native module's description to an exception."""
        if refused is None:
            return cls("other", "the chain is not accepted")
        error = cls(refused["code"], refused["text"])
        error.place, error.position = refused["place"], refused["position"]
        error.subject, error.issuer = refused["subject"], refused["issuer"]
        if refused["validity"] is not None:
            first, last = refused["validity"]
            error.not_before = datetime.fromtimestamp(first, UTC)
            error.not_after = datetime.fromtimestamp(last, UTC)
        error.hosts, error.purposes = tuple(refused["hosts"]), tuple(refused["purposes"])
        error.missing_issuer, error.oid = refused["missing_issuer"], refused["oid"]
        error.hint = refused["hint"]
        return error

    def __reduce__(self) -> tuple[Callable[..., RejectedError], tuple[str, str], dict[str, Any]]:
        """Support pickling: recreate the exception and restore its attributes."""
        return type(self), (self.code, str(self)), self.__dict__
