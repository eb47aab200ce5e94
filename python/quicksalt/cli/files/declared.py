"""`quicksalt sign` and `verify` as click's commands."""

from __future__ import annotations

from quicksalt.cli.files.sign import COMMAND as SIGN
from quicksalt.cli.files.verify import COMMAND as VERIFY
from quicksalt.cli.hashsig import common

sign = common.built(SIGN)
verify = common.built(VERIFY)
