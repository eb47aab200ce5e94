"""SLH-DSA (FIPS 205): hash-based signatures without state, for where no counter can be kept.

A key signs any number of messages with nothing to remember, at the price of signatures of 8 to
50 KB that take from milliseconds to seconds to make. `PARAMETER_SETS` are the twelve names of
FIPS 205; `s` is for small signatures, `f` for fast signing. Signatures are pure, of messages and
not of digests.
"""

from __future__ import annotations

from quicksalt._signatures import SLHDSA_PARAMETER_SETS as PARAMETER_SETS
from quicksalt._signatures import SlhDsaPublicKey as PublicKey
from quicksalt._signatures import SlhDsaSigningKey as SigningKey

__all__ = ["PARAMETER_SETS", "PublicKey", "SigningKey"]
