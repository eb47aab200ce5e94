"""SLH-DSA (FIPS 205): stateless hash-based signatures, for systems that cannot maintain a counter.

A key signs any number of messages without a state, but signatures take 8 to 50 KB, and signing
takes from milliseconds to seconds. `PARAMETER_SETS` has the twelve names of FIPS 205: `s` means
small signatures, `f` fast signing. Only the pure variant is available, which signs messages, not
digests.
"""

from __future__ import annotations

from quicksalt._signatures import SLHDSA_PARAMETER_SETS as PARAMETER_SETS
from quicksalt._signatures import SlhDsaPublicKey as PublicKey
from quicksalt._signatures import SlhDsaSigningKey as SigningKey

__all__ = ["PARAMETER_SETS", "PublicKey", "SigningKey"]
