"""Keys in PEM, the format of OpenSSL and most libraries.

from quicksalt import pem from quicksalt.signing import SigningKey

key = SigningKey.generate() assert pem.loads(pem.dumps(key), SigningKey) == key
"""

from __future__ import annotations

from quicksalt.keys import from_pem as loads
from quicksalt.keys import to_pem as dumps

__all__ = ["dumps", "loads"]
