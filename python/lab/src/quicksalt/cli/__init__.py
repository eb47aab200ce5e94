"""The measuring commands of `quicksalt`: one file per command, each thin over `quicksalt.lab`.

Importing the package imports nothing else: `main`, the click group, is loaded on first use.
"""

# May import: `python/src`, `signatures/src`, `lab`, `plain`, `native`,
# `quicksalt_lab`.

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from quicksalt.cli.group import main as main


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load `main`."""
        if name == "main":
            from quicksalt.cli.group import main

            return main
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
