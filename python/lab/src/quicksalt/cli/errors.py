"""Errors as the command tells them; click, whose exceptions they are, is loaded when one occurs."""

from __future__ import annotations


def usage(text: str) -> Exception:
    """Return an error in how the command is used: exit code 2."""
    import click

    return click.UsageError(text)


def broken(text: str) -> Exception:
    """Return the error that something outside of the command failed: exit code 4."""
    from quicksalt_lab.cli.output import BrokenError

    return BrokenError(text)


def failed(text: str) -> Exception:
    """Return the error that a file or a signature is not genuine: exit code 1."""
    import click

    return click.ClickException(text)


def told(error: Exception) -> Exception:
    """Return how the command tells what the library refuses; other errors stay as they are.

    What is wrong with an argument is a usage error; what files and stores refuse is exit code 4;
    what is not genuine, or not for who asks, is exit code 1.
    """
    from quicksalt import exceptions as exc
    from quicksalt.files.errors import FormatError
    from quicksalt.hashsig import exceptions as own

    if isinstance(error, BrokenPipeError):
        return error
    if isinstance(error, FormatError):
        return broken(str(error))
    if type(error) is exc.CryptoError:
        return failed(str(error))
    if isinstance(error, own.StateError | own.RecoveryError | exc.InvalidkeyError | OSError):
        return broken(_said(error))
    if isinstance(error, exc.ValueError | exc.UnavailableError):
        return usage(str(error))
    return error


def _said(error: Exception) -> str:
    """Return the text; that of an `OSError` of Python's own names the file."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"cannot use {error.filename}: {error.strerror}"
    if isinstance(error, OSError) and len(error.args) > 1:
        return str(error.args[1])
    return str(error)
