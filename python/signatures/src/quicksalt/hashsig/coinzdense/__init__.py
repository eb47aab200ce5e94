"""Compatibility with the package coinzdense 0.1.2: layer zero, byte for byte.

The classes have coinzdense's names and call signatures. The differences:

- A one-time key signs only once; a second signature raises `ExhaustedError`.
- A level key does not sign (`UnsafeCompatError`): its one-time keys share secrets, so a few
  signatures let anyone forge more. It recovers its public key, and its signatures can be verified,
  but they prove little: see `LevelPublicKey.assurance`.
- Sizes out of range are rejected; coinzdense turned them into keys of zeros.
- `loop` is accepted and ignored, because no event loop is used.
- `wif_to_binary` works.

`ctx_mode` selects the encoding of context names before hashing: `linux` as in coinzdense on Linux,
`windows` as presumably on Windows, and `ascii` as intended by coinzdense's author.

Use a different scheme for new keys. This module follows the code of coinzdense 0.1.2, for which a
specification does not exist.
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
