"""Shell completion for the names of primitives and operations."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


def targets(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the matching primitives or, after a dot, the primitive's matching operations."""
    from quicksalt.lab.survey import survey

    operations = survey()
    names = [o.name if "." in incomplete else o.primitive for o in operations]
    return [CompletionItem(n) for n in dict.fromkeys(names) if n.startswith(incomplete)]
