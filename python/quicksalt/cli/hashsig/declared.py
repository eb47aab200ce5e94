"""`quicksalt hashsig sign` and `verify` as click's commands."""

from __future__ import annotations

from quicksalt.cli.hashsig import common
from quicksalt.cli.hashsig.sign import COMMAND as SIGN
from quicksalt.cli.hashsig.verify import COMMAND as VERIFY

sign = common.built(SIGN)
verify = common.built(VERIFY)
