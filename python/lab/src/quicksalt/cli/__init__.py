"""The command `quicksalt`: one file a subcommand, each thin over the library or `quicksalt.lab`.

Importing the package imports nothing: `main`, the command as click's, is loaded when it is asked
for.
"""

# May import: `python/src`, `signatures/src`, `lab`, `plain`, `native`,
# `quicksalt_lab`.

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from quicksalt.cli.group import main as main


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load the command."""
        if name == "main":
            from quicksalt.cli.group import main

            return main
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
