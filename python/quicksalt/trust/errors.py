"""What can go wrong."""

from __future__ import annotations

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


class RejectedError(exceptions.CryptoError):
    """A chain of certificates is not accepted."""

    def __init__(self, code: str, text: str) -> None:
        """Keep the reason as a short constant word and as a text."""
        super().__init__(text)
        self.code = code
        """Why, such as `expired`, `unknown-issuer` or `host`."""
