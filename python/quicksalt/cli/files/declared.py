"""`quicksalt encrypt`, `decrypt`, `sign` and `verify` as click's commands."""

from __future__ import annotations

from quicksalt.cli.files.decrypt import COMMAND as DECRYPT
from quicksalt.cli.files.encrypt import COMMAND as ENCRYPT
from quicksalt.cli.files.sign import COMMAND as SIGN
from quicksalt.cli.files.verify import COMMAND as VERIFY
from quicksalt.cli.hashsig import common

decrypt = common.built(DECRYPT)
encrypt = common.built(ENCRYPT)
sign = common.built(SIGN)
verify = common.built(VERIFY)
