"""For compatibility with the package coinzdense 0.1.2: layer zero, byte for byte.

The classes have coinzdense's names and call signatures. What differs, and why:

- A one-time key signs once; a second signature raises `ExhaustedError`.
- A level key does not sign (`UnsafeCompatError`): its one-time keys share secrets, so that a few
  signatures let anybody forge. It recovers its public key, and its signatures can be verified. What
  they say is worth little: `LevelPublicKey.assurance`.
- Sizes out of range are refused; coinzdense made keys of zeros of them.
- No event loop is kept: `loop` is accepted and ignored.
- `wif_to_binary` works.

`ctx_mode` is the encoding in which the names of contexts reached the hash function: `linux` is what
coinzdense does on Linux, `windows` what it is expected to do on Windows, `ascii` what was meant.

New keys deserve another scheme. Source: the code of coinzdense 0.1.2; it has no specification.
"""

from __future__ import annotations

from quicksalt.hashsig import verify as verify
from quicksalt.hashsig.coinzdense.level import LevelKey as LevelKey
from quicksalt.hashsig.coinzdense.level import LevelPublicKey as LevelPublicKey
from quicksalt.hashsig.coinzdense.level import LevelSignature as LevelSignature
from quicksalt.hashsig.coinzdense.level import LevelValidation as LevelValidation
from quicksalt.hashsig.coinzdense.onetime import OneTimePublicKey as OneTimePublicKey
from quicksalt.hashsig.coinzdense.onetime import OneTimeSigningKey as OneTimeSigningKey
from quicksalt.hashsig.coinzdense.onetime import OneTimeValidator as OneTimeValidator
from quicksalt.hashsig.coinzdense.wif import Keytype as Keytype
from quicksalt.hashsig.coinzdense.wif import binary_to_wif as binary_to_wif
from quicksalt.hashsig.coinzdense.wif import key_from_creds as key_from_creds
from quicksalt.hashsig.coinzdense.wif import parse_wif as parse_wif
from quicksalt.hashsig.coinzdense.wif import wif_to_binary as wif_to_binary
