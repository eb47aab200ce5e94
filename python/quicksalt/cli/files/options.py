"""Options that several of the commands take, as click's."""

from __future__ import annotations

import click

from quicksalt.cli.files.passphrases import OPTIONS
from quicksalt.cli.hashsig import common

FILE_OR_DASH = click.Path(exists=True, dir_okay=False, readable=True, allow_dash=True)
TARGET = click.Path(dir_okay=False, allow_dash=True)

output_option = click.option(
    "--output", "-o", metavar="FILE", type=TARGET, help="Where to; - is the standard output."
)
force_option = click.option("--force", "-f", is_flag=True, help="Replace a file that is there.")
passphrase_options = common.taking(OPTIONS)
