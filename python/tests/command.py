"""The command, in this process."""

from __future__ import annotations

from click.testing import CliRunner, Result

from quicksalt.cli import main


def run(*words: object, code: int | tuple[int, ...] = 0, typed: str | bytes = "") -> Result:
    """Run the command, which ends with that exit code, or with one of those."""
    result = CliRunner().invoke(main, [*map(str, words)], input=typed, catch_exceptions=False)
    assert result.exit_code in (code if isinstance(code, tuple) else (code,)), result.output
    return result
