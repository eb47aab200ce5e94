"""What can go wrong."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypedDict

from quicksalt import exceptions
from quicksalt.trust.report import Report


class LoadError(exceptions.ValueError):
    """Something was left out of a strict load."""

    def __init__(self, report: Report) -> None:
        """Keep the report; the text names the first thing left out and how many there are."""
        count = len(report.skipped) + report.unlisted
        more = f" (and {count - 1} more)" if count > 1 else ""
        super().__init__(f"{report.skipped[0] if report.skipped else 'left out'}{more}")
        self.report = report
        """What was loaded and what was not."""


class Refused(TypedDict):
    """What the native module says of a chain that is not accepted."""

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
    """A chain of certificates is not accepted.

    Its text and its attributes repeat what the sender of the chain has written into it: what could
    steer a terminal is escaped, and what is too long is cut.
    """

    place: str | None = None
    """Where the certificate at fault stands, if one can be named: `leaf`, `intermediate`, `anchor`
    (a trusted one), or `aside`, for one that no name leads to from the leaf."""
    position: int | None = None
    """Its position in the chain; that of a trusted one in the store."""
    subject: str | None = None
    """Its subject."""
    issuer: str | None = None
    """Its issuer."""
    not_before: datetime | None = None
    """When it begins to be valid; `None` if what it says is no time."""
    not_after: datetime | None = None
    """When it ceases to be valid; `None` if what it says is no time."""
    hosts: tuple[str, ...] = ()
    """The DNS names and IP addresses that it is for, the first hundred."""
    missing_issuer: str | None = None
    """The issuer that is in neither the chain nor the store, or is there with another key."""
    oid: str | None = None
    """What is not known here: a critical extension or a kind of signature."""
    purposes: tuple[str, ...] = ()
    """What it is for, such as `clientAuth`, where the purpose asked for is not among it."""
    hint: str | None = None
    """What is likely to help: `empty-store`, `untrusted-root` (the chain has a root of its own),
    `missing-issuer`, `other-key` (an authority of that name is at hand, with another key),
    `leaf-first`, `pem` (where DER is expected), `old-version`, `too-long`, `part` (of it is not as
    it should be), `path-length`."""

    def __init__(self, code: str, text: str) -> None:
        """Keep the reason as a short constant word and as a text."""
        super().__init__(text)
        self.code = code
        """Why, such as `expired`, `unknown-issuer` or `host`."""

    @classmethod
    def of(cls, refused: Refused | None) -> RejectedError:
        """Give what the native module says its types."""
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
        """Make it again out of code and text, and give it its attributes."""
        return type(self), (self.code, str(self)), self.__dict__
