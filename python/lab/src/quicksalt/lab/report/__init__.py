"""The story in one page, and README's picture: out of what the views of the lab have measured."""

# May import: `lab`, `lab/peers`, `lab/targets`, `quicksalt_lab/*`, `quicksalt_lab/ruler`,
# `quicksalt_lab/html`.

from __future__ import annotations

from quicksalt.lab.report.picture import picture

__all__ = ["picture"]
