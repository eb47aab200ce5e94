"""The report page and README's picture, from measurements of the lab's views."""

# May import: `lab`, `lab/peers`, `lab/targets`, `quicksalt_lab/*`, `quicksalt_lab/ruler`,
# `quicksalt_lab/html`.

from __future__ import annotations

from quicksalt.lab.report.picture import picture

__all__ = ["picture"]
